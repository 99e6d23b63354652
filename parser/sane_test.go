// This file tests that what the parser makes is sane: of our own programs, of those
// of the suites and of random ones, as written and with their calls inlined.

package parser_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
)

// checkSane parses a program and checks it, and what inlining makes of it.
func checkSane(t *testing.T, name string, src []byte, mode parser.Mode) {
	t.Helper()
	p, err := parser.Parse(name, src, mode)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Check(); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	in, err := p.Inline(1 << 12)
	if err != nil {
		var refused *parser.InlineError
		if !errors.As(err, &refused) {
			t.Fatal(err)
		}
		return
	}
	if err := in.Check(); err != nil {
		t.Fatalf("inlined: %v\n%s", err, src)
	}
}

func TestSaneFiles(t *testing.T) {
	checked := 0
	for _, pattern := range []string{"../examples/*.bp", "../../shared/suites/*/*.bp", "../../shared/suites/*/*/*.bp"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range files {
			checked++
			if !campaign.Due(t, i%2, 2) {
				continue
			}
			if filepath.Base(name) == "prec.bp" {
				continue // it has two readings
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			checkSane(t, name, src, parser.Both)
		}
	}
	if checked < 40 {
		t.Errorf("%d programs, want our own examples at least", checked)
	}
}

func TestSaneRandom(t *testing.T) {
	runs := uint64(campaign.Size(t, 50, 1000))
	for name, cfg := range map[string]randprog.Config{
		"threads": randprog.Default(), "calls": randprog.Calls(), "sequential": randprog.Sequential(), "by convention": randprog.Concurrent(),
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range runs {
				src := randprog.Generate(rand.New(rand.NewPCG(seed, 5)), cfg)
				checkSane(t, "random.bp", []byte(src), []parser.Mode{parser.Post, parser.Pre, parser.Both}[seed%3])
			}
		})
	}
}
