// This file defines the check of a set of configurations that is a decision diagram.

package diagrams

import (
	"cmp"
	"context"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// A configurations is a finite set of configurations that are not counted one by one: of a
// program with a bounded number of threads, each of which has a slot. It is inductive:
//
//   - it has the initial configurations, with threads in the first slots;
//   - a step of a thread leads to a configuration in it, where a thread that is started takes
//     the first slot that is empty.
//
// The same configuration with its threads in other slots need not be in the set. Sections
// are run statement by statement: that meets the same errors as big steps do.
type configurations struct {
	statements
	space
	root  int
	bound bool    // threads for which there is no slot are not started
	parts [][]int // by slot and code: the configurations with a thread at that place
}

// maxSlots is how many slots a diagram may have.
const maxSlots = 1 << 10

// newConfigurations reads a set.
func newConfigurations(ctx context.Context, p *judge.Claim, e *proof.Diagram, bound int) (*configurations, error) {
	switch {
	case p.Targeted:
		return nil, proof.Reject("a diagram says nothing about a target")
	case e.Slots < 1 || e.Slots > maxSlots:
		return nil, proof.Reject("there are %d slots, not 1 to %d", e.Slots, maxSlots)
	case bound > 0 && e.Slots != bound:
		return nil, proof.Reject("there are %d slots, and the bound on threads is %d", e.Slots, bound)
	case p.Copies > e.Slots && (p.Copies != judge.Many || bound == 0):
		return nil, proof.Reject("there are %d slots for the copies of main", e.Slots)
	case p.Copies != 1 && len(p.File.Threads) > 0:
		return nil, proof.Reject("the threads of the program are started once")
	}
	s, err := newSpace(p, e)
	if err != nil {
		return nil, err
	}
	c := &configurations{statements: statements{p, newDiagrams(ctx)}, space: s, bound: bound > 0}
	edge, err := c.read(e.Nodes, func(v int) (int, error) {
		if v < 0 || v >= len(e.Order) {
			return 0, proof.Reject("there is no variable %d", v)
		}
		return v*int(moments) + int(now), nil
	})
	if err != nil {
		return nil, err
	}
	if c.root, err = edge(e.Root); err != nil {
		return nil, err
	}
	for slot := range c.slots {
		parts := []int{c.root}
		for bit := c.bits - 1; bit >= 0; bit-- {
			var halves []int
			for _, f := range parts {
				level := c.level(diagramVar{place, slot, bit}, now)
				halves = append(halves, c.cofactor(f, level, false), c.cofactor(f, level, true))
			}
			parts = halves
		}
		c.parts = append(c.parts, parts)
	}
	return c, c.err
}

// check checks the set.
func (c *configurations) check() error {
	if c.code([]int{c.File.Main.Entry}) == 0 && !c.implied(bottom, c.begin(1)...) {
		return proof.Reject("no thread is at the beginning of main in any configuration")
	}
	for copies := range c.slots {
		if copies++; c.Copies != judge.Many && c.Copies != copies {
			continue
		}
		if !c.implied(c.root, c.begin(copies)...) {
			return cmp.Or(c.err, proof.Reject("an initial configuration with %d threads is not in the set", copies))
		}
	}
	for slot := range c.slots {
		for code := range c.places {
			if err := c.moves(slot, code); cmp.Or(c.err, err) != nil {
				return cmp.Or(c.err, err)
			}
		}
	}
	return c.err
}

// begin returns the initial configurations with so many copies of main.
func (c *configurations) begin(copies int) []int {
	main := c.File.Main
	all := []int{c.literal(c.level(diagramVar{kind: lock}, now), false), c.initial(c.File.Globals, c.frame(0, 0), now)}
	for slot := range c.slots {
		code, locals := 0, []*parser.Var(nil)
		if slot < copies {
			code, locals = c.code([]int{main.Entry}), main.Locals
		}
		all = append(all, c.is(slot, code, now), c.initial(locals, c.frame(slot, 0), now))
		if slot < copies {
			all = append(all, c.enforced(main, c.frame(slot, 0), current))
		}
		for i := len(locals); i < c.locals; i++ {
			all = append(all, c.literal(c.local(slot, i, now), false))
		}
	}
	return all
}

// frame is that of the procedure of a thread whose locals begin with one of those of a slot.
func (c *configurations) frame(slot, first int) frame {
	return func(v *parser.Var, in moment) int {
		if v.Proc == nil {
			return c.level(diagramVar{global, 0, v.Index}, in)
		}
		return c.local(slot, first+v.Index, in)
	}
}

// is returns where a slot has a code.
func (c *configurations) is(slot, code int, in moment) int {
	all := top
	for bit := range c.bits {
		all = c.and(all, c.literal(c.level(diagramVar{place, slot, bit}, in), code>>bit&1 != 0))
	}
	return all
}

// fix returns what a set is if a slot has a code.
func (c *configurations) fix(f, slot, code int) int {
	for bit := range c.bits {
		f = c.cofactor(f, c.level(diagramVar{place, slot, bit}, now), code>>bit&1 != 0)
	}
	return f
}

// without returns what a set is if the locals of a slot, from one on, are 0.
func (c *configurations) without(f, slot, first int) int {
	for i := first; i < c.locals; i++ {
		f = c.cofactor(f, c.local(slot, i, now), false)
	}
	return f
}
