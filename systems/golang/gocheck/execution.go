// This file defines executions in the terms of Go: which goroutine executes which operation, and
// where they are in the end.

package gocheck

import (
	"maps"
	"slices"

	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/golang/lower"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A visit is an operation that a goroutine executes.
type visit struct {
	goroutine int // from 1 on
	body      *skeleton.Body
	node      *skeleton.Node
	of        int // the case of a select
	starts    int // the goroutine that it starts; 0 for none
	ends      bool
	done      bool // it is not only begun
	line      int  // the last one of the Boolean program that belongs to it
}

// An execution is what goroutines do, and what follows from that for objects.
type execution struct {
	about   *skeleton.Node // what is found
	program *lower.Program
	code    *parser.Program
	visits  []visit
	bodies  map[int]*skeleton.Body
	open    map[int]int            // index of the visit that a goroutine may be in, by goroutine
	ended   map[int]visit          // its last operation, by goroutine
	at      map[int]*skeleton.Node // what it is about to do, by goroutine
}

// newExecution reads a trace of the Boolean program to something that is about a node.
func newExecution(p *lower.Program, code *parser.Program, t *trace.Trace, about *skeleton.Node) *execution {
	x := &execution{about: about, program: p, code: code, bodies: map[int]*skeleton.Body{}, open: map[int]int{}, ended: map[int]visit{}, at: map[int]*skeleton.Node{}}
	for i := range t.Steps {
		s := &t.Steps[i]
		line := s.Pos.Line
		if n := code.Nodes[s.PC]; n.Stmt != nil && n.Stmt.PC != s.PC && n.Arm == nil {
			line = 0 // the end of an atomic section, whose line is that of its beginning
		}
		if !s.Fails {
			x.step(s.Thread, line, s.Created, s.Ended)
		} else if v, found := x.open[s.Thread]; found && x.visits[v].node == x.origin(line).Node && x.visits[v].line < line {
			x.visits[v].done = false // it has begun, and fails
		}
	}
	for _, thread := range t.Final().Threads {
		x.arrive(thread.ID, thread.PC)
	}
	return x
}

// origin returns what a line of the Boolean program was made from.
func (x *execution) origin(line int) lower.Origin {
	if line < 1 || line > len(x.program.Lines) {
		return lower.Origin{}
	}
	return x.program.Lines[line-1]
}

// step takes a statement in. Statements of one node are one visit: the lines of a visit ascend, and a goroutine that
// comes to a node again begins anew.
func (x *execution) step(goroutine, line, created int, ends bool) {
	o := x.origin(line)
	if created > 0 && o.Node != nil && o.Node.Body != nil {
		x.bodies[created] = o.Node.Body
	}
	if o.Body != nil && x.bodies[goroutine] == nil {
		x.bodies[goroutine] = o.Body
	}
	i, found := x.open[goroutine]
	if o.Node == nil || found && x.visits[i].node == o.Node && x.visits[i].line < line {
		if !found {
			return
		}
	} else {
		i = len(x.visits)
		x.visits = append(x.visits, visit{goroutine: goroutine, body: o.Body, node: o.Node})
		x.open[goroutine] = i
	}
	v := &x.visits[i]
	if o.Node != nil {
		v.line, v.of, v.done = line, o.Case, !o.Begin
	}
	if created > 0 {
		v.starts = created
	}
	if ends {
		v.ends = true
		x.ended[goroutine] = *v
	}
}

// arrive says where a goroutine is in the end.
func (x *execution) arrive(goroutine, pc int) {
	if pc < 0 || pc >= len(x.code.Nodes) || x.code.Nodes[pc] == nil {
		return
	}
	n := x.code.Nodes[pc]
	if len(n.Out) == 0 { // the end of main
		if i, found := x.open[goroutine]; found {
			x.visits[i].ends = true
			x.ended[goroutine] = x.visits[i]
		}
		return
	}
	o := x.origin(n.Pos.Line)
	x.at[goroutine] = o.Node
	if x.bodies[goroutine] == nil && o.Body != nil { // it has done nothing
		x.bodies[goroutine] = o.Body
	}
}

// goroutines returns all of them in order.
func (x *execution) goroutines() []int { return slices.Sorted(maps.Keys(x.bodies)) }

// A hold is a lock that a goroutine holds.
type hold struct {
	visit
	reading bool
}

// holds returns who holds a lock in the end.
func (x *execution) holds(o *skeleton.Object) []hold {
	var list []hold
	release := func(goroutine int, reading bool) {
		at := slices.IndexFunc(list, func(h hold) bool { return h.reading == reading && h.goroutine == goroutine })
		if at < 0 { // a lock may be unlocked by somebody else
			at = slices.IndexFunc(list, func(h hold) bool { return h.reading == reading })
		}
		if at >= 0 {
			list = slices.Delete(list, at, at+1)
		}
	}
	for _, v := range x.visits {
		if v.node.Object != o || !v.done {
			continue
		}
		switch v.node.Op {
		case skeleton.Lock:
			list = append(list, hold{v, false})
		case skeleton.RLock:
			list = append(list, hold{v, true})
		case skeleton.Unlock:
			release(v.goroutine, false)
		case skeleton.RUnlock:
			release(v.goroutine, true)
		}
	}
	return list
}

// held returns how many locks a goroutine holds in the end.
func (x *execution) held(goroutine int) int {
	n := 0
	seen := map[*skeleton.Object]bool{}
	for _, v := range x.visits {
		if o := v.node.Object; o != nil && !seen[o] {
			seen[o] = true
			for _, h := range x.holds(o) {
				if h.goroutine == goroutine {
					n++
				}
			}
		}
	}
	return n
}

// closed returns who closed a channel.
func (x *execution) closed(o *skeleton.Object) (v visit, found bool) {
	for _, v := range x.visits {
		if v.node.Object == o && (v.node.Op == skeleton.Close || v.node.Op == skeleton.Cancel) {
			return v, true
		}
	}
	return visit{}, false
}
