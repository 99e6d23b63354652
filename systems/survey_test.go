// This file tests surveys: all that can go wrong, from one exploration.

package systems_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

// TestSurvey compares the failures and pairs of labels of random programs with what the judge
// comes to.
func TestSurvey(t *testing.T) {
	var failures, pairs int
	for seed := range uint64(campaign.Size(t, 36, 3000)) {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 22)), randprog.Default())
		f, p, err := compareSurvey(src)
		if err != nil {
			small := randprog.Shrink(src, func(s string) bool { _, _, err := compareSurvey(s); return err != nil })
			_, _, err = compareSurvey(small)
			t.Fatalf("seed %d: %v\n%s", seed, err, small)
		}
		failures, pairs = failures+f, pairs+p
	}
	t.Logf("%d failures, %d pairs", failures, pairs)
	if failures == 0 || pairs == 0 {
		t.Error("the programs are all alike")
	}
}

func compareSurvey(src string) (failures, pairs int, err error) {
	ctx := context.Background()
	m, err := systems.Read("random.bp", strings.NewReader(src))
	if err != nil {
		return 0, 0, err
	}
	at := map[string][]int{}
	inside := map[string]bool{}
	var names []string
	for _, n := range m.Program.Nodes {
		if n.Stmt != nil && n.Stmt.PC == n.PC {
			for _, l := range n.Stmt.Labels {
				if n.Section != nil {
					inside[l.Name] = true
				}
				if at[l.Name] = append(at[l.Name], n.PC); len(at[l.Name]) == 1 {
					names = append(names, l.Name)
				}
			}
		}
	}
	var asked [][2]string
	for i, a := range names {
		for _, b := range names[i:] {
			if !inside[a] && !inside[b] {
				asked = append(asked, [2]string{b, a})
			}
		}
	}
	const bound = 3
	big, err := judge.New(m.Program.File, judge.Big)
	if err != nil {
		return 0, 0, err
	}
	together := func(c judge.Config, pair [2]string) bool {
		for i, x := range c.Threads {
			for k, y := range c.Threads {
				if i != k && slices.Contains(at[pair[0]], x.PC) && slices.Contains(at[pair[1]], y.PC) {
					return true
				}
			}
		}
		return false
	}
	depth := map[int]int{}
	want := big.Walk(ctx, 1, bound, 3000, func(c judge.Config, d int) {
		for i, pair := range asked {
			if _, known := depth[i]; !known && together(c, pair) {
				depth[i] = d
			}
		}
	})
	if !want.Complete {
		return 0, 0, nil
	}
	s, err := m.Survey(ctx, systems.SurveyOptions{Threads: bound, Pairs: asked, SelfCheck: true})
	if err != nil {
		return 0, 0, err
	}
	got := map[int]int{}
	for _, x := range s.Failures {
		got[x.Property.PC] = x.Depth
	}
	if fmt.Sprint(got) != fmt.Sprint(want.Properties) || !s.Complete || s.States != want.States {
		return 0, 0, fmt.Errorf("failures %v of %d states, want %v of %d", got, s.States, want.Properties, want.States)
	}
	found := map[int]int{}
	for _, x := range s.Pairs {
		found[x.Pair] = x.Depth
		if !together(x.Trace.Final().Config(), asked[x.Pair]) {
			return 0, 0, fmt.Errorf("%v: the execution does not end with threads there", asked[x.Pair])
		}
	}
	if fmt.Sprint(found) != fmt.Sprint(depth) {
		return 0, 0, fmt.Errorf("pairs %v, want %v, of %q", found, depth, asked)
	}
	return len(s.Failures), len(s.Pairs), nil
}

const held = `
decl m := 0; // a lock
decl x := 0;
void main() begin
  start_thread goto other;
  first: m := 1 constrain !m;
  a: x := 1;
  if * then
    m := 0;
  fi
  end_thread;
other:
  op1#lock: m := 1 constrain !m;
  b: assert(!x);
  m := 0;
end
`

// TestSurveyOfLock has all of it in one program: a lock that is not always unlocked.
func TestSurveyOfLock(t *testing.T) {
	s, err := read(t, held).Survey(context.Background(), systems.SurveyOptions{
		Leaks: true, Places: []string{"op"}, Pairs: [][2]string{{"first", "op1#lock"}, {"a", "b"}, {"op1#lock", "first"}}, SelfCheck: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, list := range [][]systems.Execution{s.Failures, s.Leaks, s.Pairs} {
		for _, x := range list {
			got = append(got, fmt.Sprintf("%s %s %s %d %v %d", x.Property.Kind, x.Property.Text, x.Label, x.Depth, x.Stuck, x.Pair))
		}
	}
	want := "assert !x b 7 [] 0; leak op1 op1 4 [2] 0; pair first, op1#lock  1 [] 0; pair op1#lock, first  1 [] 2"
	if text := strings.Join(got, "; "); text != want || !s.Complete || s.Cut || s.MaxThreads != 2 {
		t.Errorf("%s, complete %v, cut %v, %d threads; want %s", text, s.Complete, s.Cut, s.MaxThreads, want)
	}
}

// TestSurveyCutShort: what a survey has found holds, and the program is too small for a leak that is known before
// all is explored.
func TestSurveyCutShort(t *testing.T) {
	for n := int64(0); ; n++ {
		s, err := read(t, held).Survey(campaign.Looks(n), systems.SurveyOptions{Leaks: true, Pairs: [][2]string{{"first", "op1#lock"}}})
		if err != nil {
			t.Fatal(err)
		}
		if s.Complete {
			if n < 1 {
				t.Errorf("complete after %d looks at the limits", n)
			}
			return
		}
		if s.Reason != systems.Timeout || len(s.Leaks) > 0 {
			t.Errorf("after %d looks: %q, %d leaks", n, s.Reason, len(s.Leaks))
		}
	}
}

// TestReduced: without executions that differ in the order of independent steps, the answers are the same.
func TestReduced(t *testing.T) {
	campaign.Alone(t)
	ctx := context.Background()
	var found, states, left int
	for seed := range uint64(campaign.Size(t, 18, 20000)) {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 24)), randprog.Default())
		o := everything(read(t, src))
		if seed%2 == 0 { // then less depends on each other
			o.Pairs = nil
		}
		all, err := read(t, src).Survey(ctx, o)
		if err != nil || !all.Complete {
			t.Fatalf("seed %d: %v, %s\n%s", seed, err, all.Reason, src)
		}
		o.Reduce = true
		some, err := read(t, src).Survey(ctx, o)
		if err != nil || !some.Complete {
			t.Fatalf("seed %d: %v, %s\n%s", seed, err, some.Reason, src)
		}
		if a, b := answers(all), answers(some); a != b || all.Cut != some.Cut {
			t.Errorf("seed %d: %s, cut %v, want %s, cut %v\n%s", seed, b, some.Cut, a, all.Cut, src)
		}
		found += len(all.Failures) + len(all.Leaks) + len(all.Pairs)
		states, left = states+all.States, left+some.States
	}
	t.Logf("%d answers, %d states and %d of the reduced searches", found, states, left)
	if found == 0 || left >= states {
		t.Error("nothing is reduced")
	}
}

// answers lists what a survey has found, in an order that does not depend on how far it is.
func answers(s *systems.Survey) string {
	var list []string
	for _, found := range [][]systems.Execution{s.Failures, s.Leaks, s.Pairs} {
		for _, x := range found {
			list = append(list, fmt.Sprint(x.Property.Kind, " ", x.Label, " ", x.Property.PC, " ", x.Pair))
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// everything asks for all that can go wrong in a program with at most three threads.
func everything(m *systems.Model) systems.SurveyOptions {
	o := systems.SurveyOptions{Threads: 3, Leaks: true, SelfCheck: true}
	var names, inside []string
	for _, n := range m.Program.Nodes {
		if n.Stmt == nil || n.Stmt.PC != n.PC {
			continue
		}
		for _, l := range n.Stmt.Labels {
			if n.Section != nil {
				inside = append(inside, l.Name)
			} else if !slices.Contains(names, l.Name) {
				names = append(names, l.Name)
			}
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(inside, name) })
	for i, a := range names {
		for _, b := range names[i:] {
			o.Pairs = append(o.Pairs, [2]string{a, b})
		}
	}
	return o
}

// TestWalk: what random executions come to is among what all executions come to.
func TestWalk(t *testing.T) {
	ctx := context.Background()
	var found [3]int
	for seed := range uint64(campaign.Size(t, 36, 3000)) {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 23)), randprog.Default())
		m := read(t, src)
		o := everything(m)
		for i := range o.Pairs {
			o.Classes = append(o.Classes, i/2)
		}
		all, err := m.Survey(ctx, o)
		if err != nil || !all.Complete {
			t.Fatalf("seed %d: %v, %s\n%s", seed, err, all.Reason, src)
		}
		o.Walk = true
		some, err := m.Survey(campaign.Looks(50), o)
		if err != nil || some.Complete {
			t.Fatalf("seed %d: %v, complete %v\n%s", seed, err, some.Complete, src)
		}
		class := func(x systems.Execution) string {
			c := -1
			if x.Property.Kind == "pair" {
				c = o.Classes[x.Pair]
			}
			return fmt.Sprint(x.Property.Kind, " ", x.Label, x.Property.PC, c)
		}
		for i, lists := range [][2][]systems.Execution{{all.Failures, some.Failures}, {all.Leaks, some.Leaks}, {all.Pairs, some.Pairs}} {
			for _, x := range lists[1] {
				found[i]++
				same := func(y systems.Execution) bool {
					return class(x) == class(y) || x.Property.Kind == "pair" && o.Classes[x.Pair] == o.Classes[y.Pair]
				}
				if !slices.ContainsFunc(lists[0], same) {
					t.Errorf("seed %d: %s is not possible\n%s", seed, class(x), src)
				}
			}
		}
	}
	t.Logf("%v failures, leaks and pairs", found)
	if found[0] == 0 || found[1] == 0 || found[2] == 0 {
		t.Error("the programs are all alike")
	}
}

// TestWalkGoesFar: at the end of many executions that are long a thread waits for ever, and an assertion fails. On the way
// others wait inside of atomic sections, which they can begin but not end.
func TestWalkGoesFar(t *testing.T) {
	src := "decl x, open := 0;\nvoid main() begin\n" + strings.Repeat("start_thread goto work;\n", 3) + strings.Repeat("start_thread goto shut;\n", 3) +
		"goto done;\nshut: atomic { skip; assume(open); start_thread goto done; }\ngoto done;\nwork: skip;\n" +
		strings.Repeat("x := *;\n", 20) + "bad: assert(!x);\nwait: assume(0);\ndone: skip;\nend\n"
	for _, walk := range []bool{false, true} {
		s, err := read(t, src).Survey(campaign.Looks(300), systems.SurveyOptions{Threads: 7, Leaks: true, Places: []string{"wait"}, Walk: walk, SelfCheck: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(s.Failures) == 1 && len(s.Leaks) == 1; got != walk {
			t.Errorf("walk %v: %d failures, %d leaks in %d states", walk, len(s.Failures), len(s.Leaks), s.States)
		}
	}
}

// TestSurveyMisused: labels that are not there or inside of sections, and models that are no
// programs.
func TestSurveyMisused(t *testing.T) {
	for _, x := range [][2]string{{"nowhere", "no label nowhere"}, {"c", "label c is inside of an atomic section"}} {
		m := read(t, "void main() begin a: skip; atomic { c: skip; } end")
		_, err := m.Survey(context.Background(), systems.SurveyOptions{Pairs: [][2]string{{"a", x[0]}}})
		if err == nil || !strings.Contains(err.Error(), x[1]) {
			t.Error(err)
		}
	}
	m, err := systems.Read("net.tts", strings.NewReader("2 1\n0 0 -> 1 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Survey(context.Background(), systems.SurveyOptions{}); err == nil || !strings.Contains(err.Error(), "net.tts is none") {
		t.Error(err)
	}
}

// workers is n threads that each lock a mutex of their own, while the main thread waits for none of them.
func workers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "decl m%d := 0;\n", i)
	}
	b.WriteString("void main() begin\n")
	for i := range n {
		fmt.Fprintf(&b, "  start_thread goto w%d;\n", i)
	}
	b.WriteString("  end_thread;\n")
	for i := range n {
		fmt.Fprintf(&b, "w%[1]d: m%[1]d := 1 constrain !m%[1]d; m%[1]d := 0; end_thread;\n", i)
	}
	b.WriteString("end\n")
	return b.String()
}

// BenchmarkSurvey compares searches over all orders and over some: of independent workers, and of those that compete for one
// lock, for which more orders matter.
func BenchmarkSurvey(b *testing.B) {
	one := regexp.MustCompile(`m[1-9]`).ReplaceAllString(workers(7), "m0")
	one = strings.Replace(one, strings.Repeat("decl m0 := 0;\n", 7), "decl m0 := 0;\n", 1)
	for _, of := range []struct{ name, src string }{{"independent", workers(7)}, {"competing", one}} {
		for _, reduce := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/reduced=%v", of.name, reduce), func(b *testing.B) {
				for b.Loop() {
					m, err := systems.Read("workers.bp", strings.NewReader(of.src))
					if err != nil {
						b.Fatal(err)
					}
					s, err := m.Survey(context.Background(), systems.SurveyOptions{Threads: 8, Leaks: true, Reduce: reduce})
					if err != nil || !s.Complete || len(s.Leaks) > 0 {
						b.Fatal(err, s)
					}
					b.ReportMetric(float64(s.States), "states")
				}
			})
		}
	}
}
