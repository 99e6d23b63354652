// This file defines tests of reading and writing.

package dimacs_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/allsat/sat/dimacs"
	"github.com/ijit/ijit/parser/diagnostic"
)

func read(r io.Reader) (h dimacs.Header, clauses [][]sat.Lit, err error) {
	h, err = dimacs.Read(r, "x.cnf", func(c []sat.Lit) error {
		clauses = append(clauses, slices.Clone(c))
		return nil
	})
	return h, clauses, err
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"p cnf 3 2\n1 -2 0\n2 3 -1 0\n":                 "3 [[1 -2] [2 3 -1]]",
		"c x\n\n c y\np  cnf\t3 2 \r\n1\n-2 0 2 3 -1 0": "3 [[1 -2] [2 3 -1]]",
		"p cnf 0 0\n":    "0 []",
		"p cnf 0 1\n0\n": "0 [[]]",
		"p cnf 2 2\n1 0\nc between\n  c too\n2\nc within\n-1 0\n":  "2 [[1] [2 -1]]",
		"p cnf 2 1\n1 2 0\n%\n0\n":                                 "2 [[1 2]]",
		"p cnf 1073741823 1\n1073741823 -1073741823 0":             "1073741823 [[1073741823 -1073741823]]",
		"p cnf 9 1\n" + strings.Repeat("0000000001 ", 3) + "-02 0": "9 [[1 1 1 -2]]",
	} {
		for name, r := range map[string]io.Reader{
			"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text)), "with error": iotest.DataErrReader(strings.NewReader(text)),
		} {
			h, clauses, err := read(r)
			if got := fmt.Sprint(h.Variables, clauses); err != nil || got != strings.Replace(want, "[]", "[]", 1) {
				t.Errorf("%s %q: %s %v", name, text, got, err)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "x.cnf:1:1: the file has no line p\n\n",
		"1 2 0\n":                             "x.cnf:1:1: line p is missing\n1 2 0\n^\n",
		"p dnf 1 1\n":                         "x.cnf:1:3: \"dnf\" where cnf should be\np dnf 1 1\n  ^\n",
		"p cnf x 1\n":                         "x.cnf:1:7: \"x\" where the number of variables should be\np cnf x 1\n      ^\n",
		"p cnf 1\n":                           "x.cnf:1:8: the line ends where the number of clauses should be\np cnf 1\n       ^\n",
		"p cnf 1 1 1\n":                       "x.cnf:1:11: unexpected \"1\" behind line p\np cnf 1 1 1\n          ^\n",
		"p cnf 1073741824 1\n":                "x.cnf:1:7: too many variables\np cnf 1073741824 1\n      ^\n",
		"p cnf 2 1\n1\t3 0\n":                 "x.cnf:2:3: variable 3 is out of range\n1\t3 0\n \t^\nhint: line p declares 2 variables",
		"p cnf 2 1\n1 -9999999999999999999 0": "x.cnf:2:3: variable 9999999999999999999 is out of range\n1 -9999999999999999999 0\n  ^\n",
		"p cnf 2 1\n1 2x 0\n":                 "x.cnf:2:3: \"2x\" where a literal should be\n1 2x 0\n  ^\n",
		"p cnf 2 1\n1 - 2 0\n":                "x.cnf:2:3: \"-\" where a literal should be\n1 - 2 0\n  ^\n",
		"p cnf 2 1\n1 -0 0\n":                 "x.cnf:2:3: \"-0\" where a literal should be\n1 -0 0\n  ^\n",
		"p cnf 2 1\n1 2\n":                    "x.cnf:2:4: the file ends within a clause\n1 2\n   ^\nhint: a clause ends in 0",
		"p cnf 2 2\n1 2 0\n":                  "x.cnf:2:6: the file ends after 1 clauses\n1 2 0\n     ^\nhint: line p declares 2 clauses",
		"p cnf 2 1\n1 2 0 1 0\n":              "x.cnf:2:7: a clause too many\n1 2 0 1 0\n      ^\nhint: line p declares 1 clauses",
		"p cnf 2 1\n1 \x00 0\n":               "x.cnf:2:3: not a text file",
		"p cnf 5 1\n" + strings.Repeat("1 ", 100_000) + "6 0": "x.cnf:2:200001: variable 6 is out of range\n..." + strings.Repeat("1 ", 30) + "6 0\n" + strings.Repeat(" ", 63) + "^\n",
	} {
		_, _, err := read(strings.NewReader(text))
		var e *diagnostic.Diagnostic
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error()+"\n", strings.TrimSuffix(want, "\n")) {
			t.Errorf("%.40q: %v\nwant %s", text, err, want)
		}
	}
	broken := errors.New("broken")
	if _, _, err := read(io.MultiReader(strings.NewReader("p cnf 1 1\n1"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, err := dimacs.Read(strings.NewReader("p cnf 1 1\n1 0"), "", func([]sat.Lit) error { return broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// FuzzDIMACS reads any text. What can be read is the same when it is written and read again,
// and when it comes in small pieces.
func FuzzDIMACS(f *testing.F) {
	f.Add([]byte("c x\np cnf 3 2\n1 -2 0\n2 3 -1 0\n"))
	f.Add([]byte("p cnf 2 1\n1 2x 0\n"))
	f.Add([]byte("p cnf 2 1\n1 2 0\n%\n0\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		h, clauses, err := read(bytes.NewReader(text))
		_, pieces, err2 := read(iotest.HalfReader(bytes.NewReader(text)))
		if fmt.Sprint(clauses, err) != fmt.Sprint(pieces, err2) {
			t.Fatalf("%v %v, in pieces %v %v", clauses, err, pieces, err2)
		}
		if err != nil {
			var e *diagnostic.Diagnostic
			if !errors.As(err, &e) || e.Pos.Line < 1 || e.Pos.Col < 1 {
				t.Fatal(err)
			}
			return
		}
		var out bytes.Buffer
		if err := dimacs.Write(&out, h.Variables, slices.Values(clauses)); err != nil {
			t.Fatal(err)
		}
		h2, again, err := read(&out)
		if h2 != h || err != nil || fmt.Sprint(again) != fmt.Sprint(clauses) {
			t.Fatalf("%v %v, again %v %v %v", h, clauses, h2, again, err)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := []byte("p cnf 1000000 1000000\n" + strings.Repeat("123456 -999999 31 0\n", 1_000_000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := dimacs.Read(bytes.NewReader(text), "", func([]sat.Lit) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
