// This file defines the file format.

// # The format of a .tts file
//
// A file is a sequence of lines. The first that is not blank gives the numbers
// of shared and of local states; states are numbered from 0. Each further line
// is an edge. A # starts a comment wherever it stands; lines end in LF or CRLF,
// the last one may lack it; words are separated by blanks and tabs. The plain
// format is the one that bfc (Kaiser, Kroening and Wahl, "Efficient coverability
// analysis by proof minimization", CONCUR 2012) reads and SATABS writes:
//
//	S L                         the header
//	s l -> s' l'                the active thread moves, the others stay
//	s l -> s' l' a ~> b c ~> d  the same, and every other thread in a goes to b,
//	                            every other one in c to d (an All effect); of
//	                            several targets for one a each thread chooses
//	                            its own; a thread nowhere listed stays
//	s l +> s' l'                the active thread stays in l, a new thread
//	                            appears in l' (a Spawn effect)
//	s l ~> s' l'                there is no active thread: the environment
//	                            changes s to s' while every thread in l goes to
//	                            l'; it can do so even if nobody is in l. All
//	                            such lines with the same s and s' are together
//	                            one edge.
//
// Translated programs need more. The following is our own; a file that does
// without it is a plain one, and [Write] uses it only where the plain format
// has no words:
//
//	s l -> s' l' +> c           the active thread moves on and a new thread
//	                            appears in c
//	s l -> s' l' a ?> b c ?> d  the active thread moves, and exactly one of the
//	                            other threads in a or c goes to b or d (a One
//	                            effect); if there is none, only the active one
//	                            moves
//	s l -> s' l' a ~> !         among transfers: a thread in a has nowhere to
//	                            go, so as long as there is one the edge is
//	                            blocked
//	s l -> s' -                 the active thread ends; any of the lists above
//	                            may follow
//	s - -> s' -                 there is no active thread, neither before nor
//	                            afterwards; any of the lists above may follow,
//	                            and each such line is an edge of its own
//	transient s1 s2 ...         these shared states are only passing
//	                            ([System.Transient]); there may be several
//	                            such lines
//
// The dash stands for "no thread", the question mark for "one, if any", the
// exclamation mark for "stop". None of them begins a plain line, nor does a word.
//
// Edges have no order and no number of times they occur: [Read] sorts them and
// drops repetitions. Two edges that agree but for what happens to others are two
// edges. A transfer from a to a alone says nothing that its absence does not say
// and is dropped; where all are, so is the effect.
//
// # The format of a .prop file
//
// Its first word is the target: s|l1,l2,... for the shared state s with at least
// these threads (a local state may come more than once), s| for s with any
// threads. What else the file holds is ignored. An initial configuration is
// written likewise: s|a,b for exactly these threads, s/a for unboundedly many
// threads in a, s|a,b/c for both.
package tts

import "math"

// none stands for the local state of a thread that is not there.
const none uint32 = math.MaxUint32

const (
	wordTransient = "transient"

	// maxLine is the longest line that is read: a text file has no longer ones,
	// and what is no text file should not have to fit in memory.
	maxLine = 1 << 26
)
