// This file defines runs of finite state machines as tables, as JSON, as waveforms and as
// witnesses.

package render

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/bits"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/show/trace"
)

// Waves are a run of a finite state machine that is shown.
type Waves struct {
	*trace.Waves
	File     string
	Property *trace.Property // that the run violates
	Text     []byte          // of the file; it may be nil
}

// WavesTable writes a row for each position: the inputs that are read there and, of the
// state, what changed.
func WavesTable(w io.Writer, t *Waves, o Options) error {
	g := &grid{columns: []column{{title: "position", right: true, fixed: true}, {title: "state"}}, sep: "  "}
	inputs := slices.ContainsFunc(t.Signals, isInput)
	if inputs {
		g.columns = append(g.columns, column{title: "inputs"})
	}
	for p := range t.Positions {
		if p == t.Loop {
			g.lines = append(g.lines, line{[]string{"", "(the loop begins here)", ""}[:len(g.columns)], bold})
		}
		cells := []string{fmt.Sprint(p), t.values(p, false, o.Full)}
		if inputs {
			cells = append(cells, t.values(p, true, o.Full))
		}
		g.lines = append(g.lines, line{cells, plain})
	}
	if err := g.write(w, o.width(), o.Color); err != nil {
		return err
	}
	_, err := io.WriteString(w, t.footer())
	return err
}

// footer says how the run goes on, or what it ends in.
func (t *Waves) footer() string {
	switch text := t.ends(); {
	case text == "":
		return ""
	case t.Loop >= 0:
		return "*** " + text + " ***\n"
	default:
		return "*** VIOLATED: " + text + " ***\n"
	}
}

// ends says how the run goes on, or else which property it violates; "" if that is not known.
func (t *Waves) ends() string {
	switch {
	case t.Loop >= 0:
		return fmt.Sprintf("position %d follows position %d: the loop is repeated for ever", t.Loop, t.Positions-1)
	case t.Property != nil:
		return t.Property.Text
	}
	return ""
}

// isInput reports whether a signal is read in a position.
func isInput(s trace.Signal) bool { return s.Input }

// values writes the signals of a position, those that changed unless all is set.
func (t *Waves) values(position int, inputs, all bool) string {
	var list []string
	for i := range t.Signals {
		s := &t.Signals[i]
		if s.Input == inputs && s.Values[position] != "" && (all || s.Changed(position)) {
			list = append(list, s.Name+" = "+s.Values[position])
		}
	}
	if inputs || len(list) > 0 {
		return strings.Join(list, ", ")
	}
	return "(nothing changes)"
}

// Position writes the whole state of a position.
func Position(t *Waves, position int) string {
	if position < 0 {
		return ""
	}
	return t.values(position, false, true)
}

// A WavesDoc is a run of a finite state machine as a JSON document.
type WavesDoc struct {
	Loop      *int          `json:"loop"` // the index of the position that follows the last one; null if the run ends there
	Positions []PositionDoc `json:"positions"`
}

// A PositionDoc is a position of a run. Values that are the same as in the position before
// are left out, unless all were asked for.
type PositionDoc struct {
	State  map[string]string `json:"state"`
	Inputs map[string]string `json:"inputs,omitempty"`
}

// NewWavesDoc returns a run as a document.
func NewWavesDoc(t *Waves, o Options) *WavesDoc {
	doc := &WavesDoc{Positions: []PositionDoc{}}
	if t.Loop >= 0 {
		doc.Loop = &t.Loop
	}
	for p := range t.Positions {
		d := PositionDoc{State: map[string]string{}, Inputs: map[string]string{}}
		for i := range t.Signals {
			s := &t.Signals[i]
			switch {
			case s.Values[p] == "" || !o.Full && !s.Changed(p):
			case s.Input:
				d.Inputs[s.Name] = s.Values[p]
			default:
				d.State[s.Name] = s.Values[p]
			}
		}
		doc.Positions = append(doc.Positions, d)
	}
	return doc
}

// WavesJSON writes the run as one JSON document, a [WavesDoc].
func WavesJSON(w io.Writer, t *Waves, o Options) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(NewWavesDoc(t, o))
}

// WavesVCD writes the run as a value change dump, see [VCD].
func WavesVCD(w io.Writer, t *Waves, _ Options) error {
	wave := Waveform{Scope: path.Base(t.File), Frames: t.Positions}
	if t.Property != nil {
		wave.Comment = strings.TrimSpace(t.Property.Name + " " + t.Property.Text)
	}
	if t.Loop >= 0 {
		wave.Comment += fmt.Sprintf(" -- position %d follows position %d", t.Loop, t.Positions-1)
	}
	for i := range t.Signals {
		wave.Signals = append(wave.Signals, digital(&t.Signals[i]))
	}
	return VCD(w, wave)
}

// digital returns the waveform of a signal. It is as wide as its type wants: Booleans are bits, and
// numbers are binary, in two's complement if one can be negative. Other values are names.
func digital(s *trace.Signal) Signal {
	out := Signal{Name: s.Name, Values: s.Values}
	if s.Word > 0 {
		return digitalWord(s)
	}
	if !s.Numeric {
		return out
	}
	out.Width = bits.Len64(uint64(max(s.Most, 0)))
	if s.Least < 0 {
		out.Width = 1 + max(out.Width, bits.Len64(uint64(^s.Least)))
	}
	out.Width = max(1, out.Width)
	out.Values = make([]string, len(s.Values))
	for i, v := range s.Values {
		var n int64
		switch v {
		case "": // not known
			continue
		case "TRUE":
			n = 1
		case "FALSE":
		default:
			n, _ = strconv.ParseInt(v, 10, 64)
		}
		out.Values[i] = fmt.Sprintf("%0*b", out.Width, uint64(n)&(1<<out.Width-1))
	}
	return out
}

// digitalWord returns the waveform of a word.
func digitalWord(s *trace.Signal) Signal {
	out := Signal{Name: s.Name, Width: s.Word, Values: make([]string, len(s.Values))}
	for i, v := range s.Values {
		_, digits, ok := strings.Cut(v, "_")
		n, good := new(big.Int).SetString(digits, 10)
		if !ok || !good {
			continue // not known
		}
		if strings.HasPrefix(v, "-") {
			n.Neg(n)
		}
		text := make([]byte, s.Word)
		for b := range text {
			text[b] = '0' + byte(n.Bit(s.Word-1-b)) // of a negative number in two's complement
		}
		out.Values[i] = string(text)
	}
	return out
}

// Witness writes the run in the format of AIGER, if the machine is a file of that format.
func Witness(w io.Writer, t *Waves, _ Options) error {
	if t.Waves.Witness == nil {
		return errors.New("there is a witness of AIGER for a circuit of AIGER only; translate the model first (ijit translate --to aiger)")
	}
	return t.Waves.Witness(w)
}
