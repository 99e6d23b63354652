// This file tests the renderers on whole traces, against files.

package render_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/render"
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
	result  *ijit.Result
	width   int
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
	o := ijit.Options{SelfCheck: true}
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
	m, err := ijit.Read(input.Name, bytes.NewReader(input.Data))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if g.result, err = m.Check(context.Background(), o); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if g.result.Verdict != ijit.Unsafe {
		t.Fatalf("%s: verdict %v, so there is no trace", path, g.result.Verdict)
	}
	g.trace = &render.Trace{Trace: g.result.Trace, File: input.Name, Property: g.result.Property, Meaning: m.Meaning}
	return g
}

// show renders g; name is a format with options behind blanks: full, color.
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
				got := g.show(t, f.Name)
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
