// This file tests the translation up front as a file: written, read and checked,
// it answers as the program does.

package systems_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/tts"
)

// throughFile translates a program, writes and reads the translation, and
// checks that both check alike with n threads.
func throughFile(t *testing.T, name string, src []byte, n int) {
	t.Helper()
	m, err := systems.Read(name, bytes.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Program.Calls()) > 0 {
		return
	}
	for _, a := range []image.Atomicity{image.Big, image.Small} {
		table, target, err := converter.TranslateFile(image.New(m.Program, a, nil))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var file bytes.Buffer
		if err := tts.Write(&file, table, tts.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		read, err := tts.Read(&file, name+".tts")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want, err := m.Check(context.Background(), systems.Options{Threads: n, Atomicity: a})
		if err != nil {
			t.Fatal(err)
		}
		translated := &systems.Model{Model: ijit.Model{Name: name + ".tts", TTS: read, Target: &target}, Form: systems.TransitionSystem{}}
		got, err := translated.Check(context.Background(), systems.Options{Threads: n})
		if err != nil {
			t.Fatal(err)
		}
		if got.Verdict != want.Verdict || want.Verdict == systems.Unknown {
			t.Errorf("%s, %d threads, atomicity %d: the program is %v, its translation %v\n%s", name, n, a, want.Verdict, got.Verdict, src)
		}
	}
}

func TestTranslateFile(t *testing.T) {
	files, err := filepath.Glob("../examples/*.bp")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		throughFile(t, strings.TrimSuffix(filepath.Base(file), ".bp"), src, 2)
	}
	for seed := range uint64(200) {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 3)), randprog.Default())
		throughFile(t, "random", []byte(src), 2)
	}
}
