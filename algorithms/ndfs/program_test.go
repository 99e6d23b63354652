// This file defines tests of programs, and the graph of a program as an interpreter has it that
// shares no code.

package ndfs_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/ndfs"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/tts"
)

// check asks about a program.
func check(t *testing.T, p *parser.Program, atomicity image.Atomicity, q ndfs.Question) ndfs.Result {
	t.Helper()
	q.System, q.Program = converter.NewJIT(image.New(p, atomicity, nil)), p
	return ndfs.Check(q, algorithms.NewMeter(context.Background(), 0, nil), nil)
}

func parse(t *testing.T, src string) *parser.Program {
	t.Helper()
	p, err := parser.Parse("test.bp", []byte(src), parser.Post)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return p
}

const (
	ticketLock = `
decl next := 0, now := 0;
void main() begin
  decl mine := 0;
  start_thread goto customer;
customer:
  mine, next := next, !next;
wait_: assume(mine = now);
critical: skip;
  now := !now;
  goto customer;
end`
	bitLock = `
decl lock := 0;
void main() begin
  start_thread goto customer;
customer: skip;
wait_: assume(!lock); lock := 1;
critical: skip;
  lock := 0;
  goto customer;
end`
	testAndSet = `
decl lock := 0;
void main() begin
  start_thread goto customer;
customer: skip;
wait_: atomic { assume(!lock); lock := 1; }
critical: skip;
  lock := 0;
  goto customer;
end`
)

func TestLocks(t *testing.T) {
	for _, x := range []struct {
		name, program, formula string
		fair                   bool
		want                   algorithms.Verdict
	}{
		{"ticket", ticketLock, "G !(t1@critical & t2@critical)", false, algorithms.Safe},
		{"ticket", ticketLock, "G (t1@wait_ -> F t1@critical)", false, algorithms.Safe}, // thread 2 comes by at most once
		{"ticket", ticketLock, "G (t1@customer -> F t1@critical)", false, algorithms.Unsafe},
		{"ticket", ticketLock, "G (t1@customer -> F t1@critical)", true, algorithms.Safe},
		{"ticket", ticketLock, "G (t1@wait_ -> F t1@critical)", true, algorithms.Safe},
		{"ticket", ticketLock, "G (t2@wait_ -> F t2@critical) & G F t1@critical", true, algorithms.Safe},
		{"ticket", ticketLock, "G (t1@critical -> O t1@wait_)", false, algorithms.Safe},
		{"ticket", ticketLock, "G (t1@critical -> t1.mine = now)", false, algorithms.Safe},
		{"ticket", ticketLock, "F t2.mine", true, algorithms.Unsafe}, // if thread 2 draws first, each time
		{"ticket", ticketLock, "F (t2.mine | t1.mine)", true, algorithms.Safe},
		{"test and set", testAndSet, "G !(t1@critical & t2@critical)", false, algorithms.Safe},
		{"test and set", testAndSet, "G (t1@wait_ -> F t1@critical)", true, algorithms.Unsafe},
		{"test and set", testAndSet, "G F some@critical", true, algorithms.Safe},
		{"test and set", testAndSet, "G F some@critical", false, algorithms.Safe}, // whoever moves comes there
		{"bit", bitLock, "G !(t1@critical & t2@critical)", false, algorithms.Unsafe},
	} {
		p := parse(t, x.program)
		atoms := ltl.NewPropositions(p, 2)
		f, err := ltl.Parse("test", x.formula, atoms.Atom)
		if err != nil {
			t.Fatal(err)
		}
		r := check(t, p, image.Big, ndfs.Question{Threads: 2, Copies: 1, Fair: x.fair, Formula: f, Atoms: atoms.List})
		if r.Verdict != x.want {
			t.Errorf("%s: %s (fair: %t) is %v, want %v", x.name, x.formula, x.fair, r.Verdict, x.want)
		}
		if r.Run != nil && r.Run.Loop == len(r.Run.Steps) {
			t.Errorf("%s: %s: all threads are said to stop for ever", x.name, x.formula)
		}
		if x.name == "test and set" && r.Run != nil {
			for _, s := range r.Run.Steps[r.Run.Loop:] {
				if s.Thread != 2 {
					t.Errorf("%s: thread %d moves in the loop in which thread 1 starves", x.name, s.Thread)
				}
			}
		}
	}
}

// A slot that is free is taken again, and where all threads have come to an end, the last
// state stays.
func TestSlots(t *testing.T) {
	p := parse(t, `
decl a := 0;
void main() begin
  start_thread goto child;
again: start_thread goto child;
  goto done;
child: a := 1; end_thread;
done: skip;
end`)
	for formula, want := range map[string]algorithms.Verdict{
		"F t1@again":                     algorithms.Safe,
		"F t1@done":                      algorithms.Safe,
		"F a":                            algorithms.Safe, // thread 1 has to wait for the child's slot
		"G !(t1@done & O t2@child & !a)": algorithms.Safe, // the second child takes the slot of the first
		"F (t2@child & Y !t2@child & a)": algorithms.Safe,
		"F (t1@done & !some@child)":      algorithms.Unsafe, // the last statement of thread 1 comes before
		"t1@again V !(t2@child & a)":     algorithms.Safe,
		"F G t1@done":                    algorithms.Unsafe,
		"G (t1@done -> X X (!some@child | t2@child))": algorithms.Safe,
	} {
		atoms := ltl.NewPropositions(p, 2)
		f, err := ltl.Parse("test", formula, atoms.Atom)
		if err != nil {
			t.Fatal(err)
		}
		r := check(t, p, image.Big, ndfs.Question{Threads: 2, Copies: 1, Formula: f, Atoms: atoms.List})
		if r.Verdict != want {
			t.Errorf("%s: %v, want %v", formula, r.Verdict, want)
		}
		if !r.Cut && want == algorithms.Safe && formula != "t1@again V !(t2@child & a)" {
			t.Errorf("%s: nothing is said to have waited for a slot", formula)
		}
		r = check(t, p, image.Big, ndfs.Question{Threads: 2, Copies: 1, Fair: true, Formula: ltl.Finally(ltl.Globally(ltl.Atom(0))), Atoms: []ltl.Proposition{{Variables: p.File.Globals}}})
		if r.Verdict != algorithms.Safe {
			t.Errorf("F G a: %v with fairness", r.Verdict)
		}
	}
	one := ndfs.Question{Threads: 1, Copies: 2, Formula: ltl.True()}
	if r := check(t, p, image.Big, one); r.Verdict != algorithms.Unknown || r.Reason != algorithms.Unsupported {
		t.Errorf("two copies where one thread may live: %+v", r)
	}
}

// A signal wakes a thread if one waits, and a broadcast all of them.
func TestSignals(t *testing.T) {
	for _, x := range []struct {
		statement, formula string
		want               algorithms.Verdict
	}{
		{"signal", "G !(t1@after & t2@sleep & t3@sleep)", algorithms.Safe},
		{"signal", "G (t1@after -> !t2@sleep)", algorithms.Unsafe},
		{"signal", "G (t1@after -> t2@sleep)", algorithms.Unsafe},
		{"signal", "F G (t1@after -> !some@sleep)", algorithms.Unsafe},
		{"broadcast", "G (t1@after -> !some@sleep)", algorithms.Safe},
	} {
		p := parse(t, `
decl a := 0, b := 0;
void main() begin
  start_thread goto child;
  start_thread goto child;
  assume(a & b);
  `+x.statement+`;
after: goto after;
child: a, b := 1, a;
sleep: wait;
  skip;
end`)
		atoms := ltl.NewPropositions(p, 3)
		f, err := ltl.Parse("test", x.formula, atoms.Atom)
		if err != nil {
			t.Fatal(err)
		}
		if r := check(t, p, image.Big, ndfs.Question{Threads: 3, Copies: 1, Formula: f, Atoms: atoms.List}); r.Verdict != x.want {
			t.Errorf("%s: %s is %v, want %v", x.statement, x.formula, r.Verdict, x.want)
		}
	}
}

// Where threads that are only counted have changed places, a run goes round until each is back.
func TestPermutation(t *testing.T) {
	p := parse(t, `
decl x := 0, y := 0;
void main() begin
  start_thread goto b;
a: assume(!x & !y); x := 1;
c: assume(x & y); x, y := 0, 0; goto b;
b: assume(x & !y); y := 1; goto a;
end`)
	r := check(t, p, image.Big, ndfs.Question{Threads: 2, Copies: 1, Formula: ltl.False()})
	if r.Run == nil {
		t.Fatal("no run")
	}
	last, first := r.Run.Steps[len(r.Run.Steps)-1].State, r.Run.Steps[r.Run.Loop-1].State
	if !reflect.DeepEqual(last, first) {
		t.Errorf("the loop begins in %+v and ends in %+v", first, last)
	}
	moved := map[int]bool{}
	for _, s := range r.Run.Steps[r.Run.Loop:] {
		moved[s.Thread] = true
	}
	if len(moved) != 2 || r.Stats.States > 16 {
		t.Errorf("threads %v move; %d states", moved, r.Stats.States)
	}
}

// Limits end a search with a reason.
func TestLimits(t *testing.T) {
	p := parse(t, ticketLock)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	q := ndfs.Question{System: converter.NewJIT(image.New(p, image.Big, nil)), Program: p, Threads: 2, Copies: 1, Formula: ltl.True()}
	if r := ndfs.Check(q, algorithms.NewMeter(ctx, 0, nil), nil); r.Verdict != algorithms.Unknown || r.Reason != algorithms.Interrupted {
		t.Errorf("interrupted: %+v", r)
	}
	if r := ndfs.Check(q, algorithms.NewMeter(context.Background(), 1, nil), nil); r.Verdict != algorithms.Unknown || r.Reason != algorithms.Memory {
		t.Errorf("no memory: %+v", r)
	}
	many, nested := ltl.True(), ltl.True()
	for i := range 70 {
		many = ltl.And(many, ltl.Globally(ltl.Or(ltl.Atom(i%2), ltl.Next(ltl.Globally(many)))))
		nested = ltl.Once(ltl.Until(nested, ltl.Next(ltl.Atom(i%2))))
	}
	for _, f := range []*ltl.Formula{many, nested, ltl.ForAll(ltl.Globally(ltl.Atom(0)))} {
		q.Formula = f
		q.Atoms = []ltl.Proposition{{Variables: p.File.Globals[:1]}, {Variables: p.File.Globals[1:]}}
		if r := ndfs.Check(q, algorithms.NewMeter(context.Background(), 0, nil), nil); r.Verdict != algorithms.Unknown || r.Reason != algorithms.Unsupported || r.Detail == "" {
			t.Errorf("unsupported: %+v", r)
		}
	}
}

// A stopping system knows no more edges and statements after some questions.
type stopping struct {
	*converter.JIT
	left int
	stop func()
}

func (s *stopping) AppendEdges(dst []tts.Edge[uint32], t tts.ThreadState[uint32]) []tts.Edge[uint32] {
	if s.left--; s.left < 0 {
		s.stop()
		return dst
	}
	return s.JIT.AppendEdges(dst, t)
}

func (s *stopping) Steps(e *tts.Edge[uint32]) []image.Step {
	if s.left--; s.left < 0 {
		s.stop()
		return nil
	}
	return s.JIT.Steps(e)
}

// A system that is stopped makes no thread seem to wait for ever, and no run seem to be
// another one.
func TestStopped(t *testing.T) {
	p := parse(t, testAndSet)
	atoms := ltl.NewPropositions(p, 2)
	for formula, verdict := range map[string]algorithms.Verdict{"G F some@critical": algorithms.Safe, "G (t1@wait_ -> F t1@critical)": algorithms.Unsafe} {
		f, err := ltl.Parse("test", formula, atoms.Atom)
		if err != nil {
			t.Fatal(err)
		}
		var whole *ndfs.Execution
		for left := 1000; left >= 0; left-- {
			ctx, cancel := context.WithCancel(context.Background())
			m := algorithms.NewMeter(ctx, 0, nil)
			sys := &stopping{converter.NewJIT(image.New(p, image.Big, nil)), left, func() { cancel(); m.Stop() }}
			r := ndfs.Check(ndfs.Question{System: sys, Program: p, Threads: 2, Copies: 1, Fair: true, Formula: f, Atoms: atoms.List}, m, nil)
			cancel()
			switch {
			case left == 1000:
				whole = r.Run
				fallthrough
			case sys.left >= 0:
				if r.Verdict != verdict {
					t.Fatalf("%s: %v", formula, r.Verdict)
				}
			case r.Verdict == algorithms.Unknown && r.Reason != algorithms.Interrupted, r.Verdict != algorithms.Unknown && r.Verdict != verdict:
				t.Fatalf("%s, stopped after %d questions: %v, %s", formula, left, r.Verdict, r.Reason)
			case r.Run != nil && !reflect.DeepEqual(r.Run, whole):
				t.Fatalf("%s, stopped after %d questions: another run", formula, left)
			}
		}
	}
}

// A judged program is its graph as the interpreter of the syntax tree has it.
type judged struct {
	judge   *judge.Judge // statement by statement
	steps   *judge.Judge // step by step
	atoms   []ltl.Proposition
	threads int
	copies  int
	fair    bool
	big     bool

	keys   map[string]uint32
	states []slots
	limit  bool
}

// Slots are a configuration whose threads have identities.
type slots struct {
	shared  []bool
	threads []*judge.Thread
}

func (g *judged) state(s slots) uint32 {
	key := fmt.Sprint(s.shared)
	for _, t := range s.threads {
		key += "|"
		if t != nil {
			key += t.String()
		}
	}
	id, ok := g.keys[key]
	if !ok {
		id = uint32(len(g.states))
		g.keys[key] = id
		g.states = append(g.states, s)
		g.limit = g.limit || len(g.states) > 3000
	}
	return id
}

func (g *judged) AppendInitial(dst []uint32) []uint32 {
	least, most := g.copies, g.copies
	if g.copies == 0 {
		least, most = 1, g.threads
	}
	for copies := least; copies <= most; copies++ {
		for c := range g.judge.Initial(copies) {
			permute(c.Threads, func(order []judge.Thread) {
				s := slots{c.Shared, make([]*judge.Thread, g.threads)}
				for i := range order {
					t := order[i]
					s.threads[i] = &t
				}
				dst = append(dst, g.state(s))
			})
		}
	}
	slices.Sort(dst)
	return slices.Compact(dst)
}

func permute(list []judge.Thread, yield func([]judge.Thread)) {
	var place func(i int)
	list = slices.Clone(list)
	place = func(i int) {
		if i == len(list) {
			yield(list)
		}
		for k := i; k < len(list); k++ {
			list[i], list[k] = list[k], list[i]
			place(i + 1)
			list[i], list[k] = list[k], list[i]
		}
	}
	place(0)
}

// moves yields what a statement of the thread in a slot leads to.
func (g *judged) moves(s slots, slot int, yield func(slots)) {
	c, at, mover := judge.Config{Shared: s.shared}, []int(nil), -1
	for i, t := range s.threads {
		if t != nil {
			if i == slot {
				mover = len(at)
			}
			c.Threads, at = append(c.Threads, *t), append(at, i)
		}
	}
	if mover < 0 {
		return
	}
	_ = g.judge.Moves(context.Background(), c, mover, g.threads, func(o judge.Outcome) bool {
		if o.Error != nil {
			return true
		}
		to := slices.Clone(at)
		if o.Gone {
			to = slices.Delete(to, mover, mover+1)
		}
		next := slots{o.Next.Shared, make([]*judge.Thread, g.threads)}
		for i := range o.Next.Threads {
			t := o.Next.Threads[i]
			if i < len(to) {
				next.threads[to[i]] = &t
				continue
			}
			next.threads[slices.Index(next.threads, nil)] = &t
		}
		yield(next)
		return true
	})
}

func (g *judged) inside(s slots) bool {
	return g.big && slices.ContainsFunc(s.threads, func(t *judge.Thread) bool {
		if t == nil {
			return false
		}
		l, _ := g.judge.Location(t.PC)
		return l.Inside
	})
}

func (g *judged) AppendSuccessors(dst []ndfs.Transition, s uint32) []ndfs.Transition {
	if g.limit {
		return append(dst, ndfs.Transition{To: s})
	}
	first, waiting := len(dst), uint64(0)
	able := g.able(g.states[s])
	for slot := range g.threads {
		before := len(dst)
		seen := map[string]bool{}
		var pass func(x slots)
		pass = func(x slots) {
			if !g.inside(x) {
				dst = append(dst, ndfs.Transition{To: g.state(x), Fair: 1 << slot, Move: uint32(slot + 1)})
				return
			}
			key := fmt.Sprint(x.shared)
			for _, t := range x.threads {
				key += fmt.Sprint("|", t)
			}
			if !seen[key] {
				seen[key] = true
				for i := range g.threads {
					g.moves(x, i, pass)
				}
			}
		}
		g.moves(g.states[s], slot, pass)
		if !able[slot] {
			waiting |= 1 << slot
			if len(dst) > before {
				panic("a thread that cannot move does")
			}
		}
	}
	if !slices.Contains(able, true) {
		dst = append(dst, ndfs.Transition{To: s})
	}
	for i := range dst[first:] {
		if t := &dst[first+i]; g.fair {
			t.Fair |= waiting
		} else {
			t.Fair = 0
		}
	}
	return dst
}

// able returns the slots of threads that can move if any number may live.
func (g *judged) able(s slots) []bool {
	c, at := judge.Config{Shared: s.shared}, []int(nil)
	for i, t := range s.threads {
		if t != nil {
			c.Threads, at = append(c.Threads, *t), append(at, i)
		}
	}
	can, err := g.steps.Able(context.Background(), c, 0)
	if err != nil {
		g.limit = true
	}
	able := make([]bool, g.threads)
	for i, slot := range at {
		able[slot] = err == nil && can[i]
	}
	return able
}

func (g *judged) FairSets() int {
	if g.fair {
		return g.threads
	}
	return 0
}

func (g *judged) GoesOn() bool { return true }

func (g *judged) Value(atom int, s uint32) bool {
	x, c := g.atoms[atom], g.states[s]
	holds := func(t *judge.Thread) bool {
		if t == nil {
			return false
		}
		l, _ := g.judge.Location(t.PC)
		for _, v := range x.Variables {
			if l.Proc == v.Proc {
				return t.Locals[v.Index]
			}
		}
		return x.Variables == nil && slices.Contains(x.PCs, t.PC)
	}
	switch {
	case x.Thread > 0:
		return holds(c.threads[x.Thread-1])
	case x.Variables != nil:
		return c.shared[x.Variables[0].Index]
	}
	return slices.ContainsFunc(c.threads, holds)
}

// follow returns the slots of an execution's states, and checks that it closes.
func (g *judged) follow(x *ndfs.Execution) ([]slots, error) {
	var list []slots
	shown := func(i int) slots {
		st := x.Initial
		if i > 0 {
			st = x.Steps[i-1].State
		}
		s := slots{st.Globals, make([]*judge.Thread, g.threads)}
		for _, t := range st.Threads {
			s.threads[t.ID-1] = &judge.Thread{PC: t.PC, Locals: t.Locals}
		}
		return s
	}
	for i := range len(x.Steps) + 1 {
		list = append(list, shown(i))
	}
	for i, s := range x.Steps {
		found := false
		g.moves(list[i], s.Thread-1, func(d slots) { found = found || g.state(d) == g.state(list[i+1]) })
		if !found {
			return nil, fmt.Errorf("step %d, of thread %d, is none", i, s.Thread)
		}
	}
	last := g.state(list[len(x.Steps)])
	if x.Loop < 0 {
		return list, nil
	}
	if x.Loop == len(x.Steps) {
		if t := g.AppendSuccessors(nil, last); t[0].Move > 0 {
			return nil, fmt.Errorf("a thread can move in the last state")
		}
	}
	if g.state(list[x.Loop]) != last {
		return nil, fmt.Errorf("the loop does not close")
	}
	return list, nil
}

// refutes checks that an execution is a fair run on which a formula does not hold.
func (g *judged) refutes(x *ndfs.Execution, f *ltl.Formula) error {
	list, err := g.follow(x)
	if err != nil {
		return err
	}
	var states []uint32
	var movers []int // of the step that leaves a state; 0 if none does
	loop := 0
	for i, s := range list {
		if i == x.Loop {
			loop = len(states)
		}
		if !g.inside(s) {
			states = append(states, g.state(s))
			if i < len(x.Steps) {
				movers = append(movers, x.Steps[i].Thread)
			} else {
				movers = append(movers, 0)
			}
		}
	}
	if x.Loop >= 0 && x.Loop < len(x.Steps) {
		states = states[:len(states)-1]
	}
	if x.Loop < 0 {
		loop = -1
		if !ltl.Holds(ltl.Not(f), ltl.Word{Length: len(states), Loop: -1, Value: func(atom, i int) bool { return g.Value(atom, states[i]) }}) {
			return fmt.Errorf("the formula may hold, depending on what follows")
		}
		return nil
	}
	fair := uint64(0)
	for i := loop; i < len(states); i++ {
		next := loop
		if i+1 < len(states) {
			next = i + 1
		}
		for _, t := range g.AppendSuccessors(nil, states[i]) {
			if t.To == states[next] && int(t.Move) == movers[i] {
				fair |= t.Fair
			}
		}
	}
	if g.fair && fair != 1<<g.threads-1 {
		return fmt.Errorf("the run is not fair")
	}
	if ltl.Holds(f, ltl.Word{Length: len(states), Loop: loop, Value: func(atom, i int) bool { return g.Value(atom, states[i]) }}) {
		return fmt.Errorf("the formula holds")
	}
	return nil
}
