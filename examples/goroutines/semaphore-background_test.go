//go:build ignore

// A database with room for two users: a backup takes all of it in the background, and nobody gives that back.
package goroutines

import (
	"context"
	"testing"

	"golang.org/x/sync/semaphore"
)

func TestBackup(t *testing.T) {
	room := semaphore.NewWeighted(2)
	go room.Acquire(context.Background(), 2)
	room.Acquire(context.Background(), 1) // want: deadlock
	room.Release(1)
}
