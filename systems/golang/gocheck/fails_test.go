// This file tests what is said of ends of tests behind which nothing is asked.

package gocheck

import (
	"slices"
	"testing"

	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

const failing = `package fails

import (
	"os"
	"testing"
)

func read(name string) error {
	done := make(chan error)
	go func() { done <- nil }()
	if _, err := os.ReadFile(name); err != nil {
		return err
	}
	return <-done
}

func TestRead(t *testing.T) {
	if err := read("name"); err != nil {
		t.Fatal(err)
	}
}
`

// TestFails: the goroutine that is left behind if the file is missing is not asked about, and the answer says from where on.
func TestFails(t *testing.T) {
	code := programs(t)
	check := func(entry string) *Report {
		return Check(t.Context(), code, entries(t, code, "fails", entry), Options{})
	}
	r := check("TestRead")
	if len(r.Findings) > 0 || len(r.Fails) != 1 || r.Fails[0].Line != 19 || r.Fails[0].Operation != "t.Fatal(err)" {
		t.Errorf("findings %v, nothing is asked behind %v", found(r.Findings), r.Fails)
	}
	r = check("read")
	if r.Verdict() != ledger.Unknown || !slices.ContainsFunc(r.Findings, isPossible) || len(r.Fails) > 0 {
		t.Errorf("%s without the test, nothing is asked behind %v", r.Verdict(), r.Fails)
	}
}
