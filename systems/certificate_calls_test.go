// This file tests the certificates of answers about programs with procedures as they are,
// calls not inlined, and those of symbolic search and context bounds.

package systems_test

import (
	"encoding/json"
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

// TestCertificatesOfRecursive: answers about recursive programs have certificates. Of a
// proof, no program counter and no summary can be left out, and few edges can be
// complemented.
func TestCertificatesOfRecursive(t *testing.T) {
	campaign.Alone(t)
	files, err := filepath.Glob("../examples/recursive/*.bp")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	decided := map[string]int{}
	for _, file := range files {
		m := open(t, file)
		for _, algorithm := range []string{"bebop", "getafix", "getafix-opt", "auto"} {
			v := certified(t, m, systems.Options{Algorithm: algorithm, SelfCheck: true})
			if v == nil {
				t.Errorf("%s: %s: no certificate", file, algorithm)
				continue
			}
			decided[v.Verdict.String()+" by "+v.Unit+"s"]++
			if v.Verdict == systems.Safe && v.Claim != "SAFE for any depth of calls" {
				t.Errorf("%s: %s", file, v.Claim)
			}
		}
	}
	if t.Log(decided); decided["SAFE by nodes"] < 12 || decided["UNSAFE by steps"] < 8 {
		t.Error("too few of one kind")
	}
	for i, file := range []string{"counter", "lock", "parity", "swap"} {
		if !campaign.Due(t, i, 4) {
			continue
		}
		c := makeMutable(t, open(t, "../examples/recursive/"+file+".bp"), systems.Options{Algorithm: "bebop"})
		var doc map[string]any
		if err := json.Unmarshal(c.text, &doc); err != nil {
			t.Fatal(err)
		}
		all, refused := 0, 0
		leaves(at(t, doc, "evidence.summaries"), "evidence.summaries", func(path string, v any) {
			var to []any
			node := strings.Contains(path, ".nodes.")
			if node {
				parts := strings.Split(v.(string), " ")
				for k := 1; k < 3; k++ {
					for _, edge := range []string{complement(parts[k]), "0", "-0"} {
						if parts[k] != edge {
							old := parts[k]
							parts[k] = edge
							to = append(to, strings.Join(parts, " "))
							parts[k] = old
						}
					}
				}
			} else {
				to = append(to, nil, "-0", complement(v.(string)), "100000", "x")
			}
			for _, v := range to {
				why := c.with(t, func(doc map[string]any) { set(t, doc, path, v) })
				all++
				if why != "" {
					refused++
				} else if !node && (v == nil || v == "-0" || v == "x" || v == "100000") {
					t.Errorf("%s: accepted with %s changed to %v", file, path, v)
				}
			}
		})
		t.Logf("%s: %d changes, refused %d", file, all, refused)
		if refused < all*3/4 {
			t.Errorf("%s: most of them are accepted", file)
		}
	}
}

// complement changes the sign of an edge.
func complement(edge string) string {
	if rest, ok := strings.CutPrefix(edge, "-"); ok {
		return rest
	}
	return "-" + edge
}

// TestCertificateOfWideRecursion: seventy globals that may begin with any value.
func TestCertificateOfWideRecursion(t *testing.T) {
	var b strings.Builder
	for i := range 70 {
		fmt.Fprintf(&b, "decl x%d;\n", i)
	}
	b.WriteString(`
void main() begin
  x5 := 1; work(x2, x3); x6, x7 := x7, x6;
  if x8 != x9 then x8 := x9; fi
  assert(x5 & (x8 = x9));
end
void work(a, b) begin
  decl c;
  if a & x7 then work(b, c); x10 := !x11; x9 := x8 constrain 'x9 = x8; else x12, x13 := x14, a; fi
  return;
end
`)
	m := readText(t, "wide.bp", b.String())
	for _, algorithm := range []string{"bebop", "getafix-opt"} {
		c := makeMutable(t, m, systems.Options{Algorithm: algorithm})
		if len(c.text) > 100_000 {
			t.Errorf("%s: the certificate has %d bytes", algorithm, len(c.text))
		}
		for path, v := range map[string]any{
			"question.initial": "2", "question.target": "0|0", "evidence.irrelevant": []string{"x7"},
			"evidence.summaries.at.9999": "0", "evidence.summaries.returns.nobody": "0",
			"evidence.summaries.nodes.0": "2 0 -0", "evidence.summaries.nodes.1": "100000 0 -0", "evidence.summaries.nodes.2": "0 0",
		} {
			if c.with(t, func(doc map[string]any) { set(t, doc, path, v) }) == "" {
				t.Errorf("%s: accepted with %s = %v", algorithm, path, v)
			}
		}
	}
}

// TestCertificatesOfSymbolic: what symbolic search answers about the examples is proved, and
// so is that there is an error.
func TestCertificatesOfSymbolic(t *testing.T) {
	campaign.Alone(t)
	files, err := filepath.Glob("../examples/*.bp")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	decided := map[string]int{}
	for i, file := range append(files, "../examples/concurrent/bluetooth.bp", "../examples/concurrent/bluetooth-broken.bp") {
		o := systems.Options{Algorithm: "symbolic", Threads: 3, SelfCheck: true, Atomicity: systems.Atomicity(i % 2)}
		v := certified(t, open(t, file), o)
		if v == nil || v.Elements == 0 {
			t.Errorf("%s: %+v", file, v)
			continue
		}
		decided[v.Claim+" by "+v.Unit+"s"]++
	}
	t.Log(decided)
	for _, kind := range []string{"SAFE for any number of threads by nodes", "SAFE for at most 3 live threads by nodes", "UNSAFE by steps"} {
		if decided[kind] < 5 {
			t.Errorf("too few: %s", kind)
		}
	}
}

// TestCertificatesOfContextBounds: answers for any number of context switches are proved, and
// so are errors where threads are started.
func TestCertificatesOfContextBounds(t *testing.T) {
	campaign.Alone(t)
	files, err := filepath.Glob("../examples/*.bp")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	decided := map[string]int{}
	for _, file := range append(files, "../examples/concurrent/bluetooth.bp", "../examples/concurrent/crawler-broken.bp") {
		v := certified(t, open(t, file), systems.Options{Algorithm: "getafix", SelfCheck: true, Timeout: time.Minute})
		if v != nil {
			decided[v.Claim]++
		}
	}
	t.Log(decided)
	if decided["SAFE for any number of threads"] < 7 || decided["UNSAFE"] < 5 {
		t.Error("too few of one kind")
	}
}

// interfering is a program with recursive threads that is safe, since a thread sees what
// others do only where none is inside of a section.
const interfering = `decl x, y, set;
void init() begin x, y, set := 0, 0, 0; end
void thread1() begin walk(1); end
void thread2() begin walk(0); end
void walk(up) begin
  if * then walk(!up); fi
  atomic { x := up; put(up); }
  read();
  if * then walk(up); fi
end
void put(v) begin y := v; end
void read() begin atomic { assert(x = y); } end
`

// TestCertificatesOfInterference: a thread-modular proof is for any number of copies of
// recursive threads, and every entry of it counts.
func TestCertificatesOfInterference(t *testing.T) {
	m := readText(t, "interfering.bp", interfering)
	v := certified(t, m, systems.Options{Algorithm: "getafix", SelfCheck: true})
	if v == nil || v.Claim != "SAFE for any number of threads" {
		t.Errorf("%+v", v)
	}
	v = certified(t, m, systems.Options{Algorithm: "getafix", Parameterized: true, SelfCheck: true})
	if v == nil || v.Claim != "SAFE for any number of copies of each thread" {
		t.Errorf("%+v", v)
	}
	c := makeMutable(t, m, systems.Options{Algorithm: "getafix", Parameterized: true})
	var doc map[string]any
	if err := json.Unmarshal(c.text, &doc); err != nil {
		t.Fatal(err)
	}
	for path, v := range map[string]any{
		"evidence.summaries.others": "-0", "question.initial": "2", "evidence.irrelevant": []string{"x"},
		"question.threads": float64(-1), "question.target": "0|0",
	} {
		if c.with(t, func(doc map[string]any) { set(t, doc, path, v) }) == "" {
			t.Errorf("accepted with %s = %v", path, v)
		}
	}
	all, refused := 0, 0
	for _, part := range []string{"at", "returns"} {
		for key := range at(t, doc, "evidence.summaries."+part).(map[string]any) {
			for _, v := range []any{nil, "-0", "x", "100000"} {
				all++
				if c.with(t, func(doc map[string]any) { set(t, doc, "evidence.summaries."+part+"."+key, v) }) != "" {
					refused++
				}
			}
		}
	}
	if t.Logf("%d changes, refused %d", all, refused); refused < all*3/4 {
		t.Error("most of them are accepted")
	}
	// Of one copy of each thread nothing else is said.
	if why := c.with(t, func(doc map[string]any) { set(t, doc, "question.copies", nil) }); why != "" {
		t.Error(why)
	}
	one := makeMutable(t, open(t, "../examples/concurrent/bluetooth.bp"), systems.Options{Algorithm: "getafix"})
	if one.with(t, func(doc map[string]any) { set(t, doc, "question.copies", true) }) == "" {
		t.Error("configurations prove something about any number of copies")
	}
}

// TestCertificatesOfRandomThreads: whatever symbolic search and context bounds answer about
// random programs is proved.
func TestCertificatesOfRandomThreads(t *testing.T) {
	campaign.Alone(t)
	decided := map[string]int{}
	for seed := range uint64(campaign.Size(t, 9, 3000)) {
		rng := rand.New(rand.NewPCG(seed, 61))
		cfg, options := randprog.Concurrent(), []systems.Options{
			{Algorithm: "getafix"}, {Algorithm: "getafix", Parameterized: true}, {Algorithm: "symbolic"},
		}
		switch seed % 3 {
		case 1:
			cfg, options = randprog.Starting(), []systems.Options{{Algorithm: "getafix"}, {Algorithm: "symbolic", Threads: 3}}
		case 2:
			cfg, options = randprog.Calls(), []systems.Options{{Algorithm: "symbolic", Threads: 2, Initial: "many"}, {Algorithm: "symbolic", Threads: 2, Atomicity: systems.Small}}
		}
		src := randprog.Generate(rng, cfg)
		m := readText(t, "random.bp", src)
		for _, o := range options {
			o.Timeout, o.SelfCheck = 500*time.Millisecond, true
			if v := certified(t, m, o); v != nil {
				decided[o.Algorithm+" "+v.Verdict.String()+" by "+v.Unit+"s"]++
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, src)
		}
	}
	t.Log(decided)
}

// TestSymbolicEntries: every entry of a set of configurations counts.
func TestSymbolicEntries(t *testing.T) {
	campaign.Alone(t)
	for i, x := range []struct{ file, initial string }{{"semaphore", "many"}, {"start", "one"}, {"concurrent/bluetooth", "one"}} {
		if !campaign.Due(t, i, 3) {
			continue
		}
		file := x.file
		c := makeMutable(t, open(t, "../examples/"+file+".bp"), systems.Options{Algorithm: "symbolic", Threads: 3, Initial: x.initial})
		var doc map[string]any
		if err := json.Unmarshal(c.text, &doc); err != nil {
			t.Fatal(err)
		}
		d := at(t, doc, "evidence.diagram").(map[string]any)
		nodes, order, places := d["nodes"].([]any), d["order"].([]any), d["places"].([]any)
		for path, values := range map[string][]any{
			"root":   {"-0", complement(d["root"].(string)), "", "x", "-", "999999", "99999999999999999999"},
			"slots":  {0, -1, 1, 2, 4, 1 << 40},
			"places": {[]any{}, append(places[1:len(places):len(places)], places[0]), places[1:], append(places[:len(places):len(places)], places[0])},
			"order": {
				[]any{}, append(order[1:len(order):len(order)], order[0]), append(order[:len(order):len(order)], order[0]),
				append(order[:len(order):len(order)], "9@0"), append(order[:len(order):len(order)], "0@-1"),
				append(order[:len(order):len(order)], "0.99999"), append(order[:len(order):len(order)], "x"),
			},
			"nodes":   {[]any{}, nodes[1:], nodes[:len(nodes)-1]},
			"nodes.0": {"0", "0 0", "0 0 0 0", "-1 0 -0", "999999 0 -0", "0 1 -0", "0 -0 1", "0 2 0", "0 a b", "99999999999999999999 0 -0"},
		} {
			for _, v := range values {
				if c.with(t, func(doc map[string]any) { set(t, doc, "evidence.diagram."+path, v) }) == "" {
					t.Errorf("%s: accepted with %s = %v", file, path, v)
				}
			}
		}
		for path, v := range map[string]any{
			"question.threads": float64(2), "question.initial": "4", "evidence.irrelevant": []string{"x"}, "evidence.states": []any{},
		} {
			if c.with(t, func(doc map[string]any) { set(t, doc, path, v) }) == "" {
				t.Errorf("%s: accepted with %s = %v", file, path, v)
			}
		}
		all, refused := 0, 0
		step := campaign.Every(t, len(nodes), 3)
		for i := campaign.Today(3*step) / 3; i < len(nodes); i += step { // a file on every third day
			parts := strings.Split(nodes[i].(string), " ")
			for _, to := range [][]string{
				{parts[0], parts[2], parts[1]}, {parts[0], complement(parts[1]), parts[2]}, {parts[0], parts[1], complement(parts[2])},
				{parts[0], "-0", parts[2]}, {parts[0], parts[1], "-0"},
			} {
				all++
				if c.with(t, func(doc map[string]any) {
					set(t, doc, fmt.Sprintf("evidence.diagram.nodes.%d", i), strings.Join(to, " "))
				}) != "" {
					refused++
				}
			}
		}
		t.Logf("%s: %d changes of nodes, refused %d", file, all, refused)
		if refused < all/2 {
			t.Errorf("%s: most of them are accepted", file)
		}
	}
}
