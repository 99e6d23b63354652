// This file defines programs with recursive threads that are built like predicate
// abstractions of device drivers.

package family

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// driverLabel is the target of a [Driver].
const driverLabel = "SLIC_ERROR"

// A DriverSize says how large a [Driver] is.
type DriverSize struct {
	Procedures int // of each thread, at least 4; a procedure has about 20 lines
	Globals    int // at least 8
	Threads    int // at least 2
	Switches   int // from 1 to 7: how many context switches it takes to the label
	// Safe makes a program whose label cannot be reached: it would take two threads
	// that hold the lock.
	Safe bool
	Seed uint64
}

// Driver returns a program with threads by convention that has the shape of a predicate
// abstraction of a driver: many procedures, called some levels deep, each of which
// mentions a handful of globals and has a few locals; long stretches in which nothing
// but locals is chosen, branched on and assumed; loops, a lock, and returned values. The
// same seed gives the same program.
//
// Most globals are data, which any thread changes in many places, and which nothing that
// matters depends on. Three count how often the threads have handed over: thread 1 is
// the first to count, then thread 2, and so on in turn. A count takes place deep in the
// calls of a thread, in one atomic section. The label SLIC_ERROR is where the thread that
// would be the next to count finds the count complete. So it takes exactly Switches
// context switches.
func Driver(s DriverSize) string {
	s.Procedures, s.Globals = max(s.Procedures, 4), max(s.Globals, 8)
	s.Threads, s.Switches = max(s.Threads, 2), min(max(s.Switches, 1), 7)
	d := &driver{
		program: newProgram("A driver: %d threads of %d procedures, %d globals.", s.Threads, s.Procedures, s.Globals),
		size:    s, r: rand.New(rand.NewPCG(s.Seed, 1)),
	}
	for i := range s.Globals - 6 {
		d.data = append(d.data, fmt.Sprintf("g%d", i))
	}
	d.line("decl lock, busy, broken, n2, n1, n0;")
	d.line("decl %s;", strings.Join(d.data, ", "))
	d.line("")
	d.line("void init() begin")
	d.line("  lock, busy, broken := 0, 0, 0;")
	d.line("  n2, n1, n0 := 0, 0, 0;")
	for _, g := range d.data {
		d.line("  %s := 0;", g)
	}
	d.line("  endinit: skip;")
	d.line("end")
	for t := range s.Threads {
		d.thread(t)
	}
	return d.String()
}

type driver struct {
	*program
	size DriverSize
	r    *rand.Rand
	data []string // globals

	// of the procedure that is being written
	locals, globals []string
	depth           int
}

// fan is how many procedures one calls at most.
const fan = 3

// thread writes the procedures of a thread: number i calls those with the numbers
// fan*i+1, fan*i+2, ... so that calls are as deep as the logarithm of their number.
func (d *driver) thread(t int) {
	n := d.size.Procedures
	d.line("")
	d.line("void thread%d() begin", t+1)
	d.line("  decl a, b, c;")
	d.line("  a, b, c := *, *, *;")
	d.line("  while (*) do")
	d.line("    a := t%d_0(b, c);", t+1)
	d.line("    if (a) then b := *; else c := *; fi")
	d.line("  od")
	d.line("end")
	for i := range n {
		d.procedure(t, i, i == n-1)
	}
}

// frame chooses the locals of procedure i, and the globals that it mentions.
func (d *driver) frame(i int) {
	d.locals = []string{"x", "y"}
	for j := range 1 + d.r.IntN(4) {
		d.locals = append(d.locals, fmt.Sprintf("v%d", j))
	}
	// Procedures that are near to each other use the same globals.
	d.globals = nil
	first := i * len(d.data) / d.size.Procedures
	for range 2 + d.r.IntN(3) {
		g := d.data[(first+d.r.IntN(4))%len(d.data)]
		if d.r.IntN(8) == 0 {
			g = d.data[d.r.IntN(len(d.data))]
		}
		if !slices.Contains(d.globals, g) {
			d.globals = append(d.globals, g)
		}
	}
}

func (d *driver) procedure(t, i int, counts bool) {
	d.frame(i)
	d.line("")
	d.line("bool t%d_%d(x, y) begin", t+1, i)
	d.line("  decl %s;", strings.Join(d.locals[2:], ", "))
	for _, v := range d.locals[2:] {
		d.line("  %s := *;", v)
	}
	d.depth = 1
	d.some(2)
	for c := fan*i + 1; c <= fan*i+fan && c < d.size.Procedures; c++ {
		if d.r.IntN(2) == 0 {
			// The way to a count must not depend on what came before.
			v := d.local()
			d.line("  %s := *;", v)
			d.line("  if (%s) then", v)
			d.line("    %s := t%d_%d(%s, %s);", d.local(), t+1, c, d.local(), d.term())
			d.line("  fi")
		} else {
			d.line("  %s := t%d_%d(%s, %s);", d.local(), t+1, c, d.term(), d.local())
		}
		d.some(1)
	}
	switch {
	case counts:
		d.count(t)
	case d.r.IntN(3) == 0:
		d.locked()
	}
	d.some(2)
	d.line("  return %s;", d.term())
	d.line("end")
}

// count writes how a thread hands over, and finds the last count.
func (d *driver) count(t int) {
	d.line("  if (*) then")
	number := func(n int) (values []string, is string) {
		var terms []string
		for i, v := range []string{"n2", "n1", "n0"} {
			bit := n >> (2 - i) & 1
			values = append(values, fmt.Sprint(bit))
			if bit == 0 {
				v = "!" + v
			}
			terms = append(terms, v)
		}
		return values, strings.Join(terms, " & ")
	}
	for n := range d.size.Switches + 1 {
		if n%d.size.Threads != t {
			continue
		}
		_, is := number(n)
		d.line("    if (*) then")
		if n < d.size.Switches {
			next, _ := number(n + 1)
			d.line("      atomic {")
			d.line("        assume(%s);", is)
			d.line("        n2, n1, n0 := %s;", strings.Join(next, ", "))
			d.line("      }")
		} else {
			if d.size.Safe {
				is += " & broken"
			}
			d.line("      assume(%s);", is)
			d.line("      %s: skip;", driverLabel)
		}
		d.line("    fi")
	}
	d.line("  fi")
}

// locked writes a critical section.
func (d *driver) locked() {
	d.line("  lock := 1 constrain !lock;")
	d.line("  if (busy) then broken := 1; fi")
	d.line("  busy := 1;")
	d.change()
	d.line("  busy := 0;")
	d.line("  lock := 0;")
}

// some writes some statements that nothing that matters depends on.
func (d *driver) some(n int) {
	indent := strings.Repeat("  ", d.depth)
	for range n {
		switch k := d.r.IntN(12); {
		case k < 3:
			d.line("%s%s := *;", indent, d.local())
		case k < 5:
			d.line("%s%s := %s;", indent, d.local(), d.condition())
		case k < 7:
			d.change()
		case k < 8:
			v := d.local()
			d.line("%s%s := *;", indent, v)
			d.line("%sassume(%s | %s);", indent, d.condition(), v)
		case k < 11 && d.depth < 3:
			d.line("%sif (%s) then", indent, d.condition())
			d.depth++
			d.some(2)
			if d.r.IntN(2) == 0 {
				d.line("%selse", indent)
				d.some(1)
			}
			d.depth--
			d.line("%sfi", indent)
		case d.depth < 2:
			d.line("%swhile (*) do", indent)
			d.depth++
			d.some(1)
			d.depth--
			d.line("%sod", indent)
		default:
			d.line("%s%s := %s ^ %s;", indent, d.local(), d.local(), d.local())
		}
	}
}

// change writes an assignment to a global.
func (d *driver) change() {
	g := d.globals[d.r.IntN(len(d.globals))]
	value := d.term()
	switch d.r.IntN(4) {
	case 0:
		value = "*"
	case 1:
		value = d.condition()
	}
	d.line("%s%s := %s;", strings.Repeat("  ", d.depth), g, value)
}

func (d *driver) local() string { return d.locals[d.r.IntN(len(d.locals))] }

// term returns a local or a global.
func (d *driver) term() string {
	if d.r.IntN(3) == 0 {
		return d.globals[d.r.IntN(len(d.globals))]
	}
	return d.local()
}

func (d *driver) condition() string {
	switch d.r.IntN(5) {
	case 0:
		return fmt.Sprintf("%s & !%s", d.local(), d.term())
	case 1:
		return fmt.Sprintf("!%s | %s", d.term(), d.local())
	case 2:
		return fmt.Sprintf("(%s != %s)", d.local(), d.term())
	}
	return "!" + d.term()
}
