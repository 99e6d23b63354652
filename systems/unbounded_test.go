// This file compares the algorithms for any number of threads with each other and
// with bounded search.

package systems_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

// versions returns the versions to ask about the i-th case of a campaign. Translations up
// front take their time: in a sample every third case has one.
func versions(t *testing.T, i int) []systems.Via {
	all := []systems.Via{systems.JIT, systems.BP, systems.TTS}
	if i%campaign.Every(t, 3, 1) != 0 {
		return all[:2]
	}
	return all
}

// unbounded asks the algorithms for any number of threads, in some versions and both
// kinds of steps, and compares them with each other and with bounded search. It
// returns how many answers were decided.
func unbounded(t *testing.T, m *systems.Model, initial string, versions []systems.Via, decided map[string]int) {
	t.Helper()
	bounded := systems.Options{Threads: 4, Initial: initial}
	if m.TTS == nil && initial == "many" {
		bounded.Threads = 2
	}
	few, err := m.Check(context.Background(), bounded)
	if err != nil {
		t.Fatal(err)
	}
	want := few.Verdict
	for _, algorithm := range []string{"auto", "bws", "km", "akm", "ecut"} {
		for _, via := range versions {
			for _, a := range []systems.Atomicity{systems.Big, systems.Small} {
				o := systems.Options{Algorithm: algorithm, Via: via, Atomicity: a, Initial: initial, SelfCheck: true}
				ctx := context.Context(campaign.Looks(20_000)) // it need not end, or find a cutoff
				if algorithm == "bws" || algorithm == "auto" {
					ctx, o.Timeout = context.Background(), time.Minute
				}
				r, err := m.Check(ctx, o)
				if err != nil {
					t.Fatalf("%s: %s/%s, atomicity %d, initial %s: %v", m.Name, algorithm, via, a, initial, err)
				}
				switch r.Verdict {
				case systems.Unknown:
					if (algorithm == "bws" || algorithm == "auto") && via != systems.TTS && !unsupported(r) {
						t.Errorf("%s: %s/%s was not decided: %s", m.Name, algorithm, via, r.Reason)
					}
					decided["undecided "+algorithm]++
					continue
				case systems.Unsafe:
					if !r.Stats.Replayed && !strings.Contains(r.Detail, "the time was up") {
						t.Errorf("%s: the trace of %s/%s was not replayed", m.Name, algorithm, via)
					}
				}
				decided[algorithm+" "+r.Verdict.String()]++
				count(r, decided)
				if want == systems.Safe && few.Cut {
					want = r.Verdict // more threads may err; the first to say so is the measure
				}
				if r.Verdict != want {
					t.Errorf("%s: %s/%s, atomicity %d, initial %s is %v, others say %v", m.Name, algorithm, via, a, initial, r.Verdict, want)
				}
				few.Cut = false
			}
		}
	}
}

// unsupported reports whether the backward search found the system not monotone: a
// passive assignment with a constraint blocks its step where another thread has no result.
func unsupported(r *systems.Result) bool {
	reason, detail := r.Reason, r.Detail
	for _, side := range r.Stats.Sides {
		if side.Direction == "backward" {
			reason, detail = side.Reason, side.Detail
		}
	}
	return reason == systems.Unsupported && strings.Contains(detail, "blocks it")
}

// count adds one to the traces replayed or to the proofs checked.
func count(r *systems.Result, decided map[string]int) {
	if r.Stats.Replayed {
		decided["replayed"]++
	}
	if r.Stats.Validated {
		decided["validated"]++
	}
}

func TestUnboundedRandom(t *testing.T) {
	decided := map[string]int{}
	for seed := *first; seed < *first+uint64(campaign.Size(t, 8, 100)); seed++ {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 6)), randprog.Default())
		m, err := systems.Read("random.bp", strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		for _, initial := range []string{"one", "many"} {
			unbounded(t, m, initial, versions(t, int(seed)), decided)
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, src)
		}
	}
	t.Log(decided)
}

// TestUnboundedSuites decides the transition systems of the suites, for their
// initial configurations, and the programs that SATABS translated to some of them.
func TestUnboundedSuites(t *testing.T) {
	dir := suites(t)
	type question struct{ file, initial, target, verdict string }
	var questions []question
	for _, row := range rows(t, filepath.Join(dir, "coverability", "expected.tsv")) {
		questions = append(questions, question{"coverability/" + row["file"], row["initial"], row["target"], row["verdict"]})
	}
	for _, row := range rows(t, filepath.Join(dir, "satabs", "expected-unbounded.tsv")) {
		questions = append(questions, question{"satabs/" + row["file"], row["initial"], "", row["verdict"]})
		if row["initial"] == "0|0" {
			program := strings.TrimSuffix(row["file"], ".tts") + ".bp"
			questions = append(questions, question{"satabs/" + program, "one", "", row["verdict"]})
		}
	}
	if len(questions) < 100 {
		t.Fatalf("only %d questions", len(questions))
	}
	decided := map[string]int{}
	every := campaign.Every(t, len(questions), 5)
	for i, q := range questions {
		if i%every != 0 {
			continue
		}
		m, err := systems.Open(filepath.Join(dir, q.file))
		if err != nil {
			t.Fatal(err)
		}
		for _, algorithm := range []string{"auto", "bws", "km"} {
			r, err := m.Check(context.Background(), systems.Options{
				Algorithm: algorithm, Initial: q.initial, Target: q.target, SelfCheck: true, Timeout: time.Minute,
			})
			if err != nil {
				t.Errorf("%s from %s by %s: %v", q.file, q.initial, algorithm, err)
				continue
			}
			if r.Verdict == systems.Unknown {
				if algorithm != "km" {
					t.Errorf("%s from %s is not decided by %s: %s %s", q.file, q.initial, algorithm, r.Reason, r.Detail)
				}
				continue
			}
			decided[algorithm]++
			count(r, decided)
			if q.verdict != "" && q.verdict != "UNKNOWN" && r.Verdict.String() != q.verdict {
				t.Errorf("%s from %s by %s: %v, want %s", q.file, q.initial, algorithm, r.Verdict, q.verdict)
			}
			if r.Seconds > 1 {
				t.Logf("%s from %s by %s: %.1f s", q.file, q.initial, algorithm, r.Seconds)
			}
		}
	}
	t.Logf("%d questions, decided: %v", len(questions), decided)
}
