// This file tests comparisons: what is marked, and how it is written.

package compare

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/internal/measure/bench"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares output with a file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (go test -update writes it; look at it then):\n%s", name, diff)
	}
}

// run returns a row: verdict is such as SAFE or UNKNOWN timeout.
func run(name, series, verdict string, cpu time.Duration, megabytes uint64) bench.Row {
	algorithm, via, _ := strings.Cut(series, "/")
	words := append(strings.Fields(verdict), "")
	return bench.Row{
		Instance: name, SHA256: name, Question: bench.Question{Initial: "one", Atomic: "big"},
		Algorithm: algorithm, Via: via, Verdict: words[0], Reason: words[1],
		CPU: cpu, Wall: 2 * cpu, Peak: megabytes * 1e6, Exit: "0", States: 7, Program: "ijit v1", Machine: "m",
	}
}

const ms = time.Millisecond

// two are logs with each difference.
func two() []Log {
	wrong := run("wrong.bp", "bws/jit", "SAFE", 10*ms, 20)
	wrong.Expected = bench.Unsafe
	moved := run("moved.bp", "bws/jit", "SAFE", 10*ms, 20)
	moved.SHA256 = "another"
	return []Log{
		{"old.csv", []bench.Row{
			run("same.bp", "bws/jit", "SAFE", 1000*ms, 100),
			run("<a&b>.bp", "bws/jit", "SAFE", 10*ms, 20),
			wrong,
			run("lost.bp", "bws/jit", "UNSAFE", 500*ms, 50),
			run("gained.bp", "bws/jit", "UNKNOWN timeout", 60000*ms, 900),
			run("slower.bp", "bws/jit", "SAFE", 900*ms, 50),
			run("slower.bp", "bws/jit", "SAFE", 500*ms, 50),
			run("faster.bp", "bfs/jit", "SAFE", 500*ms, 50),
			run("start.bp", "bws/jit", "SAFE", 10*ms, 10),
			run("moved.bp", "bws/jit", "SAFE", 10*ms, 20),
		}},
		{"new.csv", []bench.Row{
			run("same.bp", "bws/jit", "SAFE", 1200*ms, 120),
			run("<a&b>.bp", "bws/jit", "UNSAFE", 10*ms, 20),
			run("lost.bp", "bws/jit", "UNKNOWN memory", 10*ms, 20),
			run("gained.bp", "bws/jit", "SAFE", 10*ms, 20),
			run("slower.bp", "bws/jit", "SAFE", 1000*ms, 100),
			run("faster.bp", "bfs/jit", "SAFE", 50*ms, 10),
			run("start.bp", "bws/jit", "SAFE", 99*ms, 31),
			moved,
		}},
	}
}

func noise() Noise { return Noise{Ratio: 1.25, Time: 100 * ms, Memory: 32e6} }

func newTable(t *testing.T, logs []Log) *Table {
	t.Helper()
	var all []bench.Row
	for _, l := range logs {
		all = append(all, l.Rows...)
	}
	table, err := New(logs, bench.SeriesOf(all), noise(), false)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// text returns the table as text.
func text(t *testing.T, table *Table) string {
	t.Helper()
	var b bytes.Buffer
	if err := table.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	table := newTable(t, two())
	want := `CONTRADICTS  <a&b>.bp   bws/jit  SAFE -> UNSAFE
CONTRADICTS  wrong.bp   bws/jit  SAFE in old.csv, expected UNSAFE
lost         lost.bp    bws/jit  UNSAFE -> UNKNOWN(memory)
gained       gained.bp  bws/jit  UNKNOWN(timeout) -> SAFE
slower       slower.bp  bws/jit  500 ms -> 1 s  ×2.00
more memory  slower.bp  bws/jit  50 MB -> 100 MB  ×2.00
faster       faster.bp  bfs/jit  500 ms -> 50 ms  ×0.10
less memory  faster.bp  bfs/jit  50 MB -> 10 MB  ×0.20

new.csv against old.csv: 7 runs decided (old.csv: 8); 1 contradict, 1 lost, 1 gained
  CPU time: geometric mean ×1.19 over 5; 1 slower, 1 faster by more than ×1.25
  CPU time of those not below 100 ms: geometric mean ×0.62 over 3
  memory: geometric mean ×1.08 over 5; 1 more, 1 less by more than ×1.25
note: 3 of 10 rows have no run in some column
note: 1 older runs of the same kind are left out
note: of some files the content has changed, so their runs are not compared: moved.bp
`
	if diff := cmp.Diff(want, text(t, table)); diff != "" {
		t.Error(diff)
	}
	if !table.Contradicts() {
		t.Error("contradictory verdicts are not noticed")
	}
	same := two()[:1]
	same = append(same, Log{"again.csv", same[0].Rows[3:]})
	if table := newTable(t, same); strings.Contains(text(t, table), "×0") || table.Columns[1].Count != [marks]int{} {
		t.Errorf("a log against itself:\n%s", text(t, table))
	}
}

// TestSeries compares the series of one log.
func TestSeries(t *testing.T) {
	log := Log{"runs.csv", []bench.Row{
		run("a.bp", "bws/tts", "SAFE", 1000*ms, 100),
		run("a.bp", "bws/jit", "SAFE", 100*ms, 20),
		run("b.bp", "bws/jit", "SAFE", 100*ms, 20),
		run("a.bp", "tool/-", "UNSAFE", 200*ms, 200),
	}}
	// A bound on threads is no contradiction of a verdict without one.
	bounded := run("a.bp", "bfs/jit", "SAFE", 1000*ms, 100)
	bounded.Threads, bounded.Cut = 3, true
	log.Rows = append(log.Rows, bounded)
	got := text(t, newTable(t, []Log{log}))
	for _, line := range []string{
		"bws/tts against bfs/jit: 1 runs decided (bfs/jit: 1); 0 contradict, 0 lost, 0 gained",
		"bws/jit against bfs/jit: 2 runs decided (bfs/jit: 1); 0 contradict, 0 lost, 0 gained",
		"tool against bfs/jit: 1 runs decided (bfs/jit: 1); 0 contradict, 0 lost, 0 gained",
		"faster       a.bp (3 threads)  bws/jit  1 s -> 100 ms  ×0.10",
	} {
		if !strings.Contains(got, line+"\n") {
			t.Errorf("there is no line %q in\n%s", line, got)
		}
	}
	names := bench.SeriesOf(log.Rows)
	table, err := New([]Log{log}, names[1:], noise(), true)
	if err != nil {
		t.Fatal(err)
	}
	if got := text(t, table); !strings.Contains(got, "CONTRADICTS  a.bp  tool     SAFE -> UNSAFE\n") || !strings.Contains(got, "2 s -> 200 ms  ×0.10") {
		t.Error(got)
	}
	if _, err := New([]Log{log}, names[:1], noise(), false); err == nil || !strings.Contains(err.Error(), "is alone") {
		t.Errorf("one series of one log: %v", err)
	}
}

func TestPage(t *testing.T) {
	var page bytes.Buffer
	if err := newTable(t, two()).WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	golden(t, "page.html", page.Bytes())
	for _, other := range []string{"http:", "https:", " src=", " href=", "@import", "url("} {
		if strings.Contains(page.String(), other) {
			t.Errorf("the page asks for another file: %s", other)
		}
	}
	if n := strings.Count(page.String(), "<tr data-differs="); n != 10 {
		t.Errorf("%d rows", n)
	}
	if want := "&lt;a&amp;b&gt;.bp"; !strings.Contains(page.String(), want) {
		t.Errorf("there is no %s", want)
	}
}
