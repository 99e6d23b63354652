// This file defines recordings of random schedules, for tests.

package goreplay

import (
	"context"
	"fmt"
	"maps"
)

// What an Event tells.
type What uint8

const (
	Begins    What = iota // an operation
	Blocks                // the operation has to wait
	Completes             // the operation
	Ends                  // the goroutine
)

// An Event is something that a goroutine did.
type Event struct {
	Goroutine int
	What      What
	Op        string // lock, send, ..
	Place
	Site  int // the number of the operation in the text
	Case  int // of a select statement that completes: which case, from 0, the default not counted; -1 for the default
	Line  int // of that case
	Child int // of a go statement: the number of the goroutine; 0 if there is none
}

// A Recording is one run.
type Recording struct {
	Seed   int
	Events []Event
	// End says how it ended: settled (all goroutines have ended or are blocked), exited (the
	// process ended by itself), crashed, or cut (something runs on and on).
	End     string
	Message string  // of the crash
	Crashed int     // the goroutine that crashed, -1 if it is not known
	Blocked []Event // who is blocked at the end, and where, if the run has settled
}

// Operations returns the numbers of the operations that a step may mean.
func (p *Program) Operations(s Step) []int { return p.find(s) }

// On reports whether an operation is in a line.
func (p *Program) On(site int, file string, line int) bool { return p.sites[site].onLine(file, line) }

// Op returns the name of an operation.
func (p *Program) Op(site int) string { return p.sites[site].op }

// Record runs an entry with random schedules, made from the seeds seed, seed+1, .. One goroutine runs at a
// time between operations, so the order of events is the real one; but where an operation wakes
// another goroutine, the two complete in either order.
func (p *Program) Record(ctx context.Context, entry string, seed, runs int) ([]Recording, error) {
	var all []Recording
	binary, err := p.Binary(ctx)
	if err != nil {
		return nil, err
	}
	for i := range runs {
		r, err := p.run(ctx, binary, entry, p.plan(fmt.Sprintf("random %d", seed+i)), size)
		if err != nil {
			return all, err
		}
		all = append(all, p.recording(r, seed+i))
	}
	return all, nil
}

func (p *Program) recording(r *result, seed int) Recording {
	rec := Recording{Seed: seed, End: "exited", Crashed: -1}
	event := func(g int, what What, site int) *Event {
		rec.Events = append(rec.Events, p.event(g, what, site))
		return &rec.Events[len(rec.Events)-1]
	}
	child := map[int]int{} // by its parent's number, while the go statement is executed
	for _, e := range r.log {
		switch e.what {
		case 'b':
			event(e.a, Begins, e.b)
		case 'w':
			event(e.a, Blocks, e.b)
		case 'e':
			done := event(e.a, Completes, e.b)
			done.Case, done.Child = e.c, child[e.a]
			if lines := p.sites[e.b].cases; e.c >= 0 && e.c < len(lines) {
				done.Line = lines[e.c]
			}
			delete(child, e.a)
		case 'g':
			child[e.b] = e.a
		case 'x':
			tried := len(child)
			maps.DeleteFunc(child, func(_, n int) bool { return n == e.a }) // TryGo has not started it
			if len(child) == tried {
				event(e.a, Ends, 0)
			}
		case 'f':
			if e.b > 0 {
				rec.Blocked = append(rec.Blocked, p.event(e.a, Blocks, e.b))
			}
		case 'z':
			rec.End = "settled"
			if e.a == 0 {
				rec.End = "cut"
			}
		}
	}
	if message, rest, ok := crash(r.output); ok && rec.End == "exited" {
		rec.End, rec.Message = "crashed", message
		if all := stacks(rest); len(all) > 0 {
			for _, e := range r.log {
				if e.what == 's' && e.b == all[0].id {
					rec.Crashed = e.a
				}
			}
		}
	}
	if r.late {
		rec.End = "cut"
	}
	return rec
}

func (p *Program) event(g int, what What, id int) Event {
	e := Event{Goroutine: g, What: what, Site: id}
	if id > 0 {
		e.Op, e.Place = p.sites[id].op, p.sites[id].at()
	}
	return e
}
