package front

import (
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randpthread"
	"github.com/ijit/ijit/systems/c/execution"
)

// TestReduce compares random programs with the same before steps are put together: with as many threads as are searched,
// an assertion of the one fails if one of the other does.
func TestReduce(t *testing.T) {
	failing, compared := 0, 0
	for seed := range uint64(campaign.Size(t, 7, 3000)) {
		text := []byte(randpthread.Program(rand.New(rand.NewPCG(seed, 16))))
		var found, ended [2]bool
		for i, o := range []Options{{}, {whole: true}} {
			p, err := Read("random.c", text, o)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			const states = 10_000
			r := execution.Search(t.Context(), p, execution.Limits{Threads: 3, States: states})
			found[i], ended[i] = r.Trace != nil, r.Trace != nil || r.States < states
		}
		if !ended[0] || !ended[1] {
			continue
		}
		compared++
		if found[0] != found[1] {
			t.Fatalf("seed %d: fails %v, before %v\n%s", seed, found[0], found[1], text)
		}
		if found[0] {
			failing++
		}
	}
	t.Logf("%d programs, of which %d fail", compared, failing)
	if failing == 0 || failing == compared {
		t.Errorf("%d of %d programs fail: they are of one kind", failing, compared)
	}
}
