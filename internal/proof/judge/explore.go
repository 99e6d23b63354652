// This file defines the oracle of small programs: breadth-first search.

package judge

import "context"

// A Result is what [Judge.Explore] found.
type Result struct {
	Error    bool // some assertion can fail
	States   int  // distinct configurations, initial ones included
	Complete bool // nothing within the bounds was left out: no limit hit, not cancelled
	Cut      bool // the bound on the depth of stacks blocked a call
	// Properties has, for each assertion that can fail, by program counter, the
	// least number of steps to the failure, the failing step included.
	Properties map[int]int
}

// Explore visits the configurations that copies of main reach with at most
// bound live threads (0: no bound), breadth first, up to limit distinct ones
// (0: no limit). A failing assertion is not a configuration, and the search
// goes on beyond it.
func (j *Judge) Explore(ctx context.Context, copies, bound, limit int) Result {
	return j.Walk(ctx, copies, bound, limit, func(Config, int) {})
}

// Walk is [Judge.Explore] that shows each configuration once, with its distance
// from the initial ones.
func (j *Judge) Walk(ctx context.Context, copies, bound, limit int, visit func(c Config, depth int)) Result {
	result := Result{Complete: true, Properties: map[int]int{}}
	seen := map[string]struct{}{}
	var key []byte // reused: most configurations are known already
	var frontier []Config
	reach := func(c Config, depth int) bool {
		key = appendKey(key[:0], c.Shared, c.Threads)
		if _, known := seen[string(key)]; known {
			return true
		}
		if limit > 0 && len(seen) >= limit {
			result.Complete = false
			return false
		}
		seen[string(key)] = struct{}{}
		visit(c, depth)
		frontier = append(frontier, c)
		return true
	}

	r := j.run(ctx, bound)
	r.maxInner = maxInner
	goOn := r.initial(copies, func(c Config) bool { return reach(c, 0) })
	for depth := 1; goOn && len(frontier) > 0; depth++ {
		level := frontier
		frontier = nil
		for k, c := range level {
			level[k] = Config{} // done with: only the frontier is kept
			goOn = !r.spent() && r.successors(c, func(s Succ) bool {
				if s.Error == nil {
					return reach(s.Next, depth)
				}
				result.Error = true
				if _, known := result.Properties[s.Error.PC]; !known {
					result.Properties[s.Error.PC] = depth
				}
				return true
			})
			if !goOn {
				break
			}
		}
	}
	result.States = len(seen)
	result.Cut = r.cut
	if r.err != nil {
		result.Complete = false
	}
	return result
}
