// This file defines the Boolean program of an entry beside the Go code.

package gocheck

import (
	"fmt"
	"strings"

	"github.com/ijit/ijit/systems/golang/lower"
)

func (q *question) explain(l *lower.Program) Explained {
	e := Explained{Entry: q.entry.Name}
	last := ""
	i := 0
	for text := range strings.Lines(string(l.Text)) {
		text = strings.TrimRight(text, "\n")
		line := ExplainedLine{Text: text}
		if i < len(l.Lines) && l.Lines[i].Node != nil {
			s := l.Lines[i].Node.Site
			if origin := strings.TrimSpace(fmt.Sprintf("%s  %s", where(s), operation(s))); origin != last {
				line.Go, last = origin, origin
			}
		}
		i++
		if !strings.HasPrefix(strings.TrimSpace(text), "// file ") { // the column has it
			e.Lines = append(e.Lines, line)
		}
	}
	return e
}
