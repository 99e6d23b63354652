// This file defines a backward search over a thread-transition system, as one writes it
// for well-quasi-ordered systems: it knows nothing of Boolean programs.
package main

import (
	"fmt"
	"log"
	"os"
	"slices"

	"github.com/ijit/ijit/ijit"
)

// explore says whether an error can be reached with any number of threads, and how many
// configurations it took to know: elements of a basis of what can lead to an error.
func explore(file string) (found bool, basis int, err error) {
	r, err := ijit.OpenTTS(file)
	if err != nil {
		return false, 0, err
	}
	targets, err := r.Targets()
	if err != nil {
		return false, 0, err
	}
	known := slices.Collect(targets)
	work := slices.Clone(known)
	for len(work) > 0 {
		w := work[0]
		work = work[1:]
		if r.Initial(w) {
			return true, len(known), nil
		}
		for v := range r.CoverPre(w) {
			if !slices.ContainsFunc(known, v.Covers) {
				known = append(known, v)
				work = append(work, v)
			}
		}
	}
	return false, len(known), nil
}

func main() {
	found, basis, err := explore(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("error reachable:", found, "basis:", basis)
}
