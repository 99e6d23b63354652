// This file defines the search: path edges, summary edges and the worklist.

package bebop

import (
	"context"
	"fmt"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

// A search computes path edges. Its vertices are program counters and, for each
// procedure, the vertex behind all of its returns.
type search struct {
	program *parser.Program
	opts    Options
	m       *bdd.Manager
	enc     *encode.Encoder

	// The frames: valuations at the entry of the procedure, now, and after a step,
	// globals first; and what a procedure returns.
	entry, now, next []bdd.Var
	returned         []bdd.Var
	entries          bdd.VarSet      // all of entry
	indexOf          map[bdd.Var]int // in now
	globals          int             // number of globals

	flow                        *dataflow.Graph
	live                        *dataflow.Liveness // nil if values are kept even if nothing reads them
	procs                       []*procedure       // as in flow
	procOf                      []*procedure       // by vertex; nil if it is not reached
	sites                       []*site            // by program counter
	out                         [][]transfer
	prepared                    []bool // by program counter: out, or the site, is ready
	keptHere, keptBehind, spare *bitset.BitSet

	targets []bool // by program counter
	asserts []bool // by program counter; nil for all

	path    []bdd.Node // by vertex: the path edges that are or were processed
	pending []bdd.Node // by vertex: those that are not yet
	summary []bdd.Node // by procedure: all of path[ret], lifted to a transition
	edges   []bdd.Node // by program counter of a call: summary edges
	entered []bdd.Node // by procedure: valuations of globals and formals, in now and entry
	work    worklist

	round    int // of a breadth-first search
	findings []Finding
	found    map[target]bool
	stats    Stats
	rings    map[int][]ring // by vertex, if there is to be a trace
	stamp    int
}

// A target is a Finding, whatever its depth.
type target struct {
	pc     int
	failed bool
}

// A ring says what the path edges of a vertex were after they grew.
type ring struct {
	stamp int // when that was: what they follow from has a smaller stamp
	path  bdd.Node
}

func newSearch(ctx context.Context, p *parser.Program, opts Options) (*search, error) {
	m := bdd.New(bdd.Options{MaxNodes: opts.MaxNodes, MaxBytes: opts.MaxBytes, Context: ctx})
	s := &search{
		program: p, opts: opts, m: m,
		indexOf: map[bdd.Var]int{},
		sites:   make([]*site, len(p.Nodes)),
		found:   map[target]bool{},
		globals: p.Layout.Shared,
	}
	if opts.rings || opts.Traces || opts.Trace && opts.Order == BreadthFirst {
		s.rings = map[int][]ring{}
	}
	if err := s.findProcedures(); err != nil {
		return nil, err
	}
	if err := s.setTargets(); err != nil {
		return nil, err
	}
	frames := encode.NewFrames(m, p.Layout, 3)
	s.returned = m.NewVars(encode.ReturnSlots(p))
	s.enc = encode.New(m, p, encode.Places{
		Now: frames[1], Next: frames[2], Actuals: frames[0].Locals, Returns: s.returned,
	})
	for i, to := range []*[]bdd.Var{&s.entry, &s.now, &s.next} {
		*to = append(append(*to, frames[i].Globals...), frames[i].Locals...)
	}
	for i, v := range s.now {
		s.indexOf[v] = i
	}
	s.entries = m.NewVarSet(s.entry...)
	s.forget()
	sets := s.flow.Sets(2 * len(s.procs))
	for i, q := range s.procs {
		q.held, q.twice = &sets[2*i], &sets[2*i+1]
		s.findHeld(q)
	}
	s.start()
	return s, nil
}

// vertices returns the number of vertices.
func (s *search) vertices() int { return len(s.program.Nodes) + len(s.flow.Procs) }

func (s *search) setTargets() error {
	mark := func(pcs []int) ([]bool, error) {
		set := make([]bool, len(s.program.Nodes))
		for _, pc := range pcs {
			if pc < 0 || pc >= len(set) {
				return nil, fmt.Errorf("bebop: there is no program counter %d", pc)
			}
			set[pc] = true
		}
		return set, nil
	}
	var err error
	if s.opts.Targets != nil || s.opts.Assertions != nil {
		if s.asserts, err = mark(s.opts.Assertions); err != nil {
			return err
		}
	}
	s.targets, err = mark(s.opts.Targets)
	return err
}

// start makes the first path edges.
func (s *search) start() {
	none := func(n int) []bdd.Node {
		fs := make([]bdd.Node, n)
		for i := range fs {
			fs[i] = bdd.False
		}
		return fs
	}
	s.path, s.pending = none(s.vertices()), none(s.vertices())
	s.entered, s.summary = none(len(s.procs)), none(len(s.procs))
	s.edges = none(len(s.program.Nodes))
	s.work = newWorklist(s)
	s.m.Register(s.roots)

	s.out, s.prepared = make([][]transfer, len(s.program.Nodes)), make([]bool, len(s.program.Nodes))
	s.keptHere, s.keptBehind, s.spare = s.flow.Set(), s.flow.Set(), s.flow.Set()
	main := s.procs[0]
	s.prepareSmall()
	drop := s.place(s.now, s.kept(s.keptHere, main.Entry).Complement())
	initial := s.m.Exists(s.enc.Initial(), s.m.NewVarSet(drop...))
	identity := s.m.EqualVars(s.place(s.entry, main.twice), s.place(s.now, main.twice))
	s.propagate(main.Entry, s.m.And(initial, identity))
}

// roots yields all nodes that must stay.
func (s *search) roots(yield func(bdd.Node) bool) {
	for _, list := range [][]bdd.Node{s.path, s.pending, s.entered, s.summary, s.edges} {
		for _, f := range list {
			if !yield(f) {
				return
			}
		}
	}
	for _, out := range s.out {
		for i := range out {
			if !yield(out[i].rel) {
				return
			}
		}
	}
	for _, p := range s.procs {
		if !yield(p.self) {
			return
		}
		for _, c := range p.callees {
			if !yield(c.rel) || !yield(c.args) || !yield(c.call.Args) || !yield(c.then) {
				return
			}
		}
	}
	for _, rings := range s.rings {
		for _, r := range rings {
			if !yield(r.path) {
				return
			}
		}
	}
}

// run processes vertices until nothing is pending, a target is found or a limit is
// met.
func (s *search) run() {
	for !s.work.empty() && s.m.Err() == nil && !s.finished() {
		v := s.work.pop()
		s.round = s.work.round
		s.stats.Iterations++
		s.step(v)
		s.stats.PeakNodes = max(s.stats.PeakNodes, s.m.NodeCount())
		s.safePoint()
		if s.opts.Progress != nil && s.stats.Iterations%1024 == 0 {
			s.opts.Progress(s.figures())
		}
	}
}

// safePoint lets the manager collect garbage.
func (s *search) safePoint() {
	if s.opts.collect {
		s.m.Collect()
	} else {
		s.m.SafePoint()
	}
}

// finished reports whether enough was found, or tried.
func (s *search) finished() bool {
	return len(s.findings) > 0 && !s.opts.All || s.opts.iterations > 0 && s.stats.Iterations >= s.opts.iterations
}

// propagate adds path edges at v to those that are to be processed.
func (s *search) propagate(v int, edges bdd.Node) {
	if edges = s.m.Diff(edges, s.path[v]); edges == bdd.False || edges == bdd.Invalid {
		return
	}
	if s.pending[v] == bdd.False {
		s.work.push(v)
	}
	s.pending[v] = s.m.Or(s.pending[v], edges)
}

// step processes what is new at v.
func (s *search) step(v int) {
	edges := s.pending[v]
	s.pending[v] = bdd.False
	p := s.procOf[v]
	if s.path[v] == bdd.False {
		s.stats.Vertices++
		if v != p.ret && !s.prepared[v] {
			s.prepare(v)
		}
	}
	s.path[v] = s.m.Or(s.path[v], edges)
	s.stamp++
	if s.rings != nil {
		s.rings[v] = append(s.rings[v], ring{s.stamp, s.path[v]})
	}
	switch {
	case v == p.ret:
		s.leave(p, edges)
	case s.sites[v] != nil:
		s.arrive(v)
		s.call(s.sites[v], edges)
	default:
		s.arrive(v)
		for i := range s.out[v] {
			t := &s.out[v][i]
			switch {
			case t.fail:
				if (s.asserts == nil || s.asserts[v]) && !s.m.Disjoint(edges, t.rel) {
					s.find(Finding{PC: v, Failed: true, Depth: s.round + 1})
				}
			case t.to >= 0:
				s.propagate(t.to, s.m.Image(edges, t.rel, t.set, t.back))
			}
		}
	}
}

// arrive notes that v is reached.
func (s *search) arrive(v int) {
	if s.targets[v] {
		s.find(Finding{PC: v, Depth: s.round})
	}
}

func (s *search) find(f Finding) {
	if t := (target{f.PC, f.Failed}); s.m.Err() == nil && !s.found[t] {
		s.found[t] = true
		if s.opts.Order != BreadthFirst {
			f.Depth = 0
		}
		s.findings = append(s.findings, f)
	}
}

// call takes path edges at a call into the callee, and over it by its summary.
func (s *search) call(c *site, edges bdd.Node) {
	m, p := s.m, c.callee
	enter := m.AndExists(m.Exists(edges, s.entries), c.args, p.leave)
	if enter = m.Diff(enter, s.entered[p.Index]); enter != bdd.False {
		s.entered[p.Index] = m.Or(s.entered[p.Index], enter)
		s.propagate(p.Entry, m.And(m.Rename(enter, p.formal), p.self))
	}
	if s.path[c.PC] == edges { // for the first time
		s.edges[c.PC] = s.cross(c, s.summary[p.Index])
	}
	s.propagate(c.Behind, s.join(c, edges, s.edges[c.PC]))
}

// leave makes summary edges of what is new behind the returns of p, at all calls
// that are reached.
func (s *search) leave(p *procedure, edges bdd.Node) {
	lifted := s.m.Rename(edges, p.lift)
	s.summary[p.Index] = s.m.Or(s.summary[p.Index], lifted)
	for _, c := range p.callers {
		if s.path[c.PC] == bdd.False {
			continue // the whole summary is lifted when it is reached
		}
		edges := s.m.Diff(s.cross(c, lifted), s.edges[c.PC])
		if edges == bdd.False {
			continue
		}
		s.edges[c.PC] = s.m.Or(s.edges[c.PC], edges)
		s.propagate(c.Behind, s.join(c, s.path[c.PC], edges))
	}
}

// cross turns a lifted summary into summary edges of a call.
func (s *search) cross(c *site, lifted bdd.Node) bdd.Node {
	return s.m.AndExists(s.m.Exists(lifted, c.over), c.rel, c.hide)
}

// join takes path edges at a call over summary edges.
func (s *search) join(c *site, path, edges bdd.Node) bdd.Node {
	return s.m.And(s.m.Image(path, edges, c.set, c.back), c.then)
}

// figures returns the statistics of now.
func (s *search) figures() Stats {
	f := s.stats
	f.Depth = s.round
	f.Variables = s.m.NumVars()
	f.Bytes = s.m.Bytes()
	return f
}

// detail says why the search ended early.
func (s *search) detail() string {
	if err := s.m.Err(); err != nil {
		return err.Error()
	}
	return ""
}

// complete reports whether everything was explored.
func (s *search) complete() bool { return s.m.Err() == nil && s.work.empty() }

// result returns the answer.
func (s *search) result() *Result {
	r := &Result{Verdict: algorithms.Unknown, Findings: s.findings, Complete: s.complete(), search: s}
	err := s.m.Err()
	if err != nil {
		r.Detail = s.detail()
		r.Reason = verdict.ReasonOf(err, bdd.ErrNodes, bdd.ErrMemory)
	}
	switch {
	case len(s.findings) > 0:
		r.Verdict = algorithms.Unsafe
	case r.Complete:
		r.Verdict = algorithms.Safe
	}
	if err == nil {
		s.stats.PathNodes = s.m.Size(s.path...)
	}
	r.Stats = s.figures()
	return r
}
