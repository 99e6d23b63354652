// This file defines the question about any number of goroutines.

package gocheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/parser/golang"
	"github.com/ijit/ijit/parser/golang/lower"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// anyKinds lists what is asked about any number of goroutines as assertions of the Boolean program. Whether
// goroutines are blocked is asked by cores, which package lower makes assertions.
func anyKinds() []string { return []string{"leak", "deadlock", "close", "lock", "waitgroup", "panic"} }

// anyTime is how long the question may take where neither the user insists on an answer nor a limit is set: the others
// are decided then, and this one is seldom decided later.
const anyTime = DefaultTime / 2

// anyNumber asks whether what holds of some goroutines holds of any number. If the bounded questions have seen all
// executions, that is so; then only a certificate is asked for.
func (q *question) anyNumber(ctx context.Context) {
	hurried := q.Timeout == 0 && !q.Any && !q.Certify && time.Until(q.deadline) > anyTime
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
		if hurried && strings.HasSuffix(detail, limits(ijit.Timeout)) {
			detail += fmt.Sprintf(" within %s; --any gives it more", within)
		}
		return detail
	}
	var races, others string
	if q.asks("race") && (q.bounded("race") || q.sized || q.cut || q.Certify) {
		hurry(anyTime / 4)
		races = said(q.anyRaces(ctx))
	}
	hurry(anyTime)
	if q.bounded(anyKinds()...) {
		others = said(q.abstract(ctx))
	} else if q.asks(anyKinds()...) && q.Certify && !slices.ContainsFunc(q.report.Certified, func(k string) bool { return k != "race" }) {
		others = said(q.complete(ctx))
		q.run.report.Uncertified = cmp.Or(others, q.run.report.Uncertified)
	}
	if !q.wrong && len(q.opened) == 0 && !q.bounded(q.Kinds...) {
		q.report.Any, q.report.By = safe, cmp.Or(q.report.By, "bfs")
	} else {
		q.report.Any, q.report.Detail = unknown, cmp.Or(others, races)
	}
	if q.Any {
		q.leaveBounded(races, others)
	}
}

// ahead asks about any number of goroutines in parts before all else, and reports whether nothing can go wrong. Then
// operations need not be asked of some goroutines at length, for whom there are many more states. If nobody insists on any
// number it asks without most variables only, since the answer to that comes soon.
func (q *question) ahead(ctx context.Context) bool {
	if !q.asks("leak", "deadlock") || q.Explain || q.unsound || len(unjudged(q.skeleton)) > 0 {
		return false
	}
	furthest, share := lower.Loosest, 0.05
	if q.Any {
		furthest, share = lower.Furthest, 0.25
	}
	return q.inParts(ctx, furthest, share, func(o golang.Options) (*skeleton.Program, error) {
		p, err := q.sizeless(ctx, o)
		if err == nil && len(unjudged(p)) > 0 {
			err = errors.New("data decide whether a panic is reached")
		}
		return p, err
	})
}

// inParts reports whether all is proved in parts: where all loops stay loops, since there are fewer states then, or else where
// short ones are unrolled, and it is told apart whether a number is zero, less or more. A question about a part may take that share of the time.
func (q *question) inParts(ctx context.Context, furthest int, share float64, build func(golang.Options) (*skeleton.Program, error)) bool {
	known := ""
	for _, rolled := range []bool{true, false} {
		p, err := build(golang.Options{AnyNumber: true, Rolled: rolled})
		if err != nil {
			continue
		}
		var text strings.Builder
		if skeleton.Fprint(&text, p); text.String() == known {
			break
		}
		known = text.String()
		if q.parts(ctx, p, furthest, share) == nil {
			return true
		}
	}
	return false
}

// briefTime is how long goroutines are explored where all is proved.
const briefTime = 2 * time.Second

// briefly explores operations where all is proved for any number of goroutines. Cores do not see goroutines that wait for one
// that runs for ever, as it waits for a flag in a loop; all that an exploration finds is taken in, and nothing else.
func (q *question) briefly(ctx context.Context) {
	proved, deadline := maps.Clone(q.proofs), q.deadline
	q.deadline, q.proved = time.Now().Add(min(briefTime, q.left(0.2))), true
	q.operations(ctx)
	q.deadline, q.proved = deadline, false
	maps.Copy(q.proofs, proved)
	clear(q.missed)
}

// sizeless makes the skeleton that leaves loops and sizes open.
func (q *question) sizeless(ctx context.Context, o golang.Options) (*skeleton.Program, error) {
	p, err := q.make(ctx, o)
	if err != nil {
		return nil, err
	}
	for _, n := range append(ends(p), p.Notes...) {
		if n.Opens.Has(skeleton.OpensFailures) {
			return nil, fmt.Errorf("executions may be missing: %s", n.What)
		}
	}
	return p, nil
}

// leaveBounded opens the kinds of which something is proved for so many goroutines only, and says why.
func (q *question) leaveBounded(races, others string) {
	threads := map[string]int{} // by kind, the least
	for k, p := range q.proofs {
		if n := p.proof.Threads; n != nil && !p.wrong && (threads[k.kind] == 0 || *n < threads[k.kind]) {
			threads[k.kind] = *n
		}
	}
	for _, k := range q.Kinds {
		why := others
		if k == "race" {
			why = races
		}
		if threads[k] > 0 {
			why = cmp.Or(why, "an operation is not among those that were asked about")
			q.leave("bound", fmt.Sprintf("it holds for at most %d goroutines of each go statement in a loop; for any number: %s", threads[k], why), k)
		}
	}
}

// complete looks for a certificate where the bounded program is all of the program: it has no other executions. What the
// abstraction does not show was found by visiting all configurations; then there is a certificate about the assertions only.
func (q *question) complete(ctx context.Context) error {
	p, err := q.abstraction(ctx, golang.Options{AnyNumber: true})
	if err != nil {
		return err
	}
	leaks := q.asks("leak", "deadlock")
	if leaks && q.parts(ctx, p, lower.Furthest, 0.2) == nil {
		return nil
	}
	if _, _, r, err := q.whole(ctx, p, leaks, 0.4); err == nil && r.Verdict == ijit.Safe {
		return nil
	}
	l, m, err := q.lower(ctx, q.skeleton, lower.Options{})
	if err != nil {
		return err
	}
	r, err := m.Check(ctx, ijit.Options{Timeout: q.left(0.9), Memory: q.Memory, Certify: true})
	switch {
	case err != nil:
		return err
	case r.Verdict == ijit.Unknown:
		return errors.New(limits(r.Reason))
	case r.Verdict == ijit.Safe:
		q.report.By = r.By
		q.certified([]Certified{{allObjects, l.Text, r.Certificate}}, assertions()...)
	}
	return nil
}

// assertions lists the kinds that are assertions of the program also where nobody asks who is blocked.
func assertions() []string { return []string{"close", "lock", "waitgroup", "panic"} }

// allObjects is what a certificate is about that is not about a part.
const allObjects = "all objects"

// certified takes in certificates of a proof, which together are about some kinds.
func (q *question) certified(list []Certified, kinds ...string) {
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
	slices.SortFunc(q.report.Certified, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
}

// bounded reports whether something of some kinds is proved for some goroutines only, or not at all.
func (q *question) bounded(kinds ...string) bool {
	for k, p := range q.proofs {
		if (p.wrong || p.proof.Threads != nil) && q.asks(k.kind) && slices.Contains(kinds, k.kind) {
			return true
		}
	}
	return false
}

// abstraction makes a program that has more executions than the Go program with any number of goroutines.
func (q *question) abstraction(ctx context.Context, o golang.Options) (*skeleton.Program, error) {
	p, err := q.sizeless(ctx, o)
	if err != nil {
		return nil, err
	}
	for n := range unjudged(p) {
		n.Op, n.Message = skeleton.Hang, "" // the program ends there: nothing comes behind it
	}
	return p, nil
}

// abstract asks about a program with any number of goroutines.
func (q *question) abstract(ctx context.Context) error {
	leaks := q.asks("leak", "deadlock")
	if leaks && q.inParts(ctx, lower.Furthest, 0.5, func(o golang.Options) (*skeleton.Program, error) { return q.abstraction(ctx, o) }) {
		return nil
	}
	p, err := q.abstraction(ctx, golang.Options{AnyNumber: true})
	if err != nil {
		return err
	}
	if !leaks && q.slots(ctx, p, 0.4) == nil {
		return nil
	}
	l, m, r, err := q.whole(ctx, p, leaks, 0.6)
	if err != nil {
		return err
	}
	defer q.beyond(l)
	switch r.Verdict {
	case ijit.Safe:
		return nil
	case ijit.Unknown:
		if leaks && q.slots(ctx, p, 0.9) == nil {
			return errors.New("whether goroutines are blocked for ever was not decided: " + limits(r.Reason))
		}
		return errors.New(limits(r.Reason))
	}
	cannot := "in an abstraction of the program an operation can go wrong"
	if i := slices.IndexFunc(l.Failures, func(f lower.Failure) bool { return q.labelled(m, &f, r.Property.PC) }); i >= 0 {
		f := &l.Failures[i]
		cannot = fmt.Sprintf("in an abstraction of the program with any number of goroutines, %s can go wrong (%s)", strings.TrimSpace(where(f.Node.Site)+" "+text(f.Node)), f.Kind)
	}
	// Some assertion can fail in the abstraction; others may hold.
	if r, err = m.Check(ctx, ijit.Options{Timeout: q.left(0.9), Memory: q.Memory, All: true}); err != nil {
		return err
	}
	holds, others := held(l, m, r)
	wrong := map[key]bool{} // an operation is several assertions if it is called from several places
	for _, f := range others {
		p := q.proof(f.Kind, f.Node.Site, nil)
		wrong[p.key()] = true
		leaks = leaks && f.Kind != "leak"
	}
	for _, f := range holds {
		if p := q.proof(f.Kind, f.Node.Site, nil); f.Kind != "leak" && !wrong[p.key()] {
			q.always(f)
		}
	}
	if leaks && r.Verdict != ijit.Unknown {
		q.neverBlocked(l)
	}
	if q.Certify {
		_ = q.slots(ctx, p, 0.9) // it may certify the assertions
	}
	return errors.New(cannot)
}

// whole asks about all objects of a program at once, within a part of the time.
func (q *question) whole(ctx context.Context, p *skeleton.Program, leaks bool, part float64) (*lower.Program, *ijit.Model, *ijit.Result, error) {
	l, m, err := q.lower(ctx, p, lower.Options{AnyNumber: true, Leaks: leaks})
	if err != nil {
		return nil, nil, nil, err
	}
	r, err := m.Check(ctx, ijit.Options{Timeout: q.left(part), Memory: q.Memory, Certify: q.Certify})
	if err != nil || r.Verdict != ijit.Safe {
		return l, m, r, err
	}
	q.report.By = r.By
	for i := range l.Failures {
		q.always(&l.Failures[i])
	}
	kinds := assertions()
	if leaks {
		q.neverBlocked(l)
		kinds = anyKinds()
	}
	q.certified([]Certified{{allObjects, l.Text, r.Certificate}}, kinds...)
	return l, m, r, nil
}

// beyond opens the kinds of operations that are not proved and that no execution with the fixed numbers comes to.
func (q *question) beyond(l *lower.Program) {
	for _, f := range l.Failures {
		if !lower.Quiet(f.Node) {
			q.unseen(f.Kind, f.Node.Site)
		}
	}
	for _, w := range l.Waits {
		q.unseen("leak", w.Node.Site)
	}
}

// unseen opens the kind of an operation if nothing was said of it because some number was fixed.
func (q *question) unseen(kind string, site skeleton.Site) {
	p := q.proof(kind, site, nil)
	if _, seen := q.proofs[p.key()]; !seen && !q.alone[p.key()] && (q.sized || q.cut) && !q.wrong {
		q.leave("bound", "an operation is not reached with the numbers that were fixed: "+where(site)+" "+operation(site), kind)
	}
}

// held returns the assertions that hold, and the others.
func held(l *lower.Program, m *ijit.Model, r *ijit.Result) (holds, others []*lower.Failure) {
	safe := map[int]bool{}
	for _, x := range r.Properties {
		safe[x.PC] = x.Verdict == ijit.Safe
	}
	for i := range l.Failures {
		f := &l.Failures[i]
		pcs, _ := m.Program.Labelled(f.Label)
		if r.Verdict == ijit.Safe || len(pcs) > 0 && !slices.ContainsFunc(pcs, func(pc int) bool { return !safe[pc] }) {
			holds = append(holds, f)
		} else {
			others = append(others, f)
		}
	}
	return holds, others
}

// parts asks about some objects at a time, in programs without most of the others but those up to a distance. Each question
// may take that share of the time.
func (q *question) parts(ctx context.Context, p *skeleton.Program, furthest int, share float64) error {
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
		c, err := q.part(ctx, p, about, furthest, share)
		if err != nil {
			return err
		}
		proofs = append(proofs, c)
	}
	q.report.By = partsBy
	q.certified(proofs, anyKinds()...)
	for i := range whole.Failures {
		q.always(&whole.Failures[i])
	}
	q.neverBlocked(whole)
	return nil
}

// partsBy is the algorithm for parts: in chains of worker pools it is faster than the others by far.
const partsBy = "bws"

// part asks about some objects, with more and more of the others, and first without most variables.
func (q *question) part(ctx context.Context, p *skeleton.Program, about []*skeleton.Object, furthest int, share float64) (Certified, error) {
	var last *lower.Part
	for distance := lower.Loosest; distance <= furthest; distance++ {
		x := lower.Near(p, about, distance)
		if last != nil && last.Loose == x.Loose && len(last.Keep) == len(x.Keep) {
			continue
		}
		last = x
		l, m, err := q.lower(ctx, p, lower.Options{AnyNumber: true, Leaks: true, Part: x})
		if err != nil {
			return Certified{}, err
		}
		r, err := m.Check(ctx, ijit.Options{Algorithm: partsBy, Timeout: q.left(share), Memory: q.Memory, Certify: q.Certify})
		switch {
		case err != nil:
			return Certified{}, err
		case r.Verdict == ijit.Safe:
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

// slots asks, within a part of the time, whether no assertion fails where nobody who sends without buffer waits
// for the receiver. There are many fewer configurations then, but of who is blocked they say nothing.
func (q *question) slots(ctx context.Context, p *skeleton.Program, part float64) error {
	l, m, err := q.lower(ctx, p, lower.Options{AnyNumber: true, Slot: true})
	if err != nil {
		return err
	}
	r, err := m.Check(ctx, ijit.Options{Timeout: q.left(part), Memory: q.Memory, Certify: q.Certify})
	if err != nil {
		return err
	}
	if r.Verdict != ijit.Safe {
		return errors.New("not proved")
	}
	if !q.asks("leak", "deadlock") {
		q.report.By = r.By
	}
	for i := range l.Failures {
		q.always(&l.Failures[i])
	}
	q.certified([]Certified{{allObjects, l.Text, r.Certificate}}, assertions()...)
	return nil
}

// labelled reports whether an assertion is at a location.
func (q *question) labelled(m *ijit.Model, f *lower.Failure, pc int) bool {
	pcs, _ := m.Program.Labelled(f.Label)
	return slices.Contains(pcs, pc)
}

// neverBlocked takes in that no core of blocked goroutines is reached. Package lower has looked for the cores of all
// operations that block; where it makes no assertion none is possible.
func (q *question) neverBlocked(l *lower.Program) {
	for _, w := range l.Waits {
		q.always(&lower.Failure{Kind: "leak", Node: w.Node})
	}
	q.always(&lower.Failure{Kind: "deadlock", Node: q.skeleton.Bodies[0].Nodes[0]})
}

// always takes in that an operation does not go wrong for any number of goroutines. What the bounded question
// has found stays found.
func (q *question) always(f *lower.Failure) {
	if !q.asks(f.Kind) || f.Kind == "leak" && lower.Quiet(f.Node) {
		return
	}
	p := q.proof(f.Kind, f.Node.Site, nil)
	q.proofs[p.key()] = operationState{p, false}
}
