// This file defines questions: what is asked of a model, whether it can be asked, and of
// which algorithm.

package systems

import (
	"slices"
	"strings"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/parser"
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

// number returns how many copies of main begin, -1 for any number.
func (s *start) number() int {
	if s.copies == tts.Omega {
		return -1
	}
	return int(s.copies)
}

// ask returns the question that the options ask of a model. The error is a [UsageError].
func ask(m *Model, o Options) (*question, error) {
	q := &question{Model: m, Options: o, records: Algorithms(o.Engines...), live: func() *parser.Program { return nil }}
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
	if q.Threads == 0 && q.bounded() {
		q.Threads = q.bound(q)
	}
	q.Options.Algorithm, q.chosen = q.algorithm.Name, q.Via != ""
	return q, q.fit(q)
}

// Resolve returns the algorithm that the options ask for, as far as it does not depend on the
// model, and its bound on live threads, 0 for none or if it depends on a model that is nil.
func (o *Options) Resolve(m *Model) (algorithm string, threads int, err error) {
	if err := o.check(); err != nil {
		return "", 0, err
	}
	q := &question{Model: &Model{Form: unread{}}, Options: *o, records: Algorithms(o.Engines...)}
	a, err := q.choose()
	if err != nil {
		return "", 0, err
	}
	if !a.Bounded && o.LTL == "" || o.Threads > 0 || m == nil {
		return a.Name, o.Threads, nil
	}
	q.Model = m
	if err := q.parse(); err != nil {
		return "", 0, err
	}
	return a.Name, q.bound(q), nil
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
	for _, a := range q.records {
		if named := q.Options.Algorithm; named == a.Name ||
			named == "" && q.lacking(&a) == nil && q.suits(q, &a) {
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

// onlyMachines refuses, for other models, what is about finite state machines.
func (q *question) onlyMachines() error {
	switch kind, _ := q.formula(); {
	case q.CTL != "", q.Invar != "":
		return usage("--%s is about models in the language of NuSMV, and %s is none", kind, q.Name)
	case q.Options.Property != "":
		return usage("--property is about the properties of finite state machines (.smv and .aig files)")
	}
	return nil
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
func (q *question) circuits() bool { return q.is(machines) || q.LTL != "" }

// bounded reports whether there is a bound on live threads.
func (q *question) bounded() bool {
	return !q.is(machines) && (q.algorithm.Bounded || q.LTL != "")
}

// bounds reports whether the question is about context switches or rounds.
func (o *Options) bounds() bool { return o.ContextSwitches != nil || o.Rounds > 0 || o.Parameterized }

// parse reads what the options say of configurations.
func (q *question) parse() error {
	var err error
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
	if err := q.initial(q); err != nil {
		return usage("--initial %s: %v", q.Initial, err)
	}
	return nil
}
