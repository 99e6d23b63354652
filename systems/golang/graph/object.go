// This file defines abstract objects.

package graph

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// An Object is what one allocation makes in one calling context and iteration. Objects are the
// same in all passes.
type Object struct {
	Key    any        // tells it apart, for who makes it
	What   string     // "chan" if it is a channel
	Type   types.Type // of what is in it
	Name   string
	Site   skeleton.Site
	Body   *Body   // that makes it; nil for globals
	Region *Region // the innermost one that makes it

	// Loop says that one goroutine makes many of them. Rest is then the object that stands for all
	// but one of them, an arbitrary one, which this object is; RestOf goes back.
	Loop         bool
	Rest, RestOf *Object
	Kept         bool      // a pointer to it was stored somewhere
	Bound        []*Object // closures, and what its maker makes once, with a pointer to it

	Blurred  bool              // an element was stored at an index that is not known
	Local    bool              // one variable of a function, which begins again each time
	Boxed    bool              // a struct or array in an interface
	Symbolic bool              // given to the entry: what is in it is not known
	Foreign  bool              // of a library and given to the entry, made by a library, or when the program is built: what is in it is not known
	Given    bool              // to the entry
	Early    bool              // made before the entry begins
	Used     bool              // by the entry
	Lent     *Lending          // to others; nil if it is not
	Begun    func(string) bool // parts that are stored to before anybody can read them

	Keys                       []*Atom // of a map
	Limit                      *Object // of a group: the channel of tokens
	Cap                        Val     // of a channel
	External, Ticking, NilChan bool
	Timer, Channel             *Object       // of a channel the timer that sends to it; of a timer that one
	Sent, Closed               bool          // somebody sends to it, or closes it
	Locks                      []SyncKey     // its parts that somebody locks, or waits for
	Copies                     []SyncKey     // those WaitGroups among them that begin as copies
	Func                       *ssa.Function // of a closure
	Quiet                      bool          // no question is asked about operations on it
	Model                      any           // what models of libraries keep in it
}

// A Lending makes an object known to others, who may access it at any time.
type Lending struct {
	By   string // a function of a library, or a directive
	Site skeleton.Site
}

// Many reports whether the object stands for several.
func (o *Object) Many() bool {
	return o.RestOf != nil || o.Rest == nil && (o.Loop || o.Body != nil && o.Body.Many)
}

// Outlives reports whether one of many objects may be used by another goroutine than its maker, or when its maker has
// made the next one.
func (o *Object) Outlives() bool { return o.outlives(nil) }

func (o *Object) outlives(within []*Object) bool {
	if !o.Loop && (o.Body == nil || !o.Body.Many) || slices.Contains(within, o) {
		return false
	}
	return o.Kept || slices.ContainsFunc(o.Bound, func(by *Object) bool { return by.outlives(append(within, o)) })
}

// Own reports whether each goroutine of a body uses the object only that it has made itself, one at a time.
func (o *Object) Own(b *Body) bool { return o.Body == b && !o.Outlives() }

// Capacity returns the capacity of a channel.
func (o *Object) Capacity() int {
	if a := o.Cap.One(); a != nil && a.Kind == Int {
		return int(a.N)
	}
	return skeleton.Unknown
}
