// This file defines models: circuits that know what their literals mean, and traces of them.

package smv

import (
	"strconv"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/parser/ltl"
)

// A Model is a circuit with its properties and with the names of its state.
type Model struct {
	Circuit    *aig.Circuit
	Properties []Property // in the order in which they stand in the instances
	Warnings   []*diagnostic.Diagnostic

	// StateBits is how many latches of the circuit are those of variables: the first ones. Behind them are those of properties.
	StateBits int

	// Total says that each state has a successor, since there is neither TRANS nor INVAR.
	Total bool

	// Unfair is a formula that holds on the infinite runs that COMPASSION takes away; nil without it.
	Unfair *ltl.Formula

	Vars []Var // in order of declaration; last those of the scheduler, and definitions

	scheduler *variable
}

// NoValue is written for what no value stands for.
const NoValue = "?"

// Value returns the value of m.Vars[v] as it is written in the language, where holds says
// what literals are.
func (m *Model) Value(v int, holds func(aig.Lit) bool) string {
	return shownValue(m.Vars[v].value, holds)
}

// A Var is something that has a value in each frame.
type Var struct {
	Name  string
	Class string // VAR, IVAR, FROZENVAR or DEFINE; IVAR for _sched and running
	value *value
}

// Numbers returns the least and the greatest value that v can have by its type, FALSE being 0 and TRUE
// being 1. ok is false if some of its values are names.
func (v *Var) Numbers() (least, most int64, ok bool) {
	switch v.value.kind {
	case valBool:
		return 0, 1, true
	case valInt:
		return v.value.lo, v.value.hi, true
	}
	return 0, 0, false
}

// Bits returns how many bits v has if it is a word, else 0.
func (v *Var) Bits() int {
	if v.value.kind == valWord {
		return len(v.value.bits)
	}
	return 0
}

// A Trace is a run in the terms of the model.
type Trace struct {
	Vars   []Var
	Frames [][]string // values as they are written in the language, by frame and variable
	Loop   int        // the frame whose state comes after the last one; -1 if the run is finite
}

// Trace returns a run in the terms of the model, with definitions if that is asked for. What
// is no run of the circuit is an error.
func (m *Model) Trace(r *aig.Run, definitions bool) (*Trace, error) {
	values, err := aig.Replay(m.Circuit, r)
	if err != nil {
		return nil, err
	}
	t := &Trace{Loop: r.Loop}
	for _, v := range m.Vars {
		if v.Class != "DEFINE" || definitions {
			t.Vars = append(t.Vars, v)
		}
	}
	for frame := range values.Len() {
		holds := func(l lit) bool { return values.At(l, frame) }
		row := make([]string, len(t.Vars))
		for i, v := range t.Vars {
			row[i] = shownValue(v.value, holds)
		}
		t.Frames = append(t.Frames, row)
	}
	return t, nil
}

// shown collects what a trace shows.
func (c *compiler) shown() {
	add := func(name, class string, v *value) {
		if v != nil && v.kind != valBad && v.kind != valArray {
			c.model.Vars = append(c.model.Vars, Var{name, class, v})
		}
	}
	for _, v := range c.variables {
		add(v.name, v.class, v.values[current])
	}
	if s := c.model.scheduler; s != nil {
		add(s.name, s.class, c.decode(s.domain, s.code))
		for _, p := range append([]*process{c.instances[0].process}, c.processes...) {
			name := p.name + ".running"
			if p == c.instances[0].process {
				name = "running"
			}
			add(name, "IVAR", boolValue(p.running))
		}
	}
	for _, s := range c.defines {
		if c.isSet(s.expr, s.in) {
			c.check(s.expr, s.in, current)
			continue
		}
		c.uses = uses{}
		if v := c.symbolValue(s, s.expr, current); !c.uses.next {
			add(s.name, "DEFINE", v)
		}
	}
}

// shownValue returns a value as it is written in the language.
func shownValue(v *value, holds func(lit) bool) string {
	switch v.kind {
	case valBool:
		if holds(v.bits[0]) {
			return "TRUE"
		}
		return "FALSE"
	case valWord:
		return shownWord(v, holds)
	case valInt:
		var n int64
		for i, b := range v.bits {
			if holds(b) {
				n |= 1 << i
				if i == len(v.bits)-1 {
					n -= 1 << (i + 1)
				}
			}
		}
		return strconv.FormatInt(n, 10)
	}
	for _, a := range v.alts {
		if holds(a.guard) {
			return a.String()
		}
	}
	return NoValue
}
