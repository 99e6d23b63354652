// This file defines whether a recording is an execution of a Boolean program.

package goreplay_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/golang/goreplay"
	"github.com/ijit/ijit/systems/golang/lower"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A follower follows recordings in the Boolean program of an entry. It keeps all configurations
// in which the program may be after the events so far (the subset construction), by the judge, which
// shares no code with what made the program.
//
// The operation of a goroutine happens between the events that it begins and that it completes, in the
// order of the events but where these overlap. What no event tells, steps on data above all, happens
// between the operations of its goroutine. A go statement and an end may come earlier in the
// Boolean program, in one section with the operation before them.
type follower struct {
	real     *goreplay.Program
	lines    []lower.Origin
	code     *parser.Program
	judge    *judge.Judge
	told     map[*skeleton.Node][]int // the operations by whose events a node is told
	beside   map[*skeleton.Node][]int // the operations during which it happens, without an event of its own
	modelled map[int]bool             // operations that some node tells
	timed    bool                     // the environment may move
	tracks   bool                     // of many objects one is tracked, and operations of others are no nodes
	exact    bool                     // who is blocked in the program is blocked in the Boolean program
	partial  bool                     // it is said that executions are missing
	text     []byte
}

// A following is the state of a follower.
type following struct {
	*follower
	now      []*standing
	names    map[int]string // of threads, by goroutine
	children map[string]int // whose go statements are done
	known    map[string]bool
	ignored  map[int]bool   // goroutines that are not modelled
	during   map[string]int // the operation that each thread is in
	cut      bool           // in some execution it is not known what follows
	full     bool           // there are too many configurations
	fails    []failure
	panicked map[string]bool // goroutines that may have come to a panic
}

// A standing is a configuration.
type standing struct {
	judge.Config
	who  []who // of its threads
	gone []who // threads that have ended, as no event has told yet
}

// who says which goroutine a thread is, and what it has done that no event has told yet.
type who struct {
	name    string           // 0 for the entry, and 0.1 for the second that it starts
	done    bool             // the operation that its goroutine is in
	line    int              // of the case of a select statement that was taken, 0 for the default
	at      *skeleton.Node   // what the thread has just done: several sections may be one node
	started []*skeleton.Node // go statements that are done
}

// A failure is an assertion that may fail.
type failure struct {
	name string
	node *skeleton.Node
}

const most = 3000 // configurations at a time

// newFollower prepares to follow recordings of an entry in the Boolean program of its skeleton.
func newFollower(t *testing.T, real *goreplay.Program, p *skeleton.Program, o lower.Options) *follower {
	t.Helper()
	l, err := lower.Lower(p, o)
	if err != nil {
		t.Fatal(err)
	}
	code, err := parser.Parse("model.bp", l.Text, parser.Post)
	if err != nil {
		t.Fatalf("%v\n%s", err, l.Text)
	}
	j, err := judge.New(code.File, judge.Small)
	if err != nil {
		t.Fatal(err)
	}
	f := &follower{real: real, lines: l.Lines, text: l.Text, exact: l.Exact, code: code, judge: j,
		told: map[*skeleton.Node][]int{}, beside: map[*skeleton.Node][]int{}, modelled: map[int]bool{}}
	for _, o := range p.Objects {
		f.timed = f.timed || o.External || o.Ticking
	}
	f.partial = len(p.Sizes) > 0 || slices.ContainsFunc(p.Notes, func(n skeleton.Note) bool { return n.Opens.Has(skeleton.OpensFailures) })
	for _, v := range p.Vars {
		f.tracks = f.tracks || strings.HasSuffix(v.Name, " tracked")
	}
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			switch n.Op {
			case skeleton.Step, skeleton.Branch, skeleton.Access, skeleton.End, skeleton.Exit, skeleton.Hang, skeleton.Panic:
				continue
			}
			at := n.Site.Pos
			for _, site := range real.Operations(goreplay.Step{File: at.Filename, Line: at.Line, Column: at.Column, Op: n.Op.String()}) {
				if n.Op == skeleton.Add && n.Delta > 0 && real.Op(site-1) == "go" { // of Go of a WaitGroup
					f.beside[n] = append(f.beside[n], site-1)
				} else if tells(real.Op(site), n.Op) {
					f.told[n] = append(f.told[n], site)
					f.modelled[site] = true
				} else {
					f.beside[n] = append(f.beside[n], site)
				}
			}
		}
	}
	return f
}

// tells reports whether a recorded operation is that of a node.
func tells(op string, n skeleton.Op) bool {
	switch op {
	case "lock": // of a Locker
		return n == skeleton.Lock || n == skeleton.RLock
	case "unlock":
		return n == skeleton.Unlock || n == skeleton.RUnlock
	case "select": // of one case, too
		return n == skeleton.Select || n == skeleton.Send || n == skeleton.Recv
	case "once":
		return n == skeleton.OnceBegin
	case "cond-wait":
		return n == skeleton.CondWait
	}
	return op == n.String()
}

// follow returns how many events of a recording were followed, and what is wrong: "" for nothing.
func (f *follower) follow(t *testing.T, r goreplay.Recording) (events int, cut bool, wrong string) {
	t.Helper()
	x := &following{follower: f, names: map[int]string{0: "0"}, children: map[string]int{}, known: map[string]bool{"0": true}, during: map[string]int{}, ignored: map[int]bool{}, panicked: map[string]bool{}}
	for c := range f.judge.Initial(1) {
		x.now = append(x.now, &standing{Config: c, who: []who{{name: "0"}}})
	}
	x.close(t)
	for i, e := range r.Events {
		if x.full || len(x.now) == 0 {
			return i, true, ""
		}
		if name := x.names[e.Goroutine]; e.What != goreplay.Blocks && e.What != goreplay.Completes && x.during[name] > 0 {
			return i, false, x.crashed(name) // these are its deferred calls
		}
		if e.What == goreplay.Ends && r.End == "crashed" && r.Crashed == e.Goroutine {
			return i, false, fmt.Sprintf("goroutine %s ends and panics", x.names[e.Goroutine])
		}
		before, fails := slices.Clone(x.now), x.fails
		x.event(t, e)
		failed := func(goroutine int) bool {
			return slices.ContainsFunc(fails, func(f failure) bool { return f.name == x.names[goroutine] })
		}
		if len(x.now) == 0 && r.End == "crashed" && (x.panicked[x.names[r.Crashed]] || failed(r.Crashed)) {
			return i, false, "" // deferred calls and what they allow, or the Done behind Go of a WaitGroup
		}
		if len(x.now) == 0 && !x.exact && failed(e.Goroutine) {
			return i, true, "" // the Boolean program fails where the program need not
		}
		if len(x.now) == 0 && !x.cut && !x.full {
			return i, false, fmt.Sprintf("event %d: %s\nbefore, in %d configurations, such as %s", i, x.tell(e), len(before), x.describe(before[0]))
		}
	}
	if len(x.now) > 0 && !x.full {
		wrong = x.end(t, r)
	}
	return len(r.Events), x.full || len(x.now) == 0, wrong
}

func (x *following) tell(e goreplay.Event) string {
	word := []string{"begins", "is blocked in", "completes", "ends"}[e.What]
	return fmt.Sprintf("goroutine %d (%s) %s %s, line %d, case %d", e.Goroutine, x.names[e.Goroutine], word, e.Op, e.Place.Line, e.Case)
}

// describe shows where threads are.
func (x *following) describe(p *standing) string {
	var b strings.Builder
	for _, v := range x.code.File.Globals {
		if p.Shared[v.Index] {
			b.WriteString(" " + v.Name)
		}
	}
	for i, w := range p.who {
		fmt.Fprintf(&b, "\n%s at line %d of the Boolean program, done %t, started %d", w.name, x.code.Nodes[p.Threads[i].PC].Pos.Line, w.done, len(w.started))
	}
	return b.String()
}

// find returns what is known of a goroutine, nil if there is no such thread.
func (p *standing) find(name string) *who {
	for i := range p.who {
		if p.who[i].name == name {
			return &p.who[i]
		}
	}
	for i := range p.gone {
		if p.gone[i].name == name {
			return &p.gone[i]
		}
	}
	return nil
}

// event keeps the configurations in which the next event can happen.
func (x *following) event(t *testing.T, e goreplay.Event) {
	name, known := x.names[e.Goroutine]
	if x.ignored[e.Goroutine] {
		if e.Child > 0 {
			x.ignored[e.Child] = true
		}
		return
	}
	if !known {
		t.Fatalf("goroutine %d does something before it is started", e.Goroutine)
	}
	op, modelled := "", e.What == goreplay.Ends || x.modelled[e.Site]
	if e.Site > 0 {
		op = x.real.Op(e.Site)
	}
	keep := func(holds func(w *who) bool) {
		x.now = slices.DeleteFunc(x.now, func(p *standing) bool {
			w := p.find(name)
			return w == nil && modelled || w != nil && !holds(w)
		})
	}
	switch e.What {
	case goreplay.Begins:
		x.during[name] = e.Site
		keep(func(w *who) bool {
			w.done, w.line, w.at = false, 0, nil
			return !modelled || op == "go" || len(w.started) == 0
		})
	case goreplay.Blocks:
		keep(func(w *who) bool { return !modelled || !w.done })
	case goreplay.Completes:
		if e.Child > 0 && !modelled {
			x.ignored[e.Child] = true
		} else if e.Child > 0 {
			child := name + "." + strconv.Itoa(x.children[name])
			x.children[name]++
			x.names[e.Child] = child
			x.known[child] = true
			keep(func(w *who) bool {
				if len(w.started) == 0 || !slices.Contains(x.told[w.started[0]], e.Site) {
					return false
				}
				w.started = w.started[1:]
				return true
			})
		} else {
			keep(func(w *who) bool {
				return !modelled || op == "go" || !w.done && x.tracks || w.done && (op != "select" || w.line < 0 || w.line == e.Line)
			})
		}
		x.during[name] = 0
		for _, p := range x.now {
			if w := p.find(name); w != nil {
				w.done, w.line, w.at = false, 0, nil
			}
		}
	case goreplay.Ends:
		x.now = slices.DeleteFunc(x.now, func(p *standing) bool {
			return !slices.ContainsFunc(p.gone, func(w who) bool { return w.name == name && len(w.started) == 0 })
		})
		return
	}
	x.close(t)
}

// close adds what can happen without an event.
func (x *following) close(t *testing.T) {
	seen := map[string]bool{}
	var list []*standing
	add := func(p *standing) {
		if key := x.key(p); !seen[key] {
			seen[key] = true
			list = append(list, p)
		}
	}
	for _, p := range x.now {
		add(p)
	}
	x.fails = nil
	for k := 0; k < len(list) && !x.full; k++ {
		if len(list) > most {
			x.full = true
		}
		for i := range list[k].who {
			if x.known[list[k].who[i].name] {
				x.section(t, list[k], i, passage{}, true, add)
			}
		}
	}
	x.now = list
}

func (x *following) key(p *standing) string {
	order := make([]int, len(p.who))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(p.who[a].name, p.who[b].name) })
	var b strings.Builder
	bits := func(list []bool) {
		for _, v := range list {
			if v {
				b.WriteByte('1')
			} else {
				b.WriteByte('0')
			}
		}
	}
	bits(p.Shared)
	slices.SortFunc(p.gone, func(a, b who) int { return strings.Compare(a.name, b.name) })
	for _, w := range p.gone {
		fmt.Fprintf(&b, " %s %t %d %v", w.name, w.done, w.line, numbers(w.started))
	}
	for _, i := range order {
		w := p.who[i]
		fmt.Fprintf(&b, " %s %d %t %d %p %v ", w.name, p.Threads[i].PC, w.done, w.line, w.at, numbers(w.started))
		bits(p.Threads[i].Locals)
	}
	return b.String()
}

func numbers(nodes []*skeleton.Node) []int {
	var list []int
	for _, n := range nodes {
		list = append(list, n.ID)
	}
	return list
}

// A passage is what a thread has done in a section so far.
type passage struct {
	first *skeleton.Node // the operation; what is behind it in a section is local
	begun bool           // the operation goes on behind the section
	line  int            // as that of who
}

// section makes a thread execute statements, to the end of the section and of the jumps behind it.
func (x *following) section(t *testing.T, p *standing, i int, s passage, begins bool, add func(*standing)) {
	node := x.code.Nodes[p.Threads[i].PC]
	if node.Stmt == nil {
		return
	}
	here := x.origin(node)
	n := here.Node
	if begins && n != nil && !x.may(p.who[i], n) {
		return
	}
	if n != nil && (n.Op == skeleton.Exit || n.Op == skeleton.Hang) {
		return
	}
	if n != nil && s.first == nil {
		s.first, s.line = n, -1
		if n.Op == skeleton.Select && !slices.ContainsFunc(n.Cases, func(c skeleton.Case) bool { return c.Object.Ticking }) {
			s.line = 0 // to receive what is always there is no statement
		}
	}
	if n != nil && n == s.first {
		s.begun = s.begun || here.Begin
		if n.Op == skeleton.Select && here.Case >= 0 {
			s.line = n.Cases[here.Case].Site.Pos.Line
		}
	}
	if _, starts := node.Stmt.Op.(*parser.StartThread); starts && n == nil {
		x.cut = true
		return
	}
	err := x.judge.Moves(context.Background(), p.Config, i, 0, func(o judge.Outcome) bool {
		if o.Error != nil {
			x.fails = append(x.fails, failure{p.who[i].name, n})
			x.panicked[p.who[i].name] = x.panicked[p.who[i].name] || n.Op == skeleton.Panic
			return true
		}
		q := &standing{o.Next, slices.Clone(p.who), slices.Clone(p.gone)}
		w := &q.who[i]
		if len(o.Next.Threads) > len(p.Threads) {
			child := fmt.Sprintf("%s.%d", w.name, x.children[w.name]+len(w.started))
			w.started = append(slices.Clip(w.started), n)
			q.who = append(q.who, who{name: child})
		}
		end := o.Gone || x.code.Nodes[q.Threads[i].PC].Section == nil
		if !end {
			x.section(t, q, i, s, false, add)
			return true
		}
		w.at = nil
		if s.first != nil && !s.begun && x.during[w.name] > 0 && slices.Contains(x.told[s.first], x.during[w.name]) {
			w.done, w.line, w.at = true, s.line, s.first
		}
		if o.Gone {
			q.gone = append(q.gone, *w)
			q.who = slices.Delete(q.who, i, i+1)
			add(q)
			return true
		}
		behind := x.code.Nodes[q.Threads[i].PC]
		if behind.Stmt != nil && x.origin(behind).Node == nil {
			x.section(t, q, i, passage{}, true, add)
			return true
		}
		add(q)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
}

// origin returns what the statement at a location stands for.
func (f *follower) origin(n *parser.Node) lower.Origin {
	end := n.Stmt.PC != n.PC && n.Arm == nil // of an atomic section, whose line is that of its beginning
	if n.Pos.Line < 1 || n.Pos.Line > len(f.lines) || end {
		return lower.Origin{Case: -1}
	}
	return f.lines[n.Pos.Line-1]
}

// may reports whether a thread may begin a section with a node.
func (x *following) may(w who, n *skeleton.Node) bool {
	site := x.during[w.name]
	free := site == 0 || !x.modelled[site]
	switch n.Op {
	case skeleton.Step, skeleton.Branch, skeleton.Access, skeleton.Panic:
		return free
	case skeleton.Go:
		return free || w.done || x.real.Op(site) == "go"
	case skeleton.End:
		return free || w.done
	}
	if told := x.told[n]; told != nil {
		// What cancels a context cancels those made from it.
		return slices.Contains(told, site) && (!w.done || w.at == n || n.Op == skeleton.Cancel && w.at != nil)
	}
	beside := x.beside[n]
	if beside == nil {
		return free
	}
	return slices.Contains(beside, site) || free && x.real.Op(beside[0]) == "go"
}

// crashed says what is wrong if a goroutine panics.
func (x *following) crashed(name string) string {
	site := x.during[name]
	for _, f := range x.fails {
		if f.name == name && (site == 0 && f.node.Op == skeleton.Panic || slices.Contains(x.told[f.node], site) || slices.Contains(x.beside[f.node], site)) {
			return ""
		}
	}
	if site == 0 {
		return fmt.Sprintf("goroutine %s panics", name)
	}
	return fmt.Sprintf("%s of goroutine %s fails", x.real.Op(site), name)
}

// end says what is wrong with the end of a recording.
func (x *following) end(t *testing.T, r goreplay.Recording) string {
	switch {
	case r.End == "crashed" && r.Crashed >= 0:
		if wrong := x.crashed(x.names[r.Crashed]); wrong != "" {
			return wrong + ": " + r.Message
		}
	case r.End == "settled" && x.exact && !x.timed:
		return x.settled(t, r)
	}
	return ""
}

// settled says what is wrong if all goroutines are blocked.
func (x *following) settled(t *testing.T, r goreplay.Recording) string {
	for name, site := range x.during {
		if site > 0 && !x.modelled[site] && x.known[name] {
			return ""
		}
	}
	if x.cut {
		return ""
	}
	all := x.now
	for _, p := range all {
		if slices.ContainsFunc(p.who, func(w who) bool { return w.done || x.during[w.name] == 0 }) {
			continue
		}
		x.now = []*standing{p}
		x.close(t)
		if !slices.ContainsFunc(x.now, func(q *standing) bool {
			return len(q.who) != len(p.who) || slices.ContainsFunc(q.who, func(w who) bool { return w.done })
		}) {
			return ""
		}
	}
	return fmt.Sprintf("all goroutines are blocked, in %d configurations, such as %s", len(all), x.describe(all[0]))
}
