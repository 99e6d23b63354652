// This file defines what a program says is expected of it: its want lines.

package examples_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/systems"
)

// A want is one expectation: a line "// want: VERDICT key=value ...". States and
// depth are compared where they are given, for atomic=small in small steps.
type want struct {
	text    string
	verdict string
	question
	states   int // -1 if not given
	depth    int // -1 if not given
	cutoff   int // 0 if not given
	switches int // the least number of context switches to the error; -1 if not given
	rounds   int // the least number of rounds, with any number of copies; 0 if not given
	inputs   int // the least number of inputs to a label of a C program; -1 if not given
}

// A question is what an expectation is about.
type question struct {
	threads   int // the bound; 0 for none
	initial   string
	label     string
	atomicity systems.Atomicity
}

const wantMark = "// want: "

// wants returns the expectations in a program, in order. The first one has no
// keys: it says what "ijit check" answers.
func wants(t *testing.T, path string) []want {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []want
	for line := range strings.Lines(string(src)) {
		text, ok := strings.CutPrefix(line, wantMark)
		if !ok || strings.HasPrefix(text, formulaMark) {
			continue
		}
		w, err := parseWant(strings.TrimSpace(text))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, w)
	}
	if len(all) == 0 || all[0].text != all[0].verdict {
		t.Fatalf("%s: the first want line must be there and say only a verdict", path)
	}
	return all
}

func parseWant(text string) (want, error) {
	w := want{text: text, question: question{initial: "one"}, states: -1, depth: -1, switches: -1, inputs: -1}
	verdict, keys, _ := strings.Cut(text, " ")
	if verdict != systems.Safe.String() && verdict != systems.Unsafe.String() && verdict != systems.Unknown.String() {
		return w, fmt.Errorf("want %s: no such verdict", text)
	}
	w.verdict = verdict
	for _, pair := range strings.Fields(keys) {
		key, value, _ := strings.Cut(pair, "=")
		var err error
		switch key {
		case "threads":
			w.threads, err = strconv.Atoi(value)
		case "initial":
			w.initial = value
		case "label":
			w.label = value
		case "atomic":
			switch value {
			case "big":
			case "small":
				w.atomicity = systems.Small
			default:
				err = fmt.Errorf("atomic=%s is neither big nor small", value)
			}
		case "states":
			w.states, err = strconv.Atoi(value)
		case "depth":
			w.depth, err = strconv.Atoi(value)
		case "cutoff":
			w.cutoff, err = strconv.Atoi(value)
		case "switches":
			w.switches, err = strconv.Atoi(value)
		case "inputs":
			w.inputs, err = strconv.Atoi(value)
		case "rounds":
			w.rounds, err = strconv.Atoi(value)
		default:
			err = fmt.Errorf("no such key: %s", key)
		}
		if err != nil {
			return w, fmt.Errorf("want %s: %w", text, err)
		}
	}
	return w, nil
}
