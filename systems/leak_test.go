// This file tests the question whether a thread can be blocked for ever.

package systems_test

import (
	"cmp"
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
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
)

// A naive has what a program with threads that have identities can do, a statement at a
// time, by the judge. A configuration lists its threads in an order that steps keep.
type naive struct {
	program *parser.Program
	big     bool // a section is one step
	configs []judge.Config
	next    [][]link
	escapes []bool // an assertion fails here, or the bound blocks the creation of a thread
	number  map[string]int
}

// A link is a step. Thread ends, or stays where it is in the list; -1 for no thread.
type link struct{ to, ends int }

// enumerate explores a program with at most bound threads. It returns nil if there are too
// many configurations.
func enumerate(m *systems.Model, bound, limit int, big bool) (*naive, error) {
	ctx := context.Background()
	j, err := judge.New(m.Program.File, judge.Small)
	if err != nil {
		return nil, err
	}
	g := &naive{program: m.Program, big: big, number: map[string]int{}}
	for c := range j.Initial(1) {
		g.add(c)
	}
	for i := 0; i < len(g.configs); i++ {
		if len(g.configs) > limit {
			return nil, nil
		}
		c := g.configs[i]
		met := map[link]bool{}
		for _, s := range j.Successors(c, 0) {
			switch {
			case s.Error != nil, len(s.Next.Threads) > bound:
				g.escapes[i] = true
				continue
			}
			permute(s.Next.Threads, func(threads []judge.Thread) {
				next := judge.Config{Shared: s.Next.Shared, Threads: slices.Clone(threads)}
				for k := range c.Threads {
					if _, ok, _ := j.Takes(ctx, c, k, next, bound); ok {
						x := link{g.add(next), -1}
						if len(threads) < len(c.Threads) {
							x.ends = k
						}
						if !met[x] {
							met[x] = true
							g.next[i] = append(g.next[i], x)
						}
					}
				}
			})
		}
	}
	return g, nil
}

func (g *naive) add(c judge.Config) int {
	key := fmt.Sprint(c.Shared, c.Threads)
	n, known := g.number[key]
	if !known {
		n = len(g.configs)
		g.number[key] = n
		g.configs, g.next, g.escapes = append(g.configs, c), append(g.next, nil), append(g.escapes, false)
	}
	return n
}

// permute visits all orders of a list.
func permute(list []judge.Thread, visit func([]judge.Thread)) {
	var place func(k int)
	place = func(k int) {
		if k == len(list) {
			visit(list)
		}
		for i := k; i < len(list); i++ {
			list[k], list[i] = list[i], list[k]
			place(k + 1)
			list[k], list[i] = list[i], list[k]
		}
	}
	list = slices.Clone(list)
	place(0)
}

// inside reports whether a configuration is not one of the search.
func (g *naive) inside(n int) bool {
	return g.big && slices.ContainsFunc(g.configs[n].Threads, func(t judge.Thread) bool { return g.program.Nodes[t.PC].Section != nil })
}

// place names the place of a thread, "" for the end.
func (g *naive) place(t judge.Thread) string {
	n := g.program.Nodes[t.PC]
	if n.Stmt == nil && n.Proc == g.program.File.Main {
		return ""
	}
	if n.Stmt != nil && n.Stmt.PC == n.PC && len(n.Stmt.Labels) > 0 {
		name, _, _ := strings.Cut(n.Stmt.Labels[0].Name, "#")
		return name
	}
	return fmt.Sprint(t.PC)
}

// depths returns the distance of each configuration.
func (g *naive) depths(initial int) []int {
	depth := make([]int, len(g.configs))
	level := []int{}
	for i := range depth {
		depth[i] = -1
		if i < initial {
			depth[i] = 0
			level = append(level, i)
		}
	}
	for d := 1; len(level) > 0; d++ {
		var after []int
		for i := 0; i < len(level); i++ {
			for _, x := range g.next[level[i]] {
				switch {
				case depth[x.to] >= 0:
				case g.inside(x.to):
					depth[x.to] = d
					level = append(level, x.to)
				default:
					depth[x.to] = d
					after = append(after, x.to)
				}
			}
		}
		level = after
	}
	return depth
}

// leaks returns for each place with a leak the distance of the nearest one.
func (g *naive) leaks(initial int) map[string]int {
	places := map[string]bool{}
	for _, c := range g.configs {
		for _, t := range c.Threads {
			places[g.place(t)] = true
		}
	}
	delete(places, "")
	depth := g.depths(initial)
	found := map[string]int{}
	for place := range places {
		free := make([]map[int]bool, len(g.configs)) // threads that can leave the place, or are elsewhere
		for i, c := range g.configs {
			free[i] = map[int]bool{}
			for k, t := range c.Threads {
				free[i][k] = g.escapes[i] || !g.inside(i) && g.place(t) != place
			}
		}
		for changed := true; changed; {
			changed = false
			for i, c := range g.configs {
				for k := range c.Threads {
					if free[i][k] {
						continue
					}
					for _, x := range g.next[i] {
						then := k
						if x.ends >= 0 && x.ends < k {
							then--
						}
						if x.ends == k || free[x.to][then] {
							free[i][k], changed = true, true
						}
					}
				}
			}
		}
		for i, c := range g.configs {
			for k := range c.Threads {
				if d, known := found[place]; !free[i][k] && !g.inside(i) && (!known || depth[i] < d) {
					found[place] = depth[i]
				}
			}
		}
	}
	return found
}

var labelNames = regexp.MustCompile(`\bL(\d+)\b`)

// TestLeaks compares the leaks of random programs with those that are found by trying, with
// threads that have identities, a place at a time.
func TestLeaks(t *testing.T) {
	campaign.Alone(t)
	programs := campaign.Size(t, 8, 2500)
	var count [4]int
	for seed := range uint64(programs) {
		config := randprog.Default()
		config.Shared, config.Statements = 2, 10
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 21)), config)
		src = labelNames.ReplaceAllStringFunc(src, func(name string) string { // two or three labels are one place
			return fmt.Sprintf("P%d#%s", (name[1]-'0')/2, name[1:])
		})
		kinds, err := compareLeaks(src)
		if err != nil {
			small := randprog.Shrink(src, func(s string) bool { _, err := compareLeaks(s); return err != nil })
			_, err = compareLeaks(small)
			t.Fatalf("seed %d: %v\n%s", seed, err, small)
		}
		for i, n := range kinds {
			count[i] += n
		}
	}
	t.Logf("%d programs: %d questions with %d places where a thread leaks, %d without; %d found when the time was over", programs, count[0], count[1], count[2], count[3])
	if count[0] == 0 || count[2] == 0 || count[3] == 0 {
		t.Error("the programs are all alike")
	}
}

// compareLeaks compares the answers about a program, and counts the questions with a leak,
// the places, the questions without one, and the leaks that are found when the time is over.
func compareLeaks(src string) (kinds [4]int, err error) {
	ctx := context.Background()
	m, err := systems.Read("random.bp", strings.NewReader(src))
	if err != nil {
		return kinds, err
	}
	for bound := 1; bound <= 3; bound++ {
		for _, atomicity := range []systems.Atomicity{systems.Big, systems.Small} {
			g, err := enumerate(m, bound, 300, atomicity == systems.Big)
			if err != nil {
				return kinds, err
			}
			if g == nil {
				continue
			}
			j, err := judge.New(m.Program.File, judge.Small)
			if err != nil {
				return kinds, err
			}
			want := g.leaks(len(slices.Collect(j.Initial(1))))
			nearest := -1
			for _, d := range want {
				if nearest < 0 || d < nearest {
					nearest = d
				}
			}
			if nearest < 0 {
				kinds[2]++
			} else {
				kinds[0]++
				kinds[1] += len(want)
			}
			for _, o := range []systems.Options{{Algorithm: "bfs"}, {Algorithm: "symbolic"}, {Algorithm: "bfs", Via: systems.TTS}, {Algorithm: "bfs", Via: systems.BP}} {
				o.Leak, o.Threads, o.Atomicity, o.SelfCheck = true, bound, atomicity, true
				r, err := m.Check(ctx, o)
				if err != nil {
					return kinds, err
				}
				if (r.Verdict == systems.Unsafe) != (nearest >= 0) || r.Verdict == systems.Unknown && !hides(r) || r.Verdict == systems.Safe && r.Cut || nearest >= 0 && (r.Depth != nearest || !r.Stats.Replayed) {
					return kinds, fmt.Errorf("%s/%s, %d threads, steps %d: %v(%s) at depth %d, the nearest leak is at %d: %v",
						o.Algorithm, o.Via, bound, atomicity, r.Verdict, r.Reason, r.Depth, nearest, want)
				}
			}
			if atomicity == systems.Small {
				continue
			}
			s, err := m.Survey(ctx, systems.SurveyOptions{Threads: bound, Leaks: true, SelfCheck: true})
			if err != nil {
				return kinds, err
			}
			got := map[string]int{}
			for _, x := range s.Leaks {
				name := x.Label
				if name == "" {
					name = fmt.Sprint(x.Property.PC)
				}
				got[name] = x.Depth
				if at := x.Trace.Final().Thread(x.Stuck[0]); at == nil || at.PC != x.Property.PC {
					return kinds, fmt.Errorf("%v is not at %v", at, x.Property)
				}
			}
			if !s.Complete || fmt.Sprint(got) != fmt.Sprint(want) {
				return kinds, fmt.Errorf("survey with %d threads: %v, want %v", bound, got, want)
			}
			for looks := int64(0); ; looks++ { // leaks that are found when the time is over are leaks
				s, err := m.Survey(campaign.Looks(looks), systems.SurveyOptions{Threads: bound, Leaks: true, SelfCheck: true})
				if err != nil {
					return kinds, err
				}
				if s.Complete {
					break
				}
				for _, x := range s.Leaks {
					name := cmp.Or(x.Label, fmt.Sprint(x.Property.PC))
					if depth, ok := got[name]; !ok || x.Depth < depth {
						return kinds, fmt.Errorf("survey with %d threads, after %d looks: leak %s at depth %d, want %v", bound, looks, name, x.Depth, want)
					}
					kinds[3]++
				}
			}
		}
	}
	return kinds, nil
}

// A thread that offers and withdraws stays at one place, whatever other labels it has.
func TestLeakPlaces(t *testing.T) {
	m := read(t, `decl offer := 0, taken := 0;
void main() begin
decl again := 0;
start: send#: atomic { assume(!offer); offer := 1; again := 0; }
send#offered: atomic { if * then assume(taken); taken := 0; else offer := 0; again := 1; fi }
send#end: if again then goto send#; fi;
end`)
	r, err := m.Check(context.Background(), systems.Options{Algorithm: "bfs", Leak: true})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != systems.Unsafe || !strings.Contains(r.Property.Text, "send") {
		t.Errorf("%v, %+v", r.Verdict, r.Property)
	}
}
