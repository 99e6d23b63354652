// This file defines the identifiers of the Boolean program.

package lower

import (
	"strconv"
	"strings"
)

// names are the identifiers that are taken.
type names map[string]bool

func newNames() names {
	taken := names{}
	for _, word := range strings.Fields(`decl void bool begin end enforce goto return constrain if then elsif else
		fi while do od T F skip assume assert start_thread end_thread atomic atomic_begin atomic_end wait signal
		broadcast dead print schoose main init`) {
		taken[word] = true
	}
	return taken
}

// unique returns an identifier that looks like a Go expression and is not taken.
func (n names) unique(text string) string {
	var b strings.Builder
	gap := false
	for _, c := range text {
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= '0' && c <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteRune(c)
		default:
			gap = true
		}
	}
	name := b.String()
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "x" + name
	}
	if strings.HasPrefix(name, "thread") || strings.HasPrefix(name, "PC") || strings.HasPrefix(name, "ASYNC") {
		name = "x_" + name
	}
	base := name
	for k := 2; n[name]; k++ {
		name = base + "_" + strconv.Itoa(k)
	}
	n[name] = true
	return name
}
