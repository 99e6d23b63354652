// This file defines tests of formulas about Boolean programs.

package ltl_test

import (
	"strings"
	"testing"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
)

const lockProgram = `
decl lock, {p == q};
void main() begin
  decl mine;
  start_thread goto wait_;
  wait_: assume(!lock); lock := 1;
  critical: skip; lock := 0; goto wait_;
end
void helper() begin decl mine, other; 8: skip; end
`

func TestPropositions(t *testing.T) {
	p, err := parser.Parse("lock.bp", []byte(lockProgram), parser.Post)
	if err != nil {
		t.Fatal(err)
	}
	atoms := ltl.NewPropositions(p, 2)
	f, err := ltl.Parse("test", "G (t2@wait_ -> F some@critical) & lock | {p == q} -> t1.mine = t2.other & lock U t1@8", atoms.Atom)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := atoms.Text(f), "G (t2@wait_ -> F some@critical) & lock | {p == q} -> (t1.mine <-> t2.other) & lock U t1@8"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if len(atoms.List) != 7 {
		t.Errorf("%d propositions, want 7: %v", len(atoms.List), atoms.List)
	}
	for _, x := range atoms.List {
		switch {
		case x.Name == "t1.mine" && (len(x.Variables) != 2 || x.Thread != 1),
			x.Name == "some@critical" && (x.Thread != 0 || len(x.PCs) != 1 || p.Nodes[x.PCs[0]].Stmt.Labels[0].Name != "critical"),
			x.Name == "{p == q}" && (x.Thread != 0 || x.Variables[0] != p.File.Globals[1]),
			x.Name == "t1@8" && len(x.PCs) != 1: // though nothing calls helper
			t.Errorf("%+v", x)
		}
	}
	for text, want := range map[string]string{
		"F lok":         "there is no shared variable lok\nF lok\n  ^\nhint: did you mean lock?",
		"F zzz":         "there is no shared variable zzz\nF zzz\n  ^\nhint: there are lock, p == q",
		"mine":          "there is no shared variable mine\nmine\n^\nhint: it is a local variable: that of thread 1 is t1.mine",
		"critical":      "there is no shared variable critical\ncritical\n^\nhint: it is a label: t1@critical says that thread 1 stands there, some@critical that some thread does",
		"t3@critical":   "there is no thread t3: there are at most 2\nt3@critical\n^\nhint: --threads 3 allows for it",
		"t1@kritical":   "there is no label kritical\nt1@kritical\n^\nhint: did you mean critical?",
		"main@critical": "there is no thread main\nmain@critical\n^\nhint: threads are t1 to t2, as in t1@critical",
		"t0.mine":       "there is no thread t0\nt0.mine\n^\nhint: threads are t1 to t2, as in t1.mine",
		"t1.lock":       "there is no local variable lock\nt1.lock\n^\nhint: there are mine, other",
	} {
		_, err := ltl.Parse("f", text, atoms.Atom)
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s:\n%v\nwant\n%s", text, err, want)
		}
	}
}
