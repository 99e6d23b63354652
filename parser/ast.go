// This file defines the syntax tree of a Boolean program.
//
// The tree is what the source says, resolved: every reference knows its
// declaration, every jump its statement, every statement its program counter.
// It keeps what a trace needs to speak C: the origin of each statement and the
// C predicate behind each variable.
//
// It keeps all other comments, too, so that the printer loses nothing that
// somebody wrote. A comment on the line of what it follows is a string: its
// text, without marks. What stands on lines of its own is a []string: each
// comment as written, marks included, or "" for a blank line. There are never two
// blank lines in a row. Lines lists go in front of something (Lead) or at the
// end of something (Notes.Close, File.Tail). A comment in the middle of a
// statement goes to the lines in front of it.

package parser

import "github.com/ijit/ijit/parser/diagnostic"

// A Pos is a place in the source. Line and Col count from 1, Col in bytes.
type Pos = diagnostic.Pos

// A Diagnostic is an error or a warning at one place of the source.
type Diagnostic = diagnostic.Diagnostic

// An ErrorList is what is wrong with a program, in order of position. It is
// never empty.
type ErrorList = diagnostic.List

// A File is one Boolean program as written.
type File struct {
	Name    string // as given to Parse; used in messages
	Dialect Dialect
	Marked  bool     // a comment in front of everything names the dialect
	Head    []string // the first lines, up to the last blank line in front of the first declaration
	Globals []*Var   // shared variables, in order of declaration
	Procs   []*Proc
	Main    *Proc    // where execution begins: the procedure named main, or nil; see Threads
	NumPCs  int      // program counters run from 0 to NumPCs-1, over all procedures
	Tail    []string // the lines behind everything

	// Threads has the threads of a file that is concurrent by convention: it has no
	// start_thread, and procedures that no other one calls are named main or
	// thread..., the latter at least once. They are in the order of the text. Of all
	// other files it is nil.
	//
	// Main is then a procedure that is not in the source, the last of Procs: it
	// calls Init, starts the threads by start_thread, and ends.
	Threads []*Proc
	Init    *Proc // of such a file: what runs before the threads begin, up to its end; or nil
	Atomic  *Var  // of such a file: the global atomic; while it is true no other thread moves; or nil

	// Warnings says what is legal but may not mean what it seems to.
	Warnings []Diagnostic
}

// A Dialect is a family of sources; it decides how = and != bind.
type Dialect int

const (
	// DialectSATABS binds = and != loosest (with =>), to the right.
	DialectSATABS Dialect = iota
	// DialectBebop binds = and != tighter than &, as Bebop, Moped and Getafix do.
	DialectBebop
)

// An Init is the initial value of a variable.
type Init int

const (
	InitAny  Init = iota // unconstrained: no initialiser, or *
	InitZero             // 0
	InitOne              // 1
)

// A Var is a declared variable: shared if Proc is nil, else local to Proc.
type Var struct {
	Pos     Pos
	Name    string // without braces for {braced names}
	Init    Init
	Meaning string // the C predicate in the comment behind the variable, if it has a line of its own
	Proc    *Proc
	Param   bool
	Joined  bool     // in one declaration with the variable before it: decl x, y;
	Lead    []string // the lines above the declaration, which this variable starts
	Comment string   // behind the declaration, which this variable ends, if it shares its line
	Index   int      // among the shared variables, or among the locals of Proc (parameters first)
}

// A Proc is a procedure.
type Proc struct {
	Pos     Pos
	Name    string
	Returns int    // number of values returned; 0 for void
	Locals  []*Var // parameters first, then declared locals
	Params  int    // how many of Locals are parameters
	Enforce Expr   // holds at every point of the procedure; nil if absent
	Body    []*Stmt
	End     Pos // of the closing "end"

	Lead           []string // the lines above
	EnforceLead    []string // the lines above enforce
	EnforceComment string   // behind enforce
	Notes          Notes    // of the body, between begin and end
	Comment        string   // behind "end"

	// Entry is the program counter of the first statement, Exit the one behind
	// the last statement: a location of its own that every procedure has, at
	// which a thread arrives by falling off the end.
	Entry, Exit int
}

// Notes are the comments at both ends of a list of statements.
type Notes struct {
	Open  string   // behind the word or brace that opens the list
	Close []string // the lines above the one that closes it (or above else and elsif)
}

// A Label is a name on a statement. A program counter label (PC8 or 8) is a
// label like any other: jumps may name it. A label may be on several statements, of
// one procedure or of several; a jump to one finds it on one statement of its own
// procedure.
type Label struct {
	Pos  Pos
	Name string
}

// An Origin is the C statement behind a Boolean statement.
type Origin struct {
	File   string
	Line   int
	Column int    // 0 where the source does not say
	Func   string // "" where the source does not say
}

// A Stmt is a statement with its labels.
type Stmt struct {
	Pos     Pos // of the statement proper, behind its labels
	Labels  []*Label
	Lead    []string // the lines above, without the origin
	Origin  *Origin  // nil where the program carries none
	Comment string   // behind the statement, on the line on which it ends
	Proc    *Proc
	Op      Op

	// PC is the program counter. Statements are numbered over all procedures in
	// the order of the text, an if or while before its body, and each procedure's
	// Exit behind its last statement. Each arm of an if has a counter of its own
	// (Arm.PC; the first arm's is the statement's). A goto that is the whole
	// unlabelled body of an arm belongs to the branch and has PC -1.
	// An Atomic block has two: PC for its begin and Atomic.EndPC for its end.
	PC int
	// Section is the innermost atomic section the statement lies in, or nil. The
	// statement that begins a section lies outside of it, the one that ends it
	// inside.
	Section *Section
}

// A Section is an atomic section, written as atomic_begin ... atomic_end or as
// atomic { ... }.
type Section struct {
	BeginPC, EndPC int
	Pos            Pos
	Outer          *Section // the section around it, or nil
}

// An Op is what a statement does.
type Op interface{ op() }

type (
	// Skip does nothing (also print).
	Skip struct{}
	// Goto jumps to any of its targets.
	Goto struct{ Targets []*Target }
	// Assume blocks unless its condition may be true.
	Assume struct {
		Cond Expr `parser:"'assume' @@"`
	}
	// Assert errs if its condition may be false.
	Assert struct {
		Cond Expr `parser:"'assert' @@"`
	}
	// Assign evaluates all right sides, then updates all left sides in parallel;
	// results that cannot satisfy Constrain are dropped.
	Assign struct {
		Lhs       []*Ref // Next is false; Passive marks v$; Name "_" discards, with Var nil
		Rhs       []Expr // as many as Lhs
		Constrain Expr   // nil if absent
	}
	// If tries its arms in order.
	If struct {
		Arms      []*Arm
		Else      []*Stmt
		HasElse   bool
		ElseNotes Notes
	}
	// While repeats its body while its condition may be true.
	While struct {
		Cond  Expr
		Body  []*Stmt
		Notes Notes
	}
	// StartThread creates a thread: at Target, with a copy of the creator's
	// locals, or at the entry of Proc, with formals bound to Args. ASYNC_k: f(x)
	// is the second form.
	StartThread struct {
		Target *Target // nil in the second form
		Proc   *ProcRef
		Args   []Expr
	}
	// EndThread makes the thread disappear.
	EndThread struct{}
	// AtomicBegin opens a section that the matching AtomicEnd of the same
	// statement list closes.
	AtomicBegin struct{ Section *Section }
	AtomicEnd   struct{ Section *Section }
	// Atomic is the block form of a section.
	Atomic struct {
		Body    []*Stmt
		Notes   Notes
		Section *Section
		EndPC   int
	}
	// Wait blocks until a Signal or Broadcast moves the thread on.
	Wait      struct{}
	Signal    struct{}
	Broadcast struct{}
	// Call calls a procedure and assigns what it returns.
	Call struct {
		Lhs  []*Ref // as in Assign
		Proc *ProcRef
		Args []Expr
	}
	// Return leaves the procedure.
	Return struct {
		Values []Expr `parser:"'return' ( @@ ( ',' @@ )* )?"`
	}
	// Dead says that the values of variables do not matter from here on: they
	// become unconstrained.
	Dead struct{ Vars []*Ref }
)

// An Arm is one "if E then ..." or "elsif E then ..." of an If.
type Arm struct {
	Pos   Pos
	Cond  Expr
	Body  []*Stmt
	Notes Notes
	PC    int
}

// A Target names the statement a jump leads to.
type Target struct {
	Pos  Pos
	Name string
	Stmt *Stmt // resolved; the labelled statement
}

// A ProcRef names a procedure.
type ProcRef struct {
	Pos  Pos
	Name string
	Proc *Proc // resolved
}

func (*Skip) op()        {}
func (*Goto) op()        {}
func (*Assume) op()      {}
func (*Assert) op()      {}
func (*Assign) op()      {}
func (*If) op()          {}
func (*While) op()       {}
func (*StartThread) op() {}
func (*EndThread) op()   {}
func (*AtomicBegin) op() {}
func (*AtomicEnd) op()   {}
func (*Atomic) op()      {}
func (*Wait) op()        {}
func (*Signal) op()      {}
func (*Broadcast) op()   {}
func (*Call) op()        {}
func (*Return) op()      {}
func (*Dead) op()        {}

// An Expr is an expression. Its value is a set: every * in it chooses 0 or 1
// independently.
type Expr interface {
	Position() Pos
	expr()
}

type (
	// Lit is 0 or 1 (also F and T).
	Lit struct {
		Pos   Pos
		Value bool
	}
	// Star is *: 0 or 1 (also ? as a decider of the Bebop dialect).
	Star struct{ Pos Pos }
	// Ref is a variable: x, its next value 'x, or its value in a passive thread,
	// x$ before and 'x$ after.
	Ref struct {
		Pos     Pos
		Name    string
		Next    bool
		Passive bool
		Var     *Var // resolved
	}
	// Not is !X (also ~X).
	Not struct {
		Pos Pos
		X   Expr
	}
	// Binary is X Op Y.
	Binary struct {
		Pos  Pos // of the operator
		Op   BinaryOp
		X, Y Expr
	}
	// Cond is If ? Then : Else.
	Cond struct {
		Pos            Pos // of the question mark
		If, Then, Else Expr
	}
	// Choose is schoose[X, Y]: 1 if X, else 0 if Y, else 0 or 1.
	Choose struct {
		Pos  Pos
		X, Y Expr
	}
)

// A BinaryOp is a binary operator.
type BinaryOp int

const (
	OpAnd     BinaryOp = iota // &  (also &&)
	OpOr                      // |  (also ||)
	OpXor                     // ^
	OpEq                      // =
	OpNeq                     // !=
	OpImplies                 // =>
)

func (e *Lit) Position() Pos    { return e.Pos }
func (e *Star) Position() Pos   { return e.Pos }
func (e *Ref) Position() Pos    { return e.Pos }
func (e *Not) Position() Pos    { return e.Pos }
func (e *Binary) Position() Pos { return e.Pos }
func (e *Cond) Position() Pos   { return e.Pos }
func (e *Choose) Position() Pos { return e.Pos }

func (*Lit) expr()    {}
func (*Star) expr()   {}
func (*Ref) expr()    {}
func (*Not) expr()    {}
func (*Binary) expr() {}
func (*Cond) expr()   {}
func (*Choose) expr() {}
