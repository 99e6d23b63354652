// This file defines what regions know of a program as constrained Horn clauses, in SMT-LIB.

package reactive

import (
	"fmt"
	"strings"

	"github.com/ijit/ijit/systems/eca"
)

// horn writes clauses that have a solution only if a label cannot be reached. Each control is a
// predicate over the numbers. Each edge between regions is a clause, whose body has what boxes
// and tests say.
func (r *regions) horn(label int) string {
	h := &horn{regions: r}
	h.WriteString("(set-logic HORN)\n")
	for part := range r.parts.n {
		fmt.Fprintf(h, "(declare-fun p%d (%s) Bool)\n", part, strings.Repeat("Int ", len(r.data)))
	}
	none := make([]int32, len(r.data))
	next := make([]int32, len(r.data))
	for _, m := range r.begin {
		r.apply(m, none, next)
		values := make([]string, len(next))
		for i, c := range next {
			values[i] = numeral(int64(c))
		}
		fmt.Fprintf(h, "(assert %s)\n", atom(m.part, values))
	}
	for i := range r.list {
		from := &r.list[i]
		for e := from.edges[0]; e < from.edges[1]; e++ {
			h.clause(from.part, &r.edges[e], label)
		}
	}
	h.WriteString("(check-sat)\n")
	return h.String()
}

type horn struct {
	*regions
	strings.Builder
	facts []fact
	body  []string // of the clause
	fresh int      // variables of the clause that are results of what may wrap around
}

func atom(part uint32, args []string) string {
	if len(args) == 0 {
		return fmt.Sprintf("p%d", part)
	}
	return fmt.Sprintf("(p%d %s)", part, strings.Join(args, " "))
}

func numeral(c int64) string {
	if c < 0 {
		return fmt.Sprintf("(- %d)", -c)
	}
	return fmt.Sprint(c)
}

// clause writes the clauses of an edge: where it leads, and that it does not reach the label.
func (h *horn) clause(part uint32, e *edge, label int) {
	h.facts, h.body, h.fresh = e.facts, nil, 0
	args := make([]string, len(h.data))
	for i := range args {
		args[i] = fmt.Sprintf("x%d", i)
	}
	h.body = append(h.body, atom(part, args))
	for _, f := range e.facts {
		x := h.term(f.term)
		h.body = append(h.body, fmt.Sprintf("(<= %s %s %s)", numeral(int64(f.lo)), x, numeral(int64(f.hi))))
	}
	for _, hit := range e.move.hits {
		if int(hit.label) == label {
			h.imply("false")
		}
	}
	if e.move.ends {
		return
	}
	for _, set := range e.move.sets {
		if set.sym == 0 {
			args[set.number] = numeral(int64(set.c))
		} else {
			args[set.number] = h.term(set.sym)
		}
	}
	h.imply(atom(e.move.part, args))
}

func (h *horn) imply(head string) {
	h.WriteString("(assert ")
	body := "(and true " + strings.Join(h.body, " ") + ")"
	var vars strings.Builder
	for i := range h.data {
		fmt.Fprintf(&vars, "(x%d Int)", i)
	}
	for i := range h.fresh {
		fmt.Fprintf(&vars, "(w%d Int)", i)
	}
	if vars.Len() > 0 {
		fmt.Fprintf(h, "(forall (%s) (=> %s %s)))\n", vars.String(), body, head)
	} else {
		fmt.Fprintf(h, "(=> %s %s))\n", body, head)
	}
}

// term returns a term. What may wrap around is any number if it does.
func (h *horn) term(id int32) string {
	t := &h.terms.list[id]
	if t.prev == 0 {
		return fmt.Sprintf("x%d", t.number)
	}
	o := &t.ops[len(t.ops)-1]
	x, y := h.term(t.prev), numeral(int64(o.c))
	l, hi := h.interval(t.prev, h.facts)
	cl, ch := int64(o.c), int64(o.c)
	if o.term != 0 {
		y = h.term(o.term)
		cl, ch = h.interval(o.term, h.facts)
	}
	if o.swap {
		x, y, l, hi, cl, ch = y, x, cl, ch, l, hi
	}
	result := operate(o.op, x, y, int64(o.c))
	if fits(bounds(o.op, l, hi, cl, ch)) {
		return result
	}
	w := fmt.Sprintf("w%d", h.fresh)
	h.fresh++
	h.body = append(h.body, fmt.Sprintf("(<= (- 2147483648) %s 2147483647) (=> (<= (- 2147483648) %s 2147483647) (= %s %s))", w, result, w, result))
	return w
}

// operate returns an operation; division truncates, by the constant c.
func operate(op eca.Op, x, y string, c int64) string {
	switch op {
	case eca.Add, eca.Sub, eca.Mul:
		return fmt.Sprintf("(%s %s %s)", [...]string{"+", "-", "*"}[op-eca.Add], x, y)
	case eca.Div:
		quotient := fmt.Sprintf("(ite (>= %s 0) (div %s %d) (- (div (- %s) %d)))", x, x, max(c, -c), x, max(c, -c))
		if c < 0 {
			return "(- " + quotient + ")"
		}
		return quotient
	case eca.Rem:
		return fmt.Sprintf("(ite (>= %s 0) (mod %s %d) (- (mod (- %s) %d)))", x, x, max(c, -c), x, max(c, -c))
	}
	relation := [...]string{"=", "distinct", "<", "<=", ">", ">="}[op-eca.Eq]
	return fmt.Sprintf("(ite (%s %s %s) 1 0)", relation, x, y)
}
