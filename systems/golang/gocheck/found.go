// This file defines how what an exploration has found becomes findings.

package gocheck

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/lower"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// failure returns what is to be said of an operation that fails.
func (q *question) failure(l *lower.Program, m *systems.Model, found *failed) (render.Finding, *execution) {
	f := found.Failure
	x := newExecution(l, m.Program, found.trace, f.Node)
	mover := 0
	if n := len(found.trace.Steps); n > 0 {
		mover = found.trace.Steps[n-1].Thread
	}
	message := f.Message
	object := f.Node.Object
	if f.Case >= 0 {
		object = f.Node.Cases[f.Case].Object
	}
	if v, closed := x.closed(object); f.Kind == "close" && closed {
		message += fmt.Sprintf(": %s closed %s at %s", x.name(v.goroutine), object.Name, x.where(v.node.Site))
	}
	end := last(q.step(x, mover, f.Node, f.Case, "fails: "+f.Message))
	place := q.operation(f.Node)
	if f.Case >= 0 {
		place = end.GoPlace
	}
	return render.Finding{Kind: f.Kind, Verdict: unsafe, GoPlace: place, Message: message, Trace: append(q.steps(x), end)}, x
}

// race says what two accesses are. The place is that of the one that is less protected: see rash.
func (q *question) race(l *lower.Program, m *systems.Model, found *raced) (render.Finding, *execution) {
	a, b := found.First, found.Other
	x := newExecution(l, m.Program, found.trace, a)
	one := x.whoIsAt(a, nil)
	who := [2]int{one, x.whoIsAt(b, []int{one})}
	if cmp.Or(x.rash(who[1], b)-x.rash(who[0], a), cmp.Compare(a.Site.Pos.Filename, b.Site.Pos.Filename), a.Site.Pos.Offset-b.Site.Pos.Offset) > 0 {
		a, b, who[0], who[1] = b, a, who[1], who[0]
	}
	if a.Write && a.Cell.Name == skeleton.TestDone {
		a, b, who[0], who[1] = b, a, who[1], who[0]
	}
	x.about = a
	trace := q.steps(x)
	var does [2]string
	for i, n := range []*skeleton.Node{a, b} {
		does[i] = "reads"
		if n.Write {
			does[i] = "writes"
		}
		how := ""
		if n.Atomic {
			how = " atomically"
		}
		event := does[i] + " " + n.Cell.Name + how
		if i == 1 {
			does[i] += " it" + how
			event += " at the same time"
		} else {
			does[i] = event
		}
		s := q.step(x, who[i], n, -1, event)
		s.Last = i == 1
		trace = append(trace, s)
	}
	message := fmt.Sprintf("%s %s while %s %s at %s", x.name(who[0]), does[0], x.name(who[1]), does[1], x.where(b.Site))
	if b.Cell.Name == skeleton.TestDone {
		message = fmt.Sprintf("%s uses the test when %s may have ended: package testing panics, or the race detector reports T.done", x.name(who[0]), x.name(who[1]))
	}
	return render.Finding{
		Kind: "race", Verdict: unsafe, GoPlace: q.operation(a), Message: message,
		Others: []render.GoPlace{q.operation(b)}, Trace: trace,
	}, x
}

// rash says how little an access is protected, for comparisons: a plain one less than an atomic one, then one with few
// locks, then a write.
func (x *execution) rash(goroutine int, n *skeleton.Node) int {
	const plain, lock = 1000, 2
	much := -lock * x.held(goroutine)
	if !n.Atomic {
		much += plain
	}
	if n.Write {
		much++
	}
	return much
}

// whoIsAt returns a goroutine that is about to do a node in the end, or which may be, since its
// next statement begins with other nodes; but not one of some others.
func (x *execution) whoIsAt(n *skeleton.Node, but []int) int {
	may := 0
	for _, g := range x.goroutines() {
		if _, ended := x.ended[g]; ended || slices.Contains(but, g) {
			continue
		}
		if x.at[g] == n {
			return g
		}
		if may == 0 && slices.Contains(x.bodies[g].Nodes, n) {
			may = g
		}
	}
	return may
}

// leaked returns what to report of an operation at which a goroutine is blocked for ever. If all
// goroutines are, that of the entry among them, each of their operations is reported as a deadlock.
func (q *question) leaked(ctx context.Context, l *lower.Program, m *systems.Model, found *leaked) (f render.Finding, x *execution) {
	goroutine := found.stuck[0]
	t, settled := found.trace, false
	if !found.undecided { // then it goes on for ever
		t, settled = settle(ctx, m.Program, t)
	}
	x = newExecution(l, m.Program, t, found.Node)
	kind := "leak"
	polls := slices.ContainsFunc(x.goroutines(), func(g int) bool { return x.at[g] != nil && (x.at[g].Polls || x.at[g].Loop > 0) })
	round := found.Node.Round > 0 && !settled
	if _, returned := x.ended[1]; settled && !returned && !polls {
		kind = "deadlock"
	}
	f = render.Finding{Kind: kind, Verdict: unsafe, GoPlace: q.operation(found.Node), Message: x.blocked(goroutine, found.Node), Trace: q.steps(x)}
	for _, g := range x.goroutines() {
		at := x.at[g]
		if g == goroutine || at == nil || !blocks(at) || lower.Quiet(at) {
			continue
		}
		event := "waits"
		if settled || slices.Contains(found.stuck, g) {
			event = "blocked for ever"
			if p := q.operation(at); !slices.Contains(f.Others, p) {
				f.Others = append(f.Others, p)
			}
		}
		f.Trace = append(f.Trace, q.step(x, g, at, -1, event))
	}
	event := "blocked for ever"
	if found.Node.Polls || round {
		event = "never ends"
	}
	f.Trace = append(f.Trace, last(q.step(x, goroutine, found.Node, -1, event)))
	return f, x
}

// blocks reports whether a goroutine may have to wait at a node.
func blocks(n *skeleton.Node) bool { return n.Op.Blocks() && !n.Default }

// steps returns what goroutines do, without what is only data.
func (q *question) steps(x *execution) []render.GoStep {
	var list []render.GoStep
	before := map[int]visit{} // by goroutine
	for i, v := range x.visits {
		last := before[v.goroutine]
		before[v.goroutine] = v
		event := ""
		if v.ends {
			event = "returns"
		}
		of := -1
		switch op := v.node.Op; {
		case !v.done: // the end of the execution shows it as blocked
			continue
		case op == skeleton.CondWait:
			event = "is woken"
		case op == skeleton.Select:
			if of = x.chosen(i); of == len(v.node.Cases) {
				of, event = -1, "default"
			}
		case op == skeleton.Step && !v.node.Atomic, op == skeleton.Branch, op == skeleton.Hang, op == skeleton.Access,
			last.node != nil && last.node.Op != op && op != skeleton.CondEnter && sameSite(last.node.Site, v.node.Site): // one operation in Go
			if !v.ends {
				continue
			}
		}
		s := q.step(x, v.goroutine, v.node, of, event)
		if b := x.bodies[v.starts]; v.starts > 0 && b != nil {
			s.Starts, s.Runs = v.starts, b.Name
		}
		list = append(list, s)
	}
	return list
}

// chosen returns which case a visit of a select has taken, the number of cases for its default, and -1 if nothing
// shows it. A case that changes nothing, such as that of a ticker, is known by what its goroutine does next.
func (x *execution) chosen(visit int) int {
	v := x.visits[visit]
	if v.of >= 0 && v.of < len(v.node.Cases) {
		return v.of
	}
	at := x.at[v.goroutine]
	for _, next := range x.visits[visit+1:] {
		if next.goroutine == v.goroutine {
			at = next.node
			break
		}
	}
	if at != nil && !v.ends {
		if way := slices.Index(v.node.Next, at.ID); way >= 0 && !slices.Contains(v.node.Next[way+1:], at.ID) {
			return way
		}
	}
	if v.node.Default {
		return len(v.node.Cases)
	}
	return -1
}

func sameSite(s, t skeleton.Site) bool { return s.Pos == t.Pos && s.Text == t.Text }

// step returns a step at a node, or at a case of a select.
func (q *question) step(x *execution, goroutine int, n *skeleton.Node, of int, event string) render.GoStep {
	name := "?"
	if b := x.bodies[goroutine]; b != nil {
		name = b.Name
	}
	s := render.GoStep{Goroutine: goroutine, Name: name, Event: event}
	if of >= 0 && n.Cases[of].Site.Pos.IsValid() {
		s.GoPlace = q.place(n.Cases[of].Site)
	} else if n.Site.Pos.IsValid() {
		s.GoPlace = q.operation(n)
	}
	return s
}

// timeOut returns the first place where an execution goes on since some time is up: a timer fires, or a context has
// come to its deadline.
func (q *question) timeOut(x *execution) *render.GoPlace {
	for i, v := range x.visits {
		o, site := v.node.Object, v.node.Site
		switch v.node.Op {
		case skeleton.Recv:
		case skeleton.Select:
			of := x.chosen(i)
			if of < 0 {
				of = x.onlyTimeOut(v)
			}
			if of < 0 || of >= len(v.node.Cases) {
				continue
			}
			o, site = v.node.Cases[of].Object, caseSite(v.node, of)
		default:
			continue
		}
		if v.done && o.TimesOut {
			p := q.place(site)
			p.Operation = operation(site)
			return &p
		}
	}
	return nil
}

// onlyTimeOut returns the case of a select by which some time is up if nobody does what the other cases wait for; else
// -1.
func (x *execution) onlyTimeOut(v visit) int {
	is := func(c skeleton.Case) bool { return c.Object.TimesOut }
	for _, c := range v.node.Cases {
		if !is(c) && slices.ContainsFunc(x.visits, func(other visit) bool {
			return other.done && (other.node.Object == c.Object || slices.ContainsFunc(other.node.Cases, func(d skeleton.Case) bool { return other.node != v.node && d.Object == c.Object }))
		}) {
			return -1
		}
	}
	return slices.IndexFunc(v.node.Cases, is)
}

// last returns the step that a finding is about.
func last(s render.GoStep) render.GoStep {
	s.Last = true
	return s
}

// operation returns the operation of a node as people read it in the source.
func (q *question) operation(n *skeleton.Node) render.GoPlace {
	p := q.place(n.Site)
	p.Operation = text(n)
	return p
}

// text returns the text of an operation with the word by which it is known.
func text(n *skeleton.Node) string {
	text := operation(n.Site)
	switch {
	case n.Op == skeleton.Go && !strings.Contains(text, "go ") && !strings.Contains(text, ".Go("):
		return "go " + text
	case n.Op == skeleton.Recv && text != "" && !strings.Contains(text, "<-") && !strings.HasSuffix(text, ")"):
		return "range " + text
	}
	return text
}
