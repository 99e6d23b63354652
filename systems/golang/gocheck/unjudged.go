// This file defines which panics are not judged, and which ends of tests.

package gocheck

import (
	"context"
	"slices"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A panic that a branch decides whose condition is not known is reached by executions that the data
// of the Go program may never allow: panic("unreachable"), a check of arguments. It would be an
// alarm that says nothing. unjudged returns these panics.
func unjudged(p *skeleton.Program) map[*skeleton.Node]bool {
	return decided(p, func(n *skeleton.Node) bool { return n.Op == skeleton.Panic })
}

// forgotten returns the panics right behind a branch on what nobody remembers, such as which element of a large slice a
// pointer is: which of its values it has is not known. Where all is known but the data by which a way is chosen, as in
// if len(os.Args) > 1 { p = &lock }, it is remembered.
func forgotten(p *skeleton.Program) map[*skeleton.Node]bool {
	open := varsOf(p, forgottenValue)
	list := map[*skeleton.Node]bool{}
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			if n.Op != skeleton.Branch || !mentions(n.Cond, open) {
				continue
			}
			for _, next := range n.Next {
				m := b.Nodes[next]
				for left := len(b.Nodes); m.Op == skeleton.Step && left > 0; left-- {
					m = b.Nodes[m.Next[0]]
				}
				if m.Op == skeleton.Panic {
					list[m] = true
				}
			}
		}
	}
	return list
}

// forgottenValue reports whether a value is one of several of which nobody remembers which.
func forgottenValue(v skeleton.Value, open map[*skeleton.Var]bool) bool {
	switch v := v.(type) {
	case skeleton.Any:
		return true
	case skeleton.Copy:
		return open[v.Var]
	case skeleton.If:
		return forgottenValue(v.Then, open) || forgottenValue(v.Else, open)
	}
	return false
}

// unjudge notes a panic as one that is not judged, once for all instances of a generic function.
func (q *question) unjudge(s skeleton.Site) {
	p := q.place(s)
	same := func(x render.GoPlace) bool { return x.File == p.File && x.Line == p.Line && x.Col == p.Col }
	if !slices.ContainsFunc(q.run.report.Unjudged, same) {
		q.run.report.Unjudged = append(q.run.report.Unjudged, p)
	}
}

// make makes a skeleton of the entry. A test that fails because of data of which nothing is known ends the program
// there: most such failures never happen, and nobody asks what goroutines do behind one. If it takes long, loops have
// fewer iterations.
func (q *question) make(ctx context.Context, o golang.Options) (*skeleton.Program, error) {
	const part = 0.15 // of the time that is left
	brief, cancel := context.WithTimeout(ctx, q.left(part))
	defer cancel()
	o.Few = q.few
	p, err := q.code.Skeleton(brief, q.entry, o)
	if err != nil && brief.Err() != nil && ctx.Err() == nil {
		q.few, o.Few = true, true
		p, err = q.code.Skeleton(ctx, q.entry, o)
	}
	if err != nil {
		return nil, err
	}
	for n := range decided(p, func(n *skeleton.Node) bool { return n.Op == skeleton.End && n.Failed }) {
		n.Op, n.Open, q.fails = skeleton.Exit, o.AnyNumber, true
		if at := q.place(n.Site); !slices.Contains(q.run.report.Fails, at) {
			q.run.report.Fails = append(q.run.report.Fails, at)
		}
	}
	if !o.Faults {
		q.claim(p)
	}
	if !o.AnyNumber && !o.Faults {
		q.note(p)
	}
	return p, nil
}

// decided returns the nodes of a kind which data decide of which nothing is known.
func decided(p *skeleton.Program, is func(*skeleton.Node) bool) map[*skeleton.Node]bool {
	open := unknownVars(p)
	list := map[*skeleton.Node]bool{}
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			if !is(n) {
				continue
			}
			for _, branch := range b.Nodes {
				if branch.Op == skeleton.Branch && mentions(branch.Cond, open) &&
					reaches(b, branch.Next[:1], n.ID, branch.ID) != reaches(b, branch.Next[1:], n.ID, branch.ID) {
					list[n] = true
				}
			}
		}
	}
	return list
}

// unknownVars returns the variables that may have a value of which nothing is known.
func unknownVars(p *skeleton.Program) map[*skeleton.Var]bool { return varsOf(p, unknownValue) }

// varsOf returns the variables that may have a value with a property, which depends on that of other variables.
func varsOf(p *skeleton.Program, is func(skeleton.Value, map[*skeleton.Var]bool) bool) map[*skeleton.Var]bool {
	open := map[*skeleton.Var]bool{}
	var assigns []skeleton.Assign
	declare := func(vars []*skeleton.Var) {
		for _, v := range vars {
			if _, any := v.Init.(skeleton.Any); any {
				open[v] = true
			}
		}
	}
	declare(p.Vars)
	for _, b := range p.Bodies {
		declare(b.Locals)
		for _, n := range b.Nodes {
			assigns = append(append(assigns, n.Do...), n.Args...)
			for _, c := range n.Cases {
				assigns = append(assigns, c.Do...)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, a := range assigns {
			if !open[a.Var] && is(a.Value, open) {
				open[a.Var], changed = true, true
			}
		}
	}
	return open
}

func unknownValue(v skeleton.Value, open map[*skeleton.Var]bool) bool {
	switch v := v.(type) {
	case skeleton.Any:
		return true
	case skeleton.Copy:
		return open[v.Var]
	case skeleton.If:
		return mentions(v.Cond, open) || unknownValue(v.Then, open) || unknownValue(v.Else, open)
	}
	return false
}

// mentions reports whether nothing is known of a part of a condition.
func mentions(e skeleton.Expr, open map[*skeleton.Var]bool) bool {
	any := func(list []skeleton.Expr) bool {
		for _, x := range list {
			if mentions(x, open) {
				return true
			}
		}
		return false
	}
	switch e := e.(type) {
	case skeleton.Either:
		return true
	case skeleton.Is:
		return open[e.Var]
	case skeleton.Not:
		return mentions(e.X, open)
	case skeleton.And:
		return any(e)
	case skeleton.Or:
		return any(e)
	}
	return false
}
