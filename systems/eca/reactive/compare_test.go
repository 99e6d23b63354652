// This file defines how results are compared with the search of the interpreter and with what
// is known of the RERS challenge.

package reactive_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive"
)

func parse(t testing.TB, name, text string) *eca.File {
	t.Helper()
	file, err := eca.Parse(name, []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return file
}

// compare compares a result of an analysis that decides all labels with the interpreter's search.
func compare(t *testing.T, file *eca.File, r *reactive.Result) {
	t.Helper()
	inputs, states := least(file, 0)
	if r.Complete && r.Stats.States > int64(len(states)) {
		t.Errorf("%d states of %d", r.Stats.States, len(states))
	}
	reached(t, file, r)
	for i, a := range r.Labels {
		name := file.Labels[i].Name
		switch {
		case a.Verdict == verdict.Unknown:
			t.Errorf("%s: not decided: %s %s", name, r.Reason, r.Detail)
		case (a.Verdict == verdict.Unsafe) != (inputs[i] >= 0):
			t.Errorf("%s: %v, want %d inputs", name, a.Verdict, inputs[i])
		case a.Verdict == verdict.Unsafe && (!a.Shortest || len(a.Inputs) != inputs[i]):
			t.Errorf("%s: %d inputs, shortest %v, want %d", name, len(a.Inputs), a.Shortest, inputs[i])
		case a.Invariant != nil:
			if n := cover(t, states, a.Invariant); n != r.Stats.States {
				t.Errorf("%d states, want %d", r.Stats.States, n)
			}
		}
	}
}

// cover checks that the boxes of an invariant have the states and no others, and returns how many
// states differ in its variables: the boxes have all of them and no more points than these.
func cover(t *testing.T, states [][]int32, inv *reactive.Invariant) int64 {
	t.Helper()
	in := func(state []int32, box []reactive.Set) bool {
		for k, v := range inv.Vars {
			if !slices.ContainsFunc(box[k], func(i reactive.Interval) bool { return i.Lo <= state[v.ID] && state[v.ID] <= i.Hi }) {
				return false
			}
		}
		return true
	}
	different := map[string]bool{}
	for _, state := range states {
		var key []byte
		for _, v := range inv.Vars {
			key = binary.LittleEndian.AppendUint32(key, uint32(state[v.ID]))
		}
		different[string(key)] = true
		if !slices.ContainsFunc(inv.Boxes, func(box []reactive.Set) bool { return in(state, box) }) {
			t.Errorf("state %d is in no box", state)
			return -1
		}
	}
	points := 0
	for _, box := range inv.Boxes {
		size := 1
		for _, set := range box {
			values := 0
			for _, i := range set {
				values += int(i.Hi - i.Lo + 1)
			}
			size *= values
		}
		points += size
	}
	if points != len(different) {
		t.Errorf("boxes have %d points, there are %d states", points, len(different))
	}
	return int64(len(different))
}

// expected returns, for a program of the suite, the number of inputs of labels that can be
// reached and 0 for the others, by name; labels that were not decided are not there.
func expected(t testing.TB, program string) map[string]int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(suite, "expected.tsv"))
	if err != nil {
		t.Skip("the suite of RERS programs is not here: ", err)
	}
	want := map[string]int{}
	for line := range strings.Lines(string(text)) {
		var name, label, answer string
		var inputs int
		fmt.Sscan(line, &name, &label, &answer, &inputs)
		if name == program && (answer == "UNSAFE" || answer == "SAFE" && strings.Contains(line, "True")) {
			want[label] = inputs
		}
	}
	return want
}
