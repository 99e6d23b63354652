// Package machine has finite state machines, what is asked of their runs, and all algorithms
// for circuits as one.
//
// # Idea
//
// A model in the language of NuSMV and a circuit in AIGER are both circuits with properties:
// that no run reaches a bad frame, or that a formula of temporal logic holds on all infinite
// fair runs. A Boolean program with a bounded number of threads is made one, too. An Engine
// is an algorithm that takes any of them.
//
// # What Check does for all engines
//
// It takes the part of the circuit that the property rests on. It makes a formula that only
// says that states have a property a question about states. It makes a
// counterexample one of the whole circuit. And it judges that: by a simulation and by the
// definition of the logic, with which the engines share nothing.
//
// A formula is about infinite runs. A finite run that refutes it counts if it is the
// beginning of an infinite, fair one: that is so if the circuit has no constraints and no
// fairness, and is shown by going on otherwise.
//
// # Files
//
//	machine.go  machines and properties
//	engine.go   the algorithms
//	aiger.go    machines from circuits in AIGER
//	symbols.go  atoms of formulas about circuits in AIGER
//	smv.go      machines from models in SMV
//	walk.go     walks through models
//	cube.go     sets of states in the terms of the input
//	export.go   machines as circuits for other programs
package machine
