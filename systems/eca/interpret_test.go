// This file tests the interpreter: an exhaustive search with it gives the verdicts and depths
// that a search by compiled C gave.

package eca_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/ijit/ijit/systems/eca"
)

// search returns the least number of inputs that reach each label, and how many states there
// are. In front of each turn it spoils the variables that are not part of the state.
func search(f *eca.File, maxStates int) (least map[string]int, states int) {
	least = map[string]int{}
	seen := map[string]bool{}
	var todo [][][]int32 // values of variables, by the number of inputs that lead there
	m := eca.NewMachine(f)

	// try executes a step from some values, with all inputs that begin in a way.
	var try func(values []int32, read int, begin []int32, step func(func() (int32, bool)) *eca.Step)
	try = func(values []int32, read int, begin []int32, step func(func() (int32, bool)) *eca.Step) {
		copy(m.Values, values)
		m.Read = read
		s := step(func() (int32, bool) {
			if i := m.Read - read; i < len(begin) {
				return begin[i], true
			}
			return 0, false
		})
		for _, r := range s.Reached {
			if old, ok := least[r.Label.Name]; !ok || r.Inputs < old {
				least[r.Label.Name] = r.Inputs
			}
		}
		switch s.Status {
		case eca.Starved:
			for _, input := range f.Alphabet {
				try(values, read, append(slices.Clone(begin), input), step)
			}
		case eca.Running:
			for len(todo) <= m.Read {
				todo = append(todo, nil)
			}
			todo[m.Read] = append(todo[m.Read], slices.Clone(m.Values))
		}
	}
	try(slices.Clone(m.Values), 0, nil, m.Start)
	for read := 0; read < len(todo) && len(seen) < maxStates; read++ {
		for len(todo[read]) > 0 {
			last := len(todo[read]) - 1
			values := todo[read][last]
			todo[read] = todo[read][:last]
			var key []byte
			for _, v := range f.Vars {
				if v.State {
					key = append(strconv.AppendInt(key, int64(values[v.ID]), 36), ' ')
				} else if v.Assigned {
					values[v.ID] = 4711
				}
			}
			if !seen[string(key)] {
				seen[string(key)] = true
				try(values, read, nil, m.Turn)
			}
		}
	}
	return least, len(seen)
}

// TestSearch compares with what is known of the suite.
func TestSearch(t *testing.T) {
	want := expected(t)
	for _, test := range []struct {
		name   string
		states int
	}{{"Problem01.c", 29}, {"Problem02.c", 18}, {"Problem04.c", 169}, {"Problem06.c", 166}} {
		f := read(t, filepath.Join(suite, test.name))
		least, states := search(f, 1e6)
		if states != test.states {
			t.Errorf("%s has %d states, want %d", test.name, states, test.states)
		}
		for _, l := range f.Labels {
			if got, want := least[l.Name], want[test.name+" "+l.Name]; got != want {
				t.Errorf("%s: %s is reached by %d inputs, want %d (0: never)", test.name, l.Name, got, want)
			}
		}
	}
}

// expected returns the least numbers of inputs, by file and label.
func expected(t *testing.T) map[string]int {
	file, err := os.Open(filepath.Join(suite, "expected.tsv"))
	if err != nil {
		t.Skip("the real programs, a folder of shared/suites, do not lie beside the checkout: " + suite)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]int{}
	for _, row := range rows[1:] {
		if row[2] == "UNSAFE" {
			if list[row[0]+" "+row[1]], err = strconv.Atoi(row[3]); err != nil {
				t.Fatal(err)
			}
		}
	}
	return list
}
