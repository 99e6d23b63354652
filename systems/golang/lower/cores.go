// This file defines cores: why a goroutine is blocked for ever, as assertions that mention finitely many
// goroutines.
//
// In a configuration in which all goroutines are blocked, walk from one of them to one that could end
// its wait, and so on: the walk ends where nobody could, or it runs into a cycle. Each is a core. So if no
// core can be reached there is no such configuration, for any number of goroutines. This holds whatever is
// meant by who could end a wait; a good choice makes few false alarms: the holder of a lock, who owes a Done,
// and for communications each goroutine of another body that can still come to a matching operation.

package lower

import (
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A blocked is a kind of wait: an operation of a body where goroutines may be blocked.
type blocked struct {
	body   *skeleton.Body
	node   *skeleton.Node
	part   string     // waits: of Lock on an RWMutex, for the readers
	cond   string     // it is blocked, said by shared bits
	own    string     // and by local ones
	needs  []need     // operations that end the wait
	from   []resource // or who holds one of these
	owed   *skeleton.Object
	unique bool   // at most one goroutine is there
	bit    string // somebody is there; empty if nobody asks
	core   string // nobody can end the wait
	cycles []cycle
	gate   *gate      // of a wait in a loop that may go on for ever, which is no operation
	gates  []*blocked // behind which there is who could end the wait
}

// silent reports whether nothing is asserted at a wait: at a gate, and where a service waits, which may do so as long
// as the program runs. Who waits for such a goroutine may be blocked for ever all the same.
func (w *blocked) silent() bool { return w.gate != nil || w.body.Service }

// A cycle is the condition that goroutines wait for each other, one of them at the wait that tests it.
type cycle struct {
	cond  string
	about []*skeleton.Object
}

type cores struct {
	*translator
	waits  []*blocked
	ghosts []*ghost
	starts map[*skeleton.Body]string
	lost   map[resource]string // somebody has ended who holds it
	known  map[need][][]bool
	rounds *rounds
	traps  []*trap
	chains int
}

func (t *translator) newCores(r *rounds) *cores {
	c := &cores{translator: t, rounds: r, starts: map[*skeleton.Body]string{}, lost: map[resource]string{}}
	for _, b := range t.Bodies {
		c.holds(b)
	}
	for _, b := range t.Bodies {
		for _, n := range b.Nodes {
			if t.runs[b.ID] == 0 || !n.Op.Blocks() || n.Default && !n.Polls || !t.Part.asks(mentioned(n)) {
				continue
			}
			w := c.wait(b, n, "")
			c.waits = append(c.waits, w)
			if n.Op == skeleton.Lock && n.Object.Kind == skeleton.RWMutex {
				c.waits = append(c.waits, c.wait(b, n, "waits"))
			}
		}
	}
	for _, w := range c.waits {
		if w.silent() {
			w.own = "1" // who asks does not know the locals of others
		} else {
			w.core = c.alone(w)
		}
	}
	c.lead()
	c.walk()
	return c
}

// wait describes one kind of wait.
func (c *cores) wait(b *skeleton.Body, n *skeleton.Node, part string) *blocked {
	w := &blocked{body: b, node: n, part: part, cond: "1", own: "1", unique: c.runs[b.ID] == 1}
	for r, must := range c.holds(b).must[n.ID] {
		w.unique = w.unique || must && !r.reading && !c.odd[r]
	}
	var o *object
	if n.Object != nil {
		o = c.objects[n.Object.ID]
	}
	switch n.Op {
	case skeleton.Lock, skeleton.RLock:
		w.cond, w.from = o.held, []resource{{n.Object, false}}
		if o.announced != "" {
			w.cond = o.announced
		}
		if part != "" {
			w.cond, w.from, w.unique = "1", []resource{{n.Object, true}}, true
			if o.readers != nil {
				w.cond = not(o.readers.zero())
			}
		}
	case skeleton.OnceBegin:
		w.cond, w.from = o.running, []resource{{n.Object, false}}
	case skeleton.Wait:
		switch vain := c.rounds.counts(n.Object); {
		case o.owes == "" && vain:
			w.cond = not(o.zero())
		case o.owes == "":
			w.cond, w.needs = not(o.zero()), []need{{Object: n.Object, send: true}}
		case !vain: // else nothing is known
			w.owed = n.Object
		}
	case skeleton.CondWait:
		w.own, w.needs = o.asleep, []need{{Object: n.Object, send: true}}
	case skeleton.Send, skeleton.Recv:
		c.comes(w, n.When, c.waiting(o, n.Op == skeleton.Send, false), need{Object: n.Object, send: n.Op == skeleton.Recv})
	case skeleton.Select:
		for _, one := range n.Cases {
			if n.Polls && one.Object.Ticking {
				continue // that only leads back
			}
			c.comes(w, one.When, c.waiting(c.objects[one.Object.ID], one.Send, true), need{Object: one.Object, send: !one.Send})
		}
	}
	return w
}

// comes adds to a wait that a communication does not come: nobody does what is needed, or it is that of a timer that
// does not fire. Nothing is known of what a gate asks if it changes again and again: who opens the gate may shut it
// before anybody comes, and two gates, or one at two times, may be shut in each round though they never are so at once.
func (c *cores) comes(w *blocked, when skeleton.Expr, waits string, n need) {
	if w.gate != nil && (waits != "0" && c.rounds.goes(n.Object, true) || c.rounds.changes(when)) {
		return
	}
	if n.Object != nil {
		w.needs = append(w.needs, n)
	}
	w.needs = append(w.needs, wanted(when)...)
	waits = or(not(state{translator: c.translator, flow: c.flows[w.body.ID]}.when(when)), waits)
	own := false
	if mentions(when, func(v *skeleton.Var) { own = own || !v.Shared }); own {
		w.own = and(w.own, waits)
	} else {
		w.cond = and(w.cond, waits)
	}
}

// waiting returns the condition that a communication waits. What a Select offers it may have withdrawn.
func (c *cores) waiting(o *object, send, choice bool) string {
	open := not(o.closed)
	switch {
	case o.NilChan:
		return "1"
	case (o.External || o.Ticking) && !send:
		return "0"
	case o.cap == skeleton.Unknown:
		return open
	case o.cap == 0 && send && choice:
		return open
	case o.cap == 0 && send:
		return and(o.full, open)
	case o.cap == 0:
		return and(not(o.full), open)
	case send && o.cap > o.count.max:
		return "0"
	case send:
		return and(o.count.is(o.cap), open)
	}
	return and(o.count.zero(), open)
}

// alone returns the condition that nobody can end the wait.
func (c *cores) alone(w *blocked) string {
	var list []string
	for _, r := range w.from {
		switch {
		case c.odd[r]:
			return w.cond // who holds it is not known
		default:
			list = append(list, c.abandoned(r))
		}
	}
	for _, n := range w.needs {
		if n.Object == nil || !c.objects[n.ID].NilChan {
			list = append(list, c.nobody(n, w.body))
		}
	}
	if w.owed != nil { // who owes a Done has not ended
		return "0"
	}
	return and(append(list, w.cond, w.own)...)
}

// abandoned returns the condition that somebody has ended who holds a resource.
func (c *cores) abandoned(r resource) string {
	if c.lost[r] != "" {
		return c.lost[r]
	}
	for _, b := range c.Bodies {
		for k, n := range b.Nodes {
			if (n.Op == skeleton.End || n.Op == skeleton.Hang) && c.holds(b).may[k][r] {
				name := c.objects[r.ID].held + c.objects[r.ID].running
				if name == "" {
					name = r.Name // a channel
				}
				c.lost[r] = c.names.unique(name + "_kept")
				return c.lost[r]
			}
		}
	}
	return "0"
}

// leaks makes the assertions that no core is there, for a location of an operation.
func (s state) leaks(n *skeleton.Node, part string) code {
	if s.cores == nil {
		return nil
	}
	var c code
	for _, w := range s.cores.waits {
		if w.silent() || w.node != n || part != w.part && !(part == "offered" && w.part == "") {
			continue
		}
		name := n.Op.String()
		if n.Object != nil {
			name += " " + n.Object.Name
		}
		c = append(c, s.fail("leak", n, -1, not(w.core), "blocked for ever: nobody can end "+name)...)
		for _, cycle := range w.cycles {
			c = append(c, s.failAbout(cycle.about, "leak", n, -1, not(cycle.cond), "blocked for ever: "+name+" waits in a cycle")...)
		}
	}
	return c
}

// declare writes the declarations of ghosts.
func (c *cores) declare(w *writer) {
	if c == nil {
		return
	}
	for _, g := range c.ghosts {
		if g.count == nil {
			w.declare([]string{g.left}, zeros, "a goroutine "+g.body.Name+" has left what others wait for", 0)
			continue
		}
		first := g.count.digits(0)
		if g.at(c.Bodies[0], 0) {
			first = g.count.digits(1)
		}
		w.declare(g.count.bits, func(i int) string { return first[i] }, "goroutines "+g.body.Name+" that can still end the wait of others", 0)
	}
	for _, b := range c.Bodies {
		if bit := c.starts[b]; bit != "" {
			w.declare([]string{bit}, zeros, "a goroutine "+b.Name+" was started", 0)
		}
	}
	for _, o := range c.objects {
		for _, reading := range []bool{false, true} {
			if bit := c.lost[resource{o.Object, reading}]; bit != "" {
				w.declare([]string{bit}, zeros, "somebody has ended who holds "+o.Name, 0)
			}
		}
	}
	for _, b := range c.waits {
		if b.bit != "" {
			w.declare([]string{b.bit}, zeros, "a goroutine waits at "+b.node.Text, 0)
		}
	}
	for _, t := range c.traps {
		if t.bit != "" {
			w.declare([]string{t.bit}, zeros, "a goroutine "+t.body.Name+" is in a loop that may go on for ever", 0)
		}
	}
}
