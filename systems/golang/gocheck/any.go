// This file defines the question about any number of goroutines.

package gocheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
	"github.com/ijit/ijit/systems/golang/lower"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// anyTime is how long the question may take where neither the user insists on an answer nor a limit is set: the others
// are decided then, and this one is seldom decided later.
const anyTime = DefaultTime / 2

// anyNumber asks whether what holds of some goroutines holds of any number. If the bounded questions have seen all
// executions, that is so; then only a certificate is asked for.
func (q *question) anyNumber(ctx context.Context) {
	hurried := q.Timeout == 0 && !q.Certify && time.Until(q.deadline) > anyTime
	var within time.Duration
	hurry := func(limit time.Duration) {
		if within = limit; hurried {
			q.deadline = time.Now().Add(limit)
		}
	}
	said := func(err error) string {
		detail := ""
		switch {
		case err != nil && ctx.Err() != nil:
			_, detail = reasonOf(ctx)
		case err != nil:
			detail = err.Error()
		}
		if hurried && strings.HasSuffix(detail, limits(systems.Timeout)) {
			detail += fmt.Sprintf(" within %s; --timeout gives it more", within)
		}
		return detail
	}
	var races, others string
	if q.asks(ledger.Race) && (q.ledger.Unproved(ledger.Race) || q.Certify) {
		hurry(anyTime / 4)
		races = said(q.anyRaces(ctx))
	}
	hurry(anyTime)
	if q.ledger.Unproved(operations()...) {
		others = said(q.abstract(ctx))
	} else if q.asks(operations()...) && q.Certify && !slices.ContainsFunc(q.report.Certified, func(k ledger.Kind) bool { return k != ledger.Race }) {
		others = said(q.complete(ctx))
		q.run.report.Uncertified = cmp.Or(others, q.run.report.Uncertified)
	}
	if q.ledger.AllProved() {
		q.report.Any, q.report.By = safe, cmp.Or(q.report.By, "bfs")
	} else {
		q.report.Any, q.report.Detail = unknown, cmp.Or(others, races)
	}
}

// missing reports whether the skeleton may lack executions in which an operation fails.
func (q *question) missing() bool {
	return slices.ContainsFunc(notesOf(q.skeleton), func(n skeleton.Note) bool { return n.Opens.Has(skeleton.OpensFailures) })
}

// sizeless makes the skeleton that leaves loops and sizes open.
func (q *question) sizeless(ctx context.Context, o golang.Options) (*skeleton.Program, error) {
	p, err := q.make(ctx, o)
	if err != nil {
		return nil, err
	}
	for _, n := range notesOf(p) {
		if n.Opens.Has(skeleton.OpensFailures) {
			return nil, fmt.Errorf("executions may be missing: %s", n.What)
		}
	}
	return p, nil
}

// complete looks for a certificate where the bounded program is all of the program: it has no other executions. What
// the abstraction does not show was found by visiting all configurations; then there is a certificate about the
// assertions only.
func (q *question) complete(ctx context.Context) error {
	p, err := q.abstraction(ctx, golang.Options{AnyNumber: true})
	if err != nil {
		return err
	}
	leaks := q.asks(ledger.Blocked)
	if leaks && q.parts(ctx, p, 0.2) == nil {
		return nil
	}
	if _, _, r, err := q.whole(ctx, p, leaks, 0.4); err == nil && r.Verdict == systems.Safe {
		return nil
	}
	l, m, err := q.lower(ctx, q.skeleton, lower.Options{})
	if err != nil {
		return err
	}
	r, err := m.Check(ctx, systems.Options{Timeout: q.left(0.9), Memory: q.Memory, Certify: true, AsFound: true})
	switch {
	case err != nil:
		return err
	case r.Verdict == systems.Unknown:
		return errors.New(limits(r.Reason))
	case r.Verdict == systems.Safe:
		q.report.By = r.By
		q.certified([]Certified{{allObjects, l.Text, r.Certificate}}, assertions()...)
	}
	return nil
}

// assertions lists the kinds that are assertions of the program also where nobody asks who is blocked.
func assertions() []ledger.Kind {
	return []ledger.Kind{ledger.Close, ledger.Lock, ledger.WaitGroup, ledger.Panic}
}

// allObjects is what a certificate is about that is not about a part.
const allObjects = "all objects"

// certified takes in certificates of a proof, which together are about some kinds.
func (q *question) certified(list []Certified, kinds ...ledger.Kind) {
	if !q.Certify {
		return
	}
	for _, c := range list {
		if err := c.Certificate.Err(); err != nil {
			q.run.report.Uncertified = err.Error()
			return
		}
	}
	q.run.report.Certificates = append(q.run.report.Certificates, list...)
	for _, k := range kinds {
		if q.asks(k) {
			q.report.Certified = append(q.report.Certified, k)
		}
	}
	slices.SortFunc(q.report.Certified, func(a, b ledger.Kind) int { return cmp.Compare(rank(string(a)), rank(string(b))) })
}

// abstraction makes a program that has more executions than the Go program with any number of goroutines.
func (q *question) abstraction(ctx context.Context, o golang.Options) (*skeleton.Program, error) {
	p, err := q.sizeless(ctx, o)
	if err != nil {
		return nil, err
	}
	for n := range unjudged(p) {
		n.Op, n.Message = skeleton.Hang, "" // the program ends there: nothing comes behind it
		q.panics[q.key(ledger.Panic, n.Site)] = true
	}
	return p, nil
}

// dataDecide reports whether a claim is about a panic that data decide of which nothing is known: abstractions end
// there.
func (q *question) dataDecide(k ledger.Key) bool { return q.panics[k] }

// abstract asks about a program with any number of goroutines.
func (q *question) abstract(ctx context.Context) error {
	leaks := q.asks(ledger.Blocked)
	if leaks { // where all loops stay loops there are fewer states
		if p, err := q.abstraction(ctx, golang.Options{AnyNumber: true, Rolled: true}); err == nil && q.parts(ctx, p, 0.5) == nil {
			return nil
		}
	}
	p, err := q.abstraction(ctx, golang.Options{AnyNumber: true})
	if err != nil {
		return err
	}
	l, m, r, err := q.whole(ctx, p, leaks, 0.6)
	if err != nil {
		return err
	}
	switch r.Verdict {
	case systems.Safe:
		return nil
	case systems.Unknown:
		return errors.New(limits(r.Reason))
	}
	cannot := "in an abstraction of the program an operation can go wrong"
	if i := slices.IndexFunc(l.Failures, func(f lower.Failure) bool { return q.labelled(m, &f, r.Property.PC) }); i >= 0 {
		f := &l.Failures[i]
		cannot = fmt.Sprintf("in an abstraction of the program with any number of goroutines, %s can go wrong (%s)", strings.TrimSpace(where(f.Node.Site)+" "+text(f.Node)), f.Kind)
	}
	// Some assertion can fail in the abstraction; others may hold.
	if r, err = m.Check(ctx, systems.Options{Timeout: q.left(0.9), Memory: q.Memory, All: true}); err != nil {
		return err
	}
	wrong := map[ledger.Key]bool{} // an operation is several assertions if it is called from several places
	for _, f := range others(l, m, r) {
		if f.Node.Op == skeleton.RUnlock { // it may give back the lock of somebody else, who then does not keep writers out
			return errors.New(cannot)
		}
		wrong[q.key(ledger.KindOf(f.Kind), caseSite(f.Node, f.Case))] = true
		leaks = leaks && f.Kind != "leak" && !f.Node.Recovers() // how far below zero a counter is behind that is not known
	}
	kinds := assertions()
	if leaks { // that one goroutine is not blocked rests on what others do
		kinds = operations()
	}
	q.holds(p, ledger.Invariant, q.report.By, func(k ledger.Key) bool { return wrong[k] || q.dataDecide(k) }, kinds...)
	return errors.New(cannot)
}

// whole asks about all objects of a program at once, within a part of the time.
func (q *question) whole(ctx context.Context, p *skeleton.Program, leaks bool, part float64) (*lower.Program, *systems.Model, *systems.Result, error) {
	l, m, err := q.lower(ctx, p, lower.Options{AnyNumber: true, Leaks: leaks})
	if err != nil {
		return nil, nil, nil, err
	}
	r, err := m.Check(ctx, systems.Options{Timeout: q.left(part), Memory: q.Memory, Certify: q.Certify, AsFound: true})
	if err != nil || r.Verdict != systems.Safe {
		return l, m, r, err
	}
	q.report.By = r.By
	kinds := assertions()
	if leaks {
		kinds = operations()
	}
	q.holds(p, ledger.Invariant, r.By, q.dataDecide, kinds...)
	q.certified([]Certified{{allObjects, l.Text, r.Certificate}}, kinds...)
	return l, m, r, nil
}

// others returns the assertions of which it is not known that they hold.
func others(l *lower.Program, m *systems.Model, r *systems.Result) (list []*lower.Failure) {
	safe := map[int]bool{}
	for _, x := range r.Properties {
		safe[x.PC] = x.Verdict == systems.Safe
	}
	for i := range l.Failures {
		f := &l.Failures[i]
		pcs, _ := m.Program.Labelled(f.Label)
		if r.Verdict != systems.Safe && (len(pcs) == 0 || slices.ContainsFunc(pcs, func(pc int) bool { return !safe[pc] })) {
			list = append(list, f)
		}
	}
	return list
}

// parts asks about some objects at a time, in programs without most of the others. Each question
// may take that share of the time.
func (q *question) parts(ctx context.Context, p *skeleton.Program, share float64) error {
	whole, err := lower.Lower(p, lower.Options{AnyNumber: true, Leaks: true})
	if err != nil {
		return err
	}
	list := whole.Parts()
	if len(list) < 2 {
		return errors.New("there is one part")
	}
	var proofs []Certified
	for _, about := range list {
		c, err := q.part(ctx, p, about, share)
		if err != nil {
			return err
		}
		proofs = append(proofs, c)
	}
	q.report.By = partsBy
	q.certified(proofs, operations()...)
	q.holds(p, ledger.Invariants, partsBy, q.dataDecide, operations()...)
	return nil
}

// partsBy is the algorithm for parts: in chains of worker pools it is faster than the others by far.
const partsBy = "bws"

// part asks about some objects, with more and more of the others, and first without most variables.
func (q *question) part(ctx context.Context, p *skeleton.Program, about []*skeleton.Object, share float64) (Certified, error) {
	var last *lower.Part
	for distance := lower.Loosest; distance <= lower.Furthest; distance++ {
		x := lower.Near(p, about, distance)
		if last != nil && last.Loose == x.Loose && len(last.Keep) == len(x.Keep) {
			continue
		}
		last = x
		l, m, err := q.lower(ctx, p, lower.Options{AnyNumber: true, Leaks: true, Part: x})
		if err != nil {
			return Certified{}, err
		}
		r, err := m.Check(ctx, systems.Options{Algorithm: partsBy, Timeout: q.left(share), Memory: q.Memory, Certify: q.Certify})
		switch {
		case err != nil:
			return Certified{}, err
		case r.Verdict == systems.Safe:
			return Certified{objects(about), l.Text, r.Certificate}, nil
		}
	}
	return Certified{}, errors.New("not proved")
}

// objects lists what a part is about.
func objects(about []*skeleton.Object) string {
	var names []string
	for _, o := range about {
		names = append(names, declared(o.Name, o.Site))
	}
	return strings.Join(names, ", ")
}

// labelled reports whether an assertion is at a location.
func (q *question) labelled(m *systems.Model, f *lower.Failure, pc int) bool {
	pcs, _ := m.Program.Labelled(f.Label)
	return slices.Contains(pcs, pc)
}
