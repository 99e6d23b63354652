// This file defines the syntax tree of a formula file.

package syntax

import "github.com/ijit/ijit/parser/diagnostic"

// A File is a formula file: commands, in the order in which they are executed.
type File struct {
	Name     string // as given to Parse; used in messages
	Commands []Command
	Src      string
}

// A Command is a declaration, an expression to evaluate, or a directive.
type Command interface{ command() }

// An EnumDecl declares a type with finitely many values: names, or the numbers from
// Low to High.
type EnumDecl struct {
	Pos       diagnostic.Pos
	Name      string
	Values    []*Ident // nil for a range
	Low, High int
}

// A ClassDecl declares a type of records.
type ClassDecl struct {
	Pos    diagnostic.Pos
	Name   string
	Fields []*VarDecl
}

// A VarDecl declares a field, a parameter or a bound variable: Length values of the
// type if Array, else one.
type VarDecl struct {
	Pos    diagnostic.Pos // of the name
	Type   *Ident
	Name   string
	Array  bool
	Length int
}

// An Ident is a name at some place.
type Ident struct {
	Pos  diagnostic.Pos
	Name string
}

// A Sign says which solution of its equation a predicate is.
type Sign int

const (
	Plain Sign = iota // defined without reference to itself
	Mu                // the least
	Nu                // the greatest
)

// String returns "mu", "nu" or "".
func (s Sign) String() string { return [...]string{"", "mu", "nu"}[s] }

// A PredDecl declares a predicate, and defines it unless it is a prototype.
type PredDecl struct {
	Pos    diagnostic.Pos // of the name
	Sign   Sign
	Name   string
	Params []*VarDecl
	Hints  []*Hint
	Body   Expr // nil for a prototype
}

// A Hint says how to order the bits of two parameters.
type Hint struct {
	Pos  diagnostic.Pos // of the operator
	X, Y *Ident
	Kind HintKind
}

// A HintKind is what a hint demands.
type HintKind string

const (
	Above      HintKind = "<"  // all of x above all of y
	Below      HintKind = ">"  // all of x below all of y
	Interleave HintKind = "~+" // bit by bit
	Reverse    HintKind = "~-" // bit by bit, the bits of y from the last to the first
)

// An ExprCommand evaluates an expression and prints true or false.
type ExprCommand struct{ X Expr }

// A Directive asks for something else than a value.
type Directive struct {
	Pos  diagnostic.Pos
	Name string   // without #
	Word *Ident   // the name or word behind it, if any
	Text []string // the strings behind #print
	X    Expr     // the expression behind #wit and #cex
}

func (*EnumDecl) command()    {}
func (*ClassDecl) command()   {}
func (*PredDecl) command()    {}
func (*ExprCommand) command() {}
func (*Directive) command()   {}

// An Expr is an expression.
type Expr interface{ Position() diagnostic.Pos }

// Bool is true or false.
type Bool struct {
	Pos   diagnostic.Pos
	Value bool
}

// Number is a number: a value of a range, or a truth value if it is 0 or 1.
type Number struct {
	Pos   diagnostic.Pos
	Value int
}

// Path is a variable or part of one, x.f[3], or a value of an enum.
type Path struct {
	Pos   diagnostic.Pos
	Name  string
	Steps []*Step
}

// A Step goes to a part of a value: a field, or an element of an array.
type Step struct {
	Pos   diagnostic.Pos
	Field string // "" for an element
	Index int
}

// Apply applies a predicate.
type Apply struct {
	Pos  diagnostic.Pos
	Name string
	Args []Expr
}

// Not is the negation.
type Not struct {
	Pos diagnostic.Pos
	X   Expr
}

// List is the conjunction (&) or the disjunction (|) of two or more operands
// without brackets between them.
type List struct {
	Pos      diagnostic.Pos
	Op       string
	Operands []Expr
}

// Binary joins two operands by ->, <-, <->, <+>, =, !=, assume or cofactor.
type Binary struct {
	Pos  diagnostic.Pos // of the operator
	Op   string
	X, Y Expr
}

// Quantified is exists or forall.
type Quantified struct {
	Pos    diagnostic.Pos
	Forall bool
	Vars   []*VarDecl
	X      Expr
}

// If is if (Cond) Then else Else; without Else it is Cond -> Then.
type If struct {
	Pos              diagnostic.Pos
	Cond, Then, Else Expr
}

// Case has the value behind the first condition that holds, and is false if none
// does.
type Case struct {
	Pos  diagnostic.Pos
	Arms []*Arm
}

// An Arm is one line of a Case.
type Arm struct{ Cond, Value Expr }

func (e *Bool) Position() diagnostic.Pos       { return e.Pos }
func (e *Number) Position() diagnostic.Pos     { return e.Pos }
func (e *Path) Position() diagnostic.Pos       { return e.Pos }
func (e *Apply) Position() diagnostic.Pos      { return e.Pos }
func (e *Not) Position() diagnostic.Pos        { return e.Pos }
func (e *List) Position() diagnostic.Pos       { return e.Pos }
func (e *Binary) Position() diagnostic.Pos     { return e.Pos }
func (e *Quantified) Position() diagnostic.Pos { return e.Pos }
func (e *If) Position() diagnostic.Pos         { return e.Pos }
func (e *Case) Position() diagnostic.Pos       { return e.Pos }
