// This file defines the verdicts that a program says itself are expected of it.

package bench

import (
	"bufio"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/source"
)

// A want is a line such as
//
//	// want: UNSAFE threads=2 initial=many label=ERR
//
// among the comments at the top of a program. Without threads it is for any number
// of them. Keys that do not change the verdict may be there too: atomic, states,
// depth, cutoff, inputs.
type want struct {
	verdict string
	threads int
	Question
	// other says that it is for so many context switches or rounds, or about a formula, which
	// is nothing that a bench asks.
	other bool
}

const wantMark = "// want:"

// readWants returns the wants of a program, and notes about those that ask what a
// bench does not.
func readWants(path string) (wants []want, notes []string, err error) {
	f, err := source.Open(path, source.MaxStream)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for n := 1; in.Scan(); n++ {
		text := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\uFEFF"))
		if text != "" && !strings.HasPrefix(text, "//") {
			return wants, notes, nil
		}
		rest, ok := strings.CutPrefix(text, wantMark)
		if !ok {
			continue
		}
		w, err := parseWant(strings.Fields(rest))
		switch {
		case errors.Is(err, errUnknownKey):
			notes = append(notes, fmt.Sprintf("%s:%d: this line is ignored: %v", path, n, err))
		case err != nil:
			return nil, nil, fmt.Errorf("%s:%d: %w", path, n, err)
		case !w.other:
			wants = append(wants, w)
		}
	}
	// Whether the rest is a program will be found out by whoever runs it.
	if err := in.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return wants, notes, nil
}

var errUnknownKey = errors.New("no such key for what is wanted")

func parseWant(words []string) (want, error) {
	w := want{threads: Any}
	switch {
	case len(words) > 0 && words[0] == "ltl": // and then a verdict and a formula
		w.other = true
		return w, nil
	case len(words) > 0 && words[0] == Unknown: // nothing is expected
	case len(words) > 0 && (words[0] == Safe || words[0] == Unsafe):
		w.verdict = words[0]
	default:
		return w, fmt.Errorf("what is wanted is SAFE, UNSAFE or UNKNOWN")
	}
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, "=")
		var err error
		switch key {
		case "threads":
			w.threads, err = parseThreads(value)
		case "initial":
			w.Initial = value
		case "label":
			w.Label = value
		case "target":
			w.Target = value
		case "switches", "rounds":
			w.other = true
		case "atomic", "states", "depth", "cutoff", "inputs":
		default:
			err = fmt.Errorf("%w: %s", errUnknownKey, key)
		}
		if err != nil {
			return w, err
		}
	}
	return w, nil
}

func parseThreads(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%q is no number of threads", text)
	}
	return int(n), nil
}
