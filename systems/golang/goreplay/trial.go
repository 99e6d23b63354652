// This file defines trials: runs along random schedules in which nothing is wanted, and what goes wrong in them.

package goreplay

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// A Fault is something that went wrong in a run.
type Fault struct {
	Kind     string  // leak, deadlock, close, lock, waitgroup, panic or race
	Places   []Place // where it may be: of a crash or a goroutine that is blocked the first that is known; of a race both
	Evidence string  // what shows it: a goroutine of the dump, the panic, the report of the race detector
	Leaked   bool    // others go on, and the profile of leaked goroutines has it
	// Outside says of who is blocked that something may help it that a run does not show: a timer of a module that is
	// not rewritten, or a signal.
	Outside bool
	Steps   []Done // the last ones, at most [MostSteps]
}

// MostSteps is how many operations of a run are kept.
const MostSteps = 200

// A Done is an operation that a goroutine does in a run.
type Done struct {
	Goroutine int // as in a [Step]
	Place
	Text    string
	Starts  int  // the goroutine that it starts; 0 for none
	Blocked bool // it is not done at the end
}

// A Trial is what came of some runs.
type Trial struct {
	Runs   int // that came to rest, or to their end, and in which the test did not fail
	Faults []Fault
}

// How many runs a trial has, and how many of them at once: they mostly wait.
const (
	trialRuns = 8
	atOnce    = 4
)

// Try runs an entry along random schedules until something goes wrong, with the race detector if there is one. Of a
// program that does not come to rest, the binary with the profile of leaked goroutines is run then. The context ends a
// trial early, without an error.
func (p *Program) Try(ctx context.Context, entry string) (*Trial, error) {
	binary, err := p.Detector(ctx)
	if err != nil {
		binary, err = p.Binary(ctx)
	}
	if err != nil {
		return nil, err
	}
	t := &Trial{}
	for first := 0; first < trialRuns && len(t.Faults) == 0; first += atOnce {
		var results [atOnce]*result
		all, running := errgroup.WithContext(ctx)
		for i := range results {
			all.Go(func() (err error) {
				results[i], err = p.run(running, binary, entry, p.plan(fmt.Sprintf("random %d", first+i+1)), size)
				return err
			})
		}
		if err := all.Wait(); ctx.Err() != nil {
			break
		} else if err != nil {
			return nil, err
		}
		endless := false
		for _, r := range results {
			if len(t.Faults) == 0 {
				t.Faults = p.faults(r)
			}
			if _, failed := r.last('u'); r.late || r.restless() {
				endless = true
			} else if !failed {
				t.Runs++
			}
		}
		if endless {
			return t, p.tryEndless(ctx, entry, t)
		}
	}
	return t, nil
}

// tryEndless looks for leaked goroutines of a program that does not come to rest, if the runtime can tell.
func (p *Program) tryEndless(ctx context.Context, entry string, t *Trial) error {
	binary, err := p.Profiler(ctx)
	if err != nil || len(t.Faults) > 0 {
		return nil
	}
	r, err := p.run(ctx, binary, entry, p.plan("random 1"), size)
	if ctx.Err() != nil || err != nil {
		return err
	}
	if r.profiled() {
		t.Faults = p.faults(r)
	}
	return nil
}

// faults returns what went wrong in a run: races, and else that it crashed, or who is blocked for ever. Who is when a
// test has failed is not asked.
func (p *Program) faults(r *result) (list []Fault) {
	for _, report := range raceReports(r.output) {
		if f := p.racing(report); f != nil {
			list = append(list, *f)
		}
	}
	if _, _, crashed := crash(r.output); crashed && len(list) == 0 {
		list = p.crashes(r)
	} else if _, failed := r.last('u'); (r.rests() || r.profiled()) && !failed && len(list) == 0 {
		list = p.stuck(r)
	}
	steps := p.done(r)
	for i := range list {
		list[i].Steps = steps
	}
	return list
}

// racing returns the race that the detector reports, nil if not both accesses are known.
func (p *Program) racing(report string) *Fault {
	one, other, _ := strings.Cut(report, "\n\n")
	other, _, _ = strings.Cut(other, "\n\n")
	a, ok1 := p.top(frames(one))
	b, ok2 := p.top(frames(other))
	if !ok1 || !ok2 {
		return nil
	}
	f := &Fault{Kind: "race", Places: []Place{a.place(), b.place()}, Evidence: strings.TrimSpace(report)}
	inside, _, _ := strings.Cut(one, a.file)
	if strings.Contains(inside, "sync.(*WaitGroup)") { // an Add beside a Wait
		f.Kind = "waitgroup"
	}
	return f
}

// crashes returns what the program crashed with: a panic, or goroutines that were blocked when all others had left a
// bubble of testing/synctest.
func (p *Program) crashes(r *result) (list []Fault) {
	message, rest, _ := crash(r.output)
	all := stacks(rest)
	for _, s := range all {
		if at, ok := p.top(s.frames); ok && strings.Contains(message, "deadlock") && strings.HasSuffix(s.state, "(durable)") {
			list = append(list, Fault{Kind: "leak", Places: []Place{at.place()}, Evidence: s.text})
		}
	}
	if len(list) > 0 || len(all) == 0 {
		return list
	}
	f := Fault{Kind: "panic", Evidence: message + "\n\n" + all[0].text}
	for _, kind := range []string{"close", "lock", "waitgroup"} {
		if slices.ContainsFunc(messages(kind), func(text string) bool { return strings.Contains(message, text) }) {
			f.Kind = kind
		}
	}
	if strings.Contains(message, "concurrent map") {
		f.Kind = "race"
	} else {
		for _, site := range p.begun(r, all[0].id) {
			f.Places = append(f.Places, p.sites[site].at())
		}
	}
	if at, ok := p.top(all[0].frames); ok {
		f.Places = append(f.Places, at.place())
	}
	return append(list, f)
}

// stuck returns where somebody is blocked for ever in a run that came to rest, or is leaked in another one.
func (p *Program) stuck(r *result) (list []Fault) {
	dumped := map[int]stack{}
	for _, s := range stacks(r.dump) {
		dumped[s.id] = s
	}
	kind := "leak"
	final := r.final()
	for _, id := range slices.Sorted(maps.Keys(final)) {
		last := final[id]
		s, there := dumped[id]
		f := Fault{Evidence: s.text}
		if r.rests() {
			f.Outside = p.foreign || strings.Contains(r.dump, "signal_recv")
			there = there && s.state != "running" && s.state != "runnable" && s.state != "sleep"
		} else {
			f.Leaked = true
			there = there && strings.Contains(s.state, "(leaked)")
		}
		if last.what != 'f' || !there {
			continue
		}
		if last.a == 0 {
			kind = "deadlock"
		}
		at, ok := p.top(s.frames)
		switch {
		case last.b > 0 && (!ok || p.sites[last.b].onLine(at.file, at.line)):
			f.Places = []Place{p.sites[last.b].at()}
		case ok:
			f.Places = []Place{at.place()}
		default:
			continue
		}
		if slices.ContainsFunc(list, func(g Fault) bool { return g.Places[0] == f.Places[0] }) {
			continue
		}
		list = append(list, f)
	}
	for i := range list {
		list[i].Kind = kind
	}
	return list
}

func (f frame) place() Place { return Place{File: f.file, Line: f.line} }

// done returns the operations of a run in their order.
func (p *Program) done(r *result) (list []Done) {
	child := map[int]int{} // by its parent's number, while the go statement is executed
	add := func(g, site int) *Done {
		s := p.sites[site]
		list = append(list, Done{Goroutine: g, Place: s.at(), Text: s.text})
		return &list[len(list)-1]
	}
	for _, e := range r.log {
		switch {
		case e.what == 'g':
			child[e.b] = e.a
		case e.what == 'e' && e.b > 0 && p.sites[e.b].op != statement:
			add(e.a, e.b).Starts = child[e.a]
			delete(child, e.a)
		case e.what == 'f' && e.b > 0:
			add(e.a, e.b).Blocked = true
		}
	}
	return list[max(len(list)-MostSteps, 0):]
}
