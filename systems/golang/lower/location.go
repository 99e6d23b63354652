// This file defines locations: which nodes are executed together as one atomic section.

package lower

import (
	"fmt"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A location is a statement of the Boolean program, mostly an atomic section: an operation that
// other goroutines can see, and behind it the steps on locals up to the next one.
type location struct {
	*flow
	node   *skeleton.Node // nil for the start of a body and the place of executions that are cut off
	index  int            // in the body: for what is live
	part   string         // of an operation that takes several steps
	choice int            // the case that it is about, or -1
	label  string         // of jumps to it
	code   code
	built  bool
	start  bool                 // goroutines begin there
	parts  map[string]*location // of the same operation

	used  bool // it has its place in the order
	exits []*location
	ends
}

// visible reports whether others can see a node or be seen by it.
func (t *translator) visible(n *skeleton.Node) bool {
	switch n.Op {
	case skeleton.Go, skeleton.End: // nobody sees whether it happens now or a little later
		if t.AnyNumber { // sections that start or end goroutines are slow to search backward
			return true
		}
	case skeleton.Access:
		if t.Races || t.Cell != nil {
			return true
		}
	case skeleton.Step, skeleton.Branch:
	default:
		return true
	}
	found := false
	note := func(v *skeleton.Var) { found = found || v.Shared }
	asked(n, note)
	for _, a := range n.Do {
		note(a.Var)
		reads(a.Value, note)
	}
	for _, a := range n.Args {
		reads(a.Value, note)
	}
	return found
}

// locate decides which nodes of a body are locations: those that are visible, one in each loop of
// the others, and those behind which there is too much to be repeated for each way that leads there.
func (t *translator) locate(b *skeleton.Body) {
	const most = 40 // statements, from measuring nothing more than that the text can be read
	f := t.flows[b.ID]
	size := make([]int, len(b.Nodes))
	const unknown, open = 0, -1
	var visit func(i int) int
	visit = func(i int) int {
		n := b.Nodes[i]
		if f.places[i] != nil {
			return 1
		}
		if size[i] == open { // a loop
			t.place(f, i)
			return 1
		}
		if size[i] != unknown {
			return size[i]
		}
		size[i] = open
		sum := 1
		for _, next := range n.Next {
			sum += visit(next)
		}
		if size[i] = sum; sum > most && f.places[i] == nil {
			t.place(f, i)
			return 1
		}
		return sum
	}
	for i, n := range b.Nodes {
		if t.visible(n) {
			t.place(f, i)
		}
	}
	for i := range b.Nodes {
		visit(i)
		for _, next := range b.Nodes[i].Next {
			visit(next)
		}
	}
}

func (t *translator) place(f *flow, i int) {
	if f.places[i] == nil {
		f.places[i] = &location{flow: f, node: f.Nodes[i], index: i, choice: -1}
	}
}

// base returns by what the labels of the locations of a node begin: its place, up to the first #. No other name has a
// dash.
func (l *location) base() string {
	if l.node != nil && l.node.Loop > 0 {
		return fmt.Sprintf("%s-loop%d#%d", l.name, l.node.Loop, l.index)
	}
	if l.node != nil && l.node.Round > 0 {
		return fmt.Sprintf("%s-round%d#%d", l.name, l.node.Round, l.index)
	}
	return fmt.Sprintf("%s-%d", l.name, l.index)
}

// at returns the label of a location.
func (l *location) at() string {
	switch {
	case l.label != "":
		return l.label
	case l.node == nil:
		return l.name
	case l.part != "":
		return l.base() + "#" + l.part
	case l.node.Op.Blocks():
		return l.base() + "#"
	}
	return l.base()
}

// translate makes the locations of a body.
func (t *translator) translate(b *skeleton.Body) {
	f := t.flows[b.ID]
	first := f.places[0]
	if first == nil || b.ID == 0 && t.initialise() != nil || t.waits(first) || t.cores.marks(b) {
		start := &location{flow: f, choice: -1, label: f.name, start: true, built: true}
		s := t.state(start)
		if b.ID == 0 {
			start.code = t.initialise()
		}
		start.code = append(start.code, s.follow(0)...)
		t.arrange(start)
		return
	}
	first.start = true
	t.arrange(first)
}

// arrange puts a location and those behind it in an order in which most need no jump.
func (t *translator) arrange(l *location) {
	pending := []*location{l}
	for len(pending) > 0 {
		l := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if l.used {
			continue
		}
		l.used = true
		t.order = append(t.order, l)
		if !l.built {
			l.built = true
			l.code = t.operation(l)
		}
		l.exits = l.code.exits(nil)
		for i := len(l.exits) - 1; i >= 0; i-- {
			pending = append(pending, l.exits[i])
		}
	}
}
