// This file defines what tests see of the inside.

package bebop

// Collecting returns options under which garbage is collected at each safe point.
func Collecting(o Options) Options {
	o.collect = true
	return o
}
