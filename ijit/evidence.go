// This file defines how evidence is written: states in the words of certificates.

package ijit

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/certificate"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

func (plainView) inside(uint32) bool { return false }

// inside reports whether some thread is in an atomic section.
func (v *programView[K]) inside(s K) bool {
	return v.states.Shared(s).Test(uint(v.code.Layout.Atomic()))
}

// A writer writes states as certificates have them.
type writer[K tts.Key] struct {
	view[K]
	locals map[K]string
	// merged says that several states are written alike, as what a procedure has left
	// behind is not shown.
	keys   map[string]K
	merged bool
}

func newWriter[K tts.Key](v view[K]) *writer[K] {
	return &writer[K]{view: v, locals: map[K]string{}, keys: map[string]K{}}
}

func (w *writer[K]) sharedText(s K) string { return stateText(w.shared(s), w.inside(s)) }

func (w *writer[K]) localText(l K) string {
	text, ok := w.locals[l]
	if !ok {
		text = threadText(w.thread(l))
		w.locals[l] = text
		_, known := w.keys[text]
		w.keys[text], w.merged = l, w.merged || known
	}
	return text
}

// stateText writes a shared state: a number, or the bits of a program's variables.
func stateText(values []int, inside bool) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteString(strconv.Itoa(v))
	}
	if inside {
		b.WriteByte('!')
	}
	return b.String()
}

// threadText writes a local state, of a program the frames with their program counters.
func threadText(t Thread) string {
	if t.PC < 0 {
		return stateText(t.Locals, false)
	}
	var b strings.Builder
	for _, f := range t.Callers {
		b.WriteString(frameText(f.PC, f.Locals) + "/")
	}
	b.WriteString(frameText(t.PC, t.Locals))
	return b.String()
}

func frameText(pc int, locals []int) string {
	if len(locals) == 0 {
		return strconv.Itoa(pc)
	}
	return strconv.Itoa(pc) + ":" + stateText(locals, false)
}

// threads writes a multiset of threads.
func (w *writer[K]) threads(list []tts.Count[K]) string {
	var b strings.Builder
	for i, x := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(w.localText(x.Local))
		switch x.N {
		case 1:
		case tts.Omega:
			b.WriteString("*w")
		default:
			b.WriteString("*" + strconv.Itoa(int(x.N)))
		}
	}
	return b.String()
}

// evidence writes an invariant.
func evidence[K tts.Key](inv *algorithms.Invariant[K], v view[K]) (e certificate.Evidence, err error) {
	w := newWriter(v)
	switch {
	case inv.States != nil:
		e.States = listed(w, inv.States)
		return e, nil
	case inv.Cover != nil:
		e.Cover = listed(w, inv.Cover)
		return e, nil
	}
	w.excluding(inv, &e)
	if w.merged {
		err = errors.New("the proof tells states apart that only differ in what a procedure has left behind")
	}
	return e, err
}

// excluding writes an invariant by what it leaves out. What is equal is written once: lists
// of local states, and what there is in several shared states.
func (w *writer[K]) excluding(inv *algorithms.Invariant[K], e *certificate.Evidence) {
	excluded := map[K][]string{}
	for _, x := range inv.Excluded {
		excluded[x.Shared] = append(excluded[x.Shared], w.threads(x.Locals))
	}
	numbers := map[string]int{}
	list := func(locals []K) int {
		names := make([]string, len(locals))
		for i, l := range locals {
			names[i] = w.localText(l)
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
		set := certificate.Excluding{Locals: list(x.Locals), Excluded: excluded[x.Shared]}
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
		e.Excluding[i].Shared = append(e.Excluding[i].Shared, w.sharedText(x.Shared))
	}
	for _, x := range inv.Linear {
		c := certificate.Linear{Shared: map[string]int{}, Locals: map[string]int{}, Most: x.Most}
		for s, n := range x.Shared {
			if listed[s] {
				c.Shared[w.sharedText(s)] = n
			}
		}
		for l, n := range x.Local {
			c.Locals[w.localText(l)] = n
		}
		e.Linear = append(e.Linear, c)
	}
}

// listed writes configurations by their shared states.
func listed[K tts.Key](w *writer[K], list []tts.Config[K]) []certificate.Listed {
	out := []certificate.Listed{}
	at := map[K]int{}
	for _, x := range list {
		i, ok := at[x.Shared]
		if !ok {
			i = len(out)
			at[x.Shared] = i
			out = append(out, certificate.Listed{Shared: w.sharedText(x.Shared)})
		}
		out[i].Threads = append(out[i].Threads, w.threads(x.Locals))
	}
	return out
}

// targetText writes a target. A number can stand for more variables than there are in
// the procedure that it names.
func targetText[K tts.Key](v view[K], t tts.Config[K]) (string, error) {
	w := newWriter(v)
	if program, ok := v.(*programView[K]); ok {
		for _, x := range t.Locals {
			pc, slots := program.states.Local(x.Local)
			if _, more := slots.NextSet(uint(len(program.code.Nodes[pc].Proc.Locals))); more {
				return "", errors.New("the target is no state of the program")
			}
		}
	}
	return w.sharedText(t.Shared) + "|" + w.threads(t.Locals), nil
}

// irrelevant names the variables without influence.
func irrelevant(f *parser.File) []string {
	relevant := parser.Relevant(f)
	var names []string
	for _, v := range f.Globals {
		if !relevant[v] {
			names = append(names, v.Name)
		}
	}
	for _, p := range f.Procs {
		for _, v := range p.Locals {
			if !relevant[v] {
				names = append(names, p.Name+"."+v.Name)
			}
		}
	}
	return names
}

// traceEvidence writes the trace.
func (c *check) traceEvidence() *certificate.Trace {
	t := c.result.Trace
	e := &certificate.Trace{States: []string{t.Initial.text()}}
	for _, s := range t.Steps {
		if !s.Fails {
			e.States = append(e.States, s.State.text())
		}
	}
	if c.Program != nil && c.Label == "" && c.target == nil {
		e.Fails = &c.result.Property.PC
	}
	return e
}

// text writes a state of a trace, its threads by their identity.
func (s *State) text() string {
	var names []string
	for _, t := range s.Threads {
		names = append(names, threadText(t))
	}
	return stateText(s.Shared, false) + "|" + strings.Join(names, ",")
}
