// This file tests verdicts of programs whose answers are known.

package bebop_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

// TestBoppo checks the sequential programs of SATABS's regression suite.
func TestBoppo(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "suites", "boppo")
	f, err := os.Open(filepath.Join(dir, "expected.tsv"))
	if err != nil {
		t.Skipf("the shared suites are not here (%v)", err)
	}
	defer f.Close()
	checked := 0
	for in := bufio.NewScanner(f); in.Scan(); {
		cells := strings.Split(in.Text()+"\t", "\t")
		if !strings.HasSuffix(cells[0], ".bp") {
			continue
		}
		src, err := os.ReadFile(filepath.Join(dir, cells[0]))
		if err != nil {
			t.Fatal(err)
		}
		p, err := parser.Parse(cells[0], src, 0)
		if err != nil {
			t.Error(err)
			continue
		}
		opts := bebop.Options{Trace: true}
		if label, ok := strings.CutPrefix(cells[2], "label "); ok {
			opts.Targets = labelled(p, label)
		}
		r, err := bebop.Check(context.Background(), p, opts)
		if unsupported := (*bebop.UnsupportedError)(nil); errors.As(err, &unsupported) {
			continue // it has threads
		}
		if err != nil {
			t.Fatal(err)
		}
		checked++
		if r.Verdict.String() != cells[1] {
			t.Errorf("%s is %s, expected %s", cells[0], r.Verdict, cells[1])
		}
	}
	t.Logf("%d programs are sequential", checked)
	if checked < 11 {
		t.Errorf("only %d programs are sequential", checked)
	}
}

// labelled returns the locations with a label.
func labelled(p *parser.Program, name string) []int {
	pcs := []int{}
	for _, n := range p.Nodes {
		if n.Stmt != nil && n.Stmt.PC == n.PC {
			for _, l := range n.Stmt.Labels {
				if l.Name == name {
					pcs = append(pcs, n.PC)
				}
			}
		}
	}
	return pcs
}
