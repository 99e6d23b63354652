//go:build ignore

// A migration: Run receives an answer for each step, and a step sends only if it fails.
package goroutines

import (
	"errors"
	"testing"
)

type step struct {
	name  string
	apply func() error
}

type migration struct {
	steps []step
}

func (m *migration) Run() error {
	failed := make(chan error, len(m.steps))
	for _, s := range m.steps {
		go func() {
			if err := s.apply(); err != nil {
				failed <- errors.New(s.name + ": " + err.Error())
			}
		}()
	}
	var all error
	for range m.steps {
		all = errors.Join(all, <-failed) // want: deadlock
	}
	return all
}

func TestMigration(t *testing.T) {
	m := &migration{steps: []step{
		{"create", func() error { return nil }},
		{"index", func() error { return errors.New("disk full") }},
	}}
	if m.Run() == nil {
		t.Error("no error")
	}
}
