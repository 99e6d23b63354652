// This file defines the bits of objects.

package lower

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// An object is a skeleton's object in bits. What its kind does not need is empty.
type object struct {
	*skeleton.Object
	held      string   // a Mutex; an RWMutex that a writer holds
	announced string   // an RWMutex that a writer holds or waits for
	readers   *counter // of an RWMutex
	closed    string   // a Chan; 0 if nobody closes it
	full      string   // a Chan without buffer: an element is offered
	taken     string   // and was taken
	count     *counter // elements of a Chan, counter of a WaitGroup
	running   string   // a Once
	over      string   // a Once
	sleepers  *counter // those who wait for a Cond
	woken     *counter // those who were woken and have not left
	carries   map[*skeleton.Var]bool
	bits      []string
	cap       int      // of a Chan, with one element more for a slot
	negative  string   // of a WaitGroup whose counter may be below zero since a panic was recovered from
	asleep    string   // a local bit for a Cond, with any number of goroutines
	wakes     string   // a Signal that nobody has taken
	owes      string   // a local bit for a WaitGroup whose Add and Done are in pairs
	waiting   *counter // those at Wait of a WaitGroup, if somebody may call Add beside them
	reads     string   // a local bit for an RWMutex with any number of readers
}

// zero returns the condition that the counter of a WaitGroup is zero.
func (o *object) zero() string {
	if o.negative == "" {
		return o.count.zero()
	}
	return and(o.count.zero(), not(o.negative))
}

// An operation is a node, or a case of a Select, on an object.
type operation struct {
	body *skeleton.Body
	node *skeleton.Node
	op   skeleton.Op
	do   []skeleton.Assign
}

func operations(p *skeleton.Program, o *skeleton.Object) []operation {
	var list []operation
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			if n.Object == o {
				list = append(list, operation{b, n, n.Op, n.Do})
			}
			for _, c := range n.Cases {
				if c.Object == o {
					op := skeleton.Recv
					if c.Send {
						op = skeleton.Send
					}
					list = append(list, operation{b, n, op, c.Do})
				}
			}
		}
	}
	return list
}

// states makes the bits of all objects.
func (t *translator) states() []*object {
	var list []*object
	for _, object := range t.Program.Objects {
		list = append(list, t.state1(object))
	}
	return list
}

func (t *translator) state1(object0 *skeleton.Object) *object {
	o := &object{Object: object0, closed: "0", cap: object0.Cap}
	used := operations(t.Program, object0)
	if len(used) == 0 || object0.NilChan {
		return o
	}
	// most returns how often an operation may happen.
	most := func(op skeleton.Op) int {
		sum := 0
		for _, u := range used {
			if u.op != op {
				continue
			}
			weight := 1
			if op == skeleton.Add {
				weight = max(u.node.Delta, 0)
			}
			sum = min(many, sum+weight*t.flows[u.body.ID].times(u.node, t.runs[u.body.ID]))
		}
		return sum
	}
	name := t.names.unique(object0.Name)
	bit := func(suffix string) string {
		b := name
		if suffix != "" {
			b = t.names.unique(name + "_" + suffix)
		}
		o.bits = append(o.bits, b)
		return b
	}
	count := func(suffix, what string, max int) *counter {
		c := t.counter(name+"_"+suffix, what, max)
		o.bits = append(o.bits, c.bits...)
		return c
	}
	switch object0.Kind {
	case skeleton.Mutex:
		o.held = bit("")
	case skeleton.RWMutex:
		o.held, o.announced = bit("writer"), bit("announced")
		asserted := t.Cell == nil && t.Part.asks([]*skeleton.Object{object0})
		if top := most(skeleton.RLock) + most(skeleton.TryRLock); t.AnyNumber && top > exact && (asserted || !t.oddly(resource{object0, true})) {
			o.reads = t.local(name+"_reads", "it holds a read lock of "+object0.Name)
		} else {
			o.readers = count("readers", "the number of readers of "+object0.Name, top)
		}
	case skeleton.Chan:
		if object0.External || most(skeleton.Close)+most(skeleton.Cancel) > 0 {
			o.closed = bit("closed")
		}
		switch {
		case t.AnyNumber && o.cap > exact:
			o.cap = skeleton.Unknown
		case o.cap == skeleton.Unknown:
			t.inexact("the capacity of %s is not known: sending never waits, and receiving finds an element", object0.Name)
		case o.cap == 0:
			o.full, o.taken = bit("full"), bit("taken")
			t.carry(o, used)
		default:
			elements := min(o.cap, most(skeleton.Send))
			o.count = count("n", "the number of elements in "+object0.Name, elements)
		}
	case skeleton.WaitGroup:
		top := most(skeleton.Add)
		for _, u := range used {
			if u.op == skeleton.Add && u.node.Delta == skeleton.Unknown {
				t.inexact("what is added to %s is not known: its counter may have any value", object0.Name)
				top = many
			}
		}
		recovers := slices.ContainsFunc(used, func(u operation) bool { return u.op == skeleton.Add && u.node.Recovers() })
		if t.AnyNumber && top > exact && !recovers && t.paired(object0) && (t.whole == nil || t.whole.objects[object0.ID].owes != "") {
			o.owes = t.local(name+"_owed", "it owes "+object0.Name+" a Done")
		} else {
			o.count = count("n", "the counter of "+object0.Name, top)
		}
		if recovers {
			o.negative = bit("negative")
			t.inexact("how far the counter of %s is below zero is not known", object0.Name)
		}
		if t.beside(used) && t.Part.asks([]*skeleton.Object{object0}) {
			o.waiting = count("waiting", "the number of goroutines at Wait of "+object0.Name, min(exact, most(skeleton.Wait)))
		}
	case skeleton.Once:
		o.running, o.over = bit("running"), bit("done")
	case skeleton.Cond:
		if t.AnyNumber {
			o.asleep, o.wakes = t.local(name+"_asleep", "it waits for "+object0.Name), bit("signal")
			break
		}
		o.sleepers = count("asleep", "the number of goroutines that wait for "+object0.Name, most(skeleton.CondEnter))
		o.woken = count("woken", "the number of goroutines that were woken from "+object0.Name, most(skeleton.CondEnter))
	}
	return o
}

// carry finds the shared variables by which a channel without buffer carries elements: those that
// its senders assign and only its receivers read. They are assigned when the element is offered.
func (t *translator) carry(o *object, used []operation) {
	o.carries = map[*skeleton.Var]bool{}
	other := map[*skeleton.Var]bool{}
	for _, u := range used {
		if u.op != skeleton.Send {
			continue
		}
		for _, a := range u.do {
			if a.Var.Shared {
				o.carries[a.Var] = true
			}
			reads(a.Value, func(v *skeleton.Var) {
				if v.Shared {
					t.inexact("what is sent to %s is read from %s when it is offered", o.Name, v.Name)
				}
			})
		}
	}
	for _, b := range t.Bodies {
		for _, n := range b.Nodes {
			uses := func(op skeleton.Op, object *skeleton.Object, do []skeleton.Assign) {
				for _, a := range do {
					if op != skeleton.Send || object != o.Object {
						other[a.Var] = true
					}
					if op != skeleton.Recv || object != o.Object {
						reads(a.Value, func(v *skeleton.Var) { other[v] = true })
					}
				}
			}
			uses(n.Op, n.Object, n.Do)
			uses(skeleton.Go, nil, n.Args)
			for _, c := range n.Cases {
				op := skeleton.Recv
				if c.Send {
					op = skeleton.Send
				}
				uses(op, c.Object, c.Do)
			}
			asked(n, func(v *skeleton.Var) { other[v] = true })
		}
	}
	for v := range o.carries {
		if other[v] {
			t.inexact("%s is assigned when the send on %s is offered", v.Name, o.Name)
		}
	}
}

// beside reports whether a goroutine may call Add to raise a counter while another one waits for it.
func (t *translator) beside(used []operation) bool {
	for _, a := range used {
		for _, w := range used {
			if a.op == skeleton.Add && (a.node.Delta > 0 || a.node.Delta == skeleton.Unknown) && w.op == skeleton.Wait &&
				(a.body != w.body && t.runs[a.body.ID] > 0 && t.runs[w.body.ID] > 0 || t.runs[a.body.ID] > 1) {
				return true
			}
		}
	}
	return false
}
