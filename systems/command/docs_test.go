// This file tests that the commands in the documentation print what it says.

package command

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/docs"
	"github.com/ijit/ijit/internal/testing/campaign"
)

// A block is a fenced block of a page: its language, the name of the file that it is, if
// there is one, and the text.
type block struct{ language, file, text string }

func blocks(page string) []block {
	fenced := regexp.MustCompile("(?ms)^```(\\w+) ?(\\S*)\n(.*?)^```$")
	var all []block
	for _, m := range fenced.FindAllStringSubmatch(page, -1) {
		all = append(all, block{m[1], m[2], m[3]})
	}
	return all
}

// TestDocumentation runs the commands of the pages. The blocks of a page that have names
// are files. A block sh has commands, and a block text behind it is what they print. Lines
// "..." in it stand for any lines. Pages that build programs, abstract C programs or measure have their
// turn on one day in three, and what takes ten seconds on one day in seven.
func TestDocumentation(t *testing.T) {
	if testing.Short() {
		t.Skip("each command is a process of its own")
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) != len(docs.Topics()) {
		t.Fatalf("%d pages, %d topics, %v", len(pages), len(docs.Topics()), err)
	}
	for _, page := range pages {
		if turn, ok := map[string]int{"go.md": 0, "tutorial-c.md": 1, "measure.md": 2}[filepath.Base(page)]; ok && !campaign.Due(t, turn, 3) {
			continue
		}
		t.Run(filepath.Base(page), func(t *testing.T) {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if checkCommands(t, dir, string(text)) == 0 && !slices.Contains([]string{"language.md", "smv.md"}, filepath.Base(page)) {
				t.Error("the page has no commands")
			}
		})
	}
}

// TestReadme runs the commands of README.md, in a folder that has the examples. It measures all that are broken: of those
// that it does not name, a fifth is there each day.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("each command is a process of its own")
	}
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(examples)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "examples"), 0o777); err != nil {
		t.Fatal(err)
	}
	for i, e := range entries {
		name := e.Name()
		if strings.HasSuffix(name, "-broken.bp") && !strings.Contains(string(text), name) && !campaign.Due(t, i%5, 5) {
			continue
		}
		if err := os.Symlink(filepath.Join(examples, name), filepath.Join(dir, "examples", name)); err != nil {
			t.Fatal(err)
		}
	}
	if n := checkCommands(t, dir, string(text)); n < 3 {
		t.Errorf("%d blocks of commands", n)
	}
}

// checkCommands runs the commands of a page in a folder, and returns of how many blocks. Those that
// need neither a shell nor a process of their own are called in this one.
func checkCommands(t *testing.T, dir, page string) (n int) {
	t.Helper()
	t.Chdir(dir)
	list := blocks(page)
	for _, b := range list {
		if b.file != "" {
			if err := os.WriteFile(filepath.Join(dir, b.file), []byte(b.text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, b := range list {
		if b.language != "sh" {
			continue
		}
		n++
		if b.text == "ijit trace tasks.c\n" && !campaign.Due(t, 0, 7) {
			continue
		}
		if i+1 == len(list) || list[i+1].language != "text" {
			printed(t, b.text)
			continue
		}
		want := steady(list[i+1].text)
		pattern := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(want), "\\.\\.\\.\n", "(?s:.*)") + "$")
		got := ""
		// Which of the searches beside each other is first is a matter of chance, and where a C program is abstracted, so is which
		// predicates are found.
		for range 3 {
			if got = steady(printed(t, b.text)); pattern.MatchString(got) {
				break
			}
		}
		if !pattern.MatchString(got) {
			t.Errorf("%sprints (+) not what the page says (-):\n%s", b.text, cmp.Diff(want, got))
		}
	}
	return n
}

// printed returns what commands print.
func printed(t *testing.T, commands string) string {
	t.Helper()
	var out strings.Builder
	for line := range strings.Lines(commands) {
		allowed := []int{exitSafe, exitUnsafe, int(sat.Unsat), exitUnknown}
		if words, ok := plainWords(line); ok && words[0] == "ijit" && slices.Contains(simple(), words[1]) {
			if code, stderr := call(&out, strings.NewReader(""), words[1:]...); !slices.Contains(allowed, code) {
				t.Errorf("%sexit code %d\n%s", line, code, stderr)
			}
			continue
		}
		cmd := exec.Command("sh", "-c", line)
		var stderr strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &stderr
		err := cmd.Run()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || !slices.Contains(allowed, exit.ExitCode())) {
			t.Errorf("%s%v\n%s", line, err, stderr.String())
		}
	}
	return out.String()
}

// plainWords returns the words of a line and whether a shell would do nothing else with it. Between double quotes it does not
// look at most characters.
func plainWords(line string) (words []string, ok bool) {
	for i, part := range strings.Split(strings.TrimSpace(line), `"`) {
		switch {
		case i%2 == 1:
			words = append(words, part)
			ok = !strings.ContainsAny(part, "\\$`")
		default:
			words = append(words, strings.Fields(part)...)
			ok = !strings.ContainsAny(part, "'\\|<>$;&*~#`") && (i == 0 || part == "" || part[0] == ' ')
		}
		if !ok {
			return nil, false
		}
	}
	return words, len(words) > 1
}

// steady replaces what differs from run to run and from version to version: times, sizes, how a
// property was decided and which lasso was found, and
// what auto says behind the verdict and its property, which depends on which of its algorithms
// was first.
func steady(text string) string {
	text = regexp.MustCompile(`\d+\.\d\d(s\b|  )`).ReplaceAllString(text, "0.00$1")
	text = regexp.MustCompile(`\d+ (element|state|location|node|latche?)s?\b`).ReplaceAllString(text, "1 ${1}s")
	text = regexp.MustCompile(`(true|false) \((\w+|\w+, bound \d+|length \d+, loop at \d+)\)`).ReplaceAllString(text, "$1 (how)")
	return regexp.MustCompile(`(?m)^(SAFE|UNSAFE  (?:\S| \S)+)  .*\bauto:.*$`).ReplaceAllString(text, "$1  auto")
}
