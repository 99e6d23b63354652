// This file defines in how many rounds a program is read, and what they have in common.

package front

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// mostRounds is how often a program is read until it is known what pointers point to.
const mostRounds = 200

// What pointers point to is only known when all has been read. So all is read in rounds, until nothing is found that a
// pointer points to and that was not known when it was read. Objects, and what they point to, stay from round to round.
type rounds struct {
	round     int
	grown     bool // something points to more than when it was read last
	made      map[objectKey]*made
	addressed map[word.Variable]bool // variables that a call may change: there are pointers to them, or functions name them
	refused   diagnostic.List        // since the round began, all of it
	kept      diagnostic.List        // of rounds before, about what they have made
}

// An objectKey says where an object is made: in which call, by what.
type objectKey struct {
	call string
	by   any
}

// made is an object, with what belongs to an automaton for it.
type made struct {
	object   *object
	locals   []word.Variable
	arrays   []form.Array
	initials []form.Update
}

// again is the next round.
func (r *reader) again(main *cc.FunctionDefinition) {
	r.round++
	r.grown = false
	r.p = &form.Program{Terms: r.t, Globals: r.p.Globals, Arrays: r.p.Arrays, Automata: []*form.Automaton{{Name: "main"}}}
	r.threads, r.handles, r.params = map[string]int{}, map[*object]*handle{}, map[int]*object{}
	r.errors, r.refused, r.allocations = nil, nil, nil
	for _, d := range r.kept {
		r.add(d)
	}
	r.todo = []*pending{{automaton: r.p.Automata[0], function: main, ancestors: []*cc.FunctionDefinition{main}, key: "main"}}
	for len(r.todo) > 0 {
		next := r.todo[0]
		r.todo = r.todo[1:]
		r.thread(next)
	}
}

// keep has the next rounds refuse what this one has refused since then.
func (r *reader) keep(since int) { r.kept = append(r.kept, r.refused[since:]...) }

// once makes an object of an automaton, or returns what the round before has made there.
func (t *thread) once(call string, by any, do func(m *maker) *object) *made {
	key := objectKey{call, by}
	if x := t.made[key]; x != nil {
		t.a.Locals = append(t.a.Locals, x.locals...)
		t.a.Arrays = append(t.a.Arrays, x.arrays...)
		return x
	}
	defer t.keep(len(t.refused))
	x := &made{}
	m := &maker{r: t.reader, local: t.a, values: func(o *object, initial word.Term) {
		x.initials = append(x.initials, set(o.variable, initial))
	}}
	locals, arrays := len(t.a.Locals), len(t.a.Arrays)
	x.object = do(m)
	x.locals, x.arrays = slices.Clone(t.a.Locals[locals:]), slices.Clone(t.a.Arrays[arrays:])
	t.made[key] = x
	return x
}
