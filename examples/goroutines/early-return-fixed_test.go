//go:build ignore

// A validator: the channel has room for all answers, so that Check may return at the first bad
// record.
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
	answers := make(chan error, len(records))
	for _, r := range records {
		go func() {
			answers <- validate(r)
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
