//go:build ignore

// A release: each upload has an error of its own.
package goroutines

import (
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
)

type artifact struct {
	name string
	size int64
}

type uploader interface {
	Upload(a artifact, content io.Reader) error
}

type memoryUploader struct{ limit int64 }

func (m memoryUploader) Upload(a artifact, content io.Reader) error {
	n, err := io.Copy(io.Discard, content)
	if err == nil && n > m.limit {
		err = errors.New(a.name + " is too large")
	}
	return err
}

func release(u uploader, binary, source artifact) error {
	var wg sync.WaitGroup
	var errBinary, errSource error
	wg.Add(2)
	go func() {
		defer wg.Done()
		errBinary = u.Upload(binary, strings.NewReader("binary"))
	}()
	go func() {
		defer wg.Done()
		errSource = u.Upload(source, strings.NewReader("source"))
	}()
	wg.Wait()
	return errors.Join(errBinary, errSource)
}

func TestRelease(t *testing.T) {
	err := release(memoryUploader{limit: 100}, artifact{"tool", 6}, artifact{"tool.tar", 6})
	if err != nil {
		t.Error(err)
	}
}
