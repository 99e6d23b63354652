// This file defines how an entry becomes a skeleton.

package golang

import (
	"context"
	"fmt"
	"runtime"

	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/reduce"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Options say how an entry is extracted.
type Options = extract.Options

// MaxUnrolled is how many iterations of a loop with a constant number of them are executed at most.
const MaxUnrolled = extract.MaxUnrolled

// Skeleton returns what is left of the entry when everything but synchronisation is taken away.
func (c *Code) Skeleton(ctx context.Context, e *Entry, o Options) (p *skeleton.Program, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case runtime.Error: // a mistake here takes no answer about other entries away
			p, err = nil, fmt.Errorf("%s: internal error, a mistake in ijit: %w", e.Name, r)
		default:
			panic(r)
		}
	}()
	g, err := extract.Run(ctx, c.code, &extract.Entry{Name: e.Name, Func: e.fn, Site: e.Site, Main: e.Main, AsyncTimers: c.AsyncTimers(e)}, o, c.library)
	if err != nil {
		return nil, err
	}
	return reduce.Skeleton(ctx, g, e.Name)
}
