// This file tests which threads suffice where it can be said by hand; that the answers of searches stay the same is tested
// on random programs in package systems.

package persistent_test

import (
	"strings"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/algorithms/persistent"
	"github.com/ijit/ijit/parser"
)

const locks = `
decl m := 0, n := 0, done := 0;
void main() begin
  start_thread goto other;
  start_thread goto alone;
  lock_m: m := 1 constrain !m;
  unlock_m: m := 0;
  wait: assume(done);
  choose: if * then skip; fi
  end_thread;
other:
  take_m: m := 1 constrain !m;
  take_n: n := 1 constrain !n;
  free_n: n := 0;
  free_m: m := 0;
  tell: done := 1;
  end_thread;
alone:
  get_n: n := 1 constrain !n;
  put_n: n := 0;
end
`

// TestChoose begins with threads at labels, with so many edges, in states in which some variables are 1.
func TestChoose(t *testing.T) {
	for _, test := range []struct {
		shared, threads, want string
		pair                  string
	}{
		{shared: "", threads: "lock_m take_m", want: "lock_m take_m"},  // they compete
		{shared: "m", threads: "unlock_m take_m!", want: "unlock_m"},   // nobody has to do with m until then
		{shared: "m", threads: "lock_m! free_m get_n", want: "free_m"}, // m is frozen, n is not needed any more
		{shared: "m", threads: "lock_m! take_n get_n", want: "take_n get_n"},
		{shared: "mn", threads: "free_n get_n! wait!", want: "free_n"},
		{shared: "", threads: "wait! tell get_n", want: "tell"}, // what waits for it is blocked
		{shared: "", threads: "tell choose!", want: "tell"},
		{shared: "", threads: "wait! get_n", want: "get_n"},
		{shared: "", threads: "lock_m get_n", want: "lock_m"},
		{shared: "", threads: "lock_m get_n", want: "lock_m", pair: "lock_m take_m"}, // nobody comes to the other label
		{shared: "", threads: "lock_m get_n", want: "get_n", pair: "lock_m put_n"},   // that is one step from it
		{shared: "n", threads: "wait! tell put_n", want: "tell", pair: "tell put_n"}, // that is seen already
	} {
		p, err := parser.Parse("locks.bp", []byte(locks), parser.Post)
		if err != nil {
			t.Fatal(err)
		}
		at := func(label string) int {
			pcs, found := p.Labelled(label)
			if !found || len(pcs) != 1 {
				t.Fatalf("label %s is at %v", label, pcs)
			}
			return pcs[0]
		}
		var pairs [][2][]int
		if labels := strings.Fields(test.pair); len(labels) > 0 {
			pairs = append(pairs, [2][]int{{at(labels[0])}, {at(labels[1])}})
		}
		shared := bitset.From(make([]uint64, p.Layout.SharedWords))
		for i, v := range p.File.Globals {
			shared.SetTo(uint(i), strings.Contains(test.shared, v.Name))
		}
		var threads []persistent.Thread
		names := strings.Fields(test.threads)
		for _, name := range names {
			label, blocked := strings.CutSuffix(name, "!")
			threads = append(threads, persistent.Thread{PC: at(label), Edges: 1})
			if blocked {
				threads[len(threads)-1].Edges = 0
			}
		}
		var got []string
		for i, in := range persistent.New(p, pairs).Choose(shared, threads) {
			if in && threads[i].Edges > 0 {
				got = append(got, names[i])
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s with %q: %s, want %s", test.threads, test.shared, strings.Join(got, " "), test.want)
		}
	}
}

// TestOthers: statements that change other threads depend on everything.
func TestOthers(t *testing.T) {
	p, err := parser.Parse("wait.bp", []byte("void main() begin start_thread goto w; signal; end_thread; w: wait; end"), parser.Post)
	if err != nil {
		t.Fatal(err)
	}
	if persistent.New(p, nil) != nil {
		t.Error("sets for a program with signals")
	}
}
