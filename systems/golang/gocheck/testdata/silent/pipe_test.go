package silent

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"
)

// The reader asks for one byte of two.
func TestPipeUnread(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		defer w.Close()
		w.Write([]byte("x"))
		w.Write([]byte("y"))
	}()
	r.Read(make([]byte, 1))
}

func TestFinePipeReadAll(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		defer w.Close()
		w.Write([]byte("x"))
		fmt.Fprintf(w, "y%d", 1)
	}()
	io.ReadAll(r)
}

func TestFinePipeCopy(t *testing.T) {
	r, w := io.Pipe()
	done := make(chan error)
	go func() {
		_, err := io.Copy(io.Discard, r)
		done <- err
	}()
	io.Copy(w, strings.NewReader("abc"))
	w.Close()
	<-done
}

// What a scanner does with the reader is not seen.
func TestPipeScanned(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		defer w.Close()
		fmt.Fprintln(w, "x")
	}()
	for s := bufio.NewScanner(r); s.Scan(); {
	}
}
