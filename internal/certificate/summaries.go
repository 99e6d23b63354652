// This file defines the check of procedure summaries.

package certificate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/ijit/ijit/internal/judge"
	"github.com/ijit/ijit/parser"
)

// A summaries proves something about one thread that calls procedures. For each program
// counter it has pairs of valuations, of the variables at the entry of the procedure and
// now; for each procedure, pairs of a valuation at the entry and one of the globals and the
// values returned (Reps, Horwitz and Sagiv, POPL 1995). They are inductive:
//
//   - main begins with its initial valuations, each paired with itself;
//   - a statement takes a pair to one behind it;
//   - a call takes a pair to the entry of the callee, where what enters is paired with
//     itself, and along the summary of the callee to one behind the call;
//   - a return takes a pair to the summary.
//
// So every valuation with which a program counter is ever reached is the second of one of
// its pairs, whatever the depth of the stack. Nothing that goes wrong is among them.
//
// Statements are not executed by the judge, since there may be more valuations than can be
// counted; a test compares.
type summaries struct {
	*program
	*diagrams
	globals int
	pairs   map[int]int          // by program counter
	leaves  map[*parser.Proc]int // summaries
	entries map[*parser.Proc]int // what enters, the globals now and the locals next
	called  map[*parser.Proc]bool
}

// A slot says which value of a variable is meant. Those of a variable are next to each
// other in the order.
type slot int

const (
	begin slot = iota // at the entry of the procedure
	now               // before the statement
	next              // behind it; of a call, formals at the entry of the callee, globals behind it
	left              // the left side of a call
	slots
)

func (s *summaries) levelOf(v *parser.Var, in slot) int {
	i := v.Index
	if v.Proc != nil {
		i += s.globals
	}
	return i*int(slots) + int(in)
}

func newSummaries(p *program, e *Summaries) (*summaries, error) {
	if p.copies != 1 || p.cover != nil {
		return nil, rejected("summaries say nothing about several threads or a target")
	}
	s := &summaries{
		program: p, diagrams: newDiagrams(p.ctx), globals: len(p.file.Globals),
		pairs: map[int]int{}, leaves: map[*parser.Proc]int{}, entries: map[*parser.Proc]int{}, called: map[*parser.Proc]bool{},
	}
	return s, s.readAll(e)
}

func (s *summaries) check() error {
	for _, proc := range s.file.Procs {
		s.entries[proc] = s.rename(s.diagonal(s.pairs[proc.Entry]), func(level int) int {
			if level/int(slots) >= s.globals {
				level++ // locals next
			}
			return level
		})
	}
	main := s.file.Main
	begins := []int{s.initial(s.file.Globals, now), s.initial(main.Locals, next), s.enforced(main, entering)}
	if !s.implied(s.entries[main], begins...) {
		return cmp.Or(s.err, s.leads("the beginning of main"))
	}
	if s.watch[main.Entry] && !s.implied(bottom, begins...) {
		return rejected("label %s is where main begins, at %s", s.label, s.place(main.Entry))
	}
	for pc := range s.pairs {
		if op, ok := s.op(pc).(*parser.Call); ok {
			s.called[op.Proc.Proc] = true
		}
	}
	for _, pc := range slices.Sorted(maps.Keys(s.pairs)) {
		if err := s.statement(pc); cmp.Or(s.err, err) != nil {
			return cmp.Or(s.err, err)
		}
	}
	return s.err
}

func (s *summaries) leads(what string) error {
	return rejected("the set is not closed: %s leads to what is not in it", what)
}

// readAll reads the diagrams. Variable 3*i is the value of global i at the entry, 3*i+1 the
// one now; behind the globals come the locals of the procedure, by their positions, and what
// it returns, one each.
func (s *summaries) readAll(e *Summaries) error {
	most, returned := 0, 0
	for _, proc := range s.file.Procs {
		most, returned = max(most, len(proc.Locals)), max(returned, proc.Returns)
	}
	count := s.globals + most
	edge, err := s.read(e.Nodes, func(v int) (int, error) {
		switch {
		case v >= 3*count && v < 3*count+returned:
			return (count + v - 3*count) * int(slots), nil
		case v < 0 || v >= 3*count || v%3 == 2:
			return 0, rejected("there is no variable %d", v)
		}
		return v/3*int(slots) + v%3, nil
	})
	if err != nil {
		return err
	}
	for text, root := range e.At {
		pc, err := strconv.Atoi(text)
		at, ok := s.judge.Location(pc)
		if err != nil || !ok || strconv.Itoa(pc) != text {
			return rejected("there is no program counter %s", text)
		}
		if s.pairs[pc], err = edge(root); err != nil {
			return err
		}
		if !s.only(s.pairs[pc], func(i int, in slot) bool { return i < s.globals+len(at.Proc.Locals) }) {
			return rejected("what is at program counter %d has variables that %s has not", pc, at.Proc.Name)
		}
	}
	for name, root := range e.Returns {
		i := slices.IndexFunc(s.file.Procs, func(p *parser.Proc) bool { return p.Name == name })
		if i < 0 {
			return rejected("there is no procedure %q", name)
		}
		proc := s.file.Procs[i]
		f, err := edge(root)
		if err != nil {
			return err
		}
		if !s.only(f, func(i int, in slot) bool {
			return i < s.globals || i < s.globals+len(proc.Locals) && in == begin || i >= count && i < count+proc.Returns
		}) {
			return rejected("the summary of %s has variables that it has not", name)
		}
		s.leaves[proc] = f
	}
	return s.err
}

// only reports whether all variables of f, by position and slot, are of the right kind.
func (s *summaries) only(f int, right func(i int, in slot) bool) bool {
	seen := map[int]bool{bottom: true, top: true}
	var walk func(f int) bool
	walk = func(f int) bool {
		if seen[f] {
			return true
		}
		seen[f] = true
		b := s.nodes[f]
		return right(b.level/int(slots), slot(b.level%int(slots))) && walk(b.lo) && walk(b.hi)
	}
	return walk(f)
}

// diagonal returns, as values now, the valuations that f pairs with themselves.
func (s *summaries) diagonal(f int) int {
	known := map[int]int{bottom: bottom, top: top}
	var walk func(f int) int
	walk = func(f int) int {
		r, ok := known[f]
		if !ok {
			first := s.nodes[f].level / int(slots) * int(slots)
			part := func(value bool) int {
				return walk(s.at(s.at(f, first+int(begin), value), first+int(now), value))
			}
			r = s.node(first+int(now), part(false), part(true))
			known[f] = r
		}
		return r
	}
	return walk(f)
}

// initial returns the initial valuations of some variables.
func (s *summaries) initial(vars []*parser.Var, in slot) int {
	f := top
	for _, v := range slices.Backward(vars) {
		switch v.Init {
		case parser.InitZero:
			f = s.node(s.levelOf(v, in), f, bottom)
		case parser.InitOne:
			f = s.node(s.levelOf(v, in), bottom, f)
		}
	}
	return f
}

// statement checks what is at a program counter.
func (s *summaries) statement(pc int) error {
	at, _ := s.judge.Location(pc)
	pairs := s.pairs[pc]
	here := fmt.Sprintf("what is at program counter %d, %s,", pc, s.place(pc))
	if pairs == bottom {
		return nil
	}
	if s.watch[pc] {
		return rejected("label %s is reached at %s", s.label, s.place(pc))
	}
	pairs = s.and(pairs, s.enforced(at.Proc, current))
	// goes checks the step to a program counter of the same procedure, with the variables
	// behind it where to says and whatever else relates them.
	goes := func(pc int, to func(*parser.Var) slot, related ...int) error {
		after := s.rename(s.pairs[pc], func(level int) int { return s.moved(level, at.Proc, to) })
		if !s.implied(after, append(related, pairs, s.enforced(at.Proc, to))...) {
			return s.leads(here)
		}
		return nil
	}
	all := func(pcs []int, condition int) error {
		for _, next := range pcs {
			if err := goes(next, current, condition); err != nil {
				return err
			}
		}
		return nil
	}
	switch op := at.Op.(type) {
	case *parser.Skip, *parser.AtomicBegin, *parser.AtomicEnd, *parser.Goto, *parser.Signal, *parser.Broadcast:
		return all(at.Next, top) // there is nobody to be woken
	case *parser.Wait, *parser.EndThread:
		return nil
	case *parser.If, *parser.While:
		can := s.values(at.Cond, s.before)
		if err := all(at.Yes, can[1]); err != nil {
			return err
		}
		return all(at.No, can[0])
	case *parser.Assume:
		return all(at.Next, s.values(op.Cond, s.before)[1])
	case *parser.Assert:
		can := s.values(op.Cond, s.before)
		if s.assertions && !s.implied(bottom, pairs, can[0]) {
			return rejected("%s is in the set, and %s", here, s.failure(pc).fails)
		}
		return all(at.Next, can[1])
	case *parser.Dead:
		written := map[*parser.Var]slot{}
		for _, r := range op.Vars {
			written[r.Var] = next
		}
		return goes(at.Next[0], s.behind(written))
	case *parser.Assign:
		return s.assign(op, here, func(to func(*parser.Var) slot, related ...int) error { return goes(at.Next[0], to, related...) })
	case *parser.Return:
		return s.leave(at.Proc, op.Values, pairs, here)
	case nil:
		return s.leave(at.Proc, nil, pairs, here)
	case *parser.Call:
		return s.call(&at, op, pairs, here)
	}
	return rejected("%s is about threads, summaries are not", here)
}

// moved returns where a variable of proc stands whose value now is in another slot.
func (s *summaries) moved(level int, proc *parser.Proc, to func(*parser.Var) slot) int {
	i := level / int(slots)
	switch {
	case slot(level%int(slots)) != now:
		return level
	case i < s.globals:
		return s.levelOf(s.file.Globals[i], to(s.file.Globals[i]))
	}
	v := proc.Locals[i-s.globals]
	return s.levelOf(v, to(v))
}

// current has all variables now.
func current(*parser.Var) slot { return now }

// entering has the variables at the entry of a callee, where the globals are those now.
func entering(v *parser.Var) slot {
	if v.Proc == nil {
		return now
	}
	return next
}

// behind has the values of those that are written where written says, and others now.
func (s *summaries) behind(written map[*parser.Var]slot) func(*parser.Var) slot {
	return func(v *parser.Var) slot {
		if in, ok := written[v]; ok {
			return in
		}
		return now
	}
}

// before returns the value of a variable now.
func (s *summaries) before(r *parser.Ref) int {
	if r.Passive {
		s.fail(rejected("%s:%s is about other threads, summaries are not", s.file.Name, r.Pos))
		return bottom
	}
	return s.variable(s.levelOf(r.Var, now))
}

// enforced returns where what a procedure enforces may hold.
func (s *summaries) enforced(proc *parser.Proc, in func(*parser.Var) slot) int {
	if proc.Enforce == nil {
		return top
	}
	return s.values(proc.Enforce, func(r *parser.Ref) int { return s.variable(s.levelOf(r.Var, in(r.Var))) })[1]
}

// assign checks x1..xk := e1..ek constrain C.
func (s *summaries) assign(op *parser.Assign, here string, goes func(to func(*parser.Var) slot, related ...int) error) error {
	written := map[*parser.Var]slot{}
	values := map[*parser.Var]int{}
	for i, r := range op.Lhs {
		switch {
		case r.Var == nil: // _ discards
		case r.Passive:
			return rejected("%s is about threads, summaries are not", here)
		default:
			written[r.Var] = next
			values[r.Var] = s.takes(s.levelOf(r.Var, next), s.values(op.Rhs[i], s.before))
		}
	}
	related := slices.Sorted(maps.Values(values))
	to := s.behind(written)
	if op.Constrain != nil {
		related = append(related, s.values(op.Constrain, func(r *parser.Ref) int {
			if r.Next && !r.Passive {
				return s.variable(s.levelOf(r.Var, to(r.Var)))
			}
			return s.before(r)
		})[1])
	}
	return goes(to, related...)
}

// takes returns that a variable has one of the values that something can have.
func (s *summaries) takes(level int, can [2]int) int { return s.ite(s.variable(level), can[1], can[0]) }

// returned returns the variable of a value that is returned.
func (s *summaries) returned(k int) int {
	most := 0
	for _, proc := range s.file.Procs {
		most = max(most, len(proc.Locals))
	}
	return (s.globals + most + k) * int(slots)
}

// leave checks a return, of any values if there are none.
func (s *summaries) leave(proc *parser.Proc, values []parser.Expr, pairs int, here string) error {
	related := []int{pairs}
	for k, e := range values {
		related = append(related, s.takes(s.returned(k), s.values(e, s.before)))
	}
	if s.called[proc] && !s.implied(s.leaves[proc], related...) {
		return s.leads(here)
	}
	return nil
}

// call checks that what enters the callee and what comes back is there. In the callee's
// summary, what is at the entry are the globals now and the formals next, and what is
// returned are the globals next.
func (s *summaries) call(at *judge.Location, op *parser.Call, pairs int, here string) error {
	callee := op.Proc.Proc
	related := []int{pairs}
	for k, e := range op.Args {
		related = append(related, s.takes(s.levelOf(callee.Locals[k], next), s.values(e, s.before)))
	}
	enters := append(slices.Clone(related), s.initial(callee.Locals[len(op.Args):], next), s.enforced(callee, entering))
	if !s.implied(s.entries[callee], enters...) {
		return s.leads(here)
	}
	related = append(related, s.rename(s.leaves[callee], func(level int) int {
		switch i := level / int(slots); {
		case i < s.globals:
			return level + 1
		case slot(level%int(slots)) == begin && i < s.returned(0)/int(slots):
			return level + 2
		}
		return level
	}))
	written := map[*parser.Var]slot{}
	for _, v := range s.file.Globals {
		written[v] = next
	}
	values := map[*parser.Var]int{}
	for k, r := range op.Lhs {
		if r.Var != nil {
			written[r.Var] = left
			values[r.Var] = s.same(s.variable(s.levelOf(r.Var, left)), s.variable(s.returned(k)))
		}
	}
	related = append(related, slices.Sorted(maps.Values(values))...)
	to := s.behind(written)
	related = append(related, s.enforced(at.Proc, to))
	after := s.rename(s.pairs[at.Next[0]], func(level int) int { return s.moved(level, at.Proc, to) })
	if !s.implied(after, related...) {
		return s.leads(here)
	}
	return nil
}

// values returns where an expression can be 0 and where it can be 1, each * choosing on its
// own.
func (s *summaries) values(e parser.Expr, value func(*parser.Ref) int) (can [2]int) {
	if s.err != nil {
		return can
	}
	switch e := e.(type) {
	case *parser.Lit:
		if e.Value {
			return [2]int{bottom, top}
		}
		return [2]int{top, bottom}
	case *parser.Star:
		return [2]int{top, top}
	case *parser.Ref:
		f := value(e)
		return [2]int{s.not(f), f}
	case *parser.Not:
		x := s.values(e.X, value)
		return [2]int{x[1], x[0]}
	case *parser.Cond:
		return s.either(s.values(e.If, value), s.values(e.Then, value), s.values(e.Else, value))
	case *parser.Choose:
		// 1 if X, else 0 if Y, else 0 or 1.
		return s.either(s.values(e.X, value), [2]int{bottom, top},
			s.either(s.values(e.Y, value), [2]int{top, bottom}, [2]int{top, top}))
	case *parser.Binary:
		x, y := s.values(e.X, value), s.values(e.Y, value)
		for v := range 2 {
			for w := range 2 {
				r := result(e.Op, v, w)
				can[r] = s.or(can[r], s.and(x[v], y[w]))
			}
		}
	}
	return can
}

// either returns the values of if x then y else z.
func (s *summaries) either(x, y, z [2]int) (can [2]int) {
	for v := range can {
		can[v] = s.or(s.and(x[1], y[v]), s.and(x[0], z[v]))
	}
	return can
}

// result returns the value of an operator.
func result(op parser.BinaryOp, v, w int) int {
	switch op {
	case parser.OpAnd:
		return v & w
	case parser.OpOr:
		return v | w
	case parser.OpXor, parser.OpNeq:
		return v ^ w
	case parser.OpEq:
		return 1 ^ v ^ w
	default: // implies
		return 1 ^ v&(1^w)
	}
}
