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

	"github.com/ijit/ijit/ijit/trace"
	"github.com/ijit/ijit/parser"
)

// A row is one step.
type row struct {
	*trace.Step
	before  *trace.State
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
		*r = row{Step: s, before: before, number: strconv.Itoa(depth), changes: changes(before, &s.State, t.SharedNames)}
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
func changes(from, to *trace.State, shared []string) []change {
	var cs []change
	add := func(thread int, names []string, was, is []int) {
		for i, v := range is {
			if i >= len(was) || was[i] != v {
				cs = append(cs, change{thread, names[i], v})
			}
		}
	}
	add(0, shared, from.Shared, to.Shared)
	for i := range to.Threads {
		is := &to.Threads[i]
		var was []int
		if k := slices.IndexFunc(from.Threads, func(x trace.Thread) bool { return x.ID == is.ID }); k >= 0 {
			was = sameLocals(&from.Threads[k], is)
		}
		add(is.ID, is.Names, was, is.Locals)
	}
	return cs
}

// sameLocals returns the values before of the locals of thread is: of the same
// procedure at the same depth of calls, nil if there is none.
func sameLocals(was, is *trace.Thread) []int {
	depth := len(is.Callers)
	switch {
	case depth == len(was.Callers) && was.Proc == is.Proc:
		return was.Locals
	case depth < len(was.Callers) && was.Callers[depth].Proc == is.Proc:
		return was.Callers[depth].Locals
	}
	return nil
}

// rise returns by how much the depth of calls of the thread grows, and the procedure
// that it is in then.
func (r *row) rise() (by int, proc string) {
	was, is := thread(r.before, r.Thread), thread(&r.State, r.Thread)
	if was == nil || is == nil || r.Fails {
		return 0, ""
	}
	return len(is.Callers) - len(was.Callers), is.Proc
}

// calls says which procedure the thread came to by a call or a return.
func (r *row) calls() string {
	switch by, proc := r.rise(); {
	case by > 0:
		return "calls " + proc
	case by < 0:
		return "returns to " + proc
	}
	return ""
}

// switched says that a context begins with the step, if contexts are counted.
func (r *row) switched() string {
	if r.Context <= 1 {
		return ""
	}
	return fmt.Sprintf("context switch %d", r.Context-1)
}

// events says where the thread goes and what happened to threads.
func (r *row) events() []string {
	var es []string
	if text := r.switched(); text != "" {
		es = append(es, text)
	}
	if to := r.goes(); to != "" {
		es = append(es, "goes "+to)
	}
	if call := r.calls(); call != "" {
		es = append(es, call)
	}
	if r.Created != 0 {
		es = append(es, "creates "+threadName(r.Created))
	}
	if r.Ended {
		es = append(es, threadName(r.Thread)+" ends")
	}
	for _, id := range r.Woken {
		switch r.affected(id) {
		case "woken":
			es = append(es, "wakes "+threadName(id))
		case "moved":
			es = append(es, "moves "+threadName(id))
		}
	}
	return es
}

// conclusion says in a line what the trace ends in, if no step says so.
func (t *Trace) conclusion() string {
	p := t.Property
	if p == nil || len(t.Steps) > 0 && t.Steps[len(t.Steps)-1].Fails {
		return ""
	}
	text := fmt.Sprintf("REACHED: %s %s", p.Kind, p.Text)
	for _, x := range t.Final().Threads {
		if p.PC >= 0 && x.PC == p.PC {
			return text + ", by " + threadName(x.ID)
		}
	}
	return text
}

// origins returns how to write the C place behind a step: by the base name of the
// file where that tells the files apart.
func (t *Trace) origins(withFunc bool) func(o *parser.Origin) string {
	base := map[string]string{} // by base name, the file
	ambiguous := map[string]bool{}
	for _, s := range t.Steps {
		if s.Origin == nil {
			continue
		}
		b := path.Base(s.Origin.File)
		if f, met := base[b]; met && f != s.Origin.File {
			ambiguous[b] = true
		}
		base[b] = s.Origin.File
	}
	return func(o *parser.Origin) string {
		if o == nil {
			return ""
		}
		file := path.Base(o.File)
		if ambiguous[file] {
			file = o.File
		}
		text := file + ":" + strconv.Itoa(o.Line)
		if withFunc && o.Func != "" {
			text += " " + o.Func
		}
		return text
	}
}

// hasOrigins reports whether some step carries a C place.
func (t *Trace) hasOrigins() bool {
	return slices.ContainsFunc(t.Steps, func(s trace.Step) bool { return s.Origin != nil })
}

// goes says where the thread goes on, if the statement leaves a choice.
func (r *row) goes() string {
	switch r.Goes.Line {
	case 0:
		return ""
	case r.Pos.Line:
		return "to " + r.Goes.String()
	}
	return fmt.Sprintf("to line %d", r.Goes.Line)
}

// statement writes the statement with where it goes.
func (r *row) statement() string {
	if to := r.goes(); to != "" {
		return r.Statement + " -> " + strings.TrimPrefix(to, "to ")
	}
	return r.Statement
}

// depth returns how many calls of the thread that moves have not returned.
func (r *row) depth() int {
	if mover := thread(r.before, r.Thread); mover != nil {
		return len(mover.Callers)
	}
	return 0
}

// indented writes the statement, indented by the depth of calls.
func (r *row) indented() string { return strings.Repeat("  ", r.depth()) + r.Statement }

// affected says what happened to another thread that the step concerned: woken if
// it went on, set if only its variables changed. In a transition system, which
// does not tell the two apart, it moved.
func (r *row) affected(id int) string {
	was, is := thread(r.before, id), thread(&r.State, id)
	switch {
	case was == nil || is == nil || is.PC < 0:
		return "moved"
	case was.PC != is.PC:
		return "woken"
	}
	return "set"
}

// thread returns a thread of s, nil if it is not there.
func thread(s *trace.State, id int) *trace.Thread {
	for i := range s.Threads {
		if s.Threads[i].ID == id {
			return &s.Threads[i]
		}
	}
	return nil
}

// line writes the line of the input that a step stands in.
func (r *row) line() string {
	if r.Pos.Line == 0 {
		return ""
	}
	return strconv.Itoa(r.Pos.Line)
}

// start describes the threads and variables of the initial state, shared ones and
// those of each thread apart.
func (t *Trace) start() (shared []change, threads map[int][]change) {
	threads = map[int][]change{}
	for _, c := range changes(&trace.State{}, &t.Initial, t.SharedNames) {
		if c.thread == 0 {
			shared = append(shared, c)
		} else {
			threads[c.thread] = append(threads[c.thread], c)
		}
	}
	return shared, threads
}

// legend returns the variables that the rows mention and whose C meaning is known,
// each with the meaning, in the order of their first mention.
func (t *Trace) legend(rows []row) [][2]string {
	if t.Meaning == nil {
		return nil
	}
	var list [][2]string
	seen := map[[2]string]bool{}
	for i := range rows {
		for _, c := range rows[i].changes {
			proc := procOf(&rows[i].State, c.thread)
			entry := [2]string{variable(c.name), t.Meaning(proc, c.name)}
			if entry[1] != "" && entry[1] != c.name && !seen[entry] {
				seen[entry] = true
				list = append(list, entry)
			}
		}
	}
	return list
}

// procOf returns the procedure of a thread, "" for what is shared.
func procOf(s *trace.State, id int) string {
	if x := thread(s, id); x != nil {
		return x.Proc
	}
	return ""
}

// join writes changes in one line.
func join(cs []change, write func(change) string) string {
	words := make([]string, len(cs))
	for i, c := range cs {
		words[i] = write(c)
	}
	return strings.Join(words, " ")
}
