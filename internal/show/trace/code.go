// This file defines how locations and threads of a program are shown.

package trace

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/parser"
)

// A Code shows locations and threads of a program that is run as those of the program
// as written, whose calls may have been inlined.
type Code struct {
	program *parser.Program           // what is run
	inlined *parser.Inlined           // nil if that is what was written
	locals  map[*parser.Proc][]string // names, made once: a trace has many threads
	texts   map[int]string            // of statements, likewise
}

// NewCode returns the code of a program. inlined says where it comes from, if its calls
// have been inlined; else it is nil.
func NewCode(program *parser.Program, inlined *parser.Inlined) *Code {
	return &Code{program, inlined, map[*parser.Proc][]string{}, map[int]string{}}
}

// SharedNames returns the names of the globals.
func (c *Code) SharedNames() []string { return names(c.program.File.Globals) }

// Inside reports whether a location is inside of an atomic section.
func (c *Code) Inside(pc int) bool { return c.program.Nodes[pc].Section != nil }

// At shows a thread at pc, without the values of its locals. Calls have not been inlined.
func (c *Code) At(pc int) Thread {
	p := c.program.Nodes[pc].Proc
	return Thread{PC: pc, Proc: p.Name, Names: c.names(p)}
}

// Thread shows a thread at pc with these values in its slots.
func (c *Code) Thread(pc int, slots *bitset.BitSet) Thread {
	if c.inlined == nil {
		t := c.At(pc)
		t.Locals = values(slots, 0, len(t.Names))
		return t
	}
	var t Thread
	for i, f := range c.inlined.Stack(pc) {
		if i > 0 {
			t.Caller = t.Push()
		}
		t.PC, t.Proc, t.Names, t.Locals = f.PC, f.Proc.Name, c.names(f.Proc), values(slots, f.First, len(f.Proc.Locals))
	}
	return t
}

// Step shows the execution of the statement at pc, by which its thread gets to next,
// or -1 for nowhere.
func (c *Code) Step(pc, next int) Step {
	n := c.program.Nodes[pc]
	text, known := c.texts[pc]
	if !known {
		text = n.Text()
		c.texts[pc] = text
	}
	s := Step{PC: c.written(pc), Pos: n.Pos, Statement: text}
	if n.Stmt != nil {
		s.Origin = n.Stmt.Origin
	}
	if next >= 0 && n.Branches() {
		s.Goes = c.program.Nodes[next].Pos
	}
	return s
}

// written returns a location as written.
func (c *Code) written(pc int) int {
	if c.inlined == nil {
		return pc
	}
	return c.inlined.Written(pc)
}

func (c *Code) names(p *parser.Proc) []string {
	ns, ok := c.locals[p]
	if !ok {
		ns = names(p.Locals)
		c.locals[p] = ns
	}
	return ns
}

func names(vars []*parser.Var) []string {
	ns := make([]string, len(vars))
	for i, v := range vars {
		ns[i] = v.Name
	}
	return ns
}

// values reads n bits from the first on.
func values(b *bitset.BitSet, first, n int) []int {
	vs := make([]int, n)
	for i := range vs {
		if b.Test(uint(first + i)) {
			vs[i] = 1
		}
	}
	return vs
}

// Ints writes truth values as 0 and 1.
func Ints(bs []bool) []int {
	vs := make([]int, len(bs))
	for i, b := range bs {
		if b {
			vs[i] = 1
		}
	}
	return vs
}
