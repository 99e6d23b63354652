// This file defines the rows of a trace: what each step says, before it is laid
// out.

package render

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/parser"
)

// A row is one step.
type row struct {
	*ijit.Step
	number  string // 3, or 3.2 for the second statement of a section that is step 3
	inner   bool   // one of several statements of a section that is one step
	first   bool   // the first of them
	last    bool   // the last of them
	changes []change
	// ends is what the failing step is: FAILS or REACHED, "" for other steps.
	ends string
}

// A change is a variable with its new value. Thread is 0 for a shared variable.
type change struct {
	thread int
	name   string
	value  int
}

// String writes the change for a place where nothing says whose variable it is.
func (c change) String() string {
	if c.thread == 0 {
		return c.short()
	}
	return threadName(c.thread) + "." + c.short()
}

// short writes the change for a place that says whose variable it is.
func (c change) short() string { return variable(c.name) + "=" + strconv.Itoa(c.value) }

// threadName returns the short name of a thread.
func threadName(id int) string {
	if id == 0 {
		return "env"
	}
	return "t" + strconv.Itoa(id)
}

var plainName = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$#-]*$`)

// variable writes the name of a variable, in braces where it needs them.
func variable(name string) string {
	if plainName.MatchString(name) {
		return name
	}
	return "{" + name + "}"
}

// rows returns the steps of t.
func (t *Trace) rows() []row {
	rows := make([]row, len(t.Steps))
	before := &t.Initial
	depth, part := 1, 0
	for i := range t.Steps {
		s := &t.Steps[i]
		r := &rows[i]
		*r = row{Step: s, number: strconv.Itoa(depth), changes: changes(before, &s.State)}
		if s.Passing || part > 0 {
			part++
			r.number += "." + strconv.Itoa(part)
			r.inner, r.first, r.last = true, part == 1, !s.Passing || i == len(t.Steps)-1
		}
		if !s.Passing {
			depth, part = depth+1, 0
		}
		if s.Fails {
			r.ends = "FAILS"
			if t.Property != nil && t.Property.Kind != "assert" {
				r.ends = "REACHED"
			}
		}
		before = &s.State
	}
	return rows
}

// changes compares two states. All variables of a thread that is new have
// changed.
func changes(from, to *ijit.State, names ...string) []change {
	var cs []change
	add := func(thread int, names []string, was, is []int) {
		for i, v := range is {
			if i >= len(was) || was[i] != v {
				cs = append(cs, change{thread, names[i], v})
			}
		}
	}
	add(0, names, from.Shared, to.Shared)
	for i := range to.Threads {
		is := &to.Threads[i]
		var was []int
		if k := slices.IndexFunc(from.Threads, func(x ijit.Thread) bool { return x.ID == is.ID }); k >= 0 {
			was = from.Threads[k].Locals
		}
		add(is.ID, is.Names, was, is.Locals)
	}
	return cs
}

// events says what happened to threads. The mover is only named if asked so.
func (r *row) events() []string {
	var es []string
	if r.Created != 0 {
		es = append(es, "creates "+threadName(r.Created))
	}
	if r.Ended {
		es = append(es, threadName(r.Thread)+" ends")
	}
	if len(r.Woken) > 0 {
		names := make([]string, len(r.Woken))
		for i, id := range r.Woken {
			names[i] = threadName(id)
		}
		es = append(es, "moves "+strings.Join(names, ", "))
	}
	return es
}

// conclusion says in a line what the trace ends in, if no step says so.
func (t *Trace) conclusion() string {
	p := t.Property
	if p == nil || len(t.Steps) > 0 && t.Steps[len(t.Steps)-1].Fails {
		return ""
	}
	switch p.Kind {
	case "assert":
		return ""
	case "label":
		for _, x := range t.final().Threads {
			if at := t.labelled(); x.PC >= 0 && x.PC == at {
				return fmt.Sprintf("REACHED: label %s, by %s", p.Text, threadName(x.ID))
			}
		}
	}
	return fmt.Sprintf("REACHED: %s %s", p.Kind, p.Text)
}
