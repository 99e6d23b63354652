// This file defines how circuits are read.

package aiger

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/diagnostic"
)

// ErrLimit says that a circuit has more nodes than are allowed.
var ErrLimit = errors.New("the limit of nodes is reached")

// Limits are what a file may ask for. The zero value is good.
type Limits struct {
	Nodes int // the most nodes, DefaultNodes if 0
}

// DefaultNodes is the most nodes of a circuit if nothing else is said. They take about two
// gigabytes.
const DefaultNodes = 1 << 26

// inputNodes is what an input counts for in the limit: it takes more memory than other
// nodes, and in a binary file no byte.
const inputNodes = 4

// Read reads a circuit in the text or in the binary format. Its inputs and latches have the
// order of the file, and the names of its symbols. Outputs are not asked about: in files of
// versions before 1.9 they stand for bads. What is wrong with the file is a
// [*diagnostic.Diagnostic], in which name stands for the file; of one that needs more than
// the limits it is an [ErrLimit].
func Read(r io.Reader, name string, limits Limits) (*aig.Circuit, error) {
	if limits.Nodes <= 0 {
		limits.Nodes = DefaultNodes
	}
	p := &reader{scanner: newScanner(r, name), c: aig.New()}
	for _, part := range []func() error{func() error { return p.readHeader(limits) }, p.readSections, p.readGates, p.build, p.readSymbols} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return p.c, nil
}

// Sections of a file by their letters in the header.
const (
	inputs = iota
	latches
	outputs
	ands
	bads
	constraints
	justices
	fairness
	sections
)

const letters = "ILOABCJF"

func titles() [sections]string {
	return [sections]string{"an input", "a latch", "an output", "a conjunction", "a bad state", "a constraint", "the size of a justice property", "a fairness constraint"}
}

// A reader holds literals as the file has them until all are defined: those of a text file
// come in any order.
type reader struct {
	scanner
	c      *aig.Circuit
	binary bool
	last   uint64 // variable
	counts [sections]uint64

	inputs   []uint32
	latches  [][3]uint32 // literal, next, reset
	plain    [sections][]uint32
	justices [][]uint32
	gates    [][3]uint32 // of a text file

	// Variables are numbered in the order of the file: inputs, latches, conjunctions. Those of a
	// binary file have these numbers already.
	dense  []uint32 // numbers by variables, or
	sparse map[uint32]uint32
	lits   []aig.Lit // by number
}

// What lits has for a conjunction that is not built yet, and for one on the way.
const (
	pending = ^aig.Lit(0) - iota
	active
)

func (p *reader) readHeader(limits Limits) error {
	const hint = "a circuit begins with a line aag or aig M I L O A"
	ok, err := p.next()
	switch {
	case err != nil:
		return err
	case !ok:
		return p.wrong("the file is empty", hint)
	case bytes.HasPrefix(p.text, []byte("aag ")), bytes.HasPrefix(p.text, []byte("aig ")):
		p.binary = p.text[1] == 'i'
		p.at = 3
	default:
		return p.wrong("this is no circuit in the format AIGER", hint)
	}
	const most = 1<<31 - 2
	if p.last, err = p.number("the number M of variables", most); err != nil {
		return err
	}
	for k := range p.counts {
		if k > ands && !p.more() {
			break
		}
		if p.counts[k], err = p.number(fmt.Sprintf("the number %c", letters[k]), most); err != nil {
			return err
		}
	}
	if err := p.end(); err != nil {
		return err
	}
	p.at = 4
	n := p.counts
	switch sum := n[inputs] + n[latches] + n[ands]; {
	case p.last < sum || p.binary && p.last != sum:
		return p.wrong(fmt.Sprintf("%d variables for %d inputs, latches and conjunctions", p.last, sum), "M is I + L + A, or more in the text format")
	case inputNodes*n[inputs]+n[latches]+n[ands] > uint64(limits.Nodes):
		return fmt.Errorf("%s: the circuit has %d inputs, which count for %d each, and %d other nodes: %w, which is %d",
			p.name, n[inputs], inputNodes, n[latches]+n[ands], ErrLimit, limits.Nodes)
	}
	return nil
}

// literal reads a literal.
func (p *reader) literal() (uint32, error) {
	n, err := p.number("a literal", 2*p.last+1)
	return uint32(n), err
}

// variable reads a literal that is being defined.
func (p *reader) variable() (uint32, error) {
	l, err := p.literal()
	if err == nil && (l < 2 || l&1 != 0) {
		p.at = 0
		return 0, p.wrong(fmt.Sprintf("literal %d cannot be defined", l), "what is defined is a variable: twice its number, from 2")
	}
	return l, err
}

// readSections reads what is in front of the conjunctions. Space is taken as lines come.
func (p *reader) readSections() error {
	if !p.binary {
		for range p.counts[inputs] {
			l, err := p.definition("an input")
			if err == nil {
				err = p.end()
			}
			if err != nil {
				return err
			}
			p.inputs = append(p.inputs, l)
		}
	}
	for i := range p.counts[latches] {
		l, err := p.readLatch(uint32(2 * (p.counts[inputs] + 1 + i)))
		if err != nil {
			return err
		}
		p.latches = append(p.latches, l)
	}
	for _, k := range []int{outputs, bads, constraints} {
		if err := p.readLits(&p.plain[k], p.counts[k], titles()[k]); err != nil {
			return err
		}
	}
	var sizes []uint64
	for range p.counts[justices] {
		if err := p.need(titles()[justices]); err != nil {
			return err
		}
		n, err := p.number("a size", 1<<31)
		if err == nil {
			err = p.end()
		}
		if err != nil {
			return err
		}
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		var lits []uint32
		if err := p.readLits(&lits, n, "a literal of a justice property"); err != nil {
			return err
		}
		p.justices = append(p.justices, lits)
	}
	return p.readLits(&p.plain[fairness], p.counts[fairness], titles()[fairness])
}

// definition reads the first literal of a line.
func (p *reader) definition(what string) (uint32, error) {
	if err := p.need(what); err != nil {
		return 0, err
	}
	return p.variable()
}

func (p *reader) readLatch(implied uint32) (latch [3]uint32, err error) {
	if p.binary {
		latch[0], err = implied, p.need("a latch")
	} else {
		latch[0], err = p.definition("a latch")
	}
	if err != nil {
		return latch, err
	}
	if latch[1], err = p.literal(); err != nil || !p.more() {
		return latch, err
	}
	if latch[2], err = p.literal(); err != nil {
		return latch, err
	}
	return latch, p.end()
}

func (p *reader) readLits(lits *[]uint32, n uint64, what string) error {
	for range n {
		if err := p.need(what); err != nil {
			return err
		}
		l, err := p.literal()
		if err == nil {
			err = p.end()
		}
		if err != nil {
			return err
		}
		*lits = append(*lits, l)
	}
	return nil
}

// build makes the circuit of what was read.
func (p *reader) build() error {
	literals := func(lits []uint32) (named []aig.Named) {
		for _, l := range lits {
			named = append(named, aig.Named{Lit: p.lit(l)})
		}
		return named
	}
	plain := func(lits []uint32) (values []aig.Lit) {
		for _, l := range lits {
			values = append(values, p.lit(l))
		}
		return values
	}
	if err := p.checkUses(); err != nil {
		return err
	}
	for i, l := range p.latches {
		p.c.SetNext(i, p.lit(l[1]))
	}
	if err := p.setResets(); err != nil {
		return err
	}
	p.c.Outputs, p.c.Bads = literals(p.plain[outputs]), literals(p.plain[bads])
	p.c.Constraints, p.c.Fairness = plain(p.plain[constraints]), plain(p.plain[fairness])
	for _, lits := range p.justices {
		p.c.Justices = append(p.c.Justices, aig.Justice{Lits: plain(lits)})
	}
	return nil
}

// lit returns the literal of the circuit that a defined literal of the file is.
func (p *reader) lit(l uint32) aig.Lit {
	n, _ := p.numberOf(l >> 1)
	return p.lits[n].NotIf(l&1 != 0)
}

// numberOf returns the number of a variable. ok is false if it is not defined.
func (p *reader) numberOf(variable uint32) (n uint32, ok bool) {
	switch {
	case p.binary || variable == 0:
		return variable, true
	case p.sparse != nil:
		n = p.sparse[variable]
	case int(variable) < len(p.dense):
		n = p.dense[variable]
	}
	return n, n != 0
}

// checkUses checks that what sections in front of the conjunctions use is defined.
func (p *reader) checkUses() error {
	if p.binary {
		return nil // all variables are
	}
	line := 2 + len(p.inputs)
	for _, l := range p.latches {
		for k := 1; k <= 2; k++ {
			if _, ok := p.numberOf(l[k] >> 1); !ok {
				return p.undefined(line, l[:k+1], k)
			}
		}
		line++
	}
	lists := append([][]uint32{p.plain[outputs], p.plain[bads], p.plain[constraints], make([]uint32, len(p.justices))}, p.justices...)
	for _, lits := range append(lists, p.plain[fairness]) {
		for _, l := range lits {
			if _, ok := p.numberOf(l >> 1); !ok {
				return p.undefined(line, []uint32{l}, 0)
			}
			line++
		}
	}
	return nil
}

// undefined returns the error that a literal of a line that has been read is not defined.
func (p *reader) undefined(line int, fields []uint32, which int) *diagnostic.Diagnostic {
	return p.behind(line, fields, which, fmt.Sprintf("literal %d is not defined", fields[which]), "each variable is an input, a latch or a conjunction")
}

// behind returns an error in a line that has been read, of which the numbers are known.
func (p *reader) behind(line int, fields []uint32, which int, msg, hint string) *diagnostic.Diagnostic {
	text := []byte(fmt.Sprint(fields))
	text = text[1 : len(text)-1]
	at := len(fmt.Sprint(fields[:which])) - 2 + min(which, 1)
	d := &diagnostic.Diagnostic{File: p.name, Pos: diagnostic.Pos{Line: line, Col: at + 1}, Message: msg, Hint: hint}
	d.Show(text)
	return d
}

// readSymbols reads names and passes over the comment.
func (p *reader) readSymbols() error {
	for {
		ok, err := p.next()
		if err != nil || !ok || string(p.text) == "c" {
			return err
		}
		if err := p.readSymbol(); err != nil {
			return err
		}
	}
}

func (p *reader) readSymbol() error {
	const hint = "a symbol is a line i3 NAME (or l, o, b, c, j, f), and a line c begins the comment"
	kind := bytes.IndexByte([]byte("iloabcjf"), slices.Concat(p.text, []byte{0})[0])
	if kind < 0 || kind == ands || len(p.text) < 2 || p.text[1]-'0' > 9 {
		return p.wrong(fmt.Sprintf("%q where a symbol or the comment should be", p.word()), hint)
	}
	if p.counts[kind] == 0 {
		return p.wrong("a symbol for what is not there", fmt.Sprintf("the header says that the number %c is 0", letters[kind]))
	}
	p.at = 1
	n, err := p.number("the number of a symbol", p.counts[kind]-1)
	if err != nil {
		return err
	}
	if p.at >= len(p.text) {
		return p.wrong("the symbol has no name", hint)
	}
	name := string(p.text[p.at+1:])
	switch kind {
	case inputs:
		p.c.Inputs[n].Name = name
	case latches:
		p.c.Latches[n].Name = name
	case outputs:
		p.c.Outputs[n].Name = name
	case bads:
		p.c.Bads[n].Name = name
	case justices:
		p.c.Justices[n].Name = name
	}
	return nil // constraints and fairness have no names in a circuit
}
