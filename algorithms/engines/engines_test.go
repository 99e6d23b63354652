package engines_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms/engines"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

// TestExamples has each engine, and all side by side, answer what package systems does. Their answers are checked.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.bp")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	count := map[string]int{}
	step := len(files) / campaign.Size(t, 12, len(files))
	for i := 0; i < len(files); i += step {
		file := files[i]
		m, err := ijit.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		wide, err := systems.Open(file)
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
				ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
				got, err := ijit.Check(ctx, list, m, q, ijit.Limits{}, nil)
				cancel()
				if err != nil {
					t.Errorf("%s, %+v, %s: %v", file, q, list[0].Name, err)
					continue
				}
				if got.Verdict == ijit.Unknown || want.Verdict == ijit.Unknown {
					if got.Verdict == ijit.Unknown && got.Reason == "" {
						t.Errorf("%s, %+v, %s: there is no reason", file, q, list[0].Name)
					}
					continue
				}
				if got.Verdict != want.Verdict {
					t.Errorf("%s, %+v: %s says %v, want %v", file, q, got.By, got.Verdict, want.Verdict)
				}
				if !got.Checked && !q.Deadlock {
					t.Errorf("%s, %+v: the answer of %s, %v, is not checked: %v", file, q, got.By, got.Verdict, got.Certificate.Err())
				}
				if got.Certificate.Err() == nil {
					if by := got.Certificate.Document.By.Algorithm; by != got.By {
						t.Errorf("the certificate is by %s, the answer by %s", by, got.By)
					}
					if err := m.Validate(t.Context(), got.Certificate); err != nil {
						t.Errorf("%s, %+v: %v", file, q, err)
					}
				}
				count[got.By]++
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

// TestSideBySide checks what becomes of engines that go wrong beside one that answers.
func TestSideBySide(t *testing.T) {
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
		return &ijit.Answer{Verdict: ijit.Safe}, nil
	})}
	early := ijit.Engine{Name: "early", Run: func(ctx context.Context, m *ijit.Model, q *ijit.Question, l ijit.Limits, tell func(ijit.Event)) (*ijit.Answer, error) {
		defer close(answers)
		return bws.Run(ctx, m, q, l, tell)
	}}
	if a, err := check(late, early); err == nil || !strings.Contains(err.Error(), "says") {
		t.Errorf("two answers that contradict each other: %+v, %v", a, err)
	}
	if a, err := check(wrong); err != nil || a.Checked {
		t.Errorf("what nobody has checked is said to be checked: %+v, %v", a, err)
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
