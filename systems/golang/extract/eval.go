// This file defines passes over the code that an entry reaches.

package extract

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

type loopKey struct {
	frame *frame
	outer *iter
	loop  *code.Loop
}

// fixpoint repeats passes until nothing changes, and reports whether it came to that.
func (x *Extractor) fixpoint(e *Entry) (done bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, again := r.(restart); !again {
				panic(r)
			}
			done = false
		}
	}()
	x.vals, x.locs, x.ordered = map[regKey]graph.Val{}, map[locKey]*graph.Loc{}, map[*graph.Object][]*graph.Loc{}
	x.mapLoops = map[*graph.Loc]mapLoop{}
	x.bodies, x.bodyList, x.roots = map[*frame]*graph.Body{}, nil, nil
	for range maxPasses {
		x.changed, x.readBefore = false, map[*graph.Loc]reading{}
		x.pass(e)
		if x.nodes > maxNodes {
			x.coarser()
		}
		if !x.changed {
			return true
		}
	}
	panic(stop{fmt.Errorf("%s: its values take too long to compute", e.Name)})
}

// coarser begins again with less told apart, since there are too many nodes.
func (x *Extractor) coarser() {
	switch {
	case !x.rough:
		x.rough = true
	case !x.keyless:
		x.keyless = true
	case x.unrolled > fewUnrolled && (x.options.Few || x.nodes > manyNodes):
		x.unrolled = fewUnrolled
		x.scale, x.cut = newScale(), map[loopKey]bool{}
	case x.nodes > mostNodes: // which values are possible at each of them would take gigabytes
		panic(stop{fmt.Errorf("%s: it is too large: more than %d steps, calls and loops in place", x.entry, mostNodes)})
	default:
		return
	}
	panic(restart{})
}

// pass executes the entry and all goroutines that are started.
func (x *Extractor) pass(e *Entry) {
	x.count, x.nodes, x.fr, x.blk, x.it, x.Dead = 0, 0, nil, nil, nil, false
	x.inits, x.registered, x.subtests, x.onces, x.affecting = map[*ssa.Package]bool{}, nil, nil, nil, nil
	x.bindings, x.panicking = nil, nil
	x.notes, x.noteKeys = map[noteKey]skeleton.Note{}, nil
	x.sizes, x.sizeKeys = map[string]skeleton.Size{}, nil
	root := x.frame(frameKey{fn: e.Func})
	x.newBody(root, e.Func.Pos()).Site = e.Site
	x.started = false
	for i, p := range e.Func.Params {
		root.args = append(root.args[:i], x.parameter(root, p))
	}
	for i := 0; i < len(x.bodyList); i++ {
		b, fr := x.bodyList[i], x.roots[i]
		b.Start = x.node(skeleton.Step)
		x.cur, x.Dead, x.fr, x.blk, x.it = b.Start, false, nil, nil, nil
		fr.loop = false
		if i == 0 {
			x.early = true
			x.initialise(e, b)
			x.early = false
			x.fr = fr
			x.beginTest(nil, e.Func.Pos())
			x.fr = nil
		}
		if !x.Dead {
			x.Dead = !x.execute(fr)
		}
		x.fr = fr
		if i == 0 {
			x.finish(e)
		} else if !x.Dead {
			x.end(skeleton.End)
		}
	}
}

// finish ends the goroutine of the entry.
func (x *Extractor) finish(e *Entry) {
	if !x.Dead {
		x.endTest(nil, e.Func.Pos())
	}
	switch {
	case x.Dead:
	case e.Main:
		x.end(skeleton.Exit)
	default:
		x.end(skeleton.End)
	}
}

// initialise executes the initialisation of the entry's package and of those that it imports.
func (x *Extractor) initialise(e *Entry, b *graph.Body) {
	pkg := e.Func.Package()
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
	x.Dead = !x.execute(fr)
	if !isTest(e.Func) || x.Dead {
		return
	}
	m := pkg.Func("TestMain")
	for _, p := range x.Prog().AllPackages() {
		if m == nil && strings.TrimSuffix(p.Pkg.Path(), "_test") == strings.TrimSuffix(pkg.Pkg.Path(), "_test") && p.Func("TestMain") != nil {
			x.Note(p.Func("TestMain").Pos(), "TestMain of package "+p.Pkg.Name(), "the tests of package "+pkg.Pkg.Name()+" are taken to begin without it", skeleton.OpensAll)
		}
	}
	if m != nil {
		fr := x.frame(frameKey{fn: m, what: testMain})
		fr.body, fr.loop, fr.args = b, false, fr.args[:0]
		for _, p := range m.Params {
			fr.args = append(fr.args, x.parameter(fr, p))
		}
		x.Dead = !x.execute(fr)
	}
}

// testMain is what a frame is in which TestMain is executed up to the call of Run.
const testMain = "TestMain"

// BeginTests goes on with the test behind TestMain, which has called Run. What it does behind that is not executed.
func (x *Extractor) BeginTests() {
	fr := x.fr
	for fr != nil && fr.what != testMain {
		fr = fr.parent
	}
	if fr != nil && !x.Dead {
		x.returned(fr)
		x.Dead = true
	}
}

// parameter returns the value of a parameter of the entry.
func (x *Extractor) parameter(root *frame, p *ssa.Parameter) func(string) graph.Val {
	return func(path string) graph.Val {
		for _, l := range x.Leaves(p.Type()) {
			if l.Path != path {
				continue
			}
			k := objKey{frame: root, instr: p, what: "parameter " + path}
			loc := x.loc(locKey{frame: root, value: p, path: path})
			loc.Name, loc.Any = p.Name()+code.PathName(p.Type(), path), true
			x.Grow(loc, x.given1(k, loc.Name, l.Type))
			return graph.At(loc)
		}
		return graph.Constant(x.Other())
	}
}

// execute executes the blocks of a frame from the current point, and reports whether it returns.
func (x *Extractor) execute(fr *frame) bool {
	saved := struct {
		fr  *frame
		blk *ssa.BasicBlock
		it  *iter
	}{x.fr, x.blk, x.it}
	for _, d := range fr.deferred {
		d.seen = false
	}
	fr.returns, fr.begun, fr.left, fr.unwinds, fr.unwound = false, false, 0, false, nil // a restart may have come within deferred calls
	fr.entry, fr.exit = map[instance]*graph.Node{}, x.node(skeleton.Step)
	fr.queue = nil
	fr.region, fr.loops = &graph.Region{Outer: x.region()}, map[loopKey]*graph.Region{}
	x.happens(graph.Event{Begins: fr.region})
	if fr.stub != nil {
		x.fr, x.blk, x.it, x.Dead = fr, nil, nil, false
		fr.stub()
		if !x.Dead {
			x.returned(fr)
		}
	} else {
		if fr.info.Tangled {
			x.Note(fr.fn.Pos(), "goto into a loop: "+code.FunctionName(fr.fn), "which objects are new in an iteration is not known", skeleton.OpensAll)
		}
		x.freeVariables(fr)
		x.visit(fr, instance{fr.fn.Blocks[0], nil})
	}
	for len(fr.queue) > 0 {
		at := fr.next()
		x.fr, x.blk, x.it, x.Dead, x.cur = fr, at.block, at.iter, false, fr.entry[at]
		if x.count++; x.count%64 == 0 && x.ctx.Err() != nil {
			panic(stop{x.ctx.Err()})
		}
		if fr.info.Heads(x.blk) {
			x.happens(graph.Event{Begins: x.region()})
		}
		for _, i := range at.block.Instrs {
			if x.Dead {
				break
			}
			x.instruction(i)
		}
	}
	x.fr, x.blk, x.it, x.cur = saved.fr, saved.blk, saved.it, fr.exit
	x.Dead = !fr.returns
	return fr.returns
}

// returned links the current point to what follows the call of a frame.
func (x *Extractor) returned(fr *frame) {
	fr.returns = true
	x.link(fr.exit)
}

// visit links the current point to a block, which will be executed.
func (x *Extractor) visit(fr *frame, at instance) {
	n, known := fr.entry[at]
	if !known {
		if n = x.node(skeleton.Step); n != nil {
			n.Region = x.regionAt(fr, at, nil)
		}
		fr.entry[at] = n
		fr.wait(at)
	}
	x.link(n)
}

// A waiting block will be executed.
type waiting struct {
	instance
	place []int
}

// wait puts a block into the queue. Its place is that of the loops around it, from the outermost, and of the
// iterations of these, so that a loop is executed as a whole where its head is, one iteration after the other.
func (fr *frame) wait(at instance) {
	iterations := map[*code.Loop]int{}
	for it := at.iter; it != nil; it = it.outer {
		iterations[it.loop] = it.n
	}
	var place []int
	for _, l := range fr.info.Around[at.block] {
		place = append(place, fr.info.Order[l.Head], iterations[l])
	}
	fr.queue = append(fr.queue, waiting{at, append(place, fr.info.Order[at.block])})
}

// next takes the block out of the queue to which no other one there leads, but by the end of a loop that is not
// unrolled.
func (fr *frame) next() instance {
	first := 0
	for i, w := range fr.queue {
		if slices.Compare(w.place, fr.queue[first].place) < 0 {
			first = i
		}
	}
	at := fr.queue[first].instance
	fr.queue = slices.Delete(fr.queue, first, first+1)
	return at
}

// Note says what is left out or not exact, once at each place: the effect on the same thing there that opens more.
func (x *Extractor) Note(pos token.Pos, what, effect string, opens skeleton.Opens) {
	var at skeleton.Site
	if x.fr != nil {
		at = x.Site(pos)
	}
	x.noteAt(at, what, effect, opens)
}

func (x *Extractor) noteAt(at skeleton.Site, what, effect string, opens skeleton.Opens) {
	n := skeleton.Note{Site: at, What: what, Effect: effect, Opens: opens}
	key := noteKey{what, n.Site.Pos}
	old, known := x.notes[key]
	if !known {
		x.noteKeys = append(x.noteKeys, key)
	}
	if !known || !old.Opens.Has(opens) {
		n.Opens |= old.Opens
		x.notes[key] = n
	}
}
