// This file defines the Büchi automaton of a formula, made as far as it is asked for.

package ndfs

import (
	"encoding/binary"
	"slices"

	"github.com/ijit/ijit/parser/ltl"
)

// An automaton is a generalised Büchi automaton with acceptance on transitions: a run is
// accepted if it takes transitions of each set infinitely often. A word is accepted if and
// only if it satisfies the formula.
//
// A state is what remains to be shown: a set of formulas that must hold at the position to
// be read, and the history, which is what formulas of the past need to know about the position
// before. Reading a position expands the formulas by
//
//	f U g  =  g or (f and X (f U g))        f V g  =  g and (f or X (f V g))
//
// (Gerth, Peled, Vardi and Wolper, "Simple On-the-fly Automatic Verification of Linear
// Temporal Logic", PSTV 1995). Each f U g has an acceptance set: the transitions that do not
// put it off (Couvreur, "On-the-fly Verification of Linear Temporal Logic", FM 1999). As
// the values of atoms are known when a position is read, no transition has a label.
//
// History makes formulas of the past like atoms (Lichtenstein, Pnueli and Zuck, "The Glory of the Past",
// 1985): f S g holds if g does, or if f does and f S g held before. If such an f rests on a
// formula of the future, that is guessed: either it is taken not to hold, or it must be
// shown. The formula is in negation normal form, so it is monotone in its parts, and what
// is taken not to hold need not be refuted.
type automaton struct {
	parts   []*ltl.Formula // of the negation normal form, each behind its own parts
	op      []ltl.Op
	left    []int // by part
	right   []int
	atom    []int // index into atoms
	atoms   []int // the atoms of the formula, in the order of letters' bits
	untils  int   // number of acceptance sets
	set     []int // by part: its acceptance set
	bit     []int // by part of the past: its bit of history
	history []bool
	guessed []int  // parts of the future whose value some part of the past needs
	now     []bool // by part: its value is known once the guesses are made

	stop func() bool // polled while a position is read: there may be many ways to do so

	states  map[string]uint32
	rows    []state
	memo    map[uint64][]arc // by state and letter
	scratch []byte
}

// A state of an automaton.
type state struct {
	owed    []int // parts that must hold, ascending
	history []bool
}

// An arc leads from a state, by a letter, to another one.
type arc struct {
	to  uint32
	met uint64 // the acceptance sets that it is in
}

// newAutomaton returns the automaton of a formula without path quantifiers, and its initial
// state, which is 0.
func newAutomaton(f *ltl.Formula, stop func() bool) *automaton {
	parts := ltl.Subformulas(ltl.Positive(f))
	n := len(parts)
	a := &automaton{
		parts: parts, op: make([]ltl.Op, n), left: make([]int, n), right: make([]int, n), atom: make([]int, n),
		set: make([]int, n), bit: make([]int, n), now: make([]bool, n), states: map[string]uint32{}, memo: map[uint64][]arc{},
		stop: stop,
	}
	index := map[*ltl.Formula]int{}
	asked := make([]bool, n) // its value at a position is needed there by a part of the past
	for i, p := range parts {
		index[p] = i
		a.op[i], a.left[i], a.right[i] = p.Op, index[p.Left], index[p.Right]
		a.now[i] = p.Op < ltl.OpAnd || p.Op.Past() || p.Op <= ltl.OpOr && a.now[a.left[i]] && a.now[a.right[i]]
		switch {
		case p.Op == ltl.OpAtom:
			if a.atom[i] = slices.Index(a.atoms, p.Atom); a.atom[i] < 0 {
				a.atom[i] = len(a.atoms)
				a.atoms = append(a.atoms, p.Atom)
			}
		case p.Op == ltl.OpUntil || p.Op == ltl.OpFinally:
			a.set[i] = a.untils
			a.untils++
		case p.Op.Past():
			// Before the first position, what Z, H and T ask for counts as having held.
			a.bit[i] = len(a.history)
			a.history = append(a.history, p.Op == ltl.OpWeakYesterday || p.Op == ltl.OpHistorically || p.Op == ltl.OpTriggered)
			asked[a.left[i]] = true
			asked[a.right[i]] = asked[a.right[i]] || p.Op.Binary()
		}
	}
	for i := n - 1; i >= 0; i-- {
		switch {
		case !asked[i] || a.now[i]:
		case a.op[i] == ltl.OpAnd || a.op[i] == ltl.OpOr:
			asked[a.left[i]], asked[a.right[i]] = true, true
		default:
			a.guessed = append(a.guessed, i)
		}
	}
	a.intern(state{[]int{n - 1}, a.history})
	return a
}

func (a *automaton) intern(s state) uint32 {
	key := a.scratch[:0]
	for _, p := range s.owed {
		key = binary.AppendUvarint(key, uint64(p)+1)
	}
	key = append(key, 0)
	for _, b := range s.history {
		key = append(key, bit(b))
	}
	a.scratch = key
	id, ok := a.states[string(key)]
	if !ok {
		id = uint32(len(a.rows))
		a.states[string(key)] = id
		a.rows = append(a.rows, s)
	}
	return id
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// arcs returns the arcs from a state by a letter: a number for values of the atoms.
func (a *automaton) arcs(from, letter uint32, value func(atom int) bool) []arc {
	key := uint64(from)<<32 | uint64(letter)
	arcs, ok := a.memo[key]
	if !ok {
		arcs = a.read(a.rows[from], value)
		a.memo[key] = arcs
	}
	return arcs
}

// universal reports whether whatever follows an arc is accepted: nothing is owed, and nothing
// about the future was guessed.
func (a *automaton) universal(x arc) bool { return len(a.rows[x.to].owed) == 0 && len(a.guessed) == 0 }

// A reading is one way to read a position.
type reading struct {
	holds   []bool // by part: the value of atoms, of the past and of connectives; guesses
	open    []int  // parts to be expanded
	done    []bool // by part: expanded
	next    []bool // by part: owed to the next position
	put     uint64 // acceptance sets that the reading is not in
	history []bool
}

// read returns the arcs from a state by values of atoms.
func (a *automaton) read(s state, value func(atom int) bool) []arc {
	var found []reading
	// Guess, then expand.
	for guess := range uint64(1) << len(a.guessed) {
		n := len(a.parts)
		r := reading{holds: make([]bool, n), done: make([]bool, n), next: make([]bool, n), history: make([]bool, len(a.history))}
		r.open = slices.Clone(s.owed)
		for i, p := range a.guessed {
			if guess>>i&1 != 0 {
				r.holds[p] = true
				r.open = append(r.open, p)
			}
		}
		a.evaluate(&r, s.history, value)
		a.expand(r, &found)
	}
	var arcs []arc
	all := uint64(1)<<a.untils - 1
	for i := range found {
		if slices.ContainsFunc(found, func(r reading) bool { return r.better(&found[i]) }) {
			continue
		}
		var owed []int
		for p, next := range found[i].next {
			if next {
				owed = append(owed, p)
			}
		}
		x := arc{a.intern(state{owed, found[i].history}), all &^ found[i].put}
		if !slices.Contains(arcs, x) {
			arcs = append(arcs, x)
		}
	}
	return arcs
}

// better reports whether a reading owes less than another one, and accepts more.
func (r *reading) better(s *reading) bool {
	if r.put&^s.put != 0 {
		return false
	}
	less := r.put != s.put
	for p, next := range r.next {
		if next && !s.next[p] {
			return false
		}
		less = less || next != s.next[p]
	}
	// What held of the past only helps.
	for i, held := range r.history {
		if s.history[i] && !held {
			return false
		}
		less = less || held != s.history[i]
	}
	return less
}

// evaluate finds the values of what is about the present and the past, from the atoms, the
// history and the guesses, and the history for the next position.
func (a *automaton) evaluate(r *reading, history []bool, value func(atom int) bool) {
	v := r.holds
	for i, op := range a.op {
		l, k := a.left[i], a.right[i]
		switch op {
		case ltl.OpTrue:
			v[i] = true
		case ltl.OpAtom:
			v[i] = value(a.parts[i].Atom)
		case ltl.OpNot:
			v[i] = !v[l]
		case ltl.OpAnd:
			v[i] = v[l] && v[k]
		case ltl.OpOr:
			v[i] = v[l] || v[k]
		case ltl.OpYesterday, ltl.OpWeakYesterday:
			v[i] = history[a.bit[i]]
			r.history[a.bit[i]] = v[l]
			continue
		case ltl.OpOnce:
			v[i] = v[l] || history[a.bit[i]]
		case ltl.OpHistorically:
			v[i] = v[l] && history[a.bit[i]]
		case ltl.OpSince:
			v[i] = v[k] || v[l] && history[a.bit[i]]
		case ltl.OpTriggered:
			v[i] = v[k] && (v[l] || history[a.bit[i]])
		}
		if op.Past() {
			r.history[a.bit[i]] = v[i]
		}
	}
}

// expand expands the open parts of a reading, in all ways.
func (a *automaton) expand(r reading, found *[]reading) {
	for len(r.open) > 0 {
		p := r.open[len(r.open)-1]
		r.open = r.open[:len(r.open)-1]
		if r.done[p] {
			continue
		}
		r.done[p] = true
		if a.now[p] {
			if !r.holds[p] {
				return
			}
			continue
		}
		l, k := a.left[p], a.right[p]
		switch a.op[p] {
		case ltl.OpNext:
			r.next[l] = true
		case ltl.OpGlobally:
			r.open = append(r.open, l)
			r.next[p] = true
		case ltl.OpAnd:
			r.open = append(r.open, l, k)
		case ltl.OpOr:
			if a.now[k] {
				l, k = k, l
			}
			if !a.either(&r, l, found) {
				r.open = append(r.open, k)
			}
		case ltl.OpFinally:
			if !a.either(&r, l, found) {
				a.putOff(&r, p)
			}
		case ltl.OpUntil:
			if !a.either(&r, k, found) {
				r.open = append(r.open, l)
				a.putOff(&r, p)
			}
		case ltl.OpRelease:
			r.open = append(r.open, k)
			if !a.either(&r, l, found) {
				r.next[p] = true
			}
		}
		if a.stop() {
			return
		}
	}
	*found = append(*found, r)
}

func (a *automaton) putOff(r *reading, until int) {
	r.next[until] = true
	r.put |= 1 << a.set[until]
}

// either expands a reading in which a part is shown, as the first of two ways to go on, and
// reports whether the second one is not needed, since nothing was to be done for the part.
func (a *automaton) either(r *reading, part int, found *[]reading) (shown bool) {
	if a.now[part] {
		return r.holds[part]
	}
	s := *r
	s.open = append(slices.Clone(r.open), part)
	s.done = slices.Clone(r.done)
	s.next = slices.Clone(r.next)
	a.expand(s, found)
	return false
}
