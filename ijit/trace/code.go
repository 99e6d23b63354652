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
}

// NewCode returns the code of a program. inlined says where it comes from, if its calls
// have been inlined; else it is nil.
func NewCode(program *parser.Program, inlined *parser.Inlined) *Code {
	return &Code{program, inlined, map[*parser.Proc][]string{}}
}

// thread shows a thread at pc with these values in its slots.
func (c *Code) thread(pc int, slots *bitset.BitSet) Thread {
	if c.inlined == nil {
		p := c.program.Nodes[pc].Proc
		return Thread{PC: pc, Proc: p.Name, Names: c.names(p), Locals: values(slots, 0, len(p.Locals))}
	}
	var frames []*Frame
	for _, f := range c.inlined.Stack(pc) {
		frames = append(frames, &Frame{PC: f.PC, Proc: f.Proc.Name, Names: c.names(f.Proc), Locals: values(slots, f.First, len(f.Proc.Locals))})
	}
	last := len(frames) - 1
	f := frames[last]
	return Thread{PC: f.PC, Proc: f.Proc, Names: f.Names, Locals: f.Locals, Callers: frames[:last:last]}
}

// step shows the execution of the statement at pc, by which its thread gets to next,
// or -1 for nowhere.
func (c *Code) step(pc, next int) Step {
	n := c.program.Nodes[pc]
	s := Step{PC: c.written(pc), Pos: n.Pos, Statement: n.Text(c.program.File.Dialect)}
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

// ints writes truth values as 0 and 1.
func ints(bs []bool) []int {
	vs := make([]int, len(bs))
	for i, b := range bs {
		if b {
			vs[i] = 1
		}
	}
	return vs
}
