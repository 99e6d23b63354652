// This file defines schedules, what is wanted of them, and outcomes.

package goreplay

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Step is an operation that a goroutine does. Where it blocks, it is done as soon as the
// steps of others allow; a step that the schedule has for its end, at the same place, is no other operation.
type Step struct {
	Goroutine    int // 0 is the entry; the others are numbered in the order in which go statements are executed
	File         string
	Line, Column int    // Column 0: anywhere in the line
	Op           string // as recordings name it: lock, send, ..; it tells apart what is at one place: a Wait of a Cond and its lock. It may be empty
	Case         int    // of a select statement: which case, from 0, the default not counted; -1 for the default
	Access       bool   // it reads or writes memory: the goroutine does so when it has its next turn or all run free
	Lowers       bool   // it is an Add that lowers a counter
}

// A Want is what should happen.
type Want struct {
	Kind  string // leak, deadlock, close, lock, waitgroup, panic or race
	Place        // of the operation, or of one access
	Other Place  // of a race: the other access, if it is known
	Ended bool   // of a race: with the end of the test
	Polls bool   // of a leak: timers or a default let the goroutine go on, which only comes back
}

// blocked reports whether a goroutine should be blocked for ever.
func (w Want) blocked() bool { return (w.Kind == "leak" || w.Kind == "deadlock") && !w.Polls }

// A Schedule says who goes when, and what should come of it.
type Schedule struct {
	Steps []Step
	Want  Want
}

// An Outcome says what came of it.
type Outcome struct {
	Confirmed bool
	Forced    bool   // by the schedule, to its last step; or else a random schedule did it
	Refuted   bool   // whenever the schedule was tried, the code went on otherwise, or it was followed in vain; and no random schedule did it
	Reason    string // why it is not confirmed, or not forced
	Evidence  string // what shows it: a goroutine of the dump, the panic, the report of the race detector
	Runs      int    // how many runs there were
	Call      string // how the entry was called if it is no test: its arguments are made up

	entry string
	size  int
}

// size is how big made-up arguments are: so big as in the model. Random schedules try bigger ones, too.
const size = 2

// How often a schedule is tried, and random ones when it does not do it. A schedule is tried
// again because timers may fire earlier than in the model.
const (
	tries       = 3
	timedTries  = 8 // if it has timers
	randomTries = 60
	enough      = randomTries / 2 // that many random schedules without it, and a schedule that cannot be forced is refuted
	few         = enough / 4      // that many, and one that was always followed to its end is
	mostKept    = 100             // results of an entry, each with what it printed
)

// Replay forces a schedule. If that fails, it tries random ones: what the model leaves open, data
// above all, may make the program leave the schedule and still go wrong in the same way. The
// error is about the machine; a schedule that cannot be followed is an outcome.
func (p *Program) Replay(ctx context.Context, entry string, s Schedule) (*Outcome, error) {
	o := &Outcome{entry: entry}
	defer func() {
		o.Call = strings.ReplaceAll(p.source.calls[entry], numberMark, strconv.Itoa(o.size))
	}()
	if s.Want.Kind != "race" {
		binary, err := p.Binary(ctx)
		if err != nil {
			return nil, err
		}
		if err := p.try(ctx, o, s, binary); err != nil || o.Confirmed || s.Want.Kind != "waitgroup" {
			return o, err
		}
	}
	// The race detector also sees an Add that is not ordered with a Wait.
	binary, err := p.Detector(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		o.Reason = "the race detector: " + err.Error()
		return o, nil
	}
	return o, p.try(ctx, o, s, binary)
}

// An attempt is a run of an entry, and what repeats it.
type attempt struct {
	plan   string
	size   int
	random bool
	*result
}

// try runs a binary with a schedule, then with random ones. What has run for another schedule of the entry is looked at
// before: what is wanted here may have happened there. Of a program that does not come to rest, the binary with the
// profile of leaks is run instead, from then on.
func (p *Program) try(ctx context.Context, o *Outcome, s Schedule, binary string) error {
	forced, whole, timed := p.schedule(s)
	tries := tries
	if timed {
		tries = timedTries
	}
	o.Reason = ""
	first := true // of the attempts with this binary
	shows := func(a attempt) bool {
		evidence, reason := p.judge(a.result, s.Want)
		_, leaves := a.last('d')
		if reason == "" {
			o.Confirmed, o.Evidence, o.size = true, evidence, a.size
			o.Forced = a.plan == forced && !leaves
			o.Reason = ""
			if a.plan == forced && leaves {
				o.Reason = p.diverged(a.result, s, "")
			}
		} else if first {
			o.Reason = p.diverged(a.result, s, reason)
		}
		first = false
		return reason == ""
	}
	run := func(a attempt) (_ attempt, err error) {
		o.size = a.size
		if a.result, err = p.run(ctx, binary, o.entry, a.plan, a.size); err == nil {
			o.Runs++
			p.keep(binary, o.entry, a)
		}
		return a, err
	}
	before, lacking := p.kept(binary, o.entry), ""
	watch := func(seen ...attempt) {
		if binary != p.binary || lacking != "" || !s.Want.blocked() || !slices.ContainsFunc(seen, attempt.restless) {
			return
		}
		profiler, err := p.Profiler(ctx)
		switch {
		case err == nil:
			binary, first = profiler, true
			before = p.kept(binary, o.entry)
		case ctx.Err() != nil:
			lacking = "; no time was left to build it with the profile of leaked goroutines"
		default:
			lacking = "; the profile of leaked goroutines: " + err.Error()
		}
	}
	watch(before...)
	other, followed, random, cut := 0, 0, 0, 0
	for range tries {
		a, err := run(attempt{plan: forced, size: size})
		if err != nil && ctx.Err() != nil && o.Reason != "" {
			break // something is known
		}
		if err != nil {
			return err
		}
		if shows(a) {
			return nil
		}
		watch(a)
		if a.contradicts(s) {
			other++
		}
		if _, end := a.last('r'); end {
			followed++
		}
	}
	done := map[string]bool{} // plans
	for _, a := range before {
		if shows(a) {
			return nil
		}
		done[a.plan] = true
		if a.random {
			random++
		}
	}
	for i := 1; i <= randomTries && cut < tries; i++ {
		a := attempt{plan: p.plan(fmt.Sprintf("random %d", i)) + s.Want.ended(), size: size + i%3, random: true}
		if i%2 == 0 {
			a.plan += p.hold(s.Want)
		}
		if done[a.plan] {
			continue
		}
		a, err := run(a)
		if err != nil && ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
		if shows(a) {
			return nil
		}
		watch(a)
		random++
		if a.restless() {
			cut++ // it never comes to rest, which takes time
		}
	}
	call := p.source.calls[o.entry]
	o.Refuted = whole && other == tries && (random >= enough || followed == tries && random >= few || cut == tries) &&
		(call == "" || strings.HasSuffix(call, "()")) // made-up arguments show nothing
	o.Reason += lacking + fmt.Sprintf("; %d random schedules did not show it either", random)
	return nil
}

// contradicts reports whether a run of a schedule that does not show what is wanted is evidence that the code has no
// such execution: it left the schedule, or followed it and nothing came of it, nor of anything else.
func (a attempt) contradicts(s Schedule) bool {
	if at, leaves := a.last('d'); leaves {
		return at.c != notThere
	}
	if _, followed := a.last('r'); !followed || wrong(a.output) {
		return false
	}
	switch s.Want.Kind {
	case "leak", "deadlock": // nothing moves any more, and nobody is blocked there
		return a.rests()
	case "waitgroup": // an Add beside a Wait may only happen to be ordered with it
		return len(s.Steps) > 0 && s.Steps[len(s.Steps)-1].Lowers
	}
	return true
}

// keep keeps an attempt for other schedules of the entry.
func (p *Program) keep(binary, entry string, a attempt) {
	p.attempting.Lock()
	defer p.attempting.Unlock()
	k := [2]string{binary, entry}
	if len(p.attempts[k]) < mostKept {
		p.attempts[k] = append(p.attempts[k], a)
	}
}

// kept returns the attempts so far.
func (p *Program) kept(binary, entry string) []attempt {
	p.attempting.Lock()
	defer p.attempting.Unlock()
	return slices.Clip(p.attempts[[2]string{binary, entry}])
}

// schedule is the plan for a schedule, and reports whether it is whole, and whether timers fire in it. Steps at places
// where there is no operation are left out: those of packages that are not rewritten, and of io at calls in those that
// are, where the operations before and behind them show whether the schedule is followed.
func (p *Program) schedule(s Schedule) (plan string, whole, timed bool) {
	var b strings.Builder
	whole = true
	b.WriteString(p.plan("replay") + s.Want.ended())
	added := map[int]Step{} // by goroutine: the Add of WaitGroup.Go, which is done together with its go statement
	for i, step := range s.Steps {
		sites := p.find(step)
		if a := added[step.Goroutine]; step.Op == "go" && a.File == step.File && a.Line == step.Line && a.Column == step.Column {
			delete(added, step.Goroutine)
			continue
		}
		delete(added, step.Goroutine)
		if len(sites) == 0 {
			whole = whole && p.rewritten(step.File)
			continue
		}
		if id := sites[0]; step.Op == "add" && p.sites[id].second {
			sites = append(sites, id-1)
			added[step.Goroutine] = step
		}
		flags := 0 // 1: it may be a timer, 2: the code may execute it more often
		if step.Access {
			flags = 2
		}
		for _, id := range sites {
			if t := p.sites[id].timers; len(t) == 1 && t[0] || step.Case >= 0 && step.Case < len(t) && t[step.Case] {
				flags, timed = flags|1, true
			}
		}
		fmt.Fprintf(&b, "step %d %d %d %d", i, step.Goroutine, step.Case, flags)
		for _, id := range sites {
			fmt.Fprintf(&b, " %d", id)
		}
		b.WriteByte('\n')
	}
	return b.String(), whole, timed
}

// rewritten reports whether the operations of a file have hooks.
func (p *Program) rewritten(file string) bool {
	for name := range p.files {
		if sameFile(file, name) || sameFile(file, p.source.origin[name]) {
			return true
		}
	}
	return false
}

// ended is the line of a plan by which package testing is told that the test has ended, which it learns only when the
// process ends otherwise.
func (w Want) ended() string {
	if w.Ended {
		return "ended\n"
	}
	return ""
}

// hold is the line of a plan by which goroutines do what is wanted only when no other can go on. That is how it goes
// wrong most often: what a goroutine waits for has been missed, or what it uses been closed.
func (p *Program) hold(w Want) string {
	var b strings.Builder
	b.WriteString("hold")
	for _, at := range []Place{w.Place, w.Other} {
		for _, id := range p.find(Step{File: at.File, Line: at.Line, Column: at.Column, Access: w.Kind == "race"}) {
			fmt.Fprintf(&b, " %d", id)
		}
	}
	return b.String() + "\n"
}

// diverged says where a run left the schedule, or else the reason why it is not what is wanted.
func (p *Program) diverged(r *result, s Schedule, reason string) string {
	d, ok := r.last('d')
	if !ok {
		return "the schedule was followed, but " + reason
	}
	step := s.Steps[d.a]
	where := "is not there"
	if d.c > 0 {
		at := p.sites[d.c]
		where = fmt.Sprintf("came to %s at %s:%d instead", at.op, filepath.Base(at.start.Filename), at.start.Line)
	}
	return fmt.Sprintf("the code left the schedule: goroutine %d should do %s:%d and %s", d.b+1, filepath.Base(step.File), step.Line, where)
}
