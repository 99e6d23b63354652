// This file defines the variables of a set of configurations that is a decision diagram.

package diagrams

import (
	mathbits "math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// A space says which configuration a valuation is: whether some thread is inside an atomic
// section, the globals and, for each slot, the code of the place where a thread is, 0 for
// none, with its locals. The locals of the procedures of a thread follow each other,
// outermost first; what is behind them does not matter.
//
// In a file that is concurrent by convention with a global atomic, each thread has one local
// more behind those of the procedure with which it began: it holds up the others, since it
// has moved last and atomic is true.
type space struct {
	slots, locals, bits int // locals and bits of the code of each slot
	places              []stack
	codes               map[string]int
	order               map[diagramVar]int
}

// A diagramVar is a variable of the diagram.
type diagramVar struct {
	kind        kind
	slot, index int
}

// A kind is one of variables.
type kind int

const (
	lock   kind = iota // some thread is inside a section
	global             // index, in the order of declaration
	place              // index, of a bit of the code of a slot, the lowest first
	local              // index, of a local of a slot
)

// A stack is where a thread is: in a list of procedures, outermost first.
type stack struct {
	pcs    []int
	procs  []*parser.Proc
	first  []int // by procedure: its first local among those of the thread
	size   int   // how many locals the thread has
	inside bool  // an atomic section
}

// pc is where the thread has its next step.
func (t *stack) pc() int { return t.pcs[len(t.pcs)-1] }

// with returns the program counters if the last one is replaced.
func (t *stack) with(pcs ...int) []int {
	return append(slices.Clone(t.pcs[:len(t.pcs)-1]), pcs...)
}

// name writes a list of program counters.
func name(pcs []int) string {
	parts := make([]string, len(pcs))
	for i, pc := range pcs {
		parts[i] = strconv.Itoa(pc)
	}
	return strings.Join(parts, proof.FrameMark)
}

// newSpace reads the places and the order of the variables.
func newSpace(p *judge.Claim, e *proof.Diagram) (space, error) {
	s := space{slots: e.Slots, bits: mathbits.Len(uint(len(e.Places))), places: make([]stack, 1), codes: map[string]int{}, order: map[diagramVar]int{}}
	for _, text := range e.Places {
		t, err := newStack(p, text)
		if err != nil {
			return s, err
		}
		if _, twice := s.codes[text]; twice {
			return s, proof.Reject("place %s is there twice", text)
		}
		s.codes[text] = len(s.places)
		s.places = append(s.places, t)
		s.locals = max(s.locals, t.size)
	}
	for i, text := range e.Order {
		v, ok := s.parse(p, e, text)
		if _, twice := s.order[v]; !ok || twice {
			return s, proof.Reject("%q is no variable, or not the only one", text)
		}
		if s.order[v] = i; v.kind == local {
			s.locals = max(s.locals, v.index+1)
		}
	}
	return s, nil
}

// newStack reads program counters such as 7/12.
func newStack(p *judge.Claim, text string) (t stack, err error) {
	for part := range strings.SplitSeq(text, proof.FrameMark) {
		pc, err := strconv.Atoi(part)
		at, ok := p.Judge.Location(pc)
		if err != nil || !ok || strconv.Itoa(pc) != part {
			return t, proof.Reject("place %q: there is no program counter %s", text, part)
		}
		if len(t.pcs) > 0 {
			if call, ok := p.Op(t.pc()).(*parser.Call); !ok || call.Proc.Proc != at.Proc {
				return t, proof.Reject("place %q: there is no call of %s in front of program counter %d", text, at.Proc.Name, pc)
			}
		}
		t.pcs, t.procs, t.first = append(t.pcs, pc), append(t.procs, at.Proc), append(t.first, t.size)
		t.size += len(at.Proc.Locals)
		if len(t.pcs) == 1 && p.File.Atomic != nil && at.Proc != p.File.Main {
			t.size++
		}
		t.inside = t.inside || at.Inside
	}
	return t, nil
}

// parse reads a variable: ! is the lock, 3 a global, 1@2 bit 2 of the code of slot 1, and
// 1.4 local 4 there.
func (s *space) parse(p *judge.Claim, e *proof.Diagram, text string) (v diagramVar, ok bool) {
	if text == proof.InsideMark {
		return v, true
	}
	most := len(p.File.Globals)
	v.kind = global
	for mark, kind := range map[string]kind{"@": place, ".": local} {
		if before, after, found := strings.Cut(text, mark); found {
			slot, err := strconv.Atoi(before)
			if err != nil || slot < 0 || slot >= s.slots {
				return v, false
			}
			v.kind, v.slot, text = kind, slot, after
			if most = s.bits; kind == local {
				most = max(s.locals, len(e.Order)) // some may be those of no place
			}
			break
		}
	}
	n, err := strconv.Atoi(text)
	v.index = n
	return v, err == nil && n >= 0 && n < most
}

// level returns where a variable stands in the order. What is not in it comes last.
func (s *space) level(v diagramVar, in moment) int {
	i, ok := s.order[v]
	if !ok {
		i = len(s.order)
		if s.order[v] = i; v.kind == local {
			s.locals = max(s.locals, v.index+1)
		}
	}
	return i*int(moments) + int(in)
}

func (s *space) local(slot, i int, in moment) int { return s.level(diagramVar{local, slot, i}, in) }

// code returns the code of a place, 0 if no thread is ever there.
func (s *space) code(pcs []int) int { return s.codes[name(pcs)] }

// holds returns the position among the locals of a thread of whether it holds up others.
func (t *stack) holds() int { return len(t.procs[0].Locals) }
