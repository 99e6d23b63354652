// This file defines predicates that exclude a path.

package refinement

import (
	"slices"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// Mine returns words of one bit that may exclude the path, best first: what has to hold before each step for the steps of
// the core to be possible, in terms of globals and one thread's locals.
func (p *Path) Mine(core []int) []word.Term {
	return p.plainly(p.atoms(core))
}

// atoms returns the parts of what has to hold before each step for the steps of the core to be possible.
func (p *Path) atoms(core []int) (found []word.Term) {
	t := p.Program.Terms
	met := map[word.Term]bool{}
	note := func(x word.Term) {
		t.Atoms(x, func(atom word.Term) {
			if !met[atom] {
				met[atom] = true
				found = append(found, atom)
			}
		})
	}
	for _, c := range core {
		x := p.requires(c)
		note(x)
		for i := c - 1; i >= 0; i-- {
			x = t.Replace(p.updates(i)).In(x)
			note(x)
		}
	}
	return found
}

// plainly returns those of words that are about one thread's locals at most, the smallest first.
func (p *Path) plainly(list []word.Term) (found []word.Term) {
	met := map[word.Term]bool{}
	for _, x := range list {
		if plain, ok := p.untag(x); ok && !met[plain] {
			met[plain] = true
			found = append(found, plain)
		}
	}
	slices.SortStableFunc(found, func(x, y word.Term) int { return p.Program.Terms.Size(x) - p.Program.Terms.Size(y) })
	return found
}

// Variants returns what Mine finds with variables replaced by such as they are equal to somewhere on the path: so what
// relates the locals of two threads may be said by a global, and of each thread alone.
func (p *Path) Variants(core []int) []word.Term {
	t := p.Program.Terms
	type pair struct{ x, y word.Variable }
	var equal []pair
	note := func(x, y word.Term) {
		v, ok := t.IsVar(x)
		w, also := t.IsVar(y)
		if ok && also && v != w && !slices.Contains(equal, pair{v, w}) {
			equal = append(equal, pair{v, w}, pair{w, v})
		}
	}
	last := core[len(core)-1]
	for i := 0; i <= last; i++ {
		t.Atoms(p.requires(i), func(atom word.Term) {
			if t.Op(atom) == word.Eq {
				note(t.Args(atom)[0], t.Args(atom)[1])
			}
		})
		for v, x := range p.updates(i) {
			note(t.Var(v), x)
		}
	}
	slices.SortFunc(equal, func(a, b pair) int { return int(a.x-b.x)<<16 + int(a.y-b.y) })
	const most = 500
	list := p.atoms(core)
	for i := 0; i < len(list) && len(list) < most; i++ {
		for _, e := range equal {
			x := t.Replace(map[word.Variable]word.Term{e.x: t.Var(e.y)}).In(list[i])
			if x != list[i] && !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
	}
	return p.plainly(list)
}

// untag returns a word about no thread in particular. ok is false if it is about several, or about inputs.
func (p *Path) untag(x word.Term) (plain word.Term, ok bool) {
	t := p.Program.Terms
	thread, ok := 0, true
	t.Variables(x, func(v word.Variable) {
		k, tagged := p.plain[v]
		switch {
		case !tagged:
			ok = ok && p.owners.Of(v) == form.Shared
		case k.of < 0 || thread != 0 && thread != k.of:
			ok = false
		default:
			thread = k.of
		}
	})
	if !ok {
		return 0, false
	}
	plain = t.Substitute(func(v word.Variable) (word.Term, bool) {
		k, tagged := p.plain[v]
		return t.Var(k.variable), tagged
	}).In(x)
	if t.Op(plain) == word.Not {
		plain = t.Not(plain)
	}
	_, constant := t.IsConst(plain)
	return plain, !constant
}
