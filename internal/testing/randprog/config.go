// This file defines what a random program is made of.

package randprog

// A Config says how large a program may be and what may occur in it. Each
// weight is relative to the others of its group; 0 switches the feature off.
type Config struct {
	Shared     int // at most so many shared variables
	Locals     int // at most so many locals of main
	Procs      int // at most so many procedures besides main, to be called or started as threads
	Threads    int // by convention, two to so many, in place of main; 0: there are none
	Statements int // about so many statements at most in main; the others have half of it
	Depth      int // of expressions

	Statement  StatementWeights
	Expression ExpressionWeights

	// The rest are percentages.

	Initialised   int // of variables that have an initial value
	PCLabels      int // of procedures in which each statement has a label PCn, as SATABS writes
	Shadow        int // of procedures in which a local hides a shared variable
	Enforce       int // of procedures with an enforce
	Constrain     int // of assignments with a constrain
	Discard       int // of assignments with a target _
	ReturnsValues int // of procedures that return values
	Loop          int // of procedures that end in a goto
	Async         int // of the starts of a procedure as a thread, written ASYNC_k: f()
	AtomicGlobal  int // of programs with threads by convention, with the global atomic
	ErrorLabel    int // of them, with a label
	Waits         int // of other programs, in which main waits for a change of a shared variable before an assertion

	// Entries puts a label ENTRY_f in front of the first statement of each procedure f, and
	// makes half of what is enforced less likely to hold.
	Entries bool

	// Recursive lets a procedure call any other, itself and main; otherwise main
	// calls the others and those call the ones behind them. No other procedure calls
	// one that is a thread by convention.
	Recursive bool
}

// StatementWeights has the weight of each kind of statement.
type StatementWeights struct {
	Skip, Assign, Passive, Dead     int
	Assume, Assert                  int
	Goto, If, While                 int
	StartGoto, StartProc, EndThread int
	Atomic, AtomicBlock             int // atomic_begin ... atomic_end; atomic { ... }
	AtomicGlobal                    int // atomic := 1; ... atomic := 0;
	Wait, Signal, Broadcast         int
	Call, Return                    int
}

// ExpressionWeights has the weight of each kind of expression.
type ExpressionWeights struct {
	Lit, Var, Star, Not    int
	And, Or, Xor, Eq, Neq  int
	Implies, Cond, SChoose int
}

// Default has everything switched on, in the proportions that make about half
// of the programs err with three threads.
func Default() Config {
	return Config{
		Shared: 3, Locals: 2, Procs: 1, Statements: 12, Depth: 2,
		Statement: StatementWeights{
			Skip: 2, Assign: 18, Passive: 3, Dead: 1,
			Assume: 4, Assert: 4,
			Goto: 4, If: 7, While: 2,
			StartGoto: 8, StartProc: 6, EndThread: 1,
			Atomic: 4, AtomicBlock: 2,
			Wait: 1, Signal: 2, Broadcast: 1,
			Return: 1,
		},
		Expression: ExpressionWeights{
			Lit: 2, Var: 16, Star: 3, Not: 6,
			And: 3, Or: 3, Xor: 1, Eq: 1, Neq: 1, Implies: 1, Cond: 1, SChoose: 1,
		},
		Initialised: 70, PCLabels: 30, Shadow: 10, Enforce: 10, Constrain: 25, Discard: 3, ReturnsValues: 15, Loop: 40, Async: 30,
	}
}

// Calls is Default with calls of procedures, which are not recursive. No wait is
// called from inside an atomic section, and only main reaches the variables of
// other threads.
func Calls() Config {
	c := Default()
	c.Procs = 2
	c.Statement.Call = 10
	c.ReturnsValues = 60
	return c
}

// Sequential has one thread and procedures that call each other and themselves,
// with all that a sequential program can do.
func Sequential() Config {
	c := Default()
	c.Locals, c.Procs, c.Recursive = 3, 3, true
	c.ReturnsValues, c.Initialised = 60, 50
	s := &c.Statement
	s.Passive, s.StartGoto, s.StartProc, s.EndThread = 0, 0, 0, 0
	s.Atomic, s.AtomicBlock, s.Wait, s.Signal, s.Broadcast = 0, 0, 0, 0, 0
	s.Call, s.Return, s.Assume = 14, 3, 2
	c.Expression.SChoose = 2
	return c
}

// Starting has one thread that starts others by start_thread f(), which may start more,
// and procedures that call each other and themselves. Nothing is about other threads but
// what they share.
func Starting() Config {
	c := Sequential()
	c.Locals, c.Procs, c.Statements, c.Initialised = 1, 2, 14, 95
	c.PCLabels, c.Enforce, c.Constrain, c.ReturnsValues, c.Loop = 10, 5, 15, 40, 15
	s := &c.Statement
	s.StartProc, s.EndThread, s.Atomic, s.AtomicBlock = 8, 1, 1, 1
	s.Call, s.Assume, s.Assert, s.Return, s.Goto, s.While = 6, 1, 1, 1, 0, 1
	c.Expression.Star, c.Expression.Lit, c.Waits = 1, 1, 80
	return c
}

// Plain is what the real SATABS programs use: no wait, signal or broadcast, no
// passive assignment, no structured loops, no procedures as threads, no
// operators but ! & |.
func Plain() Config {
	c := Default()
	c.Procs, c.Shadow, c.Enforce, c.Discard = 0, 0, 0, 0
	s := &c.Statement
	s.Passive, s.Dead, s.While, s.StartProc, s.AtomicBlock, s.Return = 0, 0, 0, 0, 0, 0
	s.Wait, s.Signal, s.Broadcast = 0, 0, 0
	e := &c.Expression
	e.Xor, e.Eq, e.Neq, e.Implies, e.Cond = 0, 0, 0, 0, 0
	return c
}
