// This file defines the global atomic of files that are concurrent by convention:
// while it is true, only the thread that has moved last may move.

package judge

import "slices"

// atomic reports whether the global atomic is true, in a file that has one.
func (j *Judge) atomic(shared []bool) bool {
	return j.file.Atomic != nil && shared[j.file.Atomic.Index]
}

// settle turns the outcome of a visible step of mover into a configuration in
// canonical form; ok is as that of hold.
func (j *Judge) settle(o outcome, mover Thread) (c Config, ok bool) {
	if c, ok = j.hold(o, mover); !ok {
		return Config{}, false
	}
	return j.canonical(c), true
}

// hold turns the outcome of a visible step of mover into a configuration in which the thread that has moved holds up
// the others if atomic is true. A thread that ends while atomic is true would hold them up for ever: it does not end,
// and ok is false. But what starts the threads is no thread itself: each of them may be the first.
func (j *Judge) hold(o outcome, mover Thread) (c Config, ok bool) {
	if j.file.Atomic == nil {
		return o.next, true
	}
	atomic := j.atomic(o.next.Shared)
	if atomic && o.mover < 0 && !j.file.IsStarter(j.places[mover.PC].proc) {
		return Config{}, false
	}
	o.next.Threads = slices.Clone(o.next.Threads)
	for k := range o.next.Threads {
		o.next.Threads[k].Holds = atomic && k == o.mover
	}
	return o.next, true
}

// unheld returns c without saying which thread holds up the others.
func (j *Judge) unheld(c Config) Config {
	if j.file.Atomic == nil {
		return c
	}
	c.Threads = slices.Clone(c.Threads)
	for k := range c.Threads {
		c.Threads[k].Holds = false
	}
	return j.canonical(c)
}
