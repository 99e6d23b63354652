package basic

import (
	"errors"
	"sync"
	"testing"
)

type backlog struct {
	mu   sync.Mutex
	jobs []*ticket
}

type ticket struct {
	mu    sync.Mutex
	tries int
}

// take returns what it has stored to its results, since a deferred call may change them.
func (q *backlog) take() (j *ticket, err error) {
	q.mu.Lock()         // want: lock q.mu
	defer q.mu.Unlock() // want: unlock q.mu
	if len(q.jobs) == 0 {
		return j, errors.New("none")
	}
	j = q.jobs[0]
	q.jobs = q.jobs[1:]
	return j, err
}

// A result is stored over by itself.
func TestResults(t *testing.T) {
	q := &backlog{jobs: []*ticket{{}}}
	if j, _ := q.take(); j != nil {
		j.mu.Lock() // want: lock ticket.mu
		j.tries++
		j.mu.Unlock() // want: unlock ticket.mu
	}
}
