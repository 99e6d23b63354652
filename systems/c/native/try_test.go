package native_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/c"
	"github.com/ijit/ijit/systems/c/native"
)

func TestTry(t *testing.T) {
	files, _ := filepath.Glob(os.Getenv("TRY"))
	good, n := 0, 0
	for _, f := range files {
		text, _ := os.ReadFile(f)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		a, err := c.Check(ctx, f, text, c.Options{})
		cancel()
		if err != nil {
			t.Log(f, err)
			continue
		}
		if a.Verdict != verdict.Unsafe {
			continue
		}
		n++
		p := &native.Program{Name: f, Text: text}
		begin := time.Now()
		r, err := p.Replay(t.Context(), "gcc", a.Steps)
		if r.Confirmed {
			good++
		}
		t.Log(filepath.Base(f), r, err, time.Since(begin).Round(time.Millisecond))
	}
	t.Log(good, "of", n)
}
