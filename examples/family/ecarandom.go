// This file defines random event-condition-action programs: a machine is made up rule by rule
// along its own execution, so that rules fire, and then written as a program that hides it.

package family

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// An ECASize says what a random event-condition-action program is like. What is 0 gets the
// least that makes sense.
type ECASize struct {
	StyleB bool // a flag says that no rule has fired, labels are assert(!error_7): RERS 2013

	Variables int // compared by == and != only: types BOOL and EQ
	Values    int // of such a variable, at most
	Sums      int // further variables, compared by < and computed by + and -: type ADD
	Products  int // further variables, also computed by *, / and %: type OTHER
	Copies    bool

	Rules, Inputs, Labels int
	// LabelsLast has labels tested where no rule fires, as EQ problems do, not before the
	// rules. It is of no use with StyleB.
	LabelsLast bool
	Exact      bool // rules are about one state each
	Jumps      bool // rules assign all variables, so that states have nothing in common

	Seed uint64
}

// ECA returns an event-condition-action program and what is known of its labels: those that
// are close can be reached, and if the machine has few enough states to be searched, all are
// known. The same size gives the same program.
func ECA(s ECASize) (text string, labels []Outcome) {
	s.Variables, s.Values, s.Inputs = max(s.Variables, 1), max(s.Values, 2), max(s.Inputs, 1)
	s.Rules, s.Labels = max(s.Rules, 1), max(s.Labels, 1)
	s.LabelsLast = s.LabelsLast && !s.StyleB
	m := &ecaMachine{ECASize: s, Rand: rand.New(rand.NewPCG(s.Seed, 3)), index: map[[2]int32][]int{}}
	m.declare()
	m.invent()
	m.chooseLabels()
	labels = m.outcomes()
	w := &ecaWriter{ecaMachine: m}
	w.write()
	return w.String(), labels
}

// An ecaMachine is a program as data. The first variable is the selector: each rule is about
// one value of it, which is how rules are distributed to functions.
type ecaMachine struct {
	ECASize
	*rand.Rand
	vars   []ecaVar
	rules  []ecaRule
	labels [][]ecaTest
	index  map[[2]int32][]int // by selector and input: the rules in question, in order
	states [][]int32          // that were met while rules were made up
	left   []bool             // by state: a rule was made up for it
}

// An ecaVar is a variable.
type ecaVar struct {
	values []int32 // that it takes, if its type is BOOL or EQ
	cuts   []int32 // that it is compared with otherwise, in ascending order
	sum    bool    // its type is ADD
	init   int32
}

// An ecaTest holds if a variable has one of the values, or if there are none, is above lo and not
// above hi; or if it has the value of another one.
type ecaTest struct {
	v      int
	values []int32
	lo, hi int32 // the limits of int32 for none
	other  int   // -1 for none
}

// An ecaRule is what happens at an input if its tests hold.
type ecaRule struct {
	input   int32
	tests   []ecaTest
	assigns []ecaAssign // one after the other
	output  int
}

// An ecaAssign assigns a constant, the value of another variable, or a number computed from its
// own value, step by step.
type ecaAssign struct {
	v     int
	value int32
	other int // -1 for none
	steps []ecaStep
}

// An ecaStep is an operation with a constant.
type ecaStep struct {
	op byte
	c  int32
}

const (
	noLow  = -1 << 31
	noHigh = 1<<31 - 1
)

func (m *ecaMachine) declare() {
	for i := range m.Variables {
		first := int32(m.IntN(10))
		if m.Copies { // values are those of others too
			first = int32(m.IntN(2))
		}
		n := 2
		if i == 0 || m.IntN(3) > 0 {
			n = 2 + m.IntN(m.Values-1)
		}
		if i == 0 {
			n = m.Values
		}
		x := ecaVar{}
		for j := range n {
			x.values = append(x.values, first+int32(j))
		}
		x.init = x.values[m.IntN(n)]
		m.vars = append(m.vars, x)
	}
	for i := range m.Sums + m.Products {
		x := ecaVar{sum: i < m.Sums}
		c := int32(m.IntN(60) - 50)
		for range 1 + m.IntN(3) {
			x.cuts = append(x.cuts, c)
			c += int32(5 + m.IntN(150))
		}
		x.init = int32(m.IntN(100) - 50)
		m.vars = append(m.vars, x)
	}
}

// invent makes up rules. Most are for an input to a state that has been met and at which nothing
// happens yet; the others are for any state, and hardly ever fire.
func (m *ecaMachine) invent() {
	s := make([]int32, len(m.vars))
	for i, x := range m.vars {
		s[i] = x.init
	}
	m.states, m.left = append(m.states, s), append(m.left, false)
	for len(m.rules) < m.Rules {
		input := 1 + int32(m.IntN(m.Inputs))
		from, met := m.anyState(), false
		for try := 0; try < 20 && !met && (m.Exact || m.IntN(8) > 0); try++ {
			i := m.IntN(len(m.states))
			if m.IntN(2) == 0 { // states that are new are far away
				i = len(m.states) - 1 - m.IntN(min(len(m.states), 10))
			}
			input = 1 + int32(m.IntN(m.Inputs))
			if met = m.fires(m.states[i], input) < 0; met {
				from, m.left[i] = m.states[i], true
			}
		}
		r := ecaRule{input: input, tests: m.guard(from, m.Exact), output: 20 + m.IntN(7)}
		m.action(&r, from)
		key := [2]int32{from[0], input}
		m.index[key] = append(m.index[key], len(m.rules))
		m.rules = append(m.rules, r)
		if met {
			m.states, m.left = append(m.states, r.apply(from)), append(m.left, false)
		}
	}
}

func (m *ecaMachine) anyState() []int32 {
	s := make([]int32, len(m.vars))
	for i, x := range m.vars {
		if x.values != nil {
			s[i] = x.values[m.IntN(len(x.values))]
		} else {
			s[i] = int32(m.IntN(400) - 200)
		}
	}
	return s
}

// guard returns tests that hold in a state: of the selector, and if it is to be exact, of all
// variables; otherwise of most of up to twenty of them, some of which may have one of two values.
func (m *ecaMachine) guard(s []int32, exact bool) []ecaTest {
	list := []ecaTest{{v: 0, values: []int32{s[0]}, other: -1}}
	for _, v := range m.some(exact) {
		x, t := m.vars[v], ecaTest{v: v, lo: noLow, hi: noHigh, other: -1}
		if x.values == nil {
			i, _ := slices.BinarySearch(x.cuts, s[v]) // a cut is in the interval below it
			if i > 0 {
				t.lo = x.cuts[i-1]
			}
			if i < len(x.cuts) {
				t.hi = x.cuts[i]
			}
		} else {
			t.values = []int32{s[v]}
			if o := m.IntN(m.Variables); m.Copies && !exact && o != v && s[o] == s[v] && m.IntN(3) == 0 {
				t.values, t.other = nil, o
			} else if y := x.values[m.IntN(len(x.values))]; !exact && y != s[v] && len(x.values) > 2 && m.IntN(4) == 0 {
				t.values = append(t.values, y)
			}
		}
		list = append(list, t)
	}
	return list
}

// some returns variables other than the selector, in any order: all of them or a few.
func (m *ecaMachine) some(all bool) []int {
	list := m.Perm(len(m.vars) - 1)
	for i := range list {
		list[i]++
	}
	if n := min(len(list), 20); !all && n > 1 {
		return list[:n-m.IntN((n+3)/4)]
	}
	return list
}

// action makes up what a rule does in a state.
func (m *ecaMachine) action(r *ecaRule, s []int32) {
	vars := m.Perm(len(m.vars))
	if !m.Jumps {
		vars = vars[:min(len(vars), 1+m.IntN(3))]
	}
	if m.IntN(3) == 0 && !slices.Contains(vars, 0) {
		vars = append(vars, 0)
	}
	for _, v := range vars {
		x, a := m.vars[v], ecaAssign{v: v, other: -1}
		switch {
		case x.values == nil:
			a.steps = m.steps(x, r.test(v))
		case m.Copies && m.IntN(3) == 0 && v != 0:
			if o := m.IntN(m.Variables); o != v && m.vars[o].within(x) {
				a.other = o
				break
			}
			fallthrough
		default:
			a.value = x.values[m.IntN(len(x.values))]
		}
		r.assigns = append(r.assigns, a)
	}
}

// within says whether another variable takes all values that this one takes.
func (x ecaVar) within(y ecaVar) bool {
	for _, value := range x.values {
		if !slices.Contains(y.values, value) {
			return false
		}
	}
	return true
}

// steps makes up a computation without overflow. A sum grows only below its highest cut, and
// gets less only above its lowest one, so it stays bounded; a product begins with a remainder.
func (m *ecaMachine) steps(x ecaVar, t *ecaTest) []ecaStep {
	if x.sum {
		c := int32(1 + m.IntN(20))
		switch {
		case t != nil && t.hi != noHigh:
			return []ecaStep{{'+', c}}
		case t != nil && t.lo != noLow:
			return []ecaStep{{'-', c}}
		}
		return nil
	}
	list := []ecaStep{{'%', int32(5 + m.IntN(200))}, {'+', int32(m.IntN(400) - 200)}}
	for range m.IntN(3) {
		switch m.IntN(4) {
		case 0:
			list = append(list, ecaStep{'*', int32(m.IntN(19) - 9)})
		case 1:
			list = append(list, ecaStep{'/', int32(2 + m.IntN(9))})
		case 2:
			list = append(list, ecaStep{'-', int32(m.IntN(20000) - 10000)})
		default:
			list = append(list, ecaStep{'*', 9}, ecaStep{'/', 10})
		}
	}
	return list
}

// test returns the test of a variable, nil if there is none.
func (r *ecaRule) test(v int) *ecaTest {
	for i := range r.tests {
		if r.tests[i].v == v {
			return &r.tests[i]
		}
	}
	return nil
}

// chooseLabels makes up labels: a half is about states that were met, the other half about any
// states, and often about a state that was met but for one variable. Labels that end an execution
// where a rule would fire are avoided: much would not be reached.
func (m *ecaMachine) chooseLabels() {
	for try := 0; len(m.labels) < m.Labels; try++ {
		i := m.IntN(len(m.states))
		for try := 0; try < 50 && !m.LabelsLast && m.left[i]; try++ {
			i = m.IntN(len(m.states))
		}
		s := slices.Clone(m.states[i])
		switch m.IntN(4) {
		case 0:
			s = m.anyState()
		case 1:
			v := m.IntN(len(m.vars))
			s[v] = m.anyState()[v]
		}
		tests := m.guard(s, len(m.vars) <= 40)
		if m.LabelsLast || try > 50*m.Labels || !m.leaves(tests) {
			m.labels = append(m.labels, tests)
		}
	}
}

// leaves says whether the tests hold in a state for which a rule was made up.
func (m *ecaMachine) leaves(tests []ecaTest) bool {
	for i, s := range m.states {
		if m.left[i] && holds(tests, s) {
			return true
		}
	}
	return false
}

func ecaLabel(i int) string { return fmt.Sprintf("error_%d", i) }
