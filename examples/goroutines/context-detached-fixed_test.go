//go:build ignore

// A supervisor: the context of the workers is derived from that of the supervisor.
package goroutines

import (
	"context"
	"testing"
	"time"
)

type supervisor struct {
	ctx    context.Context
	cancel context.CancelFunc
	events chan string
}

func newSupervisor() *supervisor {
	s := &supervisor{events: make(chan string, 1)}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

type requestID struct{}

func (s *supervisor) Start(id string) {
	ctx := context.WithValue(s.ctx, requestID{}, id)
	go s.watch(ctx)
}

func (s *supervisor) watch(ctx context.Context) {
	for {
		select {
		case e := <-s.events:
			_ = e + ctx.Value(requestID{}).(string)
		case <-ctx.Done():
			return
		}
	}
}

func (s *supervisor) Stop() { s.cancel() }

func TestSupervisor(t *testing.T) {
	s := newSupervisor()
	s.Start("7")
	s.events <- "tick"
	time.Sleep(time.Millisecond)
	s.Stop()
}
