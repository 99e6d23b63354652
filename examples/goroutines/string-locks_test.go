//go:build ignore

// A job whose String takes its lock is formatted while the lock is held.
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
	j.mu.Lock() // want: deadlock
	defer j.mu.Unlock()
	return fmt.Sprintf("%s (%d)", j.name, j.status)
}

func (j *job) advance(to status) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if to < j.status {
		j.log(fmt.Sprintf("%v cannot go back", j))
		return
	}
	j.status = to
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
