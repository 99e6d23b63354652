// This file tests what is proved for any number of workers, whose number the code checks.

package gocheck

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// atLeastOne are beginnings of a pool: those by which it has a worker, and those by which it may have none.
var atLeastOne = map[bool]map[string]string{
	true: {
		"Max":     "n = max(n, 1)",
		"Least":   "n = min(max(n, 2), runtime.GOMAXPROCS(0))",
		"Further": "if n == 0 {\nn = 1\n}\nif n < 0 {\nn = -n\n}\nn = max(n, 1)",
	},
	false: {
		"Any":     "",
		"Zero":    "if n < 0 {\nn = 0\n}",
		"IfZero":  "if n == 0 {\nn = 1\n}",
		"Between": "n = max(min(n, 8), 0)",
		"Less":    "n = runtime.NumCPU() - 1",
	},
}

// addedAtOnce are functions that add another number to a WaitGroup than that of the goroutines they start.
var addedAtOnce = map[bool]map[string]string{
	false: {
		"Fewer":     "n = max(n, 1)\nwg.Add(n)\nfor i := 0; i < n-1; i++ {\ngo wg.Done()\n}",
		"More":      "n = max(n, 1)\nwg.Add(n)\nfor i := 0; i <= n; i++ {\ngo wg.Done()\n}",
		"Added":     "n = max(n, 1)\nwg.Add(n + 1)\nfor range n {\ngo wg.Done()\n}",
		"FromOne":   "n = max(n, 1)\nwg.Add(n)\nfor i := 1; i < n; i++ {\ngo wg.Done()\n}",
		"ByTwo":     "n = max(n, 1)\nwg.Add(n)\nfor i := 0; i < n; i += 2 {\ngo wg.Done()\n}",
		"Twice":     "n = max(n, 1)\nwg.Add(n)\nfor i := 0; i < n; i++ {\ni++\ngo func() {\nfmt.Println(i)\nwg.Done()\n}()\n}",
		"Without":   "n = max(n, 1)\nwg.Add(n)\nfor i := range n {\nif i == 1 {\ncontinue\n}\ngo wg.Done()\n}",
		"Ends":      "n = max(n, 1)\nwg.Add(n)\nfor i := range n {\nif i == 1 {\nbreak\n}\ngo wg.Done()\n}",
		"Waits":     "n = max(n, 1)\nwg.Add(n)\nfor i := range n {\nif i == 1 {\nwg.Wait()\n}\ngo wg.Done()\n}",
		"MinLength": "n = min(n, len(s))\nwg.Add(n)\nfor range n {\ngo wg.Done()\n}",
		"OfAnother": "wg.Add(len(s))\nfor range s[1:] {\ngo wg.Done()\n}",
		"Changed":   "o := &options{max(n, 1)}\nwg.Add(o.workers)\nfor i := 0; i < o.workers; i++ {\no.workers--\ngo wg.Done()\n}",
	},
}

// workerProgram returns a program with a function for each of these.
func workerProgram() string {
	var b strings.Builder
	b.WriteString("package workers\n\nimport (\n\"fmt\"\n\"runtime\"\n\"sync\"\n)\n\ntype options struct{ workers int }\n\nvar _ = fmt.Sprint(runtime.NumCPU())\n")
	for _, right := range []bool{false, true} { // in the same order each time, so that Go does not compile it again
		list := atLeastOne[right]
		for _, name := range slices.Sorted(maps.Keys(list)) {
			b.WriteString("\nfunc " + name + "(n int) {\n" + list[name] + "\nvar wg sync.WaitGroup\njobs := make(chan int)\nfor range n {\nwg.Add(1)\ngo func() {\nfor range jobs {\n}\nwg.Done()\n}()\n}\njobs <- 1\nclose(jobs)\nwg.Wait()\n}\n")
		}
	}
	for _, right := range []bool{false, true} {
		list := addedAtOnce[right]
		for _, name := range slices.Sorted(maps.Keys(list)) {
			b.WriteString("\nfunc " + name + "(n int, s []string) {\nvar wg sync.WaitGroup\n" + list[name] + "\nwg.Wait()\n}\n")
		}
	}
	b.WriteString("\nfunc Racing(n int) {\nvar wg sync.WaitGroup\nsum := 0\nfor range n {\nwg.Add(1)\ngo func() {\nsum++\nwg.Done()\n}()\n}\nwg.Wait()\n}\n")
	return b.String()
}

// TestAnyNumberOfWorkers checks that functions are proved for any number of workers, but not those that go wrong for some number.
func TestAnyNumberOfWorkers(t *testing.T) {
	code := programs(t)
	for _, table := range []map[bool]map[string]string{atLeastOne, addedAtOnce} {
		for right, list := range table {
			for _, name := range campaign.Part(t, list, 2) {
				r := Check(t.Context(), code, entries(t, code, "workers", name), Options{Kinds: []string{"leak", "waitgroup"}, Timeout: time.Minute})
				if (r.Verdict() == ledger.Safe) != right {
					t.Errorf("%s: %s %v", name, r.Verdict(), found(r.Findings))
				}
			}
		}
	}
}

// TestProvedBesideRace checks that what is proved of who is blocked does not depend on what is found otherwise.
func TestProvedBesideRace(t *testing.T) {
	code := programs(t)
	r := Check(t.Context(), code, entries(t, code, "workers", "Racing"), Options{Kinds: []string{"deadlock", "race"}, Timeout: time.Minute})
	proved := slices.ContainsFunc(r.Proved, func(p Proof) bool { return p.Kind == ledger.Blocked })
	if said := found(r.Findings); len(said) != 1 || !strings.HasPrefix(said[0], "race") || !proved {
		t.Errorf("%v, proved %v", said, r.Proved)
	}
}
