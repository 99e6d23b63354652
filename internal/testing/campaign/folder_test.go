// This file tests folders of programs that are the same in each run.

package campaign_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

func TestFolder(t *testing.T) {
	for _, name := range []string{"TMPDIR", "TMP"} {
		t.Setenv(name, t.TempDir())
	}
	folder := func(text string) string {
		t.Helper()
		dir, err := campaign.Folder(map[string]string{"go.mod": "module m\n", "a/a.go": text})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(dir, "a", "a.go")); err != nil || string(got) != text {
			t.Errorf("%q, %v, want %q", got, err, text)
		}
		return dir
	}
	first := folder("package a\n")
	if err := os.WriteFile(filepath.Join(first, "a", "a.go"), []byte("cut"), 0o666); err != nil {
		t.Fatal(err)
	}
	if again, other := folder("package a\n"), folder("package b\n"); again != first || other == first {
		t.Errorf("%s, then %s, and of other files %s", first, again, other)
	}
	if left, err := filepath.Glob(filepath.Join(first, "a", ".tmp*")); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}
