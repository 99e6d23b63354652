//go:build ignore

// An export through a pipe: a reader that finds a bad record closes its end, which ends the writer.
package goroutines

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

var errRecord = errors.New("record is too long")

type record struct {
	id   int
	text string
}

func export(w io.Writer, records []record) error {
	for _, r := range records {
		if _, err := fmt.Fprintf(w, "%04d%-12s", r.id, r.text); err != nil {
			return err
		}
	}
	return nil
}

func importAll(r io.Reader) (texts []string, err error) {
	block := make([]byte, 16)
	for {
		_, err := r.Read(block)
		if errors.Is(err, io.EOF) {
			return texts, nil
		}
		if err != nil {
			return nil, err
		}
		if block[15] != ' ' {
			return nil, errRecord
		}
		texts = append(texts, string(block[4:]))
	}
}

func TestTransfer(t *testing.T) {
	r, w := io.Pipe()
	defer r.Close()
	go func() {
		w.CloseWithError(export(w, []record{{1, "bolts"}, {2, "hexagonal bolts"}, {3, "nuts"}}))
	}()
	if _, err := importAll(r); !errors.Is(err, errRecord) {
		t.Errorf("error is %v", err)
	}
}
