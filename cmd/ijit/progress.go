// This file defines the progress report on standard error: on a terminal one line
// that is rewritten twice a second, elsewhere one line each half minute.

package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/ijit/ijit/ijit"
)

// A progress reports how far a run is, in a goroutine of its own so that a phase
// that says nothing is seen to take its time.
type progress struct {
	w        io.Writer
	terminal bool
	begin    time.Time
	done     chan struct{}
	finished sync.WaitGroup

	mu    sync.Mutex
	now   ijit.Progress
	shown bool // there is a line to be rewritten

	lastStates int
	lastTime   time.Time
}

// readPhase is the phase before there is anything to report.
const readPhase = "read"

func startProgress(sh *shell) *progress {
	p := &progress{
		w:        sh.stderr,
		terminal: sh.terminal,
		begin:    time.Now(),
		done:     make(chan struct{}),
		now:      ijit.Progress{Phase: readPhase},
	}
	p.lastTime = p.begin
	period := 30 * time.Second
	if p.terminal {
		period = 500 * time.Millisecond
	}
	p.finished.Go(func() {
		ticks := time.NewTicker(period)
		defer ticks.Stop()
		for {
			select {
			case <-p.done:
				return
			case <-ticks.C:
				p.show()
			}
		}
	})
	return p
}

// update takes news.
func (p *progress) update(now ijit.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = now
}

// latest returns the latest news.
func (p *progress) latest() ijit.Progress {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

// aside writes something else to standard error.
func (p *progress) aside(write func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	write()
}

// stop ends the report. It may be called again.
func (p *progress) stop() {
	select {
	case <-p.done:
		return
	default:
	}
	close(p.done)
	p.finished.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

// clear removes the line on a terminal.
func (p *progress) clear() {
	if p.shown {
		io.WriteString(p.w, "\r\x1b[K")
		p.shown = false
	}
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	text := p.line(now)
	p.lastStates, p.lastTime = p.now.States, now
	if p.terminal {
		io.WriteString(p.w, "\r"+text+"\x1b[K")
		p.shown = true
	} else {
		io.WriteString(p.w, text+"\n")
	}
}

// line says how far the run is, and how fast since the last time.
func (p *progress) line(now time.Time) string {
	text := fmt.Sprintf("%-9s  %7s", p.now.Phase, now.Sub(p.begin).Round(time.Second))
	if p.now.States > 0 {
		rate := float64(p.now.States-p.lastStates) / now.Sub(p.lastTime).Seconds()
		text += fmt.Sprintf("  depth %d  %s states  %s/s", p.now.Depth, short(float64(p.now.States)), short(rate))
	}
	if p.now.Memory > 0 {
		text += "  " + sizeText(p.now.Memory)
	}
	return text
}

// short writes a large number for people.
func short(n float64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.2fG", n/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.2fM", n/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.1fk", n/1e3)
	}
	return strconv.Itoa(int(n))
}

// isTerminal reports whether f is a terminal that understands control sequences.
// Any character device counts. Some are no terminals, such as /dev/null, but what
// is written to those nobody sees; so no system call is needed that would differ
// between systems.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// textWidth reads COLUMNS; traces fit 80 to 120 columns.
func textWidth(columns string) int {
	n, err := strconv.Atoi(columns)
	if err != nil {
		return 0
	}
	return min(max(n, 80), 120)
}
