// This file defines how circuits are written.

package aiger

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/allsat/aig"
)

// Write writes a circuit, in the binary format or in the one of text. Inputs and latches keep
// their order; conjunctions that nothing rests on are left out. The format has no Initial but for
// Resets, and no Steps: see [aig.Circuit.Constrained], which is what is written.
func Write(w io.Writer, c *aig.Circuit, binary bool, comment string) error {
	c = c.Constrained()
	resets := map[int]aig.Lit{}
	for _, r := range c.Resets {
		resets[r.Latch] = r.Value
	}
	plain := *c // no conjunction is written for the conditions of resets
	plain.Initial, plain.Resets = nil, nil
	c = &plain
	k := aig.NewCone(c, append(roots(c), slices.Collect(maps.Values(resets))...)...)
	if k.Len() != 1+len(k.Inputs)+len(k.Latches)+k.Ands() {
		return errors.New("the graph has inputs that are neither inputs nor latches of the circuit")
	}
	p := &writer{out: bufio.NewWriterSize(w, 1<<16), c: c, cone: k, resets: resets}
	p.header(binary)
	p.sections(binary)
	// Nodes of a cone are numbered as the format wants it: inputs, latches, conjunctions.
	for n := range k.Len() {
		if left, right, ok := k.Fanins(n); ok && binary {
			p.delta(uint32(2*n) - uint32(left))
			p.delta(uint32(left - right))
		} else if ok {
			p.line(aig.Lit(2*n), left, right)
		}
	}
	p.symbols()
	if comment != "" {
		fmt.Fprintf(p.out, "c\n%s\n", strings.TrimSuffix(comment, "\n"))
	}
	return p.out.Flush()
}

// roots returns all literals that are written.
func roots(c *aig.Circuit) (lits []aig.Lit) {
	for _, x := range c.Inputs {
		lits = append(lits, x.Lit)
	}
	for _, x := range c.Latches {
		lits = append(lits, x.Lit)
	}
	for _, x := range c.Outputs {
		lits = append(lits, x.Lit)
	}
	for _, x := range c.Bads {
		lits = append(lits, x.Lit)
	}
	for _, x := range c.Justices {
		lits = append(lits, x.Lits...)
	}
	return lits
}

type writer struct {
	out  *bufio.Writer
	c    *aig.Circuit
	cone *aig.Cone
	text []byte

	resets map[int]aig.Lit // that are functions, by latches
}

// lit returns a literal as it is written.
func (p *writer) lit(l aig.Lit) aig.Lit {
	l, _ = p.cone.Lit(l)
	return l
}

// line writes literals of the cone.
func (p *writer) line(lits ...aig.Lit) {
	p.text = p.text[:0]
	for i, l := range lits {
		if i > 0 {
			p.text = append(p.text, ' ')
		}
		p.text = strconv.AppendUint(p.text, uint64(l), 10)
	}
	p.out.Write(append(p.text, '\n'))
}

// header writes the first line, in which numbers of 0 at the end are left out, so that tools of
// earlier versions read what they can.
func (p *writer) header(binary bool) {
	c, magic := p.c, "aag"
	if binary {
		magic = "aig"
	}
	fmt.Fprintf(p.out, "%s %d %d %d %d %d", magic, p.cone.Len()-1, len(c.Inputs), len(c.Latches), len(c.Outputs), p.cone.Ands())
	rest := []int{len(c.Bads), len(c.Constraints), len(c.Justices), len(c.Fairness)}
	for len(rest) > 0 && rest[len(rest)-1] == 0 {
		rest = rest[:len(rest)-1]
	}
	for _, n := range rest {
		fmt.Fprintf(p.out, " %d", n)
	}
	fmt.Fprintln(p.out)
}

// sections writes what is in front of the conjunctions.
func (p *writer) sections(binary bool) {
	if !binary {
		for _, x := range p.cone.Inputs {
			p.line(x.Lit)
		}
	}
	for i, l := range p.cone.Latches {
		line := []aig.Lit{l.Lit, l.Next, l.Reset}
		if value, ok := p.resets[i]; ok {
			line[2] = p.lit(value)
		}
		if l.Reset == aig.False {
			line = line[:2]
		}
		if binary {
			line = line[1:]
		}
		p.line(line...)
	}
	for _, named := range [][]aig.Named{p.c.Outputs, p.c.Bads} {
		for _, x := range named {
			p.line(p.lit(x.Lit))
		}
	}
	p.lits(p.c.Constraints)
	for _, j := range p.c.Justices {
		fmt.Fprintln(p.out, len(j.Lits))
	}
	for _, j := range p.c.Justices {
		p.lits(j.Lits)
	}
	p.lits(p.c.Fairness)
}

func (p *writer) lits(lits []aig.Lit) {
	for _, l := range lits {
		p.line(p.lit(l))
	}
}

// delta writes a number of a conjunction, see [reader.readBinary].
func (p *writer) delta(n uint32) {
	for ; n >= 0x80; n >>= 7 {
		p.out.WriteByte(byte(n) | 0x80)
	}
	p.out.WriteByte(byte(n))
}

func (p *writer) symbols() {
	symbol := func(kind byte, i int, name string) {
		if name != "" {
			fmt.Fprintf(p.out, "%c%d %s\n", kind, i, strings.NewReplacer("\n", " ", "\r", " ").Replace(name))
		}
	}
	for i, x := range p.c.Inputs {
		symbol('i', i, x.Name)
	}
	for i, x := range p.c.Latches {
		symbol('l', i, x.Name)
	}
	for i, x := range p.c.Outputs {
		symbol('o', i, x.Name)
	}
	for i, x := range p.c.Bads {
		symbol('b', i, x.Name)
	}
	for i, x := range p.c.Justices {
		symbol('j', i, x.Name)
	}
}
