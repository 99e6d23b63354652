// This file defines the questions about one entry.

package gocheck

import (
	"bytes"
	"context"
	"errors"
	"go/token"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/render"
	"github.com/ijit/ijit/parser/golang"
	"github.com/ijit/ijit/parser/golang/lower"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// A question is what is asked about one entry.
type question struct {
	*run
	entry    *golang.Entry
	deadline time.Time
	report   *Entry
	skeleton *skeleton.Program // with the sizes fixed
	within   bounds            // of the exploration that is judged
	bound    int               // on goroutines alive
	sized    bool              // some number that the code leaves open is fixed
	cut      bool              // some loop has fewer iterations
	few      bool              // iterations of loops where there are many of them, to extract faster
	unsound  bool              // executions may be missing
	opened   map[string]bool   // kinds that are open in this entry
	missed   map[string]miss   // questions that a limit left without an answer for some number of goroutines
	proofs   map[key]operationState
	racing   map[key]bool            // accesses that race
	many     map[token.Position]bool // where objects are made of which one has to be told apart
	alone    map[key]bool            // accesses that others cannot race with
	apart    map[key]bool            // accesses of which it is known before the exploration that they are in no race
	proved   bool                    // all operations are proved
	wrong    bool                    // something was found
}

// question begins to ask about one entry.
func (r *run) question(e *golang.Entry, deadline time.Time) *question {
	p := r.place(e.Site)
	p.Function = e.Name
	return &question{run: r, entry: e, deadline: deadline, report: &Entry{GoPlace: p, Package: e.Package, Any: unknown}, opened: map[string]bool{}, missed: map[string]miss{},
		proofs: map[key]operationState{}, racing: map[key]bool{}, many: map[token.Position]bool{}, alone: map[key]bool{}, apart: map[key]bool{}}
}

// entry asks about one entry, for so long.
func (r *run) entry(ctx context.Context, e *golang.Entry, share time.Duration) {
	begin := time.Now()
	ctx, cancel := context.WithTimeout(ctx, max(share, 0))
	defer cancel()
	q := r.question(e, begin.Add(share))
	q.ask(ctx)
	if len(q.missed) > 0 {
		debug.FreeOSMemory() // a limit was reached, and the next entry has all of the memory
	}
	q.report.Seconds = time.Since(begin).Seconds()
	r.report.Entries = append(r.report.Entries, *q.report)
}

// operationsShare is how much of the time that is left operations may take where races are asked about, too, most of which are
// near where they begin.
const operationsShare = 0.6

func (q *question) ask(ctx context.Context) {
	steps := []struct {
		name  string
		kinds []string
		ask   func(context.Context)
	}{
		{"operations", []string{"leak", "deadlock", "close", "lock", "waitgroup", "panic"}, q.operations},
		{"races", []string{"race"}, q.races},
		{"any number", q.Kinds, q.anyNumber},
	}
	ready := q.extract(ctx)
	ahead := ready && q.ahead(ctx)
	if ahead {
		steps[0].ask = q.briefly
	}
	var more []candidates
	if ready {
		more = q.candidates(ahead)
	}
	limit := q.left(candidateShare)
	q.deadline = q.deadline.Add(-limit * time.Duration(len(more))) // races often take all of the time that there is
	for i, s := range steps {
		q.progress(s.name)
		if begin := q.deadline; ready && q.asks(s.kinds...) {
			if i == 0 && q.asks("race") {
				q.deadline = time.Now().Add(q.left(operationsShare))
			}
			s.ask(ctx)
			q.deadline = begin
		}
		q.decided++
	}
	for _, c := range more {
		q.progress(c.name)
		q.consider(ctx, c, limit)
	}
	q.decided++
	for _, k := range q.Kinds {
		if m, missed := q.missed[k]; missed && q.unanswered(k) {
			q.leave(m.reason, m.detail, k)
		}
	}
	for _, p := range q.proofs {
		q.settle(p.proof, p.wrong)
	}
}

// add reports what was found, with an execution to it.
func (q *question) add(f render.Finding, x *execution) {
	q.wrong = true
	q.plan(&f, x, false)
	q.run.add(q.entry.Name, f)
}

// doubt remembers an execution to what is a finding only if it is confirmed.
func (q *question) doubt(f render.Finding, x *execution) {
	if q.plan(&f, x, true) {
		f.Entries, f.Others = []string{q.entry.Name}, []render.GoPlace{}
		q.doubtful = append(q.doubtful, f)
		return
	}
	for i := range q.doubtful {
		if known := &q.doubtful[i]; keyOf(known) == keyOf(&f) && !slices.Contains(known.Entries, q.entry.Name) {
			known.Entries = append(known.Entries, q.entry.Name)
		}
	}
}

func (q *question) progress(name string) {
	if q.Progress != nil {
		q.Progress(Progress{q.entry.Name, name, q.decided, q.asked})
	}
}

// extract makes the skeleton.
func (q *question) extract(ctx context.Context) bool {
	p, err := q.make(ctx, golang.Options{Size: size})
	if err != nil {
		q.fail(ctx, err, q.Kinds...)
		return false
	}
	q.skeleton = p
	return true
}

// fail opens questions that an error leaves without an answer.
func (q *question) fail(ctx context.Context, err error, kinds ...string) {
	reason, detail := "unsupported", ""
	if err != nil {
		detail = err.Error()
	}
	if errors.Is(err, ijit.ErrMemory) {
		reason, detail = "memory", limits(ijit.Memory)
	}
	if ctx.Err() != nil {
		reason, detail = reasonOf(ctx)
	}
	q.leave(reason, detail, kinds...)
}

// leave opens questions.
func (q *question) leave(reason, detail string, kinds ...string) {
	for _, k := range kinds {
		if q.asks(k) && !q.opened[k] {
			q.opened[k] = true
			q.run.open(q.entry, k, reason, detail)
		}
	}
}

// note takes in what the skeleton leaves out and what it fixes.
func (q *question) note(p *skeleton.Program) {
	stops := map[token.Position]bool{} // places at which goroutines may stop, and what follows is not known
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			if n.Op == skeleton.Hang && n.Open {
				stops[n.Site.Pos] = true
			}
		}
	}
	for _, n := range append(ends(p), p.Notes...) {
		q.noted(n, n.Opens == skeleton.OpensBlocked && stops[n.Site.Pos])
	}
	for _, s := range p.Sizes {
		q.sized, q.cut = q.sized || !s.Iterations, q.cut || s.Iterations
		x := Size{q.place(s.Site), s.What, s.Value, s.Iterations}
		if !slices.Contains(q.run.report.Sizes, x) {
			q.run.report.Sizes = append(q.run.report.Sizes, x)
		}
	}
}

// noted takes in what the skeleton leaves out.
func (q *question) noted(n skeleton.Note, cut bool) {
	if file := n.Site.Pos.Filename; file != "" && filepath.Ext(file) != ".go" { // what cgo generates, in the cache of the go command
		n.Site, n.What, n.Effect = q.entry.Site, "cgo: calls of C functions", "what they do is not seen"
		n.Opens, cut = skeleton.OpensAll, false
	}
	x := Note{q.place(n.Site), n.What, n.Effect, n.Opens.Has(skeleton.OpensFailures), cut}
	if !slices.Contains(q.run.report.Unmodelled, x) {
		q.run.report.Unmodelled = append(q.run.report.Unmodelled, x)
	}
	switch {
	case n.Opens.Has(skeleton.OpensFailures):
		q.unsound = true
		q.leave("unsupported", "executions may be missing: "+n.What, q.Kinds...)
	default:
		if n.Opens.Has(skeleton.OpensBlocked) {
			q.leave("unsupported", "somebody may wait there: "+n.What, "leak", "deadlock")
		}
		if n.Opens.Has(skeleton.OpensRaces) {
			q.leave("unsupported", "memory may be accessed there: "+n.What, "race")
		}
	}
}

// ends returns a note for each place behind which a skeleton knows of no execution: no value was found that something
// has there. Then executions are missing. Places at which the skeleton stops on purpose have a note of their own.
func ends(p *skeleton.Program) []skeleton.Note {
	var list []skeleton.Note
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			for _, next := range n.Next {
				if m := b.Nodes[next]; m.Op == skeleton.Hang && m.Open && !m.Site.Pos.IsValid() {
					site := before(b, n)
					what := "what follows " + operation(site)
					if !site.Pos.IsValid() {
						site, what = b.Site, "a part of "+b.Name
					}
					list = append(list, skeleton.Note{Site: site, What: what, Effect: "no value was found for something on which it depends: executions are missing", Opens: skeleton.OpensAll})
				}
			}
		}
	}
	return list
}

// before returns the place of a node, or of the nearest one before it that has a place.
func before(b *skeleton.Body, n *skeleton.Node) skeleton.Site {
	known := make([]bool, len(b.Nodes))
	for level := []int{n.ID}; len(level) > 0; {
		for _, id := range level {
			if b.Nodes[id].Site.Pos.IsValid() {
				return b.Nodes[id].Site
			}
			known[id] = true
		}
		last := level
		level = nil
		for _, m := range b.Nodes {
			if !known[m.ID] && slices.ContainsFunc(m.Next, func(next int) bool { return slices.Contains(last, next) }) {
				level = append(level, m.ID)
			}
		}
	}
	return skeleton.Site{}
}

// inexact notes what of the skeleton the Boolean program does not have exactly.
func (q *question) inexact(l *lower.Program) {
	about := func(list []string, effect string, cut bool) {
		for _, what := range list {
			x := Note{q.report.GoPlace, what, effect, false, cut}
			if !slices.Contains(q.run.report.Unmodelled, x) {
				q.run.report.Unmodelled = append(q.run.report.Unmodelled, x)
			}
		}
	}
	about(l.Why, "an execution that is found may be none of the program", false)
	about(l.Cuts, "what lies beyond is not judged", true)
}

// lower translates a skeleton, and reads the result.
func (q *question) lower(ctx context.Context, p *skeleton.Program, o lower.Options) (*lower.Program, *ijit.Model, error) {
	if ctx.Err() != nil { // a large program takes long
		return nil, nil, ctx.Err()
	}
	l, err := lower.Lower(p, o)
	if err != nil {
		return nil, nil, err
	}
	m, err := ijit.Input{Name: q.entry.Name + ".bp", Reader: bytes.NewReader(l.Text), Memory: q.Memory}.Open(ctx)
	return l, m, err
}

// left returns a part of the time that is left.
func (q *question) left(part float64) time.Duration {
	return max(time.Duration(part*float64(time.Until(q.deadline))), time.Millisecond)
}

// operations asks whether an operation can block for ever or fail, with the sizes fixed and goroutines bounded.
func (q *question) operations(ctx context.Context) {
	kinds := []string{"leak", "deadlock", "close", "lock", "waitgroup", "panic"}
	q.descend(ctx, kinds, golang.Options{}, func(_ golang.Options, p *skeleton.Program, limit time.Duration) (*survey, error) {
		l, m, err := q.lower(ctx, p, lower.Options{Leaks: true})
		if err != nil {
			return nil, err
		}
		if q.Explain && p == q.skeleton {
			q.run.report.Explained = append(q.run.report.Explained, q.explain(l))
		}
		q.inexact(l)
		s, err := q.survey(ctx, l, m, limit, true)
		if err != nil {
			return nil, err
		}
		q.report.Goroutines, q.report.States, q.report.Reached = q.bound, s.states, s.cut
		q.judgeOperations(ctx, p, l, m, s)
		return s, nil
	})
}

// judgeOperations takes in what an exploration has found of operations.
func (q *question) judgeOperations(ctx context.Context, p *skeleton.Program, l *lower.Program, m *ijit.Model, s *survey) {
	skip := unjudged(p)
	wrong := map[*skeleton.Node]string{} // operations that go wrong, by kind
	for i := range s.failures {
		x := &s.failures[i]
		switch {
		case skip[x.Node] && q.asks(x.Kind):
			q.doubt(q.failure(l, m, x))
		case !skip[x.Node]:
			if wrong[x.Node] = x.Kind; q.asks(x.Kind) {
				q.add(q.failure(l, m, x))
			}
		}
	}
	for _, f := range l.Failures {
		switch {
		case skip[f.Node]:
			q.unjudge(f.Node.Site)
		case wrong[f.Node] != f.Kind:
			q.judge(f.Kind, f.Node.Site, s)
		}
	}
	stuck := map[*skeleton.Node]bool{}
	for i := range s.leaks {
		stuck[s.leaks[i].Node] = true
		if q.asks("leak", "deadlock") {
			if f, x, ok := q.leaked(ctx, l, m, &s.leaks[i]); ok {
				q.settle(Proof{"deadlock", q.report.GoPlace, nil}, true)
				q.add(f, x)
			}
		}
	}
	for _, w := range l.Waits {
		if !stuck[w.Node] {
			q.judge("leak", w.Node.Site, s)
		}
	}
	if len(s.leaks) == 0 {
		q.judge("deadlock", q.entry.Site, s)
	}
}

// judge takes in that no execution was found in which an operation goes wrong. If the bound on goroutines cut no
// execution and no number was fixed, that holds for any number.
func (q *question) judge(kind string, site skeleton.Site, s *survey) {
	if !q.asks(kind) {
		return
	}
	var threads *int
	switch n := q.within.threads; {
	case q.sized:
		n = min(n, q.within.size)
		threads = &n
	case s.cut, q.cut:
		threads = &n
	}
	p := q.proof(kind, site, threads)
	q.proofs[p.key()] = operationState{p, q.unsound || !s.complete}
}

// proof returns the proof that an operation does not go wrong in a way.
func (q *question) proof(kind string, site skeleton.Site, threads *int) Proof {
	if kind == "deadlock" {
		return Proof{kind, q.report.GoPlace, threads}
	}
	return Proof{kind, q.place(site), threads}
}
