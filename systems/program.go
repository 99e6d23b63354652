// This file defines Boolean programs as models.

package systems

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/certificate"
	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/eca/cpa"
	"github.com/ijit/ijit/systems/recursion/slots"
	"github.com/ijit/ijit/tts"
)

// A BooleanProgram is the form of the models that are Boolean programs.
type BooleanProgram struct {
	reparse func() (*parser.File, error) // makes another tree of the text; nil if the program is not made of one
}

func (BooleanProgram) needs() feature { return states }

func (BooleanProgram) initial(q *question) (err error) {
	q.start.copies, q.start.text, err = converter.ParseCopies(q.Initial)
	return err
}

// suits refuses to store initial states one by one that are too many, and what does not run recursive threads.
func (BooleanProgram) suits(q *question, a *Algorithm) bool {
	tooMany := (q.Deadlock || q.Leak) && unconstrained(q.Program) > manyFree
	return (a.takes&recursiveCalls != 0 || !q.recursive()) && (a.Direct() || !tooMany)
}

func (BooleanProgram) bound(q *question) int {
	copies := int(q.start.copies)
	switch {
	case q.start.copies == tts.Omega:
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

func (p BooleanProgram) fit(q *question) error {
	if _, found := q.Program.Labelled(converter.ErrorLabel); found && q.Label == "" && q.Options.Target == "" && !q.Deadlock && !q.Leak && q.LTL == "" {
		q.Label = converter.ErrorLabel
	}
	if err := p.misfit(q); err != nil {
		return err
	}
	q.Via = cmp.Or(q.Via, JIT)
	err := p.slice(q)
	q.zeroDead()
	return err
}

// misfit says what is wrong with the question for the program.
func (BooleanProgram) misfit(q *question) error {
	if err := q.onlyMachines(); err != nil {
		return err
	}
	convention, starts := q.convention(), q.starts()
	switch _, labelled := q.Program.Labelled(q.Label); {
	case q.Analysis != "" && !slices.Contains(cpa.Names(), q.Analysis):
		return usage("--analysis %s is about event-condition-action programs in C; of others choose one of %s", q.Analysis, strings.Join(cpa.Names(), ", "))
	case q.Label != "" && !labelled:
		return usage("--label %s: the program has no such label", q.Label)
	case q.Parameterized && !convention:
		return usage("%s has no threads that begin with the program (procedures called thread... that nothing calls), so --parameterized has nothing to copy; --context-switches takes other threads too", q.Name)
	case q.bounds() && !convention && !starts:
		return usage("%s has one thread, so there are no context switches to count", q.Name)
	case q.algorithm.takes&startBound != 0 && q.Threads > 0 && !starts:
		return usage("--threads %d: %s bounds threads that start_thread starts, and %s has none", q.Threads, q.algorithm.Name, q.Name)
	case q.algorithm.takes&startBound != 0 && q.All && (convention || starts):
		return usage("--all: %s stops at the least bound with which anything goes wrong", q.algorithm.Name)
	case convention && q.start.copies != 1:
		return usage("--initial %s: the threads of %s begin by themselves; --parameterized asks about any number of copies of them", q.start.text, q.Name)
	case q.bounded() && q.start.copies != tts.Omega && int(q.start.copies) > q.Threads:
		return usage("--initial %s starts more threads than --threads %d allows", q.start.text, q.Threads)
	case len(q.together) > 0:
		return q.misfitLabels()
	case q.target != nil && len(q.Program.Calls()) > 0:
		return usage("--target %s: the states of a program with calls have no numbers", q.Options.Target)
	}
	return nil
}

func (BooleanProgram) decide(c *check) error {
	err := c.run()
	if c.result.Verdict != Unsafe {
		c.result.Vacuous = c.vacuous()
	}
	return err
}

// unasked does not complain of programs with labels, one of which could be meant.
func (BooleanProgram) unasked(m *Model) error {
	labelled := func(n *parser.Node) bool { return n != nil && n.Stmt != nil && len(n.Stmt.Labels) > 0 }
	if asserts(m.Program) || slices.ContainsFunc(m.Program.Nodes, labelled) {
		return nil
	}
	return usage("%s asserts nothing, so there is nothing to check: write assert(...) in it, or ask with --label, --target, --deadlock, --leak or --ltl", m.Name)
}

// asserts reports whether the program has an assertion.
func asserts(p *parser.Program) bool {
	return slices.ContainsFunc(p.Nodes, func(n *parser.Node) bool {
		if n == nil || n.Stmt == nil {
			return false
		}
		_, asserts := n.Stmt.Op.(*parser.Assert)
		return asserts
	})
}

func (BooleanProgram) proves(m *Model, _ string) proof.Form {
	return certificate.Program{File: m.Program.File}
}

func (BooleanProgram) Shows(f *render.Format, m *Model, _ *Options) error { return showsTraces(f, m) }

// showsTraces returns a [UsageError] if a format is none for executions of threads.
func showsTraces(f *render.Format, m *Model) error {
	if f.Write == nil {
		return usage("the format %s shows runs of .smv and .aig files; of %s choose from %s", f.Name, m.Name, render.TraceFormatNames())
	}
	return nil
}

// search explores the program in the version that was chosen.
func (BooleanProgram) search(c *check, s search) error {
	if !c.inline() {
		c.unsupported()
		return nil
	}
	if c.trivial() {
		return nil
	}
	switch c.Via {
	case JIT:
		return explore(c, c.jitInstance, s.numbered)
	case TTS:
		if !c.translate() {
			return nil
		}
		return explore(c, c.translatedInstance, s.numbered)
	}
	if codec, ok := image.NewPacked(c.code); ok {
		return explore(c, func(m *algorithms.Meter) (*instance[uint64], error) {
			return untranslatedInstance(c, image.Codec[uint64](codec), m)
		}, s.word)
	}
	return explore(c, func(m *algorithms.Meter) (*instance[string], error) {
		return untranslatedInstance(c, image.Codec[string](image.PackedWide{}), m)
	}, s.words)
}

func (BooleanProgram) targetText(c *check) (string, error) {
	c.inline()
	states, target, err := c.targetStates()
	if err != nil {
		return "", err
	}
	return trace.NewWords(trace.NewProgram(trace.NewCode(c.code, c.inlined), states)).Target(target)
}
