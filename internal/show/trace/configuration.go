// This file defines configurations that count threads, as coverability sets have them.

package trace

import (
	"fmt"
	"strings"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A Configuration says how many threads are in which local state. It stands for
// all configurations with at most as many.
type Configuration struct {
	SharedNames []string
	Shared      []int // for a program 0 or 1 each, for a TTS the shared state
	Counts      []Count
}

// A Count is a number of threads in the same local state.
type Count struct {
	Thread            // without ID
	Pos    parser.Pos // where the threads are; the zero Pos for a TTS
	N      int        // Omega for any number
}

// Omega stands for any number of threads.
const Omega = -1

// NewConfiguration shows c, of a transition system if p is nil.
func NewConfiguration[K tts.Key](p *parser.Program, v View[K], c tts.Config[K]) Configuration {
	out := Configuration{SharedNames: v.SharedNames(), Shared: v.Shared(c.Shared)}
	for _, x := range c.Locals {
		n := Count{Thread: v.Thread(x.Local), N: int(x.N)}
		if x.N == tts.Omega {
			n.N = Omega
		}
		if n.PC >= 0 {
			n.Pos = p.Nodes[n.PC].Pos
		}
		out.Counts = append(out.Counts, n)
	}
	return out
}

// String shows a configuration in a line: the shared variables, and the threads
// with their places, counts and local variables. For a TTS it is in the notation of
// initial configurations, s|l1,l2/l3, unboundedly many threads last.
func (c Configuration) String() string {
	var few, many []string
	for _, n := range c.Counts {
		text := Assignments(n.Names, n.Locals)
		switch {
		case n.PC < 0:
			text = fmt.Sprint(n.Locals[0])
		case text == "":
			text = fmt.Sprintf("%s:%s", n.Proc, n.Pos)
		default:
			text = fmt.Sprintf("%s:%s %s", n.Proc, n.Pos, text)
		}
		if n.N == Omega {
			many = append(many, text)
		}
		for range n.N {
			few = append(few, text)
		}
	}
	separator, shared := ", ", Assignments(c.SharedNames, c.Shared)
	if len(c.Counts) > 0 && c.Counts[0].PC < 0 {
		separator, shared = ",", fmt.Sprint(c.Shared[0])
	}
	text := shared + "|" + strings.Join(few, separator)
	if len(many) > 0 {
		text += "/" + strings.Join(many, separator)
	}
	return text
}

// Assignments writes variables with their values.
func Assignments(names []string, values []int) string {
	pairs := make([]string, len(values))
	for i, v := range values {
		pairs[i] = fmt.Sprintf("%s=%d", names[i], v)
	}
	return strings.Join(pairs, " ")
}
