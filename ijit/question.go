// This file defines questions, and how they are read for a model.

package ijit

import (
	"errors"
	"fmt"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// Atomicity says what one step of an atomic section is.
type Atomicity = image.Atomicity

const (
	Big   = image.Big   // the whole section (the default)
	Small = image.Small // each statement; other threads are frozen
)

// A Question is what is asked of a model. The zero value asks whether an assertion of a program can fail, or
// whether the target of a transition system can be covered, by any number of threads.
type Question struct {
	// Label asks whether some thread can reach a label of the program instead.
	Label string
	// Target asks for a configuration s|l1,l2 to be covered, in the numbers of the .tts file or of the translation of a
	// program; or some@L1,some@L2 for different threads of a program at these labels at once.
	Target string
	// Deadlock asks for a configuration in which no thread can move, although one has not come to its end.
	Deadlock bool
	// Initial says how many threads there are at first: "one", "many" (unboundedly many), a number of copies of
	// main, or for a transition system a configuration such as 0|0 or 0/0. "" is "one", for a system 0|0.
	Initial string
	// Threads bounds how many threads live at once; 0 for no bound.
	Threads int
	// Atomicity says what a step of a program is.
	Atomicity Atomicity
	// UpFront has the whole program translated first, instead of just in time.
	UpFront bool
}

// ask reads the question for a program or a system.
func (s *Space) ask() error {
	m, q := s.Model, &s.Question
	asked := 0
	for _, given := range []bool{q.Label != "", q.Target != "", q.Deadlock} {
		if given {
			asked++
		}
	}
	switch {
	case m.Program == nil && m.TTS == nil:
		return errors.New("it is neither a Boolean program nor a thread-transition system")
	case asked > 1:
		return errors.New("a Label, a Target and Deadlock are different questions; ask one")
	case q.Threads < 0:
		return fmt.Errorf("the bound on threads is %d; it is at least 1, or 0 for none", q.Threads)
	}
	s.asked = converter.Question{Atomicity: q.Atomicity, Threads: q.Threads, Deadlock: q.Deadlock}
	var err error
	if s.together, err = converter.ParseLabels(q.Target); err != nil {
		return fmt.Errorf("target %s: %w", q.Target, err)
	}
	if q.Target != "" && s.together == nil {
		t, err := tts.ParseTarget(q.Target)
		if err != nil {
			return fmt.Errorf("target %s: %w", q.Target, err)
		}
		s.asked.Target = &t
	}
	if m.TTS != nil {
		return s.askTTS()
	}
	if s.asked.Copies, s.start, err = converter.ParseCopies(q.Initial); err != nil {
		return fmt.Errorf("initial %s: %w", q.Initial, err)
	}
	return s.askProgram()
}

// askProgram finds what the question is about in the program, whose calls it inlines.
func (s *Space) askProgram() error {
	p, q := s.Model.Program, &s.Question
	switch {
	case s.asked.Target != nil && len(p.Calls()) > 0:
		return fmt.Errorf("target %v: the states of a program with calls have no numbers", s.asked.Target)
	case p.File.Threads != nil && s.asked.Copies != 1:
		return fmt.Errorf("initial %s: the threads of the program begin by themselves", q.Initial)
	case q.Threads > 0 && s.asked.Copies != tts.Omega && int(s.asked.Copies) > q.Threads:
		return fmt.Errorf("initial %s starts more than %d threads", q.Initial, q.Threads)
	}
	if q.Label == "" && q.Target == "" && !q.Deadlock {
		if _, found := p.Labelled(converter.ErrorLabel); found {
			q.Label = converter.ErrorLabel
		}
	}
	s.asked.Code = p
	if !p.Direct() {
		in, err := p.Inline(parser.InlineLimit)
		if err != nil {
			return fmt.Errorf("%w; a transition system has no stack, so calls are inlined", err)
		}
		s.asked.Inlined, s.asked.Code = in, in.Program
	}
	for _, name := range s.together {
		pcs, found := s.asked.Code.Labelled(name)
		if !found {
			return fmt.Errorf("target %s: there is no label %s", q.Target, name)
		}
		for _, pc := range pcs {
			if s.asked.Code.Nodes[pc].Section != nil {
				return fmt.Errorf("target %s: label %s is inside of an atomic section, which is one step", q.Target, name)
			}
		}
		s.asked.Meeting = append(s.asked.Meeting, pcs)
	}
	if name := q.Label; name != "" {
		if _, found := p.Labelled(name); !found {
			return fmt.Errorf("there is no label %s", name)
		}
		s.asked.Watched = map[int]bool{}
		pcs, _ := s.asked.Code.Labelled(name) // none if it is in a procedure that nobody calls
		for _, pc := range pcs {
			s.asked.Watched[pc] = true
		}
	}
	return nil
}

// askTTS reads the question for a transition system.
func (s *Space) askTTS() (err error) {
	m, q := s.Model, &s.Question
	switch {
	case q.Label != "" || s.together != nil:
		return errors.New("a transition system has no labels; ask for a Target s|l")
	case q.Atomicity != Big:
		return errors.New("the Atomicity is about statements; the steps of a transition system are its edges")
	case s.asked.Target == nil && !q.Deadlock:
		if s.asked.Target = m.Target; s.asked.Target == nil {
			return errors.New("there is no target: ask for one, s|l, or put it in a .prop file beside it")
		}
	}
	if s.asked.Target != nil {
		if err := m.TTS.CheckConfig(*s.asked.Target); err != nil {
			return fmt.Errorf("target %v: %w", s.asked.Target, err)
		}
	}
	if s.initial, s.start, err = converter.ParseInitial(q.Initial, m.TTS); err != nil {
		return fmt.Errorf("initial %s: %w", q.Initial, err)
	}
	if n := s.initial.Threads(); q.Threads > 0 && n != tts.Omega && int(n) > q.Threads {
		return fmt.Errorf("initial %s starts more than %d threads", s.start, q.Threads)
	}
	return nil
}
