// This file defines where clauses of three and more literals are kept.

package sat

// A ref is the place of a clause in the arena.
type ref uint32

// An arena holds clauses one behind the other:
//
//	ref ──▶ | size | head | literal 0 | literal 1 | ... |
//
// The two watched literals are at 0 and 1. The first word of the arena is not used, so that 0
// is no clause.
type arena []uint32

// A head is the second word of a clause: two flags, two bits that say in how many reductions
// a learned clause stays because it was used, and the glue.
type head = uint32

const (
	learned head = 1 << iota // it may be forgotten
	garbage                  // it is forgotten
	usedOnce
	usedMask = 3 * usedOnce

	glueShift = 4
	headWords = 2
)

// maxArena is the most words that an arena can have. The upper bit of a ref marks something
// else in a reason.
const maxArena = 1<<31 - 1

// add appends a clause.
func (a *arena) add(lits []literal, h head) ref {
	c := ref(len(*a))
	*a = append(*a, uint32(len(lits)), h)
	for _, l := range lits {
		*a = append(*a, uint32(l))
	}
	return c
}

// lits returns the literals of a clause.
func (a arena) lits(c ref) []uint32 {
	n := ref(a[c])
	return a[c+headWords:][:n:n]
}

// head returns the head of a clause.
func (a arena) head(c ref) *head { return &a[c+1] }

// glue returns the glue of a clause, see glueOf.
func (a arena) glue(c ref) int { return int(a[c+1] >> glueShift) }

// setGlue sets the glue of a clause.
func (a arena) setGlue(c ref, glue int) {
	a[c+1] = a[c+1]&(1<<glueShift-1) | uint32(glue)<<glueShift
}

// next returns the clause behind c.
func (a arena) next(c ref) ref { return c + headWords + ref(a[c]) }

// end is behind the last clause.
func (a arena) end() ref { return ref(len(a)) }
