package port_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/tts"
)

// code returns the lines of a port without comments.
func code(t *testing.T, name string) []string {
	src, err := os.ReadFile(filepath.Join(name, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.SplitSeq(string(src), "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "//") {
			lines = append(lines, line)
		}
	}
	return lines
}

// changed counts the lines of b that are not in a longest common subsequence
// with a: those that were added or changed.
func changed(a, b []string) int {
	lcs := make([][]int, len(a)+1)
	for i := range lcs {
		lcs[i] = make([]int, len(b)+1)
	}
	for i := range a {
		for j := range b {
			if a[i] == b[j] {
				lcs[i+1][j+1] = lcs[i][j] + 1
			} else {
				lcs[i+1][j+1] = max(lcs[i][j+1], lcs[i+1][j])
			}
		}
	}
	return max(len(a), len(b)) - lcs[len(a)][len(b)]
}

func TestChangedLines(t *testing.T) {
	plain := code(t, "plain")
	if n := changed(plain, code(t, "oneline")); n != 1 {
		t.Errorf("the one-line port changes %d lines", n)
	}
	if n := changed(plain, code(t, "explicit")); n > 7 {
		t.Errorf("the explicit port changes %d lines", n)
	} else {
		t.Logf("the explicit port changes %d lines", n)
	}
	if n := changed(code(t, "plain-backward"), code(t, "oneline-backward")); n != 1 {
		t.Errorf("the one-line port of the search backward changes %d lines", n)
	}
}

// TestLight checks that a port is a small program: what searches, diagrams and renderers need is not in it.
func TestLight(t *testing.T) {
	campaign.Turn(t, 1, 3)
	const packages, size = 15, 6_000_000
	out, err := exec.Command("go", "list", "-deps", "./oneline").Output()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(out), "github.com/ijit/ijit/"); n > packages {
		t.Errorf("it needs %d packages of this module, want at most %d:\n%s", n, packages, out)
	}
	program := filepath.Join(t.TempDir(), "oneline")
	if out, err := exec.Command("go", "build", "-o", program, "./oneline").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	file, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	if file.Size() > size {
		t.Errorf("it has %d bytes, want at most %d", file.Size(), size)
	}
}

// TestPorts runs the ports on a program, and the original on the translation of
// the program: the answers agree, and the ports explore the same states.
func TestPorts(t *testing.T) {
	campaign.Turn(t, 0, 3)
	dir := t.TempDir()
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", dir, "./...").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, program := range []string{"once.bp", "once-broken.bp"} {
		file := filepath.Join("..", program)
		p, err := ijit.OpenProgram(file)
		if err != nil {
			t.Fatal(err)
		}
		table, target, err := converter.TranslateFile(p.Engine)
		if err != nil {
			t.Fatal(err)
		}
		translated := filepath.Join(dir, program+".tts")
		f, err := os.Create(translated)
		if err != nil {
			t.Fatal(err)
		}
		if err := tts.Write(f, table, tts.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, program+".prop"), []byte(target.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		run := func(port, file string) string {
			out, err := exec.Command(filepath.Join(dir, port), file).CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v\n%s", port, err, out)
			}
			return string(out)
		}
		plain, oneline, explicit := run("plain", translated), run("oneline", file), run("explicit", file)
		want := "error reachable: " + strconv.FormatBool(strings.Contains(program, "broken"))
		for _, out := range []string{plain, oneline, explicit, run("plain-backward", translated), run("oneline-backward", file)} {
			if !strings.HasPrefix(out, want) {
				t.Errorf("%s: %s, want %s", program, out, want)
			}
		}
		// Up to the first error the count depends on the order of successors.
		if strings.HasSuffix(want, "false") && oneline != explicit {
			t.Errorf("%s: %s but %s", program, oneline, explicit)
		}
	}
}

// TestSideBySide checks that README.md shows the searches before and after, with the lines
// marked that differ.
func TestSideBySide(t *testing.T) {
	body := func(file string) []string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(string(text), "func explore(")
		_, body, _ = strings.Cut(body, "\n\t")
		body, _, _ = strings.Cut(body, "\n}")
		return strings.Split(strings.ReplaceAll(strings.ReplaceAll(body, "\n\t", "\n"), "\t", "  "), "\n")
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range []string{"", "-backward"} {
		before, after := body("plain"+way+"/main.go"), body("oneline"+way+"/main.go")
		var want strings.Builder
		for i := range before {
			mark := " "
			if before[i] != after[i] {
				mark = "|"
			}
			fmt.Fprintf(&want, "%s\n", strings.TrimRight(fmt.Sprintf("%-47s %s %s", before[i], mark, after[i]), " "))
		}
		if !strings.Contains(string(readme), "\n```go\n"+want.String()+"```\n") {
			t.Errorf("README.md does not show the port, which is\n%s", want.String())
		}
	}
}
