// This file tests that what goes wrong when programs are run is never said to be safe.

package rungo_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/rungo"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck"
)

// A tally counts what came of the programs.
type tally struct{ programs, wrong, found, open, unjudged, refuted int }

func (c *tally) String() string {
	return fmt.Sprintf("%d programs, of which %d go wrong in a run: %d are found, %d open, %d not judged, %d said to be safe", c.programs, c.wrong, c.found, c.open, c.unjudged, c.refuted)
}

// newSource makes what programs are made of, once.
var newSource = sync.OnceValues(rungo.NewSource)

// TestRuns runs random programs, and asks about those of which a run goes wrong.
func TestRuns(t *testing.T) {
	first := uint64(5000)
	if text := os.Getenv("IJIT_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		first = n
	}
	source, err := newSource()
	if err != nil {
		t.Fatal(err)
	}
	var c tally
	const some = 100
	n := campaign.Size(t, 6, 2000)
	for k := 0; k < n; k += some {
		var programs []*rungo.Program
		for i := k; i < min(n, k+some); i++ {
			programs = append(programs, source.Random(first+uint64(i)))
		}
		c.batch(t, programs)
		t.Log(&c)
	}
	if c.wrong*5 < c.programs {
		t.Errorf("%d of %d programs go wrong", c.wrong, c.programs)
	}
}

// TestAsked asks about programs for which a question once ended in a crash.
func TestAsked(t *testing.T) {
	campaign.Turn(t, 0, 4)
	source, err := newSource()
	if err != nil {
		t.Fatal(err)
	}
	for _, seed := range []uint64{
		700186, // a trap goes on by a channel that a part leaves out
	} {
		reports(t, []*rungo.Program{source.Random(seed)}, gocheck.Options{Timeout: 4 * time.Second})
	}
}

func (c *tally) batch(t *testing.T, programs []*rungo.Program) {
	begin := time.Now()
	files, err := rungo.Sources(programs)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := campaign.Folder(files)
	if err != nil {
		t.Fatal(err)
	}
	b, err := rungo.Build(t.Context(), dir, filepath.Join(t.TempDir(), "campaign"))
	if err != nil {
		t.Fatal(err)
	}
	built := time.Now()
	seen, err := runs(t, b, len(programs))
	if err != nil {
		t.Fatal(err)
	}
	ran := time.Now()
	c.programs += len(programs)
	var wrong []*rungo.Program
	var faults [][]rungo.Fault
	for k, p := range programs {
		if len(seen[k]) > 0 {
			wrong = append(wrong, p)
			faults = append(faults, seen[k])
		}
	}
	c.wrong += len(wrong)
	defer func() {
		t.Logf("built in %.0f s, run in %.0f s, asked in %.0f s", built.Sub(begin).Seconds(), ran.Sub(built).Seconds(), time.Since(ran).Seconds())
	}()
	for k, r := range reports(t, wrong, gocheck.Options{Timeout: time.Duration(min(4, campaign.Size(t, 1, 4))) * time.Second}) {
		verdict := r.Verdict()
		contradicted := contradictions(r, faults[k])
		if len(contradicted) > 0 && !slices.ContainsFunc(faults[k], func(f rungo.Fault) bool { return !strings.Contains(f.Text, "runtime error: ") }) {
			// Whether the runtime panics is asked only where the code may be run.
			r = reports(t, wrong[k:k+1], gocheck.Options{Timeout: 20 * time.Second, Confirm: true})[0]
			verdict, contradicted = r.Verdict(), contradictions(r, faults[k])
		}
		switch {
		case len(contradicted) > 0:
			c.refuted++
			t.Errorf("seed %d: %s, but\n%s\n%s", wrong[k].Seed, verdict, strings.Join(contradicted, "\n"), numbered(wrong[k].Text))
		case verdict == "UNSAFE":
			c.found++
		case verdict == "UNKNOWN":
			c.open++
		default:
			c.unjudged++
		}
	}
}

// runs runs each program some times, with all ways to disturb it, and returns what went wrong.
func runs(t *testing.T, b *rungo.Binary, n int) ([][]rungo.Fault, error) {
	times := campaign.Size(t, 4, 20)
	seen := make([][]rungo.Fault, n*times)
	all, ctx := errgroup.WithContext(t.Context())
	all.SetLimit(8) // they mostly sleep
	for i := range seen {
		all.Go(func() (err error) {
			k := i % times
			seen[i], err = b.Run(ctx, i/times, []int{0, 1, 3, 10}[k%4], 1+k%3, 1)
			return err
		})
	}
	if err := all.Wait(); err != nil {
		return nil, err
	}
	list := make([][]rungo.Fault, n)
	for i := range list {
		list[i] = slices.Concat(seen[i*times : (i+1)*times]...)
	}
	return list, nil
}

// reports asks about programs.
func reports(t *testing.T, programs []*rungo.Program, o gocheck.Options) []*gocheck.Report {
	files := map[string]string{"go.mod": "module random\n\ngo 1.26\n"}
	for k, p := range programs {
		files[fmt.Sprintf("p%d/p.go", k)] = string(p.Text)
	}
	dir, err := campaign.Folder(files)
	if err != nil {
		t.Fatal(err)
	}
	list := make([]*gocheck.Report, len(programs))
	if len(programs) == 0 {
		return nil
	}
	code, entries, err := gocheck.Load(t.Context(), gocheck.Options{Dir: dir, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if i, err := strconv.Atoi(strings.TrimPrefix(e.Package, "random/p")); err == nil && e.Name == programs[i].Entry() {
			list[i] = gocheck.Check(t.Context(), code, []*golang.Entry{e}, o)
		}
	}
	for i, r := range list {
		if r == nil {
			t.Fatalf("no entry of program %d", i)
		}
	}
	return list
}

// contradictions returns what a report says that did not hold in runs: that the program is safe, or an operation.
func contradictions(r *gocheck.Report, faults []rungo.Fault) (list []string) {
	said := map[string]bool{}
	// Of an RWMutex that is given back by who does not hold it the library does not notice all, and goes on in a state that
	// means nothing. The model ends there.
	misused := slices.ContainsFunc(r.Findings, func(f render.Finding) bool { return f.Kind == "lock" && f.Verdict == "UNSAFE" })
	unjudged := func(line int) bool {
		for _, p := range slices.Concat(r.Unjudged, r.Fails) {
			if p.Line == line {
				return true
			}
		}
		return false
	}
	for _, f := range faults {
		text := fmt.Sprintf("%s at %d: %s", f.Kind, f.Lines, f.Text)
		if f.Live {
			text = "while others go on, " + text
		}
		if f.Kind == "panic" && slices.ContainsFunc(f.Lines, unjudged) {
			continue
		}
		if key := fmt.Sprint(f.Kind, f.Lines); said[key] {
			continue
		} else {
			said[key] = true
		}
		if r.Verdict() == "SAFE" {
			list = append(list, "SAFE: "+text)
			continue
		}
		if f.Live || misused && f.Kind == "leak" {
			continue // no proof of an operation is about them
		}
		for _, p := range r.Proved {
			if strings.HasSuffix(p.Operation, ".C") {
				continue // who receives from a ticker again and again is not blocked, wherever he is found
			}
			if string(p.Kind) == f.Kind && f.Kind != "race" && p.Line == f.Lines[0] {
				only := true // one operation in the line
				for _, q := range r.Findings {
					only = only && q.Line != p.Line
				}
				if only {
					list = append(list, fmt.Sprintf("proved: %s of %s: %s", p.Kind, p.Operation, text))
				}
			}
		}
	}
	return list
}

// numbered returns a text with the numbers of its lines.
func numbered(text []byte) string {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		fmt.Fprintf(&b, "%4d %s", n, line)
	}
	return b.String()
}
