// This file defines when the search begins anew.

package sat

// Two rules take turns, since formulas with a model tend to like few restarts and those
// without many (Biere and Fröhlich, "Evaluating CDCL Restart Schemes", POS 2015; Oh, "Between
// SAT and UNSAT", SAT 2015):
//
//   - in turns of focus there is a restart if the glue of recent clauses is larger than usual,
//     by exponential moving averages;
//   - in stable turns there is one after so many conflicts as the sequence of Luby, Sinclair
//     and Zuckerman (1993) says.
type restarts struct {
	stable     bool
	fast, slow average
	conflicts  int64 // since the last restart
	until      int64 // conflicts for the next one by Luby's sequence
	u, v       int64 // Luby's sequence by Knuth's rule
	turns      int64
	turn       int64 // the work at which the turn ends; 0 for the first
	length     int64 // the work of the first turn
}

const (
	firstTurn   = 1000 // conflicts
	lubyUnit    = 1024 // conflicts
	minInterval = 2    // conflicts between restarts in focus
	margin      = 1.10 // by which recent glue must be larger
)

// An average is an exponential moving average. The first values weigh more, so that it does
// not begin at 0.
type average struct {
	value, weight float64
	alpha         float64
}

func (a *average) add(x float64) {
	a.weight += a.alpha * (1 - a.weight)
	a.value += a.alpha / a.weight * (x - a.value)
}

func newRestarts() restarts {
	return restarts{
		fast: average{alpha: 1.0 / 33}, slow: average{alpha: 1.0 / 10000},
		u: 1, v: 1, until: lubyUnit,
	}
}

// conflict notes a conflict from which a clause of some glue was learned.
func (r *restarts) conflict(glue int, conflicts, work int64) {
	r.switchTurns(conflicts, work)
	r.conflicts++
	if !r.stable {
		r.fast.add(float64(glue))
		r.slow.add(float64(glue))
	}
}

// due reports whether the search should begin anew.
func (r *restarts) due() bool {
	if r.stable {
		return r.conflicts >= r.until
	}
	return r.conflicts >= minInterval && r.fast.value > margin*r.slow.value
}

// restarted notes a restart.
func (r *restarts) restarted() {
	if r.stable {
		if r.u&-r.u == r.v {
			r.u, r.v = r.u+1, 1
		} else {
			r.v *= 2
		}
		r.until = r.v * lubyUnit
	}
	r.conflicts = 0
}

// switchTurns begins another turn when the work of this one is done. Turns become longer,
// and a stable turn is as much work as the turn of focus before it.
func (r *restarts) switchTurns(conflicts, work int64) {
	if r.turns == 0 {
		if conflicts < firstTurn {
			return
		}
		r.length = work
	} else if work < r.turn {
		return
	}
	r.turns++
	n := (r.turns + 1) / 2
	r.turn = work + r.length*n*n
	r.stable = !r.stable
	r.conflicts = 0
}

// decay is by which factor the activity of variables shrinks with a conflict. In focus the
// latest conflicts weigh more.
func (r *restarts) decay() float64 {
	if r.stable {
		return 0.95
	}
	return 0.90
}
