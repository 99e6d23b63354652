// This file tests of which panics and variables it is said that data decide which are not known.

package gocheck

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/randgo"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// TestDataDecide checks which panics are not judged, and which of these lie right behind a branch on what nobody remembers. A variable that
// is called open has any value at first; what a select statement assigns it does in its first case.
func TestDataDecide(t *testing.T) {
	for _, x := range []struct{ program, unjudged, forgotten string }{
		{"var v f t\npanic", "", ""},
		{"var v f t\nif -> a b; a: panic; b: end", "0:1", "0:1"},
		{"var v f t\nif -> b a; a: panic; b: end", "0:1", "0:1"},
		{"var v f t\nset v = t; if v = t -> a b; a: panic; b: end", "", ""},
		{"var v f t\nset v = *; if v = t -> a b; a: panic; b: end", "0:2", "0:2"},
		{"var v f t, var w f t\nset v = *; if w = t -> a b; a: panic; b: end", "", ""},
		{"var v f t, var w f t\nset v = *; set w = v; if w = t -> a b; a: panic; b: end", "0:3", "0:3"},
		{"var v f t, var w f t, var u f t\nset u = w; set w = v; set v = *; if u = t -> a b; a: panic; b: end", "0:4", "0:4"},
		{"var v f t, var w f t\nset v = *; set w = if v = t then t else f; if w = t -> a b; a: panic; b: end", "0:3", ""},
		{"var v f t, var w f t\nset w = if v = t then t else f; if w = t -> a b; a: panic; b: end", "", ""},
		{"var v f t, var w f t\nset w = if v = t then * else f; if w = t -> a b; a: panic; b: end", "0:2", "0:2"},
		{"var v f t, var w f t\nset w = if v = t then f else *; if w = t -> a b; a: panic; b: end", "0:2", "0:2"},
		{"var open f t\nif open = t -> a b; a: panic; b: end", "0:1", "0:1"},
		{"local open f t\nif open = t -> a b; a: panic; b: end", "0:1", "0:1"},
		{"var v f t, var w f t\nset v = *; if not v = t -> a b; a: panic; b: end", "0:2", "0:2"},
		{"var v f t, var w f t\nset v = *; if w = t and v = t -> a b; a: panic; b: end", "0:2", "0:2"},
		{"var v f t, var w f t\nset v = *; if w = t or v = t -> a b; a: panic; b: end", "0:2", "0:2"},
		{"var v f t, var w f t\nif w = t and not v = t -> a b; a: panic; b: end", "", ""},
		{"var v f t\ngo 1; set v = *\nif v = t -> a b; a: panic; b: end", "1:1", "1:1"},
		{"var v f t\ngo 1 ok = *\nif ok = true -> a b; a: panic; b: end", "1:1", "1:1"},
		{"var v f t\ngo 1 ok = true\nif ok = true -> a b; a: panic; b: end", "", ""},
		{"chan c, var v f t\nselect recv c with v = * -> x; x: if v = t -> a b; a: panic; b: end", "0:2", "0:2"},
		// Ways.
		{"var v f t\nif -> a b; a: step; b: panic", "", "0:2"},
		{"var v f t\nif -> a b; a: step; step; panic; b: end", "0:3", "0:3"},
		{"mutex m\nif -> a b; a: lock m; panic; b: end", "0:2", ""},
		{"mutex m\nif -> a b; a: lock m; b: panic", "", "0:2"},
		{"var v f t\nx: if -> a x; a: panic", "0:1", "0:1"},
		{"mutex m\nif -> x y; x: lock m; y: step; if -> a b; a: panic; b: end", "0:4", "0:4"},
		{"var v f t\nif -> a b; a: if v = t -> p q; b: if v = t -> q p; p: panic; q: end", "", ""},
		{"var v f t\nif -> a b; a: step -> a; b: end", "", ""},
	} {
		p := randgo.Parse(t, x.program)
		all := slices.Clone(p.Vars)
		for _, b := range p.Bodies {
			all = append(all, b.Locals...)
			for _, n := range b.Nodes {
				if n.Op == skeleton.Select {
					n.Cases[0].Do, n.Do = n.Do, nil
				}
			}
		}
		for _, v := range all {
			if v.Name == "open" {
				v.Init = skeleton.Any{}
			}
		}
		text := func(list map[*skeleton.Node]bool) string {
			var out []string
			for _, b := range p.Bodies {
				for k, n := range b.Nodes {
					if list[n] {
						out = append(out, fmt.Sprintf("%d:%d", b.ID, k))
					}
				}
			}
			return strings.Join(out, " ")
		}
		if got, behind := text(unjudged(p)), text(forgotten(p)); got != x.unjudged || behind != x.forgotten {
			t.Errorf("%s: not judged %q, forgotten %q; want %q and %q", x.program, got, behind, x.unjudged, x.forgotten)
		}
	}
}
