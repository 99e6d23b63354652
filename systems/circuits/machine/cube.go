// This file defines how sets of states are written that have certain bits.

package machine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/systems/circuits/smv"
)

// Cube says of states that have some bits, which are literals of latches, what they have in the terms of the input: of a model the
// values of variables.
func (m *Machine) Cube(bits []aig.Lit) (list []string) {
	if m.model != nil {
		return (&valued{model: m.model}).cube(bits)
	}
	for _, l := range bits {
		list = append(list, bitText(m.Circuit, l))
	}
	return list
}

// bitText writes a literal of a latch.
func bitText(c *aig.Circuit, l aig.Lit) string {
	i := slices.IndexFunc(c.Latches, func(x aig.Latch) bool { return x.Lit.Node() == l.Node() })
	name := cmp.Or(c.Latches[i].Name, "latch "+strconv.Itoa(i+1))
	if l != c.Latches[i].Lit {
		return "!" + name
	}
	return name
}

// A valued knows which latches are the bits of which variable of a model.
type valued struct {
	model *smv.Model
	bits  []aig.Lit // of the variable that is looked at
	code  int       // their values
}

// mostBits is of how many bits all values of a variable are looked at.
const mostBits = 8

// mostWord is of how many bits all values of a word are looked at. Of a longer one some bits say more.
const mostWord = 4

// parts says which bits of a word a cube has: x[7:4] = 0ub4_1010.
func (v *valued) parts(name string, cube []aig.Lit) (list []string) {
	for high := len(v.bits) - 1; high >= 0; high-- {
		text, low := "", high
		for ; low >= 0; low-- {
			i := slices.IndexFunc(cube, func(l aig.Lit) bool { return l.Node() == v.bits[low].Node() })
			if i < 0 {
				break
			}
			if cube[i] == v.bits[low] {
				text += "1"
			} else {
				text += "0"
			}
		}
		if text != "" {
			list = append(list, fmt.Sprintf("%s[%d:%d] = 0ub%d_%s", name, high, low+1, len(text), text))
			high = low
		}
	}
	return list
}

// latches returns the bits of a variable.
func (v *valued) latches(name string) (bits []aig.Lit) {
	for _, l := range v.model.Circuit.Latches {
		number, bit := strings.CutPrefix(l.Name, name+".")
		if _, err := strconv.Atoi(number); l.Name == name || bit && err == nil {
			bits = append(bits, l.Lit)
		}
	}
	return bits
}

// holds evaluates a literal that depends on the bits of the variable.
func (v *valued) holds(l aig.Lit) bool {
	if i := slices.IndexFunc(v.bits, func(b aig.Lit) bool { return b.Node() == l.Node() }); i >= 0 {
		return (v.code>>i&1 != 0) == (l == v.bits[i])
	}
	left, right, and := v.model.Circuit.Fanins(l.Node())
	if !and {
		return l == aig.True
	}
	return (v.holds(left) && v.holds(right)) != l.Negated()
}

// cube says which values variables have.
func (v *valued) cube(cube []aig.Lit) (list []string) {
	left := slices.Clone(cube)
	for i, x := range v.model.Vars {
		v.bits = v.latches(x.Name)
		its := func(l aig.Lit) bool {
			return slices.ContainsFunc(v.bits, func(b aig.Lit) bool { return b.Node() == l.Node() })
		}
		if x.Class == "DEFINE" || x.Bits() == 0 && len(v.bits) > mostBits || !slices.ContainsFunc(left, its) {
			continue
		}
		left = slices.DeleteFunc(left, its)
		if x.Bits() > mostWord {
			list = append(list, v.parts(x.Name, cube)...)
			continue
		}
		var values []string
		for v.code = range 1 << len(v.bits) {
			if slices.ContainsFunc(cube, func(l aig.Lit) bool { return its(l) && !v.holds(l) }) {
				continue
			}
			if text := v.model.Value(i, v.holds); text != smv.NoValue && !slices.Contains(values, text) {
				values = append(values, text)
			}
		}
		switch {
		case len(values) == 0:
			list = append(list, x.Name+" has no value")
		case len(values) > 1:
			list = append(list, x.Name+" in {"+strings.Join(values, ", ")+"}")
		case values[0] == "TRUE":
			list = append(list, x.Name)
		case values[0] == "FALSE":
			list = append(list, "!"+x.Name)
		default:
			list = append(list, x.Name+" = "+values[0])
		}
	}
	for _, l := range left {
		list = append(list, bitText(v.model.Circuit, l))
	}
	return list
}
