// This file defines the syntax tree: what is left of a C program once names are resolved,
// constants folded, and what has no meaning here (prototypes, fflush) is gone.

package eca

import "github.com/ijit/ijit/parser/diagnostic"

// A Pos is a place in the source.
type Pos = diagnostic.Pos

// A File is a C program that reads inputs in an endless loop and reacts to them.
type File struct {
	Name  string
	Lines int // of the source

	Vars   []*Var   // by Var.ID: globals in order of declaration, then parameters and locals
	Funcs  []*Func  // those with a body that is read, in source order, Main among them
	Main   *Func    // its last statement is the Loop, if there is one
	Labels []*Label // by Label.ID, in source order

	Warnings []*diagnostic.Diagnostic // what is allowed, but hardly meant

	// Alphabet has the inputs that differ for the program, in ascending order: the constants
	// that inputs meet, and others that stand for all the rest. It is never empty.
	Alphabet []int32

	ops       [numOps]int // operators of the source, before anything is folded
	constants int         // different numbers in the source, without signs
	filled    int         // lines of the source that are not blank
}

// A Var is a variable of type int. Functions do not call themselves, so a parameter or a local
// has one value at a time.
type Var struct {
	ID   int
	Name string
	Pos  Pos
	Func *Func // where it is declared; nil for a global
	Init int32 // of a global

	// Assigned says that a statement assigns it. A global that none assigns is a constant, and
	// is folded.
	Assigned bool
	// Used says that a condition depends on it, by itself or by variables that it is assigned
	// to. Assignments to others change outputs at most.
	Used bool
	// State says that its value is of use in the next turn of the loop: it is assigned, used, and
	// may be read before it is assigned again. The states of the program are the valuations of
	// these variables at the head of the loop.
	State bool

	// Type and Values say what is so of variables that are Used. Others may be OTHER where inputs get into
	// arithmetic that no condition depends on.
	Type  DomainType
	Class int // variables that are copied or compared to each other have one; less than len(File.Vars)
	// Values has the constants that variables of the class are assigned or compared with, in
	// ascending order, initial values included; if inputs get there, the alphabet too. For types
	// BOOL and EQ these are all values that the variable can have.
	Values []int32

	named    bool  // the source reads it
	once     bool  // a local that is assigned where it is declared only
	constant *Expr // what that assigns, if it is a constant
}

// A DomainType says what operations a variable takes part in (Apel, Beyer, Friedberger,
// Raimondi and von Rhein, "Domain Types", HVC 2013): the strongest over all its uses and those
// of its class.
type DomainType uint8

const (
	BOOL  DomainType = iota // compared by == and !=, with at most two values
	EQ                      // compared by == and !=
	ADD                     // also <, <=, >, >=, + and -
	OTHER                   // also *, / and %
)

func (t DomainType) String() string { return [...]string{"BOOL", "EQ", "ADD", "OTHER"}[t] }

// A Func is a function. Functions call only others, never in a circle.
type Func struct {
	Name   string
	Pos    Pos
	Params []*Var
	Body   []Stmt
}

// A Label is a place that a question is about.
type Label struct {
	ID   int
	Name string
	Pos  Pos
	Func *Func
}

// A Stmt is a statement.
type Stmt interface{ Position() Pos }

type (
	// Assign gives a variable a value.
	Assign struct {
		Pos   Pos
		Var   *Var
		Value *Expr
	}
	// Read gives a variable the next input.
	Read struct {
		Pos Pos
		Var *Var
	}
	// If executes the body of the first branch whose condition holds, or Else. A chain of
	// else-ifs, however long, is one statement.
	If struct {
		Branches []Branch
		Else     []Stmt
	}
	// Branch is a condition and what is done if it holds.
	Branch struct {
		Pos  Pos // of the condition
		Cond *Expr
		Body []Stmt
	}
	// Call calls a function.
	Call struct {
		Pos    Pos
		Func   *Func
		Args   []*Expr
		Result *Var // gets what is returned, which is 0 if nothing is; nil if nobody wants it
	}
	// Return leaves a function; in main it ends the execution.
	Return struct {
		Pos   Pos
		Value *Expr // nil for none
	}
	// Reach says that a label is reached. The execution goes on: what ends it is an Exit
	// behind it, as in "error_7: assert(0);".
	Reach struct {
		Label *Label
	}
	// Exit ends the execution.
	Exit struct {
		Pos Pos
	}
	// Print is an output.
	Print struct {
		Pos   Pos
		Value *Expr
	}
	// Loop executes its body for ever. It is the last statement of main.
	Loop struct {
		Pos  Pos
		Body []Stmt
	}
)

func (s *Assign) Position() Pos { return s.Pos }
func (s *Read) Position() Pos   { return s.Pos }
func (s *If) Position() Pos     { return s.Branches[0].Pos }
func (s *Call) Position() Pos   { return s.Pos }
func (s *Return) Position() Pos { return s.Pos }
func (s *Reach) Position() Pos  { return s.Label.Pos }
func (s *Exit) Position() Pos   { return s.Pos }
func (s *Print) Position() Pos  { return s.Pos }
func (s *Loop) Position() Pos   { return s.Pos }

// An Expr is an expression of type int. There are many, so all are of one type, which keeps
// them next to each other in memory.
type Expr struct {
	Op    Op
	X, Y  *Expr // operands
	Var   *Var  // of Load
	Value int32 // of Const
	Line  int32
	Col   int32
}

// Position returns where the expression begins; of a binary one, where its operator is.
func (e *Expr) Position() Pos { return Pos{Line: int(e.Line), Col: int(e.Col)} }

// An Op is what an expression does. Arithmetic wraps around at 32 bits, as it does on
// machines; in C that is undefined, so who executes a program reports it. Division truncates.
type Op uint8

const (
	Const Op = iota
	Load
	Not // !x: 1 if x is 0, else 0
	Neg // -x
	Add
	Sub
	Mul
	Div // y is a constant other than 0
	Rem // likewise
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	And // y is not evaluated if x is 0
	Or  // likewise if x is not 0
	numOps
)
