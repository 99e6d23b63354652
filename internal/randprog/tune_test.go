package randprog
import ("testing";"math/rand/v2";"slices";"github.com/ijit/ijit/internal/judge")
func TestTune(t *testing.T) {
	for _, cfg := range []Config{Default(), Plain()} {
	for _, start := range []struct{ copies, bound int }{{1,1},{1,2},{1, 3}, {3, 3}} {
		errs,late,big := 0,0,0
		var states []int
		for seed := range uint64(1000) {
			text := Generate(rand.New(rand.NewPCG(seed, 5)), cfg)
			got := explore(t, text, judge.Big, start.copies, start.bound, 100_000)
			states = append(states, got.States)
			if got.Error { errs++ }
			if got.States>20000 {big++}
			for _, d := range got.Properties { if d > 3 { late++; break } }
		}
		slices.Sort(states)
		t.Log(start, "errs", errs, "late", late, "big",big, "deciles", states[100], states[200], states[300], states[500], states[700], states[900], states[990], states[999])
	}}
}
