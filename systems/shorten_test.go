package systems_test

import (
	"strings"
	"testing"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/systems"
)

// TestShorten asks for an error to which many threads lead, and one thread in fewer steps: bws finds the former and says that
// there may be others, auto answers by the latter.
func TestShorten(t *testing.T) {
	m, err := systems.Read("x.bp", strings.NewReader(family.Counter(5)))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		algorithm string
		longer    bool
		threads   int
	}{{"bws", true, 31}, {"auto", false, 1}, {"ecut", false, 1}} {
		r, err := m.Check(t.Context(), systems.Options{Algorithm: c.algorithm, SelfCheck: true, Certify: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != systems.Unsafe || r.Longer != c.longer || r.Trace.MostThreads() != c.threads || !r.Stats.Replayed {
			t.Errorf("%s: %s, longer %t, %d threads, replayed %t", c.algorithm, r.Verdict, r.Longer, r.Trace.MostThreads(), r.Stats.Replayed)
		}
		if _, err := m.Validate(t.Context(), r.Certificate); err != nil {
			t.Errorf("%s: %v", c.algorithm, err)
		}
	}
	// One of few steps is taken as it is.
	if m, err = systems.Read("x.bp", strings.NewReader("decl g := 0; void main() begin start_thread goto l; g := 1; assume(0); l: assert(!g); end")); err != nil {
		t.Fatal(err)
	}
	if r, err := m.Check(t.Context(), systems.Options{Algorithm: "bws"}); err != nil || r.Verdict != systems.Unsafe || r.Longer {
		t.Errorf("%+v, %v", r, err)
	}
}
