// This file defines abstract objects.

package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// An object is what one allocation makes in one calling context and iteration. Objects are the
// same in all passes.
type object struct {
	key  any        // tells it apart, for who makes it
	what string     // "chan" if it is a channel
	typ  types.Type // of what is in it
	name string
	site skeleton.Site
	body *body // that makes it; nil for globals

	// loop says that one goroutine makes many of them. rest is then the object that stands for all
	// but one of them, an arbitrary one, which this object is; restOf goes back.
	loop         bool
	rest, restOf *object
	kept         bool      // a pointer to it was stored somewhere
	bound        []*object // closures with a pointer to it

	blurred  bool              // an element was stored at an index that is not known
	local    bool              // one variable of a function, which begins again each time
	symbolic bool              // given to the entry: what is in it is not known
	begun    func(string) bool // parts that are stored to before anybody can read them

	keys                       []*atom // of a map
	limit                      *object // of a group: the channel of tokens
	chanCap                    val     // of a channel
	external, ticking, nilChan bool
	closed                     bool          // somebody closes it
	fn                         *ssa.Function // of a closure
	model                      any           // what models of libraries keep in it
}

// many reports whether the object stands for several.
func (o *object) many() bool {
	return o.restOf != nil || o.rest == nil && (o.loop || o.body != nil && o.body.many)
}

// outlives reports whether an object that a loop makes may be used when the loop has made the next one.
func (o *object) outlives() bool {
	return o.loop && (o.kept || slices.ContainsFunc(o.bound, (*object).outlives))
}

// capacity returns the capacity of a channel.
func (o *object) capacity() int {
	if a := o.chanCap.one(); a != nil && a.kind == aInt {
		return int(a.n)
	}
	return skeleton.Unknown
}
