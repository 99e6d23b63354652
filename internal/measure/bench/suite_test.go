// This file tests suites, lists, wants and plans.

package bench

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/systems"
)

// program is the text of a program that no other name has.
func program(name string, wants ...string) string {
	text := "// " + name + "\n"
	for _, w := range wants {
		text += "// want: " + w + "\n"
	}
	return text + "\nvoid main() begin skip; end\n// want: nonsense, and not at the top\n"
}

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// texts describes instances, one in each line.
func texts(dir string, s *Suite) []string {
	var list []string
	for _, i := range s.Instances {
		name, _ := filepath.Rel(dir, i.Path)
		text := fmt.Sprintf("%s %v", filepath.ToSlash(name), i.Question)
		if i.Belief != (Belief{}) {
			text += strings.ReplaceAll(fmt.Sprintf(" safe %d unsafe %d", i.Belief.SafeUpTo, i.Belief.UnsafeFrom), fmt.Sprint(Any), "any")
		}
		if !slices.Equal(i.Threads, []int{0}) {
			text += fmt.Sprint(" threads ", i.Threads)
		}
		list = append(list, text)
	}
	return list
}

func TestSuites(t *testing.T) {
	dir := write(t,
		"a.bp", program("a", "SAFE threads=2", "UNSAFE threads=4 depth=7", "UNSAFE initial=2", "SAFE label=L cutoff=3"),
		"sub/b.bp.gz", zipped(t, program("b", "UNSAFE", "SAFE frob=3")),
		"sub/c.tts", "2 2\n0 0 -> 1 1\n",
		"sub/c.prop", "1|1\n",
		"sub/d.tts", "2 2\n",
		"sub/d.tts.prop", "1|0\n",
		"copy.bp", program("a", "SAFE threads=2", "UNSAFE threads=4 depth=7", "UNSAFE initial=2", "SAFE label=L cutoff=3"),
		"open/e.bp", program("e", "UNKNOWN", "UNSAFE switches=2", "SAFE rounds=1 threads=2", "ltl UNSAFE threads=1 fair G F x"),
		"notes.md", "nothing",
		"sources/f.c", "// want: UNSAFE\n// want: UNSAFE label=error_1 inputs=3\n",
		"plain.txt", "# two\na SAFE\n\nsub/b.bp.gz unsafe\n",
		"full.tsv", "program\tn\tthreads\texpected\tinitial\ttarget\n"+
			"a.bp\t9\t\tSAFE\n"+
			"sub/c\t9\t2\tUNSAFE\tmany\t1|0\n"+
			"sub/c.tts\t9\t3\t-\tmany\t1|0\n"+
			"sub/c.tts\t9\t3\t?\t0/0\t1|0\r\n",
		"opts.csv", "file,verdict,options\na.bp,UNSAFE,label L threads 2\n\"a.bp\",,\"--initial=2 --atomic=small\"\n",
	)
	for _, test := range []struct {
		names    string
		standard Question
		want     []string
		notes    string
	}{
		{names: ".", want: []string{
			"a.bp {one   big} safe 2 unsafe 4", "open/e.bp {one   big}", "sub/b.bp.gz {one   big} safe 0 unsafe any",
			"sub/c.tts {0|0 1|1  }", "sub/d.tts {0|0 1|0  }",
		}, notes: "frob;1 instances have the content"},
		{names: "a.bp", standard: Question{Initial: "2"}, want: []string{"a.bp {2   big} safe 0 unsafe any"}},
		{names: "a.bp", standard: Question{Label: "L", Atomic: "small"}, want: []string{"a.bp {one  L small} safe any unsafe 0"}},
		{names: "sub/*", standard: Question{Initial: "many"}, want: []string{
			"sub/b.bp.gz {many   big}", "sub/c.tts {0/0 1|1  }", "sub/d.tts {0/0 1|0  }",
		}, notes: "frob"},
		{names: "sources/*.c", want: []string{"sources/f.c {one   big} safe 0 unsafe any"}},
		{names: "sources/f.c", standard: Question{Label: "error_1"}, want: []string{"sources/f.c {one  error_1 big} safe 0 unsafe any"}},
		{names: "plain.txt", want: []string{"a.bp {one   big} safe any unsafe 0", "sub/b.bp.gz {one   big} safe 0 unsafe any"}},
		{names: "full.tsv", want: []string{"a.bp {one   big} safe any unsafe 0", "sub/c.tts {0/0 1|0  } safe 0 unsafe 2 threads [2 3]"},
			notes: "ignored columns: n;1 instances have"},
		{names: "opts.csv", want: []string{"a.bp {one  L big} safe 0 unsafe 2 threads [2]", "a.bp {2   small} safe 0 unsafe any"}},
	} {
		var names []string
		for name := range strings.FieldsSeq(test.names) {
			names = append(names, filepath.Join(dir, name))
		}
		s, err := ReadSuite(names, test.standard)
		if err != nil {
			t.Errorf("%s: %v", test.names, err)
			continue
		}
		if diff := cmp.Diff(test.want, texts(dir, s)); diff != "" {
			t.Errorf("%s: %s", test.names, diff)
		}
		notes := strings.Join(s.Notes, ";")
		for want := range strings.SplitSeq(test.notes, ";") {
			if !strings.Contains(notes, want) || (notes == "") != (test.notes == "") {
				t.Errorf("%s: the notes are %q, want %q", test.names, notes, test.notes)
			}
		}
	}
}

func TestSuiteErrors(t *testing.T) {
	dir := write(t,
		"a.bp", program("a", "SAFE", "UNSAFE threads=2"),
		"b.bp", program("b", "PERHAPS"),
		"c.bp", program("c"),
		"empty/x.md", "",
		"bad.bp.gz", "\x1f\x8bno",
		"1.tsv", "file\tverdict\nc.bp\tperhaps\n",
		"2.tsv", "file\nc.bp\tSAFE\n",
		"3.tsv", "file\tverdict\n\tSAFE\n",
		"4.tsv", "file\tthreads\nc.bp\t0\n",
		"5.tsv", "file\tverdict\nc.bp\tSAFE\nc.bp\tUNSAFE\n",
		"6.tsv", "# nothing\n",
		"7.csv", "file,verdict\n\"c.bp,SAFE\n",
		"8.tsv", "file\toptions\nc.bp\tlabel\n",
		"9.tsv", "file\toptions\nc.bp\tfrob 1\n",
		"10.txt", "gone.bp SAFE\n",
		"11.tsv", "file\tatomic\nc.bp\thuge\n",
	)
	for name, want := range map[string]string{
		"a.bp": "contradict one another: SAFE for any number of threads, UNSAFE for 2 threads",
		"b.bp": "b.bp:2: ", "bad.bp.gz": "bad.bp.gz: unexpected EOF", "gone.bp": "gone.bp", "gone*.bp": "matches no", "[": "syntax error",
		"empty": "no .bp", "empty/x.md": "none of",
		"1.tsv": "1.tsv:2: verdict", "2.tsv": "2.tsv:2: 2 columns", "3.tsv": "3.tsv:2: no file", "4.tsv": "4.tsv:2: \"0\"",
		"5.tsv": "5.tsv:3: ", "6.tsv": "names no instance", "7.csv": "7.csv:2: ", "8.tsv": "by turns", "9.tsv": "frob",
		"10.txt": "gone.bp", "11.tsv": "huge",
	} {
		_, err := ReadSuite([]string{filepath.Join(dir, name)}, Question{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestSharedLists reads the lists of the suites as they are.
func TestSharedLists(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "suites")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the shared suites are not here (%v)", err)
	}
	for list, want := range map[string]int{
		"coverability/expected.tsv": 71, "satabs/expected-unbounded.tsv": 82, "satabs/expected.tsv": 42, "boppo/expected.tsv": 19, "bluetooth/expected.tsv": 12,
	} {
		s, err := ReadSuite([]string{filepath.Join(dir, list)}, Question{})
		if err != nil || len(s.Instances) != want {
			t.Errorf("%s: %d instances, want %d; %v", list, len(s.Instances), want, err)
		}
	}
}

func TestJobs(t *testing.T) {
	bp := &Instance{Path: "a.bp", Threads: []int{0, 5, 2}}
	sys := &Instance{Path: "a.tts", TTS: true, Threads: []int{0}}
	text := func(jobs []*Job) string {
		var list []string
		for _, j := range jobs {
			list = append(list, fmt.Sprintf("%s:%s@%d", j.Instance.Path, j.Series(), j.Threads))
		}
		return strings.Join(list, " ")
	}
	jobs, notes, err := Matrix{Algorithms: []string{"bws", "bfs"}, Via: []string{"jit", "tts"}, Threads: []int{2, 4}}.Jobs([]*Instance{bp, sys})
	want := "a.bp:bws/jit@0 a.bp:bws/tts@0 a.bp:bfs/jit@2 a.bp:bfs/tts@2 a.bp:bfs/jit@4 a.bp:bfs/tts@4 a.bp:bfs/jit@5 a.bp:bfs/tts@5 " +
		"a.tts:bws/tts@0 a.tts:bfs/tts@2 a.tts:bfs/tts@4"
	if got := text(jobs); err != nil || got != want || len(notes) != 1 || !strings.HasPrefix(notes[0], "3 runs of .tts") {
		t.Errorf("%s\nwant %s\n%v, %v", got, want, notes, err)
	}
	jobs, _, err = Matrix{Algorithms: []string{"auto", "bfs"}, Threads: []int{2, 4}}.Jobs([]*Instance{{Path: "a.c", Threads: []int{0}}})
	if got, want := text(jobs), "a.c:auto@0 a.c:bfs@0"; got != want || err != nil {
		t.Errorf("%s, want %s, %v", got, want, err)
	}
	jobs, _, err = Matrix{Algorithms: []string{"bws", "bebop"}, Via: []string{"jit", "tts"}, Exact: true}.Jobs([]*Instance{bp, sys, {Path: "a.c", Threads: []int{0}}})
	want = "a.bp:bws/jit-exact@0 a.bp:bws/tts-exact@0 a.bp:bebop/exact@0 a.tts:bws/tts@0 a.c:bws@0 a.c:bebop@0"
	if got := text(jobs); got != want || err != nil {
		t.Errorf("%s, want %s, %v", got, want, err)
	}
	jobs, notes, err = Matrix{}.Jobs([]*Instance{{Path: "a.bp", Threads: []int{0}}})
	versions := 0
	for _, a := range systems.Algorithms() {
		switch {
		case a.Formulas():
		case a.Direct():
			versions++
		default:
			versions += 3
		}
	}
	if len(jobs) != versions || len(notes) != 0 || err != nil {
		t.Errorf("%d jobs by default, %v, %v", len(jobs), notes, err)
	}
	for _, m := range []Matrix{{Algorithms: []string{"magic"}}, {Via: []string{"air"}}, {Threads: []int{0}}} {
		if _, _, err := m.Jobs(nil); err == nil {
			t.Errorf("%+v is accepted", m)
		}
	}
}

// TestFind checks which rows make a run superfluous.
func TestFind(t *testing.T) {
	q := Question{Initial: "one", Atomic: "big"}
	j := &Job{Instance: &Instance{Path: "new-name.bp", SHA256: "s", Question: q}, Algorithm: "bws", Via: "jit"}
	c := Conditions{Timeout: time.Minute, Memory: 1000, Program: "p", Machine: "m"}
	base := Row{Instance: "x.bp", SHA256: "s", Question: q, Algorithm: "bws", Via: "jit", Timeout: time.Minute, Memory: 1000,
		Program: "p", Machine: "m", Verdict: Unknown, Reason: "timeout", Wall: time.Minute, Peak: 900}
	for _, test := range []struct {
		name   string
		change func(*Row)
		want   bool
	}{
		{"the same", func(*Row) {}, true},
		{"other content", func(r *Row) { r.SHA256 = "t" }, false},
		{"other question", func(r *Row) { r.Label = "L" }, false},
		{"other algorithm", func(r *Row) { r.Algorithm = "km" }, false},
		{"other version", func(r *Row) { r.Via = "bp" }, false},
		{"explored as it is", func(r *Row) { r.Via = "jit-exact" }, false},
		{"other bound", func(r *Row) { r.Threads = 3 }, false},
		{"other program", func(r *Row) { r.Program = "p2" }, false},
		{"other machine", func(r *Row) { r.Machine = "m2" }, false},
		{"stopped by a tighter limit", func(r *Row) { r.Timeout = time.Second }, false},
		{"stopped by less memory", func(r *Row) { r.Memory, r.Reason = 900, "memory" }, false},
		{"decided within a tighter limit", func(r *Row) { r.Timeout, r.Verdict, r.Reason, r.Wall = time.Second, Safe, "", 5e8 }, true},
		{"decided within a wider limit, fast", func(r *Row) { r.Timeout, r.Verdict, r.Reason, r.Wall = time.Hour, Safe, "", 5e8 }, true},
		{"decided within a wider limit, slowly", func(r *Row) { r.Timeout, r.Verdict, r.Reason, r.Wall = time.Hour, Safe, "", 2*time.Minute }, false},
		{"decided with more memory", func(r *Row) { r.Memory, r.Verdict, r.Reason, r.Peak = 0, Safe, "", 2000 }, false},
		{"unsupported, other limits", func(r *Row) { r.Timeout, r.Reason, r.Wall = time.Hour, "unsupported", 1 }, true},
		{"interrupted", func(r *Row) { r.Reason = "interrupted" }, false},
		{"an error, other limits", func(r *Row) { r.Timeout, r.Verdict, r.Reason, r.Wall = time.Hour, Error, "", 1 }, false},
		{"an error, the same limits", func(r *Row) { r.Verdict, r.Reason = Error, "" }, true},
	} {
		r := base
		test.change(&r)
		if _, got := newIndex([]Row{r}).find(j, c); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
	newest := base
	newest.States = 1
	if r, _ := newIndex([]Row{base, newest}).find(j, c); r.States != 1 {
		t.Error("an older row is found")
	}
}

func TestCommand(t *testing.T) {
	for want, r := range map[string]Row{
		"ijit check --algorithm bfs --via jit --threads=3 a.bp": {Instance: "a.bp", Question: Question{Initial: "one", Atomic: "big"}, Algorithm: "bfs", Via: "jit", Threads: 3},
		"ijit check --algorithm bws --via tts '--initial=0/0|' '--target=1|2' 'x y.tts.gz'": {Instance: "x y.tts.gz",
			Question: Question{Initial: "0/0|", Target: "1|2"}, Algorithm: "bws", Via: "tts"},
		"ijit check --algorithm bws --via bp --initial=many --label=L --atomic=small -- -a.bp": {Instance: "-a.bp",
			Question: Question{Initial: "many", Label: "L", Atomic: "small"}, Algorithm: "bws", Via: "bp"},
		"ijit check --algorithm bfs --via jit --exact --threads=3 a.bp": {Instance: "a.bp", Question: Question{Initial: "one", Atomic: "big"}, Algorithm: "bfs", Via: "jit-exact", Threads: 3},
		"ijit check --algorithm bebop --exact a.bp":                     {Instance: "a.bp", Question: Question{Initial: "one", Atomic: "big"}, Algorithm: "bebop", Via: "exact"},
	} {
		if got := r.Command(); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

func TestSummarize(t *testing.T) {
	q := Question{Initial: "one"}
	rows := []Row{
		{Instance: "a", SHA256: "a", Question: q, Algorithm: "bfs", Via: "jit", Threads: 3, Verdict: Safe, Cut: true, CPU: time.Second, Peak: 3e6, Expected: Unsafe},
		{Instance: "a", SHA256: "a", Question: q, Algorithm: "bws", Via: "jit", Verdict: Unsafe, Expected: Unsafe},
		{Instance: "b", SHA256: "b", Question: q, Algorithm: "bfs", Via: "jit", Threads: 3, Verdict: Safe, CPU: time.Second, Peak: 4e6},
		{Instance: "b", SHA256: "b", Question: q, Algorithm: "bws", Via: "jit", Verdict: Unsafe},
		{Instance: "c", SHA256: "c", Question: q, Algorithm: "bws", Via: "jit", Verdict: Unknown, Reason: "timeout", Expected: Safe},
		{Instance: "d", SHA256: "d", Question: q, Algorithm: "bws", Via: "jit", Verdict: Unknown, Reason: "memory"},
		{Instance: "e", SHA256: "e", Question: q, Algorithm: "bws", Via: "jit", Verdict: Unknown, Reason: "unsupported"},
		{Instance: "f", SHA256: "f", Question: q, Algorithm: "bws", Via: "jit", Verdict: Error},
	}
	s := Summarize(rows)
	var b strings.Builder
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := "series   runs  SAFE  UNSAFE  timeout  memory  other  error  CPU s  peak MB\n" +
		"bfs/jit     2     2       0        0       0      0      0   2.00        4\n" +
		"bws/jit     6     0       2        1       1      1      1   0.00        0\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	// The bound of the first run mattered, that of the third did not.
	if len(s.Wrong) != 1 || s.Wrong[0].Instance != "a" || s.Errors != 1 ||
		!slices.Equal(s.Disagree, []string{"b: SAFE for any number of threads, but UNSAFE for any number of threads"}) {
		t.Errorf("wrong %v, errors %d, disagree %q", s.Wrong, s.Errors, s.Disagree)
	}
}
