// This file defines inlining: a program with calls as one without, for whoever
// thinks of a thread as a location and a valuation of a fixed number of variables.

package parser

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/allsat"
)

// InlineLimit is how many locations inlining may make where nobody says otherwise.
const InlineLimit = 1 << 15

// An Inlined program does what Source does, without calls. Each call has a copy of
// the procedure that it calls, with locations of its own, so a location says which
// calls a thread is in; and the locals of a thread are those of all procedures that
// it is in, one behind the other, so that calls of one depth share them. Variables
// of procedures that a thread is not in are 0. If the global atomic of Source keeps
// threads from moving, each thread has one more local that says whether it is the one
// that moves. The states of both programs thus correspond one to one, and so do their
// steps.
//
// The procedures of File are those of Source, as written, but for Main, which has
// more locals and the locations of the copy in which execution begins. The
// statements at the locations are copies: their variables are those of the thread,
// everything else is as written.
type Inlined struct {
	*Program
	Source *Program
	// Deep has the locations of calls that the bound on recursion blocks, in ascending order.
	Deep   []int
	copies []*instance // by location
}

// A Frame is a procedure that a thread is in.
type Frame struct {
	Proc *Proc // as written
	// PC is a location as written: that of the call, in all frames but the innermost.
	PC int
	// First is the index of its first local among those of the thread.
	First int
}

// Stack returns the procedures that a thread at pc is in, outermost first.
func (in *Inlined) Stack(pc int) []Frame {
	var frames []Frame
	r := in.copies[pc]
	if r.parent != nil {
		frames = in.Stack(r.call.PC)
	}
	return append(frames, Frame{r.source, r.written(pc), r.first})
}

// Written returns the location in Source that pc is a copy of.
func (in *Inlined) Written(pc int) int { return in.copies[pc].written(pc) }

// Labelled is [Program.Labelled]: the locations of all copies that can be reached.
// A label that is only in procedures without any is found all the same.
func (in *Inlined) Labelled(name string) (pcs []int, found bool) {
	_, found = in.Source.Labelled(name)
	pcs, _ = in.Program.Labelled(name)
	return pcs, found
}

// An InlineError says why the calls of a program cannot be inlined.
type InlineError struct {
	File      string
	Stmt      *Stmt // where
	Recursive bool  // a procedure calls itself, directly or by way of others
	Message   string
}

func (e *InlineError) Error() string {
	return fmt.Sprintf("%s:%s: %s", e.File, e.Stmt.Pos, e.Message)
}

// Inline inlines the calls of p that can be reached. The error is an
// [InlineError]: if procedures are recursive, if there would be more than limit
// locations, or if a procedure that is called does what depends on where its
// locals are (assign to those of other threads) or what must not be done in the
// atomic section of its caller (wait).
func (p *Program) Inline(limit int) (*Inlined, error) { return p.InlineTo(0, limit) }

// InlineTo is [Program.Inline] for procedures that may be recursive: so many calls of each of
// them can be open in a thread, one more is blocked. If the bound is 0, recursion is an error.
func (p *Program) InlineTo(bound, limit int) (*Inlined, error) {
	g, err := newCallGraph(p, bound, limit)
	if err != nil {
		return nil, err
	}
	in := &inliner{graph: g, roots: map[*Proc]*instance{}}
	main := in.root(p.File.Main)
	for k := 0; k < len(in.instances); k++ { // grows meanwhile
		if err := in.instances[k].copy(); err != nil {
			return nil, err
		}
		if in.next > limit {
			return nil, g.tooLarge(limit)
		}
	}
	for _, jump := range in.jumps {
		jump.target.Stmt = jump.into.statements[jump.target.Stmt]
	}

	file := *p.File
	file.Main, file.NumPCs = main.proc, in.next
	layout := Layout{Shared: p.Layout.Shared, SharedWords: p.Layout.SharedWords}
	for _, r := range in.instances {
		layout.Local = max(layout.Local, r.behind())
	}
	layout.LocalWords = max(1, (layout.Local+63)/64)
	b := newBuilder(&Program{
		File:   &file,
		Mode:   p.Mode,
		Layout: layout,
		Nodes:  make([]*Node, in.next),
		Start:  main.proc.Entry,

		Inlined: true,
	})
	out := &Inlined{Program: b.Program, Source: p, copies: make([]*instance, in.next)}
	for _, r := range in.instances {
		r.nodes(b)
	}
	for _, r := range in.instances {
		r.edges(b)
	}
	for _, r := range in.instances {
		r.connect(b)
		for pc := r.proc.Entry; pc <= r.proc.Exit; pc++ {
			out.copies[pc] = r
			b.Nodes[pc].Proc = r.home()
		}
	}
	for _, r := range in.instances {
		for _, s := range r.deep {
			b.Nodes[s.PC].Out[0].Kind, b.Nodes[s.PC].Out[0].Relation = StepEdge, allsat.Const(false)
			out.Deep = append(out.Deep, s.PC)
		}
	}
	slices.Sort(out.Deep)
	if file.Atomic != nil {
		if s := b.beginsAtomic(); s != nil {
			return nil, in.graph.fail(s, "atomic may be true when the threads begin: assign F to it in init")
		}
		for _, r := range in.instances {
			r.respectAtomic(b)
		}
		file.Atomic = nil // its meaning is in the edges now
	}
	b.reach()
	b.templates()
	return out, nil
}

// WithoutCalls returns p, inlined into at most [InlineLimit] locations unless it is
// [Program.Direct].
func (p *Program) WithoutCalls() (*Program, error) {
	if p.Direct() {
		return p, nil
	}
	in, err := p.Inline(InlineLimit)
	if err != nil {
		return nil, err
	}
	return in.Program, nil
}

// An inliner copies the procedures of a program.
type inliner struct {
	graph     *callGraph
	roots     map[*Proc]*instance // by procedure as written
	instances []*instance         // in the order in which they are made
	jumps     []copiedJump        // whose targets are those as written, so far
	next      int                 // the first location that is free
}

// A copiedJump leads into an instance.
type copiedJump struct {
	target *Target
	into   *instance
}

// An instance is a copy of a procedure: the one with which a thread begins, or that
// for one call in another copy.
type instance struct {
	*inliner
	source *Proc
	parent *instance // that of the caller; nil if a thread begins here
	call   *Stmt     // the copy of the call in parent
	root   *instance // where the thread begins
	proc   *Proc     // the copy; its locals are those of the thread up to its own
	first  int       // index of its own first local
	holds  *Var      // of a thread that begins here, see inlineatomic.go; or nil
	around *Section  // the innermost atomic section around the call, or nil

	statements map[*Stmt]*Stmt // copies of statements
	sections   map[*Section]*Section
	calls      []*instance // for the calls in it
	deep       []*Stmt     // copies of calls that the bound on recursion blocks
	returns    []*Stmt     // copies
	starts     []*Stmt     // copies of start_thread goto
	after      int         // the location in parent behind the call
}

// root returns the instance for threads that begin with p.
func (in *inliner) root(p *Proc) *instance {
	r := in.roots[p]
	if r == nil {
		r = &instance{inliner: in, source: p}
		r.root = r
		in.roots[p] = r
		r.place(append([]*Var(nil), p.Locals...))
		r.addHolds()
	}
	return r
}

// full reports whether a call in r of a procedure is blocked, since there are as many around
// it as there may be.
func (r *instance) full(callee *Proc) bool {
	open := 0
	for caller := r; caller.parent != nil; caller = caller.parent {
		if caller.source == callee {
			open++
		}
	}
	return r.graph.bound > 0 && open >= r.graph.bound
}

// enter returns a new instance for a call in r, copied as s.
func (r *instance) enter(s *Stmt) *instance {
	callee := &instance{
		inliner: r.inliner,
		source:  s.Op.(*Call).Proc.Proc,
		parent:  r,
		call:    s,
		root:    r.root,
		first:   r.behind(),
		around:  s.Section,
	}
	// Locals that calls of this depth have not needed so far begin with 0, as they
	// are left.
	home := r.root.proc
	for _, v := range callee.source.Locals[min(len(home.Locals)-callee.first, len(callee.source.Locals)):] {
		home.Locals = append(home.Locals, &Var{
			Pos: v.Pos, Name: callee.source.Name + "." + v.Name, Init: InitZero, Proc: home, Index: len(home.Locals),
		})
	}
	callee.place(home.Locals[: callee.first+len(callee.source.Locals) : callee.first+len(callee.source.Locals)])
	r.calls = append(r.calls, callee)
	return callee
}

// behind returns the index behind its own locals, and holds.
func (r *instance) behind() int {
	n := r.first + len(r.source.Locals)
	if r.holds != nil {
		n++
	}
	return n
}

// place gives r its locations.
func (r *instance) place(locals []*Var) {
	copied := *r.source
	copied.Locals = locals
	copied.Entry = r.next
	copied.Exit = r.next + r.source.Exit - r.source.Entry
	r.proc = &copied
	r.next = copied.Exit + 1
	r.instances = append(r.instances, r)
}

// written and copied convert locations.
func (r *instance) written(pc int) int { return pc - r.proc.Entry + r.source.Entry }
func (r *instance) copied(pc int) int  { return pc - r.source.Entry + r.proc.Entry }

// variable returns the variable of the thread that holds v of this copy.
func (r *instance) variable(v *Var) *Var {
	if v == nil || v.Proc == nil {
		return v
	}
	return r.root.proc.Locals[r.first+v.Index]
}

// home returns what locations of r name as their procedure: the copy, or where
// threads begin if that reaches for the locals of other threads. These are where
// they are, whatever the other threads have called meanwhile.
func (r *instance) home() *Proc {
	if r.graph.procs[r.root.source].passive != nil {
		return r.root.proc
	}
	return r.proc
}

// nodes makes the locations of r.
func (r *instance) nodes(b *builder) {
	b.in(r.proc)
	b.nodes(r.proc.Body)
	b.Nodes[r.proc.Exit] = &Node{PC: r.proc.Exit, Proc: r.proc, Pos: r.proc.End, Section: r.around}
}

// edges makes the edges inside of r.
func (r *instance) edges(b *builder) {
	b.in(r.proc)
	b.list(r.proc.Body, r.proc.Exit)
	if r.parent == nil && r.proc != b.File.Main {
		b.edge(r.proc.Exit, -1, EndEdge, b.yes, nil)
	}
}
