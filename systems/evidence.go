// This file defines how evidence is written in the words of certificates.

package systems

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/systems/recursion/bebop"
	"github.com/ijit/ijit/systems/recursion/contextbound"
	"github.com/ijit/ijit/tts"
)

// evidence writes an invariant.
func evidence[K tts.Key](inv *tts.Invariant[K], v trace.View[K]) (e proof.Evidence, err error) {
	w := trace.NewWords(v)
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
func excluding[K tts.Key](w *trace.Words[K], inv *tts.Invariant[K], e *proof.Evidence) {
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
func listed[K tts.Key](w *trace.Words[K], list []tts.Config[K]) []proof.Listed {
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

// summariesOf writes a proof of a sequential program.
func summariesOf(inv *bebop.Invariant) *proof.Summaries {
	e := &proof.Summaries{Nodes: inv.Nodes, At: map[string]string{}, Returns: map[string]string{}}
	for pc, edge := range inv.At {
		e.At[strconv.Itoa(pc)] = edge
	}
	for proc, edge := range inv.Returns {
		e.Returns[proc.Name] = edge
	}
	return e
}

// modularSummaries writes a thread-modular proof.
func modularSummaries(inv *contextbound.Invariant) *proof.Summaries {
	e := &proof.Summaries{Nodes: inv.Nodes, At: map[string]string{}, Returns: map[string]string{}, Others: inv.Others}
	mark := map[bool]string{true: "!"}
	for x, edge := range inv.At {
		e.At[strconv.Itoa(x.PC)+mark[x.Inside]] = edge
	}
	for x, edge := range inv.Returns {
		e.Returns[x.Name+mark[x.Inside]] = edge
	}
	return e
}

// diagram writes a set of configurations.
func (c *check) diagram(inv *reach.Invariant) *proof.Diagram {
	d := &proof.Diagram{Slots: inv.Slots, Order: inv.Order, Nodes: inv.Nodes, Root: inv.Root}
	for _, pc := range inv.PCs {
		place := strconv.Itoa(pc)
		if c.inlined != nil {
			var pcs []string
			for _, f := range c.inlined.Stack(pc) {
				pcs = append(pcs, strconv.Itoa(f.PC))
			}
			place = strings.Join(pcs, "/")
		}
		d.Places = append(d.Places, place)
	}
	return d
}

// maxEvidence is how many bytes the states of a trace may take in a certificate.
const maxEvidence = 256 << 20

// traceEvidence writes the trace, if there is one in full that is not too long: a
// certificate has the whole stack in each state.
func (c *check) traceEvidence() (*proof.Trace, error) {
	t, size := c.result.Trace, 0
	if t == nil {
		return nil, errTooLong
	}
	if t.Len().Cmp(big.NewInt(maxTrace)) > 0 {
		return nil, errTooLong
	}
	e := &proof.Trace{States: []string{t.Initial.Text()}}
	for s := range t.All() {
		if s.Inside != nil || size > maxEvidence {
			return nil, errTooLong
		}
		if !s.Fails {
			text := s.State.Text()
			size += len(text)
			e.States = append(e.States, text)
		}
	}
	if c.Program != nil && c.Label == "" && c.Options.Target == "" {
		e.Fails = &c.result.Property.PC
	}
	return e, nil
}

var errTooLong = errors.New("the execution to the error is too long to be written down")
