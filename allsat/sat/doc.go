// Package sat decides whether a formula in conjunctive normal form has a model. It gives a model,
// or a proof that there is none.
//
// # Idea
//
// Conflict-driven clause learning (Marques-Silva and Sakallah, "GRASP", 1999; Moskewicz and
// others, "Chaff", 2001): decide values of variables one by one, and after each decision draw the
// conclusions of clauses that have one literal left. If a clause is false, resolve it with the
// clauses that made its literals false until one literal of the last decision is left. The
// result is learned: it follows from the formula, and would have drawn a conclusion earlier. Go
// back to where it would, and on from there. The formula has a model if all variables have
// values, and none if there is a conflict without a decision.
//
// A clause is learned at most once, so the search ends. Learned clauses are forgotten, but the
// intervals between that grow without bound.
//
// # Use
//
//	s := sat.New(sat.Options{})
//	a, b := sat.Lit(s.NewVar()), sat.Lit(s.NewVar())
//	s.Add(a, b)
//	s.Add(-a, b)
//	s.Solve(ctx)      // Sat: s.Value(b) is true
//	s.Solve(ctx, -b)  // Unsat under the assumption -b: s.Failed() is [-b]
//
// Between two calls of Solve there may be more variables and clauses; what was learned stays. A
// clause that may have to go later is added with another literal -x and solved with assumption
// x; s.Add(-x) takes it away.
//
// # Proofs
//
// Each learned clause is RUP: unit propagation alone refutes its negation. So is what failed
// under assumptions, as a clause of their negations. The clauses that are learned, and those
// that are forgotten, are a proof in the format DRAT. What the clauses of all calls of Add
// prove together with [Solver.Failed] is what a checker checks.
//
// # Components
//
//	Solver ─┬─ clauses   the arena: clauses of three and more literals
//	        ├─ watches   by literal: clauses to look at when it becomes true
//	        ├─ implied   by literal: what follows from it by clauses of two literals
//	        ├─ value     by literal; trail: literals in the order in which they became true
//	        ├─ place     by variable: the level, and the reason
//	        ├─ order     which variable is decided next
//	        ├─ restart   when the search begins anew
//	        └─ proof     where learned clauses are written
//
//	arena      | 0 | size head l0 l1 l2 | size head l0 l1 l2 l3 | ...
//	                 ▲              l0 and l1 are watched
//	watches[¬l0]  ── ref, blocker   a clause whose blocker is true is not looked at
//
//	trail      | for good | decision ... | decision ... |
//	levels                  ▲ 1            ▲ 2            head: what is propagated
//
// # Files
//
//	literal.go    variables, literals, answers
//	solver.go     the solver: clauses, questions, answers
//	search.go     the search; assumptions
//	propagate.go  unit propagation
//	analyze.go    what is learned from a conflict
//	order.go      which variable is decided next
//	restart.go    when the search begins anew
//	reduce.go     which clauses are forgotten
//	arena.go      where clauses are
//	proof.go      proofs
//	limit.go      limits
//	clauses.go    what a solver holds as a formula
//
// # Letters
//
//	l, m, k  literal; no is the one that has become false
//	v, w     variable (w also: watch)
//	c, d     clause, by its place in the arena
//	h        head of a clause
//	why      reason
//	x        literal of the interface
//
// # Cost
//
// A clause of k literals takes 4(k+2)+16 bytes and one of two literals 8, a variable about 170.
// Nearly all time is propagation.
package sat
