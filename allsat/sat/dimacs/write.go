// This file defines how formulas are written.

package dimacs

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/ijit/ijit/allsat/sat"
)

// Write writes a formula. It goes through the clauses twice, since their number comes first.
func Write(w io.Writer, variables int, clauses iter.Seq[[]sat.Lit]) error {
	n := 0
	for range clauses {
		n++
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "p cnf %d %d\n", variables, n)
	var line []byte
	for c := range clauses {
		line = line[:0]
		for _, l := range c {
			line = strconv.AppendInt(line, int64(l), 10)
			line = append(line, ' ')
		}
		out.Write(append(line, '0', '\n'))
	}
	return out.Flush()
}
