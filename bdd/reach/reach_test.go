// This file tests answers against those of explicit search and traces against the
// judge.

package reach_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
)

// A question is put to both.
type question struct {
	name    string
	text    string
	threads int
	initial string // as ijit has it
	label   string
	small   bool
}

func (q question) String() string {
	return fmt.Sprintf("%s, %d threads, initial %q, label %q, small %v", q.name, q.threads, q.initial, q.label, q.small)
}

// An answer is what must agree.
type answer struct {
	verdict    string
	cut        bool
	depth      int
	threads    int
	states     int
	properties map[int]int // least depths by location
}

// explicit asks breadth-first search, and reports whether it could answer with at
// most so many states.
func (q question) explicit(t testing.TB, p *parser.Program, all bool) (answer, bool) {
	t.Helper()
	m, err := systems.Read(q.name+".bp", strings.NewReader(q.text))
	if err != nil {
		t.Fatalf("%v: %v", q, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o := systems.Options{Algorithm: "bfs", Threads: q.threads, Initial: q.initial, Label: q.label, All: all, Exact: true}
	if q.small {
		o.Atomicity = systems.Small
	}
	o.Progress = func(p systems.Progress) {
		if p.States > mostStates() {
			cancel()
		}
	}
	r, err := m.Check(ctx, o)
	if err != nil {
		t.Fatalf("%v: %v", q, err)
	}
	a := answer{r.Verdict.String(), r.Cut, r.Depth, r.MaxThreads, r.States, map[int]int{}}
	for _, x := range r.Properties {
		if x.Verdict == systems.Unsafe {
			a.properties[x.PC] = x.Depth
		}
	}
	return a, r.Verdict != systems.Unknown
}

func mostStates() int {
	if testing.Short() {
		return 2_000
	}
	return 20_000
}

func (q question) options(p *parser.Program) reach.Options {
	o := reach.Options{Threads: q.threads, Small: q.small}
	switch q.initial {
	case "", "one":
	case "many":
		o.Copies = reach.Many
	default:
		fmt.Sscan(q.initial, &o.Copies)
	}
	if q.label != "" {
		pcs, _ := p.Labelled(q.label)
		o.Labels = append([]int{}, pcs...)
	}
	return o
}

// compare asks both for the first error and for all, in both orders, and compares
// the states that are reached. It reports whether breadth-first search could answer.
func compare(t testing.TB, q question) (verdict string) {
	t.Helper()
	p, err := parser.Parse(q.name+".bp", []byte(q.text), 0)
	if err != nil {
		t.Fatalf("%v: %v", q, err)
	}
	want, ok := q.explicit(t, p, false)
	if !ok || len(p.Calls()) > 0 {
		return ""
	}
	asked := q.label == "" && len(p.Properties()) > 0 || len(q.options(p).Labels) > 0 // otherwise bfs does not search
	for _, s := range []reach.Strategy{reach.Auto, reach.Frontier, reach.Chaining} {
		o := q.options(p)
		o.Strategy = s
		r, err := reach.Check(context.Background(), p, o)
		if err != nil {
			t.Fatalf("%v: %v", q, err)
		}
		if r.Verdict.String() != want.verdict {
			t.Fatalf("%v, %v: %v, want %s\n%s", q, s, r.Verdict, want.verdict, q.text)
		}
		if r.Verdict == reach.Unsafe {
			if got := r.Findings[0].Depth; got != want.depth && r.Shortest || r.Shortest == (s == reach.Chaining) || got < want.depth {
				t.Fatalf("%v, %v: depth %d, want %d\n%s", q, s, got, want.depth, q.text)
			}
			replay(t, q, p, r)
		} else if asked && (r.Cut != want.cut || r.MaxThreads != want.threads) {
			t.Fatalf("%v, %v: cut %v, %d threads, want %v, %d\n%s", q, s, r.Cut, r.MaxThreads, want.cut, want.threads, q.text)
		}
	}
	if want, ok = q.explicit(t, p, true); ok {
		compareAll(t, q, p, want)
	}
	return want.verdict
}

// compareAll compares all that can be reached.
func compareAll(t testing.TB, q question, p *parser.Program, want answer) {
	t.Helper()
	for _, s := range []reach.Strategy{reach.Auto, reach.Frontier, reach.Chaining} {
		o := q.options(p)
		o.Strategy, o.All = s, true
		r, err := reach.Check(context.Background(), p, o)
		if err != nil {
			t.Fatalf("%v: %v", q, err)
		}
		if r.Cut != want.cut || r.MaxThreads != want.threads {
			t.Fatalf("%v, %v: all: cut %v, %d threads, want %v, %d\n%s", q, s, r.Cut, r.MaxThreads, want.cut, want.threads, q.text)
		}
		if q.label == "" {
			if len(r.Findings) != len(want.properties) {
				t.Fatalf("%v, %v: errors %v, want %v\n%s", q, s, r.Findings, want.properties, q.text)
			}
			for i, f := range r.Findings {
				if d, ok := want.properties[f.PC]; !ok || f.Depth != d && r.Shortest || !r.Shortest && (f.Depth < d && i == 0 || f.Depth != 0 && i > 0) {
					t.Fatalf("%v, %v: errors %v, want %v\n%s", q, s, r.Findings, want.properties, q.text)
				}
			}
		}
		if r.States.IsInt64() && r.States.Int64() <= int64(mostStates()) {
			got, named := multisets(t, p, o)
			if got != want.states || r.States.Cmp(named) != 0 {
				t.Fatalf("%v, %v: %d states without slots, want %d; %v with slots, want %v\n%s", q, s, got, want.states, r.States, named, q.text)
			}
		}
	}
}

// multisets returns the number of reachable configurations that do not name threads,
// and of those that do, by a fixpoint of its own over the images of a System.
func multisets(t testing.TB, p *parser.Program, o reach.Options) (int, *big.Int) {
	t.Helper()
	m := bdd.New(bdd.Options{})
	s, err := reach.NewSystem(m, p, o.Threads)
	if err != nil {
		t.Fatal(err)
	}
	copies := o.Copies
	if copies == 0 {
		copies = 1
	}
	reached, err := s.Initial(copies)
	if err != nil {
		t.Fatal(err)
	}
	for frontier := reached; frontier != bdd.False && m.Err() == nil; {
		frontier = m.Diff(s.Post(frontier), reached)
		reached = m.Or(reached, frontier)
		m.SafePoint(reached, frontier)
	}
	if !o.Small {
		reached = m.Diff(reached, s.Inside())
	}
	named := s.Count(reached)
	keys := map[string]bool{}
	for x := range s.States(reached) {
		keys[config(x).Key()] = true
	}
	if err := m.Err(); err != nil {
		t.Fatal(err)
	}
	return len(keys), named
}

func config(s reach.State) judge.Config {
	c := judge.Config{Shared: s.Globals, Inside: -1}
	for _, x := range s.Threads {
		c.Threads = append(c.Threads, judge.Thread{PC: x.PC, Locals: x.Locals})
	}
	return c
}

// replay lets the judge check the trace.
func replay(t testing.TB, q question, p *parser.Program, r *reach.Result) {
	t.Helper()
	j, err := judge.New(p.File, judge.Small)
	if err != nil {
		t.Fatal(err)
	}
	configs := []judge.Config{config(r.Trace.Initial)}
	final := -1
	for i, s := range r.Trace.Steps {
		before := r.Trace.Initial
		if i > 0 {
			before = r.Trace.Steps[i-1].State
		}
		check(t, q, before, s)
		if s.Fails {
			final = s.Edge.From
		} else {
			configs = append(configs, config(s.State))
		}
	}
	if q.label == "" && final != r.Findings[0].PC {
		t.Fatalf("%v: the trace ends at %d, the finding is about %d", q, final, r.Findings[0].PC)
	}
	copies := 1
	switch q.initial {
	case "", "one":
	case "many":
		copies = -1
	default:
		fmt.Sscan(q.initial, &copies)
	}
	if err := j.Replay(context.Background(), configs, final, copies, q.threads); err != nil {
		t.Fatalf("%v: %v\n%s", q, err, q.text)
	}
	if q.label != "" {
		last := configs[len(configs)-1]
		there := false
		for _, x := range last.Threads {
			there = there || x.PC == r.Findings[0].PC
		}
		if !there {
			t.Fatalf("%v: no thread is at %d in %v", q, r.Findings[0].PC, last)
		}
	}
}

// check checks that a step says of threads what its states show.
func check(t testing.TB, q question, before reach.State, s reach.Step) {
	t.Helper()
	old, now := map[int]reach.Thread{}, map[int]reach.Thread{}
	for _, x := range before.Threads {
		old[x.ID] = x
	}
	for _, x := range s.State.Threads {
		now[x.ID] = x
		if _, ok := old[x.ID]; !ok && x.ID != s.Created {
			t.Fatalf("%v: thread %d is new, created is %d", q, x.ID, s.Created)
		}
	}
	if x, ok := old[s.Thread]; !ok || x.PC != s.Edge.From {
		t.Fatalf("%v: thread %d is not at %d", q, s.Thread, s.Edge.From)
	}
	if x, ok := now[s.Thread]; ok == s.Ended || ok && !s.Fails && x.PC != s.Edge.To {
		t.Fatalf("%v: thread %d did not go along its edge, ended %v", q, s.Thread, s.Ended)
	}
	for id := range old {
		if _, ok := now[id]; !ok && id != s.Thread {
			t.Fatalf("%v: thread %d is gone", q, id)
		}
	}
}

// TestCases compares answers on what is rare in other programs.
func TestCases(t *testing.T) {
	for _, q := range []question{
		{name: "two errors at different depths", threads: 2, text: "decl x := 0; void main() begin assert(*); skip; assert(*); end"},
		{name: "a label inside a section", threads: 1, label: "l", text: "void main() begin skip; atomic_begin; skip; l: skip; atomic_end; end"},
		{name: "an error inside a section", threads: 2, text: "decl x := 0; void main() begin start_thread goto l; x := 1; l: atomic { skip; assert(!x); } end"},
		{name: "no way out of a section", threads: 2, text: "decl x := 0; void main() begin start_thread goto l; l: atomic { x := 1; assume(0); } assert(x); end"},
		{name: "a label nobody reaches", threads: 2, label: "l", text: "void main() begin goto m; l: skip; m: skip; end"},
		{name: "a procedure that ends", threads: 2, text: "decl x := 0; void f() begin decl y; x := y; end void main() begin l: start_thread f(); assert(!x); goto l; end"},
		{name: "a signal with a choice", threads: 3, text: "decl x := 0; void main() begin start_thread goto a; start_thread goto b; c: signal; goto c; a: wait; x := 1; end_thread; b: wait; assert(!x); end"},
	} {
		for _, q.small = range []bool{false, true} {
			if compare(t, q) == "" {
				t.Errorf("%v: not answered", q)
			}
		}
	}
}

// TestExamples compares answers on the programs that come with the project.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.bp")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	answered, asked := 0, 0
	every := campaign.Every(t, len(files), len(files)/30)
	for i, f := range files {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, small := range []bool{false, true} {
			for n := 2; n <= 3; n++ {
				if (n == 3 || small) && i%every != 0 {
					continue
				}
				asked++
				q := question{name: filepath.Base(f), text: string(text), threads: n, small: small}
				if n == 2 {
					q.initial = "many"
				}
				if compare(t, q) != "" {
					answered++
				}
				if q.label = wantedLabel(q.text); q.label != "" {
					compare(t, q)
				}
			}
		}
	}
	t.Logf("%d answers agree", answered)
	if answered < asked/2 {
		t.Errorf("only %d answers of %d to compare", answered, asked)
	}
}

// wantedLabel returns a label that an example has expectations about.
func wantedLabel(text string) string {
	if _, after, ok := strings.Cut(text, " label="); ok {
		return strings.Fields(after)[0]
	}
	return ""
}

// TestRandom compares answers on random programs with all that they can do.
func TestRandom(t *testing.T) {
	programs := campaign.Size(t, 15, 4000)
	verdicts := map[string]int{}
	for seed := range programs {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		q := question{
			name:    fmt.Sprintf("random-%d", seed),
			text:    randprog.Generate(r, randprog.Default()),
			threads: 1 + r.IntN(3),
			small:   r.IntN(2) == 0,
		}
		switch k := r.IntN(4); {
		case k == 0:
			q.initial = "many"
		case k == 1:
			q.initial = fmt.Sprint(1 + r.IntN(q.threads))
		}
		if p, err := parser.Parse(q.name, []byte(q.text), 0); err == nil && r.IntN(4) == 0 {
			q.label = someLabel(p, r)
		}
		verdicts[compare(t, q)]++
	}
	t.Log(verdicts)
	if verdicts["SAFE"] < programs/5 || verdicts["UNSAFE"] < programs/5 {
		t.Errorf("too few programs of one kind: %v", verdicts)
	}
}

// someLabel returns the name of a label, "" if there is none.
func someLabel(p *parser.Program, r *rand.Rand) string {
	var names []string
	for _, n := range p.Nodes {
		if n.Stmt != nil {
			for _, l := range n.Stmt.Labels {
				names = append(names, l.Name)
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[r.IntN(len(names))]
}
