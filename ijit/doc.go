// Package ijit checks multithreaded Boolean programs and thread-transition
// systems, and runs exploration algorithms written for the latter on the former
// without translating them up front (Liu and Wahl, "IJIT: An API for Boolean
// Program Analysis with Just-in-Time Translation", 2017).
//
// [Open] reads a Boolean program (.bp) or a thread-transition system (.tts);
// [Model.Check] asks whether an error can be reached and returns a [Result] with
// the verdict, a trace and statistics. [System] hands out the transition system
// itself, for algorithms of your own: the same whether it was read from a file or
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
package ijit
