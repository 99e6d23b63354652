// This file tests reading and writing certificates, and whether they fit a subject.

package proof_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/internal/proof"
)

// document returns one of a program; change makes another of it.
func document(change func(*proof.Document)) *proof.Document {
	d := &proof.Document{
		Schema: proof.Schema, Model: proof.Model{Kind: proof.Program, File: "x.bp", SHA256: "ab"}, Verdict: proof.Safe,
		Question: proof.Question{Asks: proof.Assertions, Initial: "one", Atomic: proof.Big},
		Evidence: proof.Evidence{Flow: []int{0}},
	}
	change(d)
	return d
}

func TestRead(t *testing.T) {
	want := document(func(d *proof.Document) {
		d.Evidence = proof.Evidence{States: []proof.Listed{{Shared: "0", Threads: []string{"1*2", "<3"}}}}
	})
	var text bytes.Buffer
	if err := want.Write(&text); err != nil {
		t.Fatal(err)
	}
	got, err := proof.Read(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, test := range []struct{ old, new, wrong string }{
		{"/6", "/7", `the schema is "ijit.certificate/7", this checker knows ijit.certificate/6`},
		{`"by"`, `"buy"`, `unknown field "buy"`},
		{"{", "", "the file is not a certificate"},
		{`"verdict": "SAFE"`, `"verdict": 3`, "the file is not a certificate"},
	} {
		_, err := proof.Read(strings.NewReader(strings.Replace(text.String(), test.old, test.new, 1)))
		if _, ok := errors.AsType[*proof.Rejected](err); !ok || !strings.Contains(err.Error(), test.wrong) {
			t.Errorf("%s: %v, want %q", test.new, err, test.wrong)
		}
	}
}

func TestReject(t *testing.T) {
	if got := proof.Reject("%d is %s", 3, "odd").Error(); got != "3 is odd" {
		t.Error(got)
	}
	// It ends in the middle of a letter.
	if got := proof.Reject("x%s", strings.Repeat("é", 5000)).Error(); len(got) > 2010 || !strings.HasSuffix(got, "é ...") {
		t.Errorf("%d bytes, %q at the end", len(got), got[len(got)-10:])
	}
}

// A form is a kind of model of which all evidence is right.
type form string

func (f form) Kind() string                               { return string(f) }
func (form) Check(context.Context, *proof.Document) error { return nil }

func TestFits(t *testing.T) {
	program := proof.Subject{Form: form(proof.Program), Name: "y.bp", SHA256: "AB"}
	for _, test := range []struct {
		subject proof.Subject
		change  func(*proof.Document)
		wrong   string
	}{
		{program, func(*proof.Document) {}, ""},
		{program, func(d *proof.Document) { d.Schema = "x" }, `the schema is "x"`},
		{program, func(d *proof.Document) { d.Model.Kind = proof.TTS }, `is about a "tts", y.bp is a program`},
		{program, func(d *proof.Document) { d.Model.SHA256 = "cd" }, "about another text"},
		{program, func(d *proof.Document) { d.Verdict = "MAYBE" }, `the verdict is "MAYBE"`},
		{program, func(d *proof.Document) { d.Evidence.Reached = make([]proof.Reached, 1) }, "only of C programs"},
		{program, func(d *proof.Document) { d.Question.Threads = -1 }, "the bound on threads is -1"},
		{program, func(d *proof.Document) { d.Question.Threads = proof.MaxApart }, ""},
		{program, func(d *proof.Document) { d.Question.Threads = proof.MaxApart + 1 }, "the bound on threads is 65537"},
		{program, func(d *proof.Document) { d.Question.Asks = proof.Labels }, `asks is "labels"`},
		{program, func(d *proof.Document) { d.Question.Label = "L" }, "that is not asked for"},
		{program, func(d *proof.Document) { d.Question.Asks, d.Question.Label = proof.Label, "L" }, ""},
		{program, func(d *proof.Document) { d.Question.Asks = proof.Property }, "of circuits only"},
		{program, func(d *proof.Document) { d.Evidence.Clauses = [][]int{} }, "of circuits only"},
		{program, func(d *proof.Document) { d.Verdict = proof.Unsafe }, "a trace is evidence for UNSAFE"},
		{program, func(d *proof.Document) { d.Evidence.Trace = &proof.Trace{} }, "a trace is evidence for UNSAFE"},
		{program, func(d *proof.Document) { d.Evidence = proof.Evidence{} }, "there are 0 kinds"},
		{program, func(d *proof.Document) { d.Evidence.Cover = []proof.Listed{} }, "there are 2 kinds"},
		{program, func(d *proof.Document) { d.Evidence.Linear = []proof.Linear{} }, "go with a set that excludes"},
		{program, func(d *proof.Document) {
			d.Verdict, d.Evidence = proof.Unsafe, proof.Evidence{Trace: &proof.Trace{}}
		}, "the trace is empty"},
		{program, func(d *proof.Document) { d.Question.Copies = true }, "only summaries"},
		{program, func(d *proof.Document) {
			d.Question.Copies, d.Evidence = true, proof.Evidence{Summaries: &proof.Summaries{}}
		}, ""},
		{proof.Subject{Form: form(proof.C), SHA256: "ab"}, func(d *proof.Document) { d.Model.Kind = proof.C }, ""},
	} {
		d := document(test.change)
		err := test.subject.Check(t.Context(), d)
		_, rejected := errors.AsType[*proof.Rejected](err)
		if rejected != (test.wrong != "") || err != nil && !strings.Contains(err.Error(), test.wrong) {
			t.Errorf("%+v: %v, want %q", d, err, test.wrong)
		}
	}
}
