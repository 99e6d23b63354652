// This file defines the syntax tree.

package smv

import "github.com/ijit/ijit/parser/diagnostic"

// A Pos is a place in the source. Line and Col count from 1, Col in bytes.
type Pos = diagnostic.Pos

// A File is one SMV file as written.
type File struct {
	Name     string // as given to Parse; used in messages
	Modules  []*Module
	Warnings []*diagnostic.Diagnostic

	reporter diagnostic.Reporter // goes on to collect what compilation finds
}

// A Module is a MODULE with its sections in order.
type Module struct {
	Pos      Pos
	Name     string
	Params   []Name
	Sections []*Section
}

// A Name is a name where it is declared.
type Name struct {
	Pos  Pos
	Text string
}

// A Section is a part of a module. Its Keyword says which of the fields are set.
type Section struct {
	Pos       Pos
	Keyword   string    // VAR, ASSIGN, ...; SPEC stands for CTLSPEC too, FAIRNESS for JUSTICE
	Decls     []*Decl   // VAR, IVAR, FROZENVAR
	Assigns   []*Assign // ASSIGN, DEFINE
	Constants []Name    // CONSTANTS
	Name      string    // of a specification, or ""; of the module after ISA
	Expr      *Expr     // of constraints and specifications; nil if it is not read
	Second    *Expr     // the second one of COMPASSION and of COMPUTE
	Most      bool      // of COMPUTE: MAX, not MIN
	Text      string    // of specifications, blanks normalised
}

// A Decl declares a variable or an instance of a module.
type Decl struct {
	Name Name
	Type *Type
}

// A Type is a type as written. Its Word says which of the fields are set.
type Type struct {
	Pos    Pos
	Word   string // boolean, enum, range, array, word, or module
	Signed bool   // of words
	Width  *Expr
	Values []*Expr
	Lo, Hi *Expr
	Elem   *Type
	Module string
	// Process is set for an asynchronous instance.
	Process bool
	Args    []*Expr
}

// An Assign assigns to a variable, or is a definition.
type Assign struct {
	Pos    Pos
	Word   string // init, next, or "" for the plain one and for definitions
	Target *Expr
	Value  *Expr
}

// An Op is the operator of an expression, as it is written.
type Op string

// Operators that are no words of the language.
const (
	opName   Op = "name"
	opNumber Op = "number"
	opWord   Op = "word"  // a constant, such as 0ud8_255
	opDot    Op = "."     // Args[0].Name
	opIndex  Op = "[]"    // Args[0][Args[1]]
	opBits   Op = "[:]"   // Args[0][Args[1] : Args[2]]
	opNeg    Op = "neg"   // - Args[0]
	opSet    Op = "{}"    // all Args
	opRange  Op = ".."    // Args[0] .. Args[1]
	opArray  Op = "[,]"   // all Args
	opAll    Op = "A"     // A [ Args[0] U Args[1] ], or with bounds
	opSome   Op = "E"     // E [ Args[0] U Args[1] ], or with bounds
	opCase   Op = "case"  // conditions and values in turns
	opChoice Op = "?:"    // Args[0] ? Args[1] : Args[2]
	opUnion  Op = "union" // all Args
)

// An Expr is an expression. Chains of one operator that groups to the left are one
// expression: a & b & c has three Args.
type Expr struct {
	Op      Op
	Pos     Pos
	Name    string // of names, and behind the dot; the text of constants
	Value   int64  // of numbers
	Args    []*Expr
	Bounded bool // a temporal operator that looks between Lo and Hi steps ahead, or back
	Lo, Hi  int
}
