// This file defines plans.

package native

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/form"
)

// A place is a line of a file, as the compiler knows it: what a preprocessor has written says where its lines come from. Files are
// known by their base names: the program is built in another folder.
type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// places are numbered from 1 on; 0 is none.
type places struct {
	number map[place]int
	list   []place
	source []place // of the lines of the program's text
}

func newPlaces(name string, text []byte) *places {
	l := &places{number: map[place]int{}}
	now := place{filepath.Base(name), 1}
	for line := range strings.Lines(string(text)) {
		l.source = append(l.source, now)
		now.line++
		from, file := 0, ""
		if k, _ := fmt.Sscanf(strings.Replace(line, "#line ", "# ", 1), "# %d %q", &from, &file); k == 2 {
			now = place{filepath.Base(file), from}
		}
	}
	return l
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

// at returns the place of a step.
func (l *places) at(o form.Origin) place {
	if o.Line < 1 || o.Line > len(l.source) {
		return place{filepath.Base(o.File), o.Line}
	}
	return l.source[o.Line-1]
}

// entries returns the lines of a plan that are about points, and the arguments that main reads by sscanf.
func entries(steps []execution.Step, l *places) (lines, arguments []string) {
	for i, s := range steps {
		add := func(o form.Origin, kind byte, value uint64) {
			lines = append(lines, fmt.Sprintf("%d %d %d %c %d", s.Thread, i+1, l.of(l.at(o)), kind, value))
		}
		read := 0 // values from sscanf: each other one is what it returns
		for _, p := range s.Edge.Points {
			if p.Input >= 0 {
				value := s.Inputs[p.Input]
				add(p.Origin, 'n', value)
				if strings.Contains(p.Origin.Text, "sscanf(argv[") {
					if read++; read%2 == 1 {
						arguments = append(arguments, fmt.Sprint(int32(value)))
					}
				}
			}
			kind := map[[2]bool]byte{{true, false}: 'r', {false, true}: 'w', {true, true}: 'u'}[[2]bool{p.Reads, p.Writes}]
			if p.Start {
				kind = 'c'
			}
			if kind != 0 {
				add(p.Origin, kind, 0)
			}
		}
		if s.Edge.Check != form.None {
			add(s.Edge.Origin, 'f', 0)
		}
	}
	return lines, arguments
}

// plan writes lists of lines as the runtime reads them: behind how many there are of each.
func plan(lists ...[]string) []byte {
	var head, body strings.Builder
	for _, list := range lists {
		fmt.Fprint(&head, len(list), " ")
		body.WriteString("\n" + strings.Join(list, "\n"))
	}
	return []byte(head.String() + body.String())
}
