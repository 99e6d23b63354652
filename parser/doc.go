// Package parser reads Boolean programs.
//
// A Boolean program is what predicate abstraction leaves of a C program: all
// variables are Boolean, each stands for a C predicate, and control flow is
// goto, if, while and procedure calls. Threads are created by start_thread;
// they share the variables declared outside of procedures and own those inside.
//
// # Sources
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
// (see [Dialect]). ParseFile recognises the family by signs that only one of
// them writes, and warns where an expression would mean something else in the
// other.
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
// # What comes out
//
// [ParseFile] returns a syntax tree ([File]) in which every reference knows its
// declaration, every jump its statement and every statement its program
// counter, or an [ErrorList] that shows every mistake with its line. [Fprint]
// writes a tree in canonical form, from which ParseFile reads the same tree
// again; the tree keeps all comments and the blank lines between paragraphs, so
// nothing that somebody wrote is lost. [File.Check] tests a tree against all that ast.go promises.
//
// [Parse] goes on to a [Program]: the control-flow graph, in which each edge has
// its transition relation as a formula and two templates of it, questions to the
// All-SAT solver. The template for the strongest postcondition asks for the
// assigned variables after the step, that for the weakest precondition for those
// before it; all other variables keep their values and are not asked for (Liu
// and Wahl, "IJIT", 2017, section 4.2). [Layout] says how formulas number the
// variables. Templates are made for the direction that is needed ([Mode]).
//
// # How it works
//
// The grammar is a participle grammar (grammar.go) over a scanner written by
// hand (token.go). Statement lists and expressions are parsed by functions
// behind participle's hooks: lists recover from errors (cursor.go), expressions
// bind by dialect (expr.go). The tree is then resolved (resolve.go, jump.go)
// and numbered (number.go). All of it takes time linear in the source.
package parser
