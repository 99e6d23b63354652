// Package eca reads event-condition-action programs: C programs, as those of the RERS
// challenges, in which an endless loop reads an input, guarded actions change integer
// variables, and labels say what must not be reached (Beyer and Stahlbauer, "BDD-based Software
// Verification: Applications to Event-Condition-Action Systems", STTT 2014).
//
// # Idea
//
// Such a program is a reactive system. Its states are the valuations of a few variables at the
// head of the loop, and a turn of the loop is a step. How its variables can be analysed depends on
// the operations that they take part in. [DomainType] says that of each variable (Apel, Beyer,
// Friedberger, Raimondi and von Rhein, "Domain Types", HVC 2013): a variable that is only
// compared by == with constants, or copied, has finitely many values that matter.
//
// A program of five lines, and what [Parse] finds in it:
//
//	int door = 0;
//	int main() { while (1) {
//	  int key = __VERIFIER_nondet_int();
//	  if (door == 0 && key == 5) door = 1;
//	  else if (door == 1 && key == 7) { error: assert(0); } } }
//
//	alphabet  5 7 8   inputs are compared with 5 and 7; 8 stands for all the rest
//	door      BOOL    it is 0 or 1, and it is the state: key is read before it is used
//	error             reached by the inputs 5 7
//
// # The language
//
// All variables are of type int, with 32 bits. Functions call others, but not themselves. Calls
// and inputs are statements of their own: x = f(y); return f(y); x = __VERIFIER_nondet_int();
// scanf("%d", &x). The loop is the last statement of main. Prototypes, declarations with
// extern, #include, arrays that nobody reads, fflush, puts and output to stderr are passed over.
// All else is an error.
//
// A label is reached when control comes to it. These statements have labels without a name of
// C: assert(e), which reaches one if e is 0; reach_error() and __VERIFIER_error(), as
// competitions ask for them; __VERIFIER_error(7), which is error_7; and assert(!error_7) where
// error_7 is no variable, or is one that is never assigned. Where the statement always fails,
// as assert(0), a label in front of it is the one that is reached. When it fails the program has
// ended. Where several labels have one name, each has its line behind it, as reach_error:14.
//
// Arithmetic wraps around at 32 bits. In C an overflow leaves all that follows undefined, so the
// interpreter says where one happened. A local that may be read before it is assigned is an
// error. A function that ends without a return returns 0.
//
// # Invariants
//
// Who sets all variables that are not State to anything, at the head of the loop, changes nothing
// that is reached (the test of the interpreter does).
//
// The alphabet is exact. Inputs are compared by == and != only, else the program is refused. So
// two inputs that no constant tells apart from each other lead to the same labels: one of them
// is enough. Where inputs are kept and compared to each other, the alphabet has as many more as
// can be kept at a time. (This is data independence: Wolper, "Expressing Interesting Properties
// of Programs in Propositional Temporal Logic", POPL 1986.)
//
// A turn is finite, as there are no loops in it and no recursion. What it may execute is
// limited, since functions that call others twice each take exponential time.
//
// # Cost
//
// The parser takes time and memory linear in the text, some 50 ms and 16 MB a MB. Else-ifs and
// operators in a chain cost no stack; what is nested does, and is limited to 10000 levels.
//
// # Files, in reading order
//
//	ast.go                         the syntax tree
//	token.go                       tokens, the scanner
//	parse.go declare.go            the parser, scopes, declarations
//	stmt.go call.go expr.go        statements, calls, expressions
//	resolve.go fold.go             calls are linked, constants folded, labels numbered
//	assigned.go                    variables that are read before they are assigned, the state
//	types.go                       domain types, classes, the alphabet
//	classify.go                    measures
//	interpret.go                   the interpreter, the judge
//	lower.go lowercells.go         the Boolean program of a C program, its variables
//	lowerexpr.go lowerflow.go      what expressions and statements are in it
package eca
