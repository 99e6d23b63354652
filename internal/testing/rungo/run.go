// This file defines how programs are built with the race detector and run.

package rungo

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed _harness/*.go
var harness embed.FS

// A Binary is some programs that are built into one.
type Binary struct{ path string }

// Sources returns the files, by name, of a program that runs some programs.
func Sources(programs []*Program) (map[string]string, error) {
	files := map[string]string{"go.mod": "module campaign\n\ngo 1.26\n"}
	for name, to := range map[string]string{"main.go": "main.go", "hook.go": "hook/hook.go"} {
		text, err := harness.ReadFile("_harness/" + name)
		if err != nil {
			return nil, err
		}
		files[to] = string(text)
	}
	var imports, list, statements strings.Builder
	for k, p := range programs {
		text, begins, err := instrumented(p, fmt.Sprintf("p%d", k))
		if err != nil {
			return nil, err
		}
		files[fmt.Sprintf("p%d/p.go", k)] = string(text)
		fmt.Fprintf(&imports, "import \"campaign/p%d\"\n", k)
		if p.Main {
			fmt.Fprintf(&list, "\t{main: p%d.Main},\n", k)
		} else {
			fmt.Fprintf(&list, "\t{test: p%d.TestX},\n", k)
		}
		fmt.Fprintf(&statements, "\t%#v,\n", begins)
	}
	files["programs.go"] = fmt.Sprintf("package main\n\n%s\nvar programs = []program{\n%s}\n\nvar statements = []map[int][]int{\n%s}\n", &imports, &list, &statements)
	return files, nil
}

// Build builds the sources in a directory into a file.
func Build(ctx context.Context, sources, file string) (*Binary, error) {
	b := &Binary{file}
	cmd := exec.CommandContext(ctx, "go", "build", "-race", "-o", b.path, ".")
	cmd.Dir = sources
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return b, nil
}

// instrumented returns a program as a package that can be imported, whose statements call the hook, each in its line,
// and the numbers of those in a line.
func instrumented(p *Program, pkg string) ([]byte, map[int][]int, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", p.Text, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	type insertion struct {
		at   int
		text string
	}
	var list []insertion
	begins := map[int][]int{}
	number := 0
	begin := func(at token.Pos, line token.Pos) {
		n := fset.Position(line).Line
		begins[n] = append(begins[n], number)
		list = append(list, insertion{fset.Position(at).Offset, fmt.Sprintf("hook_.Begin(%d); ", number)})
		number++
	}
	ast.Inspect(file, func(n ast.Node) bool {
		var stmts []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			stmts = n.List
		case *ast.CommClause:
			stmts = n.Body
		case *ast.CaseClause:
			stmts = n.Body
		case *ast.RangeStmt: // it comes to its line again
			begin(n.Body.Lbrace+1, n.Pos())
		case *ast.FuncDecl:
			if p.Main && n.Name.Name == "main" && n.Recv == nil {
				at := fset.Position(n.Name.Pos()).Offset
				list = append(list, insertion{at, "Main() { main() }; func "})
			}
		}
		for _, s := range stmts {
			if !isClause(s) {
				begin(s.Pos(), s.Pos())
			}
		}
		return true
	})
	slices.SortStableFunc(list, func(a, b insertion) int { return a.at - b.at })
	var out bytes.Buffer
	header, last := bytes.IndexByte(p.Text, '\n'), 0
	fmt.Fprintf(&out, "package %s; import hook_ \"campaign/hook\"", pkg)
	last = header
	for _, x := range list {
		out.Write(p.Text[last:x.at])
		out.WriteString(x.text)
		last = x.at
	}
	out.Write(p.Text[last:])
	out.WriteString("\nvar _ = hook_.Begin\n")
	return out.Bytes(), begins, nil
}

// A Fault is something that went wrong in a run.
type Fault struct {
	Kind  string // leak, close, lock, waitgroup, panic, race
	Lines []int  // of who waits, of what crashed, or of the two accesses; 0 where it is not known
	Live  bool   // of a leak: other goroutines go on
	Text  string
}

// Run runs a program once. Patience multiplies the time after which a goroutine counts as blocked.
func (b *Binary) Run(ctx context.Context, number, disturb, procs, patience int) ([]Fault, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(patience)*30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.path, "-program", strconv.Itoa(number), "-disturb", strconv.Itoa(disturb), "-patience", strconv.Itoa(patience))
	cmd.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(procs), "GOTRACEBACK=all", "GORACE=atexit_sleep_ms=0")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	file := regexp.MustCompile(fmt.Sprintf(`/p%d/p\.go:(\d+)`, number))
	list := races(stderr.String(), file)
	if crash := crashed(stderr.String(), file); crash != nil {
		return append(list, *crash), nil
	}
	for line := range strings.Lines(stdout.String()) {
		var r struct {
			Blocked []struct {
				State string
				Line  int
			}
			Live bool
		}
		if !strings.HasPrefix(line, `{"Blocked"`) {
			continue
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return nil, err
		}
		for _, x := range r.Blocked {
			list = append(list, Fault{Kind: "leak", Lines: []int{x.Line}, Live: r.Live, Text: x.State})
		}
	}
	return list, nil
}

// line returns the first line of the program in a text.
func line(text string, file *regexp.Regexp) int {
	if m := file.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return 0
}

// races returns what the race detector says.
func races(text string, file *regexp.Regexp) (list []Fault) {
	for _, part := range strings.Split(text, "WARNING: DATA RACE\n")[1:] {
		part, _, _ = strings.Cut(part, "\n==================")
		first, second, _ := strings.Cut(part, "\nPrevious ")
		second, _, _ = strings.Cut(second, "\n\n")
		list = append(list, Fault{Kind: "race", Lines: []int{line(first, file), line(second, file)}, Text: part})
	}
	return list
}

var kinds = []struct{ text, kind string }{
	{"close of closed channel", "close"}, {"close of nil channel", "close"}, {"send on closed channel", "close"},
	{"nlock of unlocked", "lock"}, {"negative WaitGroup", "waitgroup"}, {"WaitGroup is reused", "waitgroup"}, {"WaitGroup misuse", "waitgroup"},
	{"concurrent map", "race"}, {"panic: ", "panic"}, {"fatal error: ", "panic"},
}

// crashed returns what a program crashed with, nil if it did not.
func crashed(text string, file *regexp.Regexp) *Fault {
	at := strings.Index(text, "\npanic: ")
	if strings.HasPrefix(text, "panic: ") {
		at = 0
	}
	if fatal := strings.Index("\n"+text, "\nfatal error: "); at < 0 || fatal >= 0 && fatal < at {
		at = fatal
	}
	if at < 0 {
		return nil
	}
	text = text[at:]
	message, stack, _ := strings.Cut(text, "\n\n")
	// A deferred call may fail behind a failure.
	last, kind := -1, ""
	for _, k := range kinds {
		if i := strings.LastIndex(message, k.text); i > last && (kind == "" || k.kind != "panic") {
			last, kind = i, k.kind
		}
	}
	return &Fault{Kind: kind, Lines: []int{line(stack, file)}, Text: message}
}
