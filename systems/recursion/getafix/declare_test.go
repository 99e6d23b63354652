// This file tests that declarations as a tree are those of the text.

package getafix

import (
	"strings"
	"testing"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

func TestTree(t *testing.T) {
	p, err := parser.Parse("program.bp", []byte(`decl g, h;
		void main() begin decl a; g := f(a); REACH: skip; end
		bool f(x) begin return !x; end`), 0)
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewBase(p, "REACH")
	if err != nil {
		t.Fatal(err)
	}
	text, err := b.Declarations()
	if err != nil {
		t.Fatal(err)
	}
	// The text itself mentions all relations.
	if got, want := b.tree([]*syntax.File{text}).String(), text.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	f, err := syntax.Parse("f.mu", []byte("bool P(Module m, PrCount p) !(Exit(m, p) | target(m, p)); #size initPC;"))
	if err != nil {
		t.Fatal(err)
	}
	got := b.tree([]*syntax.File{f}).String()
	for name, want := range map[string]bool{"Exit": true, "target": true, "initPC": true, "programInt": false} {
		if strings.Contains(got, "bool "+name+"(") != want {
			t.Errorf("%s is declared: %v, want %v\n%s", name, !want, want, got)
		}
	}
}
