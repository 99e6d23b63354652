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

	"github.com/ijit/ijit/parser/eca"
)

// search returns the least number of inputs that reach each label, and how many states there
// are. In front of each turn it spoils the variables that are not part of the state.
func search(f *eca.File, maxStates int) (least map[string]int, states int) {
	least = map[string]int{}
	m := eca.NewMachine(f)
	none := func() (int32, bool) { return 0, false }
	note := func(step *eca.Step, depth int) {
		for _, r := range step.Reached {
			if _, ok := least[r.Label.Name]; !ok {
				least[r.Label.Name] = depth
			}
		}
	}
	first := m.Start(none)
	note(first, 0)
	if first.Status != eca.Running {
		return least, 0
	}
	key := func() string {
		var b []byte
		for _, v := range f.Vars {
			if v.State {
				b = strconv.AppendInt(b, int64(m.Values[v.ID]), 36)
				b = append(b, ' ')
			}
		}
		return string(b)
	}
	seen := map[string]bool{key(): true}
	frontier := [][]int32{slices.Clone(m.Values)}
	for depth := 1; len(frontier) > 0 && len(seen) < maxStates; depth++ {
		var next [][]int32
		for _, state := range frontier {
			for _, input := range f.Alphabet {
				for _, v := range f.Vars {
					if m.Values[v.ID] = state[v.ID]; v.Assigned && !v.State {
						m.Values[v.ID] = 4711
					}
				}
				step := m.Turn(func() (int32, bool) { return input, true })
				note(step, depth)
				if step.Status == eca.Running && !seen[key()] {
					seen[key()] = true
					next = append(next, slices.Clone(m.Values))
				}
			}
		}
		frontier = next
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
		t.Skip("the suite is not there: " + suite)
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
