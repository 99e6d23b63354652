//go:build ignore

// A migration: each step sends its error, or nil.
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
			err := s.apply()
			if err != nil {
				err = errors.New(s.name + ": " + err.Error())
			}
			failed <- err
		}()
	}
	var all error
	for range m.steps {
		all = errors.Join(all, <-failed)
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
