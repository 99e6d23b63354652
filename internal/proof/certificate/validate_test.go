// This file tests that whatever a certificate says, the checker ends with an answer,
// and proves nothing that is wrong.

package certificate

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/configurations"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A model is what certificates can be about here, with a question about it.
type model struct {
	subject  proof.Subject
	question proof.Question
	verdict  string // the right one
}

// models returns a safe program, one with an error, one that is safe but for many
// initial states, and a safe system with a transfer.
func models(t testing.TB) []model {
	program := func(name, text, verdict string) model {
		f, err := parser.Parse(name, []byte(text), parser.Both)
		if err != nil {
			t.Fatal(err)
		}
		return model{proof.Subject{Form: Program{File: f.File}, Name: name}, proof.Question{Asks: proof.Assertions, Initial: "one", Atomic: proof.Big}, verdict}
	}
	table, err := tts.Read(strings.NewReader("2 3\n0 0 -> 0 1\n0 0 -> 1 0\n1 0 -> 1 0 1 ~> 2\n"), "net.tts")
	if err != nil {
		t.Fatal(err)
	}
	return []model{
		program("safe.bp", `decl lock := 0, here := 0;
void main() begin while * do start_thread f(); od; if 0 then never: skip; fi; end
void f() begin atomic { assume(!lock); lock := 1; } here := 1; assert(lock & here); here := 0; lock := 0; end`, proof.Safe),
		program("unsafe.bp", `decl x := 0;
void main() begin while * do start_thread f(); od; end
void f() begin x := !x; assert(x); end`, proof.Unsafe),
		program("free.bp", "void main() begin decl "+free(70)+"; assert(1); end", proof.Safe),
		{proof.Subject{Form: configurations.TTS{TTS: table, Name: "net.tts"}, Name: "net.tts"}, proof.Question{Asks: proof.Target, Target: "1|1", Initial: "0|0"}, proof.Safe},
	}
}

// free lists n names.
func free(n int) string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprint("v", i))
	}
	return strings.Join(names, ", ")
}

// validate checks a certificate of which the text is given. What it says of the model
// is made right.
func validate(ctx context.Context, m *model, text string) (*proof.Document, error) {
	doc, err := proof.Read(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	doc.Model = proof.Model{Kind: m.subject.Kind()}
	return doc, m.subject.Check(ctx, doc)
}

// document writes a certificate.
func document(verdict, question, evidence string) string {
	return fmt.Sprintf(`{"schema": %q, "verdict": %q, "question": {%s}, "evidence": {%s}}`, proof.Schema, verdict, question, evidence)
}

// TestMaliciousNumbers checks certificates with numbers that no honest one has.
func TestMaliciousNumbers(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(16 << 20))
	const (
		assertions = `"asks": "assertions", "initial": "one", "atomic": "big"`
		target     = `"asks": "target", "target": "1|1", "initial": "0|0"`
		huge       = "9223372036854775806"
	)
	initial := func(text string) string { return strings.Replace(assertions, "one", text, 1) }
	all := models(t)
	unsafe, many, net := &all[1], &all[2], &all[3]
	for i, test := range []struct {
		name  string
		m     *model
		text  string
		wrong string // what is said about it; empty where there may be no time to find it out
	}{
		{"a failing statement before the first", unsafe, document(proof.Unsafe, assertions, `"trace": {"states": ["0|0"], "fails": -1}`), "no assertion at program counter -1"},
		{"a failing statement behind the last", unsafe, document(proof.Unsafe, assertions, `"trace": {"states": ["0|0"], "fails": `+huge+`}`), "no assertion at program counter "},
		{"a failing statement that is none", unsafe, document(proof.Unsafe, assertions, `"trace": {"states": ["0|0"], "fails": 0}`), "no assertion at program counter 0"},
		{"many copies of main", unsafe, document(proof.Safe, initial("1000000000"), `"states": []`), "not in the set"},
		{"more copies of main than numbers", unsafe, document(proof.Safe, initial(huge), `"states": []`), "initial is"},
		{"copies in many local states", many, document(proof.Safe, initial("1000000"), `"states": []`), ""},
		{"a bound of many threads", unsafe, document(proof.Safe, assertions+`, "threads": `+huge, `"states": []`), "the bound on threads"},
		{"a program counter before the first", unsafe, document(proof.Safe, assertions, `"flow": [-1]`), "no program counter -1"},
		{"a thread before the first", unsafe, document(proof.Safe, assertions, `"states": [{"shared": "0", "threads": ["-1"]}]`), "no program counter -1"},
		{"more threads than numbers", net, document(proof.Safe, target, `"states": [{"shared": "0", "threads": ["0*`+huge+`,0*`+huge+`"]}]`), "no number of threads"},
		{"a sum of threads that overflows", net, document(proof.Safe, target, `"states": [{"shared": "0", "threads": ["0`+strings.Repeat(",0*1000000000", 12)+`"]}]`), "more than"},
		{"a transfer of many threads", net, document(proof.Safe, strings.Replace(target, "0|0", "1|0", 1), `"states": [{"shared": "1", "threads": ["0*1000000000", "0"]}]`), "moves more than"},
		{"a trace that transfers many threads", net, document(proof.Unsafe, strings.Replace(target, "0|0", "1|0"+strings.Repeat(",1", 100000), 1), `"trace": {"states": ["1|0,1*100000", "1|1"]}`), "moves more than"},
		{"a target of many threads", net, document(proof.Safe, strings.Replace(target, "1|1", "1|1*"+huge, 1), `"states": []`), "no number of threads"},
		{"an excluded multiset of many threads", net, document(proof.Safe, target, `"lists": ["0"], "excluding": [{"shared": ["0"], "locals": 0, "excluded": ["0*1000000000"]}]`), "more than 65536 threads"},
		{"a list behind the last", net, document(proof.Safe, target, `"lists": ["0"], "excluding": [{"shared": ["0"], "locals": `+huge+`}]`), "there is no list"},
		{"a list before the first", net, document(proof.Safe, target, `"lists": ["0"], "excluding": [{"shared": ["0"], "locals": 0, "together": [-1]}]`), "there is no list -1"},
		{"a variable behind the last", unsafe, document(proof.Safe, assertions, `"summaries": {"nodes": ["`+huge+` 0 -0"], "at": {"0": "1"}, "returns": {}}`), "no variable"},
		{"a node before the first", unsafe, document(proof.Safe, assertions, `"summaries": {"nodes": ["0 --1 -0"], "at": {"0": "1"}, "returns": {}}`), "no node"},
		{"slots without number", unsafe, document(proof.Safe, assertions, `"diagram": {"slots": `+huge+`, "places": ["0"], "order": [], "nodes": [], "root": "0"}`), "slots, not 1 to"},
		{"many slots", unsafe, document(proof.Safe, assertions, `"diagram": {"slots": 1024, "places": ["0", "1", "3", "4", "5"], "order": [], "nodes": [], "root": "0"}`), "leads to what is not in it"},
		{"a local behind the last", unsafe, document(proof.Safe, assertions, `"diagram": {"slots": 1, "places": ["0"], "order": ["0.`+huge+`"], "nodes": [], "root": "0"}`), "no variable"},
		{"a thread behind the last", unsafe, document(proof.Safe, assertions, `"diagram": {"slots": 1, "places": ["0"], "order": ["`+huge+`@0"], "nodes": [], "root": "0"}`), "no variable"},
		{"a node of itself", unsafe, document(proof.Safe, assertions, `"diagram": {"slots": 1, "places": ["0"], "order": ["!", "0"], "nodes": ["0 1 0"], "root": "1"}`), "no node"},
		{"a call of nobody", unsafe, document(proof.Safe, assertions, `"diagram": {"slots": 1, "places": ["0/0/0"], "order": [], "nodes": [], "root": "0"}`), "there is no call"},
		{"a name as long as a book", net, document(proof.Safe, target, `"states": [{"shared": "`+strings.Repeat("x", 1<<20)+`", "threads": []}]`), "no shared state"},
	} {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		begin, limit := time.Now(), time.Minute
		if test.wrong == "" { // it may take longer than any test
			limit = 500 * time.Millisecond
		}
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		_, err := validate(ctx, test.m, test.text)
		cancel()
		if spent := time.Since(begin); spent > 20*time.Second {
			t.Errorf("%s: took %v", test.name, spent)
		}
		refused, ok := errors.AsType[*proof.Rejected](err)
		if test.wrong == "" && errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		if !ok || !strings.Contains(refused.Reason, test.wrong) || len(refused.Reason) > 3000 {
			t.Errorf("%s: %.500v, want %q", test.name, err, test.wrong)
		}
	}
}

// FuzzValidate checks that the checker neither panics nor goes on behind its limit of
// time, and that it accepts no certificate of a wrong verdict.
func FuzzValidate(f *testing.F) {
	seeds := []struct {
		model                       uint8
		verdict, question, evidence string
	}{
		{1, proof.Unsafe, `"asks": "assertions", "initial": "many", "atomic": "big"`, `"trace": {"states": ["0|0", "0|1", "0|0,3", "0|1,3", "1|1,4", "1|1,5", "1|1", "1|0,3", "0|0,4"], "fails": 4}`},
		{0, proof.Safe, `"asks": "label", "label": "never", "initial": "3", "atomic": "small"`, `"flow": [0, 1, 2, 3], "irrelevant": ["lock"]`},
		{0, proof.Safe, `"asks": "assertions", "initial": "one", "atomic": "big", "threads": 2`, `"states": [{"shared": "00", "threads": ["0", "0,5*2"]}, {"shared": "10!", "threads": ["0,7"]}]`},
		{2, proof.Safe, `"asks": "assertions", "initial": "2", "atomic": "big"`, `"cover": [{"shared": "", "threads": ["0:` + strings.Repeat("0", 70) + `*w"]}]`},
		{3, proof.Safe, `"asks": "target", "target": "1|1*2", "initial": "0|0"`, `"cover": [{"shared": "0", "threads": ["0*w,1"]}, {"shared": "1", "threads": ["0*2,2*w"]}]`},
		{3, proof.Safe, `"asks": "target", "target": "1|1", "initial": "0|0"`, `"lists": ["0,1", "0", ""], "excluding": [{"shared": ["0"], "locals": 0, "together": [1, 2], "excluded": ["0*2", "0,1"]}, {"shared": ["1"], "locals": 1, "excluded": ["0*2"]}]`},
		{3, proof.Safe, `"asks": "target", "target": "1|1", "initial": "0/0"`, `"lists": ["0"], "excluding": [{"shared": ["0"], "locals": 0}], "linear": [{"shared": {"0": -1}, "locals": {"1": 2}, "most": 3}]`},
		{1, proof.Safe, `"asks": "assertions", "initial": "one", "atomic": "big", "threads": 2`, `"diagram": {"slots": 2, "places": ["0", "1", "3", "4", "5"], "order": ["0", "0@0", "0@1", "0@2", "1@0", "1@1", "1@2"], "nodes": ["3 0 -0", "1 -1 0", "0 2 -1"], "root": "-3"}`},
		{3, proof.Unsafe, `"asks": "target", "target": "1|1", "initial": "0/0"`, `"trace": {"states": ["0|0*2", "0|0,1", "1|0,1"]}`},
	}
	for _, s := range seeds {
		f.Add(s.model, document(s.verdict, s.question, s.evidence))
	}
	all := models(f)
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		m := &all[int(i)%len(all)]
		const limit = 200 * time.Millisecond
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		begin := time.Now()
		doc, err := validate(ctx, m, text)
		if spent := time.Since(begin); spent > limit+5*time.Second {
			t.Errorf("took %v", spent)
		}
		if err == nil && doc.Question == m.question && doc.Verdict != m.verdict {
			t.Errorf("%s is %s, but this is accepted:\n%s", m.subject.Name, m.verdict, text)
		}
		if doc != nil {
			doc.Evidence.Elements()
		}
	})
}
