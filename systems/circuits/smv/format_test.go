// This file tests the printer.

package smv_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/systems/circuits/smv"
)

func TestFormat(t *testing.T) {
	src := "-- head\n\n\n# 1 \"x.smv\"\nMODULE   main -- m\nVAR\n  x:boolean; -- first\n\n\n" +
		"  -- own line\n  y : { a,b , c };p : process  foo ( x,y ) ;\n  n : - 3 .. 4; /-- in\n the middle --/ v : array 0..1 of boolean;\n" +
		"ASSIGN\nnext(x):=case x&y=a:! x;TRUE:{ TRUE ,FALSE}; -- both\nesac;\n" +
		"next(y) :=\n  case\n TRUE: case x : a; TRUE : /-- why --/ b;\nesac; esac;\n" +
		"INVARSPEC x -- trailing\n | y\n  = a;LTLSPEC ! G(n - - 1 = n -1 -> F [0,3]x)\nMODULE foo(a, b)\nDEFINE d := a; -- last\n-- tail"
	want := `-- head

# 1 "x.smv"
MODULE main -- m
VAR
  x : boolean; -- first

  -- own line
  y : {a, b, c};
  p : process foo(x, y);
  n : -3..4; /-- in
 the middle --/
  v : array 0..1 of boolean;
ASSIGN
  next(x) := case
    x & y = a : !x;
    TRUE : {TRUE, FALSE}; -- both
  esac;
  next(y) :=
    case
      TRUE : case
        x : a;
        TRUE : /-- why --/ b;
      esac;
    esac;
INVARSPEC x -- trailing
  | y
  = a;
LTLSPEC ! G (n - -1 = n - 1 -> F [0, 3] x)

MODULE foo(a, b)
DEFINE
  d := a; -- last
-- tail
`
	got, err := smv.Format("x.smv", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
	again, err := smv.Format("x.smv", got)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(got), string(again)); diff != "" {
		t.Errorf("formatting again: %s", diff)
	}
}

// TestFormatBlanks tests what counts as a blank: nothing is left of it, and a comment ends in
// front of it.
func TestFormatBlanks(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"MODULE\fmain \f\n\nSPEC\f\tmain.0", "MODULE main\n\nSPEC main.0\n"},
		{"\f\r\nMODULE main -- a\f \r\n\f-- b \f c\f\f\n", "MODULE main -- a\n-- b \f c\n"},
		{"\uFEFF# 1 \"x.smv\"\nMODULE main", "# 1 \"x.smv\"\nMODULE main\n"},
		{"MODULE main PSLSPEC  ({x[*];!x}|=>{x}!)  @x;INVARSPEC x|y", "MODULE main\nPSLSPEC ({x[*];!x}|=>{x}!) @x;\nINVARSPEC x | y\n"},
		{"\uFEFF \f #line 1\f\nMODULE main", "#line 1\nMODULE main\n"},
	} {
		for src := test.src; ; src = test.want {
			got, err := smv.Format("x.smv", []byte(src))
			if err != nil || string(got) != test.want {
				t.Errorf("%q is printed as %q, %v, want %q", src, got, err, test.want)
			}
			if src == test.want {
				break
			}
		}
	}
}

// TestFormatDeep tests that what is nested deep does not make a long text.
func TestFormatDeep(t *testing.T) {
	const depth, branches = 1000, 1000
	src := "MODULE main DEFINE x := " + strings.Repeat("case TRUE : ", depth) +
		"case " + strings.Repeat("TRUE : 1; ", branches) + "esac" + strings.Repeat("; esac", depth) + ";"
	got, err := smv.Format("x.smv", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if most := 10 * len(src); len(got) > most {
		t.Errorf("%d bytes are printed as %d, want %d at most", len(src), len(got), most)
	}
}
