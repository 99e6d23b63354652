// This file tests the programs by running them, with random delays.

package goroutines_test

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/campaign"
)

// delay is a package for the programs to call before each statement. Nothing in it orders memory
// accesses, so that it hides no race.
const delay = `package delay

import (
	"math/rand/v2"
	"runtime"
	"time"
)

func Point() {
	switch rand.IntN(12) {
	case 0, 1, 2:
		runtime.Gosched()
	case 3:
		time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
	}
}
`

// runner is a test that runs an entry a number of times. It ends as soon as a goroutine is left
// that has been blocked at the same place for a while, and prints where all are.
const runner = `
func TestEntry(t *testing.T) {
	runs, _ := strconv.Atoi(os.Getenv("RUNS"))
	for range runs {
		done := make(chan bool)
		go func() {
			defer close(done)
			t.Run("entry", entries[os.Getenv("ENTRY")])
		}()
		if os.Getenv("EXITS") == "true" {
			select {
			case <-done:
				continue
			case <-time.After(300 * time.Millisecond):
			}
		}
		before, same, ended := "", 0, false
		for {
			select {
			case <-done:
				ended = true
			default:
			}
			time.Sleep(time.Millisecond)
			now := strings.Join(left(), "\n\n")
			if now == "" && ended {
				break
			}
			if same++; now != before || moves.MatchString(now) {
				before, same = now, 0
			}
			if same > 300 && now != "" {
				fmt.Printf("LEFT\n%s\n", now)
				os.Exit(3)
			}
		}
	}
}

// left returns the stacks of the goroutines of the program, without the times that they have waited.
func left() []string {
	text := make([]byte, 1<<20)
	text = text[:runtime.Stack(text, true)]
	var all []string
	for _, stack := range strings.Split(string(text), "\n\n") {
		if strings.Contains(stack, "/programs/") {
			all = append(all, minutes.ReplaceAllString(stack, ""))
		}
	}
	return all
}

var (
	minutes = regexp.MustCompile(", [0-9]+ minutes")
	moves   = regexp.MustCompile("(?m)^goroutine .*\\[(running|runnable|sleep|syscall)\\b")
)
`

// delayed returns the text of a program as a package that calls delay.Point before each statement.
// Its lines are those of the program.
func delayed(p *program) string {
	at := map[int]string{}
	file := p.ast.FileStart
	before := func(list []ast.Stmt) {
		for _, s := range list {
			at[int(s.Pos()-file)] = "delay.Point(); "
		}
	}
	ast.Inspect(p.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			if len(n.List) > 0 {
				if _, clause := n.List[0].(*ast.CaseClause); clause {
					return true
				}
				if _, clause := n.List[0].(*ast.CommClause); clause {
					return true
				}
			}
			before(n.List)
		case *ast.CaseClause:
			before(n.Body)
		case *ast.CommClause:
			before(n.Body)
		}
		return true
	})
	at[int(p.ast.Name.Pos()-file)] = "program; import \"goroutines/delay\" //"
	var out strings.Builder
	last := 0
	for _, offset := range slices.Sorted(maps.Keys(at)) {
		out.WriteString(p.text[last:offset] + at[offset])
		last = offset
	}
	out.WriteString(p.text[last:])
	return strings.Replace(out.String(), "//go:build ignore\n", "\n", 1)
}

// build builds a test of all programs in a module of its own and returns its path.
func build(t *testing.T, all []*program, race bool) string {
	dir := t.TempDir()
	write := func(text string, path ...string) {
		name := filepath.Join(append([]string{dir}, path...)...)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		write(regexp.MustCompile(`(?m)^module .*`).ReplaceAllString(string(text), "module goroutines"), file)
	}
	write(delay, "delay", "delay.go")
	var imports, entries strings.Builder
	for i, p := range all {
		call := "main()"
		if strings.HasPrefix(p.entry, "Test") {
			call = p.entry + "(t)"
		}
		folder := "p" + strconv.Itoa(i)
		// A name that ends in _test would keep the file out of the package.
		write(delayed(p), "programs", folder, strings.TrimSuffix(strings.TrimSuffix(p.file, ".go"), "_test")+".go")
		write("package program\n\nimport \"testing\"\n\nfunc Entry(t *testing.T) { "+call+" }\n", "programs", folder, "entry.go")
		fmt.Fprintf(&imports, "\t%s \"goroutines/programs/%[1]s\"\n", folder)
		fmt.Fprintf(&entries, "\t%q: %s.Entry,\n", p.file, folder)
	}
	write(fmt.Sprintf("package run\n\nimport (\n%s%s)\n\nvar entries = map[string]func(*testing.T){\n%s}\n%s",
		"\t\"fmt\"\n\t\"os\"\n\t\"regexp\"\n\t\"runtime\"\n\t\"strconv\"\n\t\"strings\"\n\t\"testing\"\n\t\"time\"\n",
		&imports, &entries, runner), "run_test.go")
	args := []string{"test", "-mod=mod", "-vet=off", "-c", "-o", "run"}
	if race {
		args = append(args, "-race")
	}
	cmd := exec.Command("go", append(args, ".")...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "run")
}

// An event is something seen in a run: of what kind, and at which lines: of a race both accesses.
type event struct {
	kind  string
	lines []int
}

// is reports whether an event is what a want line says.
func (e event) is(kind string) bool {
	switch e.kind {
	case "blocked":
		return kind == "leak" || kind == "deadlock"
	case "race": // which is also what the race detector calls a close beside a send
		return kind == "race" || kind == "close"
	}
	return e.kind == kind
}

// places returns the lines of an event, and all lines if it has none. What a deferred call does is said to
// happen where its function ends, so these lines stand for the defer statements of the function.
func (p *program) places(e event) []int {
	if len(e.lines) == 0 {
		return slices.Collect(maps.Keys(p.wants))
	}
	all := slices.Clone(e.lines)
	ast.Inspect(p.ast, func(n ast.Node) bool {
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncDecl:
			body = n.Body
		case *ast.FuncLit:
			body = n.Body
		}
		if body == nil {
			return true
		}
		var defers []int
		ends := slices.Contains(e.lines, p.line(body.Rbrace))
		ast.Inspect(body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				ends = ends || slices.Contains(e.lines, p.line(n.Pos()))
			case *ast.DeferStmt:
				defers = append(defers, p.line(n.Pos()))
			}
			return true
		})
		if ends {
			all = append(all, defers...)
		}
		return true
	})
	return all
}

// line returns the line of a position.
func (p *program) line(pos token.Pos) int {
	return 1 + strings.Count(p.text[:pos-p.ast.FileStart], "\n")
}

// events reads what a run has printed.
func events(p *program, out string) []event {
	line := regexp.MustCompile(`/` + regexp.QuoteMeta(strings.TrimSuffix(strings.TrimSuffix(p.file, ".go"), "_test")) + `\.go:(\d+)`)
	first := func(stack string) []int {
		stack, _, _ = strings.Cut(stack, "created by ")
		if found := line.FindStringSubmatch(stack); found != nil {
			n, _ := strconv.Atoi(found[1])
			return []int{n}
		}
		return nil
	}
	var all []event
	for _, race := range strings.Split(out, "WARNING: DATA RACE")[1:] {
		race, _, _ = strings.Cut(race, "==================")
		if strings.Contains(race, "runtime.racewrite()") { // Add beside Wait; inlined code is at wrong lines
			all = append(all, event{"waitgroup", nil})
			continue
		}
		stacks := strings.Split(race, "\n\n")
		all = append(all, event{"race", append(first(stacks[0]), first(stacks[1])...)})
	}
	if _, left, ok := strings.Cut(out, "LEFT\n"); ok {
		for stack := range strings.SplitSeq(left, "\n\n") {
			if lines := first(stack); lines != nil {
				all = append(all, event{"blocked", lines})
			}
		}
		return all
	}
	if strings.Contains(out, "WaitGroup misuse") || strings.Contains(out, "WaitGroup is reused") { // the line is that of Wait
		return append(all, event{"waitgroup", nil})
	}
	for _, failure := range []struct{ text, kind string }{
		{"close of closed channel", "close"},
		{"close of nil channel", "close"},
		{"send on closed channel", "close"},
		{"unlock of unlocked", "lock"},
		{"Unlock of unlocked", "lock"},
		{"negative WaitGroup counter", "waitgroup"},
		{"concurrent map", "race"},
		{"all goroutines are asleep", "blocked"},
		{"panic: ", "panic"},
	} {
		if _, stack, ok := strings.Cut(out, failure.text); ok {
			return append(all, event{failure.kind, first(stack)})
		}
	}
	return all
}

// TestRun runs the mended programs: they come to their end. It runs the broken ones: whatever goes
// wrong does so at a line that wants it, and in the full campaign each program is seen to go wrong.
func TestRun(t *testing.T) {
	all, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	every := campaign.Every(t, len(all), 1)
	full := every == 1
	var some []*program
	for i := every / 2; i < len(all); i += every {
		some = append(some, all[i])
	}
	binary := build(t, some, full)
	broken, missed, unseen := 0, 0, 0
	for _, p := range some {
		runs, tries := 30, 1
		if !p.fixed {
			broken++
			tries = 4
		}
		seen := map[int]bool{}
		for range tries {
			cmd := exec.Command(binary, "-test.run=TestEntry")
			cmd.Env = append(os.Environ(), "ENTRY="+p.file, "RUNS="+strconv.Itoa(runs), "EXITS="+strconv.FormatBool(p.entry == "main"), "GOTRACEBACK=all")
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			err := cmd.Run()
			found := events(p, out.String())
			if err != nil && len(found) == 0 || p.fixed && len(found) > 0 {
				t.Errorf("%s: %v %v\n%s", p.file, err, found, &out)
			}
			for _, e := range found {
				wanted := false
				for _, line := range p.places(e) {
					if slices.ContainsFunc(p.wants[line], e.is) {
						wanted, seen[line] = true, true
					}
				}
				if !p.fixed && !wanted {
					t.Errorf("%s: %s at %v is not wanted\n%s", p.file, e.kind, e.lines, &out)
				}
			}
		}
		if !p.fixed && len(seen) == 0 {
			missed++
			t.Logf("%s: nothing was seen", p.file)
		}
		for line := range p.wants {
			if !seen[line] {
				unseen++
				t.Logf("%s:%d: not seen", p.file, line)
			}
		}
	}
	t.Logf("%d programs, %d of them broken, %d of these not seen to go wrong, %d lines not seen", len(some), broken, missed, unseen)
}
