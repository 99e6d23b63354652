//go:build ignore

// A session store: opening it starts a janitor, which goes on at every tick after a failed migration.
package goroutines

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

var errSchema = errors.New("schema is newer than the store")

type store struct {
	mu       sync.Mutex
	sessions map[string]time.Time
	cancel   context.CancelFunc
}

func (s *store) janitor(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select { // want: leak
		case now := <-tick.C:
			s.sweep(now)
		case <-ctx.Done():
			return
		}
	}
}

func (s *store) sweep(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, end := range s.sessions {
		if end.Before(now) {
			delete(s.sessions, id)
		}
	}
}

func (s *store) migrate(schema int) error {
	if schema > 2 {
		return errSchema
	}
	return nil
}

func (s *store) Close() { s.cancel() }

func Open(schema int) (*store, error) {
	ctx, cancel := context.WithCancel(context.Background())
	s := &store{sessions: map[string]time.Time{}, cancel: cancel}
	go s.janitor(ctx, time.Millisecond)
	if err := s.migrate(schema); err != nil {
		return nil, err
	}
	return s, nil
}

func TestOpen(t *testing.T) {
	if _, err := Open(3); !errors.Is(err, errSchema) {
		t.Error(err)
	}
	s, err := Open(2)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}
