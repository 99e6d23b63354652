// This file defines how the tests of this package run, and what several of them need.

package diagrams

import (
	"context"
	"testing"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser"
)

func TestMain(m *testing.M) { campaign.Main(m) }

// asked returns a program with a question about it.
func asked(t *testing.T, f *parser.File, q *proof.Question) *judge.Claim {
	t.Helper()
	p, err := judge.NewClaim(f, q)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Begin(q); err != nil {
		t.Fatal(err)
	}
	return p
}

// checked checks a document about a program.
func checked(t *testing.T, f *parser.File, d *proof.Document) error {
	t.Helper()
	return proof.Subject{Form: form{t, f}, Name: f.Name}.Check(t.Context(), d)
}

// A form is a program with evidence by diagrams.
type form struct {
	t *testing.T
	*parser.File
}

func (form) Kind() string { return proof.Program }

func (f form) Check(ctx context.Context, d *proof.Document) error {
	return Check(ctx, asked(f.t, f.File, &d.Question), d)
}

// tally counts how often check and judge said what.
type tally map[[2]bool]int

func (n tally) enough(t *testing.T, least int) {
	t.Helper()
	t.Logf("accepted %d, refused %d", n[[2]bool{true, true}], n[[2]bool{false, false}])
	if n[[2]bool{true, true}] < least || n[[2]bool{false, false}] < least {
		t.Errorf("too few of one kind: the test tests nothing")
	}
}
