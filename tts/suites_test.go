// This file defines the tests on real files.

package tts

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// suites returns the folder of real inputs that lies beside the checkout.
func suites(t *testing.T) string {
	for _, dir := range []string{"../../shared/suites", "../shared/suites"} {
		if _, err := os.Stat(dir); err == nil {
			return dir
		}
	}
	t.Skip("the folder shared/suites with real inputs does not lie beside the checkout")
	return ""
}

func load(t *testing.T, path string) *TTS {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sys, err := Read(f, path)
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// Every real file is read, has the sizes that its header says and the edges that
// its lines are, and is written and read as the same system; every target
// is a configuration of its system.
func TestRealFiles(t *testing.T) {
	var tables, targets int
	comment := regexp.MustCompile(`#.*`)
	err := filepath.WalkDir(suites(t), func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".tts" {
			return err
		}
		tables++
		sys := load(t, path)
		if err := sys.Check(); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		// The lines, read in the simplest way that there is.
		var lines [][]string
		for line := range strings.Lines(string(data)) {
			if words := strings.Fields(comment.ReplaceAllString(line, "")); len(words) > 0 {
				lines = append(lines, words)
			}
		}
		header := []string{strconv.Itoa(int(sys.NumShared())), strconv.Itoa(int(sys.NumLocal()))}
		if diff := cmp.Diff(lines[0], header); diff != "" {
			t.Errorf("%s: header (-file +ours):\n%s", path, diff)
		}
		different := map[string]bool{}
		for _, words := range lines[1:] {
			if words[2] == "~>" {
				words = []string{words[0], words[3]} // all such lines are one edge
			}
			different[strings.Join(words, " ")] = true
		}
		if sys.NumEdges() != len(different) {
			t.Errorf("%s: %d edges, %d different lines", path, sys.NumEdges(), len(different))
		}
		var b bytes.Buffer
		if err := Write(&b, sys, WriteOptions{}); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		again, err := Read(&b, path+" as written")
		if err != nil {
			t.Fatal(err)
		}
		if diff := sameSystem(sys, again); diff != "" {
			t.Errorf("%s: (-read +written and read):\n%s", path, diff)
		}
		prop := strings.TrimSuffix(path, ".tts") + ".prop"
		f, err := os.Open(prop)
		if err != nil {
			return err
		}
		defer f.Close()
		targets++
		if _, err := sys.ReadProp(f, prop); err != nil {
			t.Error(err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d tables, %d targets", tables, targets)
	if tables < 90 || targets != tables {
		t.Errorf("only %d tables and %d targets", tables, targets)
	}
}

// The verdicts of the real files, by the simplest backward search and the
// simplest forward search there are, each as far as a small bound lets it go.
// They test the arithmetic on edges of every plain kind.
func TestVerdictsOfRealFiles(t *testing.T) {
	dir := filepath.Join(suites(t), "coverability")
	data, err := os.ReadFile(filepath.Join(dir, "expected.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	decided, rows := map[string]int{}, 0
	for line := range strings.Lines(string(data)) {
		f := strings.Split(line, "\t")
		if strings.HasPrefix(line, "#") || f[0] == "file" {
			continue
		}
		rows++
		sys := load(t, filepath.Join(dir, f[0]))
		initial, err := sys.ParseInitial(f[1])
		if err != nil {
			t.Fatal(err)
		}
		target, err := sys.ParseTarget(f[2])
		if err != nil {
			t.Fatal(err)
		}
		unsafe := f[3] == "UNSAFE"
		const bound = 700
		if coverable, done := searchBackward(sys, initial, target, bound); done {
			decided["backward "+f[3]]++
			if coverable != unsafe {
				t.Errorf("%s from %s to %s: backward search says %v, expected %s", f[0], f[1], f[2], coverable, f[3])
			}
		}
		if searchForward(sys, initial, target, bound) {
			decided["forward "+f[3]]++
			if !unsafe {
				t.Errorf("%s from %s: %s is reached, expected %s", f[0], f[1], f[2], f[3])
			}
		}
	}
	t.Logf("%d rows, decided: %v", rows, decided)
	if rows < 70 || decided["backward SAFE"] < 10 || decided["backward UNSAFE"] < 15 || decided["forward UNSAFE"] < 15 {
		t.Errorf("%d rows, decided: %v", rows, decided)
	}
}

// searchBackward looks for initial upwards of the covering predecessors of
// target. It is done unless it met more than bound of them.
func searchBackward(sys *TTS, initial, target Config[uint32], bound int) (coverable, done bool) {
	found := []Config[uint32]{target}
	for i := 0; i < len(found); i++ {
		if len(found) > bound {
			return false, false
		}
		if initial.Covers(found[i]) {
			return true, true
		}
		for _, step := range CoverPre(sys, found[i]) {
			if !slices.ContainsFunc(found, step.From.Covers) {
				found = append(found, step.From)
			}
		}
	}
	return false, true
}

// searchForward reports whether a configuration that covers target is among the
// first ones reached; unboundedly many threads stay that many.
func searchForward(sys *TTS, initial, target Config[uint32], bound int) bool {
	queue := []Config[uint32]{initial}
	seen := map[string]bool{initial.String(): true}
	for i := 0; i < len(queue) && i < bound; i++ {
		if queue[i].Covers(target) {
			return true
		}
		for step := range Post(sys, queue[i]) {
			if name := step.To.String(); !seen[name] {
				seen[name] = true
				queue = append(queue, step.To)
			}
		}
	}
	return false
}
