// This file tests what is left out of a translation, or not made: nothing is wrong without that, but all is larger.

package lower

import (
	"bytes"
	"testing"

	"github.com/ijit/ijit/internal/testing/randgo"
)

// A local is declared and nothing else where its value is known, or where only branches depend on it whose ways lead to the same place.
func TestUnused(t *testing.T) {
	const leftOut = "chan d, chan c\ngo 1; send d\nrecv d => ok; recv d; if ok = true -> x y; x: send c; y: recv d"
	for _, x := range []struct {
		why, program, local string
		keep                int // of the objects; 0 for all
		want                bool
	}{
		{"a branch around an operation", leftOut, "x1_ok", 0, true},
		{"a branch around an operation that is left out", leftOut, "x1_ok", 1, false},
		{"a value by a result", "chan c, local x f t\ngo 1; recv c => ok; set x = if ok = true then t else f; if x = t -> u v; u: panic; v: end\nclose c", "x0_x", 0, false},
		{"the other value by a result", "chan c, local x f t\ngo 1; recv c => ok; set x = if ok = false then t else f; if x = t -> u v; u: panic; v: end\nclose c", "x0_x", 0, false},
		{"a value by what is not known", "chan c, local x f t\ngo 1; set ok = *; recv c; set x = if ok = true then t else f; recv c; if x = t -> u v; u: panic; v: end\nclose c", "x0_x", 0, true},
	} {
		p := randgo.Parse(t, x.program)
		o := Options{Leaks: true}
		if x.keep > 0 {
			o = Options{AnyNumber: true, Leaks: true, Part: &Part{About: p.Objects[:x.keep], Keep: p.Objects[:x.keep]}}
		}
		l, _ := model(t, p, o)
		if got := bytes.Count(l.Text, []byte(x.local)) > 1; got != x.want {
			t.Errorf("%s: %s is used: %t\n%s", x.why, x.local, got, l.Text)
		}
	}
}
