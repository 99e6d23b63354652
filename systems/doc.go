// Package systems has all kinds of models and all engines of this module behind one question: Boolean programs,
// thread-transition systems, models of NuSMV, circuits, and event-condition-action programs in C.
//
// # The idea
//
// [Open] reads a model; [Model.Check] asks whether an error can be reached and returns a [Result] with the verdict, a
// trace and statistics. The kinds of models and the engines live in folders below this one and in those of the card
// (packages algorithms, bdd and so on), and do not know each other; this package knows them all. Who ports an algorithm
// over transition systems, or brings an engine of his own, needs package ijit only; Options.Engines and [Model.Space]
// are where the two meet.
//
// # Versions
//
// Every algorithm over transition systems runs in three versions that give the same answers ([Via]):
//
//	jit  states are identifiers; a thread state is converted to a program state
//	     when its image is needed, and the image is kept (the default)
//	tts  the whole program is translated first
//	bp   states are program states; nothing is converted or kept
//
// # Names
//
// A form is a kind of model. What is asked of each kind, such as what is wrong with a question for it, or how it is
// decided, is a method of [Form], in the file of that kind; what only some have is an interface of its own: models whose
// configurations are explored, models that are circuits or become one, and models that list properties. A question is what is asked, checked; a record of [Algorithms] says which questions it
// takes, and runs a check, which fills in the result. An instance is a transition system
// with the question about it. A side is what takes part in a race: algorithms that take
// turns. Package trace shows executions in the terms of the input.
//
// # Files, in reading order
//
//	model, input          what is checked, what differs between kinds of models, and how they are read
//	program, table        Boolean programs and transition systems
//	machines, vacuous     finite state machines, and what an answer is about
//	cprogram, reactive    event-condition-action programs in C
//	options, question     what is asked, whether it can be, and of which algorithm
//	algorithms, feature   the records; what may be asked of them, as far as not all take it
//	check                 Check, and what algorithms share
//	search, instance      algorithms over transition systems, in each version
//	slice, dead           programs with fewer variables, and with fewer states
//	calls                 programs with their calls inlined
//	insensitive           programs that forget who called
//	summaries, sequential procedure summaries, and what they answer
//	contexts, started     context switches and rounds
//	getafix, symbolic     formulas of the fixed-point calculus; sets of states
//	auto, race            algorithms beside each other
//	shorten               executions that people can read
//	result, certificate   the answer, and why it is right
//	evidence, replay, validate, explain  how that is written, checked, and said in words
//	space, own            systems for algorithms of one's own; engines of one's own beside the others
//	translate             systems for other tools
//	diagnostic            errors with their places
package systems
