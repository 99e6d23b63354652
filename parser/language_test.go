// This file tests the language: every form of every statement and expression.

package parser

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// everything is a program with every form of the language in it.
const everything = `
/* every form of
   every statement */
decl g0, g1 := 1, {x == 0 && y->z[3] != "}{"} := *; decl atomic, wait := F;

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
  x, y := pair(x => y = z, {x == 0 && y->z[3] != "}{"});
  _, x := pair(0, 1); nothing();
  ASYNC_3: l8: nothing();
  start_thread nothing(); start_thread goto lab; start_thread lab;
  assume(x != y); assert(~x && y || !!z);
  if x then goto lab; fi;
  if x then goto lab; else goto 17 fi
  if x then elsif y then skip; elsif * then skip; goto lab; else l5: goto lab; fi
  while (!x) do x := !x; while ? do skip od od;
  atomic { x := 1; PC40: skip; atomic { goto PC40 } }
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
const canonical = ``
