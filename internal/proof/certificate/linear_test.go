// This file tests linear constraints.

package certificate

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/configurations"
	"github.com/ijit/ijit/tts"
)

// TestLinear: a token is taken by one thread at a time, which a constraint proves: there
// are no more threads in 1 than tokens taken.
func TestLinear(t *testing.T) {
	const src = `2 4
0 0 -> 1 1
1 1 -> 0 0
0 0 +> 0 2
0 2 -> 0 3 2 ~> 3 3 ~> 2
`
	table, err := tts.Read(strings.NewReader(src), "token.tts")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		linear proof.Linear
		why    string
	}{
		{proof.Linear{Shared: map[string]int{"1": -1}, Locals: map[string]int{"1": 1}, Most: 0}, ""},
		{proof.Linear{Shared: map[string]int{"0": 1}, Locals: map[string]int{"1": 1}, Most: 1}, ""},
		{proof.Linear{Shared: map[string]int{"0": 7, "1": 0}, Locals: map[string]int{"1": 7}, Most: 13}, ""},
		{proof.Linear{Shared: map[string]int{"1": -1}, Locals: map[string]int{"1": 1}, Most: 1}, "the target <1 | 1*2> is in the set"},
		{proof.Linear{Shared: map[string]int{"1": -1}, Locals: map[string]int{"1": 1}, Most: -1}, "initial configuration"},
		{proof.Linear{Shared: map[string]int{"1": -1}, Locals: map[string]int{"1": 2}, Most: 0}, "token.tts:2 from <0 | 0> adds 1"},
		{proof.Linear{Shared: map[string]int{"0": 3}, Locals: map[string]int{"1": 2}, Most: 3}, "token.tts:3 from <1 | 1> adds 1"},
		{proof.Linear{Shared: map[string]int{"1": -1}, Locals: map[string]int{"1": -1}, Most: 0}, "a state cannot weigh -1"},
		{proof.Linear{Shared: map[string]int{"1": -1}, Locals: map[string]int{"1": 1, "0": 1}, Most: 0}, "initial configuration"},
		{proof.Linear{Shared: map[string]int{"1": -1}, Locals: map[string]int{"1": 1, "2": 1}, Most: 0}, "token.tts:4 from <0 | 0> adds 1"},
		{proof.Linear{Shared: map[string]int{"1": -1}, Locals: map[string]int{"1": 1, "3": 1}, Most: 0}, "token.tts:5 from <0 | 2> adds 1"},
		{proof.Linear{Shared: map[string]int{"1": -1}, Locals: map[string]int{"9": 1}, Most: 0}, "no local state"},
		{proof.Linear{Shared: map[string]int{"2": -1}, Locals: map[string]int{"1": 1}, Most: 0}, "no shared state"},
	} {
		d := &proof.Document{
			Schema:   proof.Schema,
			Model:    proof.Model{Kind: proof.TTS},
			Question: proof.Question{Asks: proof.Target, Target: "1|1*2", Initial: "0/0"},
			Verdict:  proof.Safe,
			Evidence: proof.Evidence{
				Lists:     []string{"0,1,2,3"},
				Excluding: []proof.Excluding{{Shared: []string{"0", "1"}}},
				Linear:    []proof.Linear{test.linear},
			},
		}
		err := proof.Subject{Form: configurations.TTS{TTS: table, Name: "token.tts"}}.Check(context.Background(), d)
		if (err == nil) != (test.why == "") || !strings.Contains(fmt.Sprint(err), test.why) {
			t.Errorf("%v: %v, want %q", test.linear, err, test.why)
		}
	}
}
