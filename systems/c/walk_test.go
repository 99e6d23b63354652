// This file tests walks through programs.

package c

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/ijit/ijit/internal/show/simulate"
	"github.com/ijit/ijit/systems/c/execution"
)

// TestWalks walks through the examples that fail: at random and back, and to the failure that a check finds, which has to be
// one of what the thread can do there, and an execution from the beginning.
func TestWalks(t *testing.T) {
	ctx := context.Background()
	files, err := filepath.Glob("../../examples/cthreads/*-broken.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := NewWalk(name, text, Options{}, 7)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 60 {
			if moved, err := w.Random(ctx); err != nil {
				t.Fatal(err)
			} else if _, failed := w.Last(); i%7 == 6 || !moved || failed {
				w.Undo(2)
			}
		}
		if err := w.valid(); err != nil {
			t.Errorf("%s: a random walk is no execution: %v", name, err)
		}
		if err := w.Fail(ctx); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := w.valid(); err != nil {
			t.Errorf("%s: what a check finds is no walk: %v", name, err)
		}
		thread, failed := w.Last()
		if !failed {
			t.Errorf("%s: the walk does not end in a failure", name)
		}
		if moved, err := w.Random(ctx); moved || err != nil {
			t.Errorf("%s: something happens behind a failure, %v", name, err)
		}
		line := w.Now().Move.By.(execution.Step).Edge.Origin.Line
		w.Undo(1)
		at, err := w.Where(ctx)
		if err != nil || !slices.ContainsFunc(at, func(p simulate.Position) bool { return p.Thread == thread && p.Enabled }) {
			t.Errorf("%s: thread %d cannot move: %v, %v", name, thread, at, err)
		}
		moves, _, err := w.Moves(ctx, thread)
		fails := 0
		for _, m := range moves {
			if m.Fails {
				fails++
			}
		}
		if fails == 0 || err != nil {
			t.Errorf("%s: the thread cannot fail where it did, %v", name, err)
		}
		steps := len(w.States()) - 1
		w.Undo(steps)
		places, err := w.Places(strconv.Itoa(line))
		if err != nil {
			t.Fatal(err)
		}
		if found, _, err := w.Reach(ctx, places); !found || err != nil || len(w.States())-1 > steps {
			t.Errorf("%s: line %d is reached: %v, %v, in %d steps instead of at most %d", name, line, found, err, len(w.States())-1, steps)
		}
	}
}

// valid reports what is wrong with a walk as an execution.
func (w *Walk) valid() error {
	for i, s := range w.States()[1:] {
		found := false
		before := w.States()[i].Config
		step := s.Move.By.(execution.Step)
		w.system.Steps(before, step.Thread, func(other execution.Step, fails bool) bool {
			found = found || other.Edge == step.Edge && fails == s.Move.Fails && w.system.Key(other.State) == w.system.Key(s.Config)
			return !found
		})
		if !found {
			return errors.New("no thread does " + step.Edge.Origin.Text)
		}
	}
	return nil
}

// TestWalkValues gives variables values that the program leaves open.
func TestWalkValues(t *testing.T) {
	ctx := context.Background()
	w, err := NewWalk("x.c", []byte(`
#include <assert.h>
#include <pthread.h>
extern int seed;
int __VERIFIER_nondet_int(void);
int kept;
void *run(void *arg) {
	assert(kept != 4711);
	return 0;
}
int main(void) {
	int own;
	pthread_t t;
	kept = __VERIFIER_nondet_int();
	if (kept > own + seed)
		pthread_create(&t, 0, run, 0);
}
`), Options{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name  string
		value int
		ok    bool
	}{{"seed", 4700, true}, {"t1.own", 10, true}, {"kept", 1, false}, {"other", 1, false}} {
		if err := w.Set(ctx, x.name, x.value); (err == nil) != x.ok {
			t.Errorf("%s: %v", x.name, err)
		}
	}
	if err := w.Try(4711); err != nil {
		t.Fatal(err)
	}
	places, err := w.Places("run")
	if err != nil {
		t.Fatal(err)
	}
	if found, _, err := w.Reach(ctx, places); !found || err != nil {
		t.Fatalf("run begins: %v, %v", found, err)
	}
	thread := slices.Max(w.Threads())
	moves, more, err := w.Moves(ctx, thread)
	if err != nil || more || len(moves) != 1 {
		t.Errorf("%d moves, %v, %v", len(moves), more, err)
	}
	if err := w.Set(ctx, "seed", 1); err == nil {
		t.Error("a value is set behind the first step")
	}
}
