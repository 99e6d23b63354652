// This file defines the exclusion of states from which a bad one is reached.

package pdr

import (
	"container/heap"
	"unsafe"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
)

// An obligation is a cube to be excluded from a frame: with the inputs, each of its states has
// a step to a state of the next obligation, or is bad if there is none.
type obligation struct {
	cube   cube
	inputs []bool // by number of an input of the system
	next   *obligation
	frame  int
	number int // in order of creation
}

// obligations are a heap: the earliest frame first, and in it the latest obligation.
type obligations []*obligation

func (q obligations) Len() int { return len(q) }
func (q obligations) Less(i, j int) bool {
	if q[i].frame != q[j].frame {
		return q[i].frame < q[j].frame
	}
	return q[i].number > q[j].number
}
func (q obligations) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *obligations) Push(x any)   { *q = append(*q, x.(*obligation)) }
func (q *obligations) Pop() any {
	last := (*q)[len(*q)-1]
	(*q)[len(*q)-1] = nil
	*q = (*q)[:len(*q)-1]
	return last
}

// obligation returns the states of a frame that share their fate with the one of the model:
// to be in next after a step, or to be bad.
func (s *search) obligation(next *obligation, frame int) *obligation {
	s.state()
	o := &obligation{inputs: make([]bool, len(s.sys.Inputs)), next: next, frame: frame, number: s.stats.Obligations}
	s.stats.Obligations++
	for i, x := range s.sys.Inputs {
		o.inputs[i] = s.lifter.value[x.Lit.Node()]
	}
	if next == nil {
		o.cube = s.lifter.lift(s.sys.Constraints, []aig.Lit{s.sys.bad})
	} else {
		goal := make([]aig.Lit, len(next.cube.lits))
		for i, l := range next.cube.lits {
			goal[i] = s.next(l)
		}
		o.cube = s.lifter.lift(s.sys.Constraints, s.sys.Steps, goal)
	}
	s.bytes += o.bytes()
	return o
}

// bytes is the memory that an obligation takes.
func (o *obligation) bytes() int64 {
	return int64(unsafe.Sizeof(*o)) + o.cube.bytes() + int64(cap(o.inputs))
}

// block excludes a cube from its frame, and cubes from which it is reached from the frames
// before. It returns the beginning of a run to it if there is one.
func (s *search) block(bad *obligation) *obligation {
	last := bad.frame
	queue := &obligations{bad}
	for queue.Len() > 0 {
		o := heap.Pop(queue).(*obligation)
		if s.sys.begins(o.cube) {
			return o
		}
		if s.excluded(o.cube, o.frame) {
			s.bytes -= o.bytes()
			continue
		}
		status, failed := s.reached(o.cube, o.frame, true)
		if s.err != nil {
			return nil
		}
		if status == sat.Sat {
			heap.Push(queue, s.obligation(o, o.frame-1))
			heap.Push(queue, o)
			continue
		}
		k := s.strengthen(failed, o.frame)
		if s.err != nil {
			return nil
		}
		if o.frame = k + 1; o.frame <= last {
			heap.Push(queue, o)
		} else {
			s.bytes -= o.bytes()
		}
	}
	return nil
}

// runOf returns the run that an obligation with a first state begins.
func (s *search) runOf(o *obligation) *aig.Run {
	run := &aig.Run{First: make([]bool, len(s.sys.Latches)), Loop: -1}
	for i, x := range s.sys.Latches {
		run.First[i] = x.Reset == aig.True
	}
	for _, l := range o.cube.lits {
		run.First[l.latch()] = l&1 == 0
	}
	for ; o != nil; o = o.next {
		run.Inputs = append(run.Inputs, o.inputs)
	}
	whole, _ := s.sys.Run(run, 0)
	return whole
}
