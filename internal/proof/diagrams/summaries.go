// This file defines the check of procedure summaries.

package diagrams

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
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
// its pairs, whatever the depth of the stack. Nothing that goes wrong is among them. With
// interference there may be more threads: see [interference].
type summaries struct {
	statements
	globals       int
	pairs         map[point]int
	leaves        map[module]int // summaries
	entries       map[module]int // what enters, the globals now and the locals next
	called        map[module]bool
	*interference // nil if there is one thread
}

// A point is a program counter of a procedure, called inside of an atomic section that
// keeps other threads from moving, or not.
type point struct {
	pc     int
	inside bool
}

// A module is a procedure as it is called.
type module struct {
	*parser.Proc
	inside bool
}

// level is the frame of all procedures: only that which is executed has values.
func (s *summaries) level(v *parser.Var, in moment) int {
	i := v.Index
	if v.Proc != nil {
		i += s.globals
	}
	return i*int(moments) + int(in)
}

func newSummaries(ctx context.Context, p *judge.Claim, e *proof.Summaries) (*summaries, error) {
	if p.Copies != 1 || p.Targeted {
		return nil, proof.Reject("summaries say nothing about several copies of main or a target")
	}
	s := &summaries{
		statements: statements{p, newDiagrams(ctx)}, globals: len(p.File.Globals),
		pairs: map[point]int{}, leaves: map[module]int{}, entries: map[module]int{}, called: map[module]bool{},
	}
	return s, s.readAll(e)
}

func (s *summaries) check() error {
	for _, proc := range s.File.Procs {
		for _, inside := range []bool{false, true} {
			s.entries[module{proc, inside}] = s.rename(s.diagonal(s.pairs[point{proc.Entry, inside}]), func(level int) int {
				if level/int(moments) >= s.globals {
					level++ // locals next
				}
				return level
			})
		}
	}
	for x := range s.pairs {
		if op, ok := s.Op(x.pc).(*parser.Call); ok {
			s.called[s.callee(x, op)] = true
		}
	}
	main := s.File.Main
	enters := []int{s.initial(s.File.Globals, s.level, now), s.initial(main.Locals, s.level, next)}
	if err := s.begins(module{main, false}, "the beginning of main", append(enters, s.enforced(main, s.level, entering))); err != nil {
		return err
	}
	if s.interference != nil {
		if err := s.starts(); err != nil {
			return err
		}
	}
	for _, x := range slices.SortedFunc(maps.Keys(s.pairs), func(x, y point) int { return cmp.Compare(x.pc, y.pc) }) {
		if err := s.statement(x); cmp.Or(s.err, err) != nil {
			return cmp.Or(s.err, err)
		}
	}
	return s.err
}

// begins checks that a thread begins with what is at the entry of a procedure.
func (s *summaries) begins(m module, what string, enters []int) error {
	switch {
	case !s.implied(s.entries[m], enters...):
		return cmp.Or(s.err, s.leads(what))
	case s.Watch[m.Entry] && !s.implied(bottom, enters...):
		return proof.Reject("label %s is where %s begins, at %s", s.Label, m.Name, s.Place(m.Entry))
	}
	return nil
}

func (s *summaries) leads(what string) error {
	return proof.Reject("the set is not closed: %s leads to what is not in it", what)
}

// diagonal returns, as values now, the valuations that f pairs with themselves.
func (s *summaries) diagonal(f int) int {
	known := map[int]int{bottom: bottom, top: top}
	var walk func(f int) int
	walk = func(f int) int {
		r, ok := known[f]
		if !ok {
			first := s.nodes[f].level / int(moments) * int(moments)
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

// statement checks what is at a program counter.
func (s *summaries) statement(x point) error {
	at, _ := s.Judge.Location(x.pc)
	pairs := s.pairs[x]
	here := fmt.Sprintf("what is at program counter %d, %s,", x.pc, s.Place(x.pc))
	if pairs == bottom {
		return nil
	}
	if s.Watch[x.pc] {
		return proof.Reject("label %s is reached at %s", s.Label, s.Place(x.pc))
	}
	if s.interference != nil {
		if err := s.interrupted(x, &at, here); err != nil {
			return err
		}
	}
	pairs = s.and(pairs, s.enforced(at.Proc, s.level, current))
	if fails := s.failing(&at, s.level); !s.implied(bottom, pairs, fails) {
		return proof.Reject("%s is in the set, and %s", here, s.Fails(x.pc))
	}
	switch op := at.Op.(type) {
	case *parser.Wait, *parser.EndThread:
		return nil
	case *parser.Return:
		return s.leave(x, at.Proc, op.Values, pairs, here)
	case nil:
		return s.leave(x, at.Proc, nil, pairs, here)
	case *parser.Call:
		return s.call(x, &at, op, pairs, here)
	case *parser.StartThread:
		if err := s.start(op, pairs, here); err != nil {
			return err
		}
	case *parser.Assign:
		if slices.ContainsFunc(op.Lhs, func(r *parser.Ref) bool { return r.Passive }) {
			return proof.Reject("%s is about other threads, summaries are not", here)
		}
	}
	for _, y := range s.steps(&at, s.level) {
		if !s.goes(x, &at, &y, pairs) {
			return s.leads(here)
		}
	}
	return nil
}

// goes checks a step to a program counter of the same procedure.
func (s *summaries) goes(x point, at *judge.Location, y *step, pairs int) bool {
	moved := map[int]int{}
	for v, in := range y.written {
		moved[s.level(v, now)] = s.level(v, in)
	}
	after := s.rename(s.pairs[point{y.pc, x.inside}], func(level int) int {
		if to, ok := moved[level]; ok {
			return to
		}
		return level
	})
	return s.implied(after, append(y.related, pairs, s.enforced(at.Proc, s.level, y.to))...)
}

// entering has the variables at the entry of a callee, where the globals are those now.
func entering(v *parser.Var) moment {
	if v.Proc == nil {
		return now
	}
	return next
}

// returned returns the variable of a value that is returned.
func (s *summaries) returned(k int) int {
	most := 0
	for _, proc := range s.File.Procs {
		most = max(most, len(proc.Locals))
	}
	return (s.globals + most + k) * int(moments)
}

// leave checks a return, of any values if there are none.
func (s *summaries) leave(x point, proc *parser.Proc, values []parser.Expr, pairs int, here string) error {
	related := []int{pairs}
	for k, e := range values {
		related = append(related, s.takes(s.returned(k), s.values(e, s.before(s.level))))
	}
	if m := (module{proc, x.inside}); s.called[m] && !s.implied(s.leaves[m], related...) {
		return s.leads(here)
	}
	return nil
}

// callee returns what is called at a program counter.
func (s *summaries) callee(x point, op *parser.Call) module {
	return module{op.Proc.Proc, s.interference != nil && (x.inside || !s.free(x.pc))}
}

// call checks that what enters the callee and what comes back is there. In the callee's
// summary, what is at the entry are the globals now and the formals next, and what is
// returned are the globals next.
func (s *summaries) call(x point, at *judge.Location, op *parser.Call, pairs int, here string) error {
	callee := s.callee(x, op)
	arguments := s.arguments(callee.Proc, op.Args, s.level, s.level)
	if !s.implied(s.entries[callee], append(arguments, pairs, s.enforced(callee.Proc, s.level, entering))...) {
		return s.leads(here)
	}
	y := step{pc: at.Next[0], written: map[*parser.Var]moment{}}
	// Of the arguments, the summary has only those which are passed.
	y.related = append(arguments[1:], s.rename(s.leaves[callee], func(level int) int {
		switch i := level / int(moments); {
		case i < s.globals:
			return level + 1
		case moment(level%int(moments)) == begin && i < s.returned(0)/int(moments):
			return level + 2
		}
		return level
	}))
	for _, v := range s.File.Globals {
		y.written[v] = next
	}
	for k, r := range op.Lhs {
		if r.Var != nil && !s.Irrelevant[r.Var] {
			y.written[r.Var] = left
			y.related = append(y.related, s.same(s.variable(s.level(r.Var, left)), s.variable(s.returned(k))))
		}
	}
	if !s.goes(x, at, &y, pairs) {
		return s.leads(here)
	}
	return nil
}
