// This file defines what can happen in a configuration.

package randgo

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A move is one step of the program.
type move struct {
	to      *configuration // nil: the program ends, or the limit cuts
	places  []Place        // of which a goroutine moved away
	polls   bool           // by a timer or a default
	failure *Finding       // by which the program ends
	cut     bool           // a goroutine more than the limit would start
}

// moves returns all moves of a configuration.
func (x *explorer) moves(c *configuration) []move {
	var list []move
	for i := range c.goroutines {
		list = append(list, x.alone(c, i)...)
		for _, a := range x.communications(c, i) {
			list = append(list, x.unpaired(c, i, a)...)
			for j := range c.goroutines {
				if i == j {
					continue
				}
				for _, b := range x.communications(c, j) {
					list = append(list, x.rendezvous(c, i, j, a, b)...)
				}
			}
		}
	}
	if len(c.goroutines) == 0 {
		return nil
	}
	for _, o := range x.program.Objects {
		if o.External && !c.objects[o.ID].closed {
			d := c.clone()
			d.objects[o.ID].closed = true
			list = append(list, move{to: d})
		}
	}
	return list
}

func (x *explorer) node(c *configuration, i int) (Place, *skeleton.Node) {
	g := c.goroutines[i]
	return Place{g.body, g.node}, x.program.Bodies[g.body].Nodes[g.node]
}

// to makes moves of the configurations that follow when the goroutine at a place moves.
func to(p Place, list []*configuration) []move {
	var moves []move
	for _, c := range list {
		moves = append(moves, move{to: c, places: []Place{p}})
	}
	return moves
}

// alone returns the moves of goroutine i that are no communication.
func (x *explorer) alone(c *configuration, i int) []move {
	p, n := x.node(c, i)
	d := c.clone()
	var o *object
	if n.Object != nil {
		o = &d.objects[n.Object.ID]
	}
	fail := func(kind string) []move {
		return []move{{failure: &Finding{Kind: kind, Place: p, Case: -1}}}
	}
	got := true
	switch n.Op {
	case skeleton.Hang:
		if n.Open {
			return []move{{cut: true}}
		}
		return nil
	case skeleton.Send, skeleton.Recv, skeleton.Select:
		return x.byDefault(c, i)
	case skeleton.Exit:
		return []move{{}}
	case skeleton.Panic:
		return fail("panic")
	case skeleton.End:
		d.goroutines = append(d.goroutines[:i:i], d.goroutines[i+1:]...)
		return to(p, []*configuration{d})
	case skeleton.Branch:
		var list []move
		for _, b := range c.holds(i, n.Cond) {
			next := n.Next[0]
			if !b {
				next = n.Next[1]
			}
			list = append(list, to(p, c.leave(i, next, nil, false, n.Do))...)
		}
		return list
	case skeleton.Go:
		return x.start(c, i)
	case skeleton.Lock:
		switch {
		case n.Object.Kind == skeleton.Mutex:
			if o.held {
				return nil
			}
			o.held = true
		case !d.goroutines[i].announced: // it stays where it is
			if o.held || o.waiting {
				return nil
			}
			o.waiting, d.goroutines[i].announced = true, true
			return []move{{to: d}}
		case o.readers > 0:
			return nil
		default:
			o.waiting, d.goroutines[i].announced, o.held = false, false, true
		}
	case skeleton.Unlock:
		if !o.held {
			return fail("lock")
		}
		o.held = false
	case skeleton.RLock:
		if o.held || o.waiting {
			return nil
		}
		o.readers++
	case skeleton.RUnlock:
		if o.readers == 0 {
			return fail("lock")
		}
		o.readers--
	case skeleton.TryLock:
		if got = !o.held && !o.waiting && o.readers == 0; got {
			o.held = true
		}
	case skeleton.TryRLock:
		if got = !o.held && !o.waiting; got {
			o.readers++
		}
	case skeleton.Close:
		if o.closed || n.Object.NilChan {
			if n.Recovers() {
				return to(p, d.leave(i, n.Next[1], nil, false, nil))
			}
			return fail("close")
		}
		o.closed = true
	case skeleton.Cancel:
		o.closed = true
	case skeleton.Add:
		beside := n.Delta > 0 && o.count == 0 && slices.ContainsFunc(c.goroutines, func(g goroutine) bool {
			other := x.program.Bodies[g.body].Nodes[g.node]
			return other.Op == skeleton.Wait && other.Object == n.Object
		})
		if o.count += n.Delta; o.count < 0 {
			if n.Recovers() { // it stays negative
				return append(fail("waitgroup"), to(p, d.leave(i, n.Next[1], nil, false, nil))...)
			}
			return fail("waitgroup")
		}
		if beside { // who waits may see the counter before or after
			return append(fail("waitgroup"), to(p, d.leave(i, n.Next[0], n.Result, got, n.Do))...)
		}
	case skeleton.Wait:
		if o.count != 0 {
			return nil
		}
	case skeleton.Copied:
		kind := "lock"
		if n.Object.Kind == skeleton.WaitGroup {
			kind = "waitgroup"
		}
		return append(fail(kind), to(p, d.leave(i, n.Next[0], n.Result, got, n.Do))...)
	case skeleton.OnceBegin:
		switch o.once {
		case running:
			return nil
		case done:
			return to(p, d.leave(i, n.Next[1], nil, false, n.Do))
		}
		o.once = running
	case skeleton.OnceEnd:
		o.once = done
	case skeleton.CondEnter:
		d.goroutines[i].cond, d.goroutines[i].woken = n.Object, false
	case skeleton.CondWait:
		if g := &d.goroutines[i]; g.cond != n.Object || !g.woken {
			return nil
		}
		d.goroutines[i].cond, d.goroutines[i].woken = nil, false
	case skeleton.Signal:
		var list []move
		for j, g := range c.goroutines {
			if g.cond == n.Object && !g.woken {
				d := c.clone()
				d.goroutines[j].woken = true
				list = append(list, to(p, d.leave(i, n.Next[0], nil, false, n.Do))...)
			}
		}
		if list != nil {
			return list
		}
	case skeleton.Broadcast:
		for j, g := range c.goroutines {
			if g.cond == n.Object {
				d.goroutines[j].woken = true
			}
		}
	}
	return to(p, d.leave(i, n.Next[0], n.Result, got, n.Do))
}

// start returns the moves of goroutine i at a go statement.
func (x *explorer) start(c *configuration, i int) []move {
	p, n := x.node(c, i)
	if len(c.goroutines) >= x.limits.Goroutines {
		return []move{{cut: true}}
	}
	var list []move
	for _, ch := range c.choices(i, n.Args) {
		for _, locals := range initial(n.Body.Locals) {
			for _, d := range c.leave(i, n.Next[0], nil, false, n.Do) {
				d.goroutines = append(d.goroutines, goroutine{body: n.Body.ID, locals: append([]int(nil), locals...)})
				for k, a := range n.Args {
					d.set(len(d.goroutines)-1, a.Var, ch[k])
				}
				list = append(list, move{to: d, places: []Place{p}})
			}
		}
	}
	return list
}

// initial returns all values that variables may begin with.
func initial(vars []*skeleton.Var) []choice {
	list := []skeleton.Assign{}
	for _, v := range vars {
		list = append(list, skeleton.Assign{Var: v, Value: v.Init})
	}
	return (&configuration{}).choices(0, list)
}
