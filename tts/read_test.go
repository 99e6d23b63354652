// This file defines the tests of reading and writing tables.

package tts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser/diagnostic"
	"pgregory.net/rapid"
)

func written(t tester, sys *TTS, opts WriteOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, sys, opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What is read, as it is written again.
func TestReadForms(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"header only", "3 4", "3 4\n"},
		{"plain", "2 2\n0 0 -> 1 1\n1 1 +> 0 0\n", "2 2\n0 0 -> 1 1\n1 1 +> 0 0\n"},
		{"CRLF, tabs, no last line break", "2\t2\r\n\t0 0\t-> 1 1 \r\n1 1 +> 0 0", "2 2\n0 0 -> 1 1\n1 1 +> 0 0\n"},
		{"byte order mark", "\uFEFF2 2\n0 0 -> 1 1\n", "2 2\n0 0 -> 1 1\n"},
		{"no blanks around arrows", "2 2\n0 0->1 1 0~>1\n", "2 2\n0 0 -> 1 1 0 ~> 1\n"},
		{"comments", "#a\n  # 1 1\n2 2#b\n# c\n0 0 -> 1 1#d\n1 1 -> 0 0 # e -> f\n\n#", "2 2\n0 0 -> 1 1\n1 1 -> 0 0\n"},
		{"bytes of no encoding in a comment", "1 1 # \xff\x80\n", "1 1\n"},
		{"leading zeros", "02 0000000000002\n00 0 -> 01 1\n", "2 2\n0 0 -> 1 1\n"},
		{"order and repetition", "2 2\n1 1 -> 0 0\n0 0 -> 1 1\n1 1 -> 0 0\n", "2 2\n0 0 -> 1 1\n1 1 -> 0 0\n"},
		{"two transfer lists are two edges", "1 4\n0 0 -> 0 1 2 ~> 3\n0 0 -> 0 1 2 ~> 1\n0 0 -> 0 1\n",
			"1 4\n0 0 -> 0 1\n0 0 -> 0 1 2 ~> 1\n0 0 -> 0 1 2 ~> 3\n"},
		{"one transfer list in two spellings", "1 4\n0 0 -> 0 1 2 ~> 3 2 ~> 2 1 ~> 1\n0 0 -> 0 1 2 ~> 2 2 ~> 3 2 ~> 3 2 ~> !\n",
			"1 4\n0 0 -> 0 1 2 ~> 2 2 ~> 3\n"},
		{"transfers that do nothing", "1 4\n0 0 -> 0 1 2 ~> 2\n0 0 -> 0 1\n0 0 -> 0 2 1 ?> 1\n",
			"1 4\n0 0 -> 0 1\n0 0 -> 0 2 1 ?> 1\n"},
		{"environment", "2 4\n0 1 ~> 1 2\n0 2 ~> 1 3\n0 1 ~> 1 3\n0 0 ~> 0 1\n",
			"2 4\n0 0 ~> 0 1\n0 1 ~> 1 2\n0 1 ~> 1 3\n0 2 ~> 1 3\n"},
		{"environment that moves nobody", "2 4\n1 3 ~> 0 3\n", "2 4\n1 0 ~> 0 0\n"},
		{"two environments between the same states", "2 4\n0 1 ~> 1 2\n0 - -> 1 - 2 ~> 3\n0 - -> 1 -\n0 - -> 1 - 0 ~> !\n",
			"2 4\n0 - -> 1 -\n0 - -> 1 - 0 ~> !\n0 - -> 1 - 1 ~> 2\n0 - -> 1 - 2 ~> 3\n"},
		{"environment between edges", "3 1\n2 0 -> 2 0\n0 0 ~> 1 0\n0 0 -> 0 0\n1 0 ~> 2 0\n2 0 ~> 0 0",
			"3 1\n0 0 -> 0 0\n0 0 ~> 1 0\n1 0 ~> 2 0\n2 0 -> 2 0\n2 0 ~> 0 0\n"},
		{"spawns", "2 3\n0 0 -> 1 0 +> 1\n0 0 -> 1 1 +> 2\n0 0 -> 1 - +> 2\n0 - -> 1 - +> 0\n",
			"2 3\n0 0 +> 1 1\n0 0 -> 1 1 +> 2\n0 0 -> 1 - +> 2\n0 - -> 1 - +> 0\n"},
		{"ends", "2 3\n0 0 -> 1 -\n0 0 -> 1 - 1 ~> 2\n0 0 -> 1 - 1 ?> 2 1 ?> 0\n0 - -> 1 - 1 ?> 2",
			"2 3\n0 0 -> 1 -\n0 0 -> 1 - 1 ~> 2\n0 0 -> 1 - 1 ?> 0 1 ?> 2\n0 - -> 1 - 1 ?> 2\n"},
		{"transient", "9 1\ntransient 8 3\n0 0 -> 0 0\ntransient 3#4\n", "9 1\ntransient 3 8\n0 0 -> 0 0\n"},
		{"largest numbers", "4294967295 4294967295\n4294967294 4294967294 -> 0 0\n",
			"4294967295 4294967295\n4294967294 4294967294 -> 0 0\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			sys := mustRead(t, test.text)
			if diff := cmp.Diff(test.want, written(t, sys, WriteOptions{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			again := mustRead(t, test.want)
			if diff := cmp.Diff(test.want, written(t, again, WriteOptions{})); diff != "" {
				t.Errorf("again (-want +got):\n%s", diff)
			}
		})
	}
}

// The label of an edge is the first of its lines.
func TestReadLabels(t *testing.T) {
	sys := mustRead(t, "# 1\n2 2\n\n0 1 ~> 1 0\n1 1 -> 0 0\n0 0 -> 1 1\n1 1 -> 0 0\n0 0 ~> 1 1\n")
	var got []string
	for _, e := range slices.Concat(sys.Edges(), sys.Environment()) {
		got = append(got, fmt.Sprint(e.Label, ": ", sys.EdgeString(&e)))
	}
	want := []string{"6: 0 0 -> 1 1", "5: 1 1 -> 0 0", "4: 0 - -> 1 - 0 ~> 1 1 ~> 0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadErrors(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", `
x.tts:1:1: the file holds no system
hint: the first line gives the numbers of shared and of local states, as in: 5 20`},
		{"comments only", "# a\n# b", `
x.tts:2:1: the file holds no system
hint: the first line gives the numbers of shared and of local states, as in: 5 20`},
		{"binary", "\x7fELF\x02\x01\x00", `
x.tts:1:1: not a text file`},
		{"zip", "PK\x03\x04", `
x.tts:1:1: not a text file`},
		{"zero byte", "2 2\n0 0 -> 1 \x00", `
x.tts:2:10: not a text file`},
		{"gzip", "\x1f\x8b\x08\x00", `
x.tts:1:1: not a text file
hint: it is compressed with gzip`},
		{"missing header", "0 0 -> 1 1\n0 0 -> 1 1\n", `
x.tts:1:1: the header is missing
0 0 -> 1 1
^
hint: the first line gives the numbers of shared and of local states, as in: 5 20`},
		{"program", "decl x;\n", `
x.tts:1:1: "decl" where the header should be
decl x;
^
hint: the first line gives the numbers of shared and of local states, as in: 5 20`},
		{"half a header", "5\n", `
x.tts:1:2: the line ends where the number of local states should be
5
 ^`},
		{"long header", "5 5 5\n", `
x.tts:1:5: unexpected "5" behind the header
5 5 5
    ^
hint: the first line gives the numbers of shared and of local states, as in: 5 20`},
		{"nothing there", "0 5\n", `
x.tts:1:1: a system needs at least one shared and one local state
0 5
^`},
		{"big header", "4294967296 1\n", `
x.tts:1:1: number 4294967296 is larger than 4294967295
4294967296 1
^`},
		{"second header", "2 2\n2 2\n", `
x.tts:2:1: a second header, or an edge without an arrow
2 2
^
hint: the header stands once, at the beginning; an edge is written s l -> s' l', s l +> s' l' or s l ~> s' l'`},
		{"second header in range", "9 9\n8 8 # states\n", `
x.tts:2:1: a second header, or an edge without an arrow
8 8 # states
^
hint: the header stands once, at the beginning; an edge is written s l -> s' l', s l +> s' l' or s l ~> s' l'`},
		{"missing header, dash first", "0 - -> 1 -\n4294967295 0 -> 0 0\n", `
x.tts:1:1: the header is missing
0 - -> 1 -
^
hint: the first line gives the numbers of shared and of local states, as in: 5 20
x.tts:2:1: number 4294967295 is too large for a state
4294967295 0 -> 0 0
^`},
		{"blanks at the end", "0  \t\r\n", `
x.tts:1:2: the line ends where the number of local states should be
0  ` + "\t" + `
 ^`},
		{"one of two out of range", "2 2\n0 0 +> 2 1\n0 0 ~> 2 1\n0 0 ~> 1 2\n", `
x.tts:2:8: shared state 2 is out of range
0 0 +> 2 1
       ^
hint: the header declares 2 shared states, 0 to 1
x.tts:3:8: shared state 2 is out of range
0 0 ~> 2 1
       ^
hint: the header declares 2 shared states, 0 to 1
x.tts:4:10: local state 2 is out of range
0 0 ~> 1 2
         ^
hint: the header declares 2 local states, 0 to 1`},
		{"not ASCII", "2 2\n0 0 -> ä # " + strings.Repeat("ü", 30) + "\n0 0 -> 0 \xff\n", `
x.tts:2:8: "ä" where a shared state should be
0 0 -> ä # ` + strings.Repeat("ü", 30) + `
       ^
x.tts:3:10: not a text file`},
		{"long word, odd characters", "2 2\n" + strings.Repeat("x", 99) + "\n0 0 -> 1 x\u200b\n", `
x.tts:2:1: "` + strings.Repeat("x", 40) + `..." where an edge should begin
` + strings.Repeat("x", 40) + `...
^
hint: an edge is written s l -> s' l', s l +> s' l' or s l ~> s' l'
x.tts:3:10: "x\u200b" where a local state should be
0 0 -> 1 x�
         ^`},
		{"out of range", "2 3\n0 0 -> 2 1\n0\t3 -> 0 0\n0 0 -> 0 0 7 ~> 1\n", `
x.tts:2:8: shared state 2 is out of range
0 0 -> 2 1
       ^
hint: the header declares 2 shared states, 0 to 1
x.tts:3:3: local state 3 is out of range
0	3 -> 0 0
 	^
hint: the header declares 3 local states, 0 to 2
x.tts:4:12: local state 7 is out of range
0 0 -> 0 0 7 ~> 1
           ^
hint: the header declares 3 local states, 0 to 2`},
		{"large", "2 2\n99999999999999999999999999999999999 0 -> 0 0\n", `
x.tts:2:1: number 99999999999999999999999999999999999 is larger than 4294967295
99999999999999999999999999999999999 0 ->...
^`},
		{"negative", "2 2\n0 0 -> 0 -1\n", `
x.tts:2:10: a negative number where a local state should be
0 0 -> 0 -1
         ^`},
		{"truncated", "2 2\n0\n0 0 ->\n0 0 -> 1 # 1\n0 0 -> 1 1 0\n0 0 -> 1 1 0 ~>\n0 0 -> 1 1 +>", `
x.tts:2:2: the line ends where a local state should be
0
 ^
x.tts:3:7: the line ends where a shared state should be
0 0 ->
      ^
x.tts:4:9: the line ends where a local state should be
0 0 -> 1 # 1
        ^
x.tts:5:13: the line ends where ~> or ?> should be
0 0 -> 1 1 0
            ^
hint: an edge is written s l -> s' l', s l +> s' l' or s l ~> s' l'
x.tts:6:16: the line ends where a local state should be
0 0 -> 1 1 0 ~>
               ^
x.tts:7:14: the line ends where a local state should be
0 0 -> 1 1 +>
             ^`},
		{"junk", "2 2\n0 0 => 1 1\n0 0 -> 1 1x\nx\n0 0x1 -> 0 0\n0 0 -> 1 1 +\n0 0 -> 1 1 0 -> 1\n→", `
x.tts:2:5: "=>" where ->, +> or ~> should be
0 0 => 1 1
    ^
hint: an edge is written s l -> s' l', s l +> s' l' or s l ~> s' l'
x.tts:3:11: "x" where a local state should be
0 0 -> 1 1x
          ^
x.tts:4:1: "x" where an edge should begin
x
^
hint: an edge is written s l -> s' l', s l +> s' l' or s l ~> s' l'
x.tts:5:4: "x1" where ->, +> or ~> should be
0 0x1 -> 0 0
   ^
hint: an edge is written s l -> s' l', s l +> s' l' or s l ~> s' l'
x.tts:6:12: "+" where +> should be
0 0 -> 1 1 +
           ^
hint: an edge is written s l -> s' l', s l +> s' l' or s l ~> s' l'
x.tts:7:14: "->" where ~> or ?> should be
0 0 -> 1 1 0 -> 1
             ^
hint: an edge is written s l -> s' l', s l +> s' l' or s l ~> s' l'
x.tts:8:1: "→" where an edge should begin
→
^
hint: an edge is written s l -> s' l', s l +> s' l' or s l ~> s' l'`},
		{"mixed up", "2 2\n0 0 -> 1 1 0 ~> 1 1 ?> 0\n0 0 +> 1 1 0 ~> 1\n0 0 ~> 1 1 0 ~> 1\n0 0 -> 1 1 +> 0 +> 1\n" +
			"0 - -> 1 1\n0 - +> 1 1\n0 - ~> 1 1\ntransient\ntransient 2\n0 0 -> 1 1 0 ?> !\n", `
x.tts:2:21: ~> and ?> in one edge
0 0 -> 1 1 0 ~> 1 1 ?> 0
                    ^
hint: all transfers of an edge are of one kind: ~> for every thread, ?> for one thread
x.tts:3:12: unexpected "0" behind the end of the line's edge
0 0 +> 1 1 0 ~> 1
           ^
hint: behind +> there are no transfers
x.tts:4:12: unexpected "0" behind the end of the line's edge
0 0 ~> 1 1 0 ~> 1
           ^
hint: each such line takes one local state along; write several lines
x.tts:5:17: unexpected "+>" behind the end of the line's edge
0 0 -> 1 1 +> 0 +> 1
                ^
hint: an edge makes one new thread and then does nothing else
x.tts:6:10: a thread that comes from nowhere
0 - -> 1 1
         ^
hint: an edge without an active thread is written s - -> s' -; a new thread in l' is written s - -> s' - +> l'
x.tts:7:5: +> needs an active thread
0 - +> 1 1
    ^
hint: a thread that appears on its own is written s - -> s' - +> l'
x.tts:8:5: ~> needs a local state
0 - ~> 1 1
    ^
hint: ~> says where threads in a local state go; without any it is s - -> s' -
x.tts:9:10: the line ends where a shared state should be
transient
         ^
x.tts:10:11: shared state 2 is out of range
transient 2
          ^
hint: the header declares 2 shared states, 0 to 1
x.tts:11:17: "!" where a local state should be
0 0 -> 1 1 0 ?> !
                ^`},
		{"long line", "2 2\n0 0 -> 1 1" + strings.Repeat(" 0 ~> 1", 30) + " 0 ~> 9" + strings.Repeat(" 0 ~> 1", 30) + "\n", `
x.tts:2:227: local state 9 is out of range
... ~> 1 0 ~> 1 0 ~> 1 0 ~> 1 0 ~> 1 0 ~> 1 0 ~> 1 0 ~> 1 0 ~> 9 0 ~> 1 0 ~> 1 0 ~> 1 0 ~> 1 0 ~> 1 0 ~...
                                                               ^
hint: the header declares 2 local states, 0 to 1`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(test.text), "x.tts")
			var list diagnostic.List
			var first *diagnostic.Diagnostic
			if !errors.As(err, &list) || !errors.As(err, &first) {
				t.Fatalf("error is %T %v", err, err)
			}
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadStopsAfterManyErrors(t *testing.T) {
	_, err := Read(strings.NewReader("1 1\n"+strings.Repeat("0 1 -> 0 0\n", 1000)), "x.tts")
	var list diagnostic.List
	if !errors.As(err, &list) || len(list) != diagnostic.MaxDiagnostics+1 {
		t.Fatalf("%d errors: %v", len(list), err)
	}
	last := list[diagnostic.MaxDiagnostics]
	if last.Message != "too many errors" || last.Pos.Line != diagnostic.MaxDiagnostics+2 {
		t.Errorf("the last is %v", last)
	}
}

// A failing reader is not a wrong file, and a file that is cut anywhere by its
// reader is the same file.
func TestReadFromAnyReader(t *testing.T) {
	const text = "2 3 # \r\n0 0 -> 1 1\t0 ~> 2\n1 1 +> 0 0"
	want := mustRead(t, text)
	for name, r := range map[string]io.Reader{
		"one byte":    iotest.OneByteReader(strings.NewReader(text)),
		"half":        iotest.HalfReader(strings.NewReader(text)),
		"data at end": iotest.DataErrReader(strings.NewReader(text)),
	} {
		got, err := Read(r, "x.tts")
		if err != nil || written(t, got, WriteOptions{}) != written(t, want, WriteOptions{}) {
			t.Errorf("%s: %v", name, err)
		}
	}
	broken := errors.New("broken")
	_, err := Read(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), "x.tts")
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "x.tts: ") {
		t.Errorf("error is %v", err)
	}
	if _, err := Read(stuck{}, "x.tts"); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("error is %v", err)
	}
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// repeated is a long stream of one byte.
type repeated struct {
	c byte
	n int
}

func (r *repeated) Read(p []byte) (int, error) {
	n := min(len(p), r.n)
	for i := range p[:n] {
		p[i] = r.c
	}
	if r.n -= n; r.n == 0 {
		return n, io.EOF
	}
	return n, nil
}

// Lines may be long, but not without end: one of two such lines is read each day.
func TestReadLongLines(t *testing.T) {
	var b strings.Builder
	b.WriteString("1 1000\n0 0 -> 0 1")
	for i := range 1000 {
		for j := range 300 {
			fmt.Fprintf(&b, " %d ~> %d", i, j)
		}
	}
	sys := mustRead(t, b.String())
	if n := len(sys.Transfers(&sys.Edges()[0])); n != 300_000 {
		t.Errorf("%d transfers", n)
	}
	if got := written(t, sys, WriteOptions{}); got != b.String()+"\n" {
		t.Error("the line is not written as it was read")
	}
	for i, test := range []struct {
		c    byte
		want string
	}{{0, "x.tts:1:1: not a text file"}, {'7', "x.tts:1:1: line is too long"}} {
		if !campaign.Due(t, i, 2) {
			continue
		}
		_, err := Read(&repeated{test.c, 1 << 30}, "x.tts")
		if err == nil || err.Error() != test.want {
			t.Errorf("%q without end: %v", test.c, err)
		}
	}
}

func TestWriteComments(t *testing.T) {
	sys := mustRead(t, "2 2\n0 0 -> 1 1\n1 1 -> 0 0\n0 0 ~> 1 1\n0 1 ~> 1 0\n")
	got := written(t, sys, WriteOptions{
		Preamble: "made by\r\na test",
		Comment: func(e *Edge[uint32]) string {
			if e.From.Shared == 1 {
				return ""
			}
			return fmt.Sprintf("line\n%d", e.Label)
		},
	})
	want := `# made by
# a test
2 2
0 0 -> 1 1 # line 2
0 0 ~> 1 1 # line 4
0 1 ~> 1 0 # line 4
1 1 -> 0 0
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	broken := errors.New("broken")
	if err := Write(brokenWriter{broken}, sys, WriteOptions{}); !errors.Is(err, broken) {
		t.Errorf("error is %v", err)
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

// sameSystem reports how two tables differ, labels left aside.
func sameSystem(t, u *TTS) string {
	type shape struct {
		NumShared, NumLocal uint32
		Transient           []uint32
		Edges               []string
	}
	describe := func(t *TTS) shape {
		x := shape{t.NumShared(), t.NumLocal(), t.TransientStates(), nil}
		for _, e := range slices.Concat(t.Edges(), t.Environment()) {
			d := fmt.Sprint(e.Kind, e.From, e.To, t.Transfers(&e))
			if e.Effect != nil {
				d += fmt.Sprint(*e.Effect)
			}
			x.Edges = append(x.Edges, d)
		}
		return x
	}
	if cmp.Equal(describe(t), describe(u)) {
		return ""
	}
	return cmp.Diff(describe(t), describe(u))
}

// What is written is read as the same system, and written as the same text.
func TestReadReversesWrite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := drawSystem(t, 4, 5, 12)
		sys := y.table(t)
		text := written(t, sys, WriteOptions{Comment: func(e *Edge[uint32]) string { return e.String() }})
		again := mustRead(t, text)
		if diff := sameSystem(sys, again); diff != "" {
			t.Fatalf("%s\n(-built +read):\n%s", text, diff)
		}
		plain := written(t, sys, WriteOptions{})
		if diff := cmp.Diff(plain, written(t, again, WriteOptions{})); diff != "" {
			t.Fatalf("(-first +second):\n%s", diff)
		}
	})
}

// The order in which edges are added does not matter, nor does a detour through
// another table.
func TestBuildIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := drawSystem(t, 4, 5, 12)
		sys := y.table(t)
		y.edges = rapid.Permutation(y.edges).Draw(t, "order")
		if diff := sameSystem(sys, y.table(t)); diff != "" {
			t.Fatalf("(-one order +another):\n%s", diff)
		}
		b := NewBuilder(sys.NumShared(), sys.NumLocal())
		for _, e := range slices.Concat(sys.Environment(), sys.Edges()) {
			b.Add(e, sys.Transfers(&e)...)
		}
		b.SetTransient(sys.TransientStates()...)
		copied, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		if diff := sameSystem(sys, copied); diff != "" {
			t.Fatalf("(-original +copied):\n%s", diff)
		}
		for s := range y.numShared {
			if sys.Transient(s) != slices.Contains(y.transient, s) {
				t.Fatalf("transient(%d) is %v", s, sys.Transient(s))
			}
		}
	})
}

func TestBuilderErrors(t *testing.T) {
	at := func(s, l uint32) ThreadState[uint32] { return ThreadState[uint32]{s, l} }
	for _, test := range []struct {
		name, want string
		add        func(b *Builder)
	}{
		{"range", "tts: edge 0 0 -> 2 0 is out of range: there are 2 shared and 3 local states",
			func(b *Builder) { b.AddMove(0, 0, 2, 0); b.AddMove(0, 0, 0, 9) }},
		{"child", "tts: edge 0 0 +> 0 3: there is no local state 3",
			func(b *Builder) { b.Add(Edge[uint32]{Effect: &Effect[uint32]{Child: 3}}) }},
		{"transfer", "tts: edge 0 0 -> 0 0 ~> [0]: transfer 1 ~> 3 is out of range",
			func(b *Builder) { b.Add(Edge[uint32]{Effect: &Effect[uint32]{Kind: All}}, Transfer{1, 3}) }},
		{"no effect", "tts: edge 0 0 -> 0 0 has transfers but no effect of kind All or One",
			func(b *Builder) { b.Add(Edge[uint32]{}, Transfer{1, 2}) }},
		{"fail", "tts: edge 1 2 -> !: a table holds no Fail edges",
			func(b *Builder) { b.Add(Edge[uint32]{From: at(1, 2), Kind: Fail}) }},
		{"kind", "tts: edge of unknown kind 9",
			func(b *Builder) { b.Add(Edge[uint32]{Kind: 9}) }},
		{"effect kind", "tts: edge 0 0 -> 0 0 has an effect of unknown kind 9",
			func(b *Builder) { b.Add(Edge[uint32]{Effect: &Effect[uint32]{Kind: 9}}) }},
		{"transient", "tts: there is no shared state 2 to be transient",
			func(b *Builder) { b.SetTransient(1, 2) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := NewBuilder(2, 3)
			test.add(b)
			if _, err := b.Build(); err == nil || err.Error() != test.want {
				t.Errorf("error is %v", err)
			}
		})
	}
	if _, err := NewBuilder(0, 1).Build(); err == nil {
		t.Error("a system without shared states is built")
	}
}

// A state that no edge has is no error for a question.
func TestQuestionsOutOfRange(t *testing.T) {
	for _, text := range []string{"2 2\n0 0 -> 1 -\n0 0 ~> 1 1", "4000000000 4000000000\n7 7 -> 3999999999 -\n8 8 ~> 9 9"} {
		sys := mustRead(t, text)
		for _, k := range []uint32{2, 1000, 4_000_000_000, Omega} {
			at := ThreadState[uint32]{k, k}
			edges := sys.AppendEdges(nil, at)
			edges = sys.AppendEdges(edges, ThreadState[uint32]{0, k})
			edges = sys.AppendEnvironment(edges, k)
			edges = sys.AppendInEdges(edges, at)
			edges = sys.AppendInEdges(edges, ThreadState[uint32]{1, k})
			edges = sys.AppendInEdges(edges, ThreadState[uint32]{3999999999, k})
			edges = sys.AppendEdgesInto(edges, k)
			if len(edges) != 0 || sys.Transient(k) {
				t.Errorf("%s: state %d has edges %v", text, k, edges)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "2 2\n0 0 -> 1 1\n", "2 3\n0 0 -> 1 1 0 ~> 2 0 ~> !\n1 2 -> 0 - 1 ?> 2\n", "2 2\r\n0 0 ~> 1 1#x\r\n0 1 ~> 1 0",
		"2 2\n0 - -> 1 - +> 1\n0 - -> 1 -\ntransient 0 1\n1 1 +> 0 0\n", "4294967295 4294967295\n4294967294 7 -> 0 0", "0  \t", "\uFEFF1 1 \x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sys, err := Read(bytes.NewReader(data), "x.tts")
		if err != nil {
			var list diagnostic.List
			if !errors.As(err, &list) || len(list) == 0 || len(list) > diagnostic.MaxDiagnostics+1 || err.Error() == "" {
				t.Fatalf("%T %v", err, err)
			}
			for _, e := range list {
				if e.Pos.Line < 1 || e.Pos.Col < 1 {
					t.Fatalf("%+v", e)
				}
			}
			return
		}
		if err := sys.Check(); err != nil {
			t.Fatal(err)
		}
		text := written(t, sys, WriteOptions{})
		again := mustRead(t, text)
		if diff := sameSystem(sys, again); diff != "" {
			t.Fatalf("%q\n%s", text, diff)
		}
	})
}

// TestLongNumber checks that a number of megabytes is cut in messages.
func TestLongNumber(t *testing.T) {
	long := strings.Repeat("1", 1<<20)
	for _, text := range []string{long + " 1\n", "1 " + long + "\n", "2 2\n" + long + " 0 -> 0 0\n", "2 2\n0 0 -> 0 0" + long + "\n"} {
		_, err := Read(strings.NewReader(text), "x.tts")
		if message := fmt.Sprint(err); err == nil || len(message) > 500 {
			t.Errorf("%.20q: %d bytes, %.200s", text, len(message), message)
		}
	}
}
