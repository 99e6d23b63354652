// This file tests the command from outside, with the scripts in testdata/script.

package command

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/lockedfile"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// tests are run as those of other packages. What they start as ijit collects garbage as ijit does.
type tests struct{ *testing.M }

func (m tests) Run() int { return campaign.Run(m.M) }

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"ijit": func() { Main(Own{}) }})
}

// TestScripts runs scripts, all but some each day: those that start many processes, take long, or have large inputs, have
// their turn within a week.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Abs("testdata/script") // exits changes the current folder
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(scripts, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() { // as under the race detector: those where goroutines matter most
		files = slices.DeleteFunc(files, func(name string) bool {
			return !slices.Contains([]string{"bench", "bounds", "input", "limits", "outputs", "several", "verdicts"}, strings.TrimSuffix(filepath.Base(name), ".txtar"))
		})
	}
	turns := map[string]struct{ part, days int }{
		"goruns":   {3, 14}, // it builds and runs programs for long; .ci/run does so each time
		"cthreads": {0, 5}, "benchlimits": {0, 5},
		"go": {1, 5}, "input": {1, 5},
		"gomessages": {2, 5}, "bench": {2, 5},
		"goconfirm": {3, 5}, "gotimeouts": {3, 5}, "c": {3, 5}, "shell": {3, 5},
		"goalone": {4, 5}, "contexts": {4, 5}, "benchtools": {4, 5}, "limits": {4, 5}, "compare": {4, 5},
	}
	files = slices.DeleteFunc(files, func(name string) bool {
		turn, ok := turns[strings.TrimSuffix(filepath.Base(name), ".txtar")]
		return ok && !testing.Short() && !campaign.Due(t, turn.part, turn.days)
	})
	params := testscript.Params{
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":    exits(new(sync.Mutex)),
			"verdict":  verdict,
			"answers":  answers,
			"fails":    fails,
			"generate": generate,
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("NO_COLOR", "")
			e.Setenv("COLUMNS", "")
			return nil
		},
	}
	aboutGo := func(name string) bool { return strings.HasPrefix(filepath.Base(name), "go") }
	params.Files = slices.DeleteFunc(slices.Clone(files), aboutGo)
	testscript.Run(t, params)
	params.Files = slices.DeleteFunc(files, func(name string) bool { return !aboutGo(name) })
	if len(params.Files) > 0 {
		params.WorkdirRoot = sameFolder(t)
		testscript.Run(t, params)
	}
}

// sameFolder returns an empty folder, the same one in each run of the test: in another one Go compiles again what scripts have
// of it. Who runs the test at the same time waits.
func sameFolder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(os.TempDir(), "ijit-test-scripts")
	unlock, err := lockedfile.MutexAt(dir + ".lock").Lock()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(unlock) // when the scripts have ended, which run side by side
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// exits CODE COMMAND ARG... runs a command that must exit with that code. To start ijit takes
// longer than most calls of it: those that need no process of their own are made in this one,
// one at a time, since it has one current folder.
func exits(folder *sync.Mutex) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < 2 {
			ts.Fatalf("usage: exits CODE COMMAND ARG...")
		}
		want, err := strconv.Atoi(args[0])
		ts.Check(err)
		var got int
		var stdout, stderr string
		if args[1] == "ijit" && separable(ts, want, args[2:]) {
			got, stdout, stderr = inside(ts, folder, args[2:])
			fmt.Fprint(ts.Stdout(), stdout)
			fmt.Fprint(ts.Stderr(), stderr)
		} else {
			var exit *exec.ExitError
			if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
				got = exit.ExitCode()
			} else {
				ts.Check(err)
			}
			stdout, stderr = ts.ReadFile("stdout"), ts.ReadFile("stderr")
		}
		if got != want {
			ts.Fatalf("exit code %d, want %d\n%s%s", got, want, stdout, stderr)
		}
		if strings.Contains(stderr, "internal error") {
			ts.Fatalf("internal error\n%s", stderr)
		}
		checkJSON(ts, stdout, args[2:])
	}
}

// separable reports whether a call of ijit that ends with a code needs nothing that belongs to a process: limits, behind
// which work may go on, standard input, other processes, or variables of the environment. What is refused as a wrong use
// has not begun, and is of any command or of none.
func separable(ts *testscript.TestScript, code int, args []string) bool {
	if slices.ContainsFunc([]string{"NO_COLOR", "COLUMNS", "COMP_LINE"}, func(name string) bool { return ts.Getenv(name) != "" }) {
		return false
	}
	if code == exitUsage {
		return !slices.Contains(args, "-") && !slices.Contains(args, "step")
	}
	own := func(arg string) bool {
		name, _, _ := strings.Cut(arg, "=")
		return slices.Contains([]string{"-", "--memory", "--timeout", "--sat-cmd"}, name)
	}
	return len(args) > 0 && (slices.Contains(simple(), args[0]) || strings.HasPrefix(args[0], "--")) && !slices.ContainsFunc(args, own)
}

// simple returns the commands that may be called in this process.
func simple() []string {
	return []string{"check", "go", "trace", "validate", "explain", "translate", "classify", "fmt", "mu", "sat", "plot", "compare", "algorithms", "help", "man", "version"}
}

// inside calls ijit in the folder of the script. It returns the exit code and what was written.
func inside(ts *testscript.TestScript, folder *sync.Mutex, args []string) (code int, stdout, stderr string) {
	folder.Lock()
	defer folder.Unlock()
	home, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(home)) }()
	var out strings.Builder
	code, stderr = call(&out, strings.NewReader(""), args...)
	return code, out.String(), stderr
}

// call calls ijit in this process. It returns the exit code and what was written to standard error.
func call(stdout io.Writer, stdin io.Reader, args ...string) (code int, stderr string) {
	var errs strings.Builder
	sh := &shell{ctx: context.Background(), stdin: stdin, stdout: stdout, stderr: &errs}
	code = sh.main(args)
	return code, errs.String()
}

// checkJSON compares what a command wrote as JSON with its schema: on standard output with
// --json, and in the files of certificates and traces.
func checkJSON(ts *testscript.TestScript, stdout string, args []string) {
	for i, arg := range args {
		text := ""
		name, value, _ := strings.Cut(arg, "=")
		switch {
		case name == "--json":
			text = stdout
		case (name == "--format" || name == "--trace") && value == "" && i+1 < len(args) && args[i+1] == "json" && !slices.Contains(args, "--json"):
			if text = stdout; !strings.HasPrefix(text, "{") {
				continue // there is no trace
			}
			text = text[:strings.LastIndexByte(text, '}')+1] // the answer is behind it
		case name == "--certificate" && value == "" && i+1 < len(args):
			value = args[i+1]
			fallthrough
		case name == "--certificate":
			content, err := os.ReadFile(ts.MkAbs(value))
			if err != nil || isCircuit(content) {
				continue // there is no certificate, or one in another format
			}
			text = string(content)
		default:
			continue
		}
		docs := []string{text}
		if strings.HasPrefix(text, `{"schema":`) { // of several files, an object a line
			docs = slices.Collect(strings.Lines(text))
		}
		for _, doc := range docs {
			if err := matchesSchema([]byte(doc)); err != nil {
				ts.Fatalf("%s: %v\n%s", arg, err, doc)
			}
		}
	}
}

// lastLines are the shapes of the last line, by verdict.
func lastLines() map[string]*regexp.Regexp {
	const (
		of    = ` of (1 thread|at most \d+ threads(, ended ones included| that move))`
		bound = `for at most \d+ live threads?|for any number of threads(, with cutoff \d+)?|for any depth of calls|for its one thread|for any number of (context switches(` + of + `)?|copies of its threads)|no error within (\d+|any number of) (context switch(es)?|rounds?)(` + of + `)?`
		rest  = `  ((auto(:\w+)?|bfs|bws|km|akm|ecut|directed)/(jit|tts|bp)  \d+ states?|((auto:)?bebop|getafix(-opt)?)  \d+ locations?|((auto:)?(symbolic|getafix))  \d+ nodes?|cpa  \d+ elements?|(auto:)?insensitive  \d+ states?)( without \d+ variables?)?( up to dead locals)?  \d+\.\d\ds$`
	)
	return map[string]*regexp.Regexp{
		"SAFE": regexp.MustCompile(`^SAFE  (` + bound + `|never more than \d+ live threads?|nothing that can fail .*)(  vacuous: [a-z ]+)?(  depth \d+)?` + rest),
		"UNSAFE": regexp.MustCompile(`^UNSAFE  \S+ (target [0-9|,]+)  depth \d+, \d+ threads?` + rest +
			`|^UNSAFE  \S+:\d+:\d+ (assert|label \S+)(  \d+ (context switch(es)?|rounds?))?  depth \d+, \d+ threads?` + rest),
		"UNKNOWN": regexp.MustCompile(`^UNKNOWN\((timeout|memory|bound|interrupted|unsupported|incomplete|vacuous)\)  (` + bound + `|\S+:\d+:\d+ (call|start_thread|wait|signal|broadcast|assignment))(  vacuous: [a-z ]+)?(  depth \d+)?` + rest),
	}
}

// verdict VERDICT [TEXT] checks the last line of standard output: its shape, and
// that it begins with a text.
func verdict(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: verdict VERDICT [TEXT]")
	}
	out := ts.ReadFile("stdout")
	if !strings.HasSuffix(out, "\n") {
		ts.Fatalf("standard output does not end in a line break")
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	last := lines[len(lines)-1]
	shape, ok := lastLines()[args[0]]
	if !ok {
		ts.Fatalf("no verdict %s", args[0])
	}
	if !shape.MatchString(last) {
		ts.Fatalf("the last line is\n%s\nwant something like\n%s", last, shape)
	}
	if len(args) == 2 && !strings.HasPrefix(last, args[1]) {
		ts.Fatalf("the last line is\n%s\nwant it to begin with\n%s", last, args[1])
	}
}

// answers [KEY=VALUE]... checks the JSON object on standard output: it is the answer of a
// check, and has these values. A key is a path such as property.line; the value of a whole
// object or array cannot be given, but * stands for any value but null.
func answers(ts *testscript.TestScript, neg bool, args []string) {
	compareKeys(ts, []byte(ts.ReadFile("stdout")), append([]string{"schema=" + schema, "verdict=*"}, args...))
}

// fails [KEY=VALUE]... checks the JSON object on standard output that reports an
// error, as answers does.
func fails(ts *testscript.TestScript, neg bool, args []string) {
	compareKeys(ts, []byte(ts.ReadFile("stdout")), append([]string{"error.message=*"}, args...))
}

// compareKeys checks that a JSON object matches its schema and has these values.
func compareKeys(ts *testscript.TestScript, out []byte, args []string) {
	ts.Check(matchesSchema(out))
	var root any
	d := json.NewDecoder(bytes.NewReader(out))
	d.UseNumber()
	ts.Check(d.Decode(&root))
	for _, arg := range args {
		path, want, _ := strings.Cut(arg, "=")
		v := root
		for key := range strings.SplitSeq(path, ".") {
			switch x := v.(type) {
			case map[string]any:
				v = x[key]
			case []any:
				i, err := strconv.Atoi(key)
				if err != nil || i >= len(x) {
					ts.Fatalf("%s: no element %s of %d", path, key, len(x))
				}
				v = x[i]
			default:
				ts.Fatalf("%s: nothing has a %s", path, key)
			}
		}
		if got := fmt.Sprint(v); want == "*" && v == nil || want != "*" && got != want {
			ts.Fatalf("%s is %s, want %s", path, got, want)
		}
	}
}

// generate KIND FILE makes a file that is too large to write down:
//
//	binary     bytes that are no text
//	longline   a program with a line of 2 MB
//	longnames  a line of 2 MB without a single blank
//	deep       256 KB of opening parentheses, far more than an expression may have
//	flags=N    a program with N shared variables, in which each is set and one
//	           assertion fails
//	toggles=N  a safe program with 2^N states
//	gzip=SRC   SRC, compressed
//	cut=SRC    half of SRC, compressed
func generate(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: generate KIND FILE")
	}
	kind, arg, _ := strings.Cut(args[0], "=")
	n, _ := strconv.Atoi(arg) // 0 where it is no number
	var b bytes.Buffer
	switch kind {
	case "binary":
		for i := range 4096 {
			b.WriteByte(byte(i * 7))
		}
	case "longline":
		b.WriteString("decl x;\nvoid main() begin ")
		for range 2000 {
			b.WriteString("x := !x; /*" + strings.Repeat(" comment", 128) + "*/ ")
		}
		b.WriteString("assert(x); end\n")
	case "longnames":
		b.Write(bytes.Repeat([]byte("x"), 2<<20))
	case "deep":
		b.WriteString("void main() begin assert ")
		b.Write(bytes.Repeat([]byte("("), 256<<10))
	case "flags":
		b.WriteString(flags(n))
	case "toggles":
		b.WriteString(toggles(n))
	case "gzip", "cut":
		z := gzip.NewWriter(&b)
		_, err := z.Write([]byte(ts.ReadFile(arg)))
		ts.Check(err)
		ts.Check(z.Close())
		if kind == "cut" {
			b.Truncate(b.Len() / 2)
		}
	default:
		ts.Fatalf("generate: no kind %s", kind)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), b.Bytes(), 0o666))
}

// flags writes a program with n shared and n local variables that sets the shared
// ones one after the other.
func flags(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "decl flag%d := 0;\n", i)
	}
	b.WriteString("void main() begin\n")
	for i := range n {
		fmt.Fprintf(&b, "  decl mine%d := 0;\n", i)
	}
	for i := range n {
		fmt.Fprintf(&b, "  flag%d, mine%d := 1, 1;\n", i, i)
	}
	fmt.Fprintf(&b, "  assert(!flag%d | !mine%d);\nend\n", n-1, n-1)
	return b.String()
}

// toggles writes a program that reaches 2^n states and is safe.
func toggles(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "decl x%d := 0;\n", i)
	}
	b.WriteString("decl safe := 1;\nvoid main() begin\nagain:\n  assert(safe")
	for i := range n { // so that it matters
		fmt.Fprintf(&b, " | x%d", i)
	}
	b.WriteString(");\n  goto ")
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "l%d", i)
	}
	b.WriteString(";\n")
	for i := range n {
		fmt.Fprintf(&b, "l%d: x%d := !x%d; goto again;\n", i, i, i)
	}
	b.WriteString("end\n")
	return b.String()
}
