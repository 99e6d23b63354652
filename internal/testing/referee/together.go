// This file defines a check of the pairs of an invariant that shares no code with what
// finds them.

package referee

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/tts"
)

// A companions has, by shared state, beside which others a thread may be.
type companions[K tts.Key] map[K]map[K]map[K]bool

func companionsOf[K tts.Key](inv *tts.Invariant[K]) companions[K] {
	all := companions[K]{}
	for _, w := range inv.Within {
		if w.Together == nil {
			continue
		}
		all[w.Shared] = map[K]map[K]bool{}
		for _, pair := range w.Together {
			for i, l := range pair {
				if all[w.Shared][l] == nil {
					all[w.Shared][l] = map[K]bool{}
				}
				all[w.Shared][l][pair[1-i]] = true
			}
		}
	}
	return all
}

// apart reports whether two threads of c may not be at once.
func (p companions[K]) apart(c tts.Config[K]) bool {
	with, ok := p[c.Shared]
	if !ok {
		return false
	}
	for i, x := range c.Locals {
		for k, y := range c.Locals[i:] {
			if (k > 0 || x.N > 1) && !with[x.Local][y.Local] {
				return true
			}
		}
	}
	return false
}

// closed checks that no step from three threads that may be at once in pairs brings
// two together that may not. What is outside for another reason takes no step.
func (p companions[K]) closed(sys tts.System[K], within map[K]map[K]bool, outside func(tts.Config[K]) bool) error {
	for s, with := range p {
		if len(within[s]) > 40 {
			continue // the steps are many; small systems are enough
		}
		check := func(locals ...K) error {
			c := tts.NewConfig(s, locals...)
			if outside(c) {
				return nil
			}
			for x := range tts.Post(sys, c) {
				if x.Edge.Kind != tts.Fail && p.apart(x.To) {
					return fmt.Errorf("%v leads to %v by %v, where two threads must not meet", c, x.To, x.Edge)
				}
			}
			return nil
		}
		for a := range within[s] {
			if err := check(a); err != nil {
				return err
			}
			for b := range with[a] {
				if err := check(a, b); err != nil {
					return err
				}
				for c := range with[b] {
					if err := check(slices.Sorted(slices.Values([]K{a, b, c}))...); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}
