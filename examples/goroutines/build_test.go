// This file defines how the programs are built to be run with random delays.

package goroutines_test

import (
	"errors"
	"fmt"
	"go/ast"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
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
			switch s.(type) {
			case *ast.CaseClause, *ast.CommClause:
			default:
				at[int(s.Pos()-file)] = "delay.Point(); "
			}
		}
	}
	ast.Inspect(p.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
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
