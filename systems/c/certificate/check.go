// This file defines what is checked of a certificate.

package certificate

import (
	"context"
	"fmt"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/front"
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
}

// Claim returns in words what is proved.
func (d *Document) Claim() string {
	switch {
	case d.Verdict != proof.Safe:
		return d.Verdict
	case d.Threads == 1:
		return "SAFE for at most 1 live thread"
	case d.Threads > 1:
		return fmt.Sprintf("SAFE for at most %d live threads", d.Threads)
	}
	return "SAFE for any number of threads"
}

// Check checks a certificate about a C program. The error is a [proof.Rejected] if it proves nothing, that of the reader if
// the program is none, and that of ctx if it ended before.
func (d *Document) Check(ctx context.Context, name string, text []byte) (*Validation, error) {
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
	p, err := front.Read(name, text, front.Options{Wrap: d.Wrap, ILP32: d.ILP32})
	if err != nil {
		return nil, err
	}
	if d.Execution != nil {
		return d.execute(p)
	}
	v := &Validation{Safe: true, Assumptions: p.Assumptions}
	if d.Proof == nil {
		for _, f := range p.Automata {
			for _, e := range f.Edges {
				if e.Check != form.None {
					return nil, proof.Reject("there is no proof, and the assertion in line %d may fail", e.Origin.Line)
				}
			}
		}
		return v, nil
	}
	b, err := read(p, d)
	if err != nil {
		return nil, err
	}
	if len(b.counters) > 0 {
		v.Assumptions = append(v.Assumptions, form.Countable)
	}
	if err := b.check(ctx); err != nil {
		return nil, err
	}
	v.Elements = b.statements
	m, err := systems.Read("certificate.bp", strings.NewReader(d.text()))
	if err != nil {
		return nil, proof.Reject("the Boolean program is not read: %v", err)
	}
	inner := &proof.Certificate{Document: d.Proof}
	if d.Proof.Verdict != proof.Safe {
		return nil, proof.Reject("of the Boolean program it is not said that it is %s", proof.Safe)
	}
	_, err = m.ValidateFor(ctx, inner, systems.Options{Threads: d.Threads})
	return v, err
}

// text returns the Boolean program.
func (d *Document) text() string { return strings.Join(d.Program, "\n") + "\n" }
