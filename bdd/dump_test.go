// This file defines tests of the forms in which diagrams are written and read.

package bdd

import (
	"slices"
	"strings"
	"testing"
)

func TestLoadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "line 1:1: want bdd",
		"bdd 2":                              "line 1:6: version 2 is not known",
		"bdd x":                              `line 1:5: want a number up to 2147483647, have "x"`,
		"bdd 1\n":                            "line 1:6: want vars",
		"bdd 1 1":                            "line 1:7: want the end of the line",
		"bdd 1\nvars 2\nnode 3 0 0":          "line 3:6: want a number up to 2",
		"bdd 1\nvars 2\nnode 1 0 1":          "line 3:10: want a number up to 0",
		"bdd 1\nvars 2\nnode 1 0 -0 7":       "line 3:13: want the end",
		"bdd 1\nvars 2\nnode 1 0 --0":        "line 3:11: want a number",
		"bdd 1\nvars 2\nnode 1 0":            "line 3:9: want a number",
		"bdd 1\nvars 2\n\n roots 0 1":        "line 4:10: want a number up to 0",
		"bdd 1\nvars 2\nroots 0\nnode":       "line 4:1: text after the roots",
		"bdd 1\nvars 2\nedge 0":              "line 3:1: want node or roots",
		"bdd 1\nvars 2\nnode 1 0 -0\n":       "the text ends without roots",
		"bdd 1\nvars 2\nnode 4294967296 0 0": "line 3:6: want a number",
	} {
		m := New(Options{})
		m.NewVars(3)
		if _, err := m.Load(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
		if m.Err() != nil {
			t.Errorf("%q: the manager has the error %v", text, m.Err())
		}
	}
}

func TestLoadOtherOrder(t *testing.T) {
	// Not reduced, out of order, with what is not used: it is a function all the same.
	const text = "bdd 1\nvars 3\nnode 0 -0 0\nnode 2 -0 1\nnode 1 2 2\nnode 1 0 0\nroots 3 -4 1\n"
	m := New(Options{})
	m.NewVars(3)
	got, err := m.Load(strings.NewReader(text))
	if want := []Node{m.And(m.Var(0), m.Var(2)), False, m.Var(0)}; err != nil || !slices.Equal(got, want) {
		t.Errorf("have %v %v, want %v", got, err, want)
	}
}

func FuzzLoad(f *testing.F) {
	m := New(Options{})
	m.NewVars(4)
	var text strings.Builder
	if err := m.Dump(&text, hard(m, 2), m.Xor(m.Var(1), m.Var(3)), True); err != nil {
		f.Fatal(err)
	}
	f.Add(text.String())
	f.Add("bdd 1\nvars 1\nnode 2 -0 0\nnode 0 -1 1\nroots -2 -0\n")
	f.Fuzz(func(t *testing.T, text string) {
		m := New(Options{MaxNodes: 10_000})
		m.NewVars(8)
		fs, err := m.Load(strings.NewReader(text))
		if err != nil {
			return
		}
		if err := m.check(); err != nil {
			t.Fatal(err)
		}
		var again strings.Builder
		if err := m.Dump(&again, fs...); err != nil {
			t.Fatal(err)
		}
		if back, err := m.Load(strings.NewReader(again.String())); err != nil || !slices.Equal(fs, back) {
			t.Fatalf("%v %v, were %v", back, err, fs)
		}
	})
}

func TestWriteDOT(t *testing.T) {
	m := New(Options{})
	m.NewVars(3)
	f := m.Xor(m.Var(0), m.Var(2))
	m.Xor(m.Var(1), m.Var(2))
	var got strings.Builder
	names := []string{"a", "b", `"c"`}
	if err := m.WriteDOT(&got, func(v Var) string { return names[v] }, f, m.Not(m.Var(0)), True); err != nil {
		t.Fatal(err)
	}
	const want = `digraph bdd {
	n0 [shape=box, label="1"];
	n1 [label="\"c\""];
	n1 -> n0 [style=dashed, arrowhead=dotnormal];
	n1 -> n0 [style=solid, arrowhead=normal];
	n2 [label="a"];
	n2 -> n1 [style=dashed, arrowhead=dotnormal];
	n2 -> n1 [style=solid, arrowhead=normal];
	n3 [label="a"];
	n3 -> n0 [style=dashed, arrowhead=dotnormal];
	n3 -> n0 [style=solid, arrowhead=normal];
	f0 [shape=plaintext];
	f0 -> n2 [style=solid, arrowhead=dotnormal];
	f1 [shape=plaintext];
	f1 -> n3 [style=solid, arrowhead=dotnormal];
	f2 [shape=plaintext];
	f2 -> n0 [style=solid, arrowhead=normal];
}
`
	if got.String() != want {
		t.Errorf("have:\n%s", got.String())
	}
}
