// This file defines how formulas are written.

package dimacs

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/ijit/ijit/allsat/sat"
)

// Write writes a formula.
func Write(w io.Writer, variables int, clauses [][]sat.Lit) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "p cnf %d %d\n", variables, len(clauses))
	var line []byte
	for _, c := range clauses {
		line = line[:0]
		for _, l := range c {
			line = strconv.AppendInt(line, int64(l), 10)
			line = append(line, ' ')
		}
		out.Write(append(line, '0', '\n'))
	}
	return out.Flush()
}
