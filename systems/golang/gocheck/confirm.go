// This file defines how findings are confirmed: their schedules are forced on the Go code.

package gocheck

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems/golang/goreplay"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A replay is what is needed to run the execution of a finding.
type replay struct {
	path   string // of the file, or the folder of the package
	entry  string
	copied bool           // it is about a copy, which does no harm by itself
	doubt  bool           // whether there is a finding depends on it
	found  render.Finding // as that entry has it
	goreplay.Schedule
}

// A unit is what is built together.
type unit struct {
	path string
	main bool // which cannot be built with others
}

func (r *replay) unit() unit { return unit{r.path, r.entry == "main"} }

// mostPlans is from how many entries one finding is tried: the code may follow the execution of one, and not that of
// another.
const mostPlans = 3

// replayTime is how long one finding may take, its share of building included, and replaysTime how long all of a
// package may, where no limit is set.
const (
	replayTime  = DefaultTime
	replaysTime = 3 * replayTime
)

// reserve is how much of the time limit is left for replays: a fifth, and with many findings up to half of it.
func (r *run) reserve() time.Duration {
	const each = 3 * time.Second
	if !r.Confirm {
		return 0
	}
	return min(max(r.Timeout/5, each*time.Duration(len(r.replays))), r.Timeout/2)
}

// doubtTime is how long it may take where nothing is found without it.
const doubtTime = 3 * time.Second

// plan remembers an execution to a finding, says whether it takes a time-out, and reports whether it is the first one.
func (q *question) plan(f *render.Finding, x *execution, doubt bool) (first bool) {
	f.TimeOut = q.timeOut(x)
	k := keyOf(f)
	plans := q.replays[k]
	if len(plans) < mostPlans && !slices.ContainsFunc(plans, func(r replay) bool { return r.entry == q.entry.Name }) {
		r := q.schedule(x, f)
		r.doubt, r.found = doubt, *f
		r.copied = len(x.visits) > 0 && x.visits[len(x.visits)-1].node.Op == skeleton.Copied
		if len(plans) == 0 || r.unit() == plans[0].unit() {
			q.replays[k] = append(plans, r)
		}
	}
	return len(plans) == 0
}

// schedule returns an execution as the code can be made to go: the operations in their order, begun
// or done, and what should come of it.
func (q *question) schedule(x *execution, f *render.Finding) replay {
	r := replay{entry: q.entry.Name, path: q.path(q.entry)}
	add := func(goroutine int, n *skeleton.Node, of int) {
		s := n.Site
		r.Steps = append(r.Steps, goreplay.Step{Goroutine: goroutine - 1, File: s.Pos.Filename, Line: s.Pos.Line, Column: s.Pos.Column, Case: of, Op: n.Op.String(),
			Access: n.Op == skeleton.Access || n.Atomic, Lowers: n.Op == skeleton.Add && n.Delta < 0 && n.Delta != skeleton.Unknown})
	}
	for _, v := range x.visits {
		switch v.node.Op {
		case skeleton.Branch, skeleton.End, skeleton.Exit, skeleton.Hang, skeleton.Panic:
			continue
		case skeleton.Step:
			if !v.node.Atomic {
				continue
			}
		}
		add(v.goroutine, v.node, v.of)
	}
	at := func(p render.GoPlace) goreplay.Place {
		return goreplay.Place{File: q.paths[p.File], Line: p.Line, Column: p.Col}
	}
	r.Want = goreplay.Want{Kind: f.Kind, Place: at(f.GoPlace), Polls: x.about != nil && x.about.Polls}
	switch {
	case f.Kind != "race" || len(f.Others) == 0:
	case x.about.Cell.Name == skeleton.TestDone: // whose other access package testing executes
		r.Want.Ended = true
		add(f.Trace[len(f.Trace)-2].Goroutine, x.about, -1)
	default:
		r.Want.Other = at(f.Others[0])
	}
	return r
}

// A job is what is run of one unit.
type job struct {
	unit
	findings []*render.Finding // to replay
	tried    []int             // entries to try
}

// jobs divides what is to be run by what is built for it.
func (r *run) jobs() (list []*job) {
	at := map[unit]*job{}
	of := func(u unit) *job {
		if at[u] == nil {
			at[u] = &job{unit: u}
			list = append(list, at[u])
		}
		return at[u]
	}
	var all []*render.Finding
	for i := range r.findings {
		all = append(all, &r.findings[i])
	}
	for i := range r.doubtful {
		if f := &r.doubtful[i]; !r.isFound(f) { // with less doubt, from another entry
			all = append(all, f)
		}
	}
	for _, f := range all {
		plans := r.replays[keyOf(f)]
		if len(plans) == 0 {
			continue
		}
		if plans[0].copied {
			f.Unconfirmed = "not replayed: a copy is a mistake that shows in what is done with it"
			continue
		}
		j := of(plans[0].unit())
		j.findings = append(j.findings, f)
	}
	for i, e := range r.entries {
		if r.tries(e) {
			j := of(unit{r.path(e), e.Main})
			j.tried = append(j.tried, i)
		}
	}
	return list
}

// confirm runs the code: it replays what was found, and tries the entries where nothing was, each package built once,
// within the time limit that began then.
func (r *run) confirm(ctx context.Context, begin time.Time) {
	if r.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, begin.Add(r.Timeout))
		defer cancel()
	}
	for _, j := range r.jobs() {
		if r.Progress != nil {
			r.Progress(Progress{filepath.Base(j.path), "running the code", r.decided, r.asked})
		}
		r.work(ctx, j)
	}
}

// work builds a unit, and runs it.
func (r *run) work(ctx context.Context, j *job) {
	var entries []string
	add := func(e string) {
		if !slices.Contains(entries, e) {
			entries = append(entries, e)
		}
	}
	for _, f := range j.findings {
		for _, plan := range r.replays[keyOf(f)] {
			add(plan.entry)
		}
	}
	for _, i := range j.tried {
		add(r.entries[i].Name)
	}
	limited, cancel := context.WithTimeout(ctx, max(min(replayTime*time.Duration(len(j.findings)), replaysTime), trialsTime))
	defer cancel()
	p, err := goreplay.Build(limited, j.path, entries...)
	if err == nil {
		defer p.Close()
	} else if limited.Err() != nil {
		err = limited.Err()
	}
	r.replay(limited, p, err, j.findings)
	if err == nil {
		r.try(ctx, p, j.tried)
	}
}

// isFound reports whether something is among the findings.
func (r *run) isFound(f *render.Finding) bool {
	_, found := r.found[keyOf(f)]
	return found
}

// replay runs the executions of findings, unless there was an error when the code was built.
func (r *run) replay(ctx context.Context, p *goreplay.Program, err error, list []*render.Finding) {
	if err == nil { // not in the share of one finding; a replay that needs it says what went wrong
		detected := func(f *render.Finding) bool { return f.Kind == "race" || f.Kind == "waitgroup" }
		if slices.ContainsFunc(list, detected) {
			_, _ = p.Detector(ctx)
		}
		if slices.ContainsFunc(list, func(f *render.Finding) bool { return f.Kind != "race" }) {
			_, err = p.Binary(ctx)
		}
	}
	for i, f := range list {
		var o *goreplay.Outcome
		err := err
		if err == nil {
			end, _ := ctx.Deadline()
			o, err = r.follow(ctx, p, f, time.Until(end)/time.Duration(len(list)-i))
		}
		switch {
		case err == nil && o.Confirmed:
			f.Confirmed, f.Call = true, o.Call
		case err == nil && o.Refuted:
			refute(f, o.Reason)
		case err == nil:
			f.Unconfirmed, f.Certain = o.Reason, false // the code seems to have something that the model does not
		case errors.Is(err, context.DeadlineExceeded):
			f.Unconfirmed = "not replayed: no time was left"
		case errors.Is(err, context.Canceled):
			f.Unconfirmed = "not replayed: the run was interrupted"
		default:
			f.Unconfirmed, _, _ = strings.Cut(err.Error(), "\n")
		}
	}
}

// follow runs the execution of a finding, for so long. If the code of one entry contradicts it, the finding becomes
// that of the next one.
func (r *run) follow(ctx context.Context, p *goreplay.Program, f *render.Finding, share time.Duration) (o *goreplay.Outcome, err error) {
	end := time.Now().Add(share)
	plans := r.replays[keyOf(f)]
	for k, plan := range plans {
		limit := time.Until(end) / time.Duration(len(plans)-k)
		if plan.doubt {
			limit = min(limit, doubtTime)
		}
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		if o, err = p.Replay(ctx, plan.entry, plan.Schedule); err != nil || !o.Refuted || k == len(plans)-1 {
			break
		}
		next := &plans[k+1].found
		f.Message, f.Trace, f.Others = next.Message, next.Trace, append([]render.GoPlace{}, next.Others...)
		f.Entries = append(slices.DeleteFunc(f.Entries, func(e string) bool { return e == plan.entry }), plan.entry) // the others first
	}
	return o, err
}

// refute takes back a finding whose execution the code does not have: data that the model leaves open are other ones
// there. Whether it has another such execution is open.
func refute(f *render.Finding, why string) {
	f.Verdict, f.Reason, f.Unconfirmed = unknown, "unsupported", why
	f.Message = fmt.Sprintf("%s: %s, if data that are not known allow it; the code was run and did otherwise: %s", f.GoPlace, f.Message, why)
}
