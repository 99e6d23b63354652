// This file defines what makes a proof valid.

package drat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
)

// ErrMemory says that there was no room to check a proof.
var ErrMemory = errors.New("the limit of memory is reached")

// An InvalidError says why a proof is not valid.
type InvalidError struct {
	Step   int // from 1; 0 for what is about the proof as a whole
	Reason string
}

func (e *InvalidError) Error() string {
	if e.Step == 0 {
		return e.Reason
	}
	return fmt.Sprintf("step %d: %s", e.Step, e.Reason)
}

// A Checker holds the clauses of a formula, and of a proof as far as it is checked. Literals
// are as in DIMACS.
type Checker struct {
	memory int64
	used   int64

	clauses [][]int32          // by number; nil if it is deleted
	byHash  map[uint64][]int32 // numbers of clauses by what does not depend on their order

	value   []int8    // by index, see at
	watches [][]int32 // numbers of the clauses that watch a literal
	reason  []int32   // by variable, of what follows by unit propagation alone: 1 + clause
	trail   []int32
	head    int
	false   bool // unit propagation finds a false clause
}

// New returns a checker for a formula without clauses. It takes about so many bytes at most; 0
// is for no limit.
func New(memory int64) *Checker {
	return &Checker{memory: memory, byHash: map[uint64][]int32{}}
}

// at is the index of a literal.
func at(l int32) int {
	if l < 0 {
		return int(-l)*2 + 1
	}
	return int(l) * 2
}

// maxVar is the largest variable, as in the formats of proofs.
const maxVar = 1<<30 - 1

// Add adds a clause of the formula.
func (c *Checker) Add(lits ...int32) error {
	for _, l := range lits {
		if l == 0 || l > maxVar || l < -maxVar {
			return fmt.Errorf("%d is no literal", l)
		}
		if err := c.declare(l); err != nil {
			return err
		}
	}
	lits = slices.Clone(lits)
	slices.Sort(lits)
	return c.insert(slices.Compact(lits))
}

// Check checks a proof. It returns nil if that is valid, an [*InvalidError] if it is not,
// [ErrMemory] or the error of the context or of the reader.
func (c *Checker) Check(ctx context.Context, proof io.Reader) error {
	r := newReader(proof)
	for step := 1; !c.false; step++ {
		if step%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		remove, lits, err := r.next()
		switch {
		case err == io.EOF:
			return &InvalidError{Reason: "the proof ends without the empty clause"}
		case errors.Is(err, errFormat):
			return &InvalidError{step, err.Error()}
		case err != nil:
			return err
		}
		for _, l := range lits {
			if err := c.declare(l); err != nil {
				return err
			}
		}
		if remove {
			c.remove(sorted(lits))
			continue
		}
		ok, err := c.follows(ctx, lits)
		switch {
		case err != nil:
			return err
		case !ok:
			return &InvalidError{step, fmt.Sprintf("clause %v does not follow", lits)}
		}
		if err := c.insert(sorted(lits)); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// sorted returns the set of the literals.
func sorted(lits []int32) []int32 {
	lits = slices.Clone(lits)
	slices.Sort(lits)
	return slices.Compact(lits)
}

// follows reports whether a clause is RUP or RAT.
func (c *Checker) follows(ctx context.Context, lits []int32) (bool, error) {
	begin := len(c.trail)
	defer c.undo(begin)
	if c.refutes(lits) {
		return true, nil
	}
	if len(lits) == 0 {
		return false, nil
	}
	pivot := lits[0]
	behind := len(c.trail)
	for i, d := range c.clauses {
		if i%1024 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if !slices.Contains(d, -pivot) {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(d), func(l int32) bool { return l == -pivot })
		ok := c.refutes(rest)
		c.undo(behind)
		if !ok {
			return false, nil
		}
	}
	return true, nil
}

// refutes makes the literals false and reports whether that is impossible.
func (c *Checker) refutes(lits []int32) bool {
	for _, l := range lits {
		switch c.value[at(l)] {
		case 1:
			return true
		case 0:
			c.assign(-l)
		}
	}
	return !c.propagate(nil)
}

// insert adds a clause, whose literals are sorted, and draws conclusions.
func (c *Checker) insert(lits []int32) error {
	c.used += 24 + 16 + 12 + 4*int64(len(lits))
	if err := c.room(0); err != nil {
		return err
	}
	n := int32(len(c.clauses))
	h := hash(lits)
	c.byHash[h] = append(c.byHash[h], n)
	// Literals that are not false come first: two of them are watched.
	open := 0
	for i, l := range lits {
		if c.value[at(l)] >= 0 {
			lits[open], lits[i] = l, lits[open]
			open++
		}
	}
	c.clauses = append(c.clauses, lits)
	for _, l := range lits[:min(2, len(lits))] {
		c.watches[at(l)] = append(c.watches[at(l)], n)
	}
	switch {
	case open == 0:
		c.false = true
	case open == 1 && c.value[at(lits[0])] == 0:
		c.assign(lits[0])
		c.reason[max(lits[0], -lits[0])] = n + 1
		if !c.propagate(c.reason) {
			c.false = true
		}
	}
	return nil
}

// remove deletes a clause, whose literals are sorted.
func (c *Checker) remove(lits []int32) {
	h := hash(lits)
	for i, n := range c.byHash[h] {
		d := c.clauses[n]
		if !slices.Equal(sorted(d), lits) {
			continue
		}
		for _, l := range d[:min(2, len(d))] {
			if c.value[at(l)] > 0 && c.reason[max(l, -l)] == n+1 {
				return
			}
		}
		for _, l := range d[:min(2, len(d))] {
			w := c.watches[at(l)]
			k := slices.Index(w, n)
			w[k] = w[len(w)-1]
			c.watches[at(l)] = w[:len(w)-1]
		}
		c.clauses[n] = nil
		c.byHash[h] = slices.Delete(c.byHash[h], i, i+1)
		c.used -= 16 + 4*int64(len(lits))
		return
	}
}

// hash is the same for all orders of the literals.
func hash(lits []int32) uint64 {
	sum, product := uint64(len(lits)), uint64(1)
	for _, l := range lits {
		x := uint64(at(l)) * 0x9e3779b97f4a7c15
		sum += x ^ x>>29
		product *= x | 1
	}
	return sum ^ product>>7
}
