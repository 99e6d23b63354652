// This file defines tests of limits and of wrong use.

package sat_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestCancel ends a search from outside, and then goes on.
func TestCancel(t *testing.T) {
	s := pigeons(12, 11).load(sat.New(sat.Options{}))
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if got := s.Solve(ctx); got != sat.Unknown || !errors.Is(s.Err(), context.DeadlineExceeded) {
		t.Fatalf("%v, %v", got, s.Err())
	}
	if d := time.Since(begin); d > 20*time.Second { // a few are usual; the machine may be busy
		t.Errorf("it took %v to end", d)
	}
	if got := s.Solve(context.Background(), 1, -1); got != sat.Unsat || s.Err() != nil {
		t.Errorf("%v, %v", got, s.Err())
	}
	if got := s.Solve(ctx, 1, -1); got != sat.Unknown {
		t.Errorf("with a context that is done: %v", got)
	}
}

// TestConflicts gives so few conflicts that several calls are needed.
func TestConflicts(t *testing.T) {
	s := pigeons(7, 6).load(sat.New(sat.Options{Conflicts: 100}))
	calls := 0
	for got := sat.Unknown; got == sat.Unknown; calls++ {
		before := s.Stats().Conflicts
		got = s.Solve(context.Background())
		switch n := s.Stats().Conflicts - before; {
		case got == sat.Unknown && (n != 100 || !errors.Is(s.Err(), sat.ErrConflicts)):
			t.Fatalf("%d conflicts, %v", n, s.Err())
		case got == sat.Sat || calls > 1000:
			t.Fatalf("%v after %d calls", got, calls)
		}
	}
	if calls < 3 {
		t.Errorf("%d calls", calls)
	}
}

// TestMemory gives too little memory for clauses of the input, and for learned ones.
func TestMemory(t *testing.T) {
	f := pigeons(12, 11)
	small := f.load(sat.New(sat.Options{Memory: 10_000}))
	if got := small.Solve(context.Background()); got != sat.Unknown || small.Err() != sat.ErrMemory {
		t.Errorf("%v, %v", got, small.Err())
	}
	need := f.load(sat.New(sat.Options{})).Stats().Bytes
	limit := need + 200_000
	s := f.load(sat.New(sat.Options{Memory: limit}))
	if got := s.Solve(context.Background()); got != sat.Unknown || s.Err() != sat.ErrMemory {
		t.Errorf("%v, %v", got, s.Err())
	}
	if used := s.Stats().Bytes; used > limit+limit/4 {
		t.Errorf("%d bytes, the limit is %d", used, limit)
	}
	if v := sat.New(sat.Options{Memory: 1}).NewVar(); v != 0 {
		t.Errorf("there is a variable %d", v)
	}
}

// TestWrongLiterals uses literals that do not exist.
func TestWrongLiterals(t *testing.T) {
	for _, l := range []sat.Lit{0, sat.Lit(sat.MaxVar) + 1, -sat.Lit(sat.MaxVar) - 1, -1 << 31} {
		s := sat.New(sat.Options{})
		if s.Add(1, l); s.Solve(context.Background()) != sat.Unknown || s.Err() != sat.ErrLiteral {
			t.Errorf("clause with %d: %v", l, s.Err())
		}
		s = sat.New(sat.Options{})
		if s.Solve(context.Background(), l) != sat.Unknown || s.Err() != sat.ErrLiteral {
			t.Errorf("assumption %d: %v", l, s.Err())
		}
		s.Value(l)
	}
	s := sat.New(sat.Options{})
	if got := s.Solve(context.Background(), 5, -7); got != sat.Sat || !s.Value(5) || s.Value(7) {
		t.Errorf("assumptions of new variables: %v", got)
	}
	if s.Value(9) || !s.Value(-9) {
		t.Error("a variable that does not exist is true")
	}
}

// brokenWriter fails after some bytes.
type brokenWriter int

var errFull = errors.New("disk full")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if *w -= brokenWriter(len(p)); *w < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestProofErr(t *testing.T) {
	var _ io.Writer = new(brokenWriter)
	w := brokenWriter(1000)
	s := pigeons(7, 6).load(sat.New(sat.Options{Proof: &w}))
	if got := s.Solve(context.Background()); got != sat.Unsat || !errors.Is(s.ProofErr(), errFull) {
		t.Errorf("%v, %v", got, s.ProofErr())
	}
}

// TestManyVariables adds many variables and clauses of two literals within a limit of memory,
// which must not be computed anew for each, and then more than it allows.
func TestManyVariables(t *testing.T) {
	campaign.Turn(t, 1, 3)
	s := sat.New(sat.Options{Memory: 60 << 20})
	begin := time.Now()
	last := sat.Lit(s.NewVar())
	for range 100_000 {
		next := sat.Lit(s.NewVar())
		s.Add(-last, next)
		last = next
	}
	if got := s.Solve(context.Background(), 1, -last); got != sat.Unsat {
		t.Errorf("%v %v", got, s.Err())
	}
	if d := time.Since(begin); d > 20*time.Second {
		t.Errorf("it took %v", d)
	}
	n := 0
	for ; s.Err() == nil && n < 100_000_000; n++ {
		s.Add(1, -last)
	}
	if used := s.Stats().Bytes; s.Err() != sat.ErrMemory || used > 90<<20 {
		t.Errorf("%d clauses: %v, %d bytes", n, s.Err(), used)
	}
}
