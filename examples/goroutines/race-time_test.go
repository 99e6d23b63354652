//go:build ignore

// A session that is renewed while a sweeper looks whether it has expired: a time is three words.
package goroutines

import (
	"testing"
	"time"
)

type session struct {
	ttl     time.Duration
	expires time.Time
}

func (s *session) renew() {
	s.expires = time.Now().Add(s.ttl) // want: race
}

func (s *session) expired() bool {
	return time.Now().After(s.expires)
}

func TestSession(t *testing.T) {
	s := &session{ttl: time.Hour}
	s.renew()
	swept := make(chan bool)
	go func() { swept <- s.expired() }()
	s.renew()
	if <-swept {
		t.Error("expired after no time")
	}
	if s.ttl != time.Hour {
		t.Error("another time to live")
	}
}
