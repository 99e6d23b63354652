//go:build ignore

// A thumbnail service with room for two pictures: a picture that cannot be decoded keeps its place.
package goroutines

import (
	"context"
	"errors"
	"testing"

	"golang.org/x/sync/semaphore"
)

type picture []byte

var errFormat = errors.New("unknown format")

type thumbnails struct {
	room *semaphore.Weighted
	made int
}

func newThumbnails() *thumbnails {
	return &thumbnails{room: semaphore.NewWeighted(2)}
}

func decode(p picture) error {
	if len(p) == 0 {
		return errFormat
	}
	return nil
}

func (s *thumbnails) Make(ctx context.Context, p picture) error {
	if err := s.room.Acquire(ctx, 1); err != nil { // want: deadlock
		return err
	}
	if err := decode(p); err != nil {
		return err
	}
	s.made++
	s.room.Release(1)
	return nil
}

func TestThumbnails(t *testing.T) {
	s := newThumbnails()
	for _, p := range []picture{{}, {}, {1, 2, 3}} {
		if err := s.Make(context.Background(), p); err != nil && err != errFormat {
			t.Error(err)
		}
	}
}
