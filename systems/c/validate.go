// This file defines how certificates are checked for who wants to know something.

package c

import (
	"context"
	"io"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/c/certificate"
)

// IsCertificate reports whether a text that begins so is a certificate about a C program with threads.
func IsCertificate(head []byte) bool { return certificate.Is(head) }

// Validate checks a certificate about a C program. If threads is not nil, it has to hold for so many threads that live at
// once, 0 for any number. If it is paranoid, SAT solvers have to prove what they say. The error is a [systems.InvalidError] if the certificate proves nothing.
func Validate(ctx context.Context, name string, text []byte, proved io.Reader, threads *int, paranoid bool) (*systems.Validation, error) {
	d, err := certificate.Read(proved)
	if err != nil {
		return nil, err
	}
	if threads != nil && d.Verdict == proof.Safe && d.Threads > 0 && (*threads == 0 || *threads > d.Threads) {
		return nil, proof.Reject("the certificate is for at most %d live threads", d.Threads)
	} else if threads != nil && d.Verdict == proof.Unsafe {
		d.Threads = *threads
	}
	return validation(ctx, d, name, text, paranoid)
}

// validation checks a certificate.
func validation(ctx context.Context, d *certificate.Document, name string, text []byte, paranoid bool) (*systems.Validation, error) {
	found, err := d.Check(ctx, name, text, paranoid)
	if err != nil {
		return nil, err
	}
	v := &systems.Validation{Verdict: verdict.Safe, Claim: d.Claim(), Algorithm: "abstraction", Elements: found.Elements, Unit: "statement"}
	for _, x := range found.Assumptions {
		v.Assumptions = append(v.Assumptions, string(x))
	}
	if o := found.Fails; o != nil {
		v.Verdict, v.Pos, v.Algorithm, v.Unit = verdict.Unsafe, parser.Pos{Line: o.Line, Col: o.Col}, "replay", "step"
	}
	return v, nil
}
