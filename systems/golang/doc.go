// Package golang reads Go programs: from packages to the skeletons of what one entry reaches.
//
// Packages are loaded, and an entry is chosen. Package extract executes its code on abstract
// values, calls of libraries by package models, and writes a graph of operations; package reduce
// keeps of that what a choice between different operations depends on. The data that is left
// becomes variables whose values are atoms, so the skeleton is sensitive to the order of
// assignments and to correlated branches although the extraction is not.
//
// What is left out is said in the notes of the skeleton: calls of functions without code of which
// package models knows nothing, recursion, reflection and package unsafe.
//
// # Packages
//
//	code       what is known of code before it is executed: parts of types, loops, places
//	graph      values, conditions, objects, operations
//	extract    the partial evaluator, from code to graphs
//	models     what library functions do
//	reduce     from graphs to skeletons
//	skeleton   what is left of a Go program
//	lower      from skeletons to Boolean programs
//
// # Files
//
//	load.go, loaderror.go   packages, which of them are read from source, and what is wrong with them
//	check.go                their syntax and types
//	version.go              which versions of Go decide what code means
//	entry.go                where executions begin
//	skeleton.go             how an entry becomes a skeleton
package golang
