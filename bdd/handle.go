// This file defines Node, the handle of a diagram, as it is without the build tag
// bdddebug: an edge and nothing else.

//go:build !bdddebug

package bdd

// A Node is a Boolean function of the variables of one Manager. Nodes of one
// manager are equal (==) exactly if the functions are. A Node is a plain value,
// fit for map keys and arrays; its zero value is Invalid.
//
// A Node stays valid until a collection (SafePoint, Collect) that does not find
// it among the roots. Using it after that, or with another manager, is an error of
// the program that the build tag bdddebug finds.
type Node uint32

// handles is what the manager knows about the handles it gave out.
type handles struct{}

func (*handles) init()              {}
func (*handles) in(f Node) edge     { return edge(f) }
func (*handles) out(e edge) Node    { return Node(e) }
func (*handles) freed(index uint32) {}
