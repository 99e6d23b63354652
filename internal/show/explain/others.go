// This file defines explanations of proofs about transition systems, circuits and labels of C programs: these are in words
// already, so the smallest ones are shown first.

package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/proof"
)

// fewStates is how many shared states are named one by one.
const fewStates = 4

// Net explains a proof about a transition system: which weights of threads never grow beyond a bound, and which threads are
// never together.
func Net(d *proof.Document) *Explanation {
	e := &d.Evidence
	x := &Explanation{Goals: []Fact{{What: "no configuration of the set covers " + d.Question.Target}}}
	for _, l := range e.Linear {
		x.everywhere([]string{fmt.Sprintf("%s <= %d", sum(l), l.Most)})
	}
	type excluded struct {
		size int
		what string
	}
	var list []excluded
	for _, set := range e.Excluding {
		for _, threads := range set.Excluded {
			what := "no thread at all" // that is, nothing
			if threads != "" {
				what = "never threads in " + threads
			}
			if len(set.Shared) <= fewStates {
				what += " where the shared state is " + strings.Join(set.Shared, " or ")
			} else {
				what += fmt.Sprintf(" in %d shared states, such as %s", len(set.Shared), set.Shared[0])
			}
			list = append(list, excluded{strings.Count(threads, ",") + strings.Count(threads, "*"), what})
		}
	}
	slices.SortStableFunc(list, func(a, b excluded) int { return a.size - b.size })
	for _, u := range list {
		x.everywhere([]string{u.what})
	}
	for _, kind := range [][]proof.Listed{e.Cover, e.States} {
		for _, c := range kind {
			x.Facts = append(x.Facts, Fact{Where: "shared state " + c.Shared, What: "threads are in at most " + strings.Join(c.Threads, "; or ")})
		}
	}
	return x
}

// sum writes the weights of a constraint.
func sum(l proof.Linear) string {
	var parts []string
	add := func(what string, weights map[string]int) {
		byWeight := map[int][]string{}
		for state, w := range weights {
			byWeight[w] = append(byWeight[w], state)
		}
		for _, w := range slices.Sorted(maps.Keys(byWeight)) {
			states := byWeight[w]
			slices.SortFunc(states, func(a, b string) int { return len(a)*1000 + strings.Compare(a, b) - len(b)*1000 })
			part := what + strings.Join(states, ", ") + ")"
			if w != 1 {
				part = fmt.Sprintf("%d*%s", w, part)
			}
			parts = append(parts, part)
		}
	}
	add("(shared state is ", l.Shared)
	add("(threads in ", l.Locals)
	return strings.Join(parts, " + ")
}

// Circuit explains a proof about a circuit. States that violate a clause are written by a function, as a conjunction.
func Circuit(d *proof.Document, violated func(clause []int) []string) *Explanation {
	x := &Explanation{Goals: []Fact{{What: "property " + d.Question.Property + " holds in the first state, and wherever " + count(len(d.Evidence.Clauses), "clause") + " hold, as in all states behind it"}}}
	clauses := slices.Clone(d.Evidence.Clauses)
	slices.SortStableFunc(clauses, func(a, b []int) int { return len(a) - len(b) })
	for _, clause := range clauses {
		x.everywhere([]string{"never " + strings.Join(violated(clause), " and ")})
	}
	return x
}

// Labels explains proofs that labels of a C program are not reached.
func Labels(d *proof.Document) *Explanation {
	x := &Explanation{}
	for _, u := range d.Evidence.Unreached {
		x.Goals = append(x.Goals, Fact{What: "not reached: " + strings.Join(u.Labels, ", ")})
		var boxes []string
		for _, box := range u.Boxes {
			var parts []string
			for i, set := range box {
				parts = append(parts, u.Variables[i]+" in "+set)
			}
			boxes = append(boxes, strings.Join(parts, ", "))
		}
		slices.SortStableFunc(boxes, func(a, b string) int { return len(a) - len(b) })
		for i, box := range boxes {
			if i > 0 {
				box = "or " + box
			}
			x.Facts = append(x.Facts, Fact{Where: "where the loop begins", What: box})
		}
	}
	return x
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
