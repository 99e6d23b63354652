// This file defines tests of witnesses.

package aiger_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/aig/aiger"
	"github.com/ijit/ijit/internal/testing/randcircuit"
	"github.com/ijit/ijit/parser/diagnostic"
)

const toggle = "aag 5 1 1 0 3 1 0 1\n2\n4 11\n4\n2\n4\n5\n6 4 3\n8 5 2\n10 7 9\n"

// TestWitness checks witnesses of a toggle: b0 is on, j0 is on and off infinitely often.
func TestWitness(t *testing.T) {
	c, err := aiger.Read(strings.NewReader(toggle), "", aiger.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"1\nb0\n0\n1\n0\n.\n":                 "",
		"c comment\n1\nb0\nx\n1\nx\nu y\n.\n": "",
		"1\nj0\n0\n1\n1\n.\n":                 "",
		"1\nj0\n0\n1\n0\n1\n.\n":              "",
		"0\nb0\n.\n":                          "",
		"2\nj0\n.\n":                          "",
		"1\nb0\n0\n0\n1\n.\n":                 "bad state 0 is not reached",
		"1\nb0\n1\n0\n.\n":                    "latch 0 is true in the first state, against its reset",
		"1\nj0\n0\n1\n.\n":                    "the run is no lasso: the state behind the last frame is not among those before",
		"1\nj0\n0\n0\n.\n":                    "literal 0 of justice property 0 is never true on the loop",
		"1\nb0\n.\n":                          "x:3:1: the witness ends before the first frame\n.\n^",
		"1\nb0\n0\n.\n":                       "x:4:1: the witness ends before the first frame\n.\n^",
		"1\nb0\n0\n0\n":                       "x:5:1: the file ends where a line of values or the end should be\nhint: a witness ends in a line with a dot",
		"1\nb0\n0\n00\n.\n":                   "x:4:2: 2 values for 1 inputs\n00\n ^",
		"1\nb0\n0\n2\n.\n":                    "x:4:1: '2' where a value should be\n2\n^\nhint: values are 0, 1 and x",
		"1\nb1\n0\n0\n.\n":                    "x:2:1: the circuit has no property b1\nb1\n^",
		"1\nb\n0\n0\n.\n":                     "x:2:1: no property\nb\n^\nhint: the second line of a witness is b or j and a number",
		"3\nb0\n":                             "x:1:1: no status\n3\n^\nhint: a witness begins with a line 0, 1 or 2",
		"1\n":                                 "x:2:1: the file ends where a property should be\nhint: a witness ends in a line with a dot",
	} {
		w, err := aiger.NewWitnessReader(strings.NewReader(text), "x").Next(c)
		if err == nil {
			err = w.Check(c)
		}
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
	}
	in := aiger.NewWitnessReader(strings.NewReader("0\nb0\n.\n1\nj0\n0\n1\n1\n.\nc end\n"), "x")
	first, err := in.Next(c)
	if err != nil || first.Status != aiger.Holds {
		t.Error(first, err)
	}
	second, err := in.Next(c)
	if err != nil || !second.Justice || second.Check(c) != nil || second.Run.Loop != 0 {
		t.Error(second, err)
	}
	if _, err := in.Next(c); err != io.EOF {
		t.Error(err)
	}
}

// TestWitnessOfRuns writes random runs as witnesses, and checks them on the circuit that is written.
func TestWitnessOfRuns(t *testing.T) {
	bads, lassos, looped := 0, 0, 0
	for seed := range uint64(3000) {
		c := randcircuit.New(seed, randcircuit.Small())
		rng := rand.New(rand.NewPCG(seed, 3))
		c.Justices = []aig.Justice{{Lits: []aig.Lit{c.Bads[0].Lit, c.Latches[0].Lit}}}
		var file bytes.Buffer
		if err := aiger.Write(&file, c, true, ""); err != nil {
			t.Fatal(err)
		}
		d, err := aiger.Read(&file, "", aiger.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		run := &aig.Run{Loop: -1}
		for _, l := range c.Latches {
			run.First = append(run.First, l.Reset == aig.True || l.Reset == l.Lit && rng.IntN(2) == 0)
		}
		for range 1 + rng.IntN(8) {
			var frame []bool
			for range c.Inputs {
				frame = append(frame, rng.IntN(2) == 0)
			}
			run.Inputs = append(run.Inputs, frame)
		}
		check := func(w aiger.Witness) error {
			var text bytes.Buffer
			if err := w.Write(&text, c); err != nil {
				t.Fatal(err)
			}
			back, err := aiger.NewWitnessReader(&text, "").Next(d)
			if err != nil {
				t.Fatal(err)
			}
			return back.Check(d)
		}
		if v, err := aig.Replay(c, run); err == nil {
			reached := false
			for frame := range v.Len() {
				reached = reached || v.At(c.Bads[0].Lit, frame)
			}
			if err := check(aiger.Witness{Status: aiger.Violated, Run: run}); (err == nil) != reached {
				t.Fatalf("seed %d: %v, reached %t", seed, err, reached)
			}
			if reached {
				bads++
			}
		}
		for loop := range run.Inputs {
			run.Loop = loop
			v, err := aig.Replay(c, run)
			if err != nil || !v.Often(c.Bads[0].Lit) || !v.Often(c.Latches[0].Lit) {
				continue
			}
			if err := check(aiger.Witness{Status: aiger.Violated, Justice: true, Run: run}); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			lassos++
			if loop == 0 && len(d.Latches) > len(c.Latches) {
				looped++
			}
		}
	}
	if bads < 200 || lassos < 50 || looped < 5 {
		t.Errorf("only %d bad states, %d lassos, %d of them with rules that begin in the first frame", bads, lassos, looped)
	}
}

// FuzzWitness reads any text as a witness of the toggle.
func FuzzWitness(f *testing.F) {
	f.Add([]byte("1\nb0\n0\n1\n0\n.\n"))
	f.Add([]byte("c\n1\nj0\nx\n1\n1\n.\n0\nb0\n.\n"))
	c, err := aiger.Read(strings.NewReader(toggle), "", aiger.Limits{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := aiger.NewWitnessReader(bytes.NewReader(text), "x").Next(c)
		if err != nil {
			var e *diagnostic.Diagnostic
			if err != io.EOF && (!errors.As(err, &e) || e.Pos.Line < 1 || e.Pos.Col < 1) {
				t.Fatal(err)
			}
			return
		}
		if w.Check(c) != nil {
			return
		}
		var b bytes.Buffer
		if err := w.Write(&b, c); err != nil {
			t.Fatal(err)
		}
		again, err := aiger.NewWitnessReader(&b, "x").Next(c)
		if err != nil || again.Check(c) != nil {
			t.Fatalf("%v: written again it is no witness", err)
		}
	})
}
