// This file defines the words in which certificates have states.

package trace

import (
	"errors"
	"strconv"
	"strings"

	"github.com/ijit/ijit/tts"
)

// Words writes states as certificates have them.
type Words[K tts.Key] struct {
	view   View[K]
	locals map[K]string
	keys   map[string]K
	merged bool
}

// NewWords returns the words for the states of a view.
func NewWords[K tts.Key](v View[K]) *Words[K] {
	return &Words[K]{view: v, locals: map[K]string{}, keys: map[string]K{}}
}

// Shared writes a shared state.
func (w *Words[K]) Shared(s K) string { return stateText(w.view.Shared(s), w.view.Inside(s)) }

// Local writes a local state.
func (w *Words[K]) Local(l K) string {
	text, ok := w.locals[l]
	if !ok {
		text = threadText(w.view.Thread(l))
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
	for _, f := range t.Callers() {
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

// Merged reports whether several local states were written alike, since what a
// procedure has left behind is not shown.
func (w *Words[K]) Merged() bool { return w.merged }

// Threads writes a multiset of threads.
func (w *Words[K]) Threads(list []tts.Count[K]) string {
	var b strings.Builder
	for i, x := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(w.Local(x.Local))
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

// Target writes a target. A number can stand for more variables than there are in
// the procedure that it names.
func (w *Words[K]) Target(t tts.Config[K]) (string, error) {
	if program, ok := w.view.(*Program[K]); ok {
		for _, x := range t.Locals {
			pc, slots := program.states.Local(x.Local)
			if _, more := slots.NextSet(uint(len(program.code.program.Nodes[pc].Proc.Locals))); more {
				return "", errors.New("the target is no state of the program")
			}
		}
	}
	return w.Shared(t.Shared) + "|" + w.Threads(t.Locals), nil
}

// Text writes a state of a trace as certificates have it, its threads by their identity.
func (s *State) Text() string {
	var names []string
	for _, t := range s.Threads {
		names = append(names, threadText(t))
	}
	return stateText(s.Shared, false) + "|" + strings.Join(names, ",")
}
