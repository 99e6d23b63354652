// This file defines executions of event-condition-action programs as tables, as JSON, as sequence
// diagrams and as SARIF.

package render

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
)

// Turns are an execution of a C program that is shown.
type Turns struct {
	*trace.Turns
	File     string
	Property *trace.Property // the label that is reached
	Text     []byte          // of the program; it may be nil
}

// A turnRow is what is shown of a turn.
type turnRow struct {
	*trace.Turn
	number int
	values []trace.Value // that changed, or all
}

// rows returns the turns, in front of them the initial values if all values are shown.
func (t *Turns) rows(all bool) []turnRow {
	var list []turnRow
	now := append([]trace.Value(nil), t.Initial...)
	if all {
		list = append(list, turnRow{&trace.Turn{}, t.First - 1, now})
	}
	for i := range t.Turns.Turns {
		turn := &t.Turns.Turns[i]
		r := turnRow{turn, t.First + i, turn.Changes}
		if all {
			now = append([]trace.Value(nil), now...)
			for _, c := range turn.Changes {
				for k := range now {
					if now[k].Name == c.Name {
						now[k].Value = c.Value
					}
				}
			}
			r.values = now
		}
		list = append(list, r)
	}
	return list
}

// assigned writes values.
func assigned(values []trace.Value) string {
	var list []string
	for _, v := range values {
		list = append(list, fmt.Sprintf("%s = %d", v.Name, v.Value))
	}
	return strings.Join(list, ", ")
}

// numbers writes numbers.
func numbers(list []int32) string {
	var words []string
	for _, x := range list {
		words = append(words, strconv.Itoa(int(x)))
	}
	return strings.Join(words, " ")
}

// lines writes the lines of places.
func lines(places []parser.Pos) string {
	var words []string
	for _, p := range places {
		words = append(words, strconv.Itoa(p.Line))
	}
	return strings.Join(words, " ")
}

// TurnsTable writes a row for each turn: the input, the output, the lines of the rules that did
// something, and the variables that changed.
func TurnsTable(w io.Writer, t *Turns, o Options) error {
	g := &grid{columns: []column{
		{title: "turn", right: true, fixed: true}, {title: "input", right: true, fixed: true}, {title: "output", right: true, fixed: true},
		{title: "line", fixed: true}, {title: "variables"},
	}, sep: "  "}
	for _, r := range t.rows(o.Full) {
		number := strconv.Itoa(r.number)
		if r.number < t.First {
			number = "start"
		}
		text := assigned(r.values)
		if len(r.Overflows) > 0 {
			text = strings.TrimPrefix(text+"; arithmetic overflows in line "+lines(r.Overflows), "; ")
		}
		g.lines = append(g.lines, line{[]string{number, numbers(r.Inputs), numbers(r.Outputs), lines(r.Rules), text}, plain})
	}
	if err := g.write(w, o.width(), o.Color); err != nil {
		return err
	}
	p := t.Property
	_, err := fmt.Fprintf(w, "*** REACHED: %s, %s:%s ***\n", p.Text, p.File, p.Pos)
	return err
}

// A TurnsDoc is an execution of a C program as a JSON document.
type TurnsDoc struct {
	Initial map[string]int32 `json:"initial"` // values of the variables that turns may change
	Turns   []TurnDoc        `json:"turns"`
}

// A TurnDoc is what a turn of the loop does.
type TurnDoc struct {
	Turn      int              `json:"turn"` // 0 for what is in front of the loop
	Inputs    []int32          `json:"inputs"`
	Outputs   []int32          `json:"outputs"`
	Rules     []PlaceDoc       `json:"rules"`     // conditions of the branches that did something
	Variables map[string]int32 `json:"variables"` // that changed, unless all were asked for
	Overflows []PlaceDoc       `json:"overflows"` // of operators: what follows is undefined in C
}

// A PlaceDoc is a place in the C program.
type PlaceDoc struct {
	Line int `json:"line"`
	Col  int `json:"col"`
}

// NewTurnsDoc returns an execution as a document.
func NewTurnsDoc(t *Turns, o Options) *TurnsDoc {
	doc := &TurnsDoc{Initial: valuesDoc(t.Initial), Turns: []TurnDoc{}}
	for _, r := range t.rows(o.Full) {
		if r.number < t.First {
			continue
		}
		doc.Turns = append(doc.Turns, TurnDoc{
			r.number, append([]int32{}, r.Inputs...), append([]int32{}, r.Outputs...),
			placeDocs(r.Rules), valuesDoc(r.values), placeDocs(r.Overflows),
		})
	}
	return doc
}

func valuesDoc(values []trace.Value) map[string]int32 {
	doc := map[string]int32{}
	for _, v := range values {
		doc[v.Name] = v.Value
	}
	return doc
}

func placeDocs(places []parser.Pos) []PlaceDoc {
	list := []PlaceDoc{}
	for _, p := range places {
		list = append(list, PlaceDoc{p.Line, p.Col})
	}
	return list
}

// TurnsJSON writes the execution as one JSON document, a [TurnsDoc].
func TurnsJSON(w io.Writer, t *Turns, o Options) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(NewTurnsDoc(t, o))
}

// TurnsMermaid writes a sequence diagram of an environment and the program.
func TurnsMermaid(out io.Writer, t *Turns, o Options) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "sequenceDiagram\n  participant E as environment\n  participant P as %s\n", diagramText(t.File))
	for _, r := range t.rows(o.Full) {
		for _, x := range r.Inputs {
			fmt.Fprintf(w, "  E->>P: %d\n", x)
		}
		text := assigned(r.values)
		if len(r.Rules) > 0 {
			text = strings.TrimSuffix("line "+lines(r.Rules)+": "+text, ": ")
		}
		if text != "" {
			fmt.Fprintf(w, "  Note over P: %s\n", diagramText(text))
		}
		for _, x := range r.Outputs {
			fmt.Fprintf(w, "  P->>E: %d\n", x)
		}
	}
	fmt.Fprintf(w, "  Note over P: %s\n", diagramText("REACHED: "+t.Property.Text))
	return w.Flush()
}

// TurnsSARIF writes the execution as a SARIF log with one result, whose code flow goes through
// the rules.
func TurnsSARIF(w io.Writer, t *Turns, o Options) error {
	place := func(p parser.Pos) sarifPhysical {
		return sarifPhysical{sarifArtifact{uri(t.File)}, &sarifRegion{p.Line, p.Col}}
	}
	flow := &sarifThreadFlow{ID: "main", Message: sarifText{"turns of the loop"}, Initial: sarifValues(t.Initial)}
	add := func(p parser.Pos, text, importance string, values []trace.Value) {
		flow.Locations = append(flow.Locations, sarifFlowLocation{
			Location: sarifLocation{Physical: place(p), Message: &sarifText{text}},
			State:    sarifValues(values), ExecutionOrder: len(flow.Locations) + 1, Importance: importance,
		})
	}
	for _, r := range t.rows(o.Full) {
		for i, p := range r.Rules {
			text := fmt.Sprintf("turn %d, input %s: %s", r.number, numbers(r.Inputs), assigned(r.Changes))
			if i < len(r.Rules)-1 { // the last one has the values behind the turn
				add(p, text, "important", nil)
				continue
			}
			add(p, text, "important", r.values)
		}
	}
	p := t.Property
	add(p.Pos, p.Text+" is reached", "essential", nil)
	s := &sarif{&Trace{File: t.File, Property: p}, o}
	result := s.result()
	result.CodeFlows = []sarifCodeFlow{{ThreadFlows: []*sarifThreadFlow{flow}}}
	return writeSARIF(w, sarifRules[:], result)
}

func sarifValues(values []trace.Value) map[string]sarifText {
	doc := map[string]sarifText{}
	for _, v := range values {
		doc[v.Name] = sarifText{strconv.Itoa(int(v.Value))}
	}
	return doc
}
