// This file defines the account of an evaluation: what each predicate cost.

package calculus

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// A Profile says what a predicate cost so far.
type Profile struct {
	Predicate   string
	Sign        syntax.Sign
	Evaluations int // how often its value was computed
	Rounds      int // of all evaluations together
	Nodes       int // of its value
	Peak        int // the largest value of a round; only known with Options.Observe
	// Time is that of all evaluations, with what was evaluated within them. For a
	// predicate that was solved together with others, all of it is with the one that
	// was asked for, and the others have the time of their own equations. It is only
	// known with Options.Observe.
	Time time.Duration
}

// Profiles returns the profiles of all predicates that have been evaluated, in the
// order of the files.
func (e *Evaluator) Profiles() []Profile {
	var out []Profile
	for i, p := range e.report {
		if p.Evaluations == 0 {
			continue
		}
		p.Nodes = e.m.Size(e.states[i].value)
		p.Peak = max(p.Peak, p.Nodes)
		out = append(out, p)
	}
	return out
}

// Explain writes the profiles as a table, and the size of the whole below.
func (e *Evaluator) Explain(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "predicate\tsign\tevaluations\trounds\tnodes\tpeak\ttime\t")
	for _, p := range e.Profiles() {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%.3fs\t\n",
			p.Predicate, p.Sign, p.Evaluations, p.Rounds, p.Nodes, p.Peak, p.Time.Seconds())
	}
	if err := t.Flush(); err != nil {
		return err
	}
	s := e.m.Stats()
	_, err := fmt.Fprintf(w, "%d variables, %d nodes, %.1f MiB, %d collections\n",
		e.m.NumVars(), s.Nodes, float64(s.Bytes)/(1<<20), s.Collections)
	return err
}
