// This file tests programs with more initial states than can be gone through.

package systems_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

// TestManyInitial checks that bws proves what it comes to know by pre-images, and says why
// there is no certificate: that would list all initial states.
func TestManyInitial(t *testing.T) {
	v := make([]string, 70)
	for i := range v {
		v[i] = fmt.Sprint("v", i)
	}
	src := "decl " + strings.Join(v, ",") + ";\nvoid main() begin assume(v0); assert(" + strings.Join(v, "|") + "); end\n"
	for i, initial := range []string{"one", "2", "many"} {
		if !campaign.Due(t, i, 3) {
			continue
		}
		for _, algorithm := range []string{"auto", "bws"} {
			if algorithm == "auto" && initial != "many" && campaign.Size(t, 0, 1) == 0 {
				continue // it begins as it does there, whatever the number
			}
			m, err := systems.Read("free.bp", strings.NewReader(src))
			if err != nil {
				t.Fatal(err)
			}
			r, err := m.Check(context.Background(), systems.Options{Algorithm: algorithm, Initial: initial, Certify: true, SelfCheck: true, Timeout: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != systems.Safe {
				t.Errorf("%s, %s: %v(%s)", algorithm, initial, r.Verdict, r.Reason)
				continue
			}
			if r.By == "symbolic" {
				continue // its proof is small
			}
			var b strings.Builder
			if err := r.Certificate.Write(&b); err == nil || !strings.Contains(err.Error(), "too large") {
				t.Errorf("%s, %s: a certificate with the error %v", algorithm, initial, err)
			}
		}
	}
}
