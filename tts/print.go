// This file defines how edges are printed: in the words of the file format.

package tts

import (
	"fmt"
	"strconv"
)

// String renders e in the words of a .tts file. What an effect of kind All or One
// does is known to the system only and stands in square brackets by its number;
// of a table, [TTS.EdgeString] spells it out. A Fail edge, which files do not
// have, ends in an exclamation mark.
func (e Edge[K]) String() string {
	b := appendEnds(nil, &e)
	if e.Effect != nil {
		switch e.Effect.Kind {
		case All:
			b = fmt.Appendf(b, " ~> [%d]", e.Effect.ID)
		case One:
			b = fmt.Appendf(b, " ?> [%d]", e.Effect.ID)
		}
	}
	return string(b)
}

// EdgeString renders e, an edge of t, as a line of a .tts file.
func (t *TTS) EdgeString(e *Edge[uint32]) string { return string(t.appendEdge(nil, e)) }

func (t *TTS) appendEdge(b []byte, e *Edge[uint32]) []byte {
	b = appendEnds(b, e)
	x := t.transfersOf(e)
	if x == nil {
		return b
	}
	arrow := " ~> "
	if e.Effect.Kind == One {
		arrow = " ?> "
	}
	for _, m := range x.forward {
		b = append(b, ' ')
		b = strconv.AppendUint(b, uint64(m.From), 10)
		b = append(b, arrow...)
		if m.To == Blocked {
			b = append(b, '!')
		} else {
			b = strconv.AppendUint(b, uint64(m.To), 10)
		}
	}
	return b
}

// appendEnds appends the edge without its transfers.
func appendEnds[K Key](b []byte, e *Edge[K]) []byte {
	spawns := e.Effect != nil && e.Effect.Kind == Spawn
	b = append(appendKey(b, e.From.Shared), ' ')
	if e.Kind == Environment {
		b = append(b, '-')
	} else {
		b = appendKey(b, e.From.Local)
	}
	if e.Kind == Fail {
		return append(b, " -> !"...)
	}
	if e.Kind == Move && spawns && e.From.Local == e.To.Local {
		b = append(b, " +> "...)
		b = append(appendKey(b, e.To.Shared), ' ')
		return appendKey(b, e.Effect.Child)
	}
	b = append(b, " -> "...)
	b = append(appendKey(b, e.To.Shared), ' ')
	if e.Kind == Move {
		b = appendKey(b, e.To.Local)
	} else {
		b = append(b, '-')
	}
	if spawns {
		b = append(b, " +> "...)
		b = appendKey(b, e.Effect.Child)
	}
	return b
}

// appendKey appends a state: a number, or the bytes of a wide one in hexadecimal.
func appendKey[K Key](b []byte, k K) []byte {
	switch k := any(k).(type) {
	case uint32:
		return strconv.AppendUint(b, uint64(k), 10)
	case uint64:
		return strconv.AppendUint(b, k, 10)
	default:
		return fmt.Appendf(b, "0x%x", k)
	}
}
