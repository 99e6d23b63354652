// This file defines the commands check and trace: they differ in what they show.

package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime/debug"
	"strings"
	"time"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems"
)

// checkCommand is ijit check.
type checkCommand struct {
	Files []string `arg:"" name:"file" help:"Boolean programs or, where the names end so, thread-transition systems (.tts), models in the language of NuSMV (.smv), circuits (.aig, .aag) or event-condition-action programs in C (.c); - for standard input. They may be compressed by gzip."`
	checkFlags
}

// traceCommand is ijit trace.
type traceCommand struct {
	File string `arg:"" help:"A Boolean program or, if its name ends so, a thread-transition system (.tts), a model in the language of NuSMV (.smv), a circuit (.aig, .aag) or an event-condition-action program in C (.c); - for standard input. It may be compressed by gzip."`
	checkFlags
	Format string `default:"table" placeholder:"FORMAT" help:"How to show the trace: table, lanes, backward, json, mermaid, html or sarif; of .smv and .aig table, json, html, vcd or witness; of .c table, json, mermaid, html or sarif."`
}

// checkFlags is what both commands are asked.
type checkFlags struct {
	Threads   *int          `placeholder:"N" help:"Bound the threads that live at once. Without this flag there is no bound; algorithms and questions that need one take as many as control flow can start, if these are at most 8, else 3 (see ijit help concurrency). Where context switches are counted, it bounds all threads that are ever started."`
	Initial   string        `placeholder:"SPEC" help:"The threads at first: one (the default), many, a number of copies of main, or for a .tts a configuration (0|0)."`
	Target    string        `placeholder:"SPEC" help:"Ask whether a configuration s|l1,l2,... can be covered, or whether different threads can be at labels at once (some@L1,some@L2), instead of whether an assertion can fail. For x.tts the default is what x.prop holds."`
	Label     string        `placeholder:"L" help:"Ask whether a thread, or a C program, can reach label L. Without it, each label of a C program is a question."`
	Deadlock  bool          `help:"Ask whether all threads can be blocked at once, one of them not at its end (algorithms bfs, symbolic, bmc, kind and pdr). As with --leak and --ltl, the answer is UNKNOWN(bound) where the bound on threads hides something."`
	Leak      bool          `help:"Ask whether a thread can be blocked for ever: at a place from which no execution takes it any more (algorithms bfs and symbolic)."`
	Algorithm string        `placeholder:"NAME" help:"The algorithm: auto by default, bfs with --threads. See ijit help algorithms."`
	Switches  *int          `name:"context-switches" placeholder:"K" help:"Ask whether at most K context switches lead to an error. Threads may be recursive. See ijit help concurrency."`
	Any       bool          `name:"parameterized" help:"Ask about any number of copies of each thread that begins with the program (a procedure called thread... that nothing calls). In a round each copy runs once. See ijit help concurrency."`
	Rounds    *int          `placeholder:"K" help:"Try at most K rounds (4), with --parameterized."`
	LTL       string        `name:"ltl" placeholder:"FORMULA" help:"Ask whether a formula of linear temporal logic holds on all infinite executions, such as 'G (t1@wait -> F t1@critical)'; of a .smv or .aig file instead of its properties. See ijit help ltl."`
	CTL       string        `name:"ctl" placeholder:"FORMULA" help:"Of a .smv file, ask about a formula of computation tree logic instead of its properties, such as 'AG EF state = idle'."`
	Invar     string        `name:"invar" placeholder:"EXPR" help:"Of a .smv file, ask whether an expression holds in all states that are reached, instead of its properties."`
	Fair      bool          `help:"With --ltl: a thread that could move from some point on for ever moves at some time (weak fairness)."`
	Property  string        `placeholder:"NAME|N" help:"Of a .smv or .aig file, check one property only, by its name or its number from 1 on."`
	Bound     *int          `placeholder:"K" help:"Look for counterexamples of at most K steps (algorithms bmc and kind); of a C program, of at most K inputs."`
	Analysis  string        `placeholder:"NAME" help:"The analysis of algorithm cpa: bdd, value, region or bdd+value; of C programs without --algorithm: bdd, states or regions. Without this flag it depends on what the program does with its variables."`
	Encoding  string        `enum:"linear,recursive" default:"linear" help:"How bmc translates formulas: linear, or recursive as the paper of 1999."`
	SATCmd    string        `name:"sat-cmd" placeholder:"CMD" help:"Let bmc ask a SAT solver that reads DIMACS from standard input, such as 'cadical -q'."`
	Images    string        `placeholder:"DIRECTION" help:"How bws computes predecessors: from images of what is reachable when threads are not counted (forward), or from pre-images of the states that it meets (backward). Without this flag it chooses."`
	Via       string        `placeholder:"VIA" help:"How a program is run: jit, translated as far as needed (the default); tts, translated up front; bp, not translated."`
	Atomic    string        `enum:"big,small" default:"big" help:"What one step of an atomic section is: the whole section (big), or a statement (small)."`
	Timeout   time.Duration `placeholder:"D" help:"Stop after this time, such as 90s or 30m; the answer is then UNKNOWN(timeout)."`
	Memory    size          `placeholder:"SIZE" help:"Stop when more memory is in use, such as 200MiB or 4GB (by default four fifths of what the machine has)."`
	All       bool          `help:"Do not stop at the first error; give each assertion its own verdict."`
	Exact     bool          `name:"exact" help:"Explore a program as it is: without it, variables without influence on the answer are left out, and locals are 0 where nobody reads them, which changes numbers of states only."`
	NoVacuous bool          `name:"no-vacuous" help:"Answer UNKNOWN(vacuous) instead of SAFE where the answer says nothing of executions: none begins, none is fair, or nothing is asserted."`
	Certify   string        `name:"certificate" placeholder:"FILE" help:"Write a certificate of the answer to FILE, for ijit validate; of models and circuits, a witness circuit if its name ends in .aag or .aig. If there is none, a message says why; the answer is the same. See ijit help certificates."`
	SelfCheck bool          `name:"selfcheck" help:"Check the answer by code that shares nothing with the algorithms: replay the trace of an error, or check the proof that there is none."`
	Cover     bool          `name:"print-cover" help:"Print the coverability set: the maximal configurations, each as shared|threads/threads of which there may be any number (algorithm akm)."`
	Summaries bool          `name:"summaries" help:"Print what each procedure does, case by case (algorithm bebop)."`
	Full      bool          `help:"Show each step of a trace, also inside of calls that return, and the whole state behind it."`
	Source    string        `placeholder:"DIR" help:"Show the lines of the C program in a trace, from the files in DIR."`
	JSON      bool          `name:"json" help:"Answer with one JSON object."`
	Stats     bool          `help:"Print statistics."`
	As        string        `enum:"bp,tts,smv,aig,c,eca,c-threads,auto" default:"auto" help:"What FILE is, if its name does not say: a program (bp), a system (tts), a model (smv), a circuit (aig), a C program (c), of which one that creates threads is checked as such (c-threads) and the others are event-condition-action programs (eca)."`
	Wrap      bool          `help:"Of a C program with threads: signed numbers wrap. Without this flag it is taken that none overflows."`
	ILP32     bool          `name:"ilp32" help:"Of a C program with threads: long and pointers have 32 bits, not 64."`
	Given     string        `name:"predicates" placeholder:"FILE" help:"Of a C program with threads: begin with the predicates in FILE, expressions in C, one a line, with the names of variables that answers use."`
	Races     bool          `help:"Of a C program with threads: ask for data races instead of assertions that fail: can two threads access an object at once, one of them writing, neither atomically?"`
	Replay    string        `placeholder:"COMPILER" help:"Of a C program with threads: compile it by COMPILER (gcc) and run it along the execution that is found, to confirm that the assertion fails. The answer says whether it did, or why not; it is UNSAFE in any case."`
	Programs  string        `placeholder:"DIR" help:"Of a C program with threads: write the Boolean program of each iteration to the folder DIR, with its verdict, for ijit bench."`
	OldBool   bool          `name:"old-bool" help:"Of a .smv file, let 0 and 1 be FALSE and TRUE, as in old versions of SMV."`
	dialectFlag

	source *render.Source // nil without --source
	Trace  []traceFlag    `sep:"none" placeholder:"FORMAT[=FILE]" help:"Show the trace of an error, in FILE if one is given: table, lanes, backward, json, mermaid, html or sarif; of .smv and .aig table, json, html, vcd or witness; of .c table, json, mermaid, html or sarif. May be given several times."`
	SARIF  string         `name:"sarif" placeholder:"FILE" help:"Write the trace as SARIF 2.1.0, for editors and code hosts: the same as --trace sarif=FILE."`

	show []traceFlag // how traces are shown
}

// traceFlag is the value of --trace.
type traceFlag struct {
	format render.Format
	file   string
}

// UnmarshalText reads FORMAT[=FILE].
func (f *traceFlag) UnmarshalText(text []byte) error {
	name, file, named := strings.Cut(string(text), "=")
	if named && file == "" {
		return errors.New("no file name after the =")
	}
	var found bool
	if f.format, found = render.FormatNamed(name); !found {
		return fmt.Errorf("unknown format %q; choose from %s", name, render.FormatNames())
	}
	f.file = file
	return nil
}

// Help is the text below the flags.
func (c *checkCommand) Help() string {
	return "The exit code is 0 for SAFE, 10 for UNSAFE, 30 for UNKNOWN, 2 for wrong use, 1 for another error.\n\n" +
		"Several FILEs are checked one after the other, each within the limits, and shown in a table: the verdict, the depth, the algorithm and the seconds of each, and what the verdict is about. " +
		"With --json there is one object a line instead, an error with its FILE included. " +
		"The exit code is the worst one: 2 before 1, then 10, then 30, then 0."
}

// Run checks.
func (c *checkCommand) Run(sh *shell) error {
	if len(c.Files) > 1 {
		return c.runAll(sh)
	}
	return c.run(sh, c.Files[0], nil)
}

// Run checks and shows the trace.
func (c *traceCommand) Run(sh *shell) error {
	format, found := render.FormatNamed(c.Format)
	if !found {
		return &systems.UsageError{Message: fmt.Sprintf("--format %s: choose from %s", c.Format, render.FormatNames())}
	}
	return c.run(sh, c.File, []traceFlag{{format: format}})
}

// run checks one file and prints the answer, and traces as flags ask for them besides.
func (c *checkFlags) run(sh *shell, file string, show []traceFlag) error {
	c.show = append(show, c.Trace...)
	if c.SARIF != "" {
		sarif, _ := render.FormatNamed("sarif")
		c.show = append(c.show, traceFlag{sarif, c.SARIF})
	}
	outputs := []string{c.Certify}
	for _, t := range c.show {
		outputs = append(outputs, t.file)
	}
	if err := checkOutputs(outputs...); err != nil {
		return err
	}
	if c.Source != "" {
		var err error
		if c.source, err = render.OpenSource(c.Source); err != nil {
			return fmt.Errorf("--source: %w", err)
		}
		defer c.source.Close()
	}
	a, err := c.answer(sh, file)
	if a == nil {
		return err
	}
	r := a.result
	if matters := r.Cut || r.Verdict == systems.Unknown && r.Reason != systems.Vacuous; c.Threads == nil && r.Threads > 0 && matters {
		fmt.Fprintf(sh.stderr, "ijit: no more than %s could be alive at once; --threads changes that bound\n", count(r.Threads, "thread"))
	}
	if err := a.print(sh); err != nil {
		return err
	}
	if err := a.writeCertificate(sh); err != nil {
		// Standard output has the answer already, with --json the one object.
		fmt.Fprintf(sh.stderr, "ijit: %v\n", err)
		sh.code = exitError
	}
	return nil
}

// answer checks a file. There is no answer after an error, an internal one included, which
// it has reported.
func (c *checkFlags) answer(sh *shell, file string) (*answer, error) {
	if c.Memory.bytes == 0 {
		c.Memory = defaultMemory()
	}
	options, err := c.options()
	options.Engines = sh.own.Engines
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	ctx, cancel := context.WithCancel(sh.ctx) // what was given up ends
	defer cancel()
	if c.Timeout > 0 {
		// The time for reading counts.
		ctx, cancel = context.WithDeadline(ctx, begin.Add(c.Timeout))
		defer cancel()
	}
	if c.Memory.bytes > 0 {
		// Near the limit it is better to collect garbage than to give up.
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(c.Memory.bytes / 10 * 9)))
	}
	progress := startProgress(sh)
	defer progress.stop()
	options.Progress = progress.update

	opened := &opened{}
	done := &answer{checkFlags: c, file: file, opened: opened}
	e := watch(ctx, c.Memory.bytes, func() error { return done.find(ctx, sh, options, progress) })
	progress.stop()
	a := &answer{checkFlags: c, file: file, opened: opened}
	switch {
	case e.panicked != nil:
		sh.internalError(e.panicked, e.stack)
		return nil, nil
	case e.gaveUp != "":
		a.result = c.givenUp(e.gaveUp, &options, opened.Load(), progress.latest(), e.peak)
	case e.err != nil && done.result == nil && ctx.Err() != nil:
		a.result = c.givenUp(stopReason(ctx), &options, opened.Load(), progress.latest(), e.peak)
	case errors.Is(e.err, systems.ErrMemory):
		a.result = c.givenUp(systems.Memory, &options, opened.Load(), progress.latest(), e.peak)
	case e.err != nil:
		return nil, e.err
	default:
		a = done
	}
	a.result.Seconds = time.Since(begin).Seconds()
	return a, nil
}

// find reads the input and checks it.
func (a *answer) find(ctx context.Context, sh *shell, options systems.Options, progress *progress) error {
	if text, ok := a.withThreads(sh); ok {
		return a.findInThreads(ctx, sh, text, options)
	}
	if a.Replay != "" {
		return &systems.UsageError{Message: "--replay is for C programs with threads"}
	}
	begin := time.Now()
	model, err := sh.openModel(ctx, systems.Input{Name: a.file, Kind: kind(a.As), Memory: options.Memory, OldBool: a.OldBool, Dialect: a.Dialect})
	if err != nil {
		return a.findOtherwise(ctx, sh, options, err)
	}
	if err := cmp.Or(a.useless(model, &options), model.Asked(options)); err != nil {
		return err
	}
	a.model, a.read = model, time.Since(begin)
	a.opened.Store(model)
	progress.pause(func() { sh.warn(model.Warnings()) })
	a.result, err = model.Check(ctx, options)
	return err
}

// options turns the flags into options of the library.
func (c *checkFlags) options() (systems.Options, error) {
	o := systems.Options{
		Algorithm: c.Algorithm,
		Images:    systems.Images(c.Images),
		Via:       systems.Via(c.Via),
		Initial:   c.Initial,
		Target:    c.Target,
		Label:     c.Label,
		Deadlock:  c.Deadlock,
		Leak:      c.Leak,
		Memory:    c.Memory.bytes,
		All:       c.All,
		NoVacuous: c.NoVacuous,
		Exact:     c.Exact,
		Certify:   c.Certify != "",
		SelfCheck: c.SelfCheck,
		Cover:     c.Cover,
		Summaries: c.Summaries,

		ContextSwitches: c.Switches,
		Parameterized:   c.Any,

		LTL:        c.LTL,
		CTL:        c.CTL,
		Invar:      c.Invar,
		Fair:       c.Fair,
		Property:   c.Property,
		Analysis:   c.Analysis,
		Encoding:   c.Encoding,
		SATCommand: c.SATCmd,
	}
	if c.Rounds != nil {
		if o.Rounds = *c.Rounds; o.Rounds < 1 {
			return o, &systems.UsageError{Message: fmt.Sprintf("--rounds %d: the bound is at least 1", o.Rounds)}
		}
	}
	if c.Atomic == "small" {
		o.Atomicity = systems.Small
	}
	if c.Bound != nil {
		if o.Bound = *c.Bound; o.Bound < 1 {
			return o, &systems.UsageError{Message: fmt.Sprintf("--bound %d: the bound is at least 1", o.Bound)}
		}
	}
	if words := strings.Fields(c.SATCmd); len(words) > 0 {
		if _, err := exec.LookPath(words[0]); err != nil {
			return o, &systems.UsageError{Message: fmt.Sprintf("--sat-cmd %s: %v", c.SATCmd, err)}
		}
	}
	if c.Certify == "-" {
		return o, &systems.UsageError{Message: "--certificate -: a certificate needs a file of its own"}
	}
	if c.Timeout < 0 {
		return o, &systems.UsageError{Message: fmt.Sprintf("--timeout %s: a time limit is positive", c.Timeout)}
	}
	if c.Threads != nil {
		if o.Threads = *c.Threads; o.Threads < 1 {
			return o, &systems.UsageError{Message: fmt.Sprintf("--threads %d: the bound is at least 1", o.Threads)}
		}
	}
	return o, nil
}

// givenUp returns the answer of a run of which no more is known than its progress.
func (c *checkFlags) givenUp(reason systems.Reason, o *systems.Options, m *systems.Model, p systems.Progress, peak uint64) *systems.Result {
	algorithm, threads, err := o.Resolve(m)
	if err != nil {
		algorithm = c.Algorithm // there was no time to find out that there is none
	}
	r := &systems.Result{
		Answer:    ijit.Answer{Reason: reason, Threads: threads, Depth: p.Depth},
		Algorithm: algorithm,
		Via:       systems.Via(cmp.Or(c.Via, string(systems.JIT))),
		Initial:   cmp.Or(c.Initial, "one"),
		States:    p.States,
		PeakBytes: max(peak, p.Memory),
	}
	if p.Phase == readPhase {
		r.Detail = "the input was not read to its end"
		switch {
		case reason == systems.Memory:
			r.Detail += fmt.Sprintf(" within %s of memory", c.Memory)
		case reason == systems.Timeout:
			r.Detail += fmt.Sprintf(" within %s", c.Timeout)
		}
	}
	return r
}
