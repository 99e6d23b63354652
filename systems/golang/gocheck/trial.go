// This file defines trials: runs of the code along random schedules, which judge what is said of entries of which
// nothing is known that goes wrong.

package gocheck

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
	"github.com/ijit/ijit/systems/golang/goreplay"
)

// trialTime is how long the trial of one entry may take, and trialsTime how long all of a package may.
const (
	trialTime  = 10 * time.Second
	trialsTime = DefaultTime
)

// path returns what is built to run an entry: its package, or the file that was asked about.
func (r *run) path(e *golang.Entry) string {
	file := e.Site.Pos.Filename
	if len(r.Patterns) == 1 && strings.HasSuffix(r.Patterns[0], ".go") {
		return file
	}
	return filepath.Dir(file)
}

// tries reports whether an entry is tried: a test or main where nothing is known to go wrong. A run does not show
// whether something takes a time-out.
func (r *run) tries(e *golang.Entry) bool {
	wrong := func(f render.Finding) bool { return (f.Confirmed || f.Certain) && slices.Contains(f.Entries, e.Name) }
	return (e.Test || e.Main) && !r.IgnoreTimeouts && !slices.ContainsFunc(r.findings, wrong) && !slices.ContainsFunc(r.doubtful, wrong)
}

// try runs entries, and takes in what goes wrong. What cannot be run stays as it is.
func (r *run) try(ctx context.Context, p *goreplay.Program, entries []int) {
	ctx, cancel := context.WithTimeout(ctx, trialsTime)
	defer cancel()
	_, _ = p.Detector(ctx) // not in the share of one entry
	for _, i := range entries {
		if !r.tries(r.entries[i]) { // by now
			continue
		}
		ctx, cancel := context.WithTimeout(ctx, trialTime)
		t, err := p.Try(ctx, r.entries[i].Name)
		cancel()
		if err != nil {
			continue
		}
		if len(t.Faults) == 0 {
			r.report.Entries[i].Runs = t.Runs
		}
		for _, x := range t.Faults {
			r.observe(r.entries[i], r.book[i], &x)
		}
	}
}

// observe takes in what went wrong in a run of an entry.
func (r *run) observe(e *golang.Entry, l *ledger.Ledger, x *goreplay.Fault) {
	kind := ledger.KindOf(x.Kind)
	if !r.asks(kind) || len(x.Places) == 0 || x.Outside {
		return
	}
	at, state := r.nearest(l, kind, x.Places...)
	f := render.Finding{
		Kind: x.Kind, Confirmed: true, GoPlace: at,
		Entries: []string{e.Name}, Others: []render.GoPlace{}, Trace: r.executed(e, x.Steps),
	}
	switch kind {
	case ledger.Race:
		f.Message = "the race detector reports it"
		if n := len(x.Places); n > 1 {
			var other ledger.State
			f.GoPlace, state = r.nearest(l, kind, x.Places[0])
			f.Others = make([]render.GoPlace, 1)
			if f.Others[0], other = r.nearest(l, kind, x.Places[n-1]); other == ledger.Proved {
				state = other
			}
		}
	case ledger.Blocked:
		f.Message = "nothing moves any more"
		if x.Leaked {
			f.Message = "nobody that may still run can reach what it waits for"
		}
	default:
		f.Message, _, _ = strings.Cut(x.Evidence, "\n")
	}
	f.Message += ", in a run along a random schedule"
	if len(x.Steps) == goreplay.MostSteps {
		f.Message += fmt.Sprintf(", whose last %d operations these are", goreplay.MostSteps)
	}
	if state == ledger.Proved {
		f.Message += "; that contradicts what was proved of the model, which is a mistake of ijit: please report it"
	}
	r.observed = append(r.observed, f)
}

// replace adds a finding that was observed, in place of the same one that was not.
func (r *run) replace(f render.Finding) {
	k := keyOf(&f)
	i, known := r.found[k]
	if !known {
		r.found[k] = len(r.findings)
		r.findings = append(r.findings, f)
		return
	}
	old := &r.findings[i]
	for _, e := range old.Entries {
		if !slices.Contains(f.Entries, e) {
			f.Entries = append(f.Entries, e)
		}
	}
	*old = f
}

// nearest returns the claim that is nearest to the first of some places that has one, and what is known of it; or else
// the first place, as it is known if a panic there was not judged.
func (r *run) nearest(l *ledger.Ledger, kind ledger.Kind, places ...goreplay.Place) (render.GoPlace, ledger.State) {
	for _, p := range places {
		if at, state := l.Near(kind, r.shown(p.File), p.Line, p.Column); at != nil {
			return *at, state
		}
	}
	p := places[0]
	for _, u := range r.report.Unjudged {
		if kind == ledger.Panic && u.File == r.shown(p.File) && u.Line == p.Line {
			return u, ""
		}
	}
	return render.GoPlace{File: r.shown(p.File), Line: p.Line, Col: max(p.Column, 1)}, ""
}

// executed returns the steps of a run.
func (r *run) executed(e *golang.Entry, list []goreplay.Done) []render.GoStep {
	steps := []render.GoStep{}
	names := map[int]string{0: e.Name}
	for i, d := range list {
		s := render.GoStep{Goroutine: d.Goroutine + 1, Name: names[d.Goroutine]}
		s.GoPlace = render.GoPlace{File: r.shown(d.File), Line: d.Line, Col: d.Column, Operation: strings.Join(strings.Fields(d.Text), " ")}
		if d.Starts > 0 {
			names[d.Starts] = fmt.Sprintf("of line %d", d.Line)
			s.Starts, s.Runs = d.Starts+1, names[d.Starts]
		}
		if d.Blocked {
			s.Event, s.Last = "blocked for ever", i == len(list)-1
		}
		steps = append(steps, s)
	}
	return steps
}
