// This file defines plans.

package native

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/form"
)

// A place is a line of the source. Files are known by their base names: the program is built in another folder.
type place struct {
	file string
	line int
}

func at(o form.Origin) place { return place{filepath.Base(o.File), o.Line} }

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// places are numbered from 1 on; 0 is none.
type places struct {
	number map[place]int
	list   []place
}

func (l *places) of(p place) int {
	n, ok := l.number[p]
	if !ok {
		l.list = append(l.list, p)
		n = len(l.list)
		l.number[p] = n
	}
	return n
}

// entries writes an execution as the runtime reads it, one line a point.
func entries(steps []execution.Step, l *places) (text string, n int) {
	var b strings.Builder
	add := func(thread, step int, o form.Origin, kind byte, value uint64) {
		fmt.Fprintf(&b, "%d %d %d %c %d\n", thread, step, l.of(at(o)), kind, value)
		n++
	}
	for i, s := range steps {
		for _, p := range s.Edge.Points {
			if p.Input >= 0 {
				add(s.Thread, i+1, p.Origin, 'n', s.Inputs[p.Input])
			}
			switch {
			case p.Start:
				add(s.Thread, i+1, p.Origin, 'c', 0)
			case p.Reads && p.Writes:
				add(s.Thread, i+1, p.Origin, 'u', 0)
			case p.Reads:
				add(s.Thread, i+1, p.Origin, 'r', 0)
			case p.Writes:
				add(s.Thread, i+1, p.Origin, 'w', 0)
			}
		}
		if s.Edge.Check != form.None {
			add(s.Thread, i+1, s.Edge.Origin, 'f', 0)
		}
	}
	return b.String(), n
}
