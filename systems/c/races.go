// This file defines answers about data races.

package c

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/c/certificate"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/front"
	"github.com/ijit/ijit/systems/c/word"
)

// A Race says of an object whether two threads can access it at once, one of them writing.
type Race struct {
	Object  string
	Verdict verdict.Verdict
	Reason  verdict.Reason // why, if Verdict is Unknown
}

// checkRaces asks of one object after the other that locks do not protect, up to the first race. The answer has the
// predicates and the execution of the last one.
func checkRaces(ctx context.Context, name string, text []byte, o Options, how front.Options) (*Answer, error) {
	how.Races = true
	p, err := front.Read(name, text, how)
	if err != nil {
		return nil, err
	}
	how.Races = false
	sum := &Answer{Program: p, Threads: o.Threads, Verdict: verdict.Safe, By: "locks"}
	var parts []certificate.Part
	for _, object := range p.Racing() {
		how.Race = p.Terms.Name(object)
		a, err := check(ctx, name, text, o, how)
		if err != nil {
			return nil, err
		}
		for _, x := range sum.Program.Assumptions {
			a.Program.Assume(x)
		}
		a.Undefined = cmp.Or(sum.Undefined, a.Undefined)
		a.Iterations, a.Queries = a.Iterations+sum.Iterations, a.Queries+sum.Queries
		a.Races = append(sum.Races, Race{how.Race, a.Verdict, a.Reason})
		switch {
		case a.Verdict == verdict.Unsafe:
			return a, nil
		case sum.Verdict == verdict.Unknown: // the first reason stays
			a.Verdict, a.Reason, a.Detail, a.Trace = sum.Verdict, sum.Reason, sum.Detail, sum.Trace
		case a.Verdict == verdict.Unknown:
			a.Detail = strings.TrimSuffix(fmt.Sprintf("whether there is a race on %s: %s", how.Race, a.Detail), ": ")
		}
		if a.Threads == 0 || sum.Threads > 0 && sum.Threads < a.Threads {
			a.Threads = sum.Threads
		}
		if a.Certificate != nil {
			parts = append(parts, a.Certificate.Parts...)
		}
		a.NoCertificate = cmp.Or(sum.NoCertificate, a.NoCertificate)
		sum = a
	}
	if sum.Certificate = nil; o.Certify && sum.Verdict == verdict.Safe && sum.NoCertificate == "" {
		c := &checker{Answer: sum, options: o, name: name, text: text}
		sum.Certificate = c.document()
		sum.Certificate.Parts = parts
	}
	return sum, nil
}

// writer returns the line in which another thread was about to write when a step found a race.
func writer(p *form.Program, steps []execution.Step) (line int) {
	for _, s := range steps {
		for _, u := range s.Edge.Updates {
			if u.Value == word.True && p.Terms.Name(u.Variable) == "writing("+p.Race+")" {
				line = s.Edge.Origin.Line
			}
		}
	}
	return line
}
