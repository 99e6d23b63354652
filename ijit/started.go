// This file defines how formulas are asked about programs that start threads while they
// run.

package ijit

import (
	"github.com/ijit/ijit/internal/slots"
	"github.com/ijit/ijit/parser"
)

// starts reports whether the program begins with one thread, and that or others start
// more.
func (c *check) starts() bool {
	return c.Program != nil && c.Program.File.Threads == nil && spawns(c.Program)
}

// checkThreads finds what is wrong with a question about context switches, or with a
// bound on threads that formulas are given.
func (c *check) checkThreads() error {
	convention := c.Program != nil && c.Program.File.Threads != nil
	switch {
	case c.Parameterized && !convention:
		return usage("%s has no threads that begin with the program (procedures called thread..., which nothing starts), so there is nothing to have any number of copies of; --context-switches is for all threads", c.Name)
	case c.bounds() && !convention && !c.starts():
		return usage("%s has one thread, so there are no context switches to count", c.Name)
	case formulaOf(c.Algorithm) != "" && c.Threads > 0 && !c.starts():
		return usage("--threads %d: %s bounds threads that start_thread starts, and %s has none", c.Threads, c.Algorithm, c.Name)
	}
	return nil
}

// fixThreads returns the program with a fixed number of threads, and says in the result
// for how many the answer is.
func (c *check) fixThreads(most int) (p *parser.Program, err error) {
	if !c.starts() {
		return c.Program, nil
	}
	count := slots.Count(c.Program)
	n, extent := c.Threads, &c.result.Extent
	if n == 0 {
		n = min(DefaultThreads, most+1) // in most+1 contexts no others move
		extent.Idle = n < count
	}
	if n < count && (c.Threads > 0 || n <= most) {
		extent.Threads = n
	}
	if c.slots, err = slots.New(c.Program, min(n, count), extent.Idle); err != nil {
		return nil, err
	}
	return c.slots.Program, nil
}
