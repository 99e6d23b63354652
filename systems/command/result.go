// This file defines the answer as data: the JSON object and the statistics.

package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/systems"
)

// schema is the version of what --json prints. Fields may be added to a version,
// never removed or changed.
const schema = "ijit.result/1"

// resultDoc is what --json prints.
type resultDoc struct {
	Schema    string       `json:"schema"`
	File      string       `json:"file"`
	Verdict   string       `json:"verdict"`            // SAFE, UNSAFE or UNKNOWN
	Reason    *string      `json:"reason"`             // of UNKNOWN: timeout, memory, bound, interrupted, unsupported, incomplete, vacuous, internal error
	Detail    *string      `json:"detail"`             // the reason in words
	Warning   string       `json:"warning,omitempty"`  // what may make the answer mean something else than it seems to
	Warnings  []diagnostic `json:"warnings,omitempty"` // all warnings, those about the input included
	Vacuous   string       `json:"vacuous,omitempty"`  // why the answer says nothing of executions
	Algorithm string       `json:"algorithm"`
	By        string       `json:"by"` // the algorithm that answered, where algorithm chose among several
	Via       string       `json:"via"`
	Atomic    string       `json:"atomic"`
	Initial   string       `json:"initial"`
	Threads   *int         `json:"threads"` // bound on live threads; null for none
	Cut       bool         `json:"cut"`     // the bound blocked the creation of a thread
	Fair      bool         `json:"fair"`    // only weakly fair executions count
	// ContextSwitches, or Rounds, is how many it takes to the error; how many do not lead
	// to one if the verdict is UNKNOWN; null for other questions.
	ContextSwitches *int `json:"context_switches"`
	Rounds          *int `json:"rounds"`
	// ContextThreads is for how many threads at most that is so, ended ones included; null
	// for any number. If Idle, more may be started, but do not move.
	ContextThreads *int         `json:"context_threads"`
	Idle           bool         `json:"idle"`
	Cutoff         *int         `json:"cutoff"`           // so many threads reach every thread state that any number reach; null if not known
	States         int          `json:"states"`           // distinct configurations stored, errors excluded
	Depth          int          `json:"depth"`            // of the error, the failing step included; else of the search
	Longer         bool         `json:"longer,omitempty"` // an execution with fewer threads or steps than this one may exist
	Seconds        float64      `json:"seconds"`          // with reading the input
	PeakBytes      uint64       `json:"peak_bytes"`
	Property       *propertyDoc `json:"property"` // what went wrong; for unsupported, where
	// Properties is there with --all, for finite state machines, for formulas and for C programs.
	Properties []judgedDoc      `json:"properties,omitempty"`
	Trace      *render.TraceDoc `json:"trace,omitempty"`     // if asked for
	Cover      []coverDoc       `json:"cover,omitempty"`     // if asked for
	Summaries  []summaryDoc     `json:"summaries,omitempty"` // if asked for
	// Faults are internal errors of algorithms, which did not keep others from answering.
	Faults []string   `json:"faults,omitempty"`
	Stats  statistics `json:"stats"`
}

// summaryDoc is what a procedure does, case by case.
type summaryDoc struct {
	Procedure string   `json:"procedure"`
	Cases     []string `json:"cases"`
}

// coverDoc is an element of the coverability set. Count is null for any number of
// threads.
type coverDoc struct {
	Shared  map[string]int `json:"shared"`
	Threads []countDoc     `json:"threads"`
}

type countDoc struct {
	Procedure string         `json:"procedure,omitempty"`
	Line      int            `json:"line,omitempty"`
	Col       int            `json:"col,omitempty"`
	Locals    map[string]int `json:"locals"`
	Count     *int           `json:"count"`
}

// propertyDoc is something that can go wrong. Line and Col are 0 for a target.
type propertyDoc struct {
	File   string            `json:"file"`
	Line   int               `json:"line"`
	Col    int               `json:"col"`
	Kind   string            `json:"kind"` // assert, label, target, deadlock, leak or call; ltl, ctl, invar, bad or justice
	Text   string            `json:"text"`
	Origin *render.OriginDoc `json:"origin"`
}

// judgedDoc is a property with its own verdict. What follows the depth is of finite state
// machines, formulas of temporal logic and labels of C programs, and else null or "".
type judgedDoc struct {
	propertyDoc
	Verdict string  `json:"verdict"`
	Depth   int     `json:"depth,omitempty"`
	Name    string  `json:"name"`
	Formula string  `json:"formula"`
	Reason  string  `json:"reason,omitempty"`  // why there is no verdict
	Detail  string  `json:"detail,omitempty"`  // in words
	Vacuous string  `json:"vacuous,omitempty"` // why there is no run that the property is about
	Method  string  `json:"method"`            // the algorithm that answered
	Bound   *int    `json:"bound"`             // up to so many steps there is no counterexample, or the proof took so many
	Length  *int    `json:"length"`            // steps of the counterexample: to the error, or those once through the lasso
	Loop    *int    `json:"loop"`              // the index of the state to which the last step returns
	Seconds float64 `json:"seconds,omitempty"`
	Label   string  `json:"label,omitempty"`  // of a C program
	Inputs  *int    `json:"inputs,omitempty"` // how many lead to the label, the last one reaching it
	By      string  `json:"by,omitempty"`     // as method, of a label
	// Shortest says that no fewer inputs lead to the label; Sequence has the inputs.
	Shortest *bool            `json:"shortest,omitempty"`
	Sequence []int32          `json:"sequence,omitempty"`
	Waves    *render.WavesDoc `json:"waves,omitempty"` // the counterexample of a finite state machine, if asked for
	Turns    *render.TurnsDoc `json:"turns,omitempty"` // what a C program does on its way to the label, if asked for
}

// newJudgedDoc returns a property as a document.
func newJudgedDoc(p *systems.Property, withTrace bool, o render.Options) judgedDoc {
	doc := judgedDoc{propertyDoc: newPropertyDoc(p), Verdict: p.Verdict.String(), Depth: p.Depth, Name: p.Name}
	f := p.Found
	if f == nil {
		return doc
	}
	doc.Formula, doc.Reason, doc.Detail, doc.Vacuous, doc.Method, doc.Seconds = p.Text, string(f.Reason), f.Detail, f.Vacuous, f.Method, f.Seconds
	if p.Kind == "label" {
		doc.Formula, doc.Label, doc.By = "", p.Text, f.Method
		if n := len(f.Inputs); p.Verdict == systems.Unsafe {
			doc.Inputs, doc.Shortest, doc.Sequence = &n, &f.Shortest, f.Inputs
			if withTrace {
				doc.Turns = render.NewTurnsDoc(&render.Turns{Turns: f.Turns, File: p.File, Property: p}, o)
			}
		}
		return doc
	}
	if f.Bound >= 0 {
		doc.Bound = &f.Bound
	}
	if p.Verdict == systems.Unsafe {
		doc.Length = &f.Length
		if f.Loop >= 0 {
			doc.Loop = &f.Loop
		}
		if withTrace && f.Waves != nil {
			doc.Waves = render.NewWavesDoc(&render.Waves{Waves: f.Waves, File: p.File, Property: p}, o)
		}
	}
	return doc
}

// warnings lists what is printed as such: what is said of places of the input and of the answer.
func (a *answer) warnings() []diagnostic {
	var list []diagnostic
	if m := a.opened.Load(); m != nil {
		for _, d := range m.Warnings() {
			list = append(list, newDiagnostic(&d))
		}
	}
	if text := a.result.Warning; text != "" {
		list = append(list, diagnostic{File: a.file, Message: text})
	}
	return list
}

// doc returns the answer as a document.
func (a *answer) doc(withTrace bool) resultDoc {
	r := a.result
	doc := resultDoc{
		Schema:    schema,
		File:      a.file,
		Verdict:   r.Verdict.String(),
		Warning:   r.Warning,
		Warnings:  a.warnings(),
		Vacuous:   r.Vacuous,
		Faults:    texts(r.Faults),
		Algorithm: r.Algorithm,
		By:        cmp.Or(r.By, r.Algorithm),
		Via:       string(r.Via),
		Atomic:    a.Atomic,
		Initial:   r.Initial,
		Cut:       r.Cut,
		Fair:      a.Fair,
		States:    r.States,
		Depth:     r.Depth,
		Longer:    r.Longer,
		Seconds:   r.Seconds,
		PeakBytes: r.PeakBytes,
		Stats:     a.stats(),
	}
	if r.Verdict == systems.Unknown {
		reason, why := string(r.Reason), a.why()
		doc.Reason, doc.Detail = &reason, &why
	} else if r.Detail != "" {
		doc.Detail = &r.Detail
	}
	if r.Threads > 0 {
		doc.Threads = &r.Threads
	}
	if r.Cutoff > 0 {
		doc.Cutoff = &r.Cutoff
	}
	if n := &r.Extent.N; *n >= 0 {
		switch r.Extent.Unit {
		case "round":
			doc.Rounds = n
		case "context switch":
			doc.ContextSwitches = n
		}
	}
	if r.Extent.Threads > 0 {
		doc.ContextThreads, doc.Idle = &r.Extent.Threads, r.Extent.Idle
	}
	if r.Property != nil {
		p := newPropertyDoc(r.Property)
		doc.Property = &p
	}
	for i := range r.Properties {
		p := &r.Properties[i]
		judged := newJudgedDoc(p, withTrace, render.Options{Full: a.Full})
		if p.Verdict == systems.Unknown && p.Found == nil {
			judged.Reason = string(r.Reason)
		}
		doc.Properties = append(doc.Properties, judged)
	}
	for _, c := range r.Cover {
		doc.Cover = append(doc.Cover, newCoverDoc(c))
	}
	for _, s := range r.Summaries {
		doc.Summaries = append(doc.Summaries, summaryDoc{s.Proc, s.Cases})
	}
	if withTrace && r.Trace != nil {
		doc.Trace = render.Doc(a.trace(), render.Options{Full: a.Full})
	}
	return doc
}

// texts returns what things say.
func texts[T fmt.Stringer](things []T) (list []string) {
	for _, t := range things {
		list = append(list, t.String())
	}
	return list
}

func newCoverDoc(c trace.Configuration) coverDoc {
	doc := coverDoc{Shared: render.ByName(c.SharedNames, c.Shared), Threads: []countDoc{}}
	for _, n := range c.Counts {
		x := countDoc{Procedure: n.Proc, Line: n.Pos.Line, Col: n.Pos.Col, Locals: render.ByName(n.Names, n.Locals)}
		if n.N != trace.Omega {
			x.Count = &n.N
		}
		doc.Threads = append(doc.Threads, x)
	}
	return doc
}

func newPropertyDoc(p *systems.Property) propertyDoc {
	return propertyDoc{p.File, p.Pos.Line, p.Pos.Col, p.Kind, p.Text, render.NewOriginDoc(p.Origin)}
}

// A statistic is one measured value.
type statistic struct {
	key   string
	value any
}

// statistics are printed in their order.
type statistics []statistic

// MarshalJSON writes one object.
func (s statistics) MarshalJSON() ([]byte, error) {
	m := map[string]any{}
	for _, x := range s {
		m[x.key] = x.value
	}
	return json.Marshal(m)
}

// stats lists what was measured. What does not apply is left out.
func (a *answer) stats() statistics {
	r := a.result
	list := statistics{
		{"verdict", r.Verdict.String()},
		{"states", r.States},
		{"depth", r.Depth},
		{"max_threads", r.MaxThreads},
		{"fired", r.Stats.Fired},
		{"seconds", round(r.Seconds, 1e-6)},
		{"read_seconds", round(a.read.Seconds(), 1e-6)},
		{"states_per_second", int(float64(r.States) / max(r.Seconds, 1e-9))},
		{"peak_bytes", r.PeakBytes},
		{"store_bytes", r.Stats.StoreBytes},
	}
	if r.States > 0 {
		list = append(list, statistic{"bytes_per_state", round(float64(r.Stats.StoreBytes)/float64(r.States), 0.01)})
	}
	if r.Stats.Images+r.Stats.Preimages > 0 {
		list = append(list, statistic{"images", r.Stats.Images}, statistic{"preimages", r.Stats.Preimages})
	}
	if r.Stats.SharedStates > 0 {
		list = append(list, statistic{"shared_states", r.Stats.SharedStates}, statistic{"local_states", r.Stats.LocalStates})
	}
	if r.Stats.Edges > 0 {
		list = append(list, statistic{"edges", r.Stats.Edges}, statistic{"translation_seconds", round(r.Stats.Translation, 1e-6)})
	}
	if r.Stats.LeftOut > 0 {
		list = append(list, statistic{"left_out_variables", r.Stats.LeftOut})
	}
	if r.Stats.DeadLocals > 0 {
		list = append(list, statistic{"dead_locals", r.Stats.DeadLocals})
	}
	if s := &r.Stats; s.Latches+s.Inputs+s.Ands > 0 {
		list = append(list, statistic{"latches", s.Latches}, statistic{"inputs", s.Inputs}, statistic{"ands", s.Ands})
	}
	if r.Stats.Variables > 0 {
		list = append(list, statistic{"variables", r.Stats.Variables})
	}
	if s := &r.Stats; s.Clauses > 0 {
		list = append(list, statistic{"clauses", s.Clauses}, statistic{"conflicts", s.Conflicts})
	}
	if r.Stats.PeakNodes > 0 {
		list = append(list, statistic{"peak_nodes", r.Stats.PeakNodes})
	}
	if r.Stats.SymbolicStates != "" {
		list = append(list, statistic{"symbolic_states", r.Stats.SymbolicStates})
	}
	for _, s := range r.Stats.Sides {
		list = append(list, statistic{s.Direction, s})
	}
	return append(list, statistic{"replayed", r.Stats.Replayed}, statistic{"validated", r.Stats.Validated})
}

// round rounds x to a multiple of step, for reading.
func round(x, step float64) float64 { return math.Round(x/step) / math.Round(1/step) }
