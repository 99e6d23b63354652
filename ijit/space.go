// This file defines spaces: transition systems over configurations, for
// algorithms of the user's own.

package ijit

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A Space is a transition system over configurations, with a question about it. An
// algorithm that explores one does not see whether it was read from a .tts file or is
// translated from a Boolean program just in time. A space is not for several goroutines.
type Space struct {
	// System answers for one thread at a time, for algorithms that do the arithmetic on
	// configurations themselves.
	System tts.BackwardSystem[uint32]

	Model    *Model
	Question Question // as it was asked

	asked    converter.Question // in the terms of the program that is run: its calls are inlined
	together []string           // labels at which different threads are to be at once
	initial  Config             // of a transition system
	start    string             // that, or how many copies of main begin, in the words of certificates
	instance *converter.Instance[uint32]
	view     trace.View[uint32]
}

// Space returns the transition system of the model with a question about it. The error says what is wrong
// with the question, or why the program cannot be translated.
func (m *Model) Space(q Question) (*Space, error) { return m.SpaceUntil(q, nil) }

// SpaceUntil is like [Model.Space] for an algorithm that has to end when stop says so: an image that takes long is
// broken off then, so what System says after that is not to be used.
func (m *Model) SpaceUntil(q Question, stop func() bool) (*Space, error) {
	s := &Space{Model: m, Question: q}
	err := s.ask()
	if err == nil {
		err = s.open(stop)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	s.System = s.instance.Problem.System.(tts.BackwardSystem[uint32])
	return s, nil
}

// open opens the system.
func (s *Space) open(stop func() bool) (err error) {
	switch {
	case s.Model.TTS != nil:
		s.view = trace.Table{System: s.Model.TTS}
		s.instance = converter.OpenTable(s.Model.TTS, s.initial, s.asked, false)
	case s.Question.UpFront:
		var t *converter.Translation
		if t, err = converter.Translate(s.asked.NewEngine(stop)); err == nil {
			s.instance, err = converter.OpenTranslation(s.asked, t, stop)
		}
	default:
		s.instance, err = converter.OpenJIT(s.asked, stop)
	}
	if err == nil && s.Model.Program != nil {
		s.view = trace.NewProgram(trace.NewCode(s.asked.Code, s.asked.Inlined), s.instance.States)
	}
	return err
}

// Problem returns the question for an algorithm that does the arithmetic on configurations itself.
func (s *Space) Problem() tts.Problem[uint32] { return s.instance.Problem }

// OpenTTS opens the transition system in a .tts file, with the initial
// configuration 0|0 and the target in the .prop file beside it.
func OpenTTS(path string) (*Space, error) {
	m, err := Open(path)
	if err != nil {
		return nil, err
	}
	if m.TTS == nil {
		return nil, fmt.Errorf("%s: not a .tts file", path)
	}
	return m.Space(Question{})
}

// OpenJIT opens the transition system of the Boolean program in a file, with one
// thread in main at first. It is translated as far as it is explored.
func OpenJIT(path string) (*Space, error) {
	m, err := Open(path)
	if err != nil {
		return nil, err
	}
	if m.Program == nil {
		return nil, fmt.Errorf("%s: not a Boolean program", path)
	}
	return m.Space(Question{})
}

// Init yields the initial configurations. With Question.Initial "many", each stands for any
// number of threads.
func (s *Space) Init() iter.Seq[Config] {
	return func(yield func(Config) bool) {
		for c := range s.instance.Problem.Initial {
			if !yield(c.Clone()) {
				return
			}
		}
	}
}

// Final reports whether c is an error: an assertion can fail in it, a thread is at the
// label, it covers the target, or it is a deadlock.
func (s *Space) Final(c Config) bool {
	target := &s.instance.Problem.Target
	some := func(wrong func(l uint32) bool) bool {
		return wrong != nil && slices.ContainsFunc(c.Locals, func(x tts.Count[uint32]) bool { return wrong(x.Local) })
	}
	if target.Holds(c) || slices.ContainsFunc(target.Cover, c.Covers) {
		return true
	}
	if some(target.Stuck) {
		return !s.System.Transient(c.Shared) && !s.moves(c)
	}
	_, fails := s.step(c, s.fails)
	return fails
}

// moves reports whether some thread of c can move: out of an atomic section that is one
// step, if it begins one. Where the bound blocks the creation of a thread, it can.
func (s *Space) moves(c Config) bool {
	known := map[string]bool{}
	for work := []Config{c}; len(work) > 0; {
		c, work = work[len(work)-1], work[:len(work)-1]
		for x := range tts.Post(s.System, c) {
			if x.Edge.Kind == tts.Fail || !s.System.Transient(x.To.Shared) || s.blocked(c, &x) {
				return true
			}
			if key := x.To.Key(); !known[key] {
				known[key] = true
				work = append(work, x.To)
			}
		}
	}
	return false
}

// Post yields the successors of c.
func (s *Space) Post(c Config) iter.Seq[Config] {
	return func(yield func(Config) bool) {
		for step := range s.steps(c) {
			if step.Edge.Kind != tts.Fail && !yield(step.To) {
				return
			}
		}
	}
}

// steps yields the steps from c that the bound on threads allows.
func (s *Space) steps(c Config) iter.Seq[tts.Step[uint32]] {
	return func(yield func(tts.Step[uint32]) bool) {
		for step := range tts.Post(s.System, c) {
			if !s.blocked(c, &step) && !yield(step) {
				return
			}
		}
	}
}

// blocked reports whether the bound keeps a step from being taken, which leads to more threads.
func (s *Space) blocked(c Config, x *tts.Step[uint32]) bool {
	most := s.instance.Problem.Threads
	return most > 0 && c.Threads() >= most && x.Edge.Creates()
}

// Pre yields the predecessors of c.
func (s *Space) Pre(c Config) iter.Seq[Config] {
	most := s.instance.Problem.Threads
	return func(yield func(Config) bool) {
		for step := range tts.Pre(s.System, c) {
			if (most == 0 || step.From.Threads() <= most) && !yield(step.From) {
				return
			}
		}
	}
}

// Describe says in a line what c is, in the terms of the input: the shared variables, and
// for each thread its procedure, its line with the labels there, and its variables.
func (s *Space) Describe(c Config) string {
	x := trace.NewConfiguration(s.Model.Program, s.view, c)
	if s.Model.Program == nil {
		return x.String()
	}
	var threads []string
	for i := range x.Counts {
		n := &x.Counts[i]
		text := fmt.Sprintf("%s:%d", n.Proc, n.Pos.Line)
		if labels := symbolicLabels(s.Model.Program.Nodes[n.PC]); labels != "" {
			text += " " + labels
		}
		if n.N != 1 {
			text = count(n.N) + " at " + text
		}
		if vars := trace.Assignments(n.Names, n.Locals); vars != "" {
			text += " " + vars
		}
		threads = append(threads, text)
	}
	return trace.Assignments(x.SharedNames, x.Shared) + " | " + strings.Join(threads, ", ")
}

// symbolicLabels returns the labels of a location that are not program counters.
func symbolicLabels(n *parser.Node) string {
	if n.Stmt == nil || n.Stmt.PC != n.PC {
		return ""
	}
	var names []string
	for _, l := range n.Stmt.Labels {
		if strings.Trim(l.Name, "PC0123456789") != "" {
			names = append(names, l.Name)
		}
	}
	return strings.Join(names, " ")
}

func count(n int) string {
	if n == trace.Omega {
		return "any number"
	}
	return fmt.Sprint(n)
}
