// This file defines how formulas are asked about programs that start threads while they
// run.

package systems

import (
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/slots"
)

// fixThreads returns the program with a fixed number of threads, and says in the result
// for how many the answer is.
func (c *check) fixThreads(most int) (p *parser.Program, err error) {
	if !c.starts() {
		return c.Program, nil
	}
	n, extent := c.Threads, &c.result.Extent
	if n == 0 {
		n = min(DefaultThreads, most+1) // in most+1 contexts no others move
	}
	count := slots.Count(c.Program, n+1)
	extent.Idle = c.Threads == 0 && n < count
	if n < count && (c.Threads > 0 || n <= most) {
		extent.Threads = n
	}
	if c.slots, err = slots.New(c.Program, min(n, count), extent.Idle); err != nil {
		return nil, err
	}
	return c.slots.Program, nil
}
