// This file defines a breadth-first search over a thread-transition system, as
// one writes it: it knows nothing of Boolean programs.
package main

import (
	"fmt"
	"log"
	"os"

	"github.com/ijit/ijit/ijit"
)

// explore says whether an error can be reached with at most n threads, and how
// many configurations it took to know.
func explore(file string, n uint32) (found bool, states int, err error) {
	r, err := ijit.OpenTTS(file)
	if err != nil {
		return false, 0, err
	}
	var work []ijit.Config
	known := map[string]bool{}
	for w := range r.Init() {
		known[w.Key()] = true
		work = append(work, w)
	}
	for len(work) > 0 {
		tau := work[0]
		work = work[1:]
		if r.Final(tau) {
			return true, len(known), nil
		}
		for w := range r.Post(tau) {
			if w.Threads() <= n && !known[w.Key()] {
				known[w.Key()] = true
				work = append(work, w)
			}
		}
	}
	return false, len(known), nil
}

func main() {
	found, states, err := explore(os.Args[1], 2)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("error reachable:", found, "states:", states)
}
