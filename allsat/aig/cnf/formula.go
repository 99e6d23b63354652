// This file defines formulas and how they are written.

package cnf

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/allsat/sat/dimacs"
)

// ErrLimit says that a formula has more clauses than are allowed.
var ErrLimit = errors.New("the limit of clauses is reached")

// A Formula is a formula in conjunctive normal form. With universal variables it is a quantified
// one: for all their values there are values of the others.
type Formula struct {
	Variables int
	Clauses   [][]sat.Lit
	Universal []sat.Var
	Names     []Name

	room []sat.Lit // for clauses
}

// A Name says what a literal is: an input or a latch in a frame.
type Name struct {
	Lit   sat.Lit
	Name  string
	Frame int
}

// NewVar and Add make a formula an [aig.Sink].
func (f *Formula) NewVar() sat.Var {
	f.Variables++
	return sat.Var(f.Variables)
}

// Add adds a clause.
func (f *Formula) Add(lits ...sat.Lit) {
	if len(f.room) < len(lits) {
		f.room = make([]sat.Lit, max(1<<12, len(lits)))
	}
	n := copy(f.room, lits)
	f.Clauses = append(f.Clauses, f.room[:n:n])
	f.room = f.room[n:]
}

// name notes the names of what has a literal in a frame.
func (f *Formula) name(c *aig.Circuit, u *aig.Unrolling, clauses *aig.Clauses, frame int) {
	add := func(kind, name string, i int, l aig.Lit) {
		at, built := u.Built(l, frame)
		if x, ok := clauses.Known(at); built && ok && at > aig.True {
			if name == "" {
				name = kind + strconv.Itoa(i)
			}
			f.Names = append(f.Names, Name{x, name, frame})
		}
	}
	for i, x := range c.Latches {
		add("l", x.Name, i, x.Lit)
	}
	for i, x := range c.Inputs {
		add("i", x.Name, i, x.Lit)
	}
}

// Write writes the formula as DIMACS, or as QDIMACS if it has universal variables. A comment
//
//	c -12 x@3
//
// says that x is true in frame 3 if variable 12 is false.
func (f *Formula) Write(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	clean := strings.NewReplacer("\n", " ", "\r", " ")
	for _, n := range f.Names {
		fmt.Fprintf(out, "c %d %s@%d\n", n.Lit, clean.Replace(n.Name), n.Frame)
	}
	if len(f.Universal) == 0 {
		if err := dimacs.Write(out, f.Variables, slices.Values(f.Clauses)); err != nil {
			return err
		}
		return out.Flush()
	}
	f.writeQuantified(out)
	return out.Flush()
}

func (f *Formula) writeQuantified(out *bufio.Writer) {
	fmt.Fprintf(out, "p cnf %d %d\n", f.Variables, len(f.Clauses))
	universal := make([]bool, f.Variables+1)
	out.WriteByte('a')
	for _, v := range f.Universal {
		universal[v] = true
		fmt.Fprintf(out, " %d", v)
	}
	out.WriteString(" 0\ne")
	for v := 1; v <= f.Variables; v++ {
		if !universal[v] {
			fmt.Fprintf(out, " %d", v)
		}
	}
	out.WriteString(" 0\n")
	for _, clause := range f.Clauses {
		for _, l := range clause {
			fmt.Fprintf(out, "%d ", l)
		}
		out.WriteString("0\n")
	}
}
