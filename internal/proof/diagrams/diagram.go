// This file defines decision diagrams as far as the checker needs them.

package diagrams

import (
	"context"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/proof"
)

// A diagrams has reduced ordered decision diagrams (Bryant 1986) without complemented
// edges. A diagram is the number of its root.
type diagrams struct {
	ctx    context.Context
	nodes  []branch
	unique map[branch]int
	ites   map[[3]int]int
	proved map[string]bool // by what implies what, see follows
	err    error           // sticky: of ctx, or that there are too many nodes
}

// A branch is a node: its variable, and the diagrams for the values 0 and 1.
type branch struct{ level, lo, hi int }

const (
	bottom = 0 // the diagram of false
	top    = 1 // and of true

	maxDiagrams = 1 << 22
)

func newDiagrams(ctx context.Context) *diagrams {
	const last = 1 << 30 // below all variables
	return &diagrams{
		ctx: ctx, nodes: []branch{{last, 0, 0}, {last, 1, 1}},
		unique: map[branch]int{}, ites: map[[3]int]int{}, proved: map[string]bool{},
	}
}

// node returns the diagram that is lo or hi, as a variable says. It is an error if they
// have that variable or one before it.
func (d *diagrams) node(level, lo, hi int) int {
	if level >= min(d.nodes[lo].level, d.nodes[hi].level) {
		d.fail(proof.Reject("the variables of the diagrams are not in order"))
	}
	if d.err != nil {
		return bottom
	}
	if lo == hi {
		return lo
	}
	b := branch{level, lo, hi}
	n, ok := d.unique[b]
	if !ok {
		n = len(d.nodes)
		if n%1024 == 0 {
			d.fail(d.ctx.Err())
		}
		if n >= maxDiagrams {
			d.fail(proof.Reject("the diagrams are too large"))
		}
		d.unique[b] = n
		d.nodes = append(d.nodes, b)
	}
	return n
}

func (d *diagrams) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

func (d *diagrams) variable(level int) int { return d.node(level, bottom, top) }

// literal returns that a variable has a value.
func (d *diagrams) literal(level int, value bool) int {
	if value {
		return d.node(level, bottom, top)
	}
	return d.node(level, top, bottom)
}

func (d *diagrams) not(f int) int     { return d.ite(f, bottom, top) }
func (d *diagrams) and(f, g int) int  { return d.ite(f, g, bottom) }
func (d *diagrams) or(f, g int) int   { return d.ite(f, top, g) }
func (d *diagrams) same(f, g int) int { return d.ite(f, g, d.not(g)) }

// ite returns if f then g else h.
func (d *diagrams) ite(f, g, h int) int {
	switch {
	case f == top || g == h:
		return g
	case f == bottom:
		return h
	case g == top && h == bottom:
		return f
	case d.err != nil:
		return bottom
	}
	key := [3]int{f, g, h}
	r, ok := d.ites[key]
	if !ok {
		level := min(d.nodes[f].level, d.nodes[g].level, d.nodes[h].level)
		r = d.node(level,
			d.ite(d.at(f, level, false), d.at(g, level, false), d.at(h, level, false)),
			d.ite(d.at(f, level, true), d.at(g, level, true), d.at(h, level, true)))
		d.ites[key] = r
		if len(d.ites) > maxDiagrams {
			d.fail(proof.Reject("the diagrams are too large"))
		}
	}
	return r
}

// at returns f with a value for a variable before which it has none.
func (d *diagrams) at(f, level int, value bool) int {
	switch b := d.nodes[f]; {
	case b.level != level:
		return f
	case value:
		return b.hi
	default:
		return b.lo
	}
}

// rename returns f with other variables, in the same order.
func (d *diagrams) rename(f int, to func(level int) int) int {
	known := map[int]int{bottom: bottom, top: top}
	var walk func(f int) int
	walk = func(f int) int {
		r, ok := known[f]
		if !ok {
			b := d.nodes[f]
			r = d.node(to(b.level), walk(b.lo), walk(b.hi))
			known[f] = r
		}
		return r
	}
	return walk(f)
}

// cofactor returns f with a value for a variable.
func (d *diagrams) cofactor(f, level int, value bool) int {
	known := map[int]int{}
	var walk func(f int) int
	walk = func(f int) int {
		b := d.nodes[f]
		if b.level >= level {
			return d.at(f, level, value)
		}
		r, ok := known[f]
		if !ok {
			r = d.node(b.level, walk(b.lo), walk(b.hi))
			known[f] = r
		}
		return r
	}
	return walk(f)
}

// implied reports whether all of some diagrams together imply g.
func (d *diagrams) implied(g int, all ...int) bool { return d.follows(g, slices.Clone(all)) }

// follows is implied. It changes the list.
func (d *diagrams) follows(g int, all []int) bool {
	slices.Sort(all)
	all = slices.Compact(all)
	switch {
	case g == top || len(all) > 0 && all[0] == bottom:
		return d.err == nil
	case len(all) > 0 && all[0] == top:
		all = all[1:]
	}
	if len(all) == 0 || d.err != nil {
		return false
	}
	key := binary.AppendUvarint(nil, uint64(g))
	level := d.nodes[g].level
	for _, f := range all {
		key = binary.AppendUvarint(key, uint64(f))
		level = min(level, d.nodes[f].level)
	}
	answer, ok := d.proved[string(key)]
	if ok {
		return answer
	}
	if len(d.proved)%1024 == 0 {
		d.fail(d.ctx.Err())
	}
	if len(d.proved) > maxDiagrams {
		d.fail(proof.Reject("the diagrams are too large"))
	}
	answer = true
	for _, value := range []bool{false, true} {
		part := make([]int, len(all))
		for i, f := range all {
			part[i] = d.at(f, level, value)
		}
		answer = answer && d.follows(d.at(g, level, value), part)
	}
	d.proved[string(key)] = answer
	return answer
}

// read reads nodes, each written as its variable and two edges. An edge is the number of
// a node, from 1 on, with a minus sign if what it means is the complement; 0 is true.
// level says where a variable stands in the order.
func (d *diagrams) read(nodes []string, level func(variable int) (int, error)) (func(edge string) (int, error), error) {
	known := []int{top}
	edge := func(text string) (int, error) {
		number, negative := strings.CutPrefix(text, "-")
		n, err := strconv.Atoi(number)
		switch {
		case err != nil || n < 0 || n >= len(known):
			return 0, proof.Reject("there is no node %q", text)
		case negative:
			return d.not(known[n]), d.err
		}
		return known[n], nil
	}
	for _, text := range nodes {
		parts := strings.Split(text, " ")
		if len(parts) != 3 {
			return nil, proof.Reject("%q is no node", text)
		}
		variable, err := strconv.Atoi(parts[0])
		if err != nil {
			return nil, proof.Reject("%q is no node", text)
		}
		at, err := level(variable)
		if err != nil {
			return nil, err
		}
		lo, err := edge(parts[1])
		if err != nil {
			return nil, err
		}
		hi, err := edge(parts[2])
		if err != nil {
			return nil, err
		}
		known = append(known, d.node(at, lo, hi))
		if d.err != nil {
			return nil, d.err
		}
	}
	return edge, nil
}
