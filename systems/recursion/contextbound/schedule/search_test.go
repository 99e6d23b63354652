// This file defines where schedules in tests come from: an explicit search that
// remembers its way.

package schedule_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// A turn is a state with the thread whose turn it is. Threads are a sequence.
type turn struct {
	config  judge.Config
	running int
	cost    int
	before  *turn // nil for one of the first
	context bool  // it begins another context
}

func (t *turn) key() string {
	var key []byte
	add := func(pc int, values []bool) {
		key = binary.AppendVarint(key, int64(pc))
		for _, v := range values {
			bit := byte('0')
			if v {
				bit = '1'
			}
			key = append(key, bit)
		}
	}
	add(t.running, t.config.Shared)
	for _, x := range t.config.Threads {
		for _, f := range x.Callers {
			add(f.PC, f.Locals)
		}
		add(-1-x.PC, x.Locals) // the last frame
	}
	return string(key)
}

// A way is a search for a target: a label or, if that is "", a failing assertion.
type way struct {
	t       testing.TB
	f       *parser.File
	judge   *judge.Judge
	threads []*parser.Proc
	rounds  bool // threads take turns in a fixed order
	most    int  // switches, or rounds but one
	limit   int  // states
	label   string
	fixed   *schedule.Schedule // the only one to be tried; nil for all

	visited map[string]bool
	levels  [][]*turn
}

// find returns a schedule that leads to the target and is least in switches or
// rounds. If there is none it returns nil.
func (w *way) find() (*schedule.Schedule, int) {
	w.visited = map[string]bool{}
	w.levels = make([][]*turn, w.most+1)
	for c := range w.judge.Initial(1) {
		if w.begin(c) && w.fixed == nil {
			return &schedule.Schedule{Threads: w.threads}, 0
		}
	}
	for cost := 0; cost <= w.most; cost++ {
		for len(w.levels[cost]) > 0 {
			p := w.levels[cost][0]
			w.levels[cost] = w.levels[cost][1:]
			if w.seen(p) {
				continue
			}
			if w.visit(p) {
				return w.schedule(p), cost
			}
		}
	}
	return nil, 0
}

func (w *way) seen(p *turn) bool {
	key := p.key()
	if w.fixed != nil {
		key += fmt.Sprint(" ", p.cost) // what can follow depends on it
	}
	if w.visited[key] || len(w.visited) > w.limit {
		return true
	}
	w.visited[key] = true
	return false
}

// at reports whether a thread is at the label.
func (w *way) at(t judge.Thread) bool {
	at, _ := w.judge.Location(t.PC)
	return w.label != "" && at.Stmt != nil && at.Stmt.PC == t.PC &&
		slices.ContainsFunc(at.Stmt.Labels, func(l *parser.Label) bool { return l.Name == w.label })
}

// begin follows what happens before the threads begin, and reports whether the
// target is there.
func (w *way) begin(first judge.Config) (found bool) {
	work := []judge.Config{first}
	for len(work) > 0 && !found {
		p := &turn{config: work[len(work)-1], running: -1}
		work = work[:len(work)-1]
		if w.seen(p) {
			continue
		}
		found = w.at(p.config.Threads[0])
		if at, _ := w.judge.Location(p.config.Threads[0].PC); !is[*parser.StartThread](at.Op) {
			found = w.execute(p.config, 0, func(next judge.Config, _ bool) { work = append(work, next) }) || found
			continue
		}
		w.start(judge.Config{Shared: p.config.Shared})
	}
	return found
}

func is[T parser.Op](op parser.Op) bool { _, ok := op.(T); return ok }

// start adds the states in which all threads begin, each of them as the first.
func (w *way) start(c judge.Config) {
	if len(c.Threads) == len(w.threads) {
		for i := range c.Threads {
			if w.fixed != nil && !w.may(0, i, c.Shared) {
				continue
			}
			if i == 0 || !w.rounds {
				w.levels[0] = append(w.levels[0], &turn{config: c, running: i, context: true})
			}
		}
		return
	}
	p := w.threads[len(c.Threads)]
	var locals func(values []bool)
	locals = func(values []bool) {
		if len(values) == len(p.Locals) {
			c := judge.Config{Shared: c.Shared, Threads: append(slices.Clip(c.Threads), judge.Thread{PC: p.Entry, Locals: values})}
			w.start(c)
			return
		}
		if v := p.Locals[len(values)]; v.Init != parser.InitOne {
			locals(append(slices.Clip(values), false))
		}
		if v := p.Locals[len(values)]; v.Init != parser.InitZero {
			locals(append(slices.Clip(values), true))
		}
	}
	locals(nil)
}

// execute yields what a thread can do next and reports whether an assertion fails
// that is looked for.
func (w *way) execute(c judge.Config, i int, yield func(next judge.Config, gone bool)) (found bool) {
	if err := w.judge.Execute(context.Background(), c, i, func(o judge.Outcome) bool {
		if o.Error != nil {
			found = found || w.label == ""
			return true
		}
		yield(o.Next, o.Gone)
		return true
	}); err != nil {
		w.t.Fatal(err)
	}
	return found
}

// visit adds what follows, and reports whether the target is there.
func (w *way) visit(p *turn) bool {
	i := p.running
	self := p.config.Threads[i]
	add := func(c judge.Config, to, more int, context bool) {
		if cost := p.cost + more; cost <= w.most {
			w.levels[cost] = append(w.levels[cost], &turn{c, to, cost, p, context})
		}
	}
	found := w.execute(p.config, i, func(c judge.Config, gone bool) {
		if gone { // it is where the starter ends
			c.Threads = slices.Insert(slices.Clone(c.Threads), i, judge.Thread{PC: w.f.Main.Exit})
		}
		add(c, i, 0, false)
	})
	if found = found || w.at(self); found && (w.fixed == nil || p.cost == w.most) {
		return true
	}
	inside := func(pc int) bool { at, _ := w.judge.Location(pc); return at.Inside }
	if a := w.f.Atomic; a != nil && p.config.Shared[a.Index] || inside(self.PC) ||
		slices.ContainsFunc(self.Callers, func(f judge.Frame) bool { return inside(f.PC) }) {
		return false
	}
	for to := range p.config.Threads {
		switch {
		case w.fixed != nil:
			if p.cost < w.most && w.may(p.cost+1, to, p.config.Shared) {
				add(p.config, to, 1, true)
			}
		case !w.rounds && to != i:
			add(p.config, to, 1, true)
		case w.rounds && to == i+1:
			add(p.config, to, 0, true)
		case w.rounds && to == 0 && i == len(p.config.Threads)-1:
			add(p.config, to, 1, true)
		}
	}
	return false
}

// may reports whether context k of the fixed schedule begins like this.
func (w *way) may(k, thread int, globals []bool) bool {
	c := w.fixed.Contexts[k]
	return c.Thread == thread && slices.Equal(c.Before, globals)
}

// schedule goes back from the target.
func (w *way) schedule(p *turn) *schedule.Schedule {
	s := &schedule.Schedule{Threads: w.threads}
	var after []bool
	for ; p != nil; p = p.before {
		if p.context {
			s.Contexts = append(s.Contexts, schedule.Context{Thread: p.running, Before: p.config.Shared, After: after})
			after = p.config.Shared
		}
	}
	slices.Reverse(s.Contexts)
	return s
}
