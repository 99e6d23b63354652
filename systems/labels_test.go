// This file tests questions about labels that stand at several places.

package systems_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/ijit/ijit/systems"
)

// TestLabelTwice asks about labels of two statements of one procedure and of one of
// another: reaching any of them is an answer.
func TestLabelTwice(t *testing.T) {
	const body = `decl x := 0;
void f() begin
  if x then L: skip; fi;
end
void main() begin
  if %s then L: skip; fi;
  if %s then L: skip; fi;
  x := %s;
  %s
end
`
	for _, test := range []struct {
		first, second, value string
		line                 int // of the place that is reached, 0 for none
	}{
		{"x", "x", "0", 0},
		{"!x", "x", "0", 6},
		{"x", "!x", "0", 7},
		{"x", "x", "1", 3},
	} {
		for _, calls := range []string{"f();", "start_thread f();"} {
			m := readText(t, "twice.bp", fmt.Sprintf(body, test.first, test.second, test.value, calls))
			for _, name := range []string{"bfs", "bws", "km", "symbolic", "bebop", "getafix"} {
				if name == "bebop" && calls != "f();" {
					continue // it takes no threads
				}
				o := systems.Options{Algorithm: name, Label: "L", SelfCheck: true}
				switch {
				case name == "bfs", name == "symbolic", name == "getafix" && calls != "f();":
					o.Threads = 2
				}
				r, err := m.Check(context.Background(), o)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				line := 0
				if r.Property != nil {
					line = r.Property.Pos.Line
				}
				if (r.Verdict == systems.Unsafe) != (test.line > 0) || line != test.line {
					t.Errorf("%s, %v, %s: %v at line %d", name, test, calls, r.Verdict, line)
				}
			}
		}
	}
}
