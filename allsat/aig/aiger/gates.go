// This file defines how conjunctions are read, and what is defined before them.

package aiger

import (
	"fmt"
	"io"

	"github.com/ijit/ijit/allsat/aig"
)

// readGates reads the conjunctions and builds the graph.
func (p *reader) readGates() error {
	if p.binary {
		p.declare(int(p.counts[inputs]))
		return p.readBinary()
	}
	for range p.counts[ands] {
		lhs, err := p.definition("a conjunction")
		if err != nil {
			return err
		}
		gate := [3]uint32{lhs}
		for k := 1; k <= 2; k++ {
			if gate[k], err = p.literal(); err != nil {
				return err
			}
		}
		if err := p.end(); err != nil {
			return err
		}
		p.gates = append(p.gates, gate)
	}
	if err := p.numberAll(); err != nil {
		return err
	}
	p.declare(len(p.inputs))
	for range p.gates {
		p.lits = append(p.lits, pending)
	}
	return p.buildGates()
}

// declare makes inputs and latches.
func (p *reader) declare(inputs int) {
	p.lits = append(p.lits, aig.False)
	for range inputs {
		p.lits = append(p.lits, p.c.Input(""))
	}
	for _, l := range p.latches {
		first := aig.Any
		if l[2] <= 1 {
			first = aig.First(l[2])
		}
		p.lits = append(p.lits, p.c.Latch("", first))
	}
}

// readBinary reads the conjunctions of a binary file: for each, how much the literals on the
// right are less than the one before. These are numbers of seven bits a byte, the least
// significant first, in which all bytes but the last have their highest bit set.
func (p *reader) readBinary() error {
	p.offset += int64(p.width)
	p.text, p.width, p.at, p.line = nil, 0, 0, -1
	begin := p.counts[inputs] + p.counts[latches] + 1
	for i := range p.counts[ands] {
		lhs := 2 * uint32(begin+i)
		delta, err := p.delta(lhs)
		if err != nil {
			return err
		}
		if delta == 0 {
			p.offset--
			return p.wrong(fmt.Sprintf("conjunction %d rests on itself", lhs), "")
		}
		left := lhs - delta
		if delta, err = p.delta(left); err != nil {
			return err
		}
		right := left - delta
		p.lits = append(p.lits, p.c.And(p.lits[left>>1].NotIf(left&1 != 0), p.lits[right>>1].NotIf(right&1 != 0)))
	}
	return nil
}

// delta reads a number that is at most a literal.
func (p *reader) delta(most uint32) (uint32, error) {
	n := uint64(0)
	for shift := 0; ; shift += 7 {
		b, err := p.in.ReadByte()
		switch {
		case err == io.EOF:
			return 0, p.wrong("the file ends within the conjunctions", fmt.Sprintf("the header declares %d of them", p.counts[ands]))
		case err != nil:
			return 0, fmt.Errorf("%s: %w", p.name, err)
		}
		n |= uint64(b&0x7f) << shift
		if n > uint64(most) || shift >= 35 {
			return 0, p.wrong(fmt.Sprintf("a difference is larger than literal %d", most), "was the file changed as if it were text?")
		}
		p.offset++
		if b&0x80 == 0 {
			return uint32(n), nil
		}
	}
}

// numberAll numbers the variables of a text file.
func (p *reader) numberAll() error {
	count := len(p.inputs) + len(p.latches) + len(p.gates)
	const gaps = 16 // a table may have so many for each variable
	if p.last <= uint64(gaps*count+1<<10) {
		p.dense = make([]uint32, p.last+1)
	} else {
		p.sparse = make(map[uint32]uint32, count)
	}
	n := uint32(0)
	define := func(line int, fields []uint32) error {
		v := fields[0] >> 1
		if _, twice := p.numberOf(v); twice {
			return p.behind(line, fields, 0, fmt.Sprintf("literal %d is defined twice", fields[0]), "")
		}
		if n++; p.dense != nil {
			p.dense[v] = n
		} else {
			p.sparse[v] = n
		}
		return nil
	}
	line := 2
	for i, l := range p.inputs {
		if err := define(line+i, []uint32{l}); err != nil {
			return err
		}
	}
	line += len(p.inputs)
	for i := range p.latches {
		if err := define(line+i, p.latches[i][:2]); err != nil {
			return err
		}
	}
	line = p.firstGate()
	for i := range p.gates {
		if err := define(line+i, p.gates[i][:]); err != nil {
			return err
		}
	}
	return nil
}

// firstGate returns the line of the first conjunction of a text file.
func (p *reader) firstGate() int { return p.line - len(p.gates) + 1 }

// buildGates builds the conjunctions of a text file, which may be in any order.
func (p *reader) buildGates() error {
	first := uint32(1 + len(p.inputs) + len(p.latches))
	var path []uint32 // conjunctions, each of which waits for the next one
	for k := range p.gates {
		path = append(path[:0], uint32(k))
	next:
		for len(path) > 0 {
			k := path[len(path)-1]
			gate := p.gates[k]
			if l := p.lits[first+k]; l != pending && l != active {
				path = path[:len(path)-1]
				continue
			}
			p.lits[first+k] = active
			var sides [2]aig.Lit
			for i, l := range gate[1:] {
				n, ok := p.numberOf(l >> 1)
				if !ok {
					return p.undefined(p.firstGate()+int(k), gate[:], 1+i)
				}
				switch p.lits[n] {
				case active:
					return p.behind(p.firstGate()+int(k), gate[:], 1+i, fmt.Sprintf("conjunction %d rests on itself", gate[0]), "a cycle needs a latch")
				case pending:
					path = append(path, n-first)
					continue next
				}
				sides[i] = p.lits[n].NotIf(l&1 != 0)
			}
			p.lits[first+k] = p.c.And(sides[0], sides[1])
			path = path[:len(path)-1]
		}
	}
	return nil
}
