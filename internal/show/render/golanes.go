// This file defines how executions of Go programs are shown: in lanes, and of a long one what leads to its end.

package render

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// How much of an execution is shown that nobody asked for in full.
const (
	mostGoLines = 40
	mostGoLanes = 6
	firstSteps  = 3 // that are kept in any case
)

// GoLanes writes the execution of a finding, one column for each goroutine. If it has more lines than anybody reads, it
// shows those goroutines that act last, and of their steps the first and the last ones; what is left out is said below.
// [Options.Full] shows all.
func GoLanes(w io.Writer, f *Finding, o Options) error {
	shown := slices.Repeat([]bool{true}, len(f.Trace))
	var out bytes.Buffer
	write := func() error {
		out.Reset()
		return goLanes(&out, f, shown, o)
	}
	fits := func() bool { return o.Full || bytes.Count(out.Bytes(), []byte("\n")) <= mostGoLines }
	if err := write(); err != nil {
		return err
	}
	if !fits() {
		if err := abridge(f.Trace, shown, func() (bool, error) { err := write(); return fits(), err }); err != nil {
			return err
		}
		steps, goroutines, kept := 0, map[int]bool{}, map[int]bool{}
		for i, s := range f.Trace {
			if goroutines[s.Goroutine] = true; shown[i] {
				kept[s.Goroutine] = true
			} else {
				steps++
			}
		}
		fmt.Fprintf(&out, "\nLeft out: %d of %d steps", steps, len(f.Trace))
		if n := len(goroutines) - len(kept); n > 0 {
			fmt.Fprintf(&out, ", %d of %d goroutines", n, len(goroutines))
		}
		fmt.Fprintln(&out, "; --full shows them.")
	}
	_, err := out.WriteTo(w)
	return err
}

// abridge says which steps are shown until they fit.
func abridge(trace []GoStep, shown []bool, fits func() (bool, error)) error {
	var last []int // the goroutines that act last
	for _, s := range slices.Backward(trace) {
		if len(last) < mostGoLanes && !slices.Contains(last, s.Goroutine) {
			last = append(last, s.Goroutine)
		}
	}
	var theirs []int
	for i, s := range trace {
		if shown[i] = slices.Contains(last, s.Goroutine); shown[i] {
			theirs = append(theirs, i)
		}
	}
	for out := firstSteps; ; out++ {
		if ok, err := fits(); ok || err != nil || out+1 >= len(theirs) {
			return err
		}
		shown[theirs[out]] = false
	}
}

// goLanes writes steps of an execution.
func goLanes(w io.Writer, f *Finding, shown []bool, o Options) error {
	g := &grid{columns: []column{{title: "step", right: true, fixed: true}, {title: "line", right: true, fixed: true}}, sep: " | ", most: mostLines}
	if o.Full {
		g.most = 0
	}
	lane := map[int]int{} // column of a goroutine
	add := func(id int, name string) {
		if lane[id] == 0 {
			lane[id] = len(g.columns)
			g.columns = append(g.columns, column{title: strings.TrimRight(fmt.Sprintf("%d %s", id, name), " ")})
		}
	}
	whole := !slices.Contains(shown, false)
	files := map[string]bool{}
	var ids []int
	names := map[int]string{}
	for i, s := range f.Trace {
		if !shown[i] {
			continue
		}
		if s.File != "" {
			files[s.File] = true
		}
		ids = append(ids, s.Goroutine)
		names[s.Goroutine] = s.Name
		if s.Starts > 0 && whole {
			ids = append(ids, s.Starts)
			names[s.Starts] = s.Runs
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		add(id, names[id])
	}
	gap := false // steps of goroutines that have lanes are left out
	for i, s := range f.Trace {
		if !shown[i] {
			gap = gap || lane[s.Goroutine] > 0
			continue
		}
		if gap {
			cells := make([]string, len(g.columns))
			cells[0], gap = "...", false
			g.lines = append(g.lines, line{cells, plain})
		}
		cells := make([]string, len(g.columns))
		cells[0] = strconv.Itoa(i + 1)
		if s.Line > 0 {
			cells[1] = strconv.Itoa(s.Line)
			if len(files) > 1 {
				cells[1] = filepath.Base(s.File) + ":" + cells[1]
			}
		}
		text := strings.Join(strings.Fields(s.Operation), " ")
		st := plain
		switch {
		case s.Last:
			st, text = alarm, strings.TrimPrefix(text+"\n*** "+s.Event+" ***", "\n")
		case s.Event != "":
			text = strings.TrimPrefix(text+"\n("+s.Event+")", "\n")
		}
		cells[lane[s.Goroutine]] = text
		if at := lane[s.Starts]; s.Starts > 0 && at > 0 {
			cells[at] = "(starts)"
		}
		g.lines = append(g.lines, line{cells, st})
	}
	return g.write(w, o.width(), o.Color)
}
