// This file defines Check: it puts together what the options ask for, runs the
// algorithm and reads its result.

package ijit

import (
	"context"
	"slices"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/slots"
	"github.com/ijit/ijit/internal/verdict"
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
	c.meter = newMeter(c)
	err := c.run()
	c.result.Seconds = time.Since(c.begin).Seconds()
	c.result.PeakBytes = max(c.peak, c.meter.Peak())
	return &c.result, err
}

// newMeter returns a meter of the limits of a check.
func newMeter(c *check) *algorithms.Meter { return algorithms.NewMeter(c.ctx, c.Memory, c.report) }

// A check is one run of Check.
type check struct {
	*Model
	Options
	ctx      context.Context
	begin    time.Time
	meter    *algorithms.Meter
	peak     uint64 // bytes in use, seen by others than meter
	progress Progress
	result   Result

	named      bool // the algorithm was asked for by its name
	chosen     bool // so was a version
	bounded    bool // it has a bound on live threads
	start      start
	target     *tts.Config[uint32] // in the numbers of the user; nil for none
	watched    map[int]bool        // the locations of Options.Label
	properties []Property

	code       *parser.Program // what is run: Program, or with its calls inlined
	inlined    *parser.Inlined // nil if there are no calls
	notInlined error           // why not
	slots      *slots.Slots    // nil if no formula needs them
}

// prepare checks the options and finds the properties.
func (c *check) prepare() error {
	var err error
	asked := c.Threads > 0
	c.named, c.chosen = c.Algorithm != "", c.Via != ""
	if c.Algorithm, c.Threads, err = c.Resolve(); err != nil {
		return err
	}
	if c.Program != nil && c.Program.File.Threads != nil && c.Threads > 0 && !asked {
		c.Threads = len(c.Program.File.Threads) + 1 // and who starts them
	}
	if err := c.checkThreads(); err != nil {
		return err
	}
	c.bounded = c.Threads > 0
	if a, _ := algorithmNamed(c.Algorithm); a.Direct {
		switch {
		case c.TTS != nil:
			return usage("--algorithm %s: it is for Boolean programs; %s is a transition system", c.Algorithm, c.Name)
		case c.Via != "":
			return usage("--via %s: %s works on the program itself and has no versions", c.Via, c.Algorithm)
		}
	}
	if c.start, err = c.initial(c.Model); err != nil {
		return err
	}
	if c.Program != nil && c.Program.File.Threads != nil && c.start.copies != 1 {
		return usage("--initial %s: the threads of %s begin by themselves; --parameterized asks about any number of copies of them", c.start.text, c.Name)
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
	if _, found := c.Program.Labelled(slicError); found && c.Label == "" && c.target == nil {
		c.Label = slicError
	}
	if c.recursive() != "" {
		return c.prepareSummaries()
	}
	c.code = c.Program
	c.inline()
	if !c.named && c.Algorithm == boundedName && recursion(c.notInlined) && c.starts() {
		c.Algorithm = getafixName // which takes recursion, and bounds threads, too
	}
	if c.interleaved() {
		return c.prepareSummaries()
	}
	p := c.Program
	// A statement of a procedure that is called has several copies.
	seen := map[int]bool{}
	fresh := func(pc int) bool {
		was := seen[pc]
		seen[pc] = true
		return !was
	}
	switch {
	case c.Label != "" && c.target != nil:
		return usage("--label and --target are two questions; ask one")
	case c.Label != "":
		pcs, found := c.labelled(c.Label)
		if !found {
			return c.noLabel()
		}
		c.watched = map[int]bool{}
		for _, pc := range pcs {
			c.watched[pc] = true
			if written := c.written(pc); fresh(written) {
				c.properties = append(c.properties, c.property(written, "label", c.Label))
			}
		}
	case c.target != nil && len(p.Calls()) > 0:
		return usage("--target %s: the states of a program with calls have no numbers", c.Options.Target)
	case c.target != nil:
		c.properties = []Property{{File: c.Name, Kind: "target", Text: c.target.String(), PC: -1}}
	default:
		for _, a := range c.code.Properties() {
			if written := c.written(a.PC); fresh(written) {
				c.properties = append(c.properties, c.property(written, "assert", parser.ExprString(a.Stmt.Op.(*parser.Assert).Cond, p.File.Dialect)))
			}
		}
	}
	slices.SortFunc(c.properties, func(x, y Property) int { return x.PC - y.PC })
	return nil
}

// slicError is the label that programs made by SLAM have where an error is. It is
// what is asked about if nothing else is.
const slicError = "SLIC_ERROR"

// property returns what can go wrong at a location.
func (c *check) property(pc int, kind, text string) Property {
	n := c.Program.Nodes[pc]
	return Property{File: c.Name, Pos: n.Pos, Kind: kind, Text: text, Origin: n.Stmt.Origin, PC: pc}
}

func (c *check) noLabel() error { return usage("--label %s: the program has no such label", c.Label) }

// run chooses the systems and runs the algorithm on them.
func (c *check) run() error {
	if c.TTS != nil {
		return explore(c, c.tableSide)
	}
	switch {
	case c.recursive() == bebopName:
		return c.summarise()
	case c.interleaved():
		return c.interleave()
	case c.recursive() != "":
		return c.evaluate()
	case c.notInlined != nil:
		c.unsupported()
		return nil
	case c.Algorithm == symbolicName:
		return c.runSymbolic()
	}
	if len(c.properties) == 0 && !c.All {
		c.result.Verdict = Safe
		c.result.Detail = "nothing that can fail is reachable in the control-flow graph"
		c.certifyFlow()
		return nil
	}
	if c.counts() {
		return c.beside()
	}
	return c.search()
}

// search runs the algorithm on the version that was chosen.
func (c *check) search() error {
	switch c.Via {
	case JIT:
		return explore(c, c.jitSide)
	case TTS:
		sys, err := c.translate()
		if sys == nil {
			return err
		}
		return explore(c, func(m *algorithms.Meter) (*side[uint32], error) { return c.translatedSide(sys, m) })
	default:
		if codec, ok := image.NewPacked(c.code); ok {
			return explore(c, func(m *algorithms.Meter) (*side[uint64], error) {
				return untranslatedSide(c, image.Codec[uint64](codec), m)
			})
		}
		return explore(c, func(m *algorithms.Meter) (*side[string], error) {
			return untranslatedSide(c, image.Codec[string](image.PackedWide{}), m)
		})
	}
}

// explore runs the algorithm and fills in the result.
func explore[K tts.Key](c *check, open opener[K]) error {
	c.progress.Phase = "explore"
	var r algorithms.Result[K]
	var s *side[K]
	var err error
	if c.Algorithm == autoName {
		r, s, err = race(c, open)
	} else if s, err = open(c.meter); err == nil {
		r = apply(c.Algorithm, s.problem, c.meter, func(s algorithms.Stats) {
			c.progress.Depth, c.progress.States = s.Depth, s.States
		})
	}
	if err != nil {
		return err
	}
	if s.engine != nil {
		s.engine.Finish() // an answer that was found in time is told in full
	}
	c.relabel(r.Findings)
	c.read(&r.Stats)
	if s.met != nil {
		s.met(&c.result.Stats)
	}
	c.result.Verdict = r.Verdict
	c.result.Cut = c.bounded && (r.Cut || c.start.copies == tts.Omega || c.start.config.Threads() == tts.Omega)
	c.result.Cutoff = int(r.Cutoff)
	if r.Verdict == Unknown {
		c.result.Reason, c.result.Detail = r.Reason, r.Detail
	}
	c.verdicts(r.Findings, r.Reason == verdict.NoReason)
	if c.Options.Cover && r.Invariant != nil {
		for _, x := range r.Invariant().Cover {
			if !s.view.passing(x.Shared) {
				c.result.Cover = append(c.result.Cover, configuration(c.Program, s.view, x))
			}
		}
	}
	if r.Verdict != Unsafe {
		return certify(c, s, &r)
	}
	if r.Trace != nil {
		if c.result.Trace = newTrace(s.problem.System, s.view, r.Trace); c.result.Trace == nil {
			c.result.Detail = "a limit was reached while the execution was written down"
		}
	}
	c.result.Depth = r.Findings[0].Depth
	c.result.Property = c.blame(r.Findings[0].PC)
	if err := certify(c, s, &r); err != nil {
		return err
	}
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
	case "directed":
		return algorithms.Directed(p, m, watch)
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
func (c *check) verdicts(found []verdict.Finding, complete bool) {
	if !c.All {
		return
	}
	for i := range c.properties {
		p := &c.properties[i]
		if complete {
			p.Verdict = Safe
		}
		for _, f := range found {
			if f.PC == p.PC || p.Kind != "assert" {
				p.Verdict, p.Depth = Unsafe, f.Depth
				break
			}
		}
	}
	c.result.Properties = c.properties
}

// blame returns the property that a finding is about.
func (c *check) blame(pc int) *Property {
	if pc == verdict.NoPC && c.Label != "" && c.result.Trace != nil {
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
		if c.properties[i].Kind != "assert" && pc == verdict.NoPC || c.properties[i].PC == pc {
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
