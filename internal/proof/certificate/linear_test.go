// This file tests linear constraints.

package certificate

import (
	"context"
	"fmt"
	"strings"
	"testing"

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
		linear Linear
		why    string
	}{
		{Linear{map[string]int{"1": -1}, map[string]int{"1": 1}, 0}, ""},
		{Linear{map[string]int{"0": 1}, map[string]int{"1": 1}, 1}, ""},
		{Linear{map[string]int{"0": 7, "1": 0}, map[string]int{"1": 7}, 13}, ""},
		{Linear{map[string]int{"1": -1}, map[string]int{"1": 1}, 1}, "the target <1 | 1*2> is in the set"},
		{Linear{map[string]int{"1": -1}, map[string]int{"1": 1}, -1}, "initial configuration"},
		{Linear{map[string]int{"1": -1}, map[string]int{"1": 2}, 0}, "token.tts:2 from <0 | 0> adds 1"},
		{Linear{map[string]int{"0": 3}, map[string]int{"1": 2}, 3}, "token.tts:3 from <1 | 1> adds 1"},
		{Linear{map[string]int{"1": -1}, map[string]int{"1": -1}, 0}, "a state cannot weigh -1"},
		{Linear{map[string]int{"1": -1}, map[string]int{"1": 1, "0": 1}, 0}, "initial configuration"},
		{Linear{map[string]int{"1": -1}, map[string]int{"1": 1, "2": 1}, 0}, "token.tts:4 from <0 | 0> adds 1"},
		{Linear{map[string]int{"1": -1}, map[string]int{"1": 1, "3": 1}, 0}, "token.tts:5 from <0 | 2> adds 1"},
		{Linear{map[string]int{"1": -1}, map[string]int{"9": 1}, 0}, "no local state"},
		{Linear{map[string]int{"2": -1}, map[string]int{"1": 1}, 0}, "no shared state"},
	} {
		d := &Document{
			Schema:   Schema,
			Model:    Model{Kind: TTS},
			Question: Question{Asks: Target, Target: "1|1*2", Initial: "0/0"},
			Verdict:  Safe,
			Evidence: Evidence{
				Lists:     []string{"0,1,2,3"},
				Excluding: []Excluding{{Shared: []string{"0", "1"}}},
				Linear:    []Linear{test.linear},
			},
		}
		err := Check(context.Background(), Input{Name: "token.tts", TTS: table}, d)
		if (err == nil) != (test.why == "") || !strings.Contains(fmt.Sprint(err), test.why) {
			t.Errorf("%v: %v, want %q", test.linear, err, test.why)
		}
	}
}
