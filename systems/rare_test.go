// This file tests that auto finds an error by many threads that take the right steps among
// very many.

package systems_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

// TestAutoRare lets 100 threads in 40 places meet in pairs, in 400 ways, and asks for where 50
// of them are at the end of a random execution. No search but the directed one finds it.
func TestAutoRare(t *testing.T) {
	campaign.Turn(t, 0, 4)
	const places, ways = 40, 400
	rng := rand.New(rand.NewPCG(3, 1))
	near := func(p int) int { return (p + rng.IntN(8)) % places }
	var list [ways][4]int
	var text strings.Builder
	fmt.Fprintln(&text, 1+ways, places)
	for i := range list {
		p, q := i%places, rng.IntN(places)
		list[i] = [4]int{p, q, near(p), near(q)}
		fmt.Fprintf(&text, "0 %d -> %d %d\n%d %d -> 0 %d\n", p, i+1, list[i][2], i+1, q, list[i][3])
	}
	threads := make([]int, 100)
	for i := range threads {
		threads[i] = rng.IntN(places)
	}
	config := func(threads []int) string {
		return "0|" + strings.Trim(strings.ReplaceAll(fmt.Sprint(threads), " ", ","), "[]")
	}
	initial := config(threads)
	for range 4000 {
		x := list[rng.IntN(ways)]
		i := slices.Index(threads, x[0])
		if i < 0 {
			continue
		}
		threads[i] = -1
		if j := slices.Index(threads, x[1]); j >= 0 {
			threads[i], threads[j] = x[2], x[3]
		} else {
			threads[i] = x[0]
		}
	}
	m, err := systems.Read("rare.tts", strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Check(context.Background(), systems.Options{
		Initial: initial, Target: config(threads[:50]), SelfCheck: true, Timeout: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != systems.Unsafe || r.By != "directed" {
		t.Errorf("%v(%s) by %q", r.Verdict, r.Reason, r.By)
	}
}
