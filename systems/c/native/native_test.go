// This file tests runs of compiled programs: those that fail are to fail in the compiled program, and nothing else is.

package native_test

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randpthread"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/c"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/native"
)

func needsGCC(t *testing.T) {
	t.Helper()
	campaign.Alone(t)
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
}

// found returns the execution in which a program fails, nil if there is none.
func found(t *testing.T, name string, text []byte) []execution.Step {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	a, err := c.Check(ctx, name, text, c.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return a.Steps
}

// replay runs a program along an execution in which it, or another one, fails.
func replay(t *testing.T, name string, text []byte, steps []execution.Step) *native.Result {
	t.Helper()
	if steps == nil {
		t.Fatalf("%s: there is no execution", name)
	}
	return (&native.Program{Name: name, Text: text}).Replay(t.Context(), "gcc", steps)
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// notConfirmed are programs that are not confirmed, with the reason.
var notConfirmed = map[string]string{
	"stack-broken.c": "gcc evaluates arguments from the last to the first",
}

func TestPrograms(t *testing.T) {
	needsGCC(t)
	var files []string
	for _, pattern := range []string{"../../../examples/cthreads/*-broken.c", "testdata/*.c", "../../../../shared/suites/pthread/pthread*/*.c"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	const day = 30 // so much of them takes a second
	for i, file := range files {
		suite := strings.Contains(file, "suites")
		if !campaign.Due(t, i%day, day) || suite && campaign.Size(t, 1, 2) == 1 {
			continue
		}
		text := read(t, file)
		steps := found(t, file, text)
		if suite && steps == nil {
			continue
		}
		r := replay(t, file, text, steps)
		if why := notConfirmed[filepath.Base(file)]; r.Confirmed == (why != "") {
			t.Errorf("%s: %+v, expected: %q", file, r, why)
		} else if why != "" {
			t.Logf("%s is not confirmed (%s): %s", file, r.Detail, why)
		}
		// Along the same execution the program that is not wrong does not fail.
		if twin := strings.Replace(file, "-broken", "", 1); twin != file && (i%5 == 0 || campaign.Size(t, 1, 2) > 1) {
			if r := replay(t, file, read(t, twin), steps); r.Confirmed {
				t.Errorf("%s is confirmed to fail", twin)
			}
		}
	}
}

// TestPreprocessed runs programs whose lines are not those of the file.
func TestPreprocessed(t *testing.T) {
	needsGCC(t)
	files, err := filepath.Glob("../../../examples/cthreads/*-broken.c")
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		if !campaign.Due(t, i, 2*len(files)) {
			continue
		}
		text, err := exec.Command("gcc", "-E", file).Output()
		if err != nil {
			t.Fatal(err)
		}
		if r := replay(t, "program.c", text, found(t, "program.c", text)); !r.Confirmed && notConfirmed[filepath.Base(file)] == "" {
			t.Errorf("%s: %s", file, r.Detail)
		}
	}
}

func TestRandom(t *testing.T) {
	needsGCC(t)
	n := campaign.Size(t, 1, 300)
	for seed := uint64(time.Now().YearDay()); n > 0; seed++ {
		text := []byte(randpthread.Program(rand.New(rand.NewPCG(seed, 18))))
		if seed%2 == 1 {
			text = regexp.MustCompile(`(?m)^([a-zA-Z_ ]+ g\d)`).ReplaceAll(text, []byte("_Atomic $1"))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		a, err := c.Check(ctx, "random.c", text, c.Options{})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != verdict.Unsafe {
			continue
		}
		n--
		if r := replay(t, "random.c", text, a.Steps); !r.Confirmed {
			t.Errorf("seed %d: %s\n%s", seed, r.Detail, text)
		}
	}
}

// lost is a program in which an update is lost if the second thread reads before the first one writes.
const lost = `#include <assert.h>
#include <pthread.h>
int x;
void *add(void *a) {
  int old = x;
  x = old + 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
`

// TestWrong runs a program along what is none of its executions.
func TestWrong(t *testing.T) {
	needsGCC(t)
	steps := found(t, "lost.c", []byte(lost))
	last := len(steps) - 1
	elsewhere := slices.Clone(steps)
	e := *steps[last].Edge
	e.Origin.Line++
	elsewhere[last].Edge = &e
	inOrder := slices.Clone(steps) // the thread adds before main does
	slices.SortStableFunc(inOrder[1:last], func(a, b execution.Step) int { return b.Thread - a.Thread })
	early := append(slices.Clone(steps[:1]), steps[last])
	const day = 8
	for i, x := range []struct {
		name, text, detail string
		steps              []execution.Step
	}{
		{"in another line", lost, "the run fails in lost.c:14, not in lost.c:15", elsewhere},
		{"one thread after the other", lost, "the program ends", inOrder},
		{"too short", lost, "the program waits for a thread that has not ended", early},
		{"another program", strings.Replace(lost, "old + 1", "2", 1), "the program ends", steps},
		{"a crash", strings.Replace(lost, "pthread_join(t, 0)", "*(volatile int *)8 = 0", 1), "the run ended early: signal: segmentation fault", steps},
		{"a function that is not there", strings.Replace(lost, "add(0)", "elsewhere()", 1), "undefined reference to `elsewhere'", steps},
		{"one that does not end", strings.Replace(lost, "pthread_join(t, 0);", "while (1) x = x;", 1), "the program goes on without coming there", steps},
		{"no program", "int main(void) { return x; }", "gcc: lost.c:1:25: error: ", steps},
	} {
		if !campaign.Due(t, i%day, day) {
			continue
		}
		if r := replay(t, "lost.c", []byte(x.text), x.steps); r.Confirmed || !strings.Contains(r.Detail, x.detail) {
			t.Errorf("%s: %+v, not %q", x.name, r, x.detail)
		}
	}
	p := native.Program{Name: "lost.c", Text: []byte(lost)}
	if r := p.Replay(t.Context(), "no-such-compiler", steps); r.Confirmed || r.Detail != "no-such-compiler is not installed" {
		t.Errorf("%+v", r)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := p.Replay(ctx, "gcc", steps); r.Confirmed || r.Detail != "no time was left" {
		t.Errorf("%+v", r)
	}
}
