// This file tests that corrupted certificates are refused, with the reason: every kind
// of entry is changed.

package systems_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

// mutable is a certificate as data, to be changed.
type mutable struct {
	model *systems.Model
	text  []byte
}

func makeMutable(t *testing.T, m *systems.Model, o systems.Options) *mutable {
	t.Helper()
	o.Certify = true
	r, err := m.Check(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := r.Certificate.Write(&b); err != nil {
		t.Fatal(err)
	}
	c := &mutable{m, b.Bytes()}
	if why := c.refused(t, c.text); why != "" {
		t.Fatalf("%s: %s\n%s", m.Name, why, c.text)
	}
	return c
}

// refused returns why a certificate is refused, "" if it is accepted.
func (c *mutable) refused(t *testing.T, text []byte) string {
	t.Helper()
	cert, err := systems.ReadCertificate(bytes.NewReader(text))
	if err == nil {
		_, err = c.model.Validate(context.Background(), cert)
	}
	if err == nil {
		return ""
	}
	if _, invalid := errors.AsType[*systems.InvalidError](err); !invalid {
		t.Fatalf("%v\n%s", err, text)
	}
	return err.Error()
}

// with returns why the certificate is refused after a change.
func (c *mutable) with(t *testing.T, change func(doc map[string]any)) string {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(c.text, &doc); err != nil {
		t.Fatal(err)
	}
	change(doc)
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return c.refused(t, text)
}

// at returns what is at a path such as evidence.trace.states.3.
func at(t *testing.T, v any, path string) any {
	t.Helper()
	for key := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[key]
		case []any:
			var i int
			if _, err := fmt.Sscan(key, &i); err != nil {
				t.Fatal(path)
			}
			v = x[i]
		default:
			t.Fatalf("there is no %s", path)
		}
	}
	return v
}

// set replaces what is at a path, or takes it out if v is nil.
func set(t *testing.T, doc map[string]any, path string, v any) {
	t.Helper()
	i := strings.LastIndexByte(path, '.')
	var parent any = doc
	key := path[i+1:]
	if i >= 0 {
		parent = at(t, doc, path[:i])
	}
	switch x := parent.(type) {
	case map[string]any:
		if v == nil {
			delete(x, key)
			return
		}
		x[key] = v
	case []any:
		var k int
		fmt.Sscan(key, &k)
		if v == nil {
			set(t, doc, path[:i], slices.Delete(slices.Clone(x), k, k+1))
			return
		}
		x[k] = v
	}
}

// leaves calls yield with the path and the value of each string and number below v.
func leaves(v any, path string, yield func(path string, v any)) {
	switch x := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(x)) {
			leaves(x[k], path+"."+k, yield)
		}
	case []any:
		for i := range x {
			leaves(x[i], fmt.Sprintf("%s.%d", path, i), yield)
		}
	default:
		yield(path, v)
	}
}

// changed returns v changed in each place: a digit, a count, the mark of a section,
// a thread more.
func changed(v any) []any {
	switch x := v.(type) {
	case float64:
		return []any{x + 1, x - 1, x + 1000}
	case string:
		var all []any
		for i := range x {
			switch c := x[i]; {
			case c == '0' || c == '1':
				all = append(all, x[:i]+string('0'+'1'-c)+x[i+1:])
			case '2' <= c && c <= '9':
				all = append(all, x[:i]+string(c-1)+x[i+1:])
			case c == 'w':
				all = append(all, x[:i]+"1"+x[i+1:], x[:i]+"7"+x[i+1:])
			}
		}
		if strings.HasSuffix(x, "!") {
			all = append(all, strings.TrimSuffix(x, "!"))
		}
		return append(all, x+"!", x+",", x+",0", "", "x")
	}
	return nil
}

func open(t *testing.T, path string) *systems.Model {
	t.Helper()
	m, err := systems.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func readText(t *testing.T, name, text string) *systems.Model {
	t.Helper()
	m, err := systems.Read(name, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// relay is a system with all kinds of steps: threads wait in 1, are woken together
// by an edge and one by one, come and go.
const relay = `3 5
0 0 -> 0 1
0 0 -> 1 2 1 ~> 3
1 2 -> 0 0
1 3 -> 1 1
0 1 +> 0 0
2 4 -> 2 4
`

// TestExactCertificates: where the set is what is reached and no more, or the
// execution the only one, each change of it must be noticed.
func TestExactCertificates(t *testing.T) {
	examples := "../examples/"
	for _, test := range []struct {
		kind  string
		model *systems.Model
		o     systems.Options
	}{
		{"states", open(t, examples+"dekker.bp"), systems.Options{Algorithm: "bfs"}},
		{"states", open(t, examples+"tas.bp"), systems.Options{Algorithm: "bfs", Threads: 2, Atomicity: systems.Small, Initial: "many", Exact: true}},
		{"states", readText(t, "relay.tts", relay), systems.Options{Threads: 3, Target: "2|4"}},
		{"cover", open(t, examples+"tas.bp"), systems.Options{Algorithm: "akm", Initial: "many", Exact: true}},
		{"cover", open(t, examples+"cas-counter.bp"), systems.Options{Algorithm: "akm", Exact: true}},
		{"trace", open(t, examples+"peterson-broken.bp"), systems.Options{}},
		{"trace", readText(t, "relay.tts", relay), systems.Options{Target: "1|2,3", Initial: "0|0,0"}},
		{"flow", readText(t, "flow.bp", "decl x; void main() begin start_thread f(); while x do x := 0; od end void f() begin skip; end"), systems.Options{}},
	} {
		c := makeMutable(t, test.model, test.o)
		var doc map[string]any
		if err := json.Unmarshal(c.text, &doc); err != nil {
			t.Fatal(err)
		}
		evidence := at(t, doc, "evidence").(map[string]any)
		if len(evidence) != 1 || evidence[test.kind] == nil {
			t.Fatalf("%s: the evidence is no %s: %s", test.model.Name, test.kind, c.text)
		}
		type mutation struct {
			path string
			v    any
		}
		var mutations []mutation
		leaves(evidence, "evidence", func(path string, v any) {
			for _, w := range changed(v) {
				mutations = append(mutations, mutation{path, w})
			}
			if !strings.HasSuffix(path, ".shared") {
				mutations = append(mutations, mutation{path, nil})
			}
		})
		every := campaign.Every(t, len(mutations), 90)
		for i, x := range mutations {
			if i%every != 0 {
				continue
			}
			path, v := x.path, x.v
			if why := c.with(t, func(doc map[string]any) { set(t, doc, path, v) }); why == "" {
				t.Errorf("%s: accepted with %s changed to %q", test.model.Name, path, v)
			}
		}
		t.Logf("%s: %d changes, one of %d tried", test.model.Name, len(mutations), every)
		if len(mutations) < 20 && test.kind != "flow" {
			t.Errorf("%s: only %d changes", test.model.Name, len(mutations))
		}
	}
}

// turns has two recursive threads that take turns.
const turns = `
decl turn := 0, work := 0;
void main() begin start_thread p(); start_thread q(); end_thread; end
void p() begin if * then p(); fi assume(!turn); assert(!work); work := 1; turn := 1; end
void q() begin if * then q(); fi assume(turn); assert(work); work := 0; turn := 0; end
`

// TestExcludedEntries takes entries out of sets that leave something out. Most are
// needed; that what is accepted without others is still a proof, the tests of the checker
// show by brute force.
func TestExcludedEntries(t *testing.T) {
	campaign.Alone(t)
	type tally struct{ all, refused int }
	counts := map[string]*tally{}
	for _, test := range []struct {
		model *systems.Model
		o     systems.Options
	}{
		{open(t, "../examples/condvar.bp"), systems.Options{Algorithm: "bws"}},
		{open(t, "../examples/condvar.bp"), systems.Options{Algorithm: "ecut"}},
		{open(t, "../examples/tas.bp"), systems.Options{Algorithm: "bws", Initial: "many"}},
		{open(t, "../examples/tas.bp"), systems.Options{Algorithm: "ecut", Initial: "many"}},
		{open(t, "../examples/semaphore.bp"), systems.Options{Algorithm: "bws", Atomicity: systems.Small}},
		{open(t, "../examples/cas-counter.bp"), systems.Options{Algorithm: "bws"}},
		{readText(t, "turns.bp", turns), systems.Options{Algorithm: "insensitive"}},
		{open(t, "../examples/peterson.bp"), systems.Options{Algorithm: "bws"}},
		{open(t, "../examples/pool.bp"), systems.Options{Algorithm: "bws", Atomicity: systems.Small, Initial: "many"}},
	} {
		c := makeMutable(t, test.model, test.o)
		var doc map[string]any
		if err := json.Unmarshal(c.text, &doc); err != nil {
			t.Fatal(err)
		}
		seen, every := 0, (1+len(c.text)/5000)*campaign.Every(t, 5, 1)
		lists := len(at(t, doc, "evidence.lists").([]any))
		try := func(entry, path string, v any) {
			if seen++; seen%every > 0 {
				return
			}
			n := counts[entry]
			if n == nil {
				n = &tally{}
				counts[entry] = n
			}
			n.all++
			if why := c.with(t, func(doc map[string]any) { set(t, doc, path, v) }); why != "" {
				n.refused++
				if !strings.Contains(why, "is in") && !strings.Contains(why, "is not in") && !strings.Contains(why, "is not kept") &&
					!strings.Contains(why, "said to be dead") && !strings.Contains(why, "lists of others") && !strings.Contains(why, "the other way round") {
					t.Errorf("%s: %s", test.model.Name, why)
				}
			}
		}
		leaves(at(t, doc, "evidence"), "evidence", func(path string, v any) {
			kind := strings.Split(path, ".")
			entry := kind[len(kind)-2]
			switch {
			case kind[1] == "lists":
				names := strings.Split(v.(string), ",")
				for i := range names {
					try(kind[1], path, strings.Join(slices.Delete(slices.Clone(names), i, i+1), ","))
				}
			case kind[1] == "linear":
				try(kind[1], path, nil)
			case strings.HasSuffix(path, ".locals"):
				try("locals", path, (int(v.(float64))+1)%lists)
			case entry == "together":
				try(entry, path, (int(v.(float64))+1)%lists)
			default:
				try(entry, path, nil)
			}
		})
	}
	for _, entry := range []string{"lists", "locals", "together", "excluded", "linear", "shared"} {
		n := counts[entry]
		if n == nil || n.refused < 5 {
			t.Errorf("%s: that tests nothing: %v", entry, n)
			continue
		}
		t.Logf("%d entries of %s, refused with it changed or without %d", n.all, entry, n.refused)
	}
}

// TestHeaderEntries changes all that is not evidence.
func TestHeaderEntries(t *testing.T) {
	const accepted = ""
	program, atomic := open(t, "../examples/dekker.bp"), open(t, "../examples/tas.bp")
	cut := open(t, "../examples/fork-bomb.bp")
	label := readText(t, "label.bp", "decl x := 0; void main() begin l: x := 1; if !x then m: skip; fi; n: skip; atomic { i: x := 1; } end")
	flow := readText(t, "flow.bp", "void main() begin a: assert(1); goto b; never: skip; b: skip; end")
	net := readText(t, "relay.tts", relay)
	bfs := systems.Options{Algorithm: "bfs"}
	broken := open(t, "../examples/peterson-broken.bp")
	for _, test := range []struct {
		model *systems.Model
		o     systems.Options
		path  string
		v     any
		why   string
	}{
		{program, bfs, "schema", "ijit.certificate/1", "the schema is"},
		{program, bfs, "schema", nil, "the schema is"},
		{program, bfs, "extra", "x", "unknown field"},
		{program, bfs, "model.kind", "tts", "is a program"},
		{program, bfs, "model.sha256", strings.Repeat("0", 64), "another text"},
		{program, bfs, "model.sha256", nil, "another text"},
		{program, bfs, "model.file", "other.bp", accepted},
		{program, bfs, "by.tool", "other", accepted},
		{program, bfs, "by.algorithm", "other", accepted},
		{program, bfs, "by.via", "other", accepted},
		{program, bfs, "verdict", "UNSAFE", "a trace is evidence"},
		{program, bfs, "verdict", "UNKNOWN", "the verdict is"},
		{program, bfs, "question.asks", "all", "asks is"},
		{program, bfs, "question.asks", "label", "no label"},
		{program, bfs, "question.asks", "target", "no configuration"},
		{program, bfs, "question.label", "l", "not asked for"},
		{program, bfs, "question.target", "0|0", "not asked for"},
		{program, bfs, "question.initial", "many", "initial configuration"},
		{program, bfs, "question.initial", "3", "initial configuration"},
		{program, bfs, "question.initial", "01", "initial is"},
		{program, bfs, "question.initial", "0|0", "initial is"},
		{program, bfs, "question.initial", nil, "initial is"},
		{atomic, bfs, "question.atomic", "small", "not closed"},
		{program, bfs, "question.atomic", "huge", "atomic is"},
		{program, bfs, "question.atomic", nil, "atomic is"},
		{program, bfs, "question.threads", -1, "bound on threads"},
		{program, bfs, "question.threads", 1.5, "not a certificate"},
		{program, bfs, "question.threads", 9, accepted}, // a weaker claim
		{program, bfs, "evidence.flow", []int{0}, "2 kinds of evidence"},
		{program, bfs, "evidence", map[string]any{}, "0 kinds of evidence"},
		{program, bfs, "evidence.irrelevant", []string{"nobody"}, "no variable"},
		{cut, systems.Options{Threads: 3}, "question.threads", 0, "not closed"},
		{cut, systems.Options{Threads: 3}, "question.threads", 4, "not closed"},
		{label, systems.Options{Algorithm: "bws", Label: "m"}, "question.label", "n", "label n is reached"},
		{label, systems.Options{Algorithm: "bws", Label: "m"}, "question.label", "o", "no label"},
		{label, systems.Options{Algorithm: "bws", Label: "m"}, "question.label", "i", "in the section at label.bp:1:76 label i is reached"},
		{label, systems.Options{Algorithm: "bws", Label: "n"}, "question.label", "m", "no thread is at label m"},
		{label, systems.Options{Algorithm: "bws", Label: "i"}, "question.label", "n", "no thread is at label n"},
		{label, systems.Options{Algorithm: "bws", Target: "2|2"}, "question.target", "1|0", "does not cover the target"},
		{label, systems.Options{Algorithm: "bws", Target: "2|2"}, "question.target", "1|0*9", "does not cover the target"},
		{flow, systems.Options{Algorithm: "bws", Label: "never"}, "question", map[string]any{"asks": "assertions", "initial": "one", "atomic": "big", "threads": 0}, "there is an assertion"},
		{flow, systems.Options{Algorithm: "bws", Label: "never"}, "question.label", "a", "label a is at"},
		{flow, systems.Options{Algorithm: "bws", Label: "never"}, "question", map[string]any{"asks": "target", "target": "|0", "initial": "one", "atomic": "big", "threads": 0}, "say nothing about a target"},
		{net, systems.Options{Algorithm: "bws", Target: "2|4"}, "question.target", "1|2", "target <1 | 2> is in the set"},
		{net, systems.Options{Algorithm: "bws", Target: "2|4"}, "question.target", "9|2", "no shared state"},
		{net, systems.Options{Algorithm: "bws", Target: "2|4"}, "question.target", "0|9", "no local state"},
		{net, systems.Options{Algorithm: "bws", Target: "2|4"}, "question.target", "0", "no configuration"},
		{net, systems.Options{Algorithm: "bws", Target: "2|4"}, "question.initial", "2|4", "initial configuration"},
		{net, systems.Options{Algorithm: "bws", Target: "2|4"}, "question.initial", "x", "initial is"},
		{net, systems.Options{Algorithm: "bws", Target: "2|4"}, "question.atomic", "big", "a target or a deadlock is asked for"},
		{net, systems.Options{Algorithm: "bws", Target: "2|4"}, "question.asks", "assertions", "not asked for"},
		{net, systems.Options{Algorithm: "bws", Target: "2|4"}, "model.kind", "program", "is a tts"},
		{broken, systems.Options{}, "verdict", "SAFE", "a trace is evidence"},
		{broken, systems.Options{}, "question.initial", "2", "starts with 1 threads instead of 2"},
		{broken, systems.Options{}, "question.threads", 1, "no execution"},
		{broken, systems.Options{}, "evidence.trace.fails", nil, "names the assertion"},
		{broken, systems.Options{}, "evidence.trace.states", []string{}, "is empty"},
	} {
		c := makeMutable(t, test.model, test.o)
		why := c.with(t, func(doc map[string]any) { set(t, doc, test.path, test.v) })
		if (why == "") != (test.why == "") || !strings.Contains(why, test.why) {
			t.Errorf("%s: %s = %v: %q, want %q", test.model.Name, test.path, test.v, why, test.why)
		}
	}
	c := makeMutable(t, program, bfs)
	for n := range len(c.text) - 2 {
		if n%97 == 0 && c.refused(t, c.text[:n]) == "" {
			t.Errorf("the first %d bytes are accepted", n)
		}
	}
}
