// This file tests the language: every form of every statement and expression.

package parser

import (
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/google/go-cmp/cmp"
)

// everything is a program with every form of the language in it.
const everything = `
/* every form of
   every statement */
decl g0, g1 := 1, {x == 0 && y->z[3] != f{1}} := *; decl atomic, wait := F;

bool<2> pair(a, {b c}) begin
  decl l := T; // LOCAL -- l > 0
  enforce g0 | !{b c};
  enforce l;
  if (a) then return a, {b c} fi
  return schoose[a, F], a ? ? : 0;
end

bool one() begin return 1 end

void nothing() begin end

void main() begin
  decl x, y, z;
  x := *;
  y := 0;
  PC0: 17: lab: skip;
  x, _, y := 1, *, g0 & g1 | x ^ y constrain 'x | x' & g0;
  x$ := y$ & x; x$, g0 := *, 1 constrain 'x$ | y$' | 'g0 | x;
  goto PC0, lab, 0, PC17;
  x, y := pair(x => y = z, {x == 0 && y->z[3] != f{1}});
  _, x := pair(0, 1); nothing();
  ASYNC_3: l8: nothing();
  start_thread nothing(); start_thread goto lab; start_thread lab;
  assume(x != y); assert(~x && y || !!z);
  if x then goto lab; fi;
  if x then goto lab; else goto 17 fi
  if x then elsif y then skip; elsif * then skip; goto lab; else l5: goto lab; fi
  while (!x) do x := !x; while ? do skip od od;
  atomic { x := 1; PC40: skip; atomic { PC41: goto 41 } goto PC40 }
  atomic_begin; signal; broadcast; one(); atomic_begin; skip; atomic_end; atomic_end;
  dead x, y; print(x, !y); print();
  atomic := wait; wait := 1; wait;
  y := one();
  end_thread;
  return
end
`

func TestEverything(t *testing.T) {
	f := parseText(t, everything)
	if f.Dialect != DialectSATABS {
		t.Errorf("dialect is %v", f.Dialect)
	}
	g, err := ParseFile("crlf.bp", []byte(strings.ReplaceAll(everything, "\n", "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(dumpFile(f), dumpFile(g)); diff != "" {
		t.Errorf("with CRLF (-LF +CRLF):\n%s", diff)
	}
	if got := f.String(); got != canonical {
		t.Errorf("canonical form (-want +got):\n%s", cmp.Diff(canonical, got))
	}
}

// canonical is everything in canonical form.
const canonical = `/* every form of
   every statement */
decl g0, g1 := 1, {x == 0 && y->z[3] != f{1}};
decl atomic, wait := 0;

bool<2> pair(a, {b c}) begin
  decl l := 1; // l > 0
  enforce (g0 | !{b c}) & l;
  if a then
    return a, {b c};
  fi;
  return schoose[a, 0], a ? * : 0;
end

bool one() begin
  return 1;
end

void nothing() begin
end

void main() begin
  decl x, y := 0, z;
  PC0: 17: lab: skip;
  x, _, y := 1, *, g0 & g1 | x ^ y constrain 'x | 'x & g0;
  x$ := y$ & x;
  x$, g0 := *, 1 constrain 'x$ | 'y$ | 'g0 | x;
  goto PC0, lab, 0, PC17;
  x, y := pair(x => y = z, {x == 0 && y->z[3] != f{1}});
  _, x := pair(0, 1);
  nothing();
  ASYNC_3: l8: start_thread nothing();
  start_thread nothing();
  start_thread goto lab;
  start_thread goto lab;
  assume(x != y);
  assert(!x & y | !!z);
  if x then goto lab; fi;
  if x then
    goto lab;
  else
    goto 17;
  fi;
  if x then
  elsif y then
    skip;
  elsif * then
    skip;
    goto lab;
  else
    l5: goto lab;
  fi;
  while !x do
    x := !x;
    while * do
      skip;
    od;
  od;
  atomic {
    x := 1;
    PC40: skip;
    atomic {
      PC41: goto 41;
    }
    goto PC40;
  }
  atomic_begin;
  signal;
  broadcast;
  one();
  atomic_begin;
  skip;
  atomic_end;
  atomic_end;
  dead x, y;
  skip;
  skip;
  atomic := wait;
  wait := 1;
  wait;
  y := one();
  end_thread;
  return;
end
`

// TestProgramCounters checks the numbering: every label here says the counter
// that its statement must have. Ends and exits have counters too.
func TestProgramCounters(t *testing.T) {
	f := parseText(t, `
		decl g;
		void empty() begin end
		void main() begin
			g := 0;
			PC1: skip;
			PC2: if g then goto PC1; fi;
			PC3: if g then PC4: goto PC1; fi;
			PC5: if g then goto PC1; elsif g then goto PC2; else goto PC3; fi;
			PC7: if g then PC8: skip; elsif g then PC10: skip; PC11: skip; else PC12: skip; fi;
			PC13: while g do PC14: while g do PC15: goto PC13; od od
			PC16: while g do od
			PC17: atomic { PC18: skip; PC19: atomic { PC20: skip; } }
			PC23: if g then else goto PC1; fi
			PC24: if g then if g then goto PC1; fi fi
			PC26: atomic_begin;
			PC27: atomic_end;
			PC28: return;
		end
		bool last() begin PC30: return 1; end`)
	var check func(list []*Stmt)
	check = func(list []*Stmt) {
		for _, s := range list {
			if len(s.Labels) > 0 && s.Labels[0].Name != "PC"+strconv.Itoa(s.PC) {
				t.Errorf("statement %s has counter %d", s.Labels[0].Name, s.PC)
			}
			switch op := s.Op.(type) {
			case *If:
				for _, arm := range op.Arms {
					check(arm.Body)
				}
				check(op.Else)
			case *While:
				check(op.Body)
			case *Atomic:
				check(op.Body)
			}
		}
	}
	var bounds []int
	for _, p := range f.Procs {
		check(p.Body)
		bounds = append(bounds, p.Entry, p.Exit)
	}
	if diff := cmp.Diff([]int{0, 0, 1, 29, 30, 31}, bounds); diff != "" || f.NumPCs != 32 {
		t.Errorf("entries and exits (-want +got):\n%s\n%d counters", diff, f.NumPCs)
	}
	main := f.Main.Body
	if arms := main[3].Op.(*If).Arms; arms[0].PC != 5 || arms[1].PC != 6 || arms[0].Body[0].PC != -1 || main[3].Op.(*If).Else[0].PC != -1 {
		t.Errorf("counters of arms: %d, %d", arms[0].PC, arms[1].PC)
	}
	if block := main[7].Op.(*Atomic); block.EndPC != 22 || block.Section.BeginPC != 17 || block.Section.EndPC != 22 {
		t.Errorf("atomic block ends at %d", block.EndPC)
	}
	if s := main[11].Op.(*AtomicEnd).Section; s.BeginPC != 26 || s.EndPC != 27 || main[10].Section != nil || main[11].Section != s {
		t.Errorf("section from %d to %d", s.BeginPC, s.EndPC)
	}
}

// TestInitialisers tests which assignments of constants are no statements.
func TestInitialisers(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"SATABS", "decl g, h; void main() begin decl l, m; g:=*; l := 0; m := 1; h := T; PC0: g := 0; end", "g* h1 l0 m1; 1 statements"},
		{"numbers", "decl g; void main() begin g := F; 17: skip; end", "g0; 1 statements"},
		{"among labels", "decl g; void main() begin g := 1; l1: x: PC7: skip; end", "g1; 1 statements"},
		{"other label", "decl g; void main() begin g := 1; l1: skip; PC7: skip; end", "g*; 3 statements"},
		{"no label", "decl g; void main() begin g := 1; end", "g*; 1 statements"},
		{"other statement", "decl g; void main() begin g := 1; skip; PC0: skip; end", "g*; 3 statements"},
		{"other value", "decl g; void main() begin g := !g; PC0: skip; end", "g*; 2 statements"},
		{"two targets", "decl g, h; void main() begin g, h := 1, 1; PC0: skip; end", "g* h*; 2 statements"},
		{"constrain", "decl g; void main() begin g := * constrain 'g; PC0: skip; end", "g*; 2 statements"},
		{"declared", "decl g := 0, h := T, i := *; void main() begin decl l := 1; PC0: skip; end", "g0 h1 i* l1; 1 statements"},
		{"local in another", "void f() begin decl l; l := 1; PC0: skip; end void main() begin decl l; skip; end", "l*; 1 statements"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := parseText(t, test.src)
			var got []string
			for _, v := range append(append([]*Var{}, f.Globals...), f.Main.Locals...) {
				got = append(got, v.Name+[]string{"*", "0", "1"}[v.Init])
			}
			if got := strings.Join(got, " ") + "; " + strconv.Itoa(len(f.Main.Body)) + " statements"; got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// TestLabels tests which label a jump names.
func TestLabels(t *testing.T) {
	for _, test := range []struct {
		src string
		pc  int // of what the goto, at the end, names
	}{
		{"PC8: skip; goto 8", 0},
		{"8: skip; goto PC8", 0},
		{"8: skip; PC8: skip; goto PC8", 1},
		{"8: skip; PC8: skip; goto 8", 0},
		{"l1: l2: 3: skip; l3: skip; goto l2", 0},
		{"l10: skip; l1: skip; goto l1", 1},
		{"skip; l: skip; goto l", 1},
		{"l: goto l", 0},
		{"skip; {a label: 1}: skip; goto {a label: 1}", 1},
		{"z: z: z: skip; goto z", 0},
		{"if * then skip; l: skip; fi goto l", 2},
		{"skip; atomic: skip; goto atomic", 1},
		{"end_thread: skip; skip: end_thread; goto skip", 1},
		{"ASYNC_1: main(); ASYNC_2: main(); goto ASYNC_2", 1},
	} {
		f := parseText(t, "void main() begin "+test.src+"; end")
		body := f.Main.Body
		target := body[len(body)-1].Op.(*Goto).Targets[0]
		if target.Stmt.PC != test.pc {
			t.Errorf("%s leads to %d, want %d", test.src, target.Stmt.PC, test.pc)
		}
	}
}

// TestScopes tests that a local variable hides a shared one.
func TestScopes(t *testing.T) {
	f := parseText(t, "decl a, b; void f(b) begin decl c; a, b, c := b, c, a; end void g() begin a := b; end")
	if got, want := dumpRefs(f.Procs[0].Body[0].Op.(*Assign).Lhs), "a@g0 b@l0 c@l1 "; got != want {
		t.Errorf("in f: %s, want %s", got, want)
	}
	if got, want := dumpExprs(f.Procs[1].Body[0].Op.(*Assign).Rhs), "b@g1 "; got != want {
		t.Errorf("in g: %s, want %s", got, want)
	}
}

// TestSpellings tests that what is written differently means the same.
func TestSpellings(t *testing.T) {
	for _, test := range []struct{ a, b string }{
		{"assume(~x)", "assume(!x)"},
		{"assume(x && y || z)", "assume(x & y | z)"},
		{"assume(T ? F : *)", "assume(1 ? 0 : *)"},
		{"assume(?)", "assume(*)"},
		{"assume(x == y)", "assume(x = y)"},
		{"assume x", "assume(x)"},
		{"x := * constrain x'", "x := * constrain 'x"},
		{"x$ := * constrain x$' | 'x$ | x'$", "x$ := * constrain 'x$ | 'x$ | 'x$"},
		{"assume({x})", "assume(x)"},
		{"{ x } := {y}", "x := y"},
		{"assume({x == 1})", "assume({\n x ==\n  1 })"},
		{"print(x, y)", "skip"},
		{"start_thread l", "start_thread goto l"},
		{"if (x) then skip else skip fi", "if x then skip; else skip; fi;"},
		{"while ((x)) do skip od", "while x do skip; od;"},
		{"atomic { skip }", "atomic{skip;};"},
		{"skip;; ; skip", "skip; skip"},
		{"/* a */ skip", "skip /* b */"},
		{"skip // a \n", "skip"},
	} {
		program := func(op string) string {
			return "decl x, y, z, {x == 1}; void main() begin decl x; l: skip; " + op + " /**/; end // dialect: satabs"
		}
		a, b := parseText(t, program(test.a), WithDialect(DialectSATABS)), parseText(t, program(test.b), WithDialect(DialectSATABS))
		for _, f := range []*File{a, b} {
			for _, s := range f.Main.Body {
				s.Lead, s.Comment = nil, ""
			}
		}
		if diff := cmp.Diff(dumpFile(a), dumpFile(b)); diff != "" {
			t.Errorf("%s and %s differ:\n%s", test.a, test.b, diff)
		}
	}
}

// TestLexer tests the scanner as a lexer of participle.
func TestLexer(t *testing.T) {
	lex, err := definition{}.Lex("x.bp", strings.NewReader("a$ := {b c} | 17; // end\n"))
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := lexer.ConsumeAll(lex)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tok := range tokens {
		got = append(got, tok.Value+"@"+strconv.Itoa(tok.Pos.Line)+":"+strconv.Itoa(tok.Pos.Column))
	}
	want := []string{"a@1:1", "$@1:2", ":=@1:4", "{b c}@1:7", "|@1:13", "17@1:15", ";@1:17", "@2:1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tokens (-want +got):\n%s", diff)
	}
}
