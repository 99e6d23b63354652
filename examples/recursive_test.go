// This file defines the test of the sequential programs with recursion: each is
// checked as its want lines say, and the interpreter, with a bounded stack, agrees.

package examples_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
)

func TestRecursive(t *testing.T) {
	paths, err := filepath.Glob("recursive/*.bp")
	if err != nil || len(paths) < 6 {
		t.Fatalf("%d programs, %v: is this the folder of the examples?", len(paths), err)
	}
	for _, path := range paths {
		m, err := systems.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range m.Program.File.Warnings {
			t.Errorf("%v", w)
		}
		for _, w := range wants(t, path) {
			t.Run(path+" "+w.text, func(t *testing.T) { w.checkRecursive(t, m) })
		}
	}
}

func (w want) checkRecursive(t *testing.T, m *systems.Model) {
	r, err := m.Check(context.Background(), systems.Options{Label: w.label, SelfCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	if r.By != "bebop" || r.Verdict.String() != w.verdict {
		t.Errorf("%s by %s, want %s by bebop", r.Verdict, r.By, w.verdict)
	}
	if r.Verdict == systems.Unsafe && !r.Stats.Replayed {
		t.Error("the trace was not replayed")
	}
	j, err := judge.New(m.Program.File, judge.Small)
	if err != nil {
		t.Fatal(err)
	}
	unsafe := false
	seen := j.WithDepth(8).Walk(context.Background(), 1, 1, 200_000, func(c judge.Config, _ int) {
		unsafe = unsafe || w.label != "" && slices.ContainsFunc(c.Threads, func(x judge.Thread) bool {
			stmt := m.Program.Nodes[x.PC].Stmt
			return stmt != nil && stmt.PC == x.PC &&
				slices.ContainsFunc(stmt.Labels, func(l *parser.Label) bool { return l.Name == w.label })
		})
	})
	if w.label == "" {
		unsafe = seen.Error
	}
	if !seen.Complete || unsafe != (w.verdict == systems.Unsafe.String()) {
		t.Errorf("the judge: complete %v, error %v; want %s", seen.Complete, unsafe, w.verdict)
	}
}
