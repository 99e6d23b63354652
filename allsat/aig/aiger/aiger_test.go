// This file defines tests of reading and writing circuits.

package aiger_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/aig/aiger"
	"github.com/ijit/ijit/internal/testing/randcircuit"
	"github.com/ijit/ijit/parser/diagnostic"
)

// summary says what a circuit is, conjunctions by their order.
func summary(c *aig.Circuit) string {
	var b strings.Builder
	for _, x := range c.Inputs {
		fmt.Fprintf(&b, "i%d%s ", x.Lit, x.Name)
	}
	for _, x := range c.Latches {
		fmt.Fprintf(&b, "l%d,%d,%d%s ", x.Lit, x.Next, x.Reset, x.Name)
	}
	for n := range c.Len() {
		if left, right, ok := c.Fanins(n); ok {
			fmt.Fprintf(&b, "%d=%d&%d ", 2*n, left, right)
		}
	}
	fmt.Fprint(&b, c.Outputs, c.Bads, c.Constraints, c.Justices, c.Fairness)
	return b.String()
}

const all = `aag 9 2 3 1 2 2 1 2 1
2
4
6 16 1
8 19
10 10 10
17
6
19
2
1
2
8
5
9
10
16 2 4
18 17 7
i0 go
i1 with blank
l2 any
o0 out
b1 never
c0 constraint
j1 both
f0 fair
c
a comment
17 of it
`

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"aag 0 0 0 0 0\n":                   "[] [] [] [] []",
		"aag 0 0 0 2 0\n0\n1\n":             "[{ 0} { 1}] [] [] [] []",
		"aig 0 0 0 1 0\r\n1\r\nc":           "[{ 1}] [] [] [] []",
		"aag 1 1 0 1 0\n2\n3\ni0 x y\nc\nx": "i2x y [{ 3}] [] [] [] []",
		all:                                 "i2go i4with blank l6,12,1 l8,15,0 l10,10,10any 12=4&2 14=13&7 [{out 13}] [{ 6} {never 15}] [2] [{ [8]} {both [5 9]}] [10]",
		// Conjunctions in any order, variables that are not there, and numbers far apart.
		"aag 9 1 1 1 2\n2\n18 8\n6\n6 9 2\n8 2 18\n":                                         "i2 l4,6,0 6=4&2 8=5&2 [{ 8}] [] [] [] []",
		"aag 2147483646 1 0 1 1\n2147483646\n4294967292\n4294967292 2147483646 2147483647\n": "i2 [{ 0}] [] [] [] []",
		"aig 3 2 0 1 1\n6\n\x02\x02i1 b\n":                                                   "i2 i4b 6=4&2 [{ 6}] [] [] [] []",
		"aig 3 1 1 0 1 0 0 1\n7 4\n0\n\x02\x02j0 none\n":                                     "i2 l4,7,4 6=4&2 [] [] [] [{none []}] []",
	} {
		for name, r := range map[string]io.Reader{
			"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text)), "with error": iotest.DataErrReader(strings.NewReader(text)),
		} {
			c, err := aiger.Read(r, "x", aiger.Limits{})
			if err != nil {
				t.Errorf("%s %.60q: %v", name, text, err)
			} else if got := summary(c); got != want {
				t.Errorf("%s %.60q: %s", name, text, got)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                          "x:1:1: the file is empty\nhint: a circuit begins with a line aag or aig M I L O A",
		"p cnf 1 1\n":                               "x:1:1: this is no circuit in the format AIGER\np cnf 1 1\n^\n",
		"aag 1 1 0 0\n":                             "x:1:12: the line ends where the number A should be\naag 1 1 0 0\n           ^",
		"aag 1 1 0 0 x\n":                           "x:1:13: \"x\" where the number A should be\naag 1 1 0 0 x\n            ^",
		"aag 1 1 0 0 0 0 0 0 0 7\n":                 "x:1:23: unexpected \"7\"\n",
		"aag 1 1 0 0  0\n":                          "x:1:13: \" \" where",
		"aag 99999999999999999999 1\n":              "x:1:5: the number M of variables is out of range\n",
		"aag 1 1 0 0 1\n":                           "x:1:5: 1 variables for 2 inputs, latches and conjunctions\n",
		"aig 3 1 0 0 1\n":                           "x:1:5: 3 variables for 2 inputs, latches and conjunctions\n",
		"aag 1 1 0 0 0\n":                           "x:2:1: the file ends where an input should be\nhint: the header says how many there are",
		"aag 1 1 0 0 0\n3\n":                        "x:2:1: literal 3 cannot be defined\n3\n^\n",
		"aag 1 1 0 0 0\n4\n":                        "x:2:1: a literal is out of range\n4\n^\nhint: it is at most 3 here",
		"aag 1 1 0 0 0\n2 2\n":                      "x:2:3: unexpected \"2\"\n2 2\n  ^",
		"aag 2 1 1 0 0\n2\n2 1\n":                   "x:3:1: literal 2 is defined twice\n2 1\n^",
		"aag 3 1 0 0 1\n2\n2 1 1\n":                 "x:3:1: literal 2 is defined twice\n2 1 1\n^",
		"aag 3 1 1 0 0\n2\n4 6\n":                   "x:3:3: literal 6 is not defined\n4 6\n  ^",
		"aag 3 1 1 0 0\n2\n4 2 6\n":                 "x:3:5: literal 6 is not defined\n4 2 6\n    ^",
		"aag 2 1 1 0 0\n2\n4 2 5\n":                 "x:3:5: the first value of latch 4 rests on itself, by reset 5\n4 2 5\n    ^\nhint: a reset is 0, 1, 4 for any value, or a literal that does not depend on the latch",
		"aag 4 1 2 0 1\n2\n4 2 8\n6 2 5\n8 2 7\n":   "x:3:5: the first value of latch 4 rests on itself, by reset 8\n4 2 8\n    ^",
		"aig 3 0 2 0 1\n2 6\n2 2\n\x02\x02":         "x:2:3: the first value of latch 2 rests on itself, by reset 6\n2 6\n  ^",
		"aag 2 1 0 1 0\n2\n5\n":                     "x:3:1: literal 5 is not defined\n5\n^",
		"aag 2 1 0 0 0 1\n2\n5\n":                   "x:3:1: literal 5 is not defined\n5\n^",
		"aag 2 1 0 0 0 0 0 2 1\n2\n0\n2\n2\n4\n2\n": "x:6:1: literal 4 is not defined\n4\n^",
		"aag 2 1 0 0 0 0 0 1 1\n2\n1\n2\n4\n":       "x:5:1: literal 4 is not defined\n4\n^",
		"aag 3 1 0 0 1\n2\n6 2 5\n":                 "x:3:5: literal 5 is not defined\n6 2 5\n    ^",
		"aag 3 1 0 0 1\n2\n6 2 6\n":                 "x:3:5: conjunction 6 rests on itself\n6 2 6\n    ^\nhint: a cycle needs a latch",
		"aag 4 1 0 0 3\n2\n4 6 2\n6 8 2\n8 2 5\n":   "x:5:5: conjunction 8 rests on itself\n8 2 5\n    ^",
		"aag 1 1 0 0 0\n2\ni0 x\nx\n":               "x:4:1: \"x\" where a symbol or the comment should be\n",
		"aag 1 1 0 0 0\n2\na0 x\n":                  "x:3:1: \"a0\" where a symbol",
		"aag 1 1 0 0 0\n2\ni1 x\n":                  "x:3:2: the number of a symbol is out of range\ni1 x\n ^\nhint: it is at most 0 here",
		"aag 1 1 0 0 0\n2\nl0 x\n":                  "x:3:1: a symbol for what is not there\nl0 x\n^\nhint: the header says that the number L is 0",
		"aag 1 1 0 0 0\n2\ni0\n":                    "x:3:3: the symbol has no name\ni0\n  ^",
		"aag 1 1 0 0 0\n2\ni0 " + strings.Repeat("x", 2<<20) + "\n": "x:3:1: the line is longer than 65536 bytes\n",
		"aag 0 0 0 0 0\n\n":       "x:2:1: \"\" where a symbol",
		"aig 2 1 0 0 1\n":         "x: byte 14: the file ends within the conjunctions\nhint: the header declares 1 of them",
		"aig 2 1 0 0 1\n\x00\x00": "x: byte 14: conjunction 4 rests on itself",
		"aig 2 1 0 0 1\n\x02\x03": "x: byte 15: a difference is larger than literal 2",
		"aig 2 1 0 0 1\n\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff":    "x: byte 14: a difference is larger than literal 4",
		"aig 2 1 0 0 1\n\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80":    "x: byte 19: a difference is larger than literal 4",
		"aig 2 1 0 0 1\n\x02\x02i0 x\nfoo\n":                         "x: byte 21: \"foo\" where a symbol or the comment should be\nhint: ",
		"aag 4000000 1000000 1000000 1000000 1000000 1000000\n2\n":   "x:3:1: the file ends where an input",
		"aag 9 0 0 0 0 0 0 1\n2000000000\n2\n":                       "x:4:1: the file ends where a literal of a justice property should be\n",
		"aig 60000000 0 60000000 0 0\n0\n0\n":                        "x:4:1: the file ends where a latch",
		"aig 2000000000 2000000000 0 0 0\n":                          "x: the circuit has 2000000000 inputs, which count for 4 each, and 0 other nodes: the limit of nodes is reached, which is 67108864",
		"aag 70000000 0 0 0 70000000\n":                              "x: the circuit has 0 inputs, which count for 4 each, and 70000000 other nodes: the limit",
		"aag 1 1 0 0 0\n2 \x00\n":                                    "x:2:3: unexpected \"\\x00\"\n2 \uFFFD\n  ^",
		"aag 1 1 0 0 0\n2\ni0 a\n" + strings.Repeat("é", 100) + "\n": "x:4:1: \"é",
	} {
		_, err := aiger.Read(strings.NewReader(text), "x", aiger.Limits{})
		var e *diagnostic.Diagnostic
		if !errors.As(err, &e) && !errors.Is(err, aiger.ErrLimit) || !strings.HasPrefix(err.Error()+"\n", want) {
			t.Errorf("%.60q:\n%v\nwant\n%s", text, err, want)
		}
		if errors.Is(err, aiger.ErrLimit) != strings.Contains(want, "limit") {
			t.Errorf("%.60q: is it a limit?", text)
		}
	}
	broken := errors.New("broken")
	for cut := range strings.Index(all, "c\na comment") {
		if _, err := aiger.Read(io.MultiReader(strings.NewReader(all[:cut]), iotest.ErrReader(broken)), "x", aiger.Limits{}); err == nil {
			t.Errorf("no error after %d bytes", cut)
		}
	}
	if _, err := aiger.Read(strings.NewReader("aag 9 2 3 1 4\n"), "x", aiger.Limits{Nodes: 14}); !errors.Is(err, aiger.ErrLimit) {
		t.Error(err)
	}
}

// same runs two circuits side by side on random inputs.
func same(t *testing.T, c, d *aig.Circuit, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 7))
	s, u := aig.NewSimulator(c), aig.NewSimulator(d)
	for i, l := range c.Latches {
		w := rng.Uint64()
		if l.Reset != l.Lit {
			w = -uint64(l.Reset)
		}
		s.Set(l.Lit, w)
		u.Set(d.Latches[i].Lit, w)
	}
	lits := func(c *aig.Circuit) (lits []aig.Lit) {
		for _, x := range append(append([]aig.Named{}, c.Outputs...), c.Bads...) {
			lits = append(lits, x.Lit)
		}
		for _, j := range c.Justices {
			lits = append(lits, j.Lits...)
		}
		for _, l := range c.Latches {
			lits = append(lits, l.Lit)
		}
		resets := slices.SortedFunc(slices.Values(c.Resets), func(x, y aig.Reset) int { return x.Latch - y.Latch })
		for _, r := range resets {
			lits = append(lits, r.Value)
		}
		return append(append(lits, c.Constraints...), c.Fairness...)
	}
	if len(lits(c)) != len(lits(d)) {
		t.Fatal("another number of literals")
	}
	for range 5 {
		for i, x := range c.Inputs {
			w := rng.Uint64()
			s.Set(x.Lit, w)
			u.Set(d.Inputs[i].Lit, w)
		}
		s.Eval()
		u.Eval()
		for i, l := range lits(c) {
			if s.Value(l) != u.Value(lits(d)[i]) {
				t.Fatalf("literal %d differs", i)
			}
		}
		s.Step()
		u.Step()
	}
}

func random(seed uint64) *aig.Circuit {
	c := randcircuit.New(seed, randcircuit.Config{Inputs: 5, Latches: 9, Gates: 100, Initial: seed%2 == 0, Constraints: true, Steps: seed%3 == 0, Fairness: true, Resets: true})
	bad := c.Bads[0].Lit
	c.Outputs = []aig.Named{{Name: "out", Lit: bad.Not()}, {Lit: aig.True}}
	c.Justices = []aig.Justice{{Name: "j", Lits: []aig.Lit{bad, c.Latches[0].Lit}}, {}}
	return c
}

// TestRoundTrip writes circuits in both formats and reads them again.
func TestRoundTrip(t *testing.T) {
	for seed := range uint64(500) {
		c := random(seed)
		var texts [2]bytes.Buffer
		for i, binary := range []bool{false, true} {
			if err := aiger.Write(&texts[i], c, binary, "made by a test"); err != nil {
				t.Fatal(err)
			}
			text := bytes.Clone(texts[i].Bytes())
			d, err := aiger.Read(&texts[i], "x", aiger.Limits{})
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			e := c.Constrained()
			same(t, e, d, seed)
			for i, x := range e.Latches {
				if y := d.Latches[i]; y.Name != x.Name || (y.Reset == y.Lit) != (x.Reset == x.Lit) || y.Reset != y.Lit && y.Reset != x.Reset {
					t.Fatalf("seed %d: latch %d", seed, i)
				}
			}
			if len(d.Inputs) != len(c.Inputs) || d.Bads[0].Name != "bad" || d.Outputs[0].Name != "out" || d.Justices[0].Name != "j" || len(d.Initial) != len(c.Resets) || len(d.Resets) != len(c.Resets) {
				t.Fatal("something is lost")
			}
			var again bytes.Buffer
			if err := aiger.Write(&again, d, binary, "made by a test"); err != nil || !bytes.Equal(text, again.Bytes()) {
				t.Fatalf("seed %d: written again it is another file: %v\n%s\n%s", seed, err, text, again.Bytes())
			}
		}
	}
	c := aig.New()
	c.Outputs = []aig.Named{{Lit: c.NewInput()}}
	if err := aiger.Write(io.Discard, c, false, ""); err == nil {
		t.Error("an input that is no input of the circuit is written")
	}
}

// FuzzAIGER reads any bytes. What can be read is the same when it is written and read again, in
// both formats, and when it comes in small pieces.
func FuzzAIGER(f *testing.F) {
	f.Add([]byte(all))
	f.Add([]byte("aig 3 1 1 0 1 0 0 1\n7 4\n0\n\x02\x02j0 none\n"))
	f.Add([]byte("aag 9 1 1 1 2\n2\n18 8\n6\n6 9 2\n8 2 18\n"))
	f.Add([]byte("aig 37777 37777 0 0 0\n")) // more than the limit
	for seed := range uint64(4) {
		var b bytes.Buffer
		if err := aiger.Write(&b, random(seed), seed%2 == 0, ""); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		limits := aiger.Limits{Nodes: 1 << 16}
		c, err := aiger.Read(bytes.NewReader(text), "x", limits)
		d, err2 := aiger.Read(iotest.HalfReader(bytes.NewReader(text)), "x", limits)
		if fmt.Sprint(err) != fmt.Sprint(err2) {
			t.Fatalf("%v, in pieces %v", err, err2)
		}
		if err != nil {
			var e *diagnostic.Diagnostic
			if !errors.Is(err, aiger.ErrLimit) && (!errors.As(err, &e) || e.Pos.Line > 0 && e.Pos.Col < 1) {
				t.Fatal(err)
			}
			return
		}
		if summary(c) != summary(d) {
			t.Fatal("another circuit in pieces")
		}
		for _, binary := range []bool{false, true} {
			var b bytes.Buffer
			if err := aiger.Write(&b, c, binary, ""); err != nil {
				t.Fatal(err)
			}
			// What the limit counts depends on the format: an input takes no line of a binary file.
			d, err := aiger.Read(&b, "x", aiger.Limits{Nodes: 4 * limits.Nodes})
			if err != nil {
				t.Fatal(err)
			}
			same(t, c, d, 1)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	c := aig.New()
	rng := rand.New(rand.NewPCG(1, 1))
	var lits []aig.Lit
	for range 1000 {
		lits = append(lits, c.Input(""))
	}
	for range 1_000_000 {
		near := lits[max(0, len(lits)-8000):]
		lits = append(lits, c.And(near[rng.IntN(len(near))]^1, near[rng.IntN(len(near))]))
	}
	for _, l := range lits {
		c.Outputs = append(c.Outputs, aig.Named{Lit: l})
	}
	for name, binary := range map[string]bool{"binary": true, "text": false} {
		b.Run(name, func(b *testing.B) {
			var file bytes.Buffer
			if err := aiger.Write(&file, c, binary, ""); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(file.Len()))
			for b.Loop() {
				if _, err := aiger.Read(bytes.NewReader(file.Bytes()), "", aiger.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
