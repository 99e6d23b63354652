// This file defines the list of algorithms, from which help, completion and
// tables are made.

package ijit

import "strings"

// An Algorithm is what can be asked for by name.
type Algorithm struct {
	Name string
	Doc  string // one sentence
	Cite string
	// Question is what it answers, sound and complete when.
	Question string
}

// Algorithms lists the algorithms, the default first.
var Algorithms = []Algorithm{{
	Name:     "bfs",
	Doc:      "breadth-first search over configurations with a bounded number of live threads; finds shortest counterexamples",
	Cite:     "Liu and Wahl, IJIT, 2017; counter abstraction after Basler et al., CAV 2009",
	Question: "sound; complete for the given number of live threads (--threads, 3 by default), and for any number if the bound was never reached",
}}

func algorithmNames() string {
	names := make([]string, len(Algorithms))
	for i, a := range Algorithms {
		names[i] = a.Name
	}
	return strings.Join(names, ", ")
}
