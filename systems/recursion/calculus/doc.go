// Package calculus evaluates a fixed-point calculus over finite relations: formulas
// of first-order logic over finite types, and predicates that are the least or the
// greatest solutions of equations between formulas. Relations are decision diagrams.
//
// # Idea
//
// Most symbolic model checkers compute fixpoints. Written in this calculus, an
// algorithm is a page of formulas, which an engine evaluates (La Torre, Madhusudan and
// Parlato, "Analyzing recursive programs using a fixed-point calculus", PLDI 2009). The
// syntax is that of MUCKE (Biere, "μcke - Efficient μ-Calculus Model Checking", CAV
// 1997). But nothing here is about programs: transitive closure is
//
//	enum Node { 0..99 };
//	bool Edge(Node a, Node b);               // given by whoever uses the formula
//	mu bool Path(Node a, Node b)
//	  Edge(a, b) | exists Node c. Path(a, c) & Edge(c, b);
//	exists Node a. Path(a, a);               // is there a cycle?
//
// Package syntax describes the language.
//
// # Evaluation
//
// Formulas need not be monotone, so how they are evaluated is part of what they mean.
// The value of a plain predicate is that of its body. A mu predicate X starts from
// false, a nu predicate from true; then, repeatedly: all that depends on X is
// forgotten, X is replaced by the value of its body, and this ends when X stays as it
// is, or is true (mu) or false (nu). Within a body, names from left to right get their
// values by the same rule: those that are being evaluated stand for the value that
// they have now; values that are known are used; others are evaluated, so that a
// nested fixpoint starts from scratch in each round of what is around it. A value
// depends on X if its equation leads to X other than by way of names that are being
// evaluated. What was evaluated within X before its last change is evaluated anew,
// under X, when it is asked for later. With #frontier on, the name of a mu predicate
// stands, within its rounds, for what was new in the round before, and its value is
// joined to the one before.
//
// If all equations of a group of predicates that depend on each other are of one sign
// and monotone in each other, they are solved at once instead; the solution is the
// same (see [Strategy], and [Options] for what else can be chosen). An iteration that
// comes back to an earlier value is reported as a [DivergenceError].
//
// Brackets are the schedule: operands of & are joined from left to right, and exists
// x. a & b is one relational product of a and b, which never builds a & b. So where
// brackets stand decides how large intermediate results are. Nothing is joined behind
// an operand with which nothing is left: what is mostly empty goes first.
// [Options.Schedule] ignores brackets.
//
// # Order of variables
//
// Hints between the head and the body of a predicate decide the order of decision
// variables: x < y puts all bits of x above those of y, x ~+ y interleaves them, x ~-
// y interleaves with y reversed. Without hints, all variables of a type are
// interleaved, and types are in the order in which fixpoints have them as parameters.
// In either case arguments share columns with the parameters they are passed for as
// far as possible, so that most applications rename nothing.
//
// The order stays as it is: [Options] may let the manager move variables, but relations of
// programs become little smaller by that, and driver-like programs take 5 times as long.
//
// # Inside
//
// Parse makes a tree ([File]), Compile checks it and decides the order ([System]),
// and an [Evaluator] has the values. Before a body is computed, all fixpoints that it
// mentions have their values; so garbage can be collected between any two operations.
// A row of bits that is no value of its type (an enum of three values has two bits)
// is in no relation.
//
// # Files
//
//	check.go, checkexpr.go, types.go, node.go    the checker, and formulas with their names resolved
//	depend.go                                    which predicates need which
//	order.go, column.go                          the order of decision variables, and which of them share a column
//	run.go, evaluator.go, relation.go            commands, evaluators, what goes in and comes out
//	eval.go, schedule.go                         the value of a formula, and in which order its products are taken
//	fixpoint.go, stratum.go, phase.go            how predicates get their values
//	image.go, close.go, news.go                  what follows from a predicate, or from what is new in it
//	explain.go                                   what each predicate cost
package calculus
