// This file tests what the parser says about programs that are wrong.

package parser

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser/diagnostic"
)

// An errorCase is a wrong program and what is said about it.
type errorCase struct{ name, src, want string }

const errorFile = "testdata/errors.txtar"

// readErrorCases reads errorFile: a comment, then pairs of files, each behind a
// line "-- name --".
func readErrorCases(t *testing.T) (comment string, cases []errorCase) {
	t.Helper()
	data, err := os.ReadFile(errorFile)
	if err != nil {
		t.Fatal(err)
	}
	comment, rest, ok := strings.Cut(string(data), "-- ")
	for ok {
		var c errorCase
		var head string
		c.name, rest, _ = strings.Cut(rest, ".bp --\n")
		c.src, rest, ok = strings.Cut(rest, "-- ")
		if head, rest, _ = strings.Cut(rest, ".err --\n"); !ok || head != c.name {
			t.Fatalf("%s: %s.bp is followed by %.40q", errorFile, c.name, head)
		}
		c.want, rest, ok = strings.Cut(rest, "-- ")
		cases = append(cases, c)
	}
	return comment, cases
}

// TestErrors compares all messages for the programs in errorFile with the ones
// behind them there. Run with -update-errors after a change, and read the
// difference.
func TestErrors(t *testing.T) {
	comment, cases := readErrorCases(t)
	var updated strings.Builder
	updated.WriteString(comment)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseFile(c.name+".bp", []byte(c.src))
			if err == nil {
				t.Fatalf("no error in\n%s", c.src)
			}
			got := err.Error() + "\n"
			fmt.Fprintf(&updated, "-- %[1]s.bp --\n%[2]s-- %[1]s.err --\n%[3]s", c.name, c.src, got)
			if diff := cmp.Diff(c.want, got); diff != "" && !*updateErrors {
				t.Errorf("messages differ (-want +got):\n%s", diff)
			}
		})
	}
	if *updateErrors {
		if err := os.WriteFile(errorFile, []byte(updated.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var updateErrors = flag.Bool("update-errors", false, "rewrite "+errorFile)

// TestNoText tests sources that cannot be shown, or are not there.
func TestNoText(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"empty", "", "x.bp:1:1: there is no procedure in this file\nhint: a program has at least: void main() begin skip; end"},
		{"NUL", "void main() begin\n sk\x00ip; end", "x.bp:2:4: NUL byte: this is not text"},
		{"UTF-16", "\xFF\xFEv\x00o\x00i\x00d\x00", "x.bp:1:1: this is not UTF-8 text\nhint: it starts like UTF-16"},
		{"gzip", "\x1F\x8B\x08\x00abc", "x.bp:1:1: this is not text\nhint: it starts like a gzip file"},
		{"Latin-1", "// gr\xFCn\nvoid main() begin skip; end", "x.bp:1:6: invalid UTF-8\nhint: programs are ASCII; comments and names in braces may hold any UTF-8"},
		{"cut UTF-8", "// gr\xC3", "x.bp:1:6: invalid UTF-8\nhint: programs are ASCII; comments and names in braces may hold any UTF-8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := ParseFile("x.bp", []byte(test.src))
			if f != nil || err == nil || err.Error() != test.want {
				t.Errorf("got %v\nwant %s", err, test.want)
			}
		})
	}
}

// TestErrorValues tests that callers get at the parts of an error.
func TestErrorValues(t *testing.T) {
	_, err := ParseFile("dir/x.bp", []byte("void main() begin\r\n\tgoto l2;\r\n\tl1: skip;\r\nend\r\n"))
	var list ErrorList
	var d *Diagnostic
	if !errors.As(err, &list) || !errors.As(err, &d) || len(list) != 1 {
		t.Fatalf("error is %#v", err)
	}
	want := Diagnostic{
		File: "dir/x.bp", Pos: Pos{Line: 2, Col: 7}, Message: "undefined label l2",
		Hint: "did you mean l1?", Source: "\tgoto l2;",
	}
	if diff := cmp.Diff(want, *d); diff != "" {
		t.Error(diff)
	}
	if want := "dir/x.bp:2:7: undefined label l2\n\tgoto l2;\n\t     ^\nhint: did you mean l1?"; d.Error() != want {
		t.Errorf("got\n%s\nwant\n%s", d.Error(), want)
	}
}

// TestTooManyErrors tests that the list is cut, and stays sorted.
func TestTooManyErrors(t *testing.T) {
	src := "void main() begin\n" + strings.Repeat("goto nowhere;\n)\n", 50) + "end\n"
	_, err := ParseFile("x.bp", []byte(src))
	var list ErrorList
	if !errors.As(err, &list) {
		t.Fatalf("error is %v", err)
	}
	if len(list) != diagnostic.MaxDiagnostics+1 || list[diagnostic.MaxDiagnostics].Message != "too many errors" {
		t.Errorf("%d errors, the last is %v", len(list), list[len(list)-1])
	}
	for i := 1; i < len(list); i++ {
		if list[i].Pos.Before(list[i-1].Pos) {
			t.Errorf("%v is behind %v", list[i].Pos, list[i-1].Pos)
		}
	}
}

// TestTooLong tests the limit on what participle gets at once, and what it costs.
func TestTooLong(t *testing.T) {
	campaign.Turn(t, 0, 4) // it takes a million words
	src := "decl " + strings.Repeat("a,", maxRegion/2) + "a; decl b; void main() begin a := b; c := b; end"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ParseFile("x.bp", []byte(src))
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 700*maxRegion {
		t.Errorf("%d bytes allocated for %d tokens", n, maxRegion)
	}
	list, ok := err.(ErrorList)
	if !ok || len(list) != 2 || list[0].Message != "statement too long (more than 1048576 words and signs)" || list[1].Message != "undeclared variable c" {
		t.Errorf("got %.1000v", err)
	}
}

// TestErrorsDoNotStop tests that a mistake anywhere, made by dropping or
// doubling one token of a good program, is one error or few, all in order,
// and that the parser comes back.
func TestErrorsDoNotStop(t *testing.T) {
	var tokens []string
	s := newScanner(everything)
	for t := s.next(); t.text != ""; t = s.next() {
		tokens = append(tokens, t.text)
	}
	for i := range tokens {
		if !campaign.Due(t, i%3, 3) {
			continue
		}
		for _, change := range [][]string{
			append(append([]string{}, tokens[:i]...), tokens[i+1:]...),
			append(append(append([]string{}, tokens[:i]...), tokens[i]), tokens[i:]...),
			append(append(append([]string{}, tokens[:i]...), "%"), tokens[i+1:]...),
			tokens[:i],
		} {
			src := strings.Join(change, "\n")
			f, err := ParseFile("x.bp", []byte(src))
			if err == nil {
				if err := f.Check(); err != nil {
					t.Errorf("token %d: %v", i, err)
				}
				continue
			}
			var list ErrorList
			if !errors.As(err, &list) || len(list) > 12 {
				t.Errorf("token %d (%s): %d errors:\n%v\n%s", i, tokens[i], len(list), err, src)
			}
		}
	}
}

// TestLongNames tests that names of megabytes are cut in messages.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	for _, body := range []string{
		"x := " + long, long + "()", "goto " + long, long + " := x", long + " " + long, "x := " + "1" + strings.ReplaceAll(long, "a", "0"),
		"{" + strings.ReplaceAll(long, "aaa", "aa ") + "} := x", "x := x; decl " + long, "start_thread " + long,
	} {
		_, err := ParseFile("x.bp", []byte("decl x; void main() begin "+body+"; end"))
		if text := fmt.Sprint(err); err == nil || len(text) > 1000 {
			t.Errorf("%.20s: %d bytes: %.200s", body, len(text), text)
		}
	}
	_, err := ParseFile("x.bp", []byte("decl "+long+", "+long+"; void main() begin skip; end"))
	if text := fmt.Sprint(err); err == nil || len(text) > 500 {
		t.Errorf("%d bytes: %.200s", len(text), text)
	}
}

// TestForeign tests that a file in another language is told by its name, but not a Boolean
// program with a mistake.
func TestForeign(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"x.c", "f() { }", "C"},
		{"x.GO", "", "Go"},
		{"dir.c/x.smv", "a", "SMV"},
		{"x.pml.gz", "a", "Promela"},
		{"x.c", "void main() begin x := 1; end", ""},
		{"dir.c/x", "a", ""},
		{"x.bp", "init := 1;", "Promela"},
		{"x.bp", "void main() begin\ninit := 1;\nend", ""},
	} {
		_, err := ParseFile(test.name, []byte(test.src))
		got := ""
		if _, rest, ok := strings.Cut(fmt.Sprint(err), "this looks like "); ok {
			got, _, _ = strings.Cut(rest, ",")
		}
		if err == nil || got != test.want {
			t.Errorf("%s, %q: %v", test.name, test.src, err)
		}
	}
}
