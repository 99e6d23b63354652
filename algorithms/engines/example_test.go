package engines_test

import (
	"context"
	"fmt"
	"log"

	"github.com/ijit/ijit/algorithms/engines"
	"github.com/ijit/ijit/ijit"
)

// All engines that take the question run side by side.
func ExampleAll() {
	m, err := ijit.Open("../../examples/dekker.bp")
	if err != nil {
		log.Fatal(err)
	}
	a, err := ijit.Check(context.Background(), engines.All(), m, ijit.Question{Threads: 3}, ijit.Limits{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Verdict, "by", a.By, "checked:", a.Checked)
	// Output: SAFE by bfs checked: true
}

// An engine that nobody has a name for is a function.
func ExampleAll_own() {
	m, err := ijit.Open("../../examples/once-broken.bp")
	if err != nil {
		log.Fatal(err)
	}
	first := ijit.Engine{Name: "first", Run: func(ctx context.Context, m *ijit.Model, q *ijit.Question, _ ijit.Limits, _ func(ijit.Event)) (*ijit.Answer, error) {
		s, err := m.Space(*q)
		if err != nil {
			return nil, err
		}
		return s.Undecided(ijit.Bound, "it looks at nothing"), nil
	}}
	a, err := ijit.Check(context.Background(), append(engines.All(), first), m, ijit.Question{}, ijit.Limits{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Verdict, a.Property.Pos, a.Checked)
	// Output: UNSAFE 27:3 true
}
