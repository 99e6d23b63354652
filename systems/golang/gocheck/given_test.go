// This file tests that nothing is known of structs of libraries that an entry is given, or that are copied, and that two
// things that it is given may be one.

package gocheck

import (
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// given has functions each of which may close a channel twice, in its last line. It depends on a field of a struct of a
// library, or on aliases. One whose name begins with fine does nothing wrong.
const given = `package given

import (
	"image"
	"net/http"
	"net/url"
	"sync"
)

var c = make(chan int)

type node struct {
	mu   sync.Mutex
	n    int
	next *node
}

var shared = new(node)

func arguments(a, b *node) {
	a.n, b.n = 1, 2
	if a.n == 2 {
		close(c)
	}
	close(c)
}

func field(a *node) {
	a.n, a.next.n = 1, 2
	if a.n == 2 {
		close(c)
	}
	close(c)
}

func variable(a *node) {
	shared.n, a.n = 1, 2
	if shared.n == 2 {
		close(c)
	}
	close(c)
}

func part(a *node, n *int) {
	a.n, *n = 1, 2
	if a.n == 2 {
		close(c)
	}
	close(c)
}

func partOfStruct(m *image.RGBA, r *image.Rectangle) {
	r.Min.X, m.Rect.Min.X = 1, 2
	if r.Min.X == 2 {
		close(c)
	}
	close(c)
}

func channels(a, b chan int) {
	close(a)
	close(b)
}

func fineAlone(a *node, name *string) {
	a.mu.Lock()
	a.n++
	a.mu.Unlock()
}

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

func TestGivenToEntry(t *testing.T) {
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
		r := Check(t.Context(), code, entries(t, code, "given", name), Options{})
		if fine := strings.HasPrefix(name, "fine"); fine != (r.Verdict() == ledger.Safe) {
			t.Errorf("%s is %s", name, r.Verdict())
		}
		if name == "fineAlone" && !slices.Contains(r.Assumptions, (ledger.Translation | ledger.GivenNew).Texts()[1]) {
			t.Errorf("%s assumes %v", name, r.Assumptions)
		}
		for _, claim := range r.Claims {
			if claim.Kind == ledger.Close && claim.Line == end && claim.State == ledger.Proved {
				t.Errorf("%s: no second close", name)
			}
		}
	}
}
