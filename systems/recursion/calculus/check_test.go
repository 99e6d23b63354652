// This file tests what is wrong with formulas, and where.

package calculus

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// wrongs has sources with ^ below the place of each error, in order, and its message.
var wrongs = []string{
	`
bool P(bool x) x & ;
                   ^ expected an expression, found ";"
`, `
bool P(bool x) x -> x -> x;
                      ^ arrows do not associate, found "->"
`, `
enum E { 5..3 };
            ^ the range is empty
`, `
class C { bool a; bool a; };
                       ^ C has the field a twice
`, `
bool P(Colour c, bool b) c.x = 3 & c & b = c & Q(c) & P(c, 7);
       ^ unknown type Colour
                                                           ^ 7 is no truth value
bool Q(Color d) true;
       ^ unknown type Color
exists Colour c. P(red, c);
       ^ unknown type Colour
`, `
enum Colour { red, green };
bool P(Color c) true;
       ^ unknown type Color / did you mean Colour?
bool Q(Colour c) c = gren;
                     ^ unknown variable or value gren / did you mean green?
bool R(Colour c) c = 1;
                     ^ 1 is no value of Colour
bool S(Colour c) P(red, c);
                 ^ P has 1 arguments, not 2 / bool P(Color c)
`, `
enum E { 0..3 };
bool P(E x) x = 4;
                ^ 4 is no value of E / its values are 0..3
bool Q(E x) x;
            ^ x has the type E, not bool / compare it with a value by =
bool R(E x) 2;
            ^ 2 is no truth value
bool S(E x) y = x;
            ^ unknown variable y
`, `
class C { bool a; };
bool P(C x) x.b;
             ^ C has no field b
bool Q(C x) x[0];
             ^ C has no element 0
bool R(C x, bool y[2]) x = y;
                           ^ y has the type bool[2], not C
bool S(bool y[2]) y[2];
                   ^ bool[2] has no element 2
bool T(bool y[0]) true;
            ^ an array has 1 to 65536 bits; bool[0] of 1 bits each has not
`, `
mu bool P(bool x);
        ^ mu P is never defined
bool Q(bool x) true;
bool Q(bool x) false;
     ^ Q is defined twice; the first definition is at wrong.mu:2:6
nu bool R(bool x) R(x);
mu bool R(bool x);
        ^ R must be declared with the same mu or nu everywhere
`, `
bool P(bool x) Q(x);
     ^ P, Q are defined by each other
bool Q(bool x) P(x);
`, `
bool P(bool x) P(x);
     ^ P is defined by itself
`, `
bool P(bool x, bool y) x < z x;
                           ^ P has no parameter z
`, `
#sizes P;
^ unknown directive "#sizes" / did you mean #size?
`, `
#size P;
      ^ unknown predicate P
#frontier maybe;
          ^ unknown word maybe behind #frontier
`, `
bool P() true /* /* */;
              ^ comment does not end
                       ^ expected ";" at the end of the command, found end of file
`, `
#print "text;
       ^ string does not end on its line
             ^ expected ";" at the end of the command, found end of file
`, `
2 = 3;
  ^ it is not clear which type 2 and 3 have
exists bool x, bool x. x;
                    ^ x is bound twice
exists bool x. P(x);
               ^ unknown predicate P
`, `
bool P(bool x) x && x;
                  ^ expected an expression, found "&" / one & is enough
bool Q(int x) x;
bool Q() true
mu bool R(bool x) x;
^ expected ";" at the end of the command, found "mu"
`,
}

func TestErrors(t *testing.T) {
	for _, w := range wrongs {
		var source []string
		type wanted struct {
			line, col     int
			message, hint string
		}
		var want []wanted
		for _, line := range strings.Split(strings.Trim(w, "\n"), "\n") {
			if at := strings.Index(line, "^ "); at >= 0 && strings.TrimSpace(line[:at]) == "" {
				message, hint, _ := strings.Cut(line[at+2:], " / ")
				want = append(want, wanted{len(source), at + 1, message, hint})
				continue
			}
			source = append(source, line)
		}
		// Lines of errors do not count as lines of the source, but positions in
		// messages do: they are those of the text below.
		text := strings.Join(source, "\n")
		list := problems(text)
		if len(list) != len(want) {
			t.Errorf("%s\n%d errors, want %d:\n%v", text, len(list), len(want), list)
			continue
		}
		for i, d := range list {
			w := want[i]
			if d.Pos.Line != w.line || d.Pos.Col != w.col || d.Message != w.message || w.hint != "" && d.Hint != w.hint {
				t.Errorf("%s\ngot %d:%d %s (%s), want %+v", text, d.Pos.Line, d.Pos.Col, d.Message, d.Hint, w)
			}
			if d.Source != source[d.Pos.Line-1] {
				t.Errorf("the line of the error is %q, want %q", d.Source, source[d.Pos.Line-1])
			}
		}
	}
}

// problems returns what Parse or Compile has against a text.
func problems(text string) parser.ErrorList {
	f, err := syntax.Parse("wrong.mu", []byte(text))
	if err == nil {
		_, err = Compile(f)
	}
	var list parser.ErrorList
	errors.As(err, &list)
	return list
}

// TestRendering checks the form of a message as a whole.
func TestRendering(t *testing.T) {
	const want = `wrong.mu:2:13: x has the type E, not bool
bool P(E x) x;
            ^
hint: compare it with a value by =`
	if got := problems("enum E { 0..3 };\nbool P(E x) x;").Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	many := strings.Repeat("bool P() x;\n", 50)
	if list := problems(strings.Replace(many, "P() x", "P() x y", -1)); len(list) != diagnostic.MaxDiagnostics+1 ||
		list[diagnostic.MaxDiagnostics].Message != "too many errors" {
		t.Errorf("%d errors: %v", len(list), list[len(list)-1])
	}
}

// TestNesting checks that what is nested too deeply is an error, not a crash.
func TestNesting(t *testing.T) {
	for _, s := range []string{"(", "!", "P(", "exists bool x. ", "if (", "case "} {
		list := problems("bool P(bool x) true;\n" + strings.Repeat(s, 100_000) + "x;")
		if len(list) == 0 || !strings.Contains(list[0].Message, "nested too deeply") {
			t.Errorf("%q: %v", s, list)
		}
	}
	if list := problems("bool P(bool x) x" + strings.Repeat(" & x", 50_000) + ";"); list != nil {
		t.Error(list)
	}
}

// FuzzParse checks that nothing breaks the parser, the printer and the checker, and
// that what is printed is read as the same again.
func FuzzParse(f *testing.F) {
	for _, w := range wrongs {
		f.Add(w)
	}
	for seed := range uint64(20) {
		s := &formulaSource{Rand: rand.New(rand.NewPCG(seed, 9))}
		f.Add(s.system())
	}
	f.Add("enum E { a, b }; class C { E e; bool x[3]; }; nu bool P(C c) c.e = a <-> !c.x[2]; #wit exists C c. P(c); #timer go; #timer; #quit; junk")
	f.Add("bool P(bool x) " + strings.Repeat("(x & P(x | ", 20) + "x" + strings.Repeat("))", 20) + ";")
	f.Add("bool P() if (true) (if (false) true) else false;")
	f.Add("bool P() if (true) if (false) true else false; case P() : 1; esac = false assume true;")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := syntax.Parse("fuzz.mu", []byte(text))
		if err != nil {
			return
		}
		printed := file.String()
		again, err := syntax.Parse("fuzz.mu", []byte(printed))
		if err != nil {
			t.Fatalf("%v\nin what was printed for\n%s", err, text)
		}
		if twice := again.String(); twice != printed {
			t.Fatalf("printed\n%s\nthen\n%s", printed, twice)
		}
		_, _ = Compile(file)
		// A comparison that shows the difference takes exponential time in the nesting of lists.
		forget(reflect.ValueOf(file.Commands))
		forget(reflect.ValueOf(again.Commands))
		if !reflect.DeepEqual(file.Commands, again.Commands) {
			t.Fatalf("%s\nis read differently after printing:\n%s", text, printed)
		}
	})
}

// forget clears all positions below a value.
func forget(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			forget(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			forget(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.Type() == reflect.TypeFor[parser.Pos]() {
				f.SetZero()
			} else {
				forget(f)
			}
		}
	}
}
