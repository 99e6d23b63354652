// This file tests what is read of the command line about other programs.

package bench

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
)

func TestSplitWords(t *testing.T) {
	for text, want := range map[string]string{
		"a b":                `["a" "b"]`,
		" a\t b ":            `["a" "b"]`,
		`sh -c 'a "b" c' d`:  `["sh" "-c" "a \"b\" c" "d"]`,
		`x"y z"'w' ""`:       `["xy zw" ""]`,
		`--name="{file}.bp"`: `["--name={file}.bp"]`,
		`'`:                  "a quote ' is not closed",
	} {
		words, err := splitWords(text)
		got := fmt.Sprintf("%q", words)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestToolProgram checks that a row is not taken for an answer when the command, a rule or
// the program has changed.
func TestToolProgram(t *testing.T) {
	var seen []string
	for _, test := range [][3]string{
		{"a=true {file}"}, {"a=true {file} "}, {"a=false {file}"}, {"a=true {file}", "a=1"}, {"a=true {file}", "a=2"},
		{"a=true {file}", "", "a=1"}, {"a=true {file}", "", "a=/1/"},
	} {
		var safe, unsafe []string
		if test[1] != "" {
			safe = []string{test[1]}
		}
		if test[2] != "" {
			unsafe = []string{test[2]}
		}
		tools, err := ParseTools([]string{test[0]}, safe, unsafe)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(seen, tools[0].Program) {
			t.Errorf("%q: the program is %q, as for another one", test, tools[0].Program)
		}
		seen = append(seen, tools[0].Program)
	}
	for _, twice := range [][3][]string{{{"a=true {file}", "a=false {file}"}}, {{"a=true {file}"}, {"a=1", "a=2"}}} {
		if _, err := ParseTools(twice[0], twice[1], twice[2]); err == nil || !strings.Contains(err.Error(), "there are two") {
			t.Errorf("%q: %v", twice, err)
		}
	}
}

// TestEnds checks that of a long output its two ends are kept.
func TestEnds(t *testing.T) {
	var b ends
	fmt.Fprint(&b, "first\n")
	for range 100 {
		b.Write(bytes.Repeat([]byte("x"), keepBytes/10))
	}
	fmt.Fprint(&b, "\nlast")
	got := b.Bytes()
	if !bytes.HasPrefix(got, []byte("first\n")) || !bytes.HasSuffix(got, []byte("\nlast")) || len(got) < 2*keepBytes || len(got) > 3*keepBytes {
		t.Errorf("%d bytes are kept", len(got))
	}
	b = ends{}
	for i := range 10 {
		fmt.Fprint(&b, i)
	}
	if got := string(b.Bytes()); got != "0123456789" {
		t.Error(got)
	}
}

// TestPeakOfTool measures processes that are smaller than this one, which the system takes for
// as large: their own memory counts, and that of their children.
func TestPeakOfTool(t *testing.T) {
	campaign.Turn(t, 0, 2)
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("the system does not say what a process holds")
	}
	const block = 32 << 20
	large := bytes.Repeat([]byte{1}, 4*block)
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Fatal(err)
	}
	dd := []string{"dd", "if=/dev/zero", "of=" + pipe, "bs=32M", "count=1"}
	for name, args := range map[string][]string{"itself": dd, "child": {"sh", "-c", strings.Join(dd, " ") + "; true"}} {
		path, err := exec.LookPath(args[0])
		if err != nil {
			t.Fatal(err)
		}
		read := make(chan error, 1)
		go func() { // dd holds its block until all of it is read
			f, err := os.Open(pipe)
			if err == nil {
				time.Sleep(500 * time.Millisecond)
				_, err = io.Copy(io.Discard, f)
				f.Close()
			}
			read <- err
		}()
		p := &process{path: path, args: args}
		e, err := p.run(t.Context())
		if err != nil || e.status != "0" || e.peak < block || e.peak > 3*block {
			t.Fatalf("%s: peak %d, %s, %v", name, e.peak, e.status, err)
		}
		if err := <-read; err != nil {
			t.Error(err)
		}
	}
	runtime.KeepAlive(large)
}
