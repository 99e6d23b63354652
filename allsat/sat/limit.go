// This file defines the limits of a search. What reaches one answers Unknown and can be asked
// again.

package sat

import (
	"context"
	"unsafe"
)

// variableBytes is what a variable takes without clauses: its values, two lists each of
// clauses and watches, its place, phase, mark, a stamp, and its part of the order.
const variableBytes = 2*(1+24+24) + int64(unsafe.Sizeof(place{})) + 1 + 1 + 8 + 4 + 4 + 8

// countEvery is the part of the variables that is worth another count of bytes.
const countEvery = 8

// bytes is about how many bytes clauses and variables take.
func (s *Solver) bytes() int64 {
	n := int64(cap(s.place)) * variableBytes
	n += int64(cap(s.clauses)+cap(s.learned)+cap(s.trail)) * 4
	return n + s.listBytes()
}

// listBytes is about how many bytes the lists of literals take. To count them takes as long as
// there are variables, so it is put off until as much has been done since: who asks after each
// of many small searches, as bounded model checking does, would wait for little else.
func (s *Solver) listBytes() int64 {
	done := s.work + s.stats.Clauses + s.stats.Conflicts + int64(len(s.watches))
	if (done-s.countedAt)*countEvery < int64(len(s.watches)) {
		return s.counted
	}
	n := 0
	for l := range s.watches {
		n += cap(s.watches[l])*int(unsafe.Sizeof(watch{})) + cap(s.implied[l])*int(unsafe.Sizeof(none))
	}
	s.counted, s.countedAt = int64(n), done
	return s.counted
}

// over reports whether more bytes are beyond the limit.
func (s *Solver) over(more int64) bool {
	return s.options.Memory > 0 && s.bytes()+more > s.options.Memory
}

// overfull reports whether there is no room for another clause.
func (s *Solver) overfull(size int) bool {
	n := len(s.clauses) + headWords + size
	switch {
	case n > maxArena:
		return true
	case n <= cap(s.clauses):
		return false
	}
	return s.over(int64(cap(s.clauses)) * 5) // the old arena lives until the new one is full
}

// How often limits are looked at, in conflicts, decisions and conflicts.
const (
	contextDecisions = 1 << 10
	memoryConflicts  = 1 << 12
)

// limited reports, after a conflict, whether the search must end, and notes why.
func (s *Solver) limited(ctx context.Context, conflicts int64, room bool) bool {
	switch {
	case s.options.Conflicts > 0 && conflicts >= s.options.Conflicts:
		s.err = ErrConflicts
	case !room, conflicts%memoryConflicts == 0 && s.over(0):
		s.err = ErrMemory
	default:
		s.err = ctx.Err()
	}
	return s.err != nil
}
