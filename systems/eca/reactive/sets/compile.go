// This file defines the commands of a turn: the statements that matter, in a form for sets. Ifs
// in sequence become one choice where no state can take branches of both, and calls are
// replaced by bodies where there is one call: most programs are one choice then.

package sets

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive/labels"
)

// A command is something done to a set of states.
type command interface{}

type (
	block []command

	// A constants assigns constants, at most one to a variable.
	constants struct {
		vars  []*variable
		ranks []int
		state bool // some are state variables

		set bdd.VarSet // of their bits
		is  bdd.Node   // they have these values; Invalid before it is asked for
	}
	// A duplicate assigns a variable of the same class.
	duplicate struct {
		to, from *variable
		state    bool
		is       bdd.Node // they are equal; Invalid before it is asked for
	}
	// An input reads a variable, or nothing that matters.
	input struct {
		v  *variable
		is bdd.Node // its value is an input; Invalid before it is asked for
	}
	// A call executes the body of a function.
	call struct{ body *block }
	// A choice executes the first branch all of whose conditions hold, or the block.
	choice struct {
		branches  []*branch
		otherwise block
		root      *chooser
	}
	// A reach is a label.
	reach struct{ label int }
	// A leave goes to the end of the body of the call, or of the turn.
	leave struct{}
	// An exit ends the execution.
	exit struct{}
)

// A compiler makes commands.
type compiler struct {
	*encoding
	*labels.Cone
	names  *names
	bodies map[function]*block
}

// compile returns the commands in front of the loop and those of a turn.
func compile(file *eca.File, e *encoding, influence *labels.Cone, n *names) (before, body block, err error) {
	c := &compiler{encoding: e, Cone: influence, names: n, bodies: map[function]*block{}}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case errUnsupported:
			err = p
		default:
			panic(p)
		}
	}()
	list := file.Main.Body
	if len(list) > 0 {
		if loop, ok := list[len(list)-1].(*eca.Loop); ok {
			body = c.block(loop.Body, frame{main: true}, true)
			list = list[:len(list)-1]
		} else {
			body = block{exit{}}
		}
	}
	before = c.block(list, frame{main: true}, false)
	return before, body, nil
}

// A function with the variable that gets its result.
type function struct {
	f      *eca.Func
	result *variable
}

// A frame is the function whose statements are compiled, which others may be inlined in.
type frame struct {
	main   bool      // a return ends the execution
	result *variable // what a return assigns; nil if the value does not matter
}

// A sink is a place to append commands to: the end of a block, or of the other case of a choice that no
// branch falls out of.
type sink struct {
	b    *block
	open *choice   // the last command, if it has no other case yet
	off  []literal // what holds where one of its branches falls out; nil if none does
	none bool      // no branch falls out
}

// A literal says that a variable has the value of a rank.
type literal struct {
	v    *variable
	rank int
}

// append adds a command behind all that is there.
func (s *sink) append(x command) {
	if s.open != nil {
		if s.none {
			s.b = &s.open.otherwise
		}
		s.open = nil
	}
	if c, ok := x.(*constants); ok && len(*s.b) > 0 {
		if last, ok := (*s.b)[len(*s.b)-1].(*constants); ok {
			last.add(c)
			return
		}
	}
	*s.b = append(*s.b, x)
}

// add makes the assignments of others that follow those of c.
func (c *constants) add(others *constants) {
	for i, v := range others.vars {
		if k := slices.Index(c.vars, v); k >= 0 {
			c.ranks[k] = others.ranks[i]
		} else {
			c.vars = append(c.vars, v)
			c.ranks = append(c.ranks, others.ranks[i])
		}
	}
	c.state = c.state || others.state
}

// has reports whether a variable matters.
func (c *compiler) has(v *eca.Var) bool { return v != nil && c.Cone.Vars[v.ID] }

// list compiles statements. Those in tail position end the frame.
func (c *compiler) list(list []eca.Stmt, to *sink, fr frame, tail bool) {
	for i, s := range list {
		last := i == len(list)-1
		ends := tail && last
		if !last {
			r, ok := list[i+1].(*eca.Return)
			ends = ok && !fr.main && (fr.result == nil || r.Value == nil)
		}
		c.statement(s, to, fr, ends)
	}
}

func (c *compiler) block(list []eca.Stmt, fr frame, tail bool) block {
	var b block
	c.list(list, &sink{b: &b}, fr, tail)
	return b
}

func (c *compiler) statement(s eca.Stmt, to *sink, fr frame, ends bool) {
	switch s := s.(type) {
	case *eca.Assign:
		c.assign(s.Var, s.Value, to)
	case *eca.Read:
		if c.has(s.Var) {
			to.append(&input{v: c.of(s.Var)})
		} else {
			to.append(&input{})
		}
	case *eca.If:
		c.choice(s, to, fr, ends)
	case *eca.Call:
		c.call(s, to, fr, ends)
	case *eca.Return:
		if fr.main {
			to.append(exit{})
			return
		}
		if fr.result != nil {
			c.give(fr.result, s.Value, to)
		}
		to.append(leave{})
	case *eca.Reach:
		if c.Wanted == nil || c.Wanted[s.Label.ID] {
			to.append(reach{s.Label.ID})
		}
	case *eca.Exit:
		to.append(exit{})
	}
}

// assign compiles an assignment to a variable, if it matters.
func (c *compiler) assign(v *eca.Var, x *eca.Expr, to *sink) {
	if c.has(v) {
		c.give(c.of(v), x, to)
	}
}

// give compiles an assignment; an expression of nil is 0.
func (c *compiler) give(v *variable, x *eca.Expr, to *sink) {
	switch {
	case x == nil:
		c.constant(v, 0, eca.Pos{}, to)
	case x.Op == eca.Const:
		c.constant(v, x.Value, x.Position(), to)
	case x.Op == eca.Load:
		if from := c.of(x.Var); from != v {
			to.append(&duplicate{to: v, from: from, state: v.State})
		}
	default:
		c.check(x)
		yes := &branch{conds: []*eca.Expr{x}}
		ch := &choice{branches: []*branch{yes}}
		c.constant(v, 1, x.Position(), &sink{b: &yes.body})
		c.constant(v, 0, x.Position(), &sink{b: &ch.otherwise})
		to.append(ch)
	}
}

func (c *compiler) constant(v *variable, value int32, pos eca.Pos, to *sink) {
	rank, ok := v.rank(value)
	if !ok {
		panic(errUnsupported{pos, v.Name + " is assigned a value that it is not known to have"})
	}
	to.append(&constants{vars: []*variable{v}, ranks: []int{rank}, state: v.State})
}

// call compiles a call, by the body of the function if this is the only call of it and its
// returns go where returns here go.
func (c *compiler) call(s *eca.Call, to *sink, fr frame, ends bool) {
	for i, p := range s.Func.Params {
		if c.has(p) && c.names.of[p.ID] == p {
			c.assign(p, s.Args[i], to)
		}
	}
	var result *variable
	if c.has(s.Result) {
		result = c.of(s.Result)
	}
	if result == nil && c.names.calls[s.Func] == 1 && (ends || !returns(s.Func.Body)) {
		c.list(s.Func.Body, to, frame{}, ends)
		return
	}
	key := function{s.Func, result}
	b := c.bodies[key]
	if b == nil {
		b = new(block)
		end := &sink{b: b}
		c.list(s.Func.Body, end, frame{result: result}, true)
		if _, falls := falling(*b, nil); falls && result != nil {
			c.give(result, nil, end)
		}
		c.bodies[key] = b
	}
	if len(*b) > 0 {
		to.append(&call{b})
	}
}

// check refuses what conditions of sets cannot have.
func (c *compiler) check(x *eca.Expr) {
	switch x.Op {
	case eca.Const, eca.Load:
		return
	case eca.Not:
		c.check(x.X)
		return
	case eca.And, eca.Or, eca.Eq, eca.Ne:
		c.check(x.X)
		c.check(x.Y)
		return
	}
	panic(errUnsupported{x.Position(), "arithmetic"})
}

// returns reports whether there is a return among statements.
func returns(list []eca.Stmt) bool {
	return slices.ContainsFunc(list, func(s eca.Stmt) bool {
		switch s := s.(type) {
		case *eca.Return:
			return true
		case *eca.If:
			return returns(s.Else) || slices.ContainsFunc(s.Branches, func(b eca.Branch) bool { return returns(b.Body) })
		}
		return false
	})
}
