// This file defines claims, and what they rest on.

package ledger

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/show/render"
)

// A Kind is a way to go wrong.
type Kind string

// The kinds of claims.
const (
	Blocked   Kind = "leak" // blocked for ever, also in a deadlock
	Close     Kind = "close"
	Lock      Kind = "lock"
	WaitGroup Kind = "waitgroup"
	Race      Kind = "race"
	Panic     Kind = "panic"
)

// KindOf returns the kind of claim that a finding is about.
func KindOf(finding string) Kind {
	if finding == "deadlock" {
		return Blocked
	}
	return Kind(finding)
}

// A Key tells claims apart.
type Key struct {
	Kind      Kind
	File      string
	Line, Col int
}

// KeyOf returns the key of the claim of a kind about the operation at a place.
func KeyOf(kind Kind, at render.GoPlace) Key { return Key{kind, at.File, at.Line, at.Col} }

// An Argument is how evidence closes a claim.
type Argument string

// The arguments.
const (
	// Exploration: all configurations were visited.
	Exploration Argument = "exploration"
	// Invariant: a set of configurations of any number of goroutines that no step leaves, and in which nothing goes
	// wrong.
	Invariant Argument = "invariant"
	// Invariants: one for each of some groups of objects, which together are all.
	Invariants Argument = "invariants"
	// LocksHeld: at each access to the variable the goroutine holds the same lock.
	LocksHeld Argument = "locks held"
)

// Assumptions is a set of what is taken for granted.
type Assumptions uint16

// The assumptions.
const (
	// Translation: the model has all executions of the code.
	Translation Assumptions = 1 << iota
	// SequentialConsistency of synchronisation, which the memory model promises to programs without data races.
	SequentialConsistency
	// NoOverflow of sums and products of 64 bits of numbers that are not known.
	NoOverflow
	// LoopsEnd: a loop ends some time if data decide that of which nothing is known.
	LoopsEnd
	// NoFaults: indices are in range, asserted types are right, nothing is divided by zero, and nil is not
	// dereferenced.
	NoFaults
	// FailedTestsEnd: nobody asks what goroutines do when a test has failed because of data that are not known.
	FailedTestsEnd
	// TestsAlone: no other test of the package has left something behind in package variables, nor is one executed at the
	// same time.
	TestsAlone
	// GivenNew: locks that the entry is given are free, channels are open, WaitGroups count 0, and Onces are not done.
	GivenNew
)

var assumptions = []struct{ name, text string }{
	{"translation", "The translation of Go to a Boolean program is right."},
	{"sequential consistency", "Synchronisation is sequentially consistent, as the memory model promises to programs without data races."},
	{"no overflow", "Sums and products of 64 bits of numbers that are not known do not overflow."},
	{"loops end", "A loop ends some time if data decide that of which nothing is known."},
	{"no faults", "Indices are in range, asserted types are right, nothing is divided by zero and nil is not dereferenced."},
	{"failed tests end", "A test that fails because of data that are not known ends the program: nobody asks what goroutines do behind that."},
	{"tests alone", "Each test is executed alone, as with go test -run: what another test leaves in package variables, or does at the same time, is not looked at."},
	{"given new", "Locks that the entry is given are free, channels are open, WaitGroups count 0, and Onces are not done."},
}

// names lists the assumptions as JSON has them.
func (a Assumptions) names() []string {
	names := []string{}
	for i, x := range assumptions {
		if a>>i&1 != 0 {
			names = append(names, x.name)
		}
	}
	return names
}

// Texts says the assumptions in sentences.
func (a Assumptions) Texts() []string {
	texts := []string{}
	for i, x := range assumptions {
		if a>>i&1 != 0 {
			texts = append(texts, x.text)
		}
	}
	return texts
}

// Bounds are what an exploration was restricted to.
type Bounds struct {
	// Goroutines of each go statement in a loop; 0 if no execution came to that bound.
	Goroutines int `json:"goroutines,omitempty"`
	// Numbers are those that the code leaves open or has otherwise.
	Numbers []Number `json:"numbers,omitempty"`
}

// A Number is one that an exploration has fixed or made smaller.
type Number struct {
	What  string `json:"what"`
	Value int    `json:"value"`
}

// String says the bounds in some words.
func (b *Bounds) String() string {
	const most = 3
	var list []string
	if n := b.Goroutines; n > 0 {
		list = append(list, fmt.Sprintf("%d goroutines of each go statement in a loop", n))
		if n == 1 {
			list[0] = "1 goroutine of each go statement in a loop"
		}
	}
	for i, n := range b.Numbers {
		if i == most {
			list = append(list, fmt.Sprintf("%d more", len(b.Numbers)-most))
			break
		}
		list = append(list, fmt.Sprintf("%s = %d", n.What, n.Value))
	}
	return strings.Join(list, ", ")
}

// weaker returns the bounds within which both hold.
func (b *Bounds) weaker(c *Bounds) *Bounds {
	switch {
	case b == nil:
		return c
	case c == nil:
		return b
	}
	both := &Bounds{Goroutines: b.Goroutines, Numbers: slices.Clone(b.Numbers)}
	if n := c.Goroutines; n > 0 && (both.Goroutines == 0 || n < both.Goroutines) {
		both.Goroutines = n
	}
	for _, n := range c.Numbers {
		i := slices.IndexFunc(both.Numbers, func(m Number) bool { return m.What == n.What })
		if i < 0 {
			both.Numbers = append(both.Numbers, n)
		} else {
			both.Numbers[i].Value = min(both.Numbers[i].Value, n.Value)
		}
	}
	return both
}

// Evidence closes a claim.
type Evidence struct {
	Argument    Argument    `json:"argument"`
	By          string      `json:"by,omitempty"`     // the algorithm
	Bounds      *Bounds     `json:"bounds,omitempty"` // nil if it holds of the program as it is
	Assumptions Assumptions `json:"-"`
	Assumes     []string    `json:"assumptions"` // their names, in [Book.Claims]
}

// with returns what holds if both are needed: the evidence with the narrower bounds, and all assumptions.
func (e Evidence) with(f Evidence) Evidence {
	if f.Bounds != nil && e.Bounds == nil {
		e, f = f, e
	}
	e.Bounds = e.Bounds.weaker(f.Bounds)
	e.Assumptions |= f.Assumptions
	return e
}

// A State is what is known of a claim.
type State string

// The states, from the best to the worst.
const (
	Proved  State = "proved"
	Ignored State = "ignored"
	Bounded State = "bounded"
	Open    State = "open"
	Refuted State = "refuted"
)

// rank returns how bad a state is.
func (s State) rank() int {
	return slices.Index([]State{Proved, Ignored, Bounded, Open, Refuted}, s)
}

// worse returns the worse one of two states.
func worse(s, t State) State {
	if s.rank() < t.rank() {
		return t
	}
	return s
}
