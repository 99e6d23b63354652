// This file tests the checker: certificates of suites and of random models are accepted, and those with mistakes are
// by it if and only if they are by ijit validate.

package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/allsat/aig/aiger"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randcircuit"

	"github.com/ijit/ijit/systems"
)

func TestMain(m *testing.M) { campaign.Main(m) }

// certify returns the certificate that an algorithm writes, or nil.
func certify(t *testing.T, m *systems.Model, o systems.Options) []byte {
	t.Helper()
	o.Certify, o.Timeout = true, time.Duration(campaign.Size(t, 100, 5000))*time.Millisecond
	r, err := m.Check(context.Background(), o)
	if err != nil || r.Certificate == nil || r.Certificate.Err() != nil {
		return nil
	}
	var text bytes.Buffer
	if err := r.Certificate.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// validate returns what the checker of this module says.
func validate(m *systems.Model, proof []byte) error {
	c, err := systems.ReadCertificate(bytes.NewReader(proof))
	if err == nil {
		_, err = m.Validate(context.Background(), c)
	}
	return err
}

// nets returns the .tts files of the suites.
func nets(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../../shared/suites/*/*/*.tts")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("other people's nets, in ../shared/suites, do not lie beside the checkout")
	}
	return files
}

// TestSuites: certificates of nets are accepted.
func TestSuites(t *testing.T) {
	files, kinds := nets(t), map[string]int{}
	step := campaign.Every(t, len(files), 12)
	for i := campaign.Today(step); i < len(files); i += step {
		text, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > 10_000 && campaign.Size(t, 0, 1) == 0 {
			continue
		}
		for _, initial := range []string{"0|0", "0/0"} {
			accept(t, files[i], text, initial, kinds)
		}
	}
	t.Log(kinds)
	for _, k := range []string{"excluding", "cover", "states", "trace"} {
		if few := k == "cover" || k == "states"; few && campaign.Size(t, 0, 1) == 0 {
			continue // not in the sample of each day
		}
		if kinds[k] == 0 {
			t.Errorf("no certificate with %s", k)
		}
	}
}

// accept counts the certificates that searches write about a net, which are accepted.
func accept(t *testing.T, name string, text []byte, initial string, kinds map[string]int) {
	t.Helper()
	prop, err := os.ReadFile(strings.TrimSuffix(name, ".tts") + ".prop")
	if err != nil {
		t.Fatal(err)
	}
	m, err := systems.Read(name, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, algorithm := range []string{"bfs", "bws", "km", "ecut"} {
		proof := certify(t, m, systems.Options{Algorithm: algorithm, Initial: initial, Target: strings.Fields(string(prop))[0]})
		if proof == nil {
			continue
		}
		kinds[kind(proof)]++
		if _, why := check(text, proof); why != nil {
			t.Errorf("%s %s %s: %v", name, algorithm, initial, why.reason)
		}
		r := rand.New(rand.NewPCG(uint64(len(proof)), 4))
		for range campaign.Size(t, 1, 10) {
			if len(text)+len(proof) < 20_000 {
				compare(t, m, name, text, mutate(t, r, proof))
			}
		}
	}
}

// TestExamples: certificates are accepted of the nets and circuits that examples are translated to.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../*.[bs][pm]*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	ctx, dir, kinds := context.Background(), t.TempDir(), map[string]int{}
	step := campaign.Every(t, len(files), 8)
	for i := campaign.Today(step); i < len(files); i += step {
		m, err := systems.Open(files[i])
		if err != nil {
			t.Fatal(err)
		}
		var text, prop bytes.Buffer
		if m.Program == nil {
			export, err := m.Export(ctx, systems.Options{Property: "1"})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := export.WriteAIGER(&text, i%2 == 0, ""); err != nil {
				t.Fatal(err)
			}
			if m, err = systems.Read("x.aig", bytes.NewReader(text.Bytes())); err != nil {
				t.Fatal(err)
			}
			for _, algorithm := range []string{"pdr", "symbolic"} {
				if proof := certify(t, m, systems.Options{Algorithm: algorithm, Property: "1"}); proof != nil {
					kinds[kind(proof)]++
					if _, why := check(text.Bytes(), proof); why != nil {
						t.Errorf("%s: %s", files[i], why.reason)
					}
				}
			}
			continue
		}
		net, err := m.Translate(ctx, systems.TranslateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, "x")
		if err := cmp.Or(net.WriteTTS(&text, ""), net.WriteProp(&prop), os.WriteFile(name+".prop", prop.Bytes(), 0o600)); err != nil {
			t.Fatal(err)
		}
		accept(t, name+".tts", text.Bytes(), "0|0", kinds)
	}
	if t.Log(kinds); kinds["excluding"] == 0 || kinds["trace"] == 0 {
		t.Error("certificates are all of one kind")
	}
}

// TestPage: the way of a program that docs/certificates.md shows is one, and there is no other.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/certificates.md")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(page), "```bp lock.bp\n")
	program, _, _ = strings.Cut(program, "```")
	m, err := systems.Read("lock.bp", strings.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	if _, why := check([]byte(program), certify(t, m, systems.Options{Algorithm: "bws"})); why == nil || why.code != 2 {
		t.Errorf("of a program: %v", why)
	}
	net, err := m.Translate(context.Background(), systems.TranslateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var text, prop bytes.Buffer
	if err := cmp.Or(net.WriteTTS(&text, ""), net.WriteProp(&prop)); err != nil {
		t.Fatal(err)
	}
	if m, err = systems.Read("lock.tts", bytes.NewReader(text.Bytes())); err != nil {
		t.Fatal(err)
	}
	proof := certify(t, m, systems.Options{Algorithm: "bws", Target: strings.Fields(prop.String())[0]})
	claim, why := check(text.Bytes(), proof)
	if why != nil || !strings.Contains(string(page), "`VALID "+claim+"`") {
		t.Errorf("%q, %v", claim, why)
	}
}

// kind returns the kind of evidence in a certificate.
func kind(proof []byte) string {
	for _, k := range []string{"excluding", "cover", "states", "clauses"} {
		if bytes.Contains(proof, []byte(`"evidence": {`)) && bytes.Contains(proof, []byte("\n  \""+k+`": [`)) {
			return k
		}
	}
	return "trace"
}

// randomNet returns a .tts file with edges of all kinds.
func randomNet(r *rand.Rand) string {
	shared, locals := 1+r.IntN(4), 1+r.IntN(4)
	var b strings.Builder
	fmt.Fprintln(&b, shared, locals)
	for range 2 + r.IntN(8) {
		s, l := func() int { return r.IntN(shared) }, func() int { return r.IntN(locals) }
		from, active, to, next := s(), l(), s(), l()
		step := fmt.Sprintf("%d %d -> %d %d", from, active, to, next)
		switch r.IntN(8) {
		case 0:
			step = fmt.Sprintf("%d %d -> %d -", from, active, to)
		case 1:
			if from != to {
				step = fmt.Sprintf("%d - -> %d -", from, to)
			}
		}
		switch r.IntN(9) {
		case 0:
			step = fmt.Sprintf("%d %d +> %d %d", s(), l(), s(), l())
		case 1:
			step = fmt.Sprintf("%d %d ~> %d %d", s(), l(), s(), l())
		case 2:
			step += fmt.Sprintf(" +> %d", l())
		case 3:
			for range 1 + r.IntN(2) {
				step += fmt.Sprintf(" %d ?> %d", l(), l())
			}
		case 4:
			for range 1 + r.IntN(3) {
				step += fmt.Sprintf(" %d ~> %d", l(), l())
			}
		case 5:
			step += fmt.Sprintf(" %d ~> !", l())
		}
		fmt.Fprintln(&b, step)
	}
	return b.String()
}

// randomQuestion returns what may be asked of a net.
func randomQuestion(r *rand.Rand, text string, m *systems.Model) systems.Options {
	state := func(n int) int { return r.IntN(n) }
	shared, locals := int(m.TTS.NumShared()), int(m.TTS.NumLocal())
	bag := func() string {
		var words []string
		for range r.IntN(3) {
			words = append(words, fmt.Sprint(state(locals)))
		}
		return strings.Join(words, ",")
	}
	o := systems.Options{
		Algorithm: []string{"bfs", "bws", "bws", "km", "ecut"}[r.IntN(5)],
		Initial:   fmt.Sprintf("%d|%s", state(shared), bag()),
		Target:    fmt.Sprintf("%d|%s", state(shared), bag()),
	}
	if r.IntN(2) == 0 {
		o.Initial += fmt.Sprintf("/%d", state(locals))
	}
	if o.Algorithm == "bfs" && r.IntN(2) == 0 {
		o.Threads = 2 + r.IntN(2)
	}
	return o
}

// brute compares what an accepted certificate says with all configurations of up to four threads.
func brute(t *testing.T, m *systems.Model, net string, proof []byte) {
	t.Helper()
	c := &certificate{}
	if err := json.Unmarshal(proof, c); err != nil {
		t.Fatal(err)
	}
	threads := 4
	if b := c.Question.Threads; b > 0 {
		threads = min(b, threads)
	}
	o := systems.Options{Algorithm: "bfs", Initial: written(c.Question.Initial), Target: written(c.Question.Target), Threads: threads}
	space, err := m.Space(o)
	if err != nil {
		t.Logf("not compared: %v", err)
		return
	}
	q := question{net: parseNet(net), bound: c.Question.Threads}
	q.target = q.configuration(c.Question.Target)
	has := func(x configuration) bool { return true }
	switch e := c.Evidence; {
	case e.Excluding != nil:
		v := q.invariant(c)
		has = func(x configuration) (ok bool) {
			ok = true
			if v.places[x.shared] != nil {
				v.places[x.shared].least(func(b bag) { ok = ok && !b.below(x.threads) })
			}
			for _, l := range v.linear {
				ok = ok && l.shared[x.shared]+x.threads.sum(l.threads) <= l.most
			}
			return ok
		}
	case e.Cover != nil || e.States != nil:
		has = func(x configuration) bool {
			for _, r := range append(e.Cover, e.States...) {
				for _, text := range r.Threads {
					m := q.bag(text)
					if r.Shared == fmt.Sprint(x.shared) && (e.Cover != nil && x.threads.below(m) || maps.Equal(x.threads, m)) {
						return true
					}
				}
			}
			return false
		}
	}
	reached, work := map[string]bool{}, slices.Collect(space.Init())
	for ; len(work) > 0; work = work[1:] {
		if key := work[0].Key(); !reached[key] {
			reached[key] = true
			x := q.configuration(work[0].String())
			if covered := x.shared == q.target.shared && q.target.threads.below(x.threads); c.Verdict == "SAFE" && (covered || !has(x)) {
				t.Fatalf("%v is reached (target: %t), but accepted:\n%s\n%s", x, covered, net, proof)
			}
			work = slices.AppendSeq(work, space.Post(work[0]))
		}
	}
}

// written returns a configuration without numbers of threads.
func written(c string) string {
	return regexp.MustCompile(`(\d+)\*(\d+)`).ReplaceAllStringFunc(c, func(text string) string {
		local, n := 0, 0
		if _, err := fmt.Sscanf(text, "%d*%d", &local, &n); err != nil {
			return text
		}
		return strings.Trim(strings.Repeat(fmt.Sprintf(",%d", local), n), ",")
	})
}

// mutate returns a certificate with a mistake in what it asks or says.
func mutate(t *testing.T, r *rand.Rand, proof []byte) []byte {
	t.Helper()
	var doc map[string]any
	d := json.NewDecoder(bytes.NewReader(proof))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	number := func(n string) string {
		k := 0
		if _, err := fmt.Sscan(n, &k); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(k + []int{-2, -1, 1, 1, 2}[r.IntN(5)])
	}
	var changes []func()
	var visit func(x any, set func(any))
	visit = func(x any, set func(any)) {
		switch x := x.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(x)) {
				visit(x[key], func(y any) { x[key] = y })
				changes = append(changes, func() { delete(x, key) })
			}
		case []any:
			for i := range x {
				visit(x[i], func(y any) { x[i] = y })
				changes = append(changes, func() { set(slices.Delete(slices.Clone(x), i, i+1)) },
					func() { set(append(slices.Clone(x), x[i])) })
			}
		case json.Number:
			changes = append(changes, func() { set(json.Number(number(x.String()))) })
		case string:
			digits := strings.FieldsFunc(x, func(c rune) bool { return c < '0' || c > '9' })
			for _, n := range digits {
				changes = append(changes, func() { set(strings.Replace(x, n, number(n), 1)) })
			}
			words := strings.Split(x, ",")
			for i := range words {
				changes = append(changes, func() { set(strings.Join(slices.Delete(words, i, i+1), ",")) })
			}
			changes = append(changes, func() { set(strings.Trim(x+","+fmt.Sprint(r.IntN(4)), ",")) },
				func() { set(x + "*" + []string{"0", "2", "w"}[r.IntN(3)]) })
		}
	}
	visit(doc["evidence"], func(any) {})
	if r.IntN(4) == 0 {
		visit(doc["question"], func(any) {})
	}
	if len(changes) == 0 {
		return proof
	}
	changes[r.IntN(len(changes))]()
	text, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// compare fails unless both checkers say the same of a certificate, and reports whether they accept it. It shows model.
func compare(t *testing.T, m *systems.Model, model string, text, proof []byte) bool {
	t.Helper()
	_, why := check(text, proof)
	err := validate(m, proof)
	if why != nil && strings.Contains(why.reason, "a step there asks for others") {
		return false // ijit validate looks where such a step leads
	}
	if (why == nil) != (err == nil) {
		t.Errorf("here %v, ijit validate %v\n%s\n%s", why, err, model, proof)
	}
	return why == nil
}

// TestRandomNets: certificates of nets with edges of all kinds are accepted, contain what is reached, and no mistake in
// one is accepted that ijit validate does not accept.
func TestRandomNets(t *testing.T) {
	kinds, wrong := map[string]int{}, map[string]int{}
	other := ""
	for seed := range campaign.Size(t, 60, 5000) {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		text := randomNet(r)
		m, err := systems.Read("random.tts", strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for range 4 {
			proof := certify(t, m, randomQuestion(r, text, m))
			if proof == nil {
				continue
			}
			k := kind(proof)
			kinds[k]++
			if !compare(t, m, text, []byte(text), proof) {
				t.Fatalf("not accepted:\n%s\n%s", text, proof)
			}
			brute(t, m, text, proof)
			for range 5 {
				p := mutate(t, r, proof)
				if r.IntN(8) == 0 && other != "" { // that of another net
					p = []byte(strings.Replace(string(proof), sum(text), sum(other), 1))
				}
				if bytes.Equal(p, proof) {
					continue
				}
				wrong[k]++
				if compare(t, m, text, []byte(text), p) {
					wrong[k+" accepted"]++
					brute(t, m, text, p)
				}
				if t.Failed() {
					return
				}
			}
		}
		other = text
	}
	t.Log(kinds, wrong)
}

func sum(model string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(model))) }

// TestChains: shared states are not listed to which chains of steps lead that do the same, and that change nothing.
func TestChains(t *testing.T) {
	for _, text := range []string{
		"5 1\n2 0 -> 4 0\n4 0 -> 1 0\n1 0 -> 4 0\n",
		"5 1\n2 0 -> 4 -\n2 0 -> 1 0\n1 0 -> 4 -\n",
		"5 1\n2 0 -> 4 - +> 0\n2 0 -> 4 0\n",
	} {
		m, err := systems.Read("x.tts", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		proof := certify(t, m, systems.Options{Algorithm: "bws", Initial: "2/0", Target: "3|0,0"})
		proof = regexp.MustCompile(`,\s*"4"`).ReplaceAll(proof, nil)
		if bytes.Contains(proof, []byte(`"4"`)) || !compare(t, m, text, []byte(text), proof) {
			t.Errorf("%s%s", text, proof)
		}
	}
}

// TestRandomCircuits: the same of circuits as texts and as bytes, with constraints and resets that are functions.
func TestRandomCircuits(t *testing.T) {
	asked, accepted, wrong := 0, 0, 0
	other := ""
	for seed := range campaign.Size(t, 60, 3000) {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		c := randcircuit.New(uint64(seed), randcircuit.Config{Inputs: 3, Latches: 6, Gates: 25, Constraints: true, Resets: true})
		var text bytes.Buffer
		if err := aiger.Write(&text, c, r.IntN(2) == 0, ""); err != nil {
			t.Fatal(err)
		}
		model := text.String()
		m, err := systems.Read("random.aig", strings.NewReader(model))
		if err != nil {
			t.Fatal(err)
		}
		for property := range len(c.Bads) {
			o := systems.Options{Algorithm: []string{"pdr", "symbolic"}[r.IntN(2)], Property: fmt.Sprint(property + 1)}
			proof := certify(t, m, o)
			if proof == nil {
				continue
			}
			asked++
			if !compare(t, m, model, []byte(model), proof) {
				t.Fatalf("not accepted:\n%s\n%s", model, proof)
			}
			for range 10 {
				p := mutate(t, r, proof)
				if r.IntN(8) == 0 && other != "" {
					p = []byte(strings.Replace(string(proof), sum(model), sum(other), 1))
				}
				wrong++
				if compare(t, m, model, []byte(model), p) {
					accepted++
				}
			}
			if t.Failed() {
				return
			}
		}
		other = model
	}
	if t.Log(asked, wrong, accepted); asked == 0 || accepted == 0 || accepted == wrong {
		t.Error("certificates are all of one kind")
	}
}

// TestSolver compares the solver with all valuations.
func TestSolver(t *testing.T) {
	models := 0
	for seed := range campaign.Size(t, 300, 30_000) {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		variables := 3 + r.IntN(8)
		s := newSolver(variables)
		var clauses [][]int
		for range variables * 7 / 2 {
			var clause []int
			for range 1 + r.IntN(4) {
				clause = append(clause, r.IntN(2*variables))
			}
			clauses = append(clauses, clause)
			s.add(slices.Clone(clause)...)
		}
		for range 5 { // with some literals, one question after the other
			var given []int
			for range r.IntN(4) {
				given = append(given, r.IntN(2*variables))
			}
			want := false
			for valuation := range 1 << variables {
				holds := func(lit int) bool { return valuation>>(lit/2)&1 != lit&1 }
				ok := !slices.ContainsFunc(given, func(lit int) bool { return !holds(lit) })
				for _, clause := range clauses {
					ok = ok && slices.ContainsFunc(clause, holds)
				}
				want = want || ok
			}
			if got := s.solve(given...); got != want {
				t.Fatalf("%v with %v: %t, want %t", clauses, given, got, want)
			}
			if want {
				models++
			}
		}
	}
	if models == 0 {
		t.Error("no clauses have a model")
	}
}
