// Package copies finds what threads reach that may run in any number of copies, round by
// round.
//
// # Idea
//
// In a round each copy has one turn, always in the same order. Copies are taken one after the
// other, each through all its rounds (La Torre, Madhusudan and Parlato, "Model-checking
// parameterized concurrent programs using linear interfaces", CAV 2010; the formulas
// getafix.Parameterised). Between two copies only the globals there in each round are
// known (rows), and with which globals the rounds but the first began (guesses):
//
//	          copy 1      copy 2      copy 3
//	round 1  start ───▶ row 1 ───▶ row 1 ───▶ row 1 ┐ must equal
//	round 2  guess ───▶ row 2 ───▶ row 2 ───▶ row 2 ◀┘ the guess of round 2
//
// Whether each round ends with the guess of the next one is looked at where a copy reaches the
// target in the last round. That may be the last copy: one behind it may as well come before
// all others and take each of its turns in the next round.
//
// Guesses may be about a few globals only, the most relevant to the target first: then more
// seems to be reached, and if the target is not, it is not.
//
// # Soundness and termination
//
// The sets between copies grow until nothing is new; they are finite. One round needs no
// stacks. More do: they are those of package configuration, so there is no answer if threads
// are interrupted in recursion.
//
// # Files
//
//	one.go     One: a single round
//	rounds.go  Rounds: several ones
//	ends.go    Ends: with which globals rounds end, for searches of more rounds
//
// # Words
//
//	row       the globals between two copies in a round
//	guess     the globals with which a round begins
//	compared  globals that guesses are about
package copies
