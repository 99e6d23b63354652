// Package smv reads models in the language of NuSMV 2.6 (Cavada and others, "NuSMV 2.6 User
// Manual") and makes circuits of them, which algorithms decide.
//
// # Idea
//
// A model is a tree of instances of modules. Names are resolved when the tree is made, since an
// instance may be given another one that is declared later, and since arguments are expressions
// and not values. A variable is as many latches as its values need. An expression has a value in
// each frame: a literal, a number of literals in two's complement, a word, or symbols each with the
// literal that says when it is the value. Inside of next the value is that in the state after the
// frame, where a variable is the next functions of its latches. Sets and what is not assigned
// are chosen by inputs.
//
// An assignment x := e of one value needs no latch: x is e. If e is a set, x is a latch all the
// same, since next(x) must be what x will be.
//
// # Invariants
//
// The next functions of latches, and inputs, only have codes of values: a code that is too
// large is replaced by one that is not. Constraints exclude the others in all frames, which
// matters for proofs that begin anywhere.
//
// A value may fail to exist: no condition of a case holds, an index is outside. When it does is
// collected in the value, under the conditions around it, and where a statement uses the value a
// solver shows that it never happens, in any state. So there are no values that mean an error
// in the circuit. If the solver gives up, it is a property of the model that it does not happen.
//
// The transitions of random models are compared with those of an interpreter of the syntax tree,
// on which assignments are constraints (interpreter_test.go).
//
// # Files, in reading order
//
//	ast.go                        the syntax tree
//	token.go                      tokens, the scanner
//	parse.go type.go expr.go      modules, types, expressions
//	format.go                     the printer, on tokens
//	compile.go                    from a file to a circuit
//	instance.go domain.go         instances and their names, types of variables
//	value.go code.go arith.go     values, their codes, numbers
//	eval.go operator.go word.go   what expressions are in a frame
//	reference.go choice.go        names, sets
//	variable.go failure.go        assignments, what must not happen in any state
//	property.go fragment.go       specifications, CTL that is LTL
//	query.go                      a formula that is not in the file
//	model.go                      traces
package smv
