// Command own is ijit with a format and an engine of its own. It is a module of its own, as yours would be.
//
//	go run . check --algorithm dfs --threads 2 ../once-broken.bp
//	go run . trace lock.rules
//	go run . algorithms
package main

import (
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/systems/command"
)

func main() {
	command.Main(command.Own{
		Readers: []ijit.Reader{{
			Name:      "rules",
			Doc:       "what one of many threads does, as rules with names",
			Extension: ".rules",
			Read:      readRules,
		}},
		Engines: []ijit.Engine{{
			Name:    "dfs",
			Doc:     "depth-first search over configurations with a bounded number of live threads",
			Bounded: true,
			Run:     search,
		}},
	})
}
