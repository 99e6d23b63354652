// This file defines what is checked of a certificate.

package certificate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/front"
	"github.com/ijit/ijit/systems/c/word"
)

// A Validation is what a certificate proves.
type Validation struct {
	Safe bool
	// Assumptions are what it is taken for granted, as the reading of the program says.
	Assumptions []form.Assumption
	// Fails is where the assertion is that fails, if it is not Safe.
	Fails *form.Origin
	// Elements is how many statements were compared with steps, or how many steps an execution has.
	Elements int

	paranoid bool
}

// Claim returns in words what is proved.
func (d *Document) Claim() string {
	switch {
	case d.Execution != nil && d.Races:
		return d.Verdict + ", with a race on " + d.Execution.Race
	case d.Verdict != proof.Safe:
		return d.Verdict
	case d.Threads == 1:
		return "SAFE" + d.about() + " for at most 1 live thread"
	case d.Threads > 1:
		return fmt.Sprintf("SAFE%s for at most %d live threads", d.about(), d.Threads)
	}
	return "SAFE" + d.about() + " for any number of threads"
}

func (d *Document) about() string {
	if d.Races {
		return " from data races"
	}
	return ""
}

// Check checks a certificate about a C program. If it is paranoid, the SAT solver has to prove each answer (in the format
// DRAT) to a checker of its own. The error is a [proof.Rejected] if it proves nothing, that of the reader if
// the program is none, and that of ctx if it ended before.
func (d *Document) Check(ctx context.Context, name string, text []byte, paranoid bool) (*Validation, error) {
	switch sum := Sum(text); {
	case d.Schema != Schema:
		return nil, proof.Reject("the schema is %q, this checker knows %s", d.Schema, Schema)
	case !strings.EqualFold(d.SHA256, sum):
		return nil, proof.Reject("the certificate is about another text: %s has the SHA-256 sum %s, that of %s was %s", name, sum, d.File, d.SHA256)
	case d.Threads < 0 || d.Threads > proof.MaxApart:
		return nil, proof.Reject("the bound on threads is %d, not 0 to %d", d.Threads, proof.MaxApart)
	case d.Verdict != proof.Safe && d.Verdict != proof.Unsafe:
		return nil, proof.Reject("the verdict is %q, neither %s nor %s", d.Verdict, proof.Safe, proof.Unsafe)
	case (d.Verdict == proof.Unsafe) != (d.Execution != nil):
		return nil, proof.Reject("an execution is evidence for %s, and for nothing else", proof.Unsafe)
	}
	how := front.Options{Wrap: d.Wrap, ILP32: d.ILP32, Races: d.Races}
	if d.Execution != nil {
		how.Race, how.Races = d.Execution.Race, false
		if d.Races != (how.Race != "") {
			return nil, proof.Reject("the execution is evidence for another question")
		}
	}
	p, err := front.Read(name, text, how)
	if err != nil {
		return nil, err
	}
	if d.Execution != nil {
		return d.execute(p)
	}
	v := &Validation{Safe: true, Assumptions: p.Assumptions, paranoid: paranoid}
	if !d.Races {
		return v, d.part(ctx, p, v)
	}
	how.Races = false
	for _, object := range p.Racing() {
		how.Race = p.Terms.Name(object)
		of, err := front.Read(name, text, how)
		if err != nil {
			return nil, err
		}
		if err := d.part(ctx, of, v); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// part checks what is about a program, and adds to what is proved.
func (d *Document) part(ctx context.Context, p *form.Program, v *Validation) error {
	find := func(at *form.Origin) *Part {
		for i := range d.Parts {
			if x := &d.Parts[i]; x.Race == p.Race && (at == nil) == (x.Assertion == nil) && (at == nil || *x.Assertion == Place{at.File, at.Line, at.Col}) {
				return x
			}
		}
		return nil
	}
	if part := find(nil); part != nil {
		return d.proves(ctx, part, p, v)
	}
	names := p.Names()
	for _, at := range p.Assertions() {
		part := find(&at)
		if part == nil {
			return proof.Reject("there is no proof that nothing fails in line %d", at.Line)
		}
		keep := map[word.Variable]bool{}
		p.Asked(at, keep)
		for _, name := range part.Variables {
			if x, ok := names[name]; ok {
				keep[x] = true
			}
		}
		p.Close(keep)
		if err := d.proves(ctx, part, p.Slice(at, keep), v); err != nil {
			return err
		}
	}
	return nil
}

// proves checks that a part proves that nothing fails in a program.
func (d *Document) proves(ctx context.Context, part *Part, p *form.Program, v *Validation) error {
	if part.Proof == nil {
		if list := p.Assertions(); len(list) > 0 {
			return proof.Reject("there is no proof that nothing fails in line %d", list[0].Line)
		}
		return nil
	}
	b, err := read(p, part)
	if err != nil {
		return err
	}
	for _, a := range p.Assumptions { // of counters and tickets
		if !slices.Contains(v.Assumptions, a) {
			v.Assumptions = append(v.Assumptions, a)
		}
	}
	b.paranoid = v.paranoid
	if err := b.check(ctx); err != nil {
		return err
	}
	v.Elements += b.statements
	m, err := systems.Read("certificate.bp", strings.NewReader(part.Text()))
	if err != nil {
		return proof.Reject("the Boolean program is not read: %v", err)
	}
	if part.Proof.Verdict != proof.Safe {
		return proof.Reject("of the Boolean program it is not said that it is %s", proof.Safe)
	}
	_, err = m.ValidateFor(ctx, &proof.Certificate{Document: part.Proof}, systems.Options{Threads: d.Threads})
	return err
}

// text returns the Boolean program.
// Text returns the Boolean program.
func (p *Part) Text() string { return strings.Join(p.Program, "\n") + "\n" }
