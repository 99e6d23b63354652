// Package systems checks multithreaded Boolean programs and thread-transition
// systems, and runs exploration algorithms written for the latter on the former
// without translating them up front (Liu and Wahl, "IJIT: An API for Boolean
// Program Analysis with Just-in-Time Translation", 2017).
//
// [Open] reads a Boolean program (.bp) or a thread-transition system (.tts);
// [Model.Check] asks whether an error can be reached and returns a [Result] with
// the verdict, a trace and statistics. A [Space] is the transition system itself,
// for algorithms of your own: the same whether it was read from a file or
// is translated from a program just in time.
//
// # Versions
//
// Every algorithm runs in three versions that give the same answers ([Via]):
//
//	jit  states are identifiers; a thread state is converted to a program state
//	     when its image is needed, and the image is kept (the default)
//	tts  the whole program is translated first
//	bp   states are program states; nothing is converted or kept
//
// # Names
//
// The code uses the field's words, and in short scopes these letters:
//
//	s  shared state         c  configuration ⟨s | M⟩
//	l  local state          e  edge
//	t  thread state (s, l)  n  number of threads
//	b  decision-diagram node
//
// A question is what is asked, checked; a record of [Algorithms] says which questions it
// takes, and runs a check, which fills in the result. An instance is a transition system
// with the question about it. A side is what takes part in a race: algorithms that take
// turns. Package trace shows executions in the terms of the input.
//
// # Files, in reading order
//
//	model, input          what is checked, and how it is read
//	options, question     what is asked, whether it can be, and of which algorithm
//	algorithms            the records
//	check                 Check, and what algorithms share
//	search, instance      algorithms over transition systems, in each version
//	calls                 programs with their calls inlined
//	summaries, sequential procedure summaries, and what they answer
//	contexts, started     context switches and rounds
//	getafix, symbolic     formulas of the fixed-point calculus; sets of states
//	auto, race            algorithms beside each other
//	shorten               executions that people can read
//	result, certificate   the answer, and why it is right
//	evidence, replay, validate  how that is written, and checked
//	space, backward       systems for algorithms of one's own
//	own, finite           the answers of these
//	program, translate    programs for algorithms that convert states; systems for other tools
//	diagnostic            errors with their places
package systems
