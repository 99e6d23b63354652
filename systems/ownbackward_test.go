// This file tests backward searches that somebody writes himself, by pre-images of what covers.

package systems_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

// searchBack is what a user has: a search backward over the basis of what can lead to an error.
func searchBack(t *testing.T, s *ijit.Space, limit int) (found, complete bool) {
	t.Helper()
	targets, err := s.Targets()
	if err != nil {
		t.Fatal(err)
	}
	known := slices.Collect(targets)
	for _, c := range known {
		if !s.Final(c) {
			t.Fatalf("a target is no error: %s", s.Describe(c))
		}
	}
	work := slices.Clone(known)
	for len(work) > 0 {
		w := work[0]
		work = work[1:]
		if s.Initial(w) {
			return true, true
		}
		if len(known) > limit {
			return false, false
		}
		for v := range s.CoverPre(w) {
			covers := false
			for x := range s.Post(v) {
				covers = covers || x.Covers(w)
			}
			if !covers {
				t.Fatalf("no step leads from %s to what covers %s", s.Describe(v), s.Describe(w))
			}
			if !slices.ContainsFunc(known, v.Covers) {
				known = append(known, v)
				work = append(work, v)
			}
		}
	}
	return false, true
}

// TestBackwardAlgorithm runs a backward search of a user's over spaces of random programs, with each
// question that has a basis. Its answers agree with those of bws.
func TestBackwardAlgorithm(t *testing.T) {
	count := map[systems.Verdict]int{}
	for seed := range uint64(campaign.Size(t, 40, 3000)) {
		cfg := randprog.Default()
		cfg.Shared, cfg.Locals = 2, 1
		m, err := systems.Read("x.bp", strings.NewReader(randprog.Generate(rand.New(rand.NewPCG(seed, 31)), cfg)))
		if err != nil {
			t.Fatal(err)
		}
		questions := []systems.Options{{}, {Atomicity: systems.Small}, {Via: systems.TTS}, {Initial: "many"}, {Initial: "2"}}
		var labels []string // outside of atomic sections
		for _, n := range m.Program.Nodes {
			if n == nil || n.Stmt == nil || len(n.Stmt.Labels) == 0 || len(labels) == 2 || slices.Contains(labels, n.Stmt.Labels[0].Name) {
				continue
			}
			pcs, _ := m.Program.Labelled(n.Stmt.Labels[0].Name)
			if !slices.ContainsFunc(pcs, func(pc int) bool { return m.Program.Nodes[pc].Section != nil }) {
				labels = append(labels, n.Stmt.Labels[0].Name)
			}
		}
		if len(labels) > 0 {
			questions = append(questions, systems.Options{Label: labels[0]})
		}
		if len(labels) > 1 {
			questions = append(questions, systems.Options{Target: "some@" + labels[0] + ",some@" + labels[1]})
		}
		for _, o := range questions {
			s, err := m.Space(o)
			if err != nil {
				t.Fatal(err)
			}
			found, complete := searchBack(t, s, 300)
			o.Algorithm = "bws"
			want, err := m.Check(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			if !complete || want.Verdict == systems.Unknown {
				continue
			}
			if count[want.Verdict]++; found != (want.Verdict == systems.Unsafe) {
				t.Errorf("seed %d, %+v: found %t, want %s", seed, o, found, want.Verdict)
			}
		}
	}
	if t.Log(count); count[systems.Safe] < 10 || count[systems.Unsafe] < 10 {
		t.Error("too few questions are answered")
	}
}

// TestBackwardDeadlocks tests that there is no basis of deadlocks.
func TestBackwardDeadlocks(t *testing.T) {
	m, err := systems.Open(filepath.Join("..", "examples", "peterson.bp"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.Space(systems.Options{Deadlock: true, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Targets(); err == nil {
		t.Error("deadlocks have a basis")
	}
}
