// This file defines changes: variables with their new values, and what they mean.

package render

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/ijit/ijit/internal/show/trace"
)

// A change is a variable with its new value. Thread is 0 for a shared variable.
type change struct {
	thread    int
	name      string
	value     int
	predicate string // that the variable stands for; "" if that is not known
}

// String writes the change for a place where nothing says whose variable it is.
func (c change) String() string {
	switch {
	case c.thread == 0:
		return c.short()
	case c.predicate != "":
		return threadName(c.thread) + " " + c.short()
	}
	return threadName(c.thread) + "." + c.short()
}

// short writes the change for a place that says whose variable it is.
func (c change) short() string {
	switch {
	case c.predicate == "":
		return variable(c.name) + "=" + strconv.Itoa(c.value)
	case c.value != 0:
		return "`" + c.predicate + "` holds"
	}
	return "`" + c.predicate + "` does not hold"
}

// threadName returns the short name of a thread.
func threadName(id int) string {
	if id == 0 {
		return "env"
	}
	return "t" + strconv.Itoa(id)
}

// plainName is what needs no braces: names of Boolean programs, and of objects of C such as s.f, a[1] and x@12.
var plainName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$#.@\[\]'-]*$`)
})

// variable writes the name of a variable, in braces where it needs them.
func variable(name string) string {
	if plainName().MatchString(name) {
		return name
	}
	return "{" + name + "}"
}

// changes compares two states. All variables of a thread that is new have
// changed.
func (t *Trace) changes(from, to *trace.State) []change {
	var cs []change
	add := func(thread int, proc string, names []string, was, is []int) {
		for i, v := range is {
			if i >= len(was) || was[i] != v {
				cs = append(cs, change{thread, names[i], v, t.predicate(proc, names[i])})
			}
		}
	}
	add(0, "", t.SharedNames, from.Shared, to.Shared)
	for i := range to.Threads {
		is := &to.Threads[i]
		var was []int
		if x := from.Thread(is.ID); x != nil {
			was = sameLocals(x, is)
		}
		add(is.ID, is.Proc, is.Names, was, is.Locals)
	}
	return cs
}

// sameLocals returns the values before of the locals of thread is: of the same
// procedure at the same depth of calls, nil if there is none.
func sameLocals(was, is *trace.Thread) []int {
	depth := is.Depth()
	if depth == was.Depth() {
		if was.Proc == is.Proc {
			return was.Locals
		}
		return nil
	}
	f := was.Caller
	for f != nil && f.Depth > depth+1 {
		f = f.Caller
	}
	if f != nil && f.Depth == depth+1 && f.Proc == is.Proc {
		return f.Locals
	}
	return nil
}

// start describes the threads and variables of the initial state, shared ones and
// those of each thread apart.
func (t *Trace) start() (shared []change, threads map[int][]change) {
	threads = map[int][]change{}
	for _, c := range t.changes(&trace.State{}, &t.Initial) {
		if c.thread == 0 {
			shared = append(shared, c)
		} else {
			threads[c.thread] = append(threads[c.thread], c)
		}
	}
	return shared, threads
}

// join writes changes in one line.
func join(cs []change, write func(change) string) string {
	words, separator := make([]string, len(cs)), " "
	for i, c := range cs {
		words[i] = write(c)
		if c.predicate != "" {
			separator = ", "
		}
	}
	return strings.Join(words, separator)
}
