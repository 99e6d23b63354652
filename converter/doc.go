// Package converter maps the states of thread-transition systems to program
// states and back, just in time.
//
// # The idea
//
// An algorithm over a thread-transition system keeps its states. Only when the
// image of a state w is needed, w is converted to a program state, the image is
// computed there, and the result is converted back: f⁻¹(image(f(w))) (Liu and Wahl, "IJIT: An
// API for Boolean Program Analysis with Just-in-Time Translation", 2017,
// section 3). What is never asked for is never built, whereas a translation up
// front is exponential in the number of variables.
//
// # Bitsets
//
// A state of the system is encoded as a bitset (github.com/bits-and-blooms/bitset): a
// shared state as the set of the shared variables that are 1, a local state as that of
// the local variables, with the program counter in binary behind them:
//
//	          bit 0 ...          PCBit ...
//	shared    g0 g1 g2 ...
//	local     l0 l1 l2 ... 0 0 0 program counter
//
// There is no limit on the number of variables. [Interned] gives bitsets dense
// identifiers in the order in which they are met, and a state of the algorithm is a
// pair of identifiers: f reads the words of the bitset, f⁻¹ looks them up and adds them
// if they are new.
//
// # Invariant
//
// f and f⁻¹ are inverse on all states met: equal bitsets have one identifier, which
// never changes. So a search by [JIT] is a search of the program, state for state.
//
// # Just in time and up front
//
// [JIT] is the system of a program under that conversion. Because identifiers are
// dense and images concern one thread, it computes the image of each thread state
// once and keeps it: the transition system is built as far as it is used.
// [Translate] builds all of it, under the numbering of [Numbered], which is what JIT is
// measured against; [TranslateSATABS] builds what the tool SATABS would.
// [Conversion] is for states of the user's own: [Post] and [Pre] convert around each image.
//
// # Cost
//
// A conversion costs a hash of the words of a state, and around an image no allocation
// for a state that is known. JIT keeps the words of each state with eleven bytes at most,
// and the edges of each thread state that was asked about. A translation up front of a
// program with g shared and l local variables has 2^(g+l) thread states for each program
// counter.
//
// # Example
//
//	p, _ := parser.Parse("x.bp", source, parser.Both)
//	sys := converter.NewJIT(image.New(p, image.Big, nil))
//	for c := range sys.Initial(1) { // one thread
//		for step := range tts.Post(sys, c) { ... }
//	}
//
// # Questions
//
// A [Question] about a program is in its terms: labels, assertions, numbers of threads. [OpenJIT] and its likes make
// an [Instance] of it: a system, and a [tts.Problem] in the terms of its states.
//
// # Files
//
//	question.go    Question, Instance: what is asked of a program, opened in each version; parse.go reads its texts
//	interned.go    Interned: bitsets and their identifiers, f and f⁻¹ for a thread state
//	conversion.go  Conversion: for configurations, by the user or by default
//	jit.go         JIT: the system as far as it has been asked for
//	numbered.go    Numbered: all states of a program in numbers
//	translate.go   Translation: the whole table of edges, in memory or for a file
//	satabs.go      the translation of SATABS
package converter
