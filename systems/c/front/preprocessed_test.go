// This file tests files that the preprocessor of the system has been through, with the headers of the system.

package front_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/front"
)

// TestPreprocessed: a program does the same with the headers of the system as with those of this package.
func TestPreprocessed(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("there is no gcc: ", err)
	}
	names, err := filepath.Glob("../../../examples/cthreads/*.c")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	step := campaign.Every(t, len(names), len(names)/8)
	for i := campaign.Today(step); i < len(names); i += step {
		text, err := os.ReadFile(names[i])
		if err != nil {
			t.Fatal(err)
		}
		plain, err := front.Read(names[i], text, front.Options{})
		if err != nil {
			t.Fatal(err)
		}
		text, err = exec.Command(gcc, "-E", names[i]).Output()
		if err != nil {
			t.Fatal(err)
		}
		p, err := front.Read("preprocessed.c", text, front.Options{})
		if err != nil {
			t.Errorf("%s: %v", names[i], err)
			continue
		}
		got := execution.Search(t.Context(), p, execution.Limits{Threads: 3, States: 3000})
		want := execution.Search(t.Context(), plain, execution.Limits{Threads: 3, States: 3000})
		if (got.Trace != nil) != (want.Trace != nil) || got.Complete != want.Complete {
			t.Errorf("%s: the preprocessed program does something else", names[i])
		}
	}
}
