// This file defines how proofs are written: DRAT (Wetzler, Heule, Hunt, "DRAT-trim: Efficient
// Checking and Trimming Using Expressive Clausal Proofs", SAT 2014).

package sat

import (
	"bufio"
	"io"
	"strconv"
)

// A proof is a list of clauses that follow by unit propagation from those before (RUP), and of
// clauses that are no longer needed.
type proof struct {
	w    *bufio.Writer // nil if no proof is written
	text bool
	err  error // of the first write that failed
	buf  []byte
}

func (p *proof) open(w io.Writer, text bool) {
	if w != nil {
		p.w, p.text = bufio.NewWriterSize(w, 1<<16), text
	}
}

// add writes a clause that follows.
func (p *proof) add(lits ...literal) {
	if p.w != nil {
		p.step('a', "", lits)
	}
}

// forget writes that a clause is no longer needed.
func (p *proof) forget(lits ...literal) {
	if p.w != nil {
		p.step('d', "d ", lits)
	}
}

func (p *proof) step(kind byte, word string, lits []literal) {
	b := p.buf[:0]
	if p.text {
		b = append(b, word...)
		for _, l := range lits {
			b = strconv.AppendInt(b, int64(l.lit()), 10)
			b = append(b, ' ')
		}
		b = append(b, '0', '\n')
	} else {
		b = append(b, kind)
		for _, l := range lits {
			for l >= 1<<7 {
				b = append(b, byte(l)|1<<7)
				l >>= 7
			}
			b = append(b, byte(l))
		}
		b = append(b, 0)
	}
	if _, err := p.w.Write(b); err != nil && p.err == nil {
		p.err = err
	}
	p.buf = b
}

// flush writes what is buffered.
func (p *proof) flush() {
	if p.w == nil {
		return
	}
	if err := p.w.Flush(); err != nil && p.err == nil {
		p.err = err
	}
}
