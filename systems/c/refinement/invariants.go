// This file defines comparisons that hold wherever a thread is.

package refinement

import (
	"context"
	"slices"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

const (
	// mostConstants is how many constants a variable is compared with; mostCandidates how many comparisons there are for an
	// automaton.
	mostConstants  = 10
	mostCandidates = 400
)

// A place is a node of an automaton.
type place struct{ automaton, node int }

// A fact is a comparison that holds when a thread is at a place.
type fact struct {
	place
	x word.Term
}

// An obligation is that the facts at a place follow from those where it comes from.
type obligation struct {
	solver *word.Solver
	step   word.Term // the condition of what happens
	from   []source
	to     place
	after  *word.Substitution // what happens to the words of to
}

// A source is a place of a thread, whose locals the words of the obligation call by other names.
type source struct {
	place
	names *word.Substitution
}

type invariants struct {
	ctx         context.Context
	p           *form.Program
	owners      *form.Owners
	holds       [][][]word.Term // by automaton and node
	held        [][]map[word.Variable]bool
	obligations []*obligation
	into        map[place][]*obligation
	others      *form.Others
}

// Invariants returns comparisons of which each follows from the others and which exclude that any assertion fails: of
// variables with each other and with constants, found as those among many that remain when what some step violates is left
// out, again and again (Flanagan, Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001), a thread at a time with
// all that others may do meanwhile (Owicki, Gries, 1976). It returns nil if there are none.
func Invariants(ctx context.Context, p *form.Program) ([]word.Term, error) {
	v := &invariants{ctx: ctx, p: p, owners: p.Owners(), held: p.Held(), into: map[place][]*obligation{}, others: p.Others()}
	for i, a := range p.Automata {
		list := v.candidates(i)
		v.holds = append(v.holds, nil)
		for range a.Nodes {
			v.holds[i] = append(v.holds[i], slices.Clone(list))
		}
	}
	v.oblige()
	for changed := true; changed; {
		changed = false
		for _, o := range v.obligations {
			less, err := v.weaken(o)
			if err != nil {
				return nil, err
			}
			changed = changed || less
		}
	}
	return v.needed()
}

// candidates returns comparisons of what a thread sees.
func (v *invariants) candidates(automaton int) (list []word.Term) {
	t := v.p.Terms
	var vars []word.Variable
	for _, g := range v.p.Globals {
		vars = append(vars, g.Variable)
	}
	vars = append(vars, v.p.Automata[automaton].Locals...)
	constants := v.constants()
	for i, x := range vars {
		w := t.VariableWidth(x)
		if w == 1 {
			list = append(list, t.Var(x), t.Not(t.Var(x)))
			continue
		}
		compare := func(y word.Term, signed bool) (less, more word.Term) {
			op := word.ULt
			if signed {
				op = word.SLt
			}
			return t.Binary(op, t.Var(x), y), t.Binary(op, y, t.Var(x))
		}
		for _, c := range constants[w] {
			less, more := compare(c, t.Signed(x))
			list = append(list, t.Not(less), t.Not(more))
		}
		for _, y := range vars[:i] {
			if t.VariableWidth(y) == w {
				less, more := compare(t.Var(y), t.Signed(x) && t.Signed(y))
				list = append(list, less, more, t.Not(less), t.Not(more))
			}
		}
	}
	list = slices.DeleteFunc(list, func(x word.Term) bool { return x == word.True || x == word.False })
	return list[:min(len(list), mostCandidates)]
}

// constants returns the constants of the program, 0 and 1 first, by width.
func (v *invariants) constants() map[int][]word.Term {
	t := v.p.Terms
	found := map[int][]word.Term{}
	add := func(w int, value uint64) {
		x := t.Const(w, value)
		if found[w] == nil {
			found[w] = []word.Term{t.Const(w, 0), t.Const(w, 1)}
		}
		if len(found[w]) < mostConstants && !slices.Contains(found[w], x) {
			found[w] = append(found[w], x)
		}
	}
	for _, g := range v.p.Globals {
		if g.Initial != form.None {
			t.Constants(g.Initial, add)
		}
	}
	for _, e := range v.p.Edges() {
		e.Terms(func(x word.Term) { t.Constants(x, add) })
	}
	return found
}

// oblige makes the obligations: at the beginning, of steps of the thread, of those that start it, and of those of others.
func (v *invariants) oblige() {
	t := v.p.Terms
	same := t.Replace(nil)
	add := func(o *obligation) {
		v.obligations = append(v.obligations, o)
		v.into[o.to] = append(v.into[o.to], o)
	}
	add(&obligation{word.NewSolver(t), word.True, nil, place{0, v.p.Automata[0].Entry}, v.p.Initially()})
	alone := v.p.Alone()
	for i, e := range v.p.Edges() {
		if e.Check != form.None {
			continue
		}
		from, step := source{place{i, e.From}, same}, v.p.Enabled(e)
		solver := word.NewSolver(t)
		add(&obligation{solver, step, []source{from}, place{i, e.To}, t.Substitute(e.Writes)})
		if e.Start >= 0 {
			add(&obligation{solver, step, []source{from}, place{e.Start, v.p.Automata[e.Start].Entry}, v.others.Started(e)})
		}
		if i == 0 && alone[e.From] || !slices.ContainsFunc(e.Updates, func(u form.Update) bool { return v.owners.Of(u.Variable) == form.Shared }) {
			continue
		}
		for j, b := range v.p.Automata {
			if j == i && !b.Many {
				continue
			}
			theirs, after := v.others.Before(j), v.others.Behind(e, j)
			for n := range b.Nodes {
				if (j != 0 || !alone[n]) && !v.exclude(i, e.From, j, n) {
					add(&obligation{solver, step, []source{from, {place{j, n}, theirs}}, place{j, n}, after})
				}
			}
		}
	}
}

// exclude reports whether no two threads can be at two places, since both hold a lock.
func (v *invariants) exclude(i, n, j, m int) bool {
	for lock := range v.held[i][n] {
		if v.held[j][m][lock] {
			return true
		}
	}
	return false
}

// given returns what an obligation may use, and the facts that this is.
func (v *invariants) given(o *obligation) (terms []word.Term, facts []fact) {
	for _, s := range o.from {
		for _, x := range v.holds[s.automaton][s.node] {
			terms = append(terms, s.names.In(x))
			facts = append(facts, fact{s.place, x})
		}
	}
	return terms, facts
}

// weaken leaves out what does not follow. It reports whether there was any.
func (v *invariants) weaken(o *obligation) (less bool, err error) {
	t := v.p.Terms
	given, _ := v.given(o)
	known := map[word.Term]bool{}
	for _, x := range given {
		known[x] = true
	}
	list := &v.holds[o.to.automaton][o.to.node]
	for {
		some := word.False
		for _, x := range *list {
			if y := o.after.In(x); !known[y] {
				some = t.Or(some, t.Not(y))
			}
		}
		if some == word.False {
			return less, nil
		}
		sat, err := o.solver.Sat(v.ctx, append(given[:len(given):len(given)], o.step, some)...)
		if !sat || err != nil {
			return less, err
		}
		*list = slices.DeleteFunc(*list, func(x word.Term) bool { return o.solver.Value(o.after.In(x)) == 0 })
		less = true
	}
}

// needed returns the invariants that exclude failures, those that exclude that they do not hold, and so on.
func (v *invariants) needed() (list []word.Term, err error) {
	t := v.p.Terms
	var todo []fact
	met := map[fact]bool{}
	need := func(o *obligation, goal word.Term) (ok bool, err error) {
		facts, ok, err := v.core(o, goal)
		for _, f := range facts {
			if !met[f] {
				met[f] = true
				todo = append(todo, f)
			}
		}
		return ok, err
	}
	for i, e := range v.p.Edges() {
		if e.Check == form.None {
			continue
		}
		o := &obligation{solver: word.NewSolver(t), step: v.p.Enabled(e), from: []source{{place{i, e.From}, t.Replace(nil)}}}
		if ok, err := need(o, e.Check); !ok || err != nil {
			return nil, err
		}
	}
	for i := 0; i < len(todo); i++ {
		list = append(list, todo[i].x)
		for lock := range v.held[todo[i].automaton][todo[i].node] {
			list = append(list, t.Eq(t.Var(lock), t.Const(t.VariableWidth(lock), 0)))
		}
		for _, o := range v.into[todo[i].place] {
			if _, err := need(o, o.after.In(todo[i].x)); err != nil {
				return nil, err
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// core returns facts from which a goal follows in an obligation, none of which can be left out.
func (v *invariants) core(o *obligation, goal word.Term) (facts []fact, ok bool, err error) {
	terms, all := v.given(o)
	question := []word.Term{o.step, v.p.Terms.Not(goal)}
	sat, err := o.solver.Sat(v.ctx, append(question, terms...)...)
	if sat || err != nil {
		return nil, false, err
	}
	core := o.solver.Core(append(terms, question...)...)
	facts = slices.DeleteFunc(all, func(f fact) bool {
		return !slices.ContainsFunc(o.from, func(s source) bool { return s.place == f.place && slices.Contains(core, s.names.In(f.x)) })
	})
	for i := len(facts) - 1; i >= 0; i-- {
		fewer := question[:2:2]
		for j, f := range facts {
			for _, s := range o.from {
				if i != j && s.place == f.place {
					fewer = append(fewer, s.names.In(f.x))
				}
			}
		}
		sat, err := o.solver.Sat(v.ctx, fewer...)
		if err != nil {
			return nil, false, err
		}
		if !sat {
			facts = append(facts[:i:i], facts[i+1:]...)
		}
	}
	return facts, true, nil
}
