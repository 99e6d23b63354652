// This file defines Check: it puts together what the options ask for, runs the
// algorithm and reads its result.

package ijit

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// Check decides whether an error can be reached. It returns an error only for a
// wrong use ([UsageError]) and for an answer that fails its own check; whatever
// else keeps it from deciding is a Result with the verdict Unknown and a reason.
func (m *Model) Check(ctx context.Context, o Options) (*Result, error) {
	c := &check{Model: m, Options: o, begin: time.Now()}
	if err := c.prepare(); err != nil {
		return nil, err
	}
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, c.begin.Add(o.Timeout))
		defer cancel()
	}
	c.ctx = ctx
	c.meter = algorithms.NewMeter(ctx, o.Memory, c.report)
	err := c.run()
	c.result.Seconds = time.Since(c.begin).Seconds()
	c.result.PeakBytes = c.meter.Peak()
	return &c.result, err
}

// A check is one run of Check.
type check struct {
	*Model
	Options
	ctx      context.Context
	begin    time.Time
	meter    *algorithms.Meter
	progress Progress
	result   Result

	bounded    bool // the algorithm has a bound on live threads
	start      start
	target     *tts.Config[uint32] // in the numbers of the user; nil for none
	labels     []int               // locations of Options.Label
	properties []Property
	engine     *image.Engine // of a program
}

// prepare checks the options and finds the properties.
func (c *check) prepare() error {
	if c.Algorithm == "" {
		c.Algorithm = Algorithms[0].Name
	}
	at := slices.IndexFunc(Algorithms, func(a Algorithm) bool { return a.Name == c.Algorithm })
	if at < 0 {
		return usage("there is no algorithm %q; there is %s", c.Algorithm, algorithmNames())
	}
	c.bounded = Algorithms[at].Bounded
	switch {
	case c.Threads < 0:
		return usage("--threads %d: the bound is at least 1", c.Threads)
	case c.Threads > 0 && !c.bounded:
		return usage("--threads %d: %s is for any number of threads; --algorithm bfs has a bound", c.Threads, c.Algorithm)
	case c.Threads == 0 && c.bounded:
		c.Threads = DefaultThreads
	}
	var err error
	if c.start, err = c.initial(c.Model); err != nil {
		return err
	}
	if c.bounded && c.start.copies != tts.Omega && int(c.start.copies) > c.Threads {
		return usage("--initial %s starts more threads than --threads %d allows", c.start.text, c.Threads)
	}
	if n := threads(c.start.config); c.bounded && n > c.Threads {
		return usage("--initial %s starts %d threads, more than --threads %d allows", c.start.text, n, c.Threads)
	}
	if c.Options.Target != "" {
		t, err := tts.ParseTarget(c.Options.Target)
		if err != nil {
			return usage("--target %s: %v", c.Options.Target, err)
		}
		c.target = &t
	}
	if c.TTS != nil {
		err = c.prepareTTS()
	} else {
		err = c.prepareProgram()
	}
	c.result = Result{Algorithm: c.Algorithm, Via: c.Via, Initial: c.start.text, Threads: c.Threads}
	return err
}

func (c *check) prepareTTS() error {
	if c.Via == "" {
		c.Via = TTS
	}
	if c.Via != TTS {
		return usage("--via %s: %s is a transition system already; use --via tts", c.Via, c.Name)
	}
	if c.Label != "" {
		return usage("--label %s: a .tts file has no labels; use --target", c.Label)
	}
	if c.target == nil {
		c.target = c.Model.Target
	}
	if c.target == nil {
		return usage("%s has no target: give one with --target S|L, or put it in a .prop file beside it", c.Name)
	}
	if err := c.TTS.CheckConfig(*c.target); err != nil {
		return usage("--target %v: %v", c.target, err)
	}
	c.properties = []Property{{File: c.Name, Kind: "target", Text: c.target.String(), PC: -1}}
	return nil
}

func (c *check) prepareProgram() error {
	switch c.Via {
	case "":
		c.Via = JIT
	case JIT, TTS, BP:
	default:
		return usage("--via %s: there is jit, tts and bp", c.Via)
	}
	p := c.Program
	at := func(pc int, kind, text string) Property {
		n := p.Nodes[pc]
		return Property{File: c.Name, Pos: n.Pos, Kind: kind, Text: text, Origin: n.Stmt.Origin, PC: pc}
	}
	c.engine = image.New(p, c.Atomicity, nil)
	switch {
	case c.Label != "" && c.target != nil:
		return usage("--label and --target are two questions; ask one")
	case c.Label != "":
		pcs, found := p.Labelled(c.Label)
		if !found {
			return usage("--label %s: the program has no such label", c.Label)
		}
		c.labels = pcs
		c.engine.Watch = map[int]bool{}
		for _, pc := range pcs {
			c.engine.Watch[pc] = true
			c.properties = append(c.properties, at(pc, "label", c.Label))
		}
	case c.target != nil:
		c.properties = []Property{{File: c.Name, Kind: "target", Text: c.target.String(), PC: -1}}
	default:
		for _, a := range p.Properties() {
			c.properties = append(c.properties, at(a.PC, "assert", parser.ExprString(a.Stmt.Op.(*parser.Assert).Cond, p.File.Dialect)))
		}
	}
	return nil
}

// manyFree is how many unconstrained variables make a program with more initial
// configurations than should be stored.
const manyFree = 20

// fixIrrelevant keeps variables that have no influence from multiplying the
// initial configurations where those would be too many to store.
func (c *check) fixIrrelevant() {
	free := 0
	for _, vars := range [][]*parser.Var{c.Program.File.Globals, c.Program.File.Main.Locals} {
		for _, v := range vars {
			if v.Init == parser.InitAny {
				free++
			}
		}
	}
	if free > manyFree && c.target == nil {
		c.result.Stats.Fixed = c.engine.FixIrrelevant()
	}
}

// run chooses the system and runs the algorithm on it.
func (c *check) run() error {
	if c.TTS != nil {
		initial := func(yield func(tts.Config[uint32]) bool) { yield(c.start.config) }
		if c.bounded {
			initial = within(c.start.config, c.Threads)
		}
		return explore(c, c.TTS, plainView{c.TTS}, initial, []tts.Config[uint32]{*c.target}, nil)
	}
	if calls := c.Program.Calls(); len(calls) > 0 {
		s := calls[0]
		c.result.Reason = algorithms.Unsupported
		c.result.Detail = fmt.Sprintf("%s:%s: calls of procedures are not run by %s", c.Name, s.Pos, c.Algorithm)
		c.result.Property = &Property{File: c.Name, Pos: s.Pos, Kind: "call", Origin: s.Origin, PC: s.PC}
		return nil
	}
	if len(c.properties) == 0 && !c.All {
		c.result.Verdict = Safe
		c.result.Detail = "nothing that can fail is reachable in the control-flow graph"
		return nil
	}
	c.engine.Stop = c.meter.Stop
	c.fixIrrelevant()
	switch c.Via {
	case JIT:
		sys := converter.NewJIT(c.engine)
		defer func() {
			c.result.Stats.SharedStates = sys.States.NumShared()
			c.result.Stats.LocalStates = sys.States.NumLocal()
		}()
		return exploreProgram(c, sys, sys.System)
	case TTS:
		sys, err := c.translate()
		if sys == nil {
			return err
		}
		return exploreProgram(c, sys, sys.Program)
	default:
		if codec, ok := image.NewPacked(c.Program); ok {
			sys := image.NewSystem(c.engine, image.Codec[uint64](codec))
			return exploreProgram(c, sys, sys)
		}
		sys := image.NewSystem(c.engine, image.Codec[string](image.PackedWide{}))
		return exploreProgram(c, sys, sys)
	}
}

// translate translates the program up front. It returns nil if that ended the
// run.
func (c *check) translate() (*converter.Translation, error) {
	c.progress.Phase = "translate"
	begin := time.Now()
	sys, err := converter.Translate(c.engine)
	switch {
	case errors.Is(err, converter.ErrStopped):
		c.result.Reason = c.meter.Reason()
		return nil, nil
	case err != nil:
		c.result.Reason = algorithms.Memory
		c.result.Detail = err.Error()
		return nil, nil
	}
	c.result.Stats.Translation = time.Since(begin).Seconds()
	c.result.Stats.Edges = sys.NumEdges()
	c.result.Stats.SharedStates = int(sys.States.NumShared())
	c.result.Stats.LocalStates = int(sys.States.NumLocal())
	return sys, nil
}

// exploreProgram explores a program; states decodes the states of sys.
func exploreProgram[K tts.Key](c *check, sys tts.System[K], states *image.System[K]) error {
	var cover []tts.Config[K]
	if c.target != nil {
		t, err := numbered(c.engine, *c.target, states)
		if err != nil {
			return usage("--target %s: %v", c.Options.Target, err)
		}
		cover = append(cover, t)
	}
	initial := states.Initial(c.start.copies)
	if c.start.copies == tts.Omega && c.bounded {
		initial = func(yield func(tts.Config[K]) bool) {
			for n := range c.Threads {
				for x := range states.Initial(uint32(n + 1)) {
					if !yield(x) {
						return
					}
				}
			}
		}
	}
	var local func(K) bool
	if len(c.labels) > 0 {
		local = func(l K) bool {
			pc, _ := states.Codec.LocalWords(nil, l)
			return c.engine.Watch[pc]
		}
	}
	return explore(c, sys, &programView[K]{states, map[*parser.Proc][]string{}}, initial, cover, local)
}

// numbered converts a configuration in the numbers of a translation.
func numbered[K tts.Key](e *image.Engine, c tts.Config[uint32], to *image.System[K]) (tts.Config[K], error) {
	var out tts.Config[K]
	n, err := converter.NewNumbered(e)
	if err != nil {
		return out, err
	}
	if !n.BegunShared(c.Shared) {
		return out, fmt.Errorf("shared states are numbered from 1 to %d", n.NumShared()-2)
	}
	out.Shared = to.Codec.Shared(n.SharedWords(nil, c.Shared))
	for _, x := range c.Locals {
		if !n.BegunLocal(x.Local) {
			return out, fmt.Errorf("local states are numbered from 1 to %d", n.NumLocal()-2)
		}
		pc, words := n.LocalWords(nil, x.Local)
		out.Locals = tts.AddLocal(out.Locals, to.Codec.Local(pc, words), x.N)
	}
	return out, nil
}

// threads counts the threads of a configuration that are not unboundedly many.
func threads(c tts.Config[uint32]) int {
	n := 0
	for _, x := range c.Locals {
		if x.N != tts.Omega {
			n += int(x.N)
		}
	}
	return n
}

// within yields the configurations of c with at most n threads: any numbers of
// those that are unboundedly many.
func within(c tts.Config[uint32], n int) iter.Seq[tts.Config[uint32]] {
	var fixed tts.Config[uint32]
	var many []uint32
	fixed.Shared = c.Shared
	for _, x := range c.Locals {
		if x.N == tts.Omega {
			many = append(many, x.Local)
		} else {
			fixed.Locals = append(fixed.Locals, x)
		}
	}
	var add func(c tts.Config[uint32], many []uint32, left int, yield func(tts.Config[uint32]) bool) bool
	add = func(c tts.Config[uint32], many []uint32, left int, yield func(tts.Config[uint32]) bool) bool {
		if len(many) == 0 {
			return yield(c)
		}
		for k := range left + 1 {
			d := c.Clone()
			if k > 0 {
				d.Locals = tts.AddLocal(d.Locals, many[0], uint32(k))
			}
			if !add(d, many[1:], left-k, yield) {
				return false
			}
		}
		return true
	}
	return func(yield func(tts.Config[uint32]) bool) { add(fixed, many, n-threads(c), yield) }
}

// explore runs the algorithm and fills in the result.
func explore[K tts.Key](c *check, sys tts.System[K], v view[K], initial iter.Seq[tts.Config[K]], cover []tts.Config[K], local func(K) bool) error {
	c.progress.Phase = "explore"
	p := algorithms.Problem[K]{
		System:  sys,
		Initial: initial,
		Threads: uint32(c.Threads),
		All:     c.All,
		Target:  algorithms.Target[K]{Cover: cover, Local: local},
	}
	switch {
	case c.Label != "":
		p.Target.Fails = func(label uint32) bool { return c.engine.Watch[int(label)] }
	case c.target == nil:
		p.Target.Fails = func(uint32) bool { return true }
	}
	r := apply(c.Algorithm, p, c.meter, func(s algorithms.Stats) {
		c.progress.Depth, c.progress.States = s.Depth, s.States
	})
	c.read(&r.Stats)
	c.result.Verdict = r.Verdict
	c.result.Cut = c.bounded && (r.Cut || c.start.copies == tts.Omega || c.start.config.Threads() == tts.Omega)
	c.result.Cutoff = int(r.Cutoff)
	if r.Verdict == Unknown {
		c.result.Reason, c.result.Detail = r.Reason, r.Detail
	}
	c.verdicts(r.Findings, r.Reason == algorithms.NoReason)
	if r.Verdict != Unsafe {
		return nil
	}
	if r.Trace != nil {
		c.result.Trace = newTrace(sys, v, r.Trace)
	}
	c.result.Depth = r.Findings[0].Depth
	c.result.Property = c.blame(r.Findings[0].Label)
	return c.replay()
}

// apply runs the algorithm of that name.
func apply[K tts.Key](name string, p algorithms.Problem[K], m *algorithms.Meter, watch func(algorithms.Stats)) algorithms.Result[K] {
	switch name {
	case "bws":
		return algorithms.BWS(p, m, watch)
	case "km":
		return algorithms.KM(p, algorithms.DepthFirst, m, watch)
	case "akm":
		return algorithms.AKM(p, algorithms.DepthFirst, m, watch)
	case "ecut":
		return algorithms.ECUT(p, m, watch)
	default:
		return algorithms.BFS(p, m, watch)
	}
}

func (c *check) read(s *algorithms.Stats) {
	c.result.States = s.States
	c.result.Depth = s.Depth
	c.result.MaxThreads = int(s.MaxThreads)
	c.result.Stats.Fired = s.Fired
	c.result.Stats.StoreBytes = s.StoreBytes
}

// verdicts gives each property its own, if all were asked for. Without an error it
// is safe only if the run was complete.
func (c *check) verdicts(found []algorithms.Finding, complete bool) {
	if !c.All {
		return
	}
	for i := range c.properties {
		p := &c.properties[i]
		if complete {
			p.Verdict = Safe
		}
		for _, f := range found {
			if f.Label == uint32(p.PC) || p.Kind != "assert" {
				p.Verdict, p.Depth = Unsafe, f.Depth
				break
			}
		}
	}
	c.result.Properties = c.properties
}

// blame returns the property that a finding is about.
func (c *check) blame(label uint32) *Property {
	if label == algorithms.NoLabel && c.Label != "" && c.result.Trace != nil {
		last := c.result.Trace.final()
		for i := range c.properties {
			for _, t := range last.Threads {
				if t.PC == c.properties[i].PC {
					return &c.properties[i]
				}
			}
		}
	}
	for i := range c.properties {
		if c.properties[i].Kind != "assert" && label == algorithms.NoLabel || uint32(c.properties[i].PC) == label {
			return &c.properties[i]
		}
	}
	return nil
}

// report passes progress on.
func (c *check) report() {
	if c.Progress == nil {
		return
	}
	c.progress.Elapsed = time.Since(c.begin)
	c.progress.Memory = c.meter.Used()
	c.Progress(c.progress)
}
