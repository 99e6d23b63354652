// Package syntax has the syntax trees of the fixed-point calculus, and reads and prints
// them. What they mean is in package calculus.
//
// # Language
//
// A file is a list of commands, each ended by a semicolon; comments are // to the end
// of the line, and /* */, which nest.
//
//	enum N { a, b };  enum N { 0..7 };       a type: names, or a range of numbers
//	class N { T f, g; U h[4]; };             a type of records
//	bool P(T x, U y) body;                   a predicate
//	mu bool P(T x) body;  nu bool P(T x) body;   least, greatest solution
//	bool P(T x);                             a prototype, or a relation that is given
//	expr;                                    is it true?
//
// Declarations may come after uses, but for the types of fields. Expressions, from the loosest to the tightest:
// if (c) a else b, exists and forall T x, U y. e (these extend to the right as far as
// they can); -> <- <-> <+>, of which at most one stands between brackets; |; &; !; =
// and !=; assume and cofactor. Then: true, false, 0, 1, numbers and names of enums,
// variables x and their parts x.f and x[2], applications P(x, y.f, 3), (e), and case
// c : e; c : e; esac. So !x = y is !(x = y). Arguments of type bool may be formulas.
// e assume c and e cofactor c agree with e where c is true, and are whatever is simple
// elsewhere (Coudert and Madre's restrict and constrain).
//
// Directives: #size P and #ons P print how many nodes and how many tuples P has; #wit
// exists T x. e prints values that make e true, #cex forall T x. e values that do not;
// #print "text"; #timer go, stop, reset, and #timer alone to print; #frontier on, off;
// #reset P forgets a value; #quit ends the file.
//
// # Files
//
//	token.go, parse.go, parseexpr.go, errors.go  from text to a tree
//	syntax.go                                    the tree
//	print.go, mention.go                         its text, and the predicates in it
package syntax
