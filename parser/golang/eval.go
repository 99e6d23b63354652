// This file defines passes over the code that an entry reaches.

package golang

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"runtime"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// Options say how an entry is extracted.
type Options struct {
	Size      int  // of what the code leaves open: 2 if it is 0
	AnyNumber bool // loops that start goroutines stay loops
	Races     bool // accesses to shared memory are operations
}

// Limits of one extraction.
const (
	maxUnrolled    = 8     // iterations
	maxUnrolledAny = 4     // if loops may stay loops
	maxInstances   = 20000 // blocks in their contexts
	maxDepth       = 80    // of calls
	maxRecursion   = 2     // of one function in a chain of calls
	maxPasses      = 200
	maxRestarts    = 400
	defaultSize    = 2
)

// An extractor makes one skeleton.
type extractor struct {
	interner
	code    *Code
	text    *source
	ctx     context.Context
	options Options
	source  map[*types.Package]bool // of which there is code

	// Known in all passes:
	functions map[*ssa.Function]*function
	mattering map[*ssa.Function]bool
	leafCache typeutil.Map
	freshes   map[*ssa.Alloc]*fresh
	natives   map[string]model
	frames    map[frameKey]*frame
	iters     map[iterKey]*iter
	objects   map[objKey]*object
	origins   map[any]*origin
	rolled    map[loopKey]bool // loops that are not unrolled
	cut       map[loopKey]bool // loops of which the first iterations only are executed
	sized     map[any]int      // values of integers that the code leaves open
	cutConst  map[int64]int    // constants that count as another
	restarts  int

	// Growing from pass to pass:
	vals     map[regKey]val
	locs     map[locKey]*loc
	ordered  map[*object][]*loc
	bodies   map[*frame]*body
	bodyList []*body
	changed  bool

	// In the current pass:
	fr         *frame
	blk        *ssa.BasicBlock
	it         *iter
	dead       bool // the current point is not reached
	count      int
	inits      map[*ssa.Package]bool
	registered []registered // given to Cleanup
	onces      []*atom      // of which the first call is executed
	panicking  bool         // deferred calls are executed by a panic that one of them stops
	emitting   bool
	cur        *node
	nodes      int
	notes      map[string]skeleton.Note
	noteKeys   []string
	sizes      map[string]skeleton.Size
	sizeKeys   []string
}

type loopKey struct {
	frame *frame
	outer *iter
	loop  *loop
}

// restart is the panic with which a pass ends that has learnt that executions are different from what was
// taken.
type restart struct{}

// stop is the panic with which an extraction ends.
type stop struct{ err error }

// Skeleton returns what is left of the entry when everything but synchronisation is taken away.
func (c *Code) Skeleton(ctx context.Context, e *Entry, o Options) (p *skeleton.Program, err error) {
	if o.Size == 0 {
		o.Size = defaultSize
	}
	x := &extractor{
		interner: interner{atoms: map[atomKey]*atom{}},
		natives:  table(), freshes: map[*ssa.Alloc]*fresh{},
		code: c, text: c.text, ctx: ctx, options: o, source: map[*types.Package]bool{},
		functions: map[*ssa.Function]*function{}, mattering: map[*ssa.Function]bool{},
		frames: map[frameKey]*frame{}, iters: map[iterKey]*iter{}, objects: map[objKey]*object{}, origins: map[any]*origin{},
		rolled: map[loopKey]bool{}, cut: map[loopKey]bool{}, sized: map[any]int{}, cutConst: map[int64]int{},
	}
	x.bool(false) // the first value of a Boolean variable
	x.bool(true)
	for _, p := range c.prog.AllPackages() {
		if init := p.Func("init"); init != nil && len(init.Blocks) > 0 {
			x.source[p.Pkg] = true
		}
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stop:
			p, err = nil, r.err
		case runtime.Error: // a mistake here takes no answer about other entries away
			p, err = nil, fmt.Errorf("%s: internal error, a mistake in ijit: %w", e.Name, r)
		default:
			panic(r)
		}
	}()
	for !x.fixpoint(e) {
		if x.restarts++; x.restarts > maxRestarts {
			return nil, fmt.Errorf("%s: too many loops to unroll", e.Name)
		}
	}
	x.emitting = true
	x.pass(e)
	return x.output(e), nil
}

// fixpoint repeats passes until nothing changes, and reports whether it came to that.
func (x *extractor) fixpoint(e *Entry) (done bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, again := r.(restart); !again {
				panic(r)
			}
			done = false
		}
	}()
	x.vals, x.locs, x.ordered = map[regKey]val{}, map[locKey]*loc{}, map[*object][]*loc{}
	x.bodies, x.bodyList = map[*frame]*body{}, nil
	for range maxPasses {
		x.changed = false
		x.pass(e)
		if !x.changed {
			return true
		}
	}
	panic(stop{fmt.Errorf("%s: its values take too long to compute", e.Name)})
}

// pass executes the entry and all goroutines that are started.
func (x *extractor) pass(e *Entry) {
	x.count, x.fr, x.blk, x.it, x.dead = 0, nil, nil, nil, false
	x.inits, x.registered, x.onces = map[*ssa.Package]bool{}, nil, nil
	x.notes, x.noteKeys = map[string]skeleton.Note{}, nil
	x.sizes, x.sizeKeys = map[string]skeleton.Size{}, nil
	root := x.frame(frameKey{fn: e.fn})
	x.newBody(root, e.fn.Pos()).site = e.Site
	for i, p := range e.fn.Params {
		root.args = append(root.args[:i], x.parameter(root, p))
	}
	for i := 0; i < len(x.bodyList); i++ {
		b := x.bodyList[i]
		b.start = x.node(skeleton.Step)
		x.cur, x.dead, x.fr, x.blk, x.it = b.start, false, nil, nil, nil
		b.frame.loop = false
		if i == 0 {
			x.initialise(e, b)
			x.fr = nil
		}
		if !x.dead {
			x.dead = !x.execute(b.frame)
		}
		x.fr = b.frame
		if i == 0 {
			x.finish(e)
		} else if !x.dead {
			x.end(skeleton.End)
		}
	}
}

// finish ends the goroutine of the entry.
func (x *extractor) finish(e *Entry) {
	if !x.dead {
		x.cleanups()
	}
	switch {
	case x.dead:
	case e.Main:
		x.end(skeleton.Exit)
	default:
		x.end(skeleton.End)
	}
}

// initialise executes the initialisation of the entry's package and of those that it imports.
func (x *extractor) initialise(e *Entry, b *body) {
	pkg := e.fn.Package()
	if pkg == nil {
		return
	}
	init := pkg.Func("init")
	if init == nil || len(init.Blocks) == 0 {
		return
	}
	fr := x.frame(frameKey{fn: init, what: "init"})
	fr.body, fr.loop = b, false
	x.inits[pkg] = true
	x.dead = !x.execute(fr)
}

// parameter returns the value of a parameter of the entry.
func (x *extractor) parameter(root *frame, p *ssa.Parameter) func(string) val {
	return func(path string) val {
		for _, l := range x.leaves(p.Type()) {
			if l.path != path {
				continue
			}
			k := objKey{frame: root, instr: p, what: "parameter " + path}
			loc := x.loc(locKey{frame: root, value: p, path: path})
			loc.name, loc.any = p.Name()+pathName(p.Type(), path), true
			x.grow(loc, x.given(k, loc.name, l.typ))
			return at(loc)
		}
		return constantVal(x.other())
	}
}

// execute executes the blocks of a frame from the current point, and reports whether it returns.
func (x *extractor) execute(fr *frame) bool {
	saved := struct {
		fr  *frame
		blk *ssa.BasicBlock
		it  *iter
	}{x.fr, x.blk, x.it}
	fr.deferred, fr.returns, fr.recovered = nil, 0, nil
	fr.entry, fr.exit = map[instance]*node{}, x.node(skeleton.Step)
	fr.queue = nil
	if fr.stub != nil {
		x.fr, x.blk, x.it, x.dead = fr, nil, nil, false
		fr.stub()
		if !x.dead {
			fr.returns++
			x.link(fr.exit)
		}
	} else {
		x.freeVariables(fr)
		x.visit(fr, instance{fr.fn.Blocks[0], nil})
	}
	for len(fr.queue) > 0 {
		at := fr.queue[0]
		fr.queue = fr.queue[1:]
		x.fr, x.blk, x.it, x.dead, x.cur = fr, at.block, at.iter, false, fr.entry[at]
		if x.count++; x.count%64 == 0 && x.ctx.Err() != nil {
			panic(stop{x.ctx.Err()})
		}
		for _, i := range at.block.Instrs {
			if x.dead {
				break
			}
			x.instruction(i)
		}
	}
	x.fr, x.blk, x.it, x.cur = saved.fr, saved.blk, saved.it, fr.exit
	x.dead = fr.returns == 0
	return !x.dead
}

// visit links the current point to a block, which will be executed.
func (x *extractor) visit(fr *frame, at instance) {
	n, known := fr.entry[at]
	if !known {
		n = x.node(skeleton.Step)
		fr.entry[at] = n
		fr.queue = append(fr.queue, at)
	}
	x.link(n)
}

// note says what is left out, once at each place.
func (x *extractor) note(pos token.Pos, what, effect string, unsound bool) {
	n := skeleton.Note{What: what, Effect: effect, Unsound: unsound}
	if x.fr != nil {
		n.Site = x.site(pos)
	}
	if _, known := x.notes[what]; !known {
		x.notes[what] = n
		x.noteKeys = append(x.noteKeys, what)
	}
}
