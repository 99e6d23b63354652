// This file defines the line on standard error that says how far the command is.

package command

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// A statusLine is a line on standard error: on a terminal it is rewritten twice a
// second, elsewhere it comes again each half minute.
type statusLine struct {
	w        io.Writer
	terminal bool
	mu       sync.Mutex
	shown    bool // there is a line to be rewritten
}

// start shows the line until stop is called, which may be called again. The text is made
// in a goroutine of its own, so that work that says nothing is seen to take its time.
func (l *statusLine) start(text func(now time.Time) string) (stop func()) {
	period := 30 * time.Second
	if l.terminal {
		period = 500 * time.Millisecond
	}
	done := make(chan struct{})
	var finished sync.WaitGroup
	finished.Go(func() {
		ticks := time.NewTicker(period)
		defer ticks.Stop()
		for {
			select {
			case <-done:
				return
			case now := <-ticks.C:
				l.show(text(now))
			}
		}
	})
	return sync.OnceFunc(func() {
		close(done)
		finished.Wait()
		l.pause(func() {})
	})
}

func (l *statusLine) show(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.terminal {
		fmt.Fprintln(l.w, text)
		return
	}
	// A line that is broken in two cannot be rewritten.
	fmt.Fprintf(l.w, "\r%.79s\x1b[K", text)
	l.shown = true
}

// pause takes the line away while something else is written.
func (l *statusLine) pause(write func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown {
		io.WriteString(l.w, "\r\x1b[K")
		l.shown = false
	}
	write()
}

// isTerminal reports whether f is a terminal that understands control sequences.
// Any character device counts. Some are no terminals, such as /dev/null, but what
// is written to those nobody sees; so no system call is needed that would differ
// between systems.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
