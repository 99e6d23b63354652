// This file defines what tests see of the inside.

package bebop

import (
	"context"

	"github.com/ijit/ijit/parser"
)

// Collecting returns options under which garbage is collected at each safe point.
func Collecting(o Options) Options {
	o.collect = true
	return o
}

// Localize is the search with few globals, which Check does only where others take long.
func Localize(ctx context.Context, p *parser.Program, o Options) (*Result, error) {
	o.Trace = true
	return localize(ctx, p, o)
}

// Tracked returns how many globals the search had that gave an answer; all of them if it had any with all.
func (r *Result) Tracked() (n int) {
	for i := range r.search.globals {
		if r.search.tracks(nil, i) {
			n++
		}
	}
	return n
}

// CallersFirst returns options for a search that takes callers before callees.
func CallersFirst() Options { return Options{callersFirst: true} }

// Short returns options for a search that processes no more than one vertex.
func Short() Options { return Options{Order: BreadthFirst, iterations: 1} }
