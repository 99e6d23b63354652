// This file defines the report of how far a check is.

package command

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/ijit/ijit/systems"
)

// A progress is the line about a check.
type progress struct {
	statusLine
	begin time.Time
	stop  func()

	mu  sync.Mutex
	now systems.Progress

	// of the line before
	lastStates int
	lastTime   time.Time
}

// readPhase is the phase before there is anything to report.
const readPhase = "read"

func startProgress(sh *shell) *progress {
	now := time.Now()
	p := &progress{
		statusLine: statusLine{w: sh.stderr, terminal: sh.terminal},
		begin:      now,
		lastTime:   now,
		now:        systems.Progress{Phase: readPhase},
	}
	p.stop = p.start(p.line)
	return p
}

// update takes news.
func (p *progress) update(now systems.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = now
}

// latest returns the latest news.
func (p *progress) latest() systems.Progress {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

// line says how far the run is, and how fast since the last time.
func (p *progress) line(now time.Time) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := fmt.Sprintf("%-9s  %7s", p.now.Phase, now.Sub(p.begin).Round(time.Second))
	if p.now.States > 0 {
		rate := float64(p.now.States-p.lastStates) / now.Sub(p.lastTime).Seconds()
		if c := p.now.Counted; c != "" { // it may shrink
			text += fmt.Sprintf("  bound %d  %s %s", p.now.Depth, short(float64(p.now.States)), plural(c))
		} else {
			text += fmt.Sprintf("  depth %d  %s states  %s/s", p.now.Depth, short(float64(p.now.States)), short(rate))
		}
	}
	p.lastStates, p.lastTime = p.now.States, now
	if p.now.Asked > 1 {
		text += fmt.Sprintf("  %d of %d labels decided", p.now.Decided, p.now.Asked)
		if p.now.Left > 0 {
			text += fmt.Sprintf(", about %s left", p.now.Left.Round(time.Second))
		}
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

// textWidth returns how many columns of text there are: what COLUMNS says, or else the
// terminal, 0 if neither does. Traces fit 80 to 200.
func textWidth(columns string, out *os.File) int {
	n, err := strconv.Atoi(columns)
	if err != nil {
		n, _, err = term.GetSize(int(out.Fd()))
	}
	if err != nil || n <= 0 {
		return 0
	}
	return min(max(n, 80), 200)
}
