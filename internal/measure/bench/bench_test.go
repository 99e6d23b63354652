// This file tests processes and benches with a child that does what it is told:
// this test, started again.

package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/internal/testing/campaign"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == "check" || os.Args[1] == "sizes") {
		child(os.Args[len(os.Args)-1])
	}
	os.Exit(m.Run())
}

// child does what the file says.
func child(path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		os.Exit(1)
	}
	words := strings.Fields(string(text))
	answer := func(format string, args ...any) {
		fmt.Printf(`{"schema": "ijit.result/1", `+format+"}\n", args...)
	}
	switch words[0] {
	case "SAFE":
		answer(`"verdict": "SAFE", "states": 7, "depth": 3, "cut": %v, "stats": {"fired": 9, "more": 1}`, len(words) > 1)
		os.Exit(0)
	case "UNSAFE":
		answer(`"verdict": "UNSAFE", "states": 5`)
		os.Exit(10)
	case "UNKNOWN":
		answer(`"verdict": "UNKNOWN", "reason": "unsupported", "detail": "a\nb"`)
		os.Exit(30)
	case "bad":
		answer(`"error": {"message": "x.bp:1:1: no"}`)
		os.Exit(1)
	case "liar":
		answer(`"verdict": "SAFE"`)
		os.Exit(10)
	case "panic":
		panic("oh")
	case "sleep":
		time.Sleep(100 * time.Millisecond)
		answer(`"verdict": "SAFE"`)
		os.Exit(0)
	case "sizes":
		fmt.Println(`{"program": {"shared": 1, "local": 2, "pcs": 3}}`)
		fmt.Println(`{"translation": {"shared": 4, "local": 5, "edges": 6}}`)
		os.Exit(0)
	case "late":
		fmt.Println(`{"program": {"shared": 1, "local": 2, "pcs": 3}}`)
		time.Sleep(time.Minute)
	case "hang": // with a child of its own that holds the output open
		c := exec.Command(os.Args[0], "check", filepath.Join(filepath.Dir(path), "hang.2"))
		c.Stdout = os.Stdout
		c.Start()
		os.WriteFile(path+".pid", []byte(strconv.Itoa(c.Process.Pid)), 0o666)
		time.Sleep(time.Minute)
	case "hog":
		var hold [][]byte
		for range 400 {
			hold = append(hold, make([]byte, 1<<20))
			for i := range hold[len(hold)-1] {
				hold[len(hold)-1][i] = 1
			}
			time.Sleep(time.Millisecond)
		}
		fmt.Fprint(os.Stderr, len(hold))
		time.Sleep(time.Minute)
	}
	time.Sleep(time.Minute)
	os.Exit(0)
}

// write writes files into a folder of the test: names and contents by turns.
func write(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// newBench returns a bench whose program is this test, and the jobs of one algorithm
// on a folder.
func newBench(t *testing.T, dir string) (*Bench, []*Job) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	suite, err := ReadSuite([]string{dir}, Question{})
	if err != nil {
		t.Fatal(err)
	}
	jobs, _, err := Matrix{Algorithms: []string{"bfs"}, Via: []string{"jit"}}.Jobs(suite.Instances)
	if err != nil {
		t.Fatal(err)
	}
	log, err := OpenLog(filepath.Join(dir, "runs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	return &Bench{
		Path:         exe,
		Name:         exe,
		SizesCommand: []string{"sizes"},
		Conditions:   Conditions{Timeout: time.Minute, Program: "p", Machine: "m"},
		Parallel:     2,
		Log:          log,
	}, jobs
}

func TestRun(t *testing.T) {
	dir := write(t, "1safe.bp", "SAFE", "2cut.bp", "SAFE cut", "3unsafe.bp", "UNSAFE", "4unknown.bp", "UNKNOWN",
		"5bad.bp", "bad", "6liar.bp", "liar", "7panic.bp", "panic")
	b, jobs := newBench(t, dir)
	reported := 0
	b.Report = func(Row) { reported++ }
	rows, err := b.Run(context.Background(), jobs)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprint(filepath.Base(r.Instance), " ", r.Verdict, " ", r.Reason, " ", r.Exit, " ", r.Cut, " ", r.States, " ", r.Images, " ", r.Detail))
		if r.Wall <= 0 || r.CPU <= 0 || r.Peak != 0 && r.Peak < 1<<20 || r.Threads != 3 || r.Timeout != time.Minute {
			t.Errorf("%s: %+v", r.Instance, r)
		}
	}
	want := []string{
		"1safe.bp SAFE  0 false 7 9 ",
		"2cut.bp SAFE  0 true 7 9 ",
		"3unsafe.bp UNSAFE  10 false 5 0 ",
		"4unknown.bp UNKNOWN unsupported 30 false 0 0 a\nb",
		"5bad.bp ERROR  1 false 0 0 x.bp:1:1: no",
		"6liar.bp ERROR  10 false 0 0 it ended without an answer",
		"7panic.bp ERROR  2 false 0 0 panic: oh",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if reported != len(want) {
		t.Errorf("%d rows reported", reported)
	}

	// Once more: nothing is run, but what ended in an error if that is wanted.
	for _, test := range []struct {
		retry bool
		runs  int
	}{{false, 0}, {true, 3}} {
		b.Retry, reported = test.retry, 0
		again, err := b.Run(context.Background(), jobs)
		if err != nil || len(again) != len(rows) || reported != test.runs {
			t.Errorf("retry %v: %d rows, %d of them run, %v", test.retry, len(again), reported, err)
		}
	}
	logged, err := ReadLog(filepath.Join(dir, "runs.csv"))
	if err != nil || len(logged) != len(rows)+3 {
		t.Errorf("%d rows in the log, %v", len(logged), err)
	}
}

// alive reports whether a process is there and no zombie.
func alive(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	return err == nil && !strings.Contains(string(stat), ") Z ")
}

func TestKilledForTime(t *testing.T) {
	t.Parallel() // as the others that do nothing but wait
	dir := write(t, "x.bp", "hang", "hang.2", "forever")
	p := &process{path: os.Args[0], args: []string{os.Args[0], "check", filepath.Join(dir, "x.bp")}, timeout: time.Second}
	begin := time.Now()
	e, err := p.run(context.Background())
	if err != nil || e.killed != "timeout" || !strings.HasPrefix(e.status, "signal 9") {
		t.Errorf("%+v, %v", e, err)
	}
	if took := time.Since(begin); took < 950*time.Millisecond || took > time.Minute {
		t.Errorf("killed after %s", took)
	}
	r := Row{}
	r.read(&e)
	if r.Verdict != Unknown || r.Reason != "timeout" {
		t.Errorf("recorded as %+v", r)
	}
	pid, err := os.ReadFile(filepath.Join(dir, "x.bp.pid"))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; alive(string(pid)); i++ {
		if i == 100 {
			t.Fatal("the child of the process is still there")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func TestKilledForMemory(t *testing.T) {
	campaign.Turn(t, 1, 2)
	t.Parallel()
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip("this system does not tell the memory of another process")
	}
	dir := write(t, "x.bp", "hog")
	p := &process{path: os.Args[0], args: []string{os.Args[0], "check", filepath.Join(dir, "x.bp")}, memory: graceMemory(32 << 20)}
	e, err := p.run(context.Background())
	if err != nil || e.killed != "memory" || e.peak < 100<<20 {
		t.Errorf("%+v, %v", e, err)
	}
	p.memory = 1 << 30
	p.timeout = 700 * time.Millisecond
	if e, err = p.run(context.Background()); err != nil || e.killed != "timeout" {
		t.Errorf("within its limit of memory: %+v, %v", e, err)
	}
}

// TestKilledForMemoryOfChild checks that the memory of a script is that of what it starts.
func TestKilledForMemoryOfChild(t *testing.T) {
	if paths, _ := filepath.Glob("/proc/self/task/*/children"); len(paths) == 0 {
		t.Skip("this system does not tell the children of a process")
	}
	dir := write(t, "x.bp", "hog")
	p := &process{path: "/bin/sh", args: []string{"sh", "-c", `"$0" check "$1"; true`, os.Args[0], filepath.Join(dir, "x.bp")},
		memory: 100 << 20, timeout: 20 * time.Second}
	if e, err := p.run(context.Background()); err != nil || e.killed != "memory" {
		t.Errorf("%+v, %v", e, err)
	}
}

// TestInterrupted checks that runs in flight are neither left behind nor recorded,
// and that the rest is done by the next bench.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 12 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.bp", i)), fmt.Appendf(nil, "sleep %d", i), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b, jobs := newBench(t, dir)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ran := 0
	b.Report = func(Row) {
		if ran++; ran == 3 {
			cancel()
		}
	}
	first, err := b.Run(ctx, jobs)
	if !errors.Is(err, context.Canceled) || len(first) < 3 || len(first) >= 12 {
		t.Fatalf("%d rows, %v", len(first), err)
	}
	if s := b.Status(); s.Done != len(first) || s.Jobs != 12 || len(s.Running) != 0 {
		t.Errorf("%+v", s)
	}
	b.Log.Close()
	// What a kill in the middle of a write leaves behind is cut.
	path := filepath.Join(dir, "runs.csv")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content[:len(content)-20], 0o666); err != nil {
		t.Fatal(err)
	}
	b, jobs = newBench(t, dir)
	if !b.Log.Cut || len(b.Log.Rows) != len(first)-1 {
		t.Errorf("cut %v, %d rows left of %d", b.Log.Cut, len(b.Log.Rows), len(first))
	}
	ran = 0
	b.Report = func(Row) { ran++ }
	rows, err := b.Run(context.Background(), jobs)
	if err != nil || ran != 12-(len(first)-1) || len(rows) != 12 {
		t.Errorf("%d rows, %d of them run, %v", len(rows), ran, err)
	}
	logged, err := ReadLog(path)
	seen := map[string]bool{}
	for _, r := range logged {
		if seen[r.Instance] = true; r.Verdict != Safe {
			t.Errorf("%s was recorded as %s: %s", r.Instance, r.Verdict, r.Detail)
		}
	}
	if err != nil || len(logged) != 12 || len(seen) != 12 {
		t.Errorf("%d rows about %d instances, %v", len(logged), len(seen), err)
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	dir := write(t, "1.bp", "sizes", "2.bp", "late", "3.bp", "panic")
	b, jobs := newBench(t, dir)
	b.Timeout = time.Second
	if testing.Short() {
		b.Timeout *= 3 // a process with the race detector starts slowly
	}
	var instances []*Instance
	for _, j := range jobs {
		instances = append(instances, j.Instance)
	}
	instances[1].Belief.Add(Unsafe, Any)
	var out strings.Builder
	notes, err := b.Table(context.Background(), &out, instances, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(out.String(), dir+string(filepath.Separator), "")
	want := []string{"instance shared local pcs |G| |L| |R| verdict", "1.bp 1 2 3 4 5 6 ?", "2.bp 1 2 3 > limit > limit > limit UNSAFE", "3.bp - - - ?"}
	for i, line := range strings.Split(strings.TrimSpace(got), "\n") {
		if words := strings.Join(strings.Fields(line), " "); i >= len(want) || words != want[i] {
			t.Errorf("line %d: %s", i, words)
		}
	}
	if len(notes) != 2 || !strings.Contains(notes[0], "panic: oh") || !strings.Contains(notes[1], "> limit") {
		t.Errorf("%q", notes)
	}
}

func TestLeft(t *testing.T) {
	now := time.Now()
	s := Status{Jobs: 10, Before: 2, Done: 4, Wall: 8 * time.Second, Running: []Running{{nil, now.Add(-time.Second)}, {nil, now.Add(-time.Hour)}}}
	// 4 are left, of 2 seconds each; of one of them a second is over, of another one
	// all that was expected.
	if left, ok := s.Left(now, 2); !ok || left != 2500*time.Millisecond {
		t.Errorf("%s, %v", left, ok)
	}
	s.Done = 0
	if _, ok := s.Left(now, 1); ok {
		t.Error("an estimate from nothing")
	}
}
