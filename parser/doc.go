// Package parser turns the text of a Boolean program into a control-flow graph whose
// edges say what the statements do, as questions to the All-SAT solver.
//
// # The idea
//
// A Boolean program is what predicate abstraction leaves of a C program: all
// variables are Boolean, each stands for a C predicate, and control flow is goto,
// if, while and procedure calls. Threads are created by start_thread. They share the
// variables declared outside of procedures and own those inside. An expression has a
// set of values: every * in it chooses 0 or 1 independently.
//
// What an edge of the graph does is a formula over the variables before and after the
// step, its relation. Whoever has a state asks for the states on the other side of the
// edge: the relation is instantiated with the state, and the solver finds all models.
// A [Template] is such a question with everything done that does not depend on the
// state. An edge has two (Liu and Wahl, "IJIT", 2017, section 4.2):
//
//   - SP, for the strongest postcondition: the variables before the step are given,
//     those that the statement assigns are unknown after it;
//   - WP, for the weakest precondition: the variables after the step are given, those
//     that the statement assigns are unknown before it.
//
// All other variables keep their values and are not asked for, so a question is as
// large as the statement and not as the program. [Layout] says how formulas number the
// variables. Templates are made for the direction that is needed ([Mode]).
//
// A program of five statements, with the graph that [Program.String] prints of it
// (x0 is x before the step, x128 is x after it):
//
//	decl x;                     0
//	void main() begin             step -> 1  *  assigns [0]
//	  x := *;                   1
//	  if x then goto l; fi        step -> 3  x0  (x is 1, goto l)
//	  x := 1;                     step -> 2  !x0  (x is 0)
//	  l: assert(x);             2
//	end                           step -> 3  x128  assigns [0]
//	                            3
//	                              step -> 4  x0  (x is 1)
//	                              fail  !x0  (x is 0)
//	                            4
//
// The SP of the edge from 2 to 3 asks for x128 and has one model. Its WP asks for x0:
// it has two models if x is 1 after the step, and none otherwise.
//
// An edge also says which way it is where its statement leaves a choice ([Branch]):
// which side of which condition, which label of a goto.
//
// # Two families of sources
//
// Two families of tools write Boolean programs, and one grammar reads both.
// SATABS (Clarke, Kroening, Sharygina, Yorav, TACAS 2005) puts a program
// counter in front of each statement and the C statement into a comment:
//
//	decl b0; // 1 == m
//
//	void main() begin
//	    // file main.c line 58 function main
//	  l1:
//	  PC7: if b0 then goto l2; fi;
//	  PC8: start_thread goto l1;
//	  l2:
//	  PC9: assert(!b0);
//	end
//
// SLAM, Bebop, Moped and Getafix (Ball and Rajamani, SPIN 2000) write
// structured programs with procedures:
//
//	decl {x == 0};
//
//	bool<2> f(a) begin
//	  enforce a | {x == 0};
//	  if (*) then return a, T; fi
//	  return schoose[a, F], !a
//	end
//
// The families differ in one point that a reader cannot see: how = and != bind
// (see [Dialect]). [ParseFile] recognises the tool by what it writes around the
// statements. People write neither; where a program of theirs has an expression that is
// a different function in each dialect, that is an error which shows both.
//
// In the inputs of Getafix nothing starts a thread. The procedures main and thread1,
// thread2, ... that no other one calls are the threads, and begin when init is over:
//
//	decl atomic, busy;
//
//	void init() begin atomic, busy := F, F; end
//	void thread1() begin use(); end
//	void thread2() begin use(); end
//
//	void use() begin
//	  decl mine;
//	  atomic := T;
//	  mine, busy := !busy, T;
//	  atomic := F;
//	  ...
//	end
//
// No other thread moves while the global atomic is true. Such a file is concurrent
// by convention ([File.Threads]). Its threads are started by a procedure that is not
// written anywhere, so everything else is as in other programs; [Program.Inline]
// takes care of atomic.
//
// # From text to tree
//
// [ParseFile] returns a syntax tree ([File]) in which every reference knows its
// declaration, every jump its statement and every statement its program counter, or
// an [ErrorList] that shows every mistake with its line. The tree keeps all comments
// and the blank lines between paragraphs. [Fprint] writes it in canonical form, from
// which ParseFile reads the same tree again. [Inspect] traverses it.
//
// The grammar is a participle grammar over a scanner written by hand. Statement lists
// and expressions are parsed by functions behind participle's hooks: lists recover
// from errors, and expressions bind by dialect. All of it takes time linear in the
// source.
//
// # From tree to graph
//
// [Parse] goes on to a [Program], [NewProgram] makes one of a tree. Its locations are
// the program counters. Control flow inside a procedure is explicit. A call is an edge
// without templates: [Program.Inline] makes a copy of the procedure for each call
// where that is possible, for those who think of a thread as a location and a
// valuation.
//
// # Invariants
//
// Both forms promise what their types say: [File.Check] and [Program.Check] test every
// promise and name what is broken.
//
// # Files, in reading order
//
//	ast.go                      the syntax tree
//	token.go                    tokens and the scanner
//	grammar.go                  the grammar, as far as it stands in struct tags
//	parse.go block.go stmt.go   files, procedures and statements
//	expr.go dialect.go          expressions, and how the dialects bind
//	cursor.go                   the current token, participle, recovery
//	comment.go origin.go        comments, and the C statements they tell of
//	resolve.go jump.go          names, labels, sections
//	initialise.go number.go     initial values, program counters
//	threads.go                  files that are concurrent by convention
//	diagnostic syntaxerror.go   messages; the first is a package of its own
//	readings.go                 what the other dialect would mean
//	print.go printdecl.go printexpr.go    the canonical text
//	inspect.go relevant.go      traversal; which variables matter
//	slice.go live.go            programs without those that do not; which locals are dead
//	insensitive.go              programs that forget who called
//	program.go programtext.go   the control-flow graph, and how it is shown
//	layout.go template.go       how formulas number variables; templates
//	cfg.go                      how the graph is built
//	inline.go                   programs without calls: what they are,
//	inlinegraph.go              which calls there are,
//	inlinecopy.go inlineedge.go copies of statements, edges between copies,
//	inlineatomic.go             and the global atomic
package parser
