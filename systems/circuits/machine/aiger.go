// This file defines machines that are circuits in AIGER files.

package machine

import (
	"fmt"
	"io"
	"strconv"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/aig/aiger"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/ltl"
)

// ReadAIGER reads a circuit in the format AIGER 1.9 (Biere, Heljanko and Wieringa, 2011).
// Its properties are the bad states and the justice properties; where there are neither, the
// outputs, as in files of older versions.
func ReadAIGER(r io.Reader, name string, limits aiger.Limits) (*Machine, error) {
	c, err := aiger.Read(r, name, limits)
	if err != nil {
		return nil, err
	}
	m := &Machine{Circuit: c, Waves: func(r *aig.Run) *trace.Waves { return bits(c, r) }}
	property := func(kind, name, text string) trace.Property {
		return trace.Property{Kind: kind, Name: name, Text: text, PC: verdict.NoPC}
	}
	bads := c.Bads
	if len(c.Bads)+len(c.Justices) == 0 {
		bads = c.Outputs
	}
	for i, x := range bads {
		text := fmt.Sprintf("bad %d", i)
		m.Properties = append(m.Properties, Property{Property: property("bad", x.Name, text), Bad: x.Lit})
	}
	for i, x := range c.Justices {
		often := ltl.True()
		for _, l := range x.Lits {
			often = ltl.And(often, ltl.Globally(ltl.Finally(ltl.Atom(int(l)))))
		}
		text := fmt.Sprintf("justice %d", i)
		m.Properties = append(m.Properties, Property{Property: property("justice", x.Name, text), Formula: ltl.Not(often)})
	}
	m.Witness = func(w io.Writer, property int, r *aig.Run) error {
		x := aiger.Witness{Status: aiger.Violated, Property: property, Run: r}
		if x.Justice = property >= len(bads); x.Justice {
			x.Property -= len(bads)
		}
		return x.Write(w, c)
	}
	m.Kinds = []string{"ltl"}
	m.Ask = func(_, formula string) (*Machine, error) {
		f, err := ltl.Parse("--ltl", formula, names(c).atom)
		if err != nil {
			return nil, err
		}
		asked := *m
		asked.Properties = []Property{{Property: property("ltl", "", formula), Formula: f}}
		asked.Witness = nil // there is none of what is not in the file
		return &asked, nil
	}
	return m, nil
}

// bits shows a run of a circuit, bit by bit.
func bits(c *aig.Circuit, r *aig.Run) *trace.Waves {
	v, err := aig.Replay(c, r)
	if err != nil {
		return nil // it has been replayed before
	}
	w := &trace.Waves{Positions: v.Len(), Loop: r.Loop}
	add := func(name, letter string, i int, l aig.Lit, input bool) {
		if name == "" {
			name = letter + strconv.Itoa(i)
		}
		s := trace.Signal{Name: name, Input: input, Numeric: true, Most: 1}
		for frame := range v.Len() {
			bit := "0"
			if v.At(l, frame) {
				bit = "1"
			}
			s.Values = append(s.Values, bit)
		}
		w.Signals = append(w.Signals, s)
	}
	for i, x := range c.Latches {
		add(x.Name, "l", i, x.Lit, false)
	}
	for i, x := range c.Inputs {
		add(x.Name, "i", i, x.Lit, true)
	}
	return w
}
