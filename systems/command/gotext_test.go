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

// TestChain checks that of many who wait for each other each has a line.
func TestChain(t *testing.T) {
	const who = "The counter of wg never becomes zero: f (goroutine 2) has returned; g (goroutine 3) waits at line 35 (range in); h is not started"
	const want = "The counter of wg never becomes zero:\n      f (goroutine 2) has returned\n      g (goroutine 3) waits at line 35 (range in)\n      h is not started"
	if got := chain(who); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if short := "Nobody sends to c any more: f (goroutine 2) has returned; g has returned"; chain(short) != short {
		t.Errorf("%s", chain(short))
	}
}
