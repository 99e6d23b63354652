// This file tests that what Go programs do is an execution of their Boolean programs.

package goreplay_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randgo"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/goreplay"
	"github.com/ijit/ijit/systems/golang/lower"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// An inclusion counts.
type inclusion struct {
	programs, runs, models, events, followed, cut, refused int
}

func (c *inclusion) String() string {
	return fmt.Sprintf("%d programs, %d runs, in %d models: %d events, of which %d were followed, %d left open, %d refused",
		c.programs, c.runs, c.models, c.events, c.followed, c.cut, c.refused)
}

// includes follows runs of entries.
func (c *inclusion) includes(t *testing.T, code *golang.Code, real *goreplay.Program, names []string, runs int) {
	t.Helper()
	recordings := record(t, real, names, runs)
	for k, name := range names {
		entries, err := code.Entries(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range models() {
			f := m.follower(t, code, entries[0], real)
			if f.partial {
				continue
			}
			c.models++
			for _, r := range recordings[k] {
				fault := strings.Contains(r.Message, "index out of range") || strings.Contains(r.Message, "nil pointer dereference")
				if fault && !m.Faults || strings.Contains(r.Message, "slice bounds out of range") { // that there are none is taken for granted
					continue
				}
				c.events += len(r.Events)
				n, cut, wrong := f.follow(t, r)
				c.followed += n
				if cut {
					c.cut++
				}
				if wrong != "" {
					c.refused++
					t.Errorf("%s, %s, seed %d: %s\n%s", name, m.name, r.Seed, wrong, f.text)
					break
				}
			}
		}
		c.programs++
		c.runs += runs
	}
}

// A model is a way from Go to a Boolean program.
type model struct {
	name string
	golang.Options
	lower lower.Options
}

func models() []model {
	return []model{
		{"exact", golang.Options{Faults: true}, lower.Options{Leaks: true}},
		{"any number", golang.Options{AnyNumber: true}, lower.Options{AnyNumber: true, Leaks: true}},
		{"any number, assertions", golang.Options{AnyNumber: true, Rolled: true}, lower.Options{AnyNumber: true}},
	}
}

// follower makes a model of an entry, and what follows recordings in it.
func (m model) follower(t *testing.T, code *golang.Code, e *golang.Entry, real *goreplay.Program) *follower {
	t.Helper()
	p, err := code.Skeleton(t.Context(), e, m.Options)
	if err != nil {
		t.Fatal(err)
	}
	return newFollower(t, real, p, m.lower)
}

// TestInclusion follows runs of random programs, on each second day; on the others TestExamples follows runs.
func TestInclusion(t *testing.T) {
	campaign.Turn(t, 0, 4)
	t.Parallel()
	const some = 50
	n := campaign.Size(t, 4, 600)
	var c inclusion
	for first := 0; first < n; first += some {
		var programs []*randgo.Program
		var names []string
		for seed := first; seed < min(n, first+some); seed++ {
			programs = append(programs, randgo.Random(rand.New(rand.NewPCG(uint64(seed), 23))))
			names = append(names, fmt.Sprintf("TestRandom_%d", len(names)))
		}
		code, real := load(t, "random_test.go", randgo.Print("random", programs...), names)
		c.includes(t, code, real, names, 5)
		real.Close()
		t.Log(&c)
	}
}

// load reads a file and builds it.
func load(t *testing.T, name string, text []byte, entries []string) (*golang.Code, *goreplay.Program) {
	t.Helper()
	dir, err := campaign.Folder(map[string]string{name: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	code, err := golang.Load(t.Context(), dir, name)
	if err != nil {
		t.Fatal(err)
	}
	real, err := goreplay.Build(t.Context(), filepath.Join(dir, name), entries...)
	if err != nil {
		t.Fatal(err)
	}
	return code, real
}

// readCode reads the samples once for all tests.
var readCode = sync.OnceValues(func() (*golang.Code, error) { return golang.Load(context.Background(), ".", samples) })

// TestInclusionOfSamples follows runs of the samples, which are built for other tests, too: of a third of them each day.
func TestInclusionOfSamples(t *testing.T) {
	t.Parallel() // some run until they have to be ended
	var c inclusion
	var names []string
	for i, s := range readSamples(t, samples) {
		if !strings.HasPrefix(s.entry, "TestBubble") && campaign.Due(t, i%3, 3) { // whose goroutines are not recorded
			names = append(names, s.entry)
		}
	}
	code, err := readCode()
	if err != nil {
		t.Fatal(err)
	}
	c.includes(t, code, program(t), names, campaign.Size(t, 1, 10))
	t.Log(&c)
}

// mutants returns programs that are wrong: each does not do one operation of a program, or does it after
// the next one.
func mutants(p *skeleton.Program) (list []*skeleton.Program) {
	with := func(body int, nodes ...skeleton.Node) {
		q := *p
		q.Bodies = nil
		for _, b := range p.Bodies {
			copied := *b
			copied.Nodes = nil
			for _, n := range b.Nodes {
				node := *n
				copied.Nodes = append(copied.Nodes, &node)
			}
			q.Bodies = append(q.Bodies, &copied)
		}
		for _, n := range nodes {
			*q.Bodies[body].Nodes[n.ID] = n
		}
		for _, b := range q.Bodies {
			for _, n := range b.Nodes {
				if n.Body != nil {
					n.Body = q.Bodies[n.Body.ID]
				}
			}
		}
		list = append(list, &q)
	}
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			if n.Op < skeleton.Lock || n.Op == skeleton.Access || len(n.Next) != 1 {
				continue
			}
			with(b.ID, skeleton.Node{ID: n.ID, Op: skeleton.Step, Site: n.Site, Next: n.Next})
			if next := b.Nodes[n.Next[0]]; next.Op >= skeleton.Lock && next.Op != skeleton.Access && len(next.Next) == 1 {
				first, second := *next, *n
				first.ID, first.Next, second.ID, second.Next = n.ID, n.Next, next.ID, next.Next
				with(b.ID, first, second)
			}
		}
	}
	return list
}

// TestInclusionRefuses tests that what programs do is no execution of others.
func TestInclusionRefuses(t *testing.T) {
	t.Parallel()
	real := program(t)
	code, err := readCode()
	if err != nil {
		t.Fatal(err)
	}
	entries, err := code.Entries("TestTransfer")
	if err != nil {
		t.Fatal(err)
	}
	p, err := code.Skeleton(t.Context(), entries[0], golang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	recordings, err := transfers()
	if err != nil {
		t.Fatal(err)
	}
	right := newFollower(t, real, p, lower.Options{Leaks: true})
	all := mutants(p)
	for k, q := range all {
		f := newFollower(t, real, q, lower.Options{Leaks: true})
		f.modelled = right.modelled
		if !slices.ContainsFunc(recordings, func(r goreplay.Recording) bool {
			_, _, wrong := f.follow(t, r)
			return wrong != ""
		}) {
			t.Errorf("wrong program %d is not refused:\n%s", k, f.text)
		}
	}
	if len(all) < 10 {
		t.Errorf("%d wrong programs", len(all))
	}
	t.Logf("%d wrong programs", len(all))
}
