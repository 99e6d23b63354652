// This file defines the extraction of one entry.

package extract

import (
	"context"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Options say how an entry is extracted.
type Options struct {
	Size      int  // of what the code leaves open: 2 if it is 0
	Few       bool // iterations of loops where there are many nodes: it is faster, and loses executions
	AnyNumber bool // loops that start goroutines stay loops
	Rolled    bool // and those with a constant number of iterations; otherwise it is told apart whether others have any
	Races     bool // accesses to shared memory are operations
	Faults    bool // a pointer that is nil where it is dereferenced, an index out of range and the like panic: otherwise there are none
	// Apart has places at which many objects are made, of which one is told apart though nobody synchronises by it.
	Apart map[token.Position]bool
}

// Limits of one extraction. MaxUnrolled is how often models repeat an operation at most, too.
const (
	MaxUnrolled    = 8     // iterations
	fewUnrolled    = 3     // if there are too many nodes
	enoughPlaces   = 3     // in which a loop is not unrolled, or an operation coarse: then it is so in all
	maxUnrolledAny = 4     // if loops may stay loops
	maxInstances   = 20000 // blocks in their contexts
	maxNodes       = 10000 // if elements of maps are told apart
	manyNodes      = 30000 // if loops are unrolled that far
	mostNodes      = 60000 // at all
	maxDepth       = 80    // of calls
	maxRecursion   = 2     // of one function in a chain of calls
	maxDescent     = 8     // .. if its arguments are known and differ
	maxPasses      = 200
	maxRestarts    = 400
	defaultSize    = 2
)

// An Extractor makes one graph. Its exported methods are what models use; Dead says that the current
// point is not reached.
type Extractor struct {
	*graph.Interner
	*code.Facts
	code    *code.Code
	entry   string
	async   bool // timers are those from before Go 1.23
	ctx     context.Context
	options Options

	// Known in all passes:
	library    Library
	names      map[*ssa.Function]string // of functions in the library
	frames     map[frameKey]*frame
	iters      map[iterKey]*iter
	objects    map[objKey]*graph.Object
	origins    map[any]*graph.Origin
	candidates map[called]*ssa.Function        // see candidate
	packages   map[string]bool                 // of the program, by their paths
	rolled     map[loopKey]bool                // loops that are not unrolled
	peeled     map[loopKey]int                 // loops of which the iterations from this one on are not told apart
	cut        map[loopKey]bool                // loops of which the first iterations only are executed
	sized      map[any]int                     // values of integers that the code leaves open
	countedTo  map[*ssa.Phi]int64              // what is told apart of counters of loops that are not unrolled: what is less, or at least as much
	unrolled   int                             // iterations of a loop
	scale      scale                           // constants that count as another
	coarse     map[objKey]bool                 // operations on slices with many cases
	parallel   map[startedBy]bool              // subtests that may call Parallel
	waits      map[*graph.Object]bool          // tests that start such subtests
	contexts   map[*graph.Object]*graph.Object // of tests
	restarts   int

	// Growing from pass to pass:
	vals     map[regKey]graph.Val
	locs     map[locKey]*graph.Loc
	ordered  map[*graph.Object][]*graph.Loc
	bodies   map[*frame]*graph.Body
	bodyList []*graph.Body
	roots    []*frame               // of bodyList
	early    bool                   // the entry has not begun
	mapLoops map[*graph.Loc]mapLoop // which loop a cell of a map is about
	handed   []memory               // of the program, to which libraries have pointers
	changed  bool

	// In the current pass:
	fr         *frame
	blk        *ssa.BasicBlock
	it         *iter
	Dead       bool // the current point is not reached
	count      int
	inits      map[*ssa.Package]bool
	registered []registered           // given to Cleanup
	subtests   []subtest              // that the current goroutine executes
	started    bool                   // a goroutine was started, in the order in which blocks are executed
	onces      []*graph.Atom          // of which the first call is executed
	waiting    map[*ssa.Function]bool // whether a deferred call may wait
	affecting  []affected             // functions of libraries that are executed
	panicking  *panicking             // the panic for which deferred calls are executed
	bindings   *[]binding             // of registers, since the alternative began; nil outside of alternatives
	emitting   bool
	beginning  bool                   // what is stored to begins with that
	at         ssa.Instruction        // that is executed
	readBefore map[*graph.Loc]reading // by what a statement has read in front of a call that is executed
	recent     bool                   // the instruction accesses what newest holds of
	cur        *graph.Node
	notes      map[noteKey]skeleton.Note
	noteKeys   []noteKey
	sizes      map[string]skeleton.Size
	sizeKeys   []string
	mayFault   bool // at some dereference, index or the like
	nodes      int  // in this pass
	rough      bool // elements of slices of data are not told apart: there were too many nodes
	keyless    bool // nor those of maps: there were still too many
}

// A noteKey tells notes apart.
type noteKey struct {
	what string
	at   token.Position
}

// restart is the panic with which a pass ends that has learnt that executions are different from what was
// taken.
type restart struct{}

// stop is the panic with which an extraction ends.
type stop struct{ err error }

// An Entry is the function with which executions begin.
type Entry struct {
	Name string
	Func *ssa.Function
	Site skeleton.Site
	Main bool // its return ends the program
	// AsyncTimers says that timers work as before Go 1.23: an element may stay in the channel of one that is stopped.
	AsyncTimers bool
}

// Run returns the operations of an entry.
func Run(ctx context.Context, c *code.Code, e *Entry, o Options, l Library) (g *graph.Graph, err error) {
	if o.Size == 0 {
		o.Size = defaultSize
	}
	x := &Extractor{
		Interner: graph.NewInterner(),
		library:  l, names: map[*ssa.Function]string{},
		code: c, entry: e.Name, async: e.AsyncTimers, ctx: ctx, options: o,
		frames: map[frameKey]*frame{}, iters: map[iterKey]*iter{}, objects: map[objKey]*graph.Object{}, origins: map[any]*graph.Origin{},
		rolled: map[loopKey]bool{}, peeled: map[loopKey]int{}, cut: map[loopKey]bool{}, sized: map[any]int{}, countedTo: map[*ssa.Phi]int64{}, unrolled: MaxUnrolled, scale: newScale(), coarse: map[objKey]bool{},
		parallel: map[startedBy]bool{}, waits: map[*graph.Object]bool{}, contexts: map[*graph.Object]*graph.Object{},
		waiting: map[*ssa.Function]bool{}, candidates: map[called]*ssa.Function{}, packages: map[string]bool{},
	}
	x.needs(e.Func.Object().Pkg())
	x.Facts = code.NewFacts(c.Prog, func(fn *ssa.Function) bool { return x.model(fn) != nil }, x.effects)
	defer func() {
		if r := recover(); r != nil {
			s, stopped := r.(stop)
			if !stopped {
				panic(r)
			}
			g, err = nil, s.err
		}
	}()
	for !x.fixpoint(e) {
		if x.restarts++; x.restarts > maxRestarts {
			return nil, fmt.Errorf("%s: too many loops to unroll", e.Name)
		}
	}
	x.emitting = true
	x.pass(e)
	given := x.noteAliases(e.Site)
	g = &graph.Graph{Interner: x.Interner, Bodies: x.bodyList, Accesses: o.Races, MayFault: x.mayFault, Given: given}
	for _, k := range x.noteKeys {
		g.Notes = append(g.Notes, x.notes[k])
	}
	for _, k := range x.sizeKeys {
		g.Sizes = append(g.Sizes, x.sizes[k])
	}
	return g, nil
}
