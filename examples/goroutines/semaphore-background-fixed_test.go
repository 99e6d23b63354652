//go:build ignore

// A database with room for two users: a backup takes all of it in the background, and gives it back when it is done.
package goroutines

import (
	"context"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/semaphore"
)

type database struct {
	room  *semaphore.Weighted
	saved atomic.Bool
}

func open() *database {
	return &database{room: semaphore.NewWeighted(2)}
}

// backup keeps all users out as soon as they have left.
func (d *database) backup(ctx context.Context) {
	go func() {
		if d.room.Acquire(ctx, 2) == nil {
			d.saved.Store(true)
			d.room.Release(2)
		}
	}()
}

func (d *database) use(ctx context.Context, f func()) error {
	if err := d.room.Acquire(ctx, 1); err != nil {
		return err
	}
	defer d.room.Release(1)
	f()
	return nil
}

func TestBackup(t *testing.T) {
	ctx := context.Background()
	d := open()
	d.backup(ctx)
	rows := 0
	if err := d.use(ctx, func() { rows++ }); err != nil {
		t.Fatal(err)
	}
	if rows != 1 {
		t.Errorf("%d rows, saved %v", rows, d.saved.Load())
	}
}
