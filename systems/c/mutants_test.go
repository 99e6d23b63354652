// This file tests programs that are changed in one place.

package c

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/front"
)

// mutate changes a line of a program behind its declarations of what is asked: a call goes, a condition is another one, a
// number or a step is. It returns "" if there is nothing to change there.
func mutate(rng *rand.Rand, text string) string {
	head := max(strings.LastIndex(text, "#define assert"), strings.LastIndex(text, "#include"))
	lines := strings.SplitAfter(text[head:], "\n")
	i := 1 + rng.IntN(len(lines)-1)
	call := regexp.MustCompile(`^\s*\w*(atomic|lock|acquire|release|abort|assume)\w*\([^;]*\);|\w+ = [^;]*;`)
	if at := call.FindStringIndex(lines[i]); at != nil && rng.IntN(2) == 0 {
		lines[i] = lines[i][:at[0]] + ";" + lines[i][at[1]:]
		return text[:head] + strings.Join(lines, "")
	}
	change := []struct{ old, instead string }{{"==", "!="}, {"!=", "=="}, {" < ", " <= "}, {"<=", "<"}, {" > ", " >= "}, {"++", "--"}, {"--", "++"}, {"0", "1"}, {"1", "2"}, {"&&", "||"}, {"||", "&&"}}
	c := change[rng.IntN(len(change))]
	if n := strings.Count(lines[i], c.old); n > 0 {
		lines[i] = strings.Replace(lines[i], c.old, c.instead, 1)
		return text[:head] + strings.Join(lines, "")
	}
	return ""
}

// TestMutants changes the programs of the suite and the examples. What is proved by predicates alone has no execution to an
// error that a search finds.
func TestMutants(t *testing.T) {
	names, err := filepath.Glob("../../examples/cthreads/*.c")
	if err != nil {
		t.Fatal(err)
	}
	suite, err := filepath.Glob("../../../shared/suites/pthread/pthread*/*.c") // if it is there
	if err != nil {
		t.Fatal(err)
	}
	names = append(names, suite...)
	counts := map[verdict.Verdict]int{}
	rng := rand.New(rand.NewPCG(uint64(campaign.Today(365)), 9))
	size := campaign.Size(t, 6, 1000)
	limit := time.Duration(campaign.Size(t, 1, 4)) * 500 * time.Millisecond
	for done, tries := 0, 0; done < size && tries < 100*size; tries++ {
		name := names[rng.IntN(len(names))]
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := mutate(rng, string(content))
		if text == "" {
			continue
		}
		p, err := front.Read("mutant.c", []byte(text), front.Options{})
		if err != nil {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		a, err := Check(ctx, "mutant.c", []byte(text), Options{abstractOnly: true})
		cancel()
		if err != nil && err != ErrNoCheck {
			t.Fatalf("%v\n%s", err, text)
		}
		if err != nil {
			continue
		}
		done++
		counts[a.Verdict]++
		if a.Verdict != verdict.Safe {
			continue
		}
		for threads := 2; threads <= 4; threads++ {
			if r := execution.Search(t.Context(), p, execution.Limits{Threads: threads, States: 5000}); r.Trace != nil {
				t.Fatalf("a mutant of %s is SAFE, but with %d threads there is an error\n%s", name, threads, text)
			}
		}
	}
	if t.Log(counts); counts[verdict.Safe]+counts[verdict.Unsafe] == 0 {
		t.Errorf("nothing is decided: %v", counts)
	}
}
