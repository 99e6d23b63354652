package engines_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms/engines"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/testing/campaign"
)

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
