// This file defines large sequential programs with procedures that are built like predicate abstractions of drivers.

package family

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A LargeSize says how large a [Large] is.
type LargeSize struct {
	Lines   int // about; at least 500
	Globals int // at least 8
	// Safe makes a program whose label cannot be reached.
	Safe bool
	Seed uint64
}

// linesOfProcedure is about how many lines a procedure of a [Large] has.
const linesOfProcedure = 42

// Large returns a sequential program with the shape of a predicate abstraction of a driver: hundreds of procedures that
// call each other, sometimes themselves, and share globals. Most of these are data, on which nothing that matters
// depends. There is a lock, for which a procedure may ask only if it does not hold it: else it comes to the label
// SLIC_ERROR. Who takes the lock gives it back, and both may depend on a mode or on a local. One procedure does not give it
// back if the program is armed. In an unsafe program another one arms it; in a safe one nobody does. The same seed gives
// the same program.
func Large(s LargeSize) string {
	s.Lines, s.Globals = max(s.Lines, 500), max(s.Globals, 8)
	n := s.Lines / linesOfProcedure
	d := &large{
		driver: driver{
			program: newProgram("A sequential driver of about %d lines, %d globals.", s.Lines, s.Globals),
			size:    DriverSize{Procedures: n, Globals: s.Globals}, r: rand.New(rand.NewPCG(s.Seed, 2)),
		},
		safe: s.Safe, forgets: 2 * n / 3, arms: n / 3,
	}
	d.data = names("g", 0, s.Globals-4)
	d.line("decl held, armed, mode0, mode1;")
	d.line("decl %s;", strings.Join(d.data, ", "))
	d.line(`
void main() begin
  decl a, b, c;
  held, armed, mode0, mode1 := 0, 0, *, *;
  while (*) do
    a := p0(b, c);
    if (a) then b := *; else c := *; fi
  od
end

void acquire() begin
  if (held) then
    %s: skip;
  fi
  held := 1;
end

void release() begin
  held := 0;
end`, driverLabel)
	for i := range n {
		d.procedure(i)
	}
	return d.String()
}

// A large is a [Large] that is being written.
type large struct {
	driver
	safe          bool
	forgets, arms int // procedures
}

// procedure writes a procedure. It calls those behind it in a tree, and others. The way to none of them depends on data.
func (d *large) procedure(i int) {
	n := d.size.Procedures
	d.frame(i)
	d.line("")
	d.line("bool p%d(x, y) begin", i)
	d.line("  decl %s;", strings.Join(d.locals[2:], ", "))
	for _, v := range d.locals[2:] {
		d.line("  %s := *;", v)
	}
	d.depth = 1
	d.some(2)
	var calls []int
	for c := fan*i + 1; c <= fan*i+fan && c < n; c++ {
		calls = append(calls, c)
	}
	calls = append(calls, i+d.r.IntN(n-i)) // which may be itself
	for _, c := range calls {
		v := d.local()
		d.line("  %s := *;", v)
		d.line("  if (%s) then", v)
		d.line("    %s := p%d(%s, %s);", d.local(), c, d.local(), d.term())
		d.line("  fi")
		d.some(1)
	}
	switch {
	case i == d.arms && d.safe:
		d.line("  armed := armed & %s;", d.local())
	case i == d.arms:
		d.line("  if (*) then armed := 1; fi")
	case i == d.forgets:
		d.line("  acquire();")
		d.some(1)
		d.line("  if (!armed) then release(); fi")
	default:
		d.holds()
	}
	d.some(2)
	d.line("  return %s;", d.term())
	d.line("end")
}

// holds writes statements between which the lock is held.
func (d *large) holds() {
	cond := ""
	switch d.r.IntN(12) {
	case 0, 1, 2:
		cond = fmt.Sprintf("mode%d", d.r.IntN(2))
	case 3: // a local that nothing else writes
		d.line("  %s := *;", d.locals[2])
		cond = d.locals[2]
		defer func(all []string) { d.locals = all }(d.locals)
		d.locals = slices.Delete(slices.Clone(d.locals), 2, 3)
	}
	guarded := func(call string) {
		if cond == "" {
			d.line("  %s();", call)
		} else {
			d.line("  if (%s) then %s(); fi", cond, call)
		}
	}
	guarded("acquire")
	d.some(2)
	guarded("release")
}
