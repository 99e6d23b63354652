// This file defines how evidence about configurations is written in the words of certificates.

package trace

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/tts"
)

// Evidence writes an invariant.
func Evidence[K tts.Key](inv *tts.Invariant[K], v View[K]) (e proof.Evidence, err error) {
	w := NewWords(v)
	switch {
	case inv.States != nil:
		e.States = listed(w, inv.States)
		return e, nil
	case inv.Cover != nil:
		e.Cover = listed(w, inv.Cover)
		return e, nil
	}
	excluding(w, inv, &e)
	if w.Merged() {
		err = errors.New("the proof tells states apart that only differ in what a procedure has left behind")
	}
	return e, err
}

// excluding writes an invariant by what it leaves out. What is equal is written once: lists
// of local states, and what there is in several shared states.
func excluding[K tts.Key](w *Words[K], inv *tts.Invariant[K], e *proof.Evidence) {
	e.Excluding = []proof.Excluding{} // where nothing begins, nothing is reached
	excluded := map[K][]string{}
	for _, x := range inv.Excluded {
		excluded[x.Shared] = append(excluded[x.Shared], w.Threads(x.Locals))
	}
	numbers := map[string]int{}
	list := func(locals []K) int {
		names := make([]string, len(locals))
		for i, l := range locals {
			names[i] = w.Local(l)
		}
		text := strings.Join(names, ",")
		n, ok := numbers[text]
		if !ok {
			n = len(e.Lists)
			numbers[text] = n
			e.Lists = append(e.Lists, text)
		}
		return n
	}
	sets := map[string]int{}
	listed := map[K]bool{}
	for _, x := range inv.Within {
		listed[x.Shared] = true
		set := proof.Excluding{Locals: list(x.Locals), Excluded: excluded[x.Shared]}
		if x.Together != nil {
			beside := map[K][]K{}
			for _, pair := range x.Together {
				beside[pair[0]] = append(beside[pair[0]], pair[1])
				if pair[0] != pair[1] {
					beside[pair[1]] = append(beside[pair[1]], pair[0])
				}
			}
			set.Together = []int{}
			for _, l := range x.Locals {
				slices.Sort(beside[l])
				set.Together = append(set.Together, list(beside[l]))
			}
		}
		key := fmt.Sprintf("%d %d %q", set.Locals, set.Together, set.Excluded)
		i, ok := sets[key]
		if !ok {
			i = len(e.Excluding)
			sets[key] = i
			e.Excluding = append(e.Excluding, set)
		}
		e.Excluding[i].Shared = append(e.Excluding[i].Shared, w.Shared(x.Shared))
	}
	for _, x := range inv.Linear {
		c := proof.Linear{Shared: map[string]int{}, Locals: map[string]int{}, Most: x.Most}
		for s, n := range x.Shared {
			if listed[s] {
				c.Shared[w.Shared(s)] = n
			}
		}
		for l, n := range x.Local {
			c.Locals[w.Local(l)] = n
		}
		e.Linear = append(e.Linear, c)
	}
}

// listed writes configurations by their shared states.
func listed[K tts.Key](w *Words[K], list []tts.Config[K]) []proof.Listed {
	out := []proof.Listed{}
	at := map[K]int{}
	for _, x := range list {
		i, ok := at[x.Shared]
		if !ok {
			i = len(out)
			at[x.Shared] = i
			out = append(out, proof.Listed{Shared: w.Shared(x.Shared)})
		}
		out[i].Threads = append(out[i].Threads, w.Threads(x.Locals))
	}
	return out
}

// Limits of an execution in a certificate, which has the whole stack in each state.
const (
	maxSteps = 1 << 20
	maxBytes = 256 << 20
)

// ErrTooLong says that an execution is too long to be written down.
var ErrTooLong = errors.New("the execution to the error is too long to be written down")

// Evidence writes the trace, if it is there in full and not too long; t may be nil. If fails is not nil, it ends with
// the failure of the assertion at that location.
func (t *Trace) Evidence(fails *int) (*proof.Trace, error) {
	if t == nil || t.Len().Cmp(big.NewInt(maxSteps)) > 0 {
		return nil, ErrTooLong
	}
	e := &proof.Trace{States: []string{t.Initial.Text()}, Fails: fails}
	size := 0
	for s := range t.All() {
		if s.Inside != nil || size > maxBytes {
			return nil, ErrTooLong
		}
		if !s.Fails {
			text := s.State.Text()
			size += len(text)
			e.States = append(e.States, text)
		}
	}
	return e, nil
}

// Run writes the trace of a run whose threads have so many slots: each takes the lowest that is free.
func (t *Trace) Run(slots int) (*proof.Trace, error) {
	if t == nil || len(t.Steps) > maxSteps {
		return nil, ErrTooLong
	}
	at := map[int]int{} // slots of threads
	e := &proof.Trace{}
	size := 0
	write := func(s *State) {
		names := make([]string, slots)
		for i := range names {
			names[i] = proof.FreeMark
		}
		for _, x := range s.Threads {
			names[at[x.ID]-1] = threadText(x)
		}
		text := stateText(s.Shared, false) + "|" + strings.Join(names, ",")
		size += len(text)
		e.States = append(e.States, text)
	}
	for i, x := range t.Initial.Threads {
		at[x.ID] = i + 1
	}
	write(&t.Initial)
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Inside != nil || size > maxBytes {
			return nil, ErrTooLong
		}
		e.Moves = append(e.Moves, at[s.Thread])
		if s.Ended {
			delete(at, s.Thread)
		}
		if s.Created > 0 {
			taken := slices.Collect(maps.Values(at))
			slot := 1
			for slices.Contains(taken, slot) {
				slot++
			}
			at[s.Created] = slot
		}
		write(&s.State)
	}
	if t.Lasso {
		e.Loop = &t.Loop
	}
	return e, nil
}
