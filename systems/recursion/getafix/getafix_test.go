// This file tests the formulas against expected verdicts and the independent judge.

package getafix_test

import (
	"bufio"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/getafix"
)

var ways = []calculus.Options{
	{}, {Strategy: calculus.SemiNaive}, {Strategy: calculus.Definition}, {Schedule: true},
}

// TestBoppo checks all formulas on the sequential programs of the shared suite.
func TestBoppo(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "suites", "boppo")
	file, err := os.Open(filepath.Join(dir, "expected.tsv"))
	if err != nil {
		t.Skipf("the shared suites are not here (%v)", err)
	}
	defer file.Close()
	checked := 0
	for in := bufio.NewScanner(file); in.Scan(); {
		row := strings.Split(in.Text(), "\t")
		if strings.HasPrefix(row[0], "#") || !strings.HasSuffix(row[0], ".bp") {
			continue
		}
		label := ""
		if len(row) > 2 {
			label = strings.TrimPrefix(row[2], "label ")
		}
		text, err := os.ReadFile(filepath.Join(dir, row[0]))
		if err != nil {
			t.Fatal(err)
		}
		p, err := parser.Parse(row[0], text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := getafix.NewBase(p, label); err != nil {
			t.Logf("%s: %v", row[0], err)
			continue
		}
		checked++
		for _, f := range getafix.Formulas() {
			for _, o := range ways {
				reached, _, err := getafix.Check(p, label, f, o)
				if err != nil || reached != (row[1] == "UNSAFE") {
					t.Errorf("%s: %s, %+v: %v, %v; want %s", row[0], f.Name, o, reached, err, row[1])
				}
			}
		}
	}
	if checked < 11 {
		t.Errorf("only %d programs are sequential", checked)
	}
}

// TestJudge compares all formulas with the judge on random recursive programs.
func TestJudge(t *testing.T) {
	programs := campaign.Size(t, 25, 2000)
	safe, unsafe, open := 0, 0, 0
	for seed := range programs {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		cfg := randprog.Sequential()
		text := randprog.Generate(r, cfg)
		p, err := parser.Parse("random.bp", []byte(text), 0)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		want, known := judged(ctx, t, p)
		cancel()
		if !known {
			open++
		} else if want {
			unsafe++
		} else {
			safe++
		}
		for i, f := range getafix.Formulas() {
			reached, _, err := getafix.Check(p, "", f, ways[(seed+i)%len(ways)])
			if err != nil {
				t.Fatalf("seed %d: %s: %v\n%s", seed, f.Name, err, text)
			}
			if !known {
				want, known = reached, true // then all formulas must agree
			}
			if reached != want {
				t.Fatalf("seed %d: %s says %v, want %v\n%s", seed, f.Name, reached, want, text)
			}
		}
	}
	t.Logf("%d safe, %d unsafe, %d without a verdict of the judge", safe, unsafe, open)
	if safe < programs/10 || unsafe < programs/10 {
		t.Error("the test has lost its point")
	}
}

// judged asks the judge, with stacks of growing depth, whether an assertion can fail.
func judged(ctx context.Context, t *testing.T, p *parser.Program) (fails, known bool) {
	t.Helper()
	j, err := judge.New(p.File, judge.Small)
	if err != nil {
		t.Fatal(err)
	}
	for _, depth := range []int{2, 4, 6} {
		r := j.WithDepth(depth).Explore(ctx, 1, 1, 20_000)
		if r.Error {
			return true, true
		}
		if !r.Complete {
			return false, false
		}
		if !r.Cut {
			return false, true
		}
	}
	return false, false
}
