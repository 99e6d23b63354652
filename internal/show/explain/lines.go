// This file defines lines, and how sets of them are written.

package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/parser"
)

// A line is one of a procedure.
type line struct {
	proc, file string // file is "" for the input
	number     int
}

// lineOf returns the line of a location, if something is said of it.
func (o *observed) lineOf(n *parser.Node) (l line, known bool) {
	proc, file, number := o.words.Place(n)
	return line{proc, file, number}, number > 0
}

func (a line) compare(b line) int {
	return cmp.Or(cmp.Compare(a.proc, b.proc), cmp.Compare(a.file, b.file), cmp.Compare(a.number, b.number))
}

// parts divides lines by their files and procedures.
func parts(set []line) (list [][]line) {
	for i, l := range set {
		if i == 0 || l.proc != set[i-1].proc || l.file != set[i-1].file {
			list = append(list, nil)
		}
		list[len(list)-1] = append(list[len(list)-1], l)
	}
	return list
}

// lines writes a set of lines of one procedure. Two that follow each other among all that threads come to are of one range.
func (o *observed) lines(set []line) string {
	var parts []string
	for i := 0; i < len(set); {
		k := i + 1
		for k < len(set) && o.position[set[k]] == o.position[set[k-1]]+1 {
			k++
		}
		switch first, last := set[i].number, set[k-1].number; {
		case k == i+1:
			parts = append(parts, fmt.Sprint(first))
		case k == i+2:
			parts = append(parts, fmt.Sprint(first), fmt.Sprint(last))
		default:
			parts = append(parts, fmt.Sprintf("%d to %d", first, last))
		}
		i = k
	}
	word := "lines "
	if len(set) == 1 {
		word = "line "
	}
	text := parts[0]
	if n := len(parts); n > 1 {
		text = strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return word + text
}

// order gives lines their positions.
func (o *observed) order() {
	for l := range o.at {
		o.all = append(o.all, l)
	}
	slices.SortFunc(o.all, line.compare)
	o.position = map[line]int{}
	for i, l := range o.all {
		if o.position[l] = i; i == 0 || l.proc != o.procs[len(o.procs)-1] {
			o.procs = append(o.procs, l.proc)
		}
	}
}
