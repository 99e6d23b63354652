// Command analysis runs an analysis of its own, constant propagation, on a C program that reacts
// to inputs or on a Boolean program, and names the labels or assertions that it excludes.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/cpa"
)

// open returns the control-flow automaton of a file.
func open(file string) (*cpa.Automaton, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(file, ".c") {
		f, err := eca.Parse(file, text)
		if err != nil {
			return nil, err
		}
		return cpa.OfFile(f)
	}
	p, err := parser.Parse(file, text, parser.Post)
	if err != nil {
		return nil, err
	}
	if p, err = p.WithoutCalls(); err != nil {
		return nil, err
	}
	return cpa.OfProgram(p, nil)
}

// excluded returns the targets that cannot be reached according to the analysis, and how
// many there are.
func excluded(file string) (names []string, targets int, err error) {
	a, err := open(file)
	if err != nil {
		return nil, 0, err
	}
	a.Blocks()
	r := cpa.Run(context.Background(), cpa.Composite(a, constants(a)), nil, nil)
	arrived := map[int]bool{}
	for e := range r.All() {
		for _, t := range e.At.Targets {
			arrived[t] = true
		}
	}
	for i, t := range a.Targets {
		if !arrived[i] {
			names = append(names, t.Name)
		}
	}
	return names, len(a.Targets), r.Ended()
}

func main() {
	names, targets, err := excluded(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d of %d cannot be reached: %s\n", len(names), targets, strings.Join(names, ", "))
}
