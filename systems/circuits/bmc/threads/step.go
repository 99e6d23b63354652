// This file defines what a step of one thread does: the statement where it is, or an atomic
// section.

package threads

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser"
)

// A mover is the thread that takes a step, as functions of whoever that is.
type mover struct {
	is []aig.Lit // by slot: whether the thread is there
	slot
}

// A step is what happens in a frame.
type step struct {
	mover
	before  []aig.Lit // see [System.Weight]
	comes   []aig.Lit // by location: the step begins there, or comes by in the first round
	valid   aig.Lit   // it can be taken
	blocked aig.Lit   // a bound keeps a thread from being created, or a call from being made
	refused []refusal // where
	fails   []aig.Lit // by round and location: the assertion there fails
	passes  aig.Lit   // the thread goes by a label inside of an atomic section
	moves   [][]move  // by round and location
	next    []aig.Lit // by latch
}

// A move is that of a thread along an edge, perhaps one of several in a step.
type move struct {
	edge   *parser.Edge
	taken  aig.Lit
	passes aig.Lit // it goes by a label
	to     state
}

// A refusal is that of a bound at a location.
type refusal struct {
	pc   int
	flag aig.Lit
}

// A builder builds a step.
type builder struct {
	*System
	step
	oracles  *oracles
	round    int               // how often the step has gone back to the head of a loop
	arrivals [][]arrival       // by location, in the middle of the step
	again    [][]arrival       // those in the next round
	visits   map[int][]arrival // of heads of loops
	ends     []end
	counts   []counted

	always        map[int]bool // by code: a thread there can move, whatever holds
	valid, passes []aig.Lit    // by which the literals of the step hold
	ready         aig.Lit      // no other thread is inside of an atomic section
}

// An arrival is that of a thread at a location.
type arrival struct {
	flag aig.Lit // it happens
	state
	next   int       // the first oracle that has not been used
	before []aig.Lit // how many steps of the thread's own have been taken
	code   int       // of where the step began, nowhere if that may have been at several locations
}

// counted is a number where a flag is true.
type counted struct {
	flag   aig.Lit
	number []aig.Lit
}

// An end is that of a step.
type end struct {
	flag  aig.Lit // it happens
	code  int     // of where the step began, nowhere if that may have been at several locations
	to    int     // where the thread then is, -1 if it has ended
	state *state
}

// steps builds the step of the thread that is scheduled.
func (s *System) steps() {
	b := &builder{System: s, oracles: &s.oracles}
	b.build(b.scheduled())
	b.finish()
	s.step = &b.step
	for i, l := range s.step.next {
		s.SetNext(i, l)
	}
	s.Steps = append(s.Steps, s.Or(s.step.valid, s.step.passes))
}

// scheduled returns the thread that inputs choose.
func (b *builder) scheduled() mover {
	s := b.System
	var choice []aig.Lit
	for 1<<len(choice) < s.Threads {
		choice = append(choice, s.Input(fmt.Sprintf("schedule %d", len(choice))))
	}
	s.schedule = b.decode(choice, s.Threads)
	scheduled := func(of func(slot) []aig.Lit) []aig.Lit {
		merged := make([]aig.Lit, len(of(s.now.slots[0])))
		for k := range merged {
			lits := make([]aig.Lit, s.Threads)
			for i, t := range s.now.slots {
				lits[i] = s.And(s.schedule[i], of(t)[k])
			}
			merged[k] = s.Any(lits...)
		}
		return merged
	}
	return mover{s.schedule, slot{
		scheduled(func(t slot) []aig.Lit { return t.pc }),
		scheduled(func(t slot) []aig.Lit { return t.local }),
	}}
}

// build builds the step of a thread, but for the next state.
func (b *builder) build(m mover) {
	n := len(b.program.Nodes)
	all := (b.rounds + 1) * n
	b.step = step{mover: m, comes: make([]aig.Lit, n), fails: make([]aig.Lit, all), moves: make([][]move, all)}
	b.again, b.visits, b.always = make([][]arrival, n), map[int][]arrival{}, map[int]bool{}
	for b.round = 0; b.round <= b.rounds; b.round++ {
		b.arrivals, b.again = b.again, make([][]arrival, n)
		for _, pc := range b.order {
			a := b.arrive(pc)
			if a.flag == aig.False {
				continue
			}
			if slices.Contains(b.heads, pc) {
				b.visits[pc] = append(b.visits[pc], a)
			}
			if b.round == 0 {
				b.comes[pc] = a.flag
			}
			b.leave(pc, a)
		}
	}
	for _, x := range b.counts {
		b.before = b.either(x.flag, x.number, b.before)
	}
	// While a thread is inside of an atomic section, only it moves.
	b.ready = b.And(b.passed.Not(), b.Equal(b.lock, member(b.Graph, m.pc, func(code int) bool {
		return code < len(b.pcs) && b.inside(b.pcs[code])
	})))
	b.valid = append(b.valid, member(b.Graph, m.pc, func(code int) bool { return b.always[code] }))
	b.step.valid = b.And(b.ready, b.Any(b.valid...))
	b.step.blocked = b.And(b.ready, b.Any(b.refusals()...))
	b.step.passes = b.And(b.ready, b.Any(b.passes...))
	for i, l := range b.fails {
		b.fails[i] = b.And(b.ready, l)
	}
}

// refusals returns where bounds keep the step from being taken.
func (b *builder) refusals() []aig.Lit {
	flags := make([]aig.Lit, len(b.refused))
	for i, r := range b.refused {
		flags[i] = r.flag
	}
	return flags
}

// arrive returns how a step is at pc: it begins there, or comes by.
func (b *builder) arrive(pc int) arrival {
	list := b.arrivals[pc]
	if b.codes[pc] != nowhere && b.round == 0 {
		list = append(list, arrival{
			flag:  equals(b.Graph, b.pc, b.codes[pc]),
			state: state{b.now.shared, b.local, b.now.slots},
			code:  b.codes[pc],
		})
	}
	if len(list) == 0 {
		return arrival{flag: aig.False}
	}
	flags := make([]aig.Lit, len(list))
	if len(list) == 1 {
		return list[0]
	}
	next, code := 0, list[0].code
	var before []aig.Lit
	for i, x := range list {
		flags[i] = x.flag
		next = max(next, x.next)
		before = b.either(x.flag, x.before, before)
		if x.code != code {
			code = nowhere
		}
	}
	return arrival{b.Any(flags...), b.merge(flags, func(i int) *state { return &list[i].state }), next, before, code}
}

// merge returns the state for the flag of which is true. If none is, any will do.
func (b *builder) merge(flags []aig.Lit, of func(int) *state) state {
	lits := func(get func(*state) []aig.Lit) []aig.Lit {
		merged := slices.Clone(get(of(0)))
		for i := range flags {
			for k, l := range get(of(i)) {
				merged[k] = b.Mux(flags[i], l, merged[k])
			}
		}
		return merged
	}
	s := state{
		shared: lits(func(s *state) []aig.Lit { return s.shared }),
		local:  lits(func(s *state) []aig.Lit { return s.local }),
		slots:  of(0).slots,
	}
	for i := range flags {
		if &of(i).slots[0] != &s.slots[0] { // others are concerned
			s.slots = make([]slot, b.Threads)
			for j := range s.slots {
				s.slots[j] = slot{
					lits(func(s *state) []aig.Lit { return s.slots[j].pc }),
					lits(func(s *state) []aig.Lit { return s.slots[j].local }),
				}
			}
			break
		}
	}
	return s
}

// leave goes on from pc.
func (b *builder) leave(pc int, a arrival) {
	var ways []way
	at := b.round*len(b.program.Nodes) + pc
	for _, x := range b.program.Nodes[pc].Out {
		switch {
		case x.Relation.Is(false) || b.idle[x]:
		case x.Kind == parser.FailEdge:
			next := a.next
			b.fails[at] = b.And(a.flag, b.along(x, a, &next).holds)
			b.counts = append(b.counts, counted{b.fails[at], a.before})
		default:
			ways = append(ways, way{edge: x})
		}
	}
	if b.Inlined != nil {
		if _, deep := slices.BinarySearch(b.Inlined.Deep, pc); deep {
			b.refused = append(b.refused, refusal{pc, a.flag})
		}
	}
	if len(ways) == 0 {
		return
	}
	next := b.choose(ways, a)
	var holds []aig.Lit
	for i := range ways {
		w := &ways[i]
		chosen := b.And(a.flag, w.selected)
		taken := b.And(chosen, w.holds)
		passes := b.And(taken, b.shows(w))
		b.moves[at] = append(b.moves[at], move{w.edge, taken, passes, w.to})
		b.passes = append(b.passes, passes)
		if refused := b.And(chosen, w.blocked); refused != aig.False {
			b.refused = append(b.refused, refusal{pc, refused})
		}
		if to := w.edge.To; !b.goesOn(w.edge) {
			// The conditions need not hold in the next state, which means nothing if they do not.
			b.counts = append(b.counts, counted{chosen, a.before})
			b.ends = append(b.ends, end{chosen, a.code, to, &w.to})
			holds = append(holds, b.And(w.selected, w.holds))
			continue
		}
		arrivals := b.arrivals
		if b.back[w.edge] {
			arrivals = b.again
		}
		before := a.before
		if b.chained[w.edge] {
			before = b.increment(before)
		}
		arrivals[w.edge.To] = append(arrivals[w.edge.To], arrival{taken, w.to, next, before, a.code})
	}
	switch possible := b.Any(holds...); {
	case possible == aig.True && b.codes[pc] != nowhere && a.flag == equals(b.Graph, b.pc, b.codes[pc]):
		b.always[b.codes[pc]] = true
	default:
		b.valid = append(b.valid, b.And(a.flag, possible))
	}
}

// shows returns where a way leads to a label in the middle of a step: that of the thread
// itself, or of another one that it creates or wakes.
func (b *builder) shows(w *way) aig.Lit {
	switch {
	case b.passed == aig.False || !b.middle(w.edge):
		return aig.False
	case slices.Contains(b.Labels, w.edge.To):
		return aig.True
	case !concernsOthers(w.edge):
		return aig.False
	}
	var there []aig.Lit
	for _, t := range w.to.slots {
		there = append(there, b.at(t, b.Labels))
	}
	return b.Any(there...)
}

// middle reports whether an edge leads to a location inside of a section that is one step.
func (s *System) middle(x *parser.Edge) bool { return x.To >= 0 && !s.visible(x.To) }

// concernsOthers reports whether other threads come to new locations by an edge.
func concernsOthers(x *parser.Edge) bool {
	return x.Kind == parser.SpawnEdge || x.Kind == parser.SignalEdge || x.Kind == parser.BroadcastEdge
}

// finish makes the next state of the ends.
func (b *builder) finish() {
	// pick returns what is at one place of the ends, and old if there is no end.
	pick := func(old aig.Lit, of func(*end) aig.Lit) aig.Lit {
		flags := map[aig.Lit][]aig.Lit{}
		var values, changes []aig.Lit
		for i := range b.ends {
			e := &b.ends[i]
			l := of(e)
			if l == old {
				continue
			}
			if flags[l] == nil {
				values = append(values, l)
			}
			flags[l] = append(flags[l], e.flag)
			changes = append(changes, e.flag)
		}
		var cases []aig.Lit
		for _, l := range values {
			cases = append(cases, b.And(b.Any(flags[l]...), l))
		}
		return b.Or(b.Any(cases...), b.And(b.Any(changes...).Not(), old))
	}
	// Where a thread mostly goes is the location behind.
	behind := b.increment(b.pc)[:len(b.pc)]
	pc := func(e *end, k int) aig.Lit {
		code := nowhere
		if e.to >= 0 {
			code = b.codes[e.to]
		}
		if e.code != nowhere && code == e.code+1 {
			return behind[k]
		}
		return aig.False.NotIf(code>>k&1 != 0)
	}
	next := func(l aig.Lit) { b.next = append(b.next, l) }
	for _, at := range b.Places {
		i, k := at.Slot, at.Index
		switch at.Kind {
		case Shared:
			next(pick(b.now.shared[k], func(e *end) aig.Lit { return e.state.shared[k] }))
		case Lock:
			next(pick(aig.False, func(e *end) aig.Lit { return aig.False.NotIf(b.inside(e.to)) }))
		case Passed:
			next(b.step.passes)
		case PC:
			other := pick(b.now.slots[i].pc[k], func(e *end) aig.Lit { return e.state.slots[i].pc[k] })
			next(b.Mux(b.is[i], pick(behind[k], func(e *end) aig.Lit { return pc(e, k) }), other))
		case Local:
			other := pick(b.now.slots[i].local[k], func(e *end) aig.Lit { return e.state.slots[i].local[k] })
			next(b.Mux(b.is[i], pick(b.local[k], func(e *end) aig.Lit { return e.state.local[k] }), other))
		}
	}
}

// increment returns the number that follows one.
func (b *builder) increment(bits []aig.Lit) []aig.Lit {
	sum, carry := make([]aig.Lit, len(bits)), aig.True
	for i, l := range bits {
		sum[i] = b.Xor(l, carry)
		carry = b.And(l, carry)
	}
	if carry != aig.False {
		sum = append(sum, carry)
	}
	return sum
}

// either returns the number x where c holds, else y, with as many bits as the longer one.
func (b *builder) either(c aig.Lit, x, y []aig.Lit) []aig.Lit {
	z := make([]aig.Lit, max(len(x), len(y))) // False
	for i := range z {
		z[i] = b.Mux(c, bit(x, i), bit(y, i))
	}
	return z
}

func bit(x []aig.Lit, i int) aig.Lit {
	if i < len(x) {
		return x[i]
	}
	return aig.False
}
