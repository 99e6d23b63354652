// Package dimacs reads and writes Boolean formulas in conjunctive normal form as DIMACS has
// them:
//
//	c lines that begin with c are comments
//	p cnf 3 2
//	1 -2 0
//	2 3 -1 0
//
// The line p gives the numbers of variables and clauses. A literal is the number of its
// variable, negative if it is negated. A clause ends in 0, and may go over several lines.
// Literals beyond the numbers of the line p are mistakes, as is another number of clauses. A line
// that is % alone ends the formula, as in old collections.
package dimacs
