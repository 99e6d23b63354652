// This file defines the search of random event-condition-action programs, as data: it says what
// is expected of them and shares no code with what reads the programs.

package family

import "encoding/binary"

// holds says whether all tests do.
func holds(tests []ecaTest, s []int32) bool {
	for i := range tests {
		if !tests[i].holds(s) {
			return false
		}
	}
	return true
}

func (t *ecaTest) holds(s []int32) bool {
	value := s[t.v]
	if t.other >= 0 {
		return value == s[t.other]
	}
	for _, x := range t.values {
		if x == value {
			return true
		}
	}
	return t.values == nil && (t.lo < value || t.lo == noLow) && value <= t.hi
}

// fires returns the rule that fires at an input, -1 for none.
func (m *ecaMachine) fires(s []int32, input int32) int {
	for _, i := range m.index[[2]int32{s[0], input}] {
		if holds(m.rules[i].tests, s) {
			return i
		}
	}
	return -1
}

// apply returns the state behind a rule.
func (r *ecaRule) apply(s []int32) []int32 {
	t := append([]int32(nil), s...)
	for _, a := range r.assigns {
		switch {
		case a.other >= 0:
			t[a.v] = t[a.other]
		case a.steps == nil:
			t[a.v] = a.value
		default:
			for _, step := range a.steps {
				t[a.v] = step.apply(t[a.v])
			}
		}
	}
	return t
}

func (x ecaStep) apply(value int32) int32 {
	switch x.op {
	case '+':
		return value + x.c
	case '-':
		return value - x.c
	case '*':
		return value * x.c
	case '/':
		return value / x.c
	}
	return value % x.c
}

// label returns the label whose tests hold in a state, the first one; -1 for none.
func (m *ecaMachine) label(s []int32) int {
	for i, tests := range m.labels {
		if holds(tests, s) {
			return i
		}
	}
	return -1
}

// outcomes searches breadth first. What is not reached within a number of states is unknown
// if there are more.
func (m *ecaMachine) outcomes() []Outcome {
	list := make([]Outcome, m.Labels)
	for i := range list {
		list[i] = Outcome{Label: ecaLabel(i), Verdict: "UNKNOWN"}
	}
	// A state costs its variables, and labels are tested at each.
	limit := min(4_000_000/len(m.vars), 40_000_000/(m.Labels+len(m.rules)/m.Values))
	seen := map[string]bool{}
	var key []byte
	var next [][]int32
	add := func(s []int32) {
		key = key[:0]
		for _, x := range s {
			key = binary.LittleEndian.AppendUint32(key, uint32(x))
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			next = append(next, s)
		}
	}
	add(m.states[0])
	for inputs := 1; len(next) > 0 && len(seen) < limit; inputs++ {
		states := next
		next = nil
		for _, s := range states {
			label := m.label(s)
			reached := func() {
				if label >= 0 && list[label].Verdict != "UNSAFE" {
					list[label].Verdict, list[label].Inputs = "UNSAFE", inputs
				}
			}
			if !m.LabelsLast && label >= 0 {
				reached()
				continue
			}
			for input := range int32(m.Inputs) {
				if r := m.fires(s, input+1); r < 0 {
					reached()
				} else {
					add(m.rules[r].apply(s))
				}
			}
		}
	}
	if len(next) == 0 {
		for i := range list {
			if list[i].Verdict == "UNKNOWN" {
				list[i].Verdict = "SAFE"
			}
		}
	}
	return list
}
