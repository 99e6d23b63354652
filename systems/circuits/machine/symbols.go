// This file defines the atoms of formulas about circuits in AIGER files.

package machine

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/parser/ltl"
)

// symbols says what names mean: those of the symbol table, and those of places, such as i0.
type symbols map[string][]aig.Lit

// names returns the symbols of a circuit. The name of a place is not in them if it is one of the
// symbol table, too.
func names(c *aig.Circuit) symbols {
	s, places := symbols{}, symbols{}
	add := func(name, letter string, i int, l aig.Lit) {
		if name != "" {
			s[name] = append(s[name], l)
		}
		places[letter+strconv.Itoa(i)] = []aig.Lit{l}
	}
	for i, x := range c.Inputs {
		add(x.Name, "i", i, x.Lit)
	}
	for i, x := range c.Latches {
		add(x.Name, "l", i, x.Lit)
	}
	for i, x := range c.Outputs {
		add(x.Name, "o", i, x.Lit)
	}
	for i, x := range c.Bads {
		add(x.Name, "b", i, x.Lit)
	}
	for place, l := range places {
		if s[place] == nil {
			s[place] = l
		}
	}
	return s
}

// atom returns the formula that a name is.
func (s symbols) atom(name string) (*ltl.Formula, error) {
	name = strings.NewReplacer("{", "", "}", "").Replace(name)
	found := s[name]
	if len(found) == 0 {
		var known []string
		for n := range s {
			known = append(known, n)
		}
		d := &diagnostic.Diagnostic{Message: fmt.Sprintf("there is no %s in the circuit", diagnostic.Quote(name)), Hint: diagnostic.DidYouMean(name, known)}
		if d.Hint == "" {
			d.Hint = "the names of a circuit are those of its symbol table, and i0, l0, o0, b0 and so on: its inputs, latches, outputs and bad states"
		}
		return nil, d
	}
	for _, l := range found[1:] {
		if l != found[0] {
			return nil, &diagnostic.Diagnostic{
				Message: fmt.Sprintf("%s is the name of more than one thing in the circuit", diagnostic.Quote(name)),
				Hint:    "i0, l0, o0, b0 and so on are its inputs, latches, outputs and bad states by number",
			}
		}
	}
	switch found[0] {
	case aig.True:
		return ltl.True(), nil
	case aig.False:
		return ltl.False(), nil
	}
	return ltl.Atom(int(found[0])), nil
}
