// This file defines what is said of findings.

package gocheck

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// name returns what a goroutine is called: the function that it runs, and its number.
func (x *execution) name(goroutine int) string {
	name := "a goroutine"
	if b := x.bodies[goroutine]; b != nil {
		name = b.Name
	}
	if goroutine <= 1 { // 0 if it was not found out which one it is
		return name
	}
	return fmt.Sprintf("%s (goroutine %d)", name, goroutine)
}

// where writes a place, without the file if it is that of the finding.
func (x *execution) where(s skeleton.Site) string {
	if s.Pos.IsValid() && s.Pos.Filename == x.about.Pos.Filename {
		return fmt.Sprintf("line %d", s.Pos.Line)
	}
	return where(s)
}

func where(s skeleton.Site) string {
	if !s.Pos.IsValid() {
		return ""
	}
	return fmt.Sprintf("%s:%d", filepath.Base(s.Pos.Filename), s.Pos.Line)
}

// declared returns a name with the place where it is declared.
func declared(name string, at skeleton.Site) string {
	if at := where(at); at != "" {
		return name + " of " + at
	}
	return name
}

// status says what a goroutine does in the end.
func (x *execution) status(goroutine int) string {
	if v, ended := x.ended[goroutine]; ended {
		if at := x.where(v.node.Site); at != "" {
			return "has returned (" + at + ")"
		}
		return "has returned"
	}
	switch n := x.at[goroutine]; {
	case n == nil || n.Site.Text == "" && !blocks(n):
		return "goes on"
	case blocks(n):
		return strings.TrimSuffix(fmt.Sprintf("waits at %s (%s)", x.where(n.Site), text(n)), " ()")
	default:
		return fmt.Sprintf("is at %s", x.where(n.Site))
	}
}

// operation returns an operation in a line.
func operation(s skeleton.Site) string { return strings.Join(strings.Fields(s.Text), " ") }

// blocked says why a goroutine is blocked for ever at a node.
func (x *execution) blocked(goroutine int, n *skeleton.Node) string {
	o := n.Object
	switch n.Op {
	case skeleton.Lock, skeleton.RLock:
		return x.blockedLock(goroutine, n)
	case skeleton.Send, skeleton.Recv:
		if o.NilChan {
			if strings.HasPrefix(n.Site.Text, "select") {
				return "a select without cases blocks for ever"
			}
			return "the channel is nil, and a nil channel blocks for ever"
		}
		if n.Op == skeleton.Recv {
			return "nobody sends to " + o.Name + " or closes it any more" + x.others(goroutine, n)
		}
		if o.Cap > 0 {
			return fmt.Sprintf("the buffer of %s (capacity %d) is full, and nobody receives from it any more", o.Name, o.Cap) + x.others(goroutine, n)
		}
		return "nobody receives from " + o.Name + " any more" + x.others(goroutine, n)
	case skeleton.Select:
		if len(n.Cases) == 0 {
			return "a select without cases blocks for ever"
		}
		if n.Polls {
			return "the loop polls for ever, and none of its other cases can go on any more" + x.others(goroutine, n)
		}
		return "none of the cases can go on any more" + x.others(goroutine, n)
	case skeleton.Wait:
		return "the counter of " + o.Name + " never becomes zero" + x.others(goroutine, n)
	case skeleton.CondWait:
		if n.Round > 0 {
			return "nobody wakes it any more, or for ever in vain: what it waits for never comes" + x.others(goroutine, n)
		}
		return "nobody wakes it any more" + x.others(goroutine, n)
	case skeleton.OnceBegin:
		return "the first call of " + o.Name + ".Do has not returned" + x.others(goroutine, n)
	}
	return "it is blocked for ever"
}

// blockedLock says who holds the lock that a goroutine waits for.
func (x *execution) blockedLock(goroutine int, n *skeleton.Node) string {
	o := n.Object
	held := x.holds(o)
	if n.Op == skeleton.RLock && o.Kind == skeleton.RWMutex && !slices.ContainsFunc(held, func(h hold) bool { return !h.reading }) {
		// Only a writer that waits keeps a reader out.
		for _, g := range x.goroutines() {
			if at := x.at[g]; g != goroutine && at != nil && at.Op == skeleton.Lock && at.Object == o {
				text := fmt.Sprintf("%s waits for the write lock (%s), which keeps new readers out", x.name(g), x.where(at.Site))
				return text + x.heldBy(goroutine, held, ", and ")
			}
		}
	}
	if len(held) == 0 {
		return "nobody unlocks " + o.Name + " any more"
	}
	return strings.TrimPrefix(x.heldBy(goroutine, held, ""), ", ")
}

// heldBy says who holds a lock, behind a text if anybody does.
func (x *execution) heldBy(goroutine int, held []hold, before string) string {
	var list []string
	for _, h := range held {
		verb := "locked"
		if h.reading {
			verb = "read-locked"
		}
		switch {
		case h.goroutine == goroutine:
			list = append(list, fmt.Sprintf("this goroutine itself %s it at %s and has not unlocked it", verb, x.where(h.node.Site)))
		default:
			list = append(list, fmt.Sprintf("%s %s it at %s and %s", x.name(h.goroutine), verb, x.where(h.node.Site), x.status(h.goroutine)))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return before + strings.Join(list, "; ")
}

// others says what became of those who could end a wait.
func (x *execution) others(goroutine int, n *skeleton.Node) string {
	var list []string
	started := map[*skeleton.Body]bool{}
	for _, g := range x.goroutines() {
		b := x.bodies[g]
		started[b] = true
		if g != goroutine && rescuer(b, n) != nil {
			list = append(list, x.name(g)+" "+x.status(g))
		}
	}
	if len(list) == 0 && x.bodies[goroutine] != nil && rescuer(x.bodies[goroutine], n) != nil {
		list = append(list, "only this goroutine itself could")
	}
	for _, b := range x.all() {
		if r := rescuer(b, n); r != nil && !started[b] {
			list = append(list, fmt.Sprintf("%s, which would at %s, is not started", b.Name, x.where(r.Site)))
		}
	}
	const most = 3
	if len(list) > most {
		list = append(list[:most], "...")
	}
	if len(list) == 0 {
		return ""
	}
	return ": " + strings.Join(list, "; ")
}

// all returns the bodies that the Boolean program has.
func (x *execution) all() []*skeleton.Body {
	var list []*skeleton.Body
	for _, o := range x.program.Lines {
		if o.Body != nil && !slices.Contains(list, o.Body) {
			list = append(list, o.Body)
		}
	}
	return list
}

// rescuer returns an operation of a body that could end the wait at a node, nil if there is none.
func rescuer(b *skeleton.Body, n *skeleton.Node) *skeleton.Node {
	for _, m := range b.Nodes {
		if m != n && rescues(m, n) {
			return m
		}
	}
	return nil
}

func rescues(m, n *skeleton.Node) bool {
	switch n.Op {
	case skeleton.Send:
		return onChannel(m, n.Object, false)
	case skeleton.Recv:
		return onChannel(m, n.Object, true)
	case skeleton.Select:
		return slices.ContainsFunc(n.Cases, func(c skeleton.Case) bool { return onChannel(m, c.Object, !c.Send) })
	case skeleton.Wait:
		return m.Op == skeleton.Add && m.Object == n.Object && m.Delta < 0
	case skeleton.CondWait:
		return (m.Op == skeleton.Signal || m.Op == skeleton.Broadcast) && m.Object == n.Object
	case skeleton.OnceBegin:
		return m.Op == skeleton.OnceEnd && m.Object == n.Object
	}
	return false
}

// onChannel reports whether a node may send to a channel, or close it; or else receive from it.
func onChannel(m *skeleton.Node, o *skeleton.Object, send bool) bool {
	switch m.Op {
	case skeleton.Send, skeleton.Close, skeleton.Cancel:
		return send && m.Object == o
	case skeleton.Recv:
		return !send && m.Object == o
	case skeleton.Select:
		return slices.ContainsFunc(m.Cases, func(c skeleton.Case) bool { return c.Object == o && c.Send == send })
	}
	return false
}
