// This file defines the limits within which engines are tried.

package contextbound

const (
	// smallPlaces is the largest number of places of a program for which the stacks of all
	// threads are known. They tell whether more context switches make a difference, but the
	// places of all threads in all calls are a product, which summaries do without.
	smallPlaces = 1000
	// smallNodes is how many nodes that may take, so that it is cheap.
	smallNodes = 100_000
	// unrolledPlaces is the largest number of places if recursion is unrolled: each of them
	// has diagrams of its own.
	unrolledPlaces = 4 * smallPlaces
	// unrolledNodes is how many nodes it may take if recursion is unrolled: either stacks stay
	// low, and so does their number, or the search is soon given up.
	unrolledNodes = 20_000

	// proofNodes is how many nodes a thread-modular proof may have whatever the search takes:
	// it may take longer than all that is asked.
	proofNodes = 1 << 18

	// firstSwitches is for how many context switches there are decision variables at first,
	// and moreSwitches for how many more, each time. Diagrams with variables that nothing
	// needs yet are slower, and with more of them the search begins anew.
	firstSwitches = 8
	moreSwitches  = 4

	// comparedAtFirst is how many globals are compared between rounds at first: a few are
	// often enough for a proof.
	comparedAtFirst = 4
	// fewNodes is how many nodes a search may have as long as not all are compared.
	fewNodes = 1 << 22
)
