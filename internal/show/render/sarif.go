// This file defines traces as SARIF, which editors and code hosts show.

package render

import (
	"encoding/json"
	"io"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/ijit/ijit/parser"
)

// The parts of the Static Analysis Results Interchange Format that are used (OASIS, "SARIF
// Version 2.1.0", 2020; the numbers are its sections).
type (
	sarifLog struct { // 3.13
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct { // 3.14
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct { // 3.18
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct { // 3.19
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct { // 3.49
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
	}
	sarifText struct { // 3.11
		Text string `json:"text"`
	}
	sarifResult struct { // 3.27
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Kind      string          `json:"kind,omitempty"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
		CodeFlows []sarifCodeFlow `json:"codeFlows,omitempty"`

		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifSuppression struct { // 3.35
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifCodeFlow struct { // 3.36
		ThreadFlows []*sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct { // 3.37
		ID        string               `json:"id"`
		Message   sarifText            `json:"message"`
		Locations []sarifFlowLocation  `json:"locations"`
		Initial   map[string]sarifText `json:"initialState,omitempty"`
	}
	sarifFlowLocation struct { // 3.38
		Location       sarifLocation        `json:"location"`
		State          map[string]sarifText `json:"state,omitempty"`
		NestingLevel   int                  `json:"nestingLevel"`
		ExecutionOrder int                  `json:"executionOrder"`
		Importance     string               `json:"importance"`
	}
	sarifLocation struct { // 3.28
		ID       int            `json:"id,omitempty"`
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifText     `json:"message,omitempty"`
	}
	sarifPhysical struct { // 3.29
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct { // 3.4
		URI string `json:"uri"`
	}
	sarifRegion struct { // 3.30
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
	sarifLogical struct { // 3.33
		Name string `json:"name"`
		Kind string `json:"kind"`
	}
)

// sarifRules says what can go wrong, by the kind of the property.
var sarifRules = [...]sarifRule{
	{"assert", sarifText{"An assertion can fail."}},
	{"label", sarifText{"A label can be reached."}},
	{"target", sarifText{"A configuration can be covered."}},
	{"deadlock", sarifText{"All threads can be blocked at once."}},
	{"leak", sarifText{"A thread can be blocked for ever."}},
}

// SARIF writes the trace as a SARIF log with one result, whose code flow has a thread flow
// for each thread. If the lines of the C program are at hand, places are there.
func SARIF(w io.Writer, t *Trace, o Options) error {
	s := &sarif{t, o}
	result := s.result()
	if flow := s.flow(); len(flow.ThreadFlows) > 0 {
		result.CodeFlows = []sarifCodeFlow{flow}
	}
	return writeSARIF(w, sarifRules[:], result)
}

// writeSARIF writes a log.
func writeSARIF(w io.Writer, rules []sarifRule, results ...sarifResult) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs: []sarifRun{{
			Tool: sarifTool{sarifDriver{
				Name: "ijit", InformationURI: "https://github.com/ijit/ijit", Rules: rules,
			}},
			ColumnKind: "unicodeCodePoints",
			Results:    results,
		}},
	})
}

// A sarif is a trace that is being written.
type sarif struct {
	*Trace
	options Options
}

// result returns the result without its code flow.
func (s *sarif) result() sarifResult {
	r := sarifResult{RuleID: "assert", Level: "error", Message: sarifText{"An error can be reached."}}
	var pos parser.Pos
	var origin *parser.Origin
	if p := s.Property; p != nil {
		for i := range sarifRules {
			if sarifRules[i].ID == p.Kind {
				r.RuleID, r.RuleIndex = p.Kind, i
			}
		}
		r.Message.Text = sarifRules[r.RuleIndex].ShortDescription.Text
		if p.Text != "" {
			r.Message.Text = strings.TrimSuffix(r.Message.Text, ".") + ": " + p.Text
		}
		pos, origin = p.Pos, p.Origin
	}
	r.Locations = []sarifLocation{{Physical: s.place(pos, origin)}}
	return r
}

// flow returns what the threads do, each step with its place in the order of all.
func (s *sarif) flow() sarifCodeFlow {
	var flow sarifCodeFlow
	flows := map[int]*sarifThreadFlow{}
	for _, x := range s.threads() {
		flows[x.id] = &sarifThreadFlow{ID: threadName(x.id), Message: sarifText{x.title()}}
	}
	flows[0] = &sarifThreadFlow{ID: threadName(0), Message: sarifText{"environment"}}
	shared, locals := s.start()
	order := 0
	for r := range s.rows(s.options.Full) {
		if r.hidden && !s.options.Full {
			continue
		}
		f := flows[r.Thread]
		if len(f.Locations) == 0 {
			f.Initial = s.values(append(shared[:len(shared):len(shared)], locals[r.Thread]...))
			flow.ThreadFlows = append(flow.ThreadFlows, f)
		}
		order++
		text := r.Statement
		if what := r.what(); what != "" {
			text += " - " + what
		}
		x := sarifFlowLocation{
			Location:       sarifLocation{Physical: s.place(r.Pos, r.Origin), Message: &sarifText{text}},
			State:          s.values(r.changes),
			NestingLevel:   r.depth(),
			ExecutionOrder: order,
			Importance:     "important",
		}
		if r.ends != "" {
			x.Importance = "essential"
		}
		name := ""
		if mover := r.before.Thread(r.Thread); mover != nil {
			name = mover.Proc
		}
		if r.Origin != nil && r.Origin.Func != "" && s.options.Source != nil {
			name = r.Origin.Func
		}
		if name != "" {
			x.Location.Logical = []sarifLogical{{name, "function"}}
		}
		f.Locations = append(f.Locations, x)
	}
	return flow
}

// values returns what variables are now, by their names.
func (s *sarif) values(changes []change) map[string]sarifText {
	values := map[string]sarifText{}
	for _, c := range changes {
		name := c.name
		if c.thread != 0 {
			name = threadName(c.thread) + "." + name
		}
		text := strconv.Itoa(c.value)
		if c.predicate != "" {
			text = c.short()
		}
		values[name] = sarifText{text}
	}
	return values
}

// place returns a place: in the C program if its files are at hand and it is there.
func (s *sarif) place(pos parser.Pos, origin *parser.Origin) sarifPhysical {
	if s.options.Source.Line(origin) != "" {
		return sarifPhysical{sarifArtifact{uri(origin.File)}, &sarifRegion{StartLine: origin.Line}}
	}
	p := sarifPhysical{Artifact: sarifArtifact{uri(s.File)}}
	if pos.Line > 0 {
		p.Region = &sarifRegion{pos.Line, pos.Col}
	}
	return p
}

// uri returns the reference to a file: relative if its name is.
func uri(name string) string {
	if name == "-" {
		return "stdin"
	}
	u := url.URL{Path: path.Clean(name)}
	if path.IsAbs(name) {
		u.Scheme = "file"
	}
	return u.String()
}
