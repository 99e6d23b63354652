// This file tests that every answer has a certificate which the checker accepts.

package systems_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

var slow = flag.Float64("slow", 0.5, "seconds from which on the check of a certificate is logged")

// certified checks m, writes the certificate, reads it again and validates it. It
// returns nil where there was no verdict.
func certified(t *testing.T, m *systems.Model, o systems.Options) *systems.Validation {
	t.Helper()
	return certifiedWithin(context.Background(), t, m, o)
}

// undecided returns a context for a question that an algorithm may leave open: then it does so on
// all machines. The looks of ecut are the quickest. Only auto, whose sides have contexts of their
// own, has a limit of time. It decides long before.
func undecided(o *systems.Options) context.Context {
	switch o.Algorithm {
	case "auto":
		o.Timeout = time.Minute
		return context.Background()
	case "ecut":
		return campaign.Looks(200_000)
	default:
		return campaign.Looks(3000)
	}
}

func certifiedWithin(ctx context.Context, t *testing.T, m *systems.Model, o systems.Options) *systems.Validation {
	t.Helper()
	o.Certify = true
	r, err := m.Check(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict == systems.Unknown {
		return nil
	}
	var text bytes.Buffer
	if err := r.Certificate.Err(); err != nil {
		if !strings.Contains(err.Error(), "no state of the program") && !strings.Contains(err.Error(), "calls of procedures apart") &&
			!strings.Contains(err.Error(), " makes none") && !strings.Contains(err.Error(), "no time or memory") {
			t.Errorf("%s: %+v: %v", m.Name, o, err)
		}
		return nil
	}
	if err := r.Certificate.Write(&text); err != nil {
		t.Fatal(err)
	}
	c, err := systems.ReadCertificate(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	v, err := m.Validate(context.Background(), c)
	if err != nil {
		if text.Len() > 3000 {
			text.Truncate(3000)
		}
		t.Errorf("%s: %s/%s, atomicity %d, initial %q: %v\n%s", m.Name, o.Algorithm, o.Via, o.Atomicity, o.Initial, err, text.Bytes())
		return nil
	}
	if v.Verdict != r.Verdict {
		t.Errorf("%s: the certificate proves %v, not %v", m.Name, v.Verdict, r.Verdict)
	}
	if took := time.Since(begin).Seconds(); took > *slow {
		t.Logf("%s: %s/%s: search %.3fs, check %.3fs, %d %ss", m.Name, o.Algorithm, o.Via, r.Seconds, took, v.Elements, v.Unit)
	}
	return v
}

func TestCertificatesOfExamples(t *testing.T) {
	campaign.Alone(t)
	files, err := filepath.Glob("../examples/*.bp")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	decided := map[string]int{}
	every := campaign.Every(t, len(files), 2)
	for i, file := range files {
		if i%every != 0 {
			continue
		}
		m, err := systems.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, via := range []systems.Via{systems.JIT, systems.BP} {
			for a, initial := range []string{"one", "many"} { // one with big steps, many with small ones
				safe := false
				for _, algorithm := range systems.Algorithms() {
					if algorithm.Direct() || algorithm.Refutes && safe {
						continue // it makes no certificates, or has nothing to find
					}
					o := systems.Options{Algorithm: algorithm.Name, Via: via, Atomicity: systems.Atomicity(a), Initial: initial}
					if initial == "many" && algorithm.Bounded {
						o.Threads = 2
					}
					if v := certifiedWithin(undecided(&o), t, m, o); v != nil {
						decided[algorithm.Name+" "+v.Verdict.String()+" by "+v.Unit+"s"]++
						safe = safe || v.Verdict == systems.Safe && !algorithm.Bounded
					}
				}
			}
		}
	}
	t.Log(decided)
}

// TestCertificatesOfSuites validates the answers about the programs and systems of
// the suites.
func TestCertificatesOfSuites(t *testing.T) {
	campaign.Alone(t)
	dir := suites(t)
	decided, questions := map[string]int{}, 0
	every := campaign.Every(t, 23, 1) // coprime to the questions about each program
	ask := func(file, initial, target string, algorithms ...string) {
		if questions++; questions%every != 0 {
			return
		}
		m, err := systems.Open(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, algorithm := range algorithms {
			o := systems.Options{Algorithm: algorithm, Initial: initial, Target: target}
			if v := certifiedWithin(undecided(&o), t, m, o); v != nil {
				decided[algorithm+" "+v.Verdict.String()]++
			}
		}
	}
	most := []string{"bws", "km", "akm", "ecut"}
	programs, err := filepath.Glob(filepath.Join(dir, "satabs", "*", "*.bp"))
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range programs {
		name, err := filepath.Rel(dir, program)
		if err != nil {
			t.Fatal(err)
		}
		ask(name, "one", "", append(most, "auto")...)
		ask(name, "many", "", "bws")
	}
	for _, row := range rows(t, filepath.Join(dir, "coverability", "expected.tsv")) {
		ask(filepath.Join("coverability", row["file"]), row["initial"], row["target"], most...)
	}
	for _, row := range rows(t, filepath.Join(dir, "satabs", "expected-unbounded.tsv")) {
		ask(filepath.Join("satabs", row["file"]), row["initial"], "", "bws", "ecut")
	}
	t.Logf("%d programs, %d questions, one of %d asked, decided: %v", len(programs), questions, every, decided)
	if len(programs) < 40 {
		t.Errorf("only %d programs", len(programs))
	}
}

// TestCertificatesOfRandom validates answers to all kinds of questions about random
// programs.
func TestCertificatesOfRandom(t *testing.T) {
	decided := map[string]int{}
	for seed := range uint64(campaign.Size(t, 8, 300)) {
		rng := rand.New(rand.NewPCG(seed, 31))
		cfg := randprog.Default()
		if seed%3 == 0 {
			cfg = randprog.Calls()
		}
		src := randprog.Generate(rng, cfg)
		m, err := systems.Read("random.bp", strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		label := ""
		for _, n := range m.Program.Nodes {
			if n.Reachable && n.Stmt != nil && len(n.Stmt.Labels) > 0 && rng.IntN(3) == 0 {
				label = n.Stmt.Labels[0].Name
			}
		}
		target := func() string {
			l := m.Program.Layout
			return fmt.Sprintf("%d|%d", 1+rng.IntN(1<<l.Shared), 1+rng.IntN(len(m.Program.Nodes)<<l.Local))
		}
		for _, o := range []systems.Options{
			{},
			{Algorithm: "bws", Initial: "many"},
			{Algorithm: "bws", Atomicity: systems.Small, Initial: "2"},
			{Threads: 2},
			{Threads: 2, Initial: "many"},
			{Algorithm: "bws", Label: label},
			{Threads: 2, Label: label},
			{Algorithm: "akm"},
			{Algorithm: "ecut", Initial: "many"},
			{Target: target()},
			{Threads: 2, Atomicity: systems.Small, Target: target()},
		} {
			if o.Target != "" && len(m.Program.Calls()) > 0 {
				continue // states have no numbers
			}
			o.Via = []systems.Via{systems.JIT, systems.BP}[rng.IntN(2)]
			o.Timeout = 500 * time.Millisecond
			if v := certified(t, m, o); v != nil {
				decided[v.Verdict.String()+" by "+v.Unit+"s"]++
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, src)
		}
	}
	t.Log(decided)
}

// TestCertificateOfManyVariables: variables without influence are named, and no others
// can be.
func TestCertificateOfManyVariables(t *testing.T) {
	var b strings.Builder
	for i := range 25 {
		fmt.Fprintf(&b, "decl v%d;\n", i)
	}
	b.WriteString("decl w := 1;\nvoid main() begin\n decl l;\n v1 := v0; w := v1; l := w; start_thread f(v24);\n assert(!v23 | v23);\nend\nvoid f(x) begin x := 1; end\n")
	m := readText(t, "many.bp", b.String())
	c := makeMutable(t, m, systems.Options{Algorithm: "bws"})
	var doc map[string]any
	if err := json.Unmarshal(c.text, &doc); err != nil {
		t.Fatal(err)
	}
	list := at(t, doc, "evidence.irrelevant").([]any)
	if len(list) != 27 { // v0 to v22, v24, w, main.l and f.x
		t.Fatalf("irrelevant: %v", list)
	}
	for i, name := range list {
		why := c.with(t, func(doc map[string]any) { set(t, doc, fmt.Sprintf("evidence.irrelevant.%d", i), nil) })
		if name != "v0" && why == "" {
			t.Errorf("accepted without %s", name)
		}
		why = c.with(t, func(doc map[string]any) { set(t, doc, fmt.Sprintf("evidence.irrelevant.%d", i), "v23") })
		if !strings.Contains(why, "has influence at many.bp:") {
			t.Errorf("with v23 for %s: %q", name, why)
		}
	}
}
