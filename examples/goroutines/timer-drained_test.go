//go:build ignore

// A session that ends after a while: Touch drains the timer's channel, also when the time-out was
// already received.
package goroutines

import (
	"testing"
	"time"
)

type idleSession struct {
	timer   *time.Timer
	expired bool
}

func newIdleSession(limit time.Duration) *idleSession {
	return &idleSession{timer: time.NewTimer(limit)}
}

func (s *idleSession) WaitExpired() {
	<-s.timer.C
	s.expired = true
}

func (s *idleSession) Touch(limit time.Duration) {
	if !s.timer.Stop() {
		<-s.timer.C // want: deadlock
	}
	s.expired = false
	s.timer.Reset(limit)
}

func TestIdleSession(t *testing.T) {
	s := newIdleSession(time.Millisecond)
	s.WaitExpired()
	s.Touch(time.Millisecond)
	if s.expired {
		t.Error("expired after it was touched")
	}
}
