// Package smv reads models in the language of NuSMV 2.6 (Cavada and others, "NuSMV 2.6 User
// Manual") and makes circuits of them.
//
// # Idea
//
// A model is a tree of instances of modules. Names are resolved after the tree is made, since an
// instance may be given another one that is declared later, and since arguments are
// expressions, not values. Each variable becomes as many latches as its values need. An
// expression becomes a value: literals of the circuit, for the state of a frame or, inside of
// next, for the state after it, where a variable is the next functions of its latches. What the
// model leaves open is chosen by inputs.
package smv
