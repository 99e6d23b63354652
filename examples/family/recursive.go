// This file defines programs with procedures: families for algorithms that
// summarise them.

package family

import (
	"fmt"
	"strings"
)

// Levels is the program by which Ball and Rajamani measured Bebop (SPIN 2000): main
// calls the first of n procedures twice; each either counts to seven in its three
// locals, or calls the next one twice; in the end it complements the one global
// variable. There are 3n+1 variables, of which four are visible at any point. The
// statement labelled REACH can be reached.
func Levels(n int) string {
	var b strings.Builder
	b.WriteString("decl g;\n\nvoid main() begin\n  level1();\n  level1();\n  if !g then\n    REACH: skip;\n  fi\nend\n")
	for i := 1; i <= n; i++ {
		call := "skip;"
		if i < n {
			call = fmt.Sprintf("level%d();", i+1)
		}
		fmt.Fprintf(&b, `
void level%d() begin
  decl a, b, c;
  if g then
    a, b, c := 0, 0, 0;
    while !a | !b | !c do
      if !a then
        a := 1;
      elsif !b then
        a, b := 0, 1;
      else
        a, b, c := 0, 0, 1;
      fi
    od
  else
    %s
    %s
  fi
  g := !g;
end
`, i, call, call)
	}
	return b.String()
}

// RecursiveCounter counts n bits from zero to all ones, each step one call deeper,
// and the label REACH is behind the call that returns from all of them. The bits
// are globals, or parameters that are passed on.
func RecursiveCounter(n int, parameters bool) string {
	bits, zeros, ones := make([]string, n), make([]string, n), make([]string, n)
	next := make([]string, n)
	for i := range bits {
		bits[i] = fmt.Sprintf("b%d", i)
		zeros[i], ones[i] = "0", "1"
		next[i] = "!b0"
		if i > 0 {
			next[i] = fmt.Sprintf("%s != (%s)", bits[i], strings.Join(bits[:i], " & "))
		}
	}
	all, zero, step := strings.Join(bits, ", "), strings.Join(zeros, ", "), strings.Join(next, ", ")
	full := strings.Join(bits, " & ")
	if parameters {
		return fmt.Sprintf(`void main() begin
  count(%s);
  REACH: skip;
end

void count(%s) begin
  if !(%s) then
    count(%s);
  fi
end
`, zero, all, full, step)
	}
	return fmt.Sprintf(`decl %s;

void main() begin
  %s := %s;
  count();
  REACH: skip;
end

void count() begin
  if !(%s) then
    %s := %s;
    count();
  fi
end
`, all, all, zero, full, all, step)
}
