// This file tests the translation of SATABS against its own output.

package converter_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

func TestTranslateSATABS(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "shared", "suites", "satabs", "*", "*.bp"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("the shared suites are not here")
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := parser.Parse(file, src, parser.Both)
		if err != nil {
			t.Fatal(err)
		}
		got, target, err := converter.TranslateSATABS(p, nil)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		base := strings.TrimSuffix(file, ".bp")
		f, err := os.Open(base + ".tts")
		if err != nil {
			t.Fatal(err)
		}
		want, err := tts.Read(f, base+".tts")
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if got.NumShared() != want.NumShared() || got.NumLocal() != want.NumLocal() {
			t.Errorf("%s: %d %d states, want %d %d", file, got.NumShared(), got.NumLocal(), want.NumShared(), want.NumLocal())
		}
		diff(t, file, lines(got), lines(want))
		prop, err := os.ReadFile(base + ".prop")
		if err != nil {
			t.Fatal(err)
		}
		if word := strings.Fields(string(prop))[0]; word != target.String() {
			t.Errorf("%s: target %v, want %s", file, target, word)
		}
	}
}

func lines(t *tts.TTS) map[string]bool {
	m := map[string]bool{}
	for _, e := range t.Edges() {
		m[e.String()] = true
	}
	return m
}

func diff(t *testing.T, name string, got, want map[string]bool) {
	t.Helper()
	for _, d := range []struct {
		text string
		a, b map[string]bool
	}{{"lacks", want, got}, {"has in excess", got, want}} {
		n := 0
		for e := range d.a {
			if !d.b[e] {
				if n++; n <= 3 {
					t.Errorf("%s: %s %s", name, d.text, e)
				}
			}
		}
		if n > 3 {
			t.Errorf("%s: ... %d in all", name, n)
		}
	}
}
