// This file defines how proofs are read. As text a step is a line of literals that ends in 0,
// with d in front of it if the clause is deleted. In binary a step is the byte a or d, the
// literals, and a zero byte. A literal is 2v, or 2v+1 if it is negated, in groups of seven
// bits, the lowest first.

package drat

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

var errFormat = errors.New("this is no proof in the format DRAT")

// maxClause is the most literals of a clause of a proof.
const maxClause = 1 << 26

type reader struct {
	in     *bufio.Reader
	binary bool
	lits   []int32 // of the last step
}

// newReader finds out the format: there is a zero byte in a binary step, and none in a text.
func newReader(r io.Reader) *reader {
	in := bufio.NewReaderSize(r, 1<<16)
	begin, _ := in.Peek(1 << 12) // what went wrong is met again when reading
	return &reader{in: in, binary: bytes.IndexByte(begin, 0) >= 0 || len(begin) == 1<<12 && begin[0] == 'a'}
}

// next returns the next step, or io.EOF. The literals are those of the reader.
func (r *reader) next() (remove bool, lits []int32, err error) {
	r.lits = r.lits[:0]
	if r.binary {
		return r.nextBinary()
	}
	return r.nextText()
}

func (r *reader) nextBinary() (bool, []int32, error) {
	kind, err := r.in.ReadByte()
	switch {
	case err != nil:
		return false, nil, err
	case kind != 'a' && kind != 'd':
		return false, nil, fmt.Errorf("%w: byte %#x where a or d should be", errFormat, kind)
	}
	for {
		n := uint64(0)
		for shift := 0; ; shift += 7 {
			b, err := r.in.ReadByte()
			if err != nil {
				return false, nil, truncated(err)
			}
			if n |= uint64(b&0x7f) << shift; n >= 2*maxVar+2 || shift > 28 {
				return false, nil, fmt.Errorf("%w: a literal is too large", errFormat)
			}
			if b < 0x80 {
				break
			}
		}
		switch l := int32(n / 2); {
		case n == 0:
			return kind == 'd', r.lits, nil
		case n == 1:
			return false, nil, fmt.Errorf("%w: a literal of no variable", errFormat)
		case len(r.lits) == maxClause:
			return false, nil, fmt.Errorf("%w: a clause is too long", errFormat)
		case n%2 == 1:
			r.lits = append(r.lits, -l)
		default:
			r.lits = append(r.lits, l)
		}
	}
}

func (r *reader) nextText() (remove bool, lits []int32, err error) {
	c, err := r.skipBlanks()
	for err == nil && c == 'c' {
		if err = r.skipLine(); err == nil {
			c, err = r.skipBlanks()
		}
	}
	if err != nil {
		return false, nil, err
	}
	if remove = c == 'd'; remove {
		c, err = r.skipBlanks()
	}
	for ; ; c, err = r.skipBlanks() {
		if err != nil {
			return false, nil, truncated(err)
		}
		negative := c == '-'
		if negative {
			if c, err = r.in.ReadByte(); err != nil {
				return false, nil, truncated(err)
			}
		}
		n, digits := int64(0), 0
		for ; err == nil && c-'0' <= 9; c, err = r.in.ReadByte() {
			if n = n*10 + int64(c-'0'); n > maxVar || digits > 20 {
				return false, nil, fmt.Errorf("%w: a literal is too large", errFormat)
			}
			digits++
		}
		switch {
		case err != nil && err != io.EOF:
			return false, nil, err
		case digits == 0 || err == nil && c > ' ' || negative && n == 0:
			return false, nil, fmt.Errorf("%w: byte %q where a literal should be", errFormat, c)
		case n == 0:
			return remove, r.lits, nil
		case len(r.lits) == maxClause:
			return false, nil, fmt.Errorf("%w: a clause is too long", errFormat)
		case negative:
			n = -n
		}
		r.lits = append(r.lits, int32(n))
	}
}

// skipBlanks returns the next byte that is no blank.
func (r *reader) skipBlanks() (byte, error) {
	for {
		c, err := r.in.ReadByte()
		if err != nil || c != ' ' && (c < '\t' || c > '\r') {
			return c, err
		}
	}
}

func (r *reader) skipLine() error {
	for {
		_, err := r.in.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// truncated is the error of a proof that ends within a step.
func truncated(err error) error {
	if err == io.EOF {
		return fmt.Errorf("%w: it ends within a step", errFormat)
	}
	return err
}
