// This file tests the renderers on whole traces, against files.

package render_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	goparser "go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/xeipuuv/gojsonschema"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
)

var update = flag.Bool("update", false, "write what is printed into the files in testdata")

// A golden is a file of testdata: an input, and what it looks like in each format.
// In the programs the shortest way to the error is the only one but for the
// identities of threads, so that no order of search matters. The comment in front
// may have a line "options:" with threads=, label=, target=, initial= and width=.
type golden struct {
	path    string
	archive *txtar.Archive
	trace   *render.Trace
	result  *systems.Result
	width   int
	source  string // folder of the files in C
}

func goldens(t *testing.T) []*golden {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files in testdata: %v", err)
	}
	var list []*golden
	for _, path := range paths {
		list = append(list, readGolden(t, path))
	}
	return list
}

func readGolden(t *testing.T, path string) *golden {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g := &golden{path: path, archive: a}
	o := systems.Options{SelfCheck: true}
	_, line, _ := strings.Cut(string(a.Comment), "options:")
	line, _, _ = strings.Cut(line, "\n")
	for word := range strings.FieldsSeq(line) {
		key, value, _ := strings.Cut(word, "=")
		n, _ := strconv.Atoi(value) // only used where it must be a number
		switch key {
		case "threads":
			o.Threads = n
		case "width":
			g.width = n
		case "label":
			o.Label = value
		case "switches":
			o.ContextSwitches = &n
		case "target":
			o.Target = value
		case "initial":
			o.Initial = value
		default:
			t.Fatalf("%s: unknown option %s", path, word)
		}
	}
	input := a.Files[0]
	m, err := systems.Read(input.Name, bytes.NewReader(input.Data))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if g.result, err = m.Check(context.Background(), o); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if g.result.Verdict != systems.Unsafe {
		t.Fatalf("%s: verdict %v, so there is no trace", path, g.result.Verdict)
	}
	g.trace = &render.Trace{Trace: g.result.Trace, File: input.Name, Property: g.result.Property, Meaning: m.Meaning, Text: m.Text}
	g.source = t.TempDir()
	for _, f := range a.Files {
		if name, is := strings.CutPrefix(f.Name, "src/"); is {
			if err := os.WriteFile(filepath.Join(g.source, name), f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return g
}

// styles are the parts of a page that are the same for each trace.
var styles = regexp.MustCompile(`(?s)(<style>).*?(</style>)|(\n)const \$ = .*?(</script>)`)

// show renders g; name is a format with options behind blanks: full, color, source.
func (g *golden) show(t *testing.T, name string) string {
	t.Helper()
	words := strings.Fields(name)
	f, found := render.FormatNamed(words[0])
	if !found {
		t.Fatalf("%s: no format %s", g.path, words[0])
	}
	o := render.Options{
		Width: g.width,
		Full:  slices.Contains(words, "full"),
		Color: slices.Contains(words, "color"),
	}
	if slices.Contains(words, "source") {
		source, err := render.OpenSource(g.source)
		if err != nil {
			t.Fatal(err)
		}
		defer source.Close()
		o.Source = source
	}
	var b bytes.Buffer
	if err := f.Write(&b, g.trace, o); err != nil {
		t.Fatalf("%s: %v", g.path, err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for _, g := range goldens(t) {
		t.Run(filepath.Base(g.path), func(t *testing.T) {
			for i := range g.archive.Files[1:] {
				f := &g.archive.Files[i+1]
				if strings.HasPrefix(f.Name, "src/") {
					continue
				}
				got := styles.ReplaceAllString(g.show(t, f.Name), "$1$3$2$4")
				if *update {
					f.Data = []byte(got)
				} else if diff := cmp.Diff(string(f.Data), got); diff != "" {
					t.Errorf("%s (-want +got; go test -update writes it):\n%s", f.Name, diff)
				}
			}
			if *update {
				if err := os.WriteFile(g.path, txtar.Format(g.archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestNumbers checks that steps are numbered as depths are counted.
func TestNumbers(t *testing.T) {
	for _, g := range goldens(t) {
		doc := render.Doc(g.trace, render.Options{})
		if n := len(doc.Steps); n > 0 && doc.Steps[n-1].Depth != g.result.Depth {
			t.Errorf("%s: the last step has depth %d, the result says %d", g.path, doc.Steps[n-1].Depth, g.result.Depth)
		}
	}
}

// TestFullAgrees checks that the changes add up to the whole states.
func TestFullAgrees(t *testing.T) {
	for _, g := range goldens(t) {
		doc := render.Doc(g.trace, render.Options{Full: true})
		shared := doc.Initial.Shared
		locals := map[int][]map[string]int{} // by thread and depth of calls
		for _, x := range doc.Initial.Threads {
			locals[x.ID] = []map[string]int{x.Locals}
		}
		for i, s := range doc.Steps {
			for name, v := range s.Changed.Shared {
				shared[name] = v
			}
			for _, x := range s.State.Threads {
				frames := locals[x.ID]
				for len(frames) <= len(x.Callers) {
					frames = append(frames, map[string]int{})
				}
				frames = frames[:len(x.Callers)+1]
				for name, v := range s.Changed.Locals[strconv.Itoa(x.ID)] {
					frames[len(x.Callers)][name] = v
				}
				locals[x.ID] = frames
			}
			if diff := cmp.Diff(s.State.Shared, shared); diff != "" {
				t.Errorf("%s: step %d: shared variables (-state +changes):\n%s", g.path, i, diff)
			}
			for _, x := range s.State.Threads {
				if diff := cmp.Diff(x.Locals, locals[x.ID][len(x.Callers)]); diff != "" && len(x.Locals) > 0 {
					t.Errorf("%s: step %d: locals of thread %d (-state +changes):\n%s", g.path, i, x.ID, diff)
				}
			}
		}
	}
}

// TestJSONStrict decodes what is written into the documented types.
func TestJSONStrict(t *testing.T) {
	for _, g := range goldens(t) {
		for _, name := range []string{"json", "json full"} {
			d := json.NewDecoder(strings.NewReader(g.show(t, name)))
			d.DisallowUnknownFields()
			var doc render.TraceDoc
			if err := d.Decode(&doc); err != nil {
				t.Errorf("%s: %s: %v", g.path, name, err)
			}
			if want := g.trace.Len(); int64(len(doc.Steps)) != want.Int64() {
				t.Errorf("%s: %s has %d steps, want %d", g.path, name, len(doc.Steps), want)
			}
		}
	}
}

// TestMarked checks that each trace says where it fails, however long the
// statement is that does.
func TestMarked(t *testing.T) {
	for _, g := range goldens(t) {
		for _, g.width = range []int{80, 100, 120} {
			for _, name := range []string{"table", "lanes", "mermaid", "lanes full"} {
				if out := g.show(t, name); !strings.Contains(out, "FAILS") && !strings.Contains(out, "REACHED") {
					t.Errorf("%s: %s at width %d does not say what happens:\n%s", g.path, name, g.width, out)
				}
			}
		}
	}
}

// TestWidth checks that no line is longer than asked for, at any width that is
// promised.
func TestWidth(t *testing.T) {
	for _, g := range goldens(t) {
		for g.width = 80; g.width <= 200; g.width += 7 {
			for _, name := range []string{"table", "lanes", "table full", "lanes full"} {
				for line := range strings.Lines(g.show(t, name)) {
					if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > g.width {
						t.Fatalf("%s: %s at width %d has a line of %d:\n%s", g.path, name, g.width, n, line)
					}
				}
			}
		}
	}
}

// TestColorOnly checks that colour adds nothing but colour.
func TestColorOnly(t *testing.T) {
	escape := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for _, g := range goldens(t) {
		for _, name := range []string{"table", "lanes"} {
			coloured := g.show(t, name+" color")
			if !escape.MatchString(coloured) {
				t.Errorf("%s: %s: no colour", g.path, name)
			}
			if diff := cmp.Diff(g.show(t, name), escape.ReplaceAllString(coloured, "")); diff != "" {
				t.Errorf("%s: %s differs by more than colour:\n%s", g.path, name, diff)
			}
		}
	}
}

// TestMermaidLines checks each line of a diagram against the part of mermaid's
// grammar that is used, and that boxes and participants match.
func TestMermaidLines(t *testing.T) {
	const text = `([^#;<>%&"\\{}@]|#\d+;|<br/>)+`
	participant := regexp.MustCompile(`^  participant (E|T\d+) as ` + text + `$`)
	message := regexp.MustCompile(`^  (E|T\d+)(?:->>|-->>|-x)(E|T\d+): ` + text + `$`)
	note := regexp.MustCompile(`^  Note over (E|T\d+)(?:,(E|T\d+))?: ` + text + `$`)
	bar := regexp.MustCompile(`^  (activate|deactivate) (T\d+)$`)
	for _, g := range goldens(t) {
		for _, name := range []string{"mermaid", "mermaid full"} {
			active := map[string]int{}
			declared := map[string]bool{"": true}
			open := 0
			lines := strings.Split(strings.TrimSuffix(g.show(t, name), "\n"), "\n")
			if lines[0] != "sequenceDiagram" {
				t.Errorf("%s: %s begins with %q", g.path, name, lines[0])
			}
			for _, line := range lines[1:] {
				var m []string
				switch {
				case participant.MatchString(line):
					declared[participant.FindStringSubmatch(line)[1]] = true
				case message.MatchString(line):
					m = message.FindStringSubmatch(line)
				case note.MatchString(line):
					m = note.FindStringSubmatch(line)
				case bar.MatchString(line):
					switch m := bar.FindStringSubmatch(line); m[1] {
					case "activate":
						active[m[2]]++
					default:
						if active[m[2]]--; active[m[2]] < 0 {
							t.Errorf("%s: %s: %q ends no bar", g.path, name, line)
						}
					}
				case line == "  rect rgb(238, 238, 238)":
					open++
				case line == "  end":
					open--
				default:
					t.Errorf("%s: %s: mermaid may not accept %q", g.path, name, line)
				}
				if m != nil && (!declared[m[1]] || !declared[m[2]]) {
					t.Errorf("%s: %s: undeclared participant in %q", g.path, name, line)
				}
				if open < 0 || open > 1 {
					t.Errorf("%s: %s: boxes do not match at %q", g.path, name, line)
				}
			}
			if open != 0 {
				t.Errorf("%s: %s: a box is not closed", g.path, name)
			}
		}
	}
}

// sarifSchema returns the schema of SARIF 2.1.0. A module that reads such logs has it, but
// does not hand it out.
func sarifSchema(t *testing.T) *gojsonschema.Schema {
	t.Helper()
	p, err := build.Import(reflect.TypeFor[sarif.Report]().PkgPath(), ".", build.FindOnly)
	if err != nil {
		t.Fatal(err)
	}
	f, err := goparser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text, err := strconv.Unquote(f.Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0].(*ast.BasicLit).Value)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := gojsonschema.NewSchema(gojsonschema.NewStringLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestSARIF checks the logs against the schema, and that each thread which moves has a flow.
func TestSARIF(t *testing.T) {
	schema := sarifSchema(t)
	if r, err := schema.Validate(gojsonschema.NewStringLoader(`{"version": "2.1.0", "runs": [{"tool": {"driver": {}}}]}`)); err != nil || r.Valid() {
		t.Fatalf("the schema takes a tool without a name: %v", err)
	}
	for _, g := range goldens(t) {
		for _, name := range []string{"sarif", "sarif full", "sarif source"} {
			text := g.show(t, name)
			r, err := schema.Validate(gojsonschema.NewStringLoader(text))
			if err != nil {
				t.Fatal(err)
			}
			for _, wrong := range r.Errors() {
				t.Errorf("%s: %s: %v", g.path, name, wrong)
			}
			report, err := sarif.FromString(text)
			if err != nil {
				t.Fatal(err)
			}
			flows, moved := 0, map[int]bool{}
			for _, f := range report.Runs[0].Results[0].CodeFlows {
				flows += len(f.ThreadFlows)
			}
			for s := range g.trace.All() {
				moved[s.Thread] = true
			}
			if flows != len(moved) && name == "sarif full" || flows == 0 && len(moved) > 0 {
				t.Errorf("%s: %s: %d thread flows of %d threads that move", g.path, name, flows, len(moved))
			}
		}
	}
}

// TestPage checks of each page that it asks for nothing from elsewhere, that whatever its
// script looks for by name is there, and that text of programs stays text.
func TestPage(t *testing.T) {
	for _, g := range goldens(t) {
		if g.trace.Text != nil {
			g.trace.Text = append(g.trace.Text, "\n// </div><script>alert(1)</script>"...)
		}
		page := g.show(t, "html full source")
		wellMade(t, g.path, page)
		n := strings.Count(page, `<tr id="step-`)
		if want := g.trace.Len().Int64() + 1; want != int64(n) { // and the start
			t.Errorf("%s: %d rows, want %d", g.path, n, want)
		}
	}
}

// wellMade checks a page.
func wellMade(t *testing.T, name, page string) {
	t.Helper()
	if regexp.MustCompile(`(?i)(src|href)\s*=|https?:|url\(|@import|alert\(1\)</script`).MatchString(page) {
		t.Errorf("%s: the page asks for something from elsewhere", name)
	}
	ids := map[string]int{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		ids[m[1]]++
	}
	for id, n := range ids {
		if n > 1 {
			t.Errorf("%s: the id %s is there %d times", name, id, n)
		}
	}
	for _, m := range regexp.MustCompile(`\$\("([a-z]+)"\)|data-[sc]="([^"]+)"|aria-(?:controls|labelledby)="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if id := m[1] + m[2] + m[3]; ids[id] == 0 && !slices.Contains([]string{"vars", "all", "none", "calls"}, id) {
			t.Errorf("%s: there is no id %s", name, id)
		}
	}
}

// TestPages checks the pages of other executions than those of programs.
func TestPages(t *testing.T) {
	property := &trace.Property{File: "x", Pos: parser.Pos{Line: 2, Col: 1}, Kind: "ltl", Text: "G x < 2 & \"</script>\""}
	waves := &render.Waves{
		Waves: &trace.Waves{Positions: 3, Loop: 1, Signals: []trace.Signal{
			{Name: "x", Values: []string{"0", "1", "1"}}, {Name: "in", Input: true, Values: []string{"TRUE", "FALSE", ""}}}},
		File: "x.smv", Property: property, Text: []byte("MODULE main\nLTLSPEC G x < 2\n"),
	}
	turns := &render.Turns{
		Turns: &trace.Turns{Initial: []trace.Value{{Name: "a"}}, First: 1, Turns: []trace.Turn{
			{Inputs: []int32{2}, Outputs: []int32{20}, Rules: []parser.Pos{{Line: 1, Col: 1}}, Changes: []trace.Value{{Name: "a", Value: 3}}},
			{Inputs: []int32{1}}}},
		File: "x.c", Property: &trace.Property{Kind: "label", Text: "error_1", Pos: parser.Pos{Line: 2, Col: 1}}, Text: []byte("a = 3;\nerror_1: ;\n"),
	}
	at := func(line int, op string) render.GoPlace {
		return render.GoPlace{File: "x.go", Line: line, Col: 1, Operation: op}
	}
	finding := &render.Finding{Kind: "leak", GoPlace: at(2, "<-c"), Message: "nobody sends to c: f has returned", Trace: []render.GoStep{
		{Goroutine: 1, Name: "main", GoPlace: at(1, "go f()"), Starts: 2, Runs: "f"},
		{Goroutine: 2, Name: "f", Event: "returns"},
		{Goroutine: 1, Name: "main", GoPlace: at(2, "<-c"), Event: "blocked for ever", Last: true}}}
	for _, test := range []struct {
		name  string
		write func(io.Writer) error
		rows  int
		want  []string
	}{
		{"waves", func(w io.Writer) error { return render.WavesHTML(w, waves, render.Options{}) }, 3,
			[]string{"x = 0", "in = TRUE", "the loop begins here", "the loop is repeated for ever", "LTLSPEC G x &lt; 2", `"n":"x","v":"1"`}},
		{"turns", func(w io.Writer) error { return render.TurnsHTML(w, turns, render.Options{}) }, 2,
			[]string{"reads 2, writes 20", "a = 3", "error_1 is reached", `"first":[{"o":"","n":"a","v":"0"}]`}},
		{"go", func(w io.Writer) error {
			return render.GoHTML(w, finding, render.Options{Lines: func(string) []string { return []string{"go f()", "<-c"} }})
		}, 3, []string{"1 main", "2 f", "(starts)", "(returns)", "blocked for ever", "leak: f has returned", "x.go:2:1", `"first":[]`}},
	} {
		var b strings.Builder
		if err := test.write(&b); err != nil {
			t.Fatal(err)
		}
		page := b.String()
		wellMade(t, test.name, page)
		if n := strings.Count(page, `<tr id="step-`); n != test.rows {
			t.Errorf("%s: %d rows, want %d", test.name, n, test.rows)
		}
		for _, want := range test.want {
			if !strings.Contains(page, want) {
				t.Errorf("%s: no %q in the page", test.name, want)
			}
		}
	}
}

// TestSource looks for files in folders that hold them at different depths, and for some that
// are not there or not to be read.
func TestSource(t *testing.T) {
	dir := t.TempDir()
	write := func(name string) {
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777), os.WriteFile(filepath.Join(dir, name), []byte("one\n\ttwo // "+name+"\n"), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	write("in/a/b/main.c")
	write("in/b/other.c")
	write("in/last.c")
	write("secret.c")
	s, err := render.OpenSource(filepath.Join(dir, "in"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for place, want := range map[parser.Origin]string{
		{File: "a/b/main.c", Line: 2}:           "two // in/a/b/main.c",
		{File: "./a/b/main.c", Line: 1}:         "one",
		{File: "/usr/me/a/b/main.c", Line: 2}:   "two // in/a/b/main.c",
		{File: `C:\me\b\other.c`, Line: 2}:      "two // in/b/other.c",
		{File: "somewhere/last.c", Line: 2}:     "two // in/last.c",
		{File: "a/b/main.c", Line: 3}:           "",
		{File: "a/b/main.c", Line: 0}:           "",
		{File: "a/b/main.c", Line: 7}:           "",
		{File: "none.c", Line: 1}:               "",
		{File: "../secret.c", Line: 1}:          "",
		{File: "a", Line: 1}:                    "",
		{File: "<built-in-additions>", Line: 1}: "",
	} {
		if got := s.Line(&place); got != want {
			t.Errorf("%v: %q, want %q", place, got, want)
		}
	}
	slices.Sort(s.Missing)
	if got := strings.Join(s.Missing, " "); got != "../secret.c a none.c" {
		t.Errorf("missing: %s", got)
	}
}

// TestLong renders an execution of more steps than anybody can count: folded, and with what
// happens in each call shown once.
func TestLong(t *testing.T) {
	text := "decl g := 0;\nvoid main() begin f0(); f0(); assert(g); end\n"
	for i := range 70 {
		text += fmt.Sprintf("void f%d() begin f%d(); f%d(); end\n", i, i+1, i+1)
	}
	m, err := systems.Read("long.bp", strings.NewReader(text+"void f70() begin skip; end\n"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Check(context.Background(), systems.Options{Algorithm: "bebop"})
	if err != nil {
		t.Fatal(err)
	}
	tr := &render.Trace{Trace: r.Trace, File: m.Name, Property: r.Property, Meaning: m.Meaning, Text: m.Text}
	for _, f := range render.Formats() {
		if f.Write == nil {
			continue
		}
		for _, full := range []bool{false, true} {
			var b bytes.Buffer
			if err := f.Write(&b, tr, render.Options{Full: full}); err != nil {
				t.Fatal(err)
			}
			if n := b.Len(); n > 2_000_000 {
				t.Errorf("%s, full %v: %d bytes", f.Name, full, n)
			}
			if out := b.String(); f.Name == "table" && (!strings.Contains(out, "returns after about 10^21 steps") || strings.Contains(out, "f70()") != full) {
				t.Errorf("full %v:\n%s", full, out)
			}
		}
	}
}

// TestGo has a program that was made of one in Go, with a thread that is blocked for ever.
func TestGo(t *testing.T) {
	m, err := systems.Read("pool.bp", strings.NewReader(`decl full := 0;
void main() begin
  // file pool.go line 7 function Run
  start_thread goto sender;
  // file pool.go line 9 function Run
  end_thread;
sender:
  // file pool.go line 3 function send
  op#offer: full := 1 constrain !full;
  // file pool.go line 3 function send
  op#taken: assume(!full);
end`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Check(context.Background(), systems.Options{Leak: true, SelfCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"table", "lanes"} {
		var b strings.Builder
		if err := m.Render(&b, &r.Answer, format); err != nil {
			t.Fatal(err)
		}
		title, _, _ := strings.Cut(b.String(), "\n")
		if !strings.Contains(title, " Go ") || !strings.Contains(b.String(), "pool.go:7") || !strings.Contains(b.String(), "*** t2 blocked for ever at op (line") {
			t.Errorf("%s:\n%s", format, b.String())
		}
	}
}
