// This file tests the detection of cutoffs on the suites and the examples.

package ecut_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/algorithms/ecut"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/cases"
	"github.com/ijit/ijit/internal/testing/referee"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

func TestECUTSuites(t *testing.T) {
	campaign.Alone(t)
	decided, all := 0, 0
	list := cases.Rows(t)
	every := campaign.Every(t, len(list), len(list)/6)
	const limit = 80_000 // in short tests, too: it decides how many are decided
	for i, r := range list {
		if i%every != 0 {
			continue
		}
		sys, p := r.Open(t)
		begin := time.Now()
		got := ecut.Search(p, cases.Looks(limit), nil)
		took := time.Since(begin)
		all++
		t.Logf("%-70s %-7v %-8s n=%d %8.3fs bfc %6s  %7d states", r.Name, got.Verdict, got.Reason, got.Cutoff, took.Seconds(), r.Seconds, got.Stats.States)
		if got.Verdict == algorithms.Unknown {
			continue
		}
		decided++
		if got.Verdict.String() != r.Verdict {
			t.Errorf("%s: %v, want %s", r.Name, got.Verdict, r.Verdict)
		}
		if err := referee.Jointly(sys, p, got); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
	t.Logf("%d of %d decided", decided, all)
	if decided*10 < all*8 {
		t.Errorf("only %d of %d decided", decided, all)
	}
}

func TestECUTExamples(t *testing.T) {
	campaign.Alone(t)
	files, err := filepath.Glob("../../examples/*.bp")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples: ", err)
	}
	every := campaign.Every(t, len(files), len(files)/2)
	for i, file := range files {
		if i%every != 0 {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		prog, err := parser.Parse(file, src, parser.Both)
		if err != nil {
			t.Fatal(err)
		}
		if len(prog.Calls()) > 0 {
			continue
		}
		sys := converter.NewJIT(image.New(prog, image.Big, nil))
		for _, copies := range []uint32{1, tts.Omega} {
			p := tts.Problem[uint32]{
				System:  sys,
				Initial: sys.Initial(copies),
				Target:  tts.Target[uint32]{Fails: func(uint32) bool { return true }},
			}
			begin := time.Now()
			got := ecut.Search(p, cases.Looks(1_000_000), nil)
			took := time.Since(begin)
			name := filepath.Base(file)
			t.Logf("%-22s initial %-10d %-7v %-8s n=%d %.3fs %d states", name, copies, got.Verdict, got.Reason, got.Cutoff, took.Seconds(), got.Stats.States)
			if err := referee.Jointly(sys, p, got); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			m, cancel := cases.Meter(time.Minute)
			want := bws.Search(p, bws.EitherImages, m, nil)
			cancel()
			if got.Verdict != algorithms.Unknown && got.Verdict != want.Verdict {
				t.Errorf("%s with %d: %v, backward %v", name, copies, got.Verdict, want.Verdict)
			}
			if copies == 1 && got.Verdict == algorithms.Unsafe && !strings.Contains(string(src), "// want: UNSAFE") {
				t.Errorf("%s: UNSAFE", name)
			}
		}
	}
}

// TestECUTStops gives a little time to a system in which the candidates beyond the thread
// states reached by few threads are many, and all in one shared state.
func TestECUTStops(t *testing.T) {
	const locals = 60_000
	var text strings.Builder
	fmt.Fprintf(&text, "3 %d\n0 %d -> 1 %d\n", locals, locals-1, locals-1)
	for l := 1; l < locals; l++ {
		fmt.Fprintf(&text, "0 0 -> 0 %d\n", l)
	}
	sys, err := tts.Read(strings.NewReader(text.String()), "wide.tts")
	if err != nil {
		t.Fatal(err)
	}
	p := tts.Problem[uint32]{
		System: sys,
		Initial: func(yield func(tts.Config[uint32]) bool) {
			yield(tts.Config[uint32]{Locals: []tts.Count[uint32]{{Local: 0, N: tts.Omega}}})
		},
		Target: tts.Target[uint32]{Cover: []tts.Config[uint32]{tts.NewConfig[uint32](2)}},
	}
	m, cancel := cases.Meter(100 * time.Millisecond)
	defer cancel()
	begin := time.Now()
	r := ecut.Search(p, m, nil)
	if took := time.Since(begin); took > 10*time.Second || r.Verdict == algorithms.Unknown && r.Reason != algorithms.Timeout {
		t.Errorf("%v(%s) after %s", r.Verdict, r.Reason, took)
	}
}
