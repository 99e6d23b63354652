// This file defines graphs of operations.

package graph

import "github.com/ijit/ijit/systems/golang/skeleton"

// A Graph has the operations of all goroutine bodies of an entry.
type Graph struct {
	*Interner
	Bodies   []*Body // first that of the entry
	Accesses bool    // accesses to memory are operations
	MayFault bool    // at some dereference or index
	Given    bool    // goroutines synchronise by something that the entry is given
	Notes    []skeleton.Note
	Sizes    []skeleton.Size
}

// Looseness says what a Step does with a lock that is not followed.
type Looseness int8

const (
	GivenBack Looseness = iota - 1
	_                   // there is none
	OfOthers            // it takes one of objects of which another one is told apart
	OfSeveral           // it takes one of several, or one of which nothing is known
)

// A Node is one operation, as in the skeleton but with locations for variables.
type Node struct {
	Op      skeleton.Op
	Site    skeleton.Site
	Next    []*Node
	Object  *SyncKey
	Delta   int
	Lowers  bool // an Unknown Delta may be negative
	Result  *Loc
	Cond    Cond
	When    Cond // of Recv: see skeleton.Node
	Cases   []SelectCase
	Default bool
	Asks    bool    // a Select that only asks whether a channel is closed
	Spins   bool    // a Branch that is asked until its condition changes
	Ends    *Region // of a Branch that begins another iteration (Next[0]) of this loop, which ends by itself, or leaves the loop
	Region  *Region // the innermost call or loop that executes it
	Polls   *Region // of a Branch that leaves this loop, which only asks for data, or begins another iteration
	Fed     bool    // Polls, and it receives meanwhile
	Closed  bool    // Fed, and it goes on to receive when a channel is closed
	Body    *Body
	Args    []Assign
	Cell    *Loc
	Write   bool
	Atomic  bool
	Newest  bool      // of Access: to an object that its goroutine has made, the latest from its place
	Covered bool      // of Access: see skeleton.Node
	Loose   Looseness // of Step
	Others  *Object   // of Hang: it waits for one of many objects, of which this one is told apart
	Message string    // of Panic; of Hang, which call is not followed
	Open    bool
	Failed  bool // of End: see skeleton.Node
	Fault   bool // of Panic
	Do      []Assign
	Behind  []Event // what happens to objects behind the operation, in order; if accesses are operations
}

// An Event is that an object is made, that a call or an iteration begins, or that one of some values is stored in a
// part of an object.
type Event struct {
	Made   *Object
	Begins *Region
	In     *Object
	Newest bool // In is the latest object that the goroutine has made at its place
	Set    Set
}

// A Region is the code that one call or one loop executes in its calling context.
type Region struct{ Outer *Region }

// Within reports whether a region is a part of another one.
func (r *Region) Within(other *Region) bool {
	for r != nil && r != other {
		r = r.Outer
	}
	return r != nil
}

// Common returns the innermost region of which two are parts; nil if there is none.
func (r *Region) Common(other *Region) *Region {
	for r != nil && !other.Within(r) {
		r = r.Outer
	}
	return r
}

// A SyncKey is a part of an object that goroutines synchronise by.
type SyncKey struct {
	Kind skeleton.Kind
	Obj  *Object
	Path string
}

// A SelectCase is a case of a select statement.
type SelectCase struct {
	Site   skeleton.Site
	Send   bool
	Object *SyncKey
	When   Cond // see skeleton.Node
	Result *Loc
	Do     []Assign
}

// An Assign gives a location a value: one of V.Set if nothing more is known.
type Assign struct {
	To   *Loc
	V    Val
	When Cond // otherwise it keeps its value, or gets that of an assignment to it before in the list; nil is always
}

// A Body is the code of a goroutine.
type Body struct {
	Index   int
	Service bool // see skeleton.Body
	Many    bool // started again and again, or by goroutines of which there are many
	Site    skeleton.Site
	Name    string
	Start   *Node
}

// Conds calls f for the conditions of a node.
func (n *Node) Conds(f func(Cond)) {
	for _, c := range []Cond{n.Cond, n.When} {
		if c != nil {
			f(c)
		}
	}
	for _, c := range n.Cases {
		if c.When != nil {
			f(c.When)
		}
	}
}

// Fires returns while what holds a timer fires, so that a goroutine can leave a node to its i-th successor; nil is
// always.
func (n *Node) Fires(i int) Cond {
	if i < len(n.Cases) {
		return n.Cases[i].When
	}
	return n.When
}

// Assigns calls f for all assignments of a node.
func (n *Node) Assigns(f func(Assign)) {
	for _, list := range [][]Assign{n.Do, n.Args} {
		for _, a := range list {
			f(a)
		}
	}
	for _, c := range n.Cases {
		for _, a := range c.Do {
			f(a)
		}
	}
}

// Assignments calls f for all locations that a node gives a value.
func (n *Node) Assignments(f func(*Loc, Set)) {
	n.Assigns(func(a Assign) { f(a.To, a.V.Set) })
	for _, c := range n.Cases {
		if c.Result != nil {
			f(c.Result, c.Result.Set)
		}
	}
	if n.Result != nil {
		f(n.Result, n.Result.Set)
	}
}
