// This file defines what documents say, in words.

package proof

import (
	"fmt"
	"strings"
)

// Claim says what is proved: the verdict and, if it is SAFE, for what.
func (d *Document) Claim() string {
	q, e := &d.Question, &d.Evidence
	switch {
	case d.Model.Kind == C:
		un := 0
		for _, u := range e.Unreached {
			un += len(u.Labels)
		}
		return fmt.Sprintf("%d reachable, %d unreachable", len(e.Reached), un)
	case d.Verdict == Unsafe:
		return Unsafe
	case q.Property != "":
		return "SAFE for property " + q.Property
	case q.Asks == Formula: // no thread was kept from creating another one
	case q.Copies:
		return "SAFE for any number of copies of each thread"
	case e.Summaries != nil && e.Summaries.Others == "":
		return "SAFE for any depth of calls"
	case q.Threads == 1:
		return "SAFE for at most 1 live thread"
	case q.Threads > 1:
		return fmt.Sprintf("SAFE for at most %d live threads", q.Threads)
	}
	return "SAFE for any number of threads"
}

// Asked says what is asked, where it is not what is asked by default.
func (q *Question) Asked() string {
	var words []string
	switch q.Asks {
	case Label:
		words = append(words, "label "+q.Label)
	case Target:
		words = append(words, "target "+q.Target)
	case Deadlock:
		words = append(words, "deadlock")
	case Formula:
		words = append(words, "ltl "+q.Formula)
	}
	if q.Fair {
		words = append(words, "weak fairness")
	}
	if q.Initial != "one" && q.Initial != "" {
		words = append(words, "initial "+q.Initial)
	}
	return strings.Join(words, ", ")
}

// String says in full what is asked about threads.
func (q *Question) String() string {
	about := "whether an assertion can fail"
	switch q.Asks {
	case Label:
		about = "whether label " + q.Label + " can be reached"
	case Target:
		about = "whether " + q.Target + " can be covered"
	case Deadlock:
		about = "whether there is a deadlock"
	case Formula:
		about = "whether " + q.Formula + " holds"
		if q.Fair {
			about += " with weak fairness"
		}
	}
	if q.Threads == 0 {
		return fmt.Sprintf("%s from initial %s by any number of threads", about, q.Initial)
	}
	return fmt.Sprintf("%s from initial %s by at most %d live threads", about, q.Initial, q.Threads)
}
