// This file defines what is found in Go programs as SARIF.

package render

import (
	"fmt"
	"io"
)

// goRules says what can go wrong in a Go program, by the kind of the finding.
var goRules = [...]sarifRule{
	{"leak", sarifText{"A goroutine can be blocked for ever."}},
	{"deadlock", sarifText{"All goroutines can be blocked for ever."}},
	{"close", sarifText{"A closed channel can be closed again or sent on, or a nil channel closed."}},
	{"lock", sarifText{"A lock that is not held can be unlocked."}},
	{"waitgroup", sarifText{"A WaitGroup can be misused: its counter becomes negative, or Add runs beside Wait."}},
	{"race", sarifText{"Two goroutines can access a variable at the same time, one of them writing."}},
	{"panic", sarifText{"A panic can be reached."}},
}

// GoSARIF writes findings as a SARIF log: those that are suppressed by a comment, too, with the reason. The code
// flow of each has a thread flow for each goroutine.
func GoSARIF(w io.Writer, findings []Finding) error {
	results := []sarifResult{}
	for i := range findings {
		results = append(results, goResult(&findings[i]))
	}
	return writeSARIF(w, goRules[:], results...)
}

func goResult(f *Finding) sarifResult {
	r := sarifResult{RuleID: f.Kind, Level: "error", Message: sarifText{f.Message}}
	for i := range goRules {
		if goRules[i].ID == f.Kind {
			r.RuleIndex = i
		}
	}
	r.Locations = []sarifLocation{goLocation(f.GoPlace, "")}
	for i, p := range f.Others {
		text := p.Operation
		if n := len(f.Trace); f.Kind == "race" && n > 0 { // the execution ends with the other access
			text = fmt.Sprintf("goroutine %d: %s - %s", f.Trace[n-1].Goroutine, text, f.Trace[n-1].Event)
		}
		x := goLocation(p, text)
		x.ID = i + 1
		r.Related = append(r.Related, x)
	}
	switch {
	case f.Verdict == "UNKNOWN":
		r.Kind, r.Level = "open", "none"
	case !f.Confirmed:
		r.Level = "warning"
	}
	if f.Ignored != "" {
		r.Suppressions = []sarifSuppression{{"inSource", f.Ignored}}
	}
	if len(f.Trace) == 0 {
		return r
	}
	var flow sarifCodeFlow
	flows := map[int]*sarifThreadFlow{}
	for i, s := range f.Trace {
		t := flows[s.Goroutine]
		if t == nil {
			name := fmt.Sprintf("goroutine %d", s.Goroutine)
			t = &sarifThreadFlow{ID: name, Message: sarifText{name + ": " + s.Name}}
			flows[s.Goroutine] = t
			flow.ThreadFlows = append(flow.ThreadFlows, t)
		}
		text := s.Operation
		if s.Event != "" {
			text += " - " + s.Event
		}
		x := sarifFlowLocation{Location: goLocation(s.GoPlace, text), ExecutionOrder: i + 1, Importance: "important"}
		if s.Last {
			x.Importance = "essential"
		}
		t.Locations = append(t.Locations, x)
	}
	r.CodeFlows = []sarifCodeFlow{flow}
	return r
}

// goLocation returns a place with a message, or without one.
func goLocation(p GoPlace, message string) sarifLocation {
	l := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{uri(p.File)}}}
	if p.Line > 0 {
		l.Physical.Region = &sarifRegion{p.Line, p.Col}
	}
	if p.Function != "" {
		l.Logical = []sarifLogical{{p.Function, "function"}}
	}
	if message != "" {
		l.Message = &sarifText{message}
	}
	return l
}
