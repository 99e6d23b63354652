// This file defines schedules, what is wanted of them, and outcomes.

package goreplay

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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
}

// A Want is what should happen.
type Want struct {
	Kind  string // leak, deadlock, close, lock, waitgroup, panic or race
	Place        // of the operation, or of one access
	Other Place  // of a race: the other access, if it is known
}

// A Schedule says who goes when, and what should come of it.
type Schedule struct {
	Steps []Step
	Want  Want
}

// An Outcome says what came of it.
type Outcome struct {
	Confirmed bool
	Forced    bool   // by the schedule, to its last step; or else a random schedule did it
	Refuted   bool   // whenever the schedule was tried, the code went on otherwise; and no random schedule did it
	Reason    string // why it is not confirmed, or not forced
	Evidence  string // what shows it: a goroutine of the dump, the panic, the report of the race detector
	Runs      int    // how many runs there were
	Call      string // how the entry was called if it is no test: its arguments are made up

	program *Program
	entry   string
	plan    string
	size    int
	race    bool
}

// size is how big made-up arguments are: so big as in the model. Random schedules try bigger ones, too.
const size = 2

// How often a schedule is tried, and random ones when it does not do it. A schedule is tried
// again because timers may fire earlier than in the model.
const (
	tries       = 3
	randomTries = 60
)

// Replay forces a schedule. If that fails, it tries random ones: what the model leaves open, data
// above all, may make the program leave the schedule and still go wrong in the same way. The
// error is about the machine; a schedule that cannot be followed is an outcome.
func (p *Program) Replay(ctx context.Context, entry string, s Schedule) (*Outcome, error) {
	o := &Outcome{program: p, entry: entry}
	defer func() {
		o.Call = strings.ReplaceAll(p.source.calls[entry], numberMark, strconv.Itoa(o.size))
	}()
	if s.Want.Kind != "race" {
		if err := p.try(ctx, o, s, p.binary); err != nil || o.Confirmed || s.Want.Kind != "waitgroup" {
			return o, err
		}
	}
	// The race detector also sees an Add that is not ordered with a Wait.
	o.race = true
	binary, err := p.detector(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		o.Reason = "the race detector: " + err.Error()
		return o, nil
	}
	return o, p.try(ctx, o, s, binary)
}

// try runs a binary with a schedule, then with random ones.
func (p *Program) try(ctx context.Context, o *Outcome, s Schedule, binary string) error {
	forced, whole := p.schedule(s)
	o.Reason = ""
	cut, other, i := 0, 0, 0
	for ; i < tries+randomTries && cut < tries; i++ {
		o.plan, o.size = forced, size
		if i >= tries {
			o.size += i % 3
			o.plan = p.plan(fmt.Sprintf("random %d", i-tries+1))
			if i%2 != 0 {
				o.plan += p.hold(s.Want)
			}
		}
		r, err := p.run(ctx, binary, o.entry, o.plan, o.size)
		if err != nil && ctx.Err() != nil && i > 0 {
			break // something is known
		}
		if err != nil {
			return err
		}
		o.Runs++
		evidence, reason := p.judge(r, s.Want)
		at, leaves := r.last('d')
		if reason == "" {
			o.Confirmed, o.Forced, o.Evidence = true, i < tries && !leaves, evidence
			switch {
			case o.Forced:
				o.Reason = ""
			case leaves:
				o.Reason = p.diverged(r, s, "")
			}
			return nil
		}
		if o.Reason == "" {
			o.Reason = p.diverged(r, s, reason)
		}
		end, ok := r.last('z')
		blocks := s.Want.Kind == "leak" || s.Want.Kind == "deadlock"
		if i < tries && (leaves && at.c != notThere || !leaves && blocks && ok && end.a == 1) {
			other++ // or nothing moves any more, and nobody is blocked there
		}
		if ok && end.a == 0 && i >= tries {
			cut++ // it never comes to rest, which takes time
		}
	}
	call := p.source.calls[o.entry]
	o.Refuted = whole && other == min(i, tries) && (call == "" || strings.HasSuffix(call, "()")) // made-up arguments show nothing
	o.Reason += fmt.Sprintf("; %d random schedules did not show it either", max(i-tries, 0))
	return nil
}

// schedule is the plan for a schedule, and reports whether it is whole. Steps at places where there is no operation are left
// out, as those of packages that are not rewritten.
func (p *Program) schedule(s Schedule) (plan string, whole bool) {
	var b strings.Builder
	whole = true
	b.WriteString(p.plan("replay"))
	added := map[int]Step{} // by goroutine: the Add of WaitGroup.Go, which is done together with its go statement
	for i, step := range s.Steps {
		sites := p.find(step)
		if a := added[step.Goroutine]; step.Op == "go" && a.File == step.File && a.Line == step.Line && a.Column == step.Column {
			delete(added, step.Goroutine)
			continue
		}
		delete(added, step.Goroutine)
		if len(sites) == 0 {
			whole = false
			continue
		}
		if id := sites[0]; step.Op == "add" && p.sites[id].second {
			sites = append(sites, id-1)
			added[step.Goroutine] = step
		}
		timer := 0
		for _, id := range sites {
			if t := p.sites[id].timers; len(t) == 1 && t[0] || step.Case >= 0 && step.Case < len(t) && t[step.Case] {
				timer = 1
			}
		}
		fmt.Fprintf(&b, "step %d %d %d %d", i, step.Goroutine, step.Case, timer)
		for _, id := range sites {
			fmt.Fprintf(&b, " %d", id)
		}
		b.WriteByte('\n')
	}
	return b.String(), whole
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

// Save writes what repeats a confirmed outcome into a directory: the rewritten files, the
// hooks and the schedule. It returns the command that does it. A rewritten file differs from the
// user's only by its hooks.
func (o *Outcome) Save(dir string) (command string, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	overlay, plan := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "schedule")
	if err := o.program.write(dir, overlay); err != nil {
		return "", err
	}
	if err := os.WriteFile(plan, []byte(o.plan), 0o666); err != nil {
		return "", err
	}
	s := o.program.source
	flags := "-overlay " + overlay
	if o.race {
		flags += " -race"
	}
	run := "run " + flags
	if s.test {
		run = "test " + flags + " -vet=off -count=1 -run '^" + s.tests[o.entry] + "$'"
	}
	return fmt.Sprintf("cd %s && %s=%s %s=%d go %s %s", s.dir, variable, plan, sizeVariable, o.size, run, strings.Join(s.args, " ")), nil
}
