// This file tests that nothing is known of structs of libraries that an entry is given, or that are copied.

package gocheck

import (
	"strings"
	"testing"

	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// given has functions each of which may close a channel twice, in its last line. It depends on a field of a struct of a
// library.
const given = `package given

import (
	"net/http"
	"net/url"
)

var c = make(chan int)

func pointer(r *http.Request) {
	if r.Method == "POST" {
		close(c)
	}
	close(c)
}

func inField(s *struct{ r *http.Request }) {
	if s.r.URL.Host == "a" {
		close(c)
	}
	close(c)
}

func listed(list []url.URL) {
	for _, u := range list {
		if u.Host == "a" {
			close(c)
		}
	}
	close(c)
}

func captured(u url.URL) {
	p := new(url.URL)
	*p = u
	func() {
		if p.Host == "a" {
			close(c)
		}
	}()
	close(c)
}

func copied(list []url.URL) {
	some := make([]url.URL, 1)
	copy(some, list)
	if some[0].Host == "a" {
		close(c)
	}
	close(c)
}

func nested(s http.Server) {
	t := []http.Server{s}
	if p := &t[0]; p.HTTP2 != nil && p.HTTP2.MaxConcurrentStreams == 3 {
		close(c)
	}
	close(c)
}
`

func TestGivenStructs(t *testing.T) {
	code := programs(t)
	lines := strings.Split(given, "\n")
	for i, line := range lines {
		name, isFunc := strings.CutPrefix(line, "func ")
		if !isFunc {
			continue
		}
		end := i
		for lines[end] != "}" {
			end++
		}
		name = name[:strings.IndexByte(name, '(')]
		for _, claim := range Check(t.Context(), code, entries(t, code, "given", name), Options{}).Claims {
			if claim.Kind == ledger.Close && claim.Line == end && claim.State == ledger.Proved {
				t.Errorf("%s: no second close", name)
			}
		}
	}
}
