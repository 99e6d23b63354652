// This file tests what is said of findings in Go programs.

package command

import (
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/show/render"
)

// TestConfirmed checks that the answer shows arguments that were made up to run a function.
func TestConfirmed(t *testing.T) {
	for call, want := range map[string]string{
		"":                    "Confirmed: the Go code was run with this schedule, and it happened.",
		"Run()":               "Confirmed: the Go code was run with this schedule, and it happened.",
		`Run(n = 2, s = "a")`: `Confirmed: the Go code was run with this schedule, with made-up arguments, Run(n = 2, s = "a"), and it happened.`,
	} {
		var out strings.Builder
		g := &goText{sh: &shell{stdout: &out}}
		if err := g.findings([]cause{{render.Finding{Kind: "leak", Verdict: "UNSAFE", Confirmed: true, Call: call}}}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "\n  "+want+"\n") {
			t.Errorf("%q:\n%s\nwant %s", call, out.String(), want)
		}
	}
}
