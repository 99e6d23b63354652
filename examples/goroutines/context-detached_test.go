//go:build ignore

// A supervisor: the context of the workers is not derived from that of the supervisor, and its
// cancel function is forgotten.
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
	ctx, _ := context.WithCancel(context.WithValue(context.Background(), requestID{}, id))
	go s.watch(ctx)
}

func (s *supervisor) watch(ctx context.Context) {
	for {
		select { // want: leak
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
