// Package encode turns a Boolean program into relations over the variables of a
// decision-diagram manager: one relation for each edge of its control-flow graph.
//
// # Idea
//
// Control stays explicit: program counters are those of the control-flow graph,
// and only valuations of program variables become functions (Ball and Rajamani,
// "Bebop: A Symbolic Model Checker for Boolean Programs", SPIN 2000). A Frame
// gives each variable of the program a decision variable: each global one, and
// each local a slot that the locals of all procedures share, because at any time a
// thread sees the locals of one procedure only. A program with thousands of
// procedures thus needs a handful of variables, and the same statement in two
// procedures is the same node.
//
// Relations are sparse. That of a statement mentions what it reads, in the frame
// Now, and what it writes, in the frame Next; there is no condition that all other
// variables stay as they are. Instead, a successor is computed by quantifying just
// the written variables and renaming them back:
//
//	Post(S) = (exists Now of written. S & Relation)[Now of written / Next of written]
//
// What S says about other variables rides along, be they other variables of the
// same frame, their values at the entry of the procedure, or those of other
// threads.
//
// # Stars
//
// Each * chooses on its own, so an expression has a set of values. Value gives two
// functions, "may be 0" and "may be 1", which operators combine (dual rail); a
// star makes both true. Conjuncts have stars of their own, so that a relation, the
// conjunction of all that a step demands, is that of the "may be 1" of its parts.
//
// # Example
//
//	m := bdd.New(bdd.Options{})
//	frames := encode.NewFrames(m, program.Layout, 2)
//	e := encode.New(m, program, encode.Places{Now: frames[0], Next: frames[1]})
//	initial := m.And(e.Globals(), e.Entry(program.File.Main))
//	next := e.Post(initial, e.Edge(program.Nodes[program.Start].Out[0]))
//
// Formulas and templates of the program are not used, so that it may be parsed
// without them (mode 0); tests compare the two translations edge by edge.
package encode
