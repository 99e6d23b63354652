package engines_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms/engines"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

// TestAgree has each engine, and all side by side, answer what package systems does about examples and random programs.
// Their answers are checked.
func TestAgree(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.bp")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	texts := map[string]string{}
	step := len(files) / campaign.Size(t, 6, len(files))
	for i := 0; i < len(files); i += step {
		text, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		texts[files[i]] = string(text)
	}
	for seed := range uint64(campaign.Size(t, 15, 1000)) {
		texts[fmt.Sprintf("seed%d.bp", seed)] = randprog.Generate(rand.New(rand.NewPCG(seed, 9)), randprog.Default())
	}
	count := map[string]int{}
	for name, text := range texts {
		m, err := ijit.Read(name, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		wide, err := systems.Read(name, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range []ijit.Question{{}, {Threads: 2}, {Threads: 2, Deadlock: true}} {
			if _, err := m.Space(q); err != nil {
				continue // recursion
			}
			want, err := wide.Check(t.Context(), systems.Options{Threads: q.Threads, Deadlock: q.Deadlock, Timeout: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			lists := [][]ijit.Engine{engines.All()}
			for _, e := range engines.All() {
				if e.Refuses(m, &q) == "" {
					lists = append(lists, []ijit.Engine{e})
				}
			}
			for _, list := range lists {
				agree(t, m, q, list, want.Verdict, count)
			}
		}
	}
	t.Log(count)
	for _, e := range engines.All() {
		if count[e.Name] == 0 {
			t.Errorf("%s answers nothing", e.Name)
		}
	}
}

// agree has engines answer a question, and counts who did.
func agree(t *testing.T, m *ijit.Model, q ijit.Question, list []ijit.Engine, want ijit.Verdict, count map[string]int) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	got, err := ijit.Check(ctx, list, m, q, ijit.Limits{}, nil)
	switch {
	case err != nil:
		t.Errorf("%s, %+v, %s: %v", m.Name, q, list[0].Name, err)
		return
	case got.Verdict == ijit.Unknown && got.Reason == "":
		t.Errorf("%s, %+v, %s: there is no reason", m.Name, q, list[0].Name)
		return
	case got.Verdict == ijit.Unknown || want == ijit.Unknown:
		return
	case got.Verdict != want:
		t.Errorf("%s, %+v: %s says %v, want %v\n%s", m.Name, q, got.By, got.Verdict, want, m.Text)
	}
	if !got.Checked && !q.Deadlock {
		t.Errorf("%s, %+v: the answer of %s, %v, is not checked: %v", m.Name, q, got.By, got.Verdict, got.Certificate.Err())
	}
	if got.Certificate.Err() == nil {
		if by := got.Certificate.Document.By.Algorithm; by != got.By {
			t.Errorf("the certificate is by %s, the answer by %s", by, got.By)
		}
		if err := m.Validate(t.Context(), got.Certificate); err != nil {
			t.Errorf("%s, %+v: %v", m.Name, q, err)
		}
	}
	count[got.By]++
}

// TestSideBySide checks what becomes of engines that go wrong beside one that answers.
func TestSideBySide(t *testing.T) {
	campaign.Turn(t, 0, 2)
	m, err := ijit.Read("x.bp", strings.NewReader("decl x := 0; void main() begin start_thread goto l; x := 1; l: assert(!x); end"))
	if err != nil {
		t.Fatal(err)
	}
	run := func(f func(context.Context, *ijit.Space) (*ijit.Answer, error)) func(context.Context, *ijit.Model, *ijit.Question, ijit.Limits, func(ijit.Event)) (*ijit.Answer, error) {
		return func(ctx context.Context, m *ijit.Model, q *ijit.Question, _ ijit.Limits, tell func(ijit.Event)) (*ijit.Answer, error) {
			tell(ijit.Event{Depth: 1})
			s, err := m.Space(*q)
			if err != nil {
				return nil, err
			}
			return f(ctx, s)
		}
	}
	crashes := ijit.Engine{Name: "crashes", Run: run(func(context.Context, *ijit.Space) (*ijit.Answer, error) { panic("a mistake") })}
	waits := ijit.Engine{Name: "waits", Run: run(func(ctx context.Context, _ *ijit.Space) (*ijit.Answer, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})}
	lies := ijit.Engine{Name: "lies", Run: run(func(ctx context.Context, s *ijit.Space) (*ijit.Answer, error) {
		return s.Safe(ctx, s.Init())
	})}
	gives := ijit.Engine{Name: "gives", Run: run(func(_ context.Context, s *ijit.Space) (*ijit.Answer, error) {
		return s.Undecided(ijit.Bound, "there is more"), nil
	})}
	wrong := ijit.Engine{Name: "wrong", Run: run(func(context.Context, *ijit.Space) (*ijit.Answer, error) {
		return &ijit.Answer{Verdict: ijit.Safe}, nil
	})}
	bws := engines.All()[slices.IndexFunc(engines.All(), func(e ijit.Engine) bool { return e.Name == "bws" })]
	check := func(list ...ijit.Engine) (*ijit.Answer, error) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		return ijit.Check(ctx, list, m, ijit.Question{}, ijit.Limits{}, nil)
	}
	if a, err := check(crashes, waits, bws, gives); err != nil || a.Verdict != ijit.Unsafe || a.By != "bws" || len(a.Faults) != 1 || a.Faults[0].Engine != "crashes" {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := check(crashes); err != nil || a.Verdict != ijit.Unknown || a.Reason != ijit.Crashed {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := check(gives, crashes); err != nil || a.Reason != ijit.Bound || a.Detail != "gives: there is more" {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := check(waits); err != nil || a.Reason != ijit.Timeout {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := check(lies); err == nil {
		t.Errorf("a set that is no proof is an answer: %+v", a)
	}
	answers := make(chan bool)
	late := ijit.Engine{Name: "late", Run: run(func(ctx context.Context, s *ijit.Space) (*ijit.Answer, error) {
		<-answers
		return &ijit.Answer{Verdict: ijit.Safe, Checked: true}, nil
	})}
	early := ijit.Engine{Name: "early", Run: func(ctx context.Context, m *ijit.Model, q *ijit.Question, l ijit.Limits, tell func(ijit.Event)) (*ijit.Answer, error) {
		defer close(answers)
		return bws.Run(ctx, m, q, l, tell)
	}}
	if a, err := check(late, early); err == nil || !strings.Contains(err.Error(), "says") {
		t.Errorf("two answers that contradict each other: %+v, %v", a, err)
	}
	if a, err := check(wrong); err != nil || a.Verdict != ijit.Unknown || a.Reason != ijit.Incomplete {
		t.Errorf("what nobody has checked is an answer: %+v, %v", a, err)
	}
	silent := ijit.Engine{Name: "silent", Run: run(func(context.Context, *ijit.Space) (*ijit.Answer, error) { return nil, nil })}
	if a, err := check(silent); err == nil {
		t.Errorf("no answer is one: %+v", a)
	}
	if a, err := check(waits, lies); err == nil || !strings.Contains(err.Error(), "lies") {
		t.Errorf("a set that is no proof, beside an engine that waits: %+v, %v", a, err)
	}
	events := 0
	q := ijit.Question{Threads: 2}
	gives.Bounded = true
	if _, err := ijit.Check(t.Context(), []ijit.Engine{bws}, m, q, ijit.Limits{}, nil); err == nil || !strings.Contains(err.Error(), "bws takes no bound on threads") {
		t.Errorf("a question that no engine takes: %v", err)
	}
	if _, err := ijit.Check(t.Context(), []ijit.Engine{gives}, m, q, ijit.Limits{}, func(x ijit.Event) {
		if x.Engine != "gives" || x.Depth != 1 {
			t.Errorf("%+v", x)
		}
		events++
	}); err != nil || events != 1 {
		t.Errorf("%d events, %v", events, err)
	}
	if _, err := check(ijit.Engine{Name: "fails", Run: run(func(context.Context, *ijit.Space) (*ijit.Answer, error) { return nil, errors.New("no such luck") })}); err == nil {
		t.Error("an error is no error")
	}
}
