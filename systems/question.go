// This file defines questions: what is asked of a model, whether it can be asked, and of
// which algorithm.

package systems

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/eca/cpa"
	"github.com/ijit/ijit/systems/recursion/slots"
	"github.com/ijit/ijit/tts"
)

// A question is what is asked of a model, checked.
type question struct {
	*Model
	Options

	records   []Algorithm // to choose from
	algorithm *Algorithm
	chosen    bool // a version was asked for
	start     start
	target    *tts.Config[uint32] // in the numbers of the user; nil for none
	together  []string            // of a target that asks for threads at labels

	code       *parser.Program // with its calls inlined; nil before that was tried
	inlined    *parser.Inlined // nil if there are no calls
	notInlined error           // why not

	whole *parser.Program // of which Program is a slice; nil if it is none
	out   []*parser.Var   // of whole, that were left out
	// live makes Program with 0 for dead locals ([parser.Live]), nil if no answer about it can be told; see question.explored.
	live func() *parser.Program
}

// A start is a parsed Options.Initial.
type start struct {
	text   string
	copies uint32 // of main; tts.Omega for many
	config tts.Config[uint32]
}

// ask returns the question that the options ask of a model. The error is a [UsageError].
func ask(m *Model, o Options) (*question, error) {
	q := &question{Model: m, Options: o, records: Algorithms(o.Engines...)}
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := q.parse(); err != nil {
		return nil, err
	}
	var err error
	if q.algorithm, err = q.choose(); err != nil {
		return nil, err
	}
	if m.C != nil && q.algorithm.Name != "auto" {
		if err := m.Lower(); err != nil {
			return nil, err
		}
	}
	if m.Program != nil && m.C == nil && q.Label == "" && q.Options.Target == "" && !q.Deadlock && !q.Leak && q.LTL == "" {
		if _, found := m.Program.Labelled(converter.ErrorLabel); found {
			q.Label = converter.ErrorLabel
		}
	}
	if q.Threads == 0 && q.bounded() && m.C == nil {
		q.Threads = q.defaultThreads()
	}
	if why := q.misfit(); why != "" {
		return nil, &UsageError{why}
	}
	if kind, formula := q.formula(); m.Machine != nil && kind != "" {
		asked, err := m.Machine.Ask(kind, formula)
		if err != nil {
			return nil, err
		}
		q.Model = &Model{Model: ijit.Model{Name: m.Name, Text: m.Text, Sum: m.Sum}, Machine: asked, warnings: m.warnings}
	}
	if m.C != nil && q.bounded() {
		q.Threads = 1
	}
	q.Options.Algorithm, q.chosen = q.algorithm.Name, q.Via != ""
	switch {
	case m.TTS != nil:
		q.Via = TTS
	case m.Machine != nil:
	case q.Via == "":
		q.Via = JIT
	}
	if m.Program != nil {
		err = q.slice()
	}
	q.zeroDead()
	return q, err
}

// defaultThreads returns the bound on live threads where none is given.
func (q *question) defaultThreads() int {
	copies := int(q.start.copies)
	switch {
	case q.Program == nil || q.start.copies == tts.Omega:
		return DefaultThreads
	case q.convention():
		return len(q.Program.File.Threads) + 1 // and who starts them
	case copies <= MostThreads:
		if n := copies * slots.Count(q.Program, MostThreads+1); n <= MostThreads {
			return n
		}
	}
	return max(DefaultThreads, copies)
}

// Resolve returns the algorithm that the options ask for, as far as it does not depend on the
// model, and its bound on live threads, 0 for none or if it depends on a model that is nil.
func (o *Options) Resolve(m *Model) (algorithm string, threads int, err error) {
	if err := o.check(); err != nil {
		return "", 0, err
	}
	q := &question{Model: &Model{}, Options: *o, records: Algorithms(o.Engines...)}
	a, err := q.choose()
	if err != nil {
		return "", 0, err
	}
	if !a.Bounded && o.LTL == "" || o.Threads > 0 || m == nil || m.Program == nil && m.TTS == nil {
		return a.Name, o.Threads, nil
	}
	q.Model = m
	if err := q.parse(); err != nil {
		return "", 0, err
	}
	return a.Name, q.defaultThreads(), nil
}

// check finds what is wrong with the options, whatever the algorithm and the model.
func (o *Options) check() error {
	asked, _ := o.formula()
	switch {
	case o.Threads < 0:
		return usage("--threads %d: the bound is at least 1", o.Threads)
	case o.ContextSwitches != nil && *o.ContextSwitches < 0:
		return usage("--context-switches %d: the bound is at least 0", *o.ContextSwitches)
	case o.Rounds < 0:
		return usage("--rounds %d: the bound is at least 1", o.Rounds)
	case o.Rounds > 0 && !o.Parameterized:
		return usage("--rounds is for --parameterized: any number of copies of each thread; otherwise --context-switches counts")
	case o.ContextSwitches != nil && o.Parameterized:
		return usage("--context-switches and --parameterized are two questions; with --parameterized, --rounds is the bound")
	case o.Label != "" && o.Target != "":
		return usage("--label and --target are two questions; ask one")
	case o.Deadlock && (o.Label != "" || o.Target != ""):
		return usage("--deadlock is a question of its own; ask it without --label and --target")
	case o.Leak && (o.Label != "" || o.Target != "" || o.Deadlock):
		return usage("--leak is a question of its own; ask it without --label, --target and --deadlock")
	case o.LTL != "" && (o.Label != "" || o.Target != "" || o.Deadlock || o.Leak):
		return usage("--ltl is a question of its own; ask it without --label, --target, --deadlock and --leak")
	case o.LTL != "" && (o.CTL != "" || o.Invar != ""), o.CTL != "" && o.Invar != "":
		return usage("--ltl, --ctl and --invar are questions of their own; ask one")
	case asked != "" && o.Property != "":
		return usage("--%s and --property are two questions; ask one", asked)
	case o.Fair && o.LTL == "":
		return usage("--fair is about infinite executions, those that --ltl asks about")
	case o.Bound < 0:
		return usage("--bound %d: the bound is at least 1", o.Bound)
	case o.Encoding != "" && o.Encoding != linear && o.Encoding != recursive:
		return usage("--encoding %s: choose linear or recursive", o.Encoding)
	case o.Analysis != "" && !slices.Contains(analyses(), o.Analysis):
		return usage("--analysis %s: choose one of %s", o.Analysis, strings.Join(analyses(), ", "))
	case o.Images != "" && o.Images != ForwardImages && o.Images != BackwardImages:
		return usage("--images %s: choose forward or backward", o.Images)
	case o.Via != "" && o.Via != JIT && o.Via != TTS && o.Via != BP:
		return usage("--via %s: choose jit, tts or bp", o.Via)
	}
	return nil
}

// choose returns the algorithm that is named, or the first that takes the question.
func (q *question) choose() (*Algorithm, error) {
	var chosen *Algorithm
	// There may be too many initial states to store one by one.
	tooMany := (q.Deadlock || q.Leak) && q.Program != nil && unconstrained(q.Program) > manyFree
	for _, a := range q.records {
		if named := q.Options.Algorithm; named == a.Name ||
			named == "" && q.lacking(&a) == nil && (a.takes&recursiveCalls != 0 || !q.recursive()) && (a.Direct() || !tooMany) {
			chosen = &a
			break
		}
	}
	if chosen == nil && q.Options.Algorithm != "" {
		return nil, usage("unknown algorithm %q; the algorithms are %s", q.Options.Algorithm, algorithmNames(q.records))
	}
	for _, r := range requirements {
		if chosen == nil && r.asked(q) {
			chosen = r.first(q.records)
		}
	}
	if r := q.lacking(chosen); r != nil {
		return nil, usage("%s %s; --algorithm %s %s", chosen.Name, r.lacks(q), r.first(q.records).Name, r.other)
	}
	return chosen, nil
}

// misfit says what is wrong with the question for its model, "" for nothing.
func (q *question) misfit() string {
	switch {
	case q.Machine != nil:
		return q.misfitMachine()
	case q.CTL != "", q.Invar != "":
		kind, _ := q.formula()
		return fmt.Sprintf("--%s is about models in the language of NuSMV, and %s is none", kind, q.Name)
	case q.Options.Property != "":
		return "--property is about the properties of finite state machines (.smv and .aig files)"
	case q.TTS != nil:
		return q.misfitTTS()
	case q.C != nil:
		return q.misfitC()
	case q.Analysis != "" && !slices.Contains(cpa.Names(), q.Analysis):
		return fmt.Sprintf("--analysis %s is about event-condition-action programs in C; of others choose one of %s", q.Analysis, strings.Join(cpa.Names(), ", "))
	}
	convention, starts := q.convention(), q.starts()
	switch _, labelled := q.Program.Labelled(q.Label); {
	case q.Label != "" && !labelled:
		return fmt.Sprintf("--label %s: the program has no such label", q.Label)
	case q.Parameterized && !convention:
		return fmt.Sprintf("%s has no threads that begin with the program (procedures called thread... that nothing calls), so --parameterized has nothing to copy; --context-switches takes other threads too", q.Name)
	case q.bounds() && !convention && !starts:
		return fmt.Sprintf("%s has one thread, so there are no context switches to count", q.Name)
	case q.algorithm.takes&startBound != 0 && q.Threads > 0 && !starts:
		return fmt.Sprintf("--threads %d: %s bounds threads that start_thread starts, and %s has none", q.Threads, q.algorithm.Name, q.Name)
	case q.algorithm.takes&startBound != 0 && q.All && (convention || starts):
		return fmt.Sprintf("--all: %s stops at the least bound with which anything goes wrong", q.algorithm.Name)
	case convention && q.start.copies != 1:
		return fmt.Sprintf("--initial %s: the threads of %s begin by themselves; --parameterized asks about any number of copies of them", q.start.text, q.Name)
	case q.bounded() && q.start.copies != tts.Omega && int(q.start.copies) > q.Threads:
		return fmt.Sprintf("--initial %s starts more threads than --threads %d allows", q.start.text, q.Threads)
	case len(q.together) > 0:
		return q.misfitLabels()
	case q.target != nil && len(q.Program.Calls()) > 0:
		return fmt.Sprintf("--target %s: the states of a program with calls have no numbers", q.Options.Target)
	}
	return ""
}

func (q *question) misfitTTS() string {
	switch n := threads(q.start.config); {
	case q.Via != "" && q.Via != TTS:
		return fmt.Sprintf("--via %s: %s is a transition system already; use --via tts", q.Via, q.Name)
	case q.Label != "":
		return fmt.Sprintf("--label %s: a .tts file has no labels; use --target", q.Label)
	case q.Atomicity != Big:
		return fmt.Sprintf("--atomic is about statements, and %s is a transition system, whose steps are its edges", q.Name)
	case q.Deadlock, q.Leak:
	case len(q.together) > 0:
		return fmt.Sprintf("--target %s: a .tts file has no labels; use --target S|L", q.Options.Target)
	case q.LTL != "":
		return fmt.Sprintf("--ltl: %s has no variables and labels to speak of", q.Name)
	case q.target == nil:
		return fmt.Sprintf("%s has no target: give one with --target S|L, or put it in a .prop file beside it", q.Name)
	case q.bounded() && n > q.Threads:
		return fmt.Sprintf("--initial %s starts %d threads, more than --threads %d allows", q.start.text, n, q.Threads)
	}
	if q.target == nil {
		return ""
	}
	if err := q.TTS.CheckConfig(*q.target); err != nil {
		return fmt.Sprintf("--target %v: %v", q.target, err)
	}
	return ""
}

// misfitMachine is misfit for a finite state machine.
func (q *question) misfitMachine() string {
	if q.Fair {
		return fmt.Sprintf("--fair is about threads, and %s is a finite state machine; which of its runs are fair stands in the file", q.Name)
	}
	flag := q.aboutThreads()
	if q.Label != "" {
		flag = "--label"
	} else if q.Via != "" {
		flag = "--via"
	}
	if flag != "" {
		return fmt.Sprintf("%s is about threads, and %s is a finite state machine", flag, q.Name)
	}
	if kind, _ := q.formula(); kind != "" && !slices.Contains(q.Machine.Kinds, kind) {
		return fmt.Sprintf("--%s is about models in the language of NuSMV, and %s is none", kind, q.Name)
	}
	return ""
}

// aboutThreads returns a flag that was given and is about threads, "" if none was.
func (q *question) aboutThreads() string {
	for _, x := range []struct {
		given bool
		flag  string
	}{
		{q.Threads > 0, "--threads"}, {q.Initial != "", "--initial"}, {q.Options.Target != "", "--target"},
		{q.Deadlock, "--deadlock"}, {q.Leak, "--leak"}, {q.Fair, "--fair"}, {q.Atomicity != Big, "--atomic"},
	} {
		if x.given {
			return x.flag
		}
	}
	return ""
}

// circuits reports whether algorithms for circuits answer: for finite state machines, and for
// formulas.
func (q *question) circuits() bool { return q.Machine != nil || q.LTL != "" }

// bounded reports whether there is a bound on live threads.
func (q *question) bounded() bool {
	return q.Machine == nil && (q.algorithm.Bounded || q.LTL != "")
}

// bounds reports whether the question is about context switches or rounds.
func (o *Options) bounds() bool { return o.ContextSwitches != nil || o.Rounds > 0 || o.Parameterized }

// parse reads what the options say of configurations.
func (q *question) parse() (err error) {
	if q.together, err = converter.ParseLabels(q.Options.Target); err != nil {
		return usage("--target %s: %v", q.Options.Target, err)
	}
	if q.Options.Target != "" && len(q.together) == 0 {
		t, err := tts.ParseTarget(q.Options.Target)
		if err != nil {
			return usage("--target %s: %v", q.Options.Target, err)
		}
		q.target = &t
	}
	if q.Machine != nil {
		return nil
	}
	if q.TTS == nil {
		q.start.copies, q.start.text, err = converter.ParseCopies(q.Initial)
	} else {
		if q.target == nil && !q.Deadlock && !q.Leak {
			q.target = q.Model.Target
		}
		q.start.config, q.start.text, err = converter.ParseInitial(q.Initial, q.TTS)
	}
	if err != nil {
		return usage("--initial %s: %v", q.Initial, err)
	}
	return nil
}
