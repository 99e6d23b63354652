// This file tests that auto explores sets of states with more and more threads.

package systems

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
)

// variables returns names from v0 on.
func variables(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("v", i)
	}
	return names
}

// secondWorker returns a program in which the second worker finds that k variables have odd
// parity, each of which was other than its neighbour when main began. It takes three threads.
func secondWorker(k int) string {
	v, unequal, even := variables(2*k), make([]string, k), make([]string, k)
	for i := range unequal {
		unequal[i] = fmt.Sprintf("(v%d != v%d)", 2*i, 2*i+1)
		even[i] = v[2*i]
	}
	return fmt.Sprintf(`decl %s;
decl one := 0;
void main() begin
  assume(%s);
  start_thread worker();
  start_thread worker();
end
void worker() begin
  if one then assert(!(%s)); fi
  one := 1;
  assume(0);
end`, strings.Join(v, ", "), strings.Join(unequal, " & "), strings.Join(even, " ^ "))
}

// TestAutoDiagrams asks about more states of few threads than can be stored one by one, with a
// proof or an execution. No other search decides these.
func TestAutoDiagrams(t *testing.T) {
	const k = 70
	v := variables(k)
	last := "assert(" + v[k-1] + ");"
	some := strings.Join(v, " | ")
	unconstrained := family.Unconstrained(k)
	questions := []struct {
		name, text string
		o          Options
		verdict    Verdict
		threads    int
	}{
		{"safe", strings.Replace(unconstrained, last, "assert("+some+");", 1), Options{}, Safe, 2},
		{"small steps", strings.Replace(unconstrained, last, "assert("+some+");", 1), Options{Atomicity: Small}, Safe, 2},
		{"copies", strings.Replace(unconstrained, last, "assert("+some+");", 1), Options{Initial: "3"}, Safe, 6},
		{"label", strings.Replace(unconstrained, last, "assume(!("+some+")); bad: skip;", 1), Options{Label: "bad"}, Safe, 2},
		{"three threads", secondWorker(12), Options{}, Unsafe, 3},
	}
	step := campaign.Every(t, len(questions), 1)
	for i := campaign.Today(step); i < len(questions); i += step {
		x := questions[i]
		m, err := Read("program.bp", strings.NewReader(x.text))
		if err != nil {
			t.Fatal(err)
		}
		x.o.Certify, x.o.SelfCheck, x.o.Memory = true, true, 2<<30
		r, err := m.Check(context.Background(), x.o)
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		t.Logf("%s: %v by %s, %d threads, %.2fs", x.name, r.Verdict, r.By, r.MaxThreads, r.Seconds)
		if r.Verdict != x.verdict || r.By != "symbolic" || r.Cut || r.Threads != 0 || r.MaxThreads != x.threads {
			t.Errorf("%s: %v(%s) by %q, cut %v, threads %d of %d; %v", x.name, r.Verdict, r.Reason, r.By, r.Cut, r.MaxThreads, r.Threads, r.Stats.Sides)
		}
		if r.Verdict == Unknown {
			continue
		}
		v, err := m.Validate(context.Background(), r.Certificate)
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		if v.Verdict == Safe && v.Claim != "SAFE for any number of threads" || !r.Stats.Replayed && !r.Stats.Validated {
			t.Errorf("%s: %s, replayed %v, validated %v", x.name, v.Claim, r.Stats.Replayed, r.Stats.Validated)
		}
	}
}

// diagrams runs auto with no other side than symbolic.
func diagrams(t *testing.T, ctx context.Context, m *Model, o Options) *Result {
	t.Helper()
	c := checkOf(t, ctx, m, o)
	c.records = slices.DeleteFunc(slices.Clone(c.records), func(a Algorithm) bool { return a.Name != "symbolic" })
	if err := c.auto(); err != nil {
		t.Fatalf("%v, %+v", err, o)
	}
	return &c.result
}

// TestDiagramsRandom compares sets of states of more and more threads with the search
// backward, about random programs. Proofs and executions are checked.
func TestDiagramsRandom(t *testing.T) {
	campaign.Alone(t)
	decided := map[Verdict]int{}
	for seed := range uint64(campaign.Size(t, 8, 400)) {
		text := randprog.Generate(rand.New(rand.NewPCG(seed, 11)), randprog.Default())
		m, err := Read("random.bp", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Initial: []string{"one", "one", "2"}[seed%3], Atomicity: []Atomicity{Big, Small}[seed%2], SelfCheck: true}
		r := diagrams(t, campaign.Looks(5000), m, o)
		if decided[r.Verdict]++; r.Verdict == Unknown {
			continue
		}
		o.Algorithm = "bws"
		want, err := m.Check(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != want.Verdict {
			t.Errorf("seed %d: %v, bws says %v(%s)\n%s", seed, r.Verdict, want.Verdict, want.Reason, text)
		}
	}
	if t.Log(decided); decided[Safe] == 0 || decided[Unsafe] == 0 {
		t.Error("the programs are all alike")
	}
}

// TestDiagramsMemory checks that diagrams leave the other sides most of the memory.
func TestDiagramsMemory(t *testing.T) {
	const program = `
decl g, h;
void main() begin
  decl a, b, c, d;
  while 1 do
    start_thread goto next;
    next: assert(a | !a);
    a, b := b != c, g & d;
    g, h := a, g != d;
    c, d := a != h, g;
  od
end`
	m, err := Read("program.bp", strings.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	const memory = 8 << 20
	r := diagrams(t, context.Background(), m, Options{Memory: memory})
	if r.Verdict != Unknown || r.Reason != Memory || r.Stats.StoreBytes > memory/4 {
		t.Errorf("%v(%s), %d bytes", r.Verdict, r.Reason, r.Stats.StoreBytes)
	}
}
