// This file defines the automaton of an event-condition-action program.

package cpa

import (
	"errors"

	"github.com/ijit/ijit/systems/eca"
)

// maxLocations is how many locations an automaton may have: functions are copied for each
// call of them.
const maxLocations = 1 << 22

var errLocations = errors.New("functions are called from so many places that copies of them for each are too large")

// OfFile returns the automaton of a C program. Its targets are the labels, by their IDs.
func OfFile(f *eca.File) (*Automaton, error) {
	a := &Automaton{Name: f.Name, Vars: f.Vars}
	for _, l := range f.Labels {
		a.Targets = append(a.Targets, Target{Name: l.Name, Pos: l.Pos})
	}
	b := &fileBuilder{file: f}
	start := b.location(eca.Pos{})
	b.list(f.Main.Body, start, frame{exit: b.location(eca.Pos{})})
	if b.locations > maxLocations {
		return nil, errLocations
	}
	a.sort(start)
	return a, nil
}

// A fileBuilder makes the locations of a C program.
type fileBuilder struct {
	file      *eca.File
	locations int
}

// A frame says where a function returns to, and who gets what it returns.
type frame struct {
	exit   *Location
	result *eca.Var
}

func (b *fileBuilder) location(pos eca.Pos) *Location {
	b.locations++
	return newLocation(pos)
}

// list makes the locations of statements that are executed at a location, and returns where
// control is behind them; nil for nowhere.
func (b *fileBuilder) list(list []eca.Stmt, at *Location, f frame) *Location {
	for _, s := range list {
		if at == nil || b.locations > maxLocations {
			return nil
		}
		at = b.statement(s, at, f)
	}
	return at
}

func (b *fileBuilder) statement(s eca.Stmt, at *Location, f frame) *Location {
	if at.Pos == (eca.Pos{}) {
		at.Pos = s.Position()
	}
	then := func(op Op) *Location {
		next := b.location(eca.Pos{})
		at.edge(next, op)
		return next
	}
	switch s := s.(type) {
	case *eca.Assign:
		if !s.Var.Used {
			return at
		}
		return then(&Assign{Vars: []*eca.Var{s.Var}, Values: []*eca.Expr{s.Value}})
	case *eca.Read:
		return then(&Choose{Var: s.Var, Values: b.file.Alphabet, Input: true})
	case *eca.If:
		end := b.location(eca.Pos{})
		for _, branch := range s.Branches {
			if at.Pos == (eca.Pos{}) {
				at.Pos = branch.Pos
			}
			body, next := b.location(eca.Pos{}), b.location(eca.Pos{})
			at.edge(body, &Assume{Cond: branch.Cond})
			at.edge(next, &Assume{Cond: not(branch.Cond)})
			join(b.list(branch.Body, body, f), end)
			at = next
		}
		join(b.list(s.Else, at, f), end)
		return end
	case *eca.Call:
		args := &Assign{}
		for i, v := range s.Func.Params {
			if v.Used {
				args.Vars, args.Values = append(args.Vars, v), append(args.Values, s.Args[i])
			}
		}
		body := at
		if len(args.Vars) > 0 {
			body = then(args)
		}
		f := frame{b.location(eca.Pos{}), s.Result}
		if end := b.list(s.Func.Body, body, f); end != nil {
			b.leave(end, nil, f)
		}
		return f.exit
	case *eca.Return:
		b.leave(at, s.Value, f)
		return nil
	case *eca.Reach:
		label := b.location(s.Label.Pos)
		label.Targets = []int{s.Label.ID}
		at.edge(label)
		return label
	case *eca.Loop:
		head := b.location(s.Pos)
		at.edge(head)
		join(b.list(s.Body, head, f), head)
		return nil
	case *eca.Exit:
		return nil
	}
	return at // a Print changes nothing
}

// leave makes the edge of a return.
func (b *fileBuilder) leave(at *Location, value *eca.Expr, f frame) {
	if f.result == nil || !f.result.Used {
		at.edge(f.exit)
		return
	}
	if value == nil {
		value = constant(0)
	}
	at.edge(f.exit, &Assign{Vars: []*eca.Var{f.result}, Values: []*eca.Expr{value}})
}

// join makes the edge from where control is, if it is anywhere.
func join(at, to *Location) {
	if at != nil {
		at.edge(to)
	}
}
