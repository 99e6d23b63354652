// This file defines the check of summaries of threads that interfere with each other.

package diagrams

import (
	"cmp"
	"slices"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// An interference makes summaries a proof about any number of threads: the valuations of
// globals with which others go on when a thread is interrupted (Flanagan and Qadeer,
// "Thread-modular model checking", SPIN 2003). It is inductive together with the summaries:
//
//   - where a thread may be interrupted, its globals are among them;
//   - there, a pair is one with each of them instead of its globals now, too;
//   - a thread that is started begins with what is at the entry of its procedure.
//
// Say that some thread is interrupted, and the others are at pairs whose globals are those of
// when they were interrupted themselves. The globals now are among those of the interference,
// so each of the others is at a pair with the globals now.
//
// A thread may not be interrupted inside of an atomic section, or while the global atomic
// of a file that is concurrent by convention is true. What starts the threads of such a file
// is not interrupted by them before it has started one.
type interference struct {
	others int // over globals now
	next   int // the same, over globals next
}

// newInterference reads the valuations.
func (s *summaries) newInterference(others int) (*interference, error) {
	if !s.only(others, func(i int, in moment) bool { return i < s.globals && in == now }) {
		return nil, proof.Reject("what others leave behind are values of globals now")
	}
	return &interference{others, s.rename(others, func(level int) int { return level + 1 })}, nil
}

// free reports whether a thread may be interrupted at a program counter of a procedure that
// is not called from inside of an atomic section.
func (s *summaries) free(pc int) bool {
	at, _ := s.Judge.Location(pc)
	_, calls := at.Op.(*parser.Call)
	return !at.Inside && !(calls && s.File.IsStarter(at.Proc))
}

// interrupted checks what is at a point if others move there.
func (s *summaries) interrupted(x point, at *judge.Location, here string) error {
	switch at.Op.(type) {
	case *parser.Wait, *parser.Signal, *parser.Broadcast:
		return proof.Reject("%s is about threads that wait, summaries are not", here)
	}
	free := !x.inside && s.free(x.pc)
	_, ends := at.Op.(*parser.EndThread)
	if !free && !ends {
		return nil
	}
	pairs := []int{s.pairs[x]}
	if a := s.File.Atomic; a != nil && !s.File.IsStarter(at.Proc) {
		pairs = append(pairs, s.not(s.variable(s.level(a, now))))
	}
	if !s.implied(s.others, pairs...) {
		return cmp.Or(s.err, proof.Reject("%s leaves behind what others do not go on with", here))
	}
	after := s.rename(s.pairs[x], func(level int) int {
		if level/int(moments) < s.globals && moment(level%int(moments)) == now {
			level++
		}
		return level
	})
	if free && !s.implied(after, append(pairs, s.interference.next)...) {
		return cmp.Or(s.err, proof.Reject("%s does not go on with all that others leave behind", here))
	}
	return nil
}

// starts checks that the threads of a file that is concurrent by convention, any number of
// copies of each, may begin at any time.
func (s *summaries) starts() error {
	for _, proc := range s.File.Threads {
		if err := s.begins(module{proc, false}, "the beginning of "+proc.Name, []int{s.others, s.initial(proc.Locals, s.level, next)}); err != nil {
			return err
		}
	}
	return nil
}

// start checks that a thread which is started begins with what is at the entry of its
// procedure.
func (s *summaries) start(op *parser.StartThread, pairs int, here string) error {
	switch {
	case s.interference == nil || op.Target != nil:
		return proof.Reject("%s starts a thread, summaries say nothing of that", here)
	case slices.Contains(s.File.Threads, op.Proc.Proc):
		return nil // by the starter: see starts
	}
	return s.begins(module{op.Proc.Proc, false}, here, append(s.arguments(op.Proc.Proc, op.Args, s.level, s.level), pairs))
}
