//go:build ignore

// A validator: Check returns at the first bad record, and the goroutines of the others are
// left at their sends.
package goroutines

import (
	"errors"
	"testing"
)

type record struct {
	name string
	size int
}

var errEmpty = errors.New("empty record")

func validate(r record) error {
	if r.size == 0 {
		return errEmpty
	}
	return nil
}

func Check(records []record) error {
	answers := make(chan error)
	for _, r := range records {
		go func() {
			answers <- validate(r) // want: leak
		}()
	}
	for range records {
		if err := <-answers; err != nil {
			return err
		}
	}
	return nil
}

func TestCheck(t *testing.T) {
	err := Check([]record{{"a", 1}, {"b", 0}, {"c", 0}})
	if !errors.Is(err, errEmpty) {
		t.Errorf("got %v", err)
	}
}
