//go:build ignore

// A room for five: a group comes in if all of it fits, else it waits at the door. The group
// inside leaves only when the next one is in.
package goroutines

import (
	"context"
	"testing"

	"golang.org/x/sync/semaphore"
)

type room struct {
	seats *semaphore.Weighted
}

func newRoom() *room {
	return &room{seats: semaphore.NewWeighted(5)}
}

// enter reports whether a group of four has come in.
func (r *room) enter() bool {
	return r.seats.TryAcquire(4)
}

// wait is for a group of four that has to come in.
func (r *room) wait(ctx context.Context) error {
	return r.seats.Acquire(ctx, 4) // want: deadlock
}

func (r *room) leave() {
	r.seats.Release(4)
}

func TestGroups(t *testing.T) {
	r := newRoom()
	if !r.enter() {
		panic("four do not fit into an empty room")
	}
	if r.seats.TryAcquire(2) {
		panic("six fit")
	}
	if err := r.wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	r.leave()
	r.leave()
}
