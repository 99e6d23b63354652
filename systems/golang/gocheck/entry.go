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

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
	"github.com/ijit/ijit/systems/golang/lower"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A question is what is asked about one entry.
type question struct {
	*run
	entry    *golang.Entry
	deadline time.Time
	report   *Entry
	ledger   *ledger.Ledger
	skeleton *skeleton.Program       // with the sizes fixed
	bound    int                     // on goroutines alive
	few      bool                    // iterations of loops where there are many of them, to extract faster
	fails    bool                    // a test may fail because of data that are not known
	limited  bool                    // some limit was reached
	panics   map[ledger.Key]bool     // that data decide of which nothing is known
	racing   map[ledger.Key]bool     // accesses that race
	many     map[token.Position]bool // where objects are made of which one has to be told apart
	behind   map[ledger.Key]bool     // claims about what no execution comes to, since something goes wrong before
	apart    map[ledger.Key]bool     // accesses of which it is known before the exploration that they are in no race
}

// question begins to ask about one entry.
func (r *run) question(e *golang.Entry, deadline time.Time) *question {
	p := r.place(e.Site)
	p.Function = e.Name
	return &question{run: r, entry: e, deadline: deadline, report: &Entry{GoPlace: p, Package: e.Package, Any: unknown}, ledger: r.open(e.Name),
		panics: map[ledger.Key]bool{}, racing: map[ledger.Key]bool{}, many: map[token.Position]bool{}, apart: map[ledger.Key]bool{}, behind: map[ledger.Key]bool{}}
}

// entry asks about one entry, for so long.
func (r *run) entry(ctx context.Context, e *golang.Entry, share time.Duration) {
	begin := time.Now()
	ctx, cancel := context.WithTimeout(ctx, max(share, 0))
	defer cancel()
	q := r.question(e, begin.Add(share))
	q.catching(func() { q.ask(ctx) })
	if q.limited {
		debug.FreeOSMemory() // the next entry has all of the memory
	}
	q.report.Seconds = time.Since(begin).Seconds()
	r.report.Entries = append(r.report.Entries, *q.report)
}

// catching takes care that a mistake here takes no answer about other entries away: all about this one is open then.
func (q *question) catching(ask func()) {
	if fault := verdict.Guard(q.entry.Name, ask); fault != nil {
		q.run.report.Faults = append(q.run.report.Faults, fault)
		q.ledger.Fail(q.report.GoPlace, string(verdict.Crashed), fault.String(), q.kinds...)
	}
}

// operationsShare is how much of the time that is left operations may take where races are asked about, too, most of
// which are near where they begin.
const operationsShare = 0.6

func (q *question) ask(ctx context.Context) {
	steps := []struct {
		name  string
		kinds []ledger.Kind
		ask   func(context.Context)
	}{
		{"operations", operations(), q.operations},
		{"races", []ledger.Kind{ledger.Race}, q.races},
		{"any number", append(operations(), ledger.Race), q.anyNumber},
	}
	ready := q.extract(ctx)
	var more []candidates
	if ready {
		more = q.candidates()
	}
	limit := q.left(candidateShare)
	q.deadline = q.deadline.Add(-limit * time.Duration(len(more))) // races often take all of the time that there is
	for i, s := range steps {
		q.progress(s.name)
		if begin := q.deadline; ready && q.asks(s.kinds...) {
			if i == 0 && q.asks(ledger.Race) {
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
}

// operations lists the kinds of claims about operations, which are all but races.
func operations() []ledger.Kind {
	return []ledger.Kind{ledger.Blocked, ledger.Close, ledger.Lock, ledger.WaitGroup, ledger.Panic}
}

// add takes in an execution in which an operation goes wrong. Whether the code has it is seen when it is run, unless
// the model is such that it must.
func (q *question) add(f render.Finding, x *execution, certain bool) {
	q.doubt(f)
	q.plan(&f, x, false)
	f.Certain = certain
	q.run.add(q.entry.Name, f)
}

// doubt opens the claims that an execution is against.
func (q *question) doubt(f render.Finding) {
	for _, at := range about(&f) {
		q.ledger.Doubt(ledger.KindOf(f.Kind), at)
	}
}

// candidate remembers an execution to what is a finding only if it is confirmed.
func (q *question) candidate(f render.Finding, x *execution) {
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

// about returns the operations that go wrong in a finding: of a race both accesses.
func about(f *render.Finding) []render.GoPlace {
	if f.Kind == "race" {
		return append([]render.GoPlace{f.GoPlace}, f.Others...)
	}
	return []render.GoPlace{f.GoPlace}
}

func (q *question) progress(name string) {
	if q.Progress != nil {
		q.Progress(Progress{q.entry.Name, name, q.decided, q.asked})
	}
}

// extract makes the skeleton, and with it the claims.
func (q *question) extract(ctx context.Context) bool {
	p, err := q.make(ctx, golang.Options{Size: size})
	if err != nil {
		q.fail(ctx, err, q.kinds...)
		return false
	}
	q.skeleton = p
	return true
}

// fail opens all claims of some kinds that an error leaves without an answer.
func (q *question) fail(ctx context.Context, err error, kinds ...ledger.Kind) {
	reason, detail := q.reason(ctx, err)
	at := q.report.GoPlace
	for _, k := range kinds {
		if q.asks(k) {
			q.ledger.Fail(at, reason, detail, k)
		}
	}
}

// reason says why a question has no answer.
func (q *question) reason(ctx context.Context, err error) (reason, detail string) {
	switch {
	case ctx.Err() != nil:
		q.limited = true
		return reasonOf(ctx)
	case errors.Is(err, systems.ErrMemory):
		q.limited = true
		return "memory", limits(systems.Memory)
	}
	return "unsupported", err.Error()
}

// note takes in what the skeleton leaves out and what it fixes. Of what it leaves out nothing can be said: these are
// claims that only a skeleton without them closes.
func (q *question) note(p *skeleton.Program) {
	for _, n := range notesOf(p) {
		if file := n.Site.Pos.Filename; file != "" && filepath.Ext(file) != ".go" { // what cgo generates, in the cache of the go command
			n.Site = q.entry.Site
		}
		at := q.place(n.Site)
		x := Note{at, n.What, n.Effect, []ledger.Kind{}}
		for _, o := range opens {
			if n.Opens.Has(o.opens) {
				x.Opens = append(x.Opens, o.kind)
				if q.asks(o.kind) {
					q.ledger.Claim(o.kind, at)
				}
			}
		}
		if !slices.ContainsFunc(q.run.report.Unmodelled, func(y Note) bool { return y.GoPlace == x.GoPlace && y.What == x.What }) {
			q.run.report.Unmodelled = append(q.run.report.Unmodelled, x)
		}
	}
	for _, s := range p.Sizes {
		x := Size{q.place(s.Site), s.What, s.Value}
		if !slices.Contains(q.run.report.Sizes, x) {
			q.run.report.Sizes = append(q.run.report.Sizes, x)
		}
	}
}

// notesOf returns the notes of a skeleton, and one for each place behind which it knows of no execution: no value was
// found that something has there. Then executions are missing. Places at which the skeleton stops on purpose have a
// note of their own.
func notesOf(p *skeleton.Program) []skeleton.Note {
	var list []skeleton.Note
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			if n.Op != skeleton.Hang || !n.Open || n.Site.Pos.IsValid() {
				continue
			}
			site := before(b, n)
			what := "what follows " + operation(site)
			if !site.Pos.IsValid() {
				site, what = b.Site, "a part of "+b.Name
			}
			list = append(list, skeleton.Note{Site: site, What: what, Effect: "no value was found for something on which it depends: executions are missing", Opens: skeleton.OpensAll})
		}
	}
	for _, n := range p.Notes {
		if file := n.Site.Pos.Filename; file != "" && filepath.Ext(file) != ".go" {
			n.What, n.Effect, n.Opens = "cgo: calls of C functions", "what they do is not seen", skeleton.OpensAll
		}
		list = append(list, n)
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
	for _, what := range l.Why {
		x := Note{q.report.GoPlace, what, "an execution that is found may be none of the program", []ledger.Kind{ledger.Blocked}}
		if !slices.ContainsFunc(q.run.report.Unmodelled, func(y Note) bool { return y.What == x.What }) {
			q.run.report.Unmodelled = append(q.run.report.Unmodelled, x)
		}
	}
}

// lower translates a skeleton, and reads the result.
func (q *question) lower(ctx context.Context, p *skeleton.Program, o lower.Options) (*lower.Program, *systems.Model, error) {
	if ctx.Err() != nil { // a large program takes long
		return nil, nil, ctx.Err()
	}
	l, err := lower.Lower(p, o)
	if err != nil {
		return nil, nil, err
	}
	m, err := systems.Input{Name: q.entry.Name + ".bp", Reader: bytes.NewReader(l.Text), Memory: q.Memory}.Open(ctx)
	return l, m, err
}

// left returns a part of the time that is left.
func (q *question) left(part float64) time.Duration {
	return max(time.Duration(part*float64(time.Until(q.deadline))), time.Millisecond)
}

// size is the value of numbers that the code leaves open, in bounded questions.
const size = 2

// boundedShare is how much of the time that is left one bounded question may take.
const boundedShare = 0.8

// bounded asks a question with the sizes fixed and goroutines bounded.
func (q *question) bounded(ctx context.Context, kinds []ledger.Kind, o golang.Options, ask func(o golang.Options, p *skeleton.Program, limit time.Duration) (*survey, error)) {
	p, err := q.skeleton, error(nil)
	if o.Size = size; o.Races {
		p, err = q.make(ctx, o)
	}
	var s *survey
	if err == nil {
		q.bound = goroutines(p, q.Threads)
		s, err = ask(o, p, q.left(boundedShare))
	}
	if err != nil {
		reason, detail := q.reason(ctx, err)
		q.ledger.Explain(reason, detail, kinds...)
		return
	}
	q.limited = q.limited || !s.complete
}

// operations asks whether an operation can block for ever or fail, with the sizes fixed and goroutines bounded.
func (q *question) operations(ctx context.Context) {
	q.bounded(ctx, operations(), golang.Options{}, func(_ golang.Options, p *skeleton.Program, limit time.Duration) (*survey, error) {
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

// unnoticed opens the claims about who is blocked where an RWMutex is given back that is not held so: the runtime sees
// that only if nobody waits for it. Otherwise the execution goes on, and who waits may do so for ever.
func (q *question) unnoticed(p *skeleton.Program, n *skeleton.Node) {
	if n.Op != skeleton.Unlock && n.Op != skeleton.RUnlock || n.Object.Kind != skeleton.RWMutex {
		return
	}
	for _, b := range p.Bodies {
		for _, other := range b.Nodes {
			if blocks(other) {
				q.ledger.Doubt(ledger.Blocked, q.place(other.Site))
			}
		}
	}
	q.ledger.Explain("unsupported", "that nobody holds the lock so at "+where(n.Site)+" is not noticed where one waits for it", ledger.Blocked)
}

// judgeOperations takes in what an exploration has found of operations.
func (q *question) judgeOperations(ctx context.Context, p *skeleton.Program, l *lower.Program, m *systems.Model, s *survey) {
	skip := unjudged(p)
	for i := range s.failures {
		x := &s.failures[i]
		if !q.asks(ledger.KindOf(x.Kind)) {
			continue
		}
		q.unnoticed(p, x.Node)
		f, run := q.failure(l, m, x)
		if skip[x.Node] {
			q.unjudge(x.Node.Site)
			q.doubt(f)
			q.ledger.Explain("unsupported", "data that are not known decide whether the panic at "+where(x.Node.Site)+" is reached", ledger.Panic)
			q.candidate(f, run)
		} else {
			q.add(f, run, certain(p, l, x.Node))
		}
	}
	if q.asks(ledger.Blocked) {
		for i := range s.leaks {
			f, x := q.leaked(ctx, l, m, &s.leaks[i])
			q.add(f, x, certain(p, l, s.leaks[i].Node))
		}
		for i := range s.undecided {
			q.candidate(q.leaked(ctx, l, m, &s.undecided[i]))
		}
	}
	q.explored(p, l, m, s, operations()...)
}
