// This file defines whether what is wanted happened in a run.

package goreplay

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A frame is a line of code on a stack.
type frame struct {
	file string
	line int
}

// A stack is a goroutine in a dump.
type stack struct {
	id     int
	state  string
	frames []frame
	text   string
}

var (
	headerPattern = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^goroutine (\d+)[^\[]*\[([^\],]*)`)
	})
	framePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s+(.*\.go):(\d+)`) })
)

// stacks reads a dump.
func stacks(dump string) []stack {
	var all []stack
	for text := range strings.SplitSeq(dump, "\n\n") {
		text = strings.TrimSpace(text)
		m := headerPattern().FindStringSubmatch(text)
		if m == nil {
			continue
		}
		s := stack{state: m[2], text: text, frames: frames(text)}
		s.id, _ = strconv.Atoi(m[1])
		all = append(all, s)
	}
	return all
}

// waits reports whether the goroutine waits for another one or a timer.
func (s stack) waits() bool {
	switch s.state {
	case "running", "runnable", "syscall", "IO wait", "sleep":
		return strings.Contains(s.text, "signal_recv")
	}
	return true
}

// frames reads the lines of code of a stack, but for where it was created.
func frames(text string) []frame {
	text, _, _ = strings.Cut(text, "\ncreated by ")
	var list []frame
	for line := range strings.Lines(text) {
		if m := framePattern().FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[2])
			list = append(list, frame{m[1], n})
		}
	}
	return list
}

// top returns the first frame in a file of the program.
func (p *Program) top(frames []frame) (frame, bool) {
	for _, f := range frames {
		for name := range p.files {
			if f.file == name || f.file == p.source.origin[name] {
				return f, true
			}
		}
	}
	return frame{}, false
}

func (f frame) is(w Place) bool { return f.line == w.Line && sameFile(f.file, w.File) }

// judge looks for what is wanted. If it is not there, it says why.
func (p *Program) judge(r *result, w Want) (evidence, reason string) {
	switch w.Kind {
	case "leak", "deadlock":
		if w.Polls {
			return p.polls(r, w.Place)
		}
		if evidence, reason = p.blocked(r, w.Place); reason != "" && r.profiled() {
			return p.leaked(r, w.Place)
		}
		return evidence, reason
	case "race":
		return p.raced(r, w)
	case "waitgroup":
		if evidence, reason = p.crashed(r, w); reason == "" {
			return evidence, reason
		}
		if evidence, other := p.raced(r, w); other == "" && strings.Contains(evidence, "sync.(*WaitGroup)") {
			return evidence, ""
		}
		return "", reason
	case "close", "lock", "panic":
		return p.crashed(r, w)
	}
	return "", fmt.Sprintf("outcomes of kind %q cannot be observed", w.Kind)
}

// crash returns the message of a panic or a fatal error, and what follows.
func crash(output string) (message, rest string, ok bool) {
	for rest := output; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return line, after, true
		}
		rest = after
	}
	return "", "", false
}

// raceReport is how the race detector begins.
const raceReport = "WARNING: DATA RACE\n"

// wrong reports whether something has gone wrong, wherever.
func wrong(output string) bool {
	_, _, crashed := crash(output)
	return crashed || strings.Contains(output, raceReport)
}

// blocked looks for a goroutine that is blocked at a place.
func (p *Program) blocked(r *result, w Place) (evidence, reason string) {
	end, ok := r.last('z')
	if message, rest, crashed := crash(r.output); !ok && crashed {
		for _, s := range stacks(rest) { // of a bubble that all have left but for those that are blocked in it
			if at, ok := p.top(s.frames); ok && at.is(w) && strings.Contains(message, "deadlock") && strings.HasSuffix(s.state, "(durable)") {
				return s.text, ""
			}
		}
		return "", "the program crashed: " + message
	}
	if r.late {
		return "", "the program did not stop in time"
	}
	if !ok {
		return "", "the program ended"
	}
	final := r.final()
	all := stacks(r.dump)
	for i, s := range all { // the first is the controller
		if end.a == 0 && i > 0 && !s.waits() {
			return "", "something else still runs, or waits for the world outside"
		}
	}
	for _, s := range all {
		if s.state == "running" || s.state == "runnable" || s.state == "sleep" {
			continue
		}
		if f, known := final[s.id]; end.a == 0 && (!known || f.c < 500) {
			continue // others still run
		}
		if p.isAt(s, final, w) {
			return s.text, ""
		}
	}
	return "", fmt.Sprintf("no goroutine is blocked at %s:%d", filepath.Base(w.File), w.Line)
}

// leaked looks for a goroutine at a place that the profile has.
func (p *Program) leaked(r *result, w Place) (evidence, reason string) {
	final := r.final()
	for _, s := range stacks(r.dump) {
		if strings.Contains(s.state, "(leaked)") && p.isAt(s, final, w) {
			return s.text, ""
		}
	}
	return "", fmt.Sprintf("the profile of leaked goroutines has none at %s:%d", filepath.Base(w.File), w.Line)
}

// final is what the log says of each goroutine at the end, by the runtime's number; of one that has ended, the entry
// that says so.
func (r *result) final() map[int]entry {
	last := map[int]entry{} // by the number in the log
	for _, e := range r.log {
		if e.what == 'f' || e.what == 'x' {
			last[e.a] = e
		}
	}
	final := map[int]entry{}
	for _, e := range r.log {
		if e.what == 's' {
			final[e.b] = last[e.a]
		}
	}
	return final
}

// isAt reports whether a goroutine is in an operation at a place.
func (p *Program) isAt(s stack, final map[int]entry, w Place) bool {
	f, known := final[s.id]
	if known && f.what != 'f' {
		return false
	}
	at, ok := p.top(s.frames)
	return ok && at.is(w) || f.b > 0 && p.sites[f.b].onLine(w.File, w.Line)
}

// fewestPolls is how often a goroutine has to come back that does nothing else. Where tickers go on, all goroutines run
// free for a second, in which a ticker fires fifty times.
const fewestPolls = 10

// polls looks for a goroutine that polls at a place, which only timers and the default let go on, since all run free.
func (p *Program) polls(r *result, w Place) (evidence, reason string) {
	if _, ok := r.last('z'); !ok {
		return "", "the program ended"
	}
	woken, otherwise := map[int]int{}, map[int]bool{} // by goroutine
	free := false
	for _, e := range r.log {
		switch {
		case e.what == 'r':
			free = true
		case free && e.what == 'e':
			if s := p.sites[e.b]; s.onLine(w.File, w.Line) && s.op == "select" {
				woken[e.a]++
				otherwise[e.a] = otherwise[e.a] || e.c >= 0 && (e.c >= len(s.timers) || !s.timers[e.c])
			}
		case e.what == 'f' && woken[e.a] >= fewestPolls && !otherwise[e.a]: // it is alive at the end
			return fmt.Sprintf("goroutine %d came back to %s:%d %d times, and did nothing else", e.a+1, filepath.Base(w.File), w.Line, woken[e.a]), ""
		}
	}
	return "", fmt.Sprintf("no goroutine goes on for ever at %s:%d", filepath.Base(w.File), w.Line)
}

// messages are what the library says, by kind.
func messages(kind string) []string {
	switch kind {
	case "close":
		return []string{"closed channel", "nil channel"}
	case "lock":
		return []string{"unlock of unlocked", "Unlock of unlocked"}
	case "waitgroup":
		return []string{"WaitGroup"}
	}
	return []string{"panic: "}
}

// crashed looks for a crash at a place.
func (p *Program) crashed(r *result, w Want) (evidence, reason string) {
	message, rest, ok := crash(r.output)
	if !ok {
		return "", "nothing panicked"
	}
	fits := false
	for _, m := range messages(w.Kind) {
		fits = fits || strings.Contains(message, m)
	}
	if !fits {
		return "", "the program crashed otherwise: " + message
	}
	all := stacks(rest)
	if len(all) == 0 {
		return "", "the crash has no stack: " + message
	}
	at, ok := p.top(all[0].frames)
	if ok && (at.is(w.Place) || p.choosing(at, w.Place)) || p.doing(r, all[0].id, w.Place) {
		return message + "\n\n" + all[0].text, ""
	}
	return "", fmt.Sprintf("the program crashed at line %d: %s", at.line, message)
}

// choosing reports whether a frame is in a select statement with a case at a place: a stack shows the line of the
// statement.
func (p *Program) choosing(f frame, w Place) bool {
	for _, s := range p.sites {
		if s != nil && len(s.cases) > 0 && f.is(s.at()) && s.onLine(w.File, w.Line) {
			return true
		}
	}
	return false
}

// doing reports whether a goroutine had begun an operation at a place and was not done.
func (p *Program) doing(r *result, id int, w Place) bool {
	return slices.ContainsFunc(p.begun(r, id), func(site int) bool { return p.sites[site].onLine(w.File, w.Line) })
}

// begun returns the operations that a goroutine had begun and was not done with. The stack of a deferred
// operation shows where its function returned; when it panics, others that are deferred follow.
func (p *Program) begun(r *result, id int) (sites []int) {
	g, begun := -1, map[int]int{} // by site
	for _, e := range r.log {
		switch {
		case e.what == 's' && e.b == id:
			g = e.a
			clear(begun)
		case e.what == 'b' && e.a == g:
			begun[e.b]++
		case e.what == 'e' && e.a == g:
			begun[e.b]--
		}
	}
	for site, n := range begun {
		if n > 0 && site > 0 {
			sites = append(sites, site)
		}
	}
	slices.Sort(sites)
	return sites
}

// raceReports returns what the race detector says.
func raceReports(output string) []string {
	reports := strings.Split(output, raceReport)[1:]
	for i, report := range reports {
		reports[i], _, _ = strings.Cut(report, "==================")
	}
	return reports
}

// raced looks for a report of the race detector about two places, or one if the other is not
// said.
func (p *Program) raced(r *result, w Want) (evidence, reason string) {
	said := "concurrent map"
	if w.Ended {
		said = " has completed"
	}
	if message, rest, ok := crash(r.output); ok && strings.Contains(message, said) {
		if all := stacks(rest); len(all) > 0 {
			if at, ok := p.top(all[0].frames); ok && (at.is(w.Place) || at.is(w.Other)) {
				return message + "\n\n" + all[0].text, ""
			}
		}
	}
	reports := raceReports(r.output)
	for _, report := range reports {
		parts := strings.Split(report, "\n\n")
		if len(parts) < 2 {
			continue
		}
		a, ok1 := p.top(frames(parts[0]))
		b, ok2 := p.top(frames(parts[1]))
		if w.Other.Line == 0 && (ok1 && a.is(w.Place) || ok2 && b.is(w.Place)) ||
			ok1 && ok2 && (a.is(w.Place) && b.is(w.Other) || b.is(w.Place) && a.is(w.Other)) {
			return strings.TrimSpace(report), ""
		}
	}
	if len(reports) > 0 {
		return "", "the race detector reports other places only"
	}
	return "", "the race detector reports nothing"
}
