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

// atomics are operations of stdatomic.h, which compilers define in terms of others.
const atomics = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_flag lock = ATOMIC_FLAG_INIT;
atomic_uchar bytes = 255;
int inside;
void *work(void *arg) {
	unsigned char before = 255;
	if (atomic_compare_exchange_strong(&bytes, &before, 256 + 3))
		assert(atomic_fetch_add(&bytes, 2) >= 3);
	while (atomic_flag_test_and_set(&lock))
		;
	inside++;
	assert(inside == 1);
	inside--;
	atomic_flag_clear(&lock);
	return 0;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	work(0);
	unsigned char now = atomic_load(&bytes);
	assert(now == 5 || now == 3);
	atomic_store(&bytes, now);
}
`

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
	own := filepath.Join(t.TempDir(), "atomics.c")
	if err := os.WriteFile(own, []byte(atomics), 0o666); err != nil {
		t.Fatal(err)
	}
	step := campaign.Every(t, len(names), len(names)/8)
	due := []string{own}
	for i := campaign.Today(step); i < len(names); i += step {
		due = append(due, names[i])
	}
	for _, name := range due {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := front.Read(name, text, front.Options{})
		if err != nil {
			t.Fatal(err)
		}
		text, err = exec.Command(gcc, "-E", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		p, err := front.Read("preprocessed.c", text, front.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := execution.Search(t.Context(), p, execution.Limits{Threads: 3, States: 3000})
		want := execution.Search(t.Context(), plain, execution.Limits{Threads: 3, States: 3000})
		if (got.Trace != nil) != (want.Trace != nil) || got.Complete != want.Complete {
			t.Errorf("%s: the preprocessed program does something else", name)
		}
	}
}
