// Package randgo makes random Go programs and says what can happen in them, so that the chain
// from Go to findings can be tested against something that shares no code with it.
//
// # The judge
//
// [Explore] walks through all configurations of a skeleton, by the meaning that package skeleton
// gives to its operations and with nothing abstracted: a rendezvous is one step of two
// goroutines, a default is taken only if no case can be known to be ready. It is naive on purpose.
// A goroutine is blocked for ever in a configuration from which no execution moves a goroutine of
// its body and node (AG EF); the end of the program moves all. Configurations from which a Go
// statement can be reached that would start more goroutines than the limit are not judged.
//
// An Add that raises a counter from zero while another goroutine is at Wait is found as a failure, too,
// but the program goes on.
//
// When is a default possible that stands beside a communication without buffer? The partner may
// have arrived at its operation without being parked yet, and nothing but a default can see the
// difference, so the default is always possible. This finds the same failures and the same
// goroutines blocked for ever as configurations that know who is parked: if taking a default in
// spite of a parked partner would lead somewhere, so would communicating with the partner, until
// no partner is parked.
//
// # Programs
//
// [Random] makes a program of the syntax tree of this package: an idiom that is correct, in one of
// several shapes, with mistakes. [Print] writes Go source, [Program.Skeleton] translates the tree
// by itself, for the judge. Findings are compared by kind and line.
//
// # Files
//
//	explore.go    the search, and what it finds
//	config.go     configurations
//	moves.go      what can happen in a configuration
//	channel.go    what goroutines do with channels
//	value.go      conditions and assignments
//	skeleton.go   random skeletons; text.go those that tests write
//	syntax.go     the syntax tree of Go programs
//	print.go      Go source
//	translate.go  skeletons of programs
//	generate.go   random programs
//	idioms.go     correct ones
//	shape.go      the same in other shapes
//	mistake.go    what is wrong with them
//	shrink.go     a small program that still fails
package randgo
