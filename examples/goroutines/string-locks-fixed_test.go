//go:build ignore

// A job whose String takes its lock is formatted after the lock was given back.
package goroutines

import (
	"fmt"
	"sync"
	"testing"
)

type status int

const (
	queued status = iota
	running
	finished
)

type job struct {
	mu     sync.Mutex
	name   string
	status status
	log    func(line string)
}

func (j *job) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return fmt.Sprintf("%s (%d)", j.name, j.status)
}

func (j *job) advance(to status) {
	j.mu.Lock()
	back := to < j.status
	if !back {
		j.status = to
	}
	j.mu.Unlock()
	if back {
		j.log(fmt.Sprintf("%v cannot go back", j))
	}
}

func TestJob(t *testing.T) {
	var lines []string
	j := &job{name: "backup", log: func(line string) { lines = append(lines, line) }}
	j.advance(finished)
	j.advance(running)
	if len(lines) > 1 {
		t.Error(lines)
	}
}
