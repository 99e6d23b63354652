// This file tests which races are found in small programs.

package gocheck

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestRaces compares the lines of races in testdata/race with those that have a comment "race". A twelfth of the entries is
// asked each day; races in other functions than theirs may be missing then.
func TestRaces(t *testing.T) {
	if testing.Short() {
		t.Skip("TestPatternsAnyNumber runs the same goroutines")
	}
	dir := filepath.Join("testdata", "race")
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), Options{Dir: dir, Patterns: []string{"."}, Kinds: []string{"race"}, Only: some(t, 12)})
	if err != nil {
		t.Fatal(err)
	}
	asked := func(function string) bool {
		return slices.ContainsFunc(r.Entries, func(e Entry) bool { return e.Function == function })
	}
	all := campaign.Size(t, 1, 12) > 1
	var want, others []string
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		function := ""
		for n, line := range strings.Split(string(src), "\n") {
			if rest, ok := strings.CutPrefix(line, "func "); ok {
				function, _, _ = strings.Cut(rest, "(")
			}
			if strings.HasSuffix(line, "// race") {
				place := fmt.Sprintf("%s:%d", filepath.Base(name), n+1)
				if all || asked(function) {
					want = append(want, place)
				} else {
					others = append(others, place)
				}
			}
		}
	}
	var got []string
	for _, x := range r.Findings {
		if s := fmt.Sprintf("%s:%d", filepath.Base(x.File), x.Line); isPossible(x) && !slices.Contains(got, s) && !slices.Contains(others, s) {
			got = append(got, s)
		}
		for _, p := range r.Proved {
			if p.Kind == "race" && slices.ContainsFunc(x.Others, func(q render.GoPlace) bool { return q.String() == p.GoPlace.String() }) {
				t.Errorf("%s is proved and races with line %d", p.GoPlace, x.Line)
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("races (- wanted, + found):\n%s", d)
	}
}

// ofMany has goroutines that hold one of many locks.
const ofMany = `package many

import (
	"fmt"
	"hash/fnv"
	"sync"
	"testing"
)

func TestEach(t *testing.T) {
	var mu [20]sync.Mutex
	var n [20]int
	for range 2 {
		go func() {
			for i := range n {
				mu[i].Lock()
				n[i]++
				mu[i].Unlock()
			}
		}()
	}
}

func TestOther(t *testing.T) {
	var mu [20]sync.Mutex
	n := 0
	for i := range 2 {
		go func() {
			mu[i].Lock()
			n++
			mu[i].Unlock()
		}()
	}
}

func TestBehind(t *testing.T) {
	var mu [20]sync.Mutex
	var n [20]int
	for range 2 {
		go func() {
			for i := range n {
				mu[i].Lock()
				mu[i].Unlock()
				n[i]++
			}
		}()
	}
}

type sharded struct {
	locks [32]sync.Mutex
	parts [32]map[string]int
	total int
}

func count(total bool) {
	m := &sharded{}
	for i := range m.parts {
		m.parts[i] = map[string]int{}
	}
	for key := range 2 {
		go func() {
			h := fnv.New32()
			fmt.Fprint(h, key)
			i := h.Sum32() % 32
			m.locks[i].Lock()
			defer m.locks[i].Unlock()
			m.parts[i]["a"]++
			if total {
				m.total++
			}
		}()
	}
}

func TestSharded(t *testing.T) { count(false) }

func TestShardedTotal(t *testing.T) { count(true) }
`

// TestRacesOfMany checks that races of one of many variables are open where goroutines hold one of many locks.
func TestRacesOfMany(t *testing.T) {
	code := programs(t)
	r := Check(t.Context(), code, entries(t, code, "many", "TestEach", "TestOther", "TestBehind", "TestSharded", "TestShardedTotal"), Options{Kinds: []string{"race"}})
	var got []string
	for _, f := range r.Findings {
		how := "open"
		if isPossible(f) {
			how = "possible"
		}
		got = append(got, f.Entries[0]+" "+how)
	}
	slices.Sort(got)
	if d := cmp.Diff([]string{"TestBehind possible", "TestEach open", "TestOther possible", "TestSharded open", "TestShardedTotal possible"}, slices.Compact(got)); d != "" {
		t.Errorf("races (- wanted, + found):\n%s", d)
	}
}

// TestRacesInTime checks that the time limit holds where there are many variables in a large program.
func TestRacesInTime(t *testing.T) {
	campaign.Turn(t, 0, 2)
	const fields = 120
	var declared, accessed strings.Builder
	for i := range fields {
		fmt.Fprintf(&declared, "\tf%d int\n", i)
		fmt.Fprintf(&accessed, "mu[(i+%d)%%8].Lock()\ns.f%d++\nmu[(i+%d)%%8].Unlock()\n", i, i, i)
	}
	src := "package p\n\nimport (\n\"sync\"\n\"testing\"\n)\n\ntype stats struct {\n" + declared.String() +
		"}\n\nfunc TestMany(t *testing.T) {\nvar mu [8]sync.Mutex\ns := &stats{}\nfor range 2 {\ngo func() {\nfor i := range 8 {\n" + accessed.String() + "}\n}()\n}\n}\n"
	dir, err := campaign.Folder(map[string]string{"p_test.go": src})
	if err != nil {
		t.Fatal(err)
	}
	const limit = 300 * time.Millisecond
	begin := time.Now()
	r, err := Run(t.Context(), Options{Dir: dir, Patterns: []string{"p_test.go"}, Kinds: []string{"race"}, Timeout: limit})
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("%v: %v", took, found(r.Findings))
	}
}
