// This file defines tests of the checker by hand-made proofs.

package drat_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ijit/ijit/internal/proof/drat"
)

// all is all clauses over variables 1 and 2.
func all() [][]int32 { return [][]int32{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}} }

func check(formula [][]int32, proof io.Reader) error {
	c := drat.New(0)
	for _, f := range formula {
		if err := c.Add(f...); err != nil {
			return err
		}
	}
	return c.Check(context.Background(), proof)
}

func TestProofs(t *testing.T) {
	// Whether variable 3 has a value is open: RAT, but not RUP.
	wide := append(all()[:3:3], []int32{-1, -2, 3}, []int32{-1, -2, -3})
	for _, test := range []struct {
		formula [][]int32
		proof   string
		want    string // a part of the error, empty if it is valid
	}{
		{all(), "1 0\n0\n", ""},
		{all(), "c why\n 1 0 0", ""},
		{all(), "1 0", ""},
		{all(), "", "ends without the empty clause"},
		{all(), "0\n", "step 1: clause [] does not follow"},
		{all()[:3], "1 0\n2 0\n0\n", "step 3: clause [] does not follow"},
		{all()[:3], "-1 0\n", "step 1: clause [-1] does not follow"},
		{all(), "d 1 2 0\n-1 0\n0\n", "step 3: clause [] does not follow"},
		{all(), "d 2 1 0\n1 0\n", "step 2: clause [1] does not follow"},
		{all(), "d 2 3 0\nd 1 0\n1 0\n", ""},
		{wide, "3 1 0\n1 0\n-2 0\n", ""},
		{wide, "4 1 0\n-4 1 0\n1 0\n", ""},
		{wide, "4 0\n-4 0\n", "step 2"},
		{[][]int32{{1}, {-1, 2}}, "d 1 0\nd -1 2 0\n3 -2 0\n", "ends without"}, // deletions of reasons are ignored
		{[][]int32{{1}, {-1}}, "", ""},
		{[][]int32{{}, {1}}, "", ""},
		{[][]int32{{1, -1}, {2, 2}}, "-2 0\n", "step 1"},
		{all(), "1 x\n", "where a literal should be"},
		{all(), "1", "ends within a step"},
		{all(), "d", "ends within a step"},
		{all(), "1 -0", "where a literal should be"},
		{all(), "9999999999999 0", "too large"},
		{all(), "a\x02\x00a\x00", ""},
		{all(), "a\x05\x00a\x00", ""},
		{all(), "a\x02\x00d\x02\x00a\x00", ""},
		{all(), "d\x02\x04\x00a\x00", "step 2: clause [] does not follow"},
		{all(), "a\xff\xff\xff\xff\xff\x02\x00", "too large"},
		{all(), "a\x01\x00", "no variable"},
		{all(), "a\x08\x00b\x00", "where a or d should be"},
		{all(), "d\x02\x00a", "ends within a step"},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.proof), iotest.OneByteReader(strings.NewReader(test.proof))} {
			err := check(test.formula, r)
			if invalid := new(*drat.InvalidError); test.want != "" && (!errors.As(err, invalid) || !strings.Contains(err.Error(), test.want)) || test.want == "" && err != nil {
				t.Errorf("%v %q: %v, want %q", test.formula, test.proof, err, test.want)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	c := drat.New(2000)
	if err := c.Add(1 << 29); !errors.Is(err, drat.ErrMemory) {
		t.Error(err)
	}
	if err := c.Add(0); err == nil {
		t.Error("0 is a literal")
	}
	if err := c.Check(context.Background(), bytes.NewReader([]byte("1000000 0\n"))); !errors.Is(err, drat.ErrMemory) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	endless := io.MultiReader(strings.NewReader("1 0\n"), &repeated{"d 3 0\n"})
	if err := drat.New(0).Check(ctx, endless); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := check(nil, iotest.ErrReader(io.ErrClosedPipe)); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

type repeated struct{ text string }

func (r *repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.text[i%len(r.text)]
	}
	return len(p) / len(r.text) * len(r.text), nil
}

// FuzzCheck checks any proof of a formula with a model: none is valid.
func FuzzCheck(f *testing.F) {
	f.Add([]byte("1 0\nd 1 2 0\n3 -1 0\n0\n"))
	f.Add([]byte("a\x02\x00d\x02\x04\x00a\x00"))
	f.Fuzz(func(t *testing.T, proof []byte) {
		c := drat.New(1 << 20)
		for _, clause := range [][]int32{{1, 2}, {1, -2}, {-1, 2}, {3, 4, 5}, {-3, -4}, {-5, 1}} {
			if err := c.Add(clause...); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Check(context.Background(), bytes.NewReader(proof)); err == nil {
			t.Fatal("the proof is taken")
		}
	})
}
