// This file tests that the programs in the documentation do what their want lines say.

package examples_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/systems"
)

// TestDocumentation checks each program of the documentation as its want lines say. Those
// whose threads can be explored one by one are checked as the examples are, by all
// algorithms and the judge.
func TestDocumentation(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	snippet := regexp.MustCompile("(?ms)^```bp.*?\n(.*?)^```$")
	programs := 0
	for _, page := range append(pages, "../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range snippet.FindAllSubmatchIndex(text, -1) {
			programs++
			program := string(text[at[2]:at[3]])
			title := strings.SplitN(strings.TrimSpace(program), "\n", 2)[0]
			path := filepath.Join(t.TempDir(), "x.bp")
			if err := os.WriteFile(path, []byte(program), 0o666); err != nil {
				t.Fatal(err)
			}
			m, err := systems.Open(path)
			if err != nil {
				t.Errorf("%s: %s: %v", page, title, err)
				continue
			}
			for _, w := range m.Program.File.Warnings {
				t.Errorf("%s: %v", page, w)
			}
			x := newExample(m)
			line := strings.Count(string(text[:at[2]]), "\n") + 1
			for _, w := range wants(t, path) {
				t.Run(filepath.Base(page)+":"+strings.ReplaceAll(w.text, " ", ",")+":"+strconv.Itoa(line), func(t *testing.T) {
					if w.switches >= 0 || w.rounds > 0 || !m.Program.Direct() {
						w.checkConcurrent(t, m)
					} else {
						x.check(t, w)
					}
				})
			}
		}
	}
	if programs < 20 {
		t.Errorf("only %d programs in the documentation", programs)
	}
}

// TestReserved checks that the words which the page of the language lists, and no other words
// of statements, cannot be names.
func TestReserved(t *testing.T) {
	text, err := os.ReadFile("../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, ok := strings.Cut(string(text), "can be names only in braces:\n\n")
	if !ok {
		t.Fatal("the page does not list the reserved words")
	}
	list, _, _ = strings.Cut(list, "\n\n")
	reserved := map[string]bool{}
	for _, word := range strings.Fields(list) {
		reserved[word] = true
	}
	others := "skip assume assert start_thread end_thread atomic_begin atomic_end atomic wait signal broadcast dead print schoose"
	for _, word := range slices.Concat(strings.Fields(list), strings.Fields(others)) {
		_, err := systems.Read("x.bp", strings.NewReader("decl "+word+"; void main() begin skip; end"))
		if (err != nil) != reserved[word] {
			t.Errorf("a variable %s: %v", word, err)
		}
	}
}
