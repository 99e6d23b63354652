// This file defines the grammar as participle reads it.
//
// The declarative part, in struct tags, is what a program is made of and the
// statements that are not the most frequent ones; where a statement of the syntax
// tree is what participle fills in, the tags stand there (ast.go). Statement lists,
// skip, goto, assignments, calls and expressions are parsed by functions, for three
// reasons: a list must recover from errors and go on, expressions bind by dialect,
// and a statement takes participle 4 microseconds of reflection, a function a tenth
// of that.

package parser

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

type (
	// declNode is "decl x, y := 0;".
	declNode struct {
		Vars []*varNode `parser:"'decl' @@ ( ',' @@ )* ';'"`
	}
	varNode struct {
		Name *nameNode `parser:"@@"`
		Init string    `parser:"( ':=' @( '0' | '1' | '*' | 'F' | 'T' ) )?"`
	}
	// headNode is everything of a procedure in front of its body.
	headNode struct {
		Kind    string      `parser:"@( 'void' | 'bool' )"`
		Returns *numberNode `parser:"( '<' @@ '>' )?"`
		Name    *nameNode   `parser:"@@"`
		Params  []*nameNode `parser:"'(' ( @@ ( ',' @@ )* )? ')' 'begin'"`
	}
	enforceNode struct {
		Cond Expr `parser:"'enforce' @@ ';'"`
	}
	startThreadNode struct {
		Goto *labelNode `parser:"'start_thread' ( 'goto' @@"`
		Name *labelNode `parser:"| @@"`
		Args *argsNode  `parser:"@@? )"`
	}
	deadNode struct {
		Vars []*nameNode `parser:"'dead' @@ ( ',' @@ )*"`
	}
	printNode struct {
		Args *argsNode `parser:"'print' @@"`
	}
	argsNode struct {
		Args []Expr `parser:"'(' ( @@ ( ',' @@ )* )? ')'"`
	}

	// programNode makes every production known to one participle parser, from
	// which newProductions takes them one by one.
	programNode struct {
		Decl        *declNode        `parser:"  @@"`
		Head        *headNode        `parser:"| @@"`
		Enforce     *enforceNode     `parser:"| @@"`
		StartThread *startThreadNode `parser:"| @@"`
		Dead        *deadNode        `parser:"| @@"`
		Print       *printNode       `parser:"| @@"`
		Return      *Return          `parser:"| @@"`
		Assume      *Assume          `parser:"| @@"`
		Assert      *Assert          `parser:"| @@"`
	}
)

type (
	nameNode   struct{ token } // of a variable or procedure
	labelNode  struct{ token } // of a label, which may be a number
	numberNode struct{ token }
)

// Parse implements participle.Parseable.
func (n *nameNode) Parse(lex *lexer.PeekingLexer) error {
	return n.takeIf(lex, (*token).isName)
}

// Parse implements participle.Parseable.
func (n *labelNode) Parse(lex *lexer.PeekingLexer) error {
	return n.takeIf(lex, (*token).isLabel)
}

// Parse implements participle.Parseable.
func (n *numberNode) Parse(lex *lexer.PeekingLexer) error {
	return n.takeIf(lex, func(t *token) bool { return t.kind == tokNumber })
}

// takeIf takes the next token if it matches.
func (t *token) takeIf(lex *lexer.PeekingLexer, match func(*token) bool) error {
	if *t = fromParticiple(lex.Peek()); !match(t) {
		return participle.NextMatch
	}
	lex.Next()
	return nil
}

// The productions that parse functions ask participle for.
type productions struct {
	expr func(*lexer.PeekingLexer) (Expr, error) // parses an expression of the file

	decl        *participle.Parser[declNode]
	head        *participle.Parser[headNode]
	enforce     *participle.Parser[enforceNode]
	startThread *participle.Parser[startThreadNode]
	dead        *participle.Parser[deadNode]
	print       *participle.Parser[printNode]
	returns     *participle.Parser[Return]
	assume      *participle.Parser[Assume]
	assert      *participle.Parser[Assert]
}

// free holds productions that no file uses: a small program is parsed in a twentieth of the
// time that it takes to build them (half a millisecond).
var free sync.Pool

// newProductions returns the grammar around a function that parses expressions. That
// function knows the dialect and where to report to, so no two files that are parsed at
// the same time share the grammar.
func newProductions(expr func(*lexer.PeekingLexer) (Expr, error)) (*productions, error) {
	if g, ok := free.Get().(*productions); ok {
		g.expr = expr
		return g, nil
	}
	g := &productions{expr: expr}
	program, err := participle.Build[programNode](
		participle.Lexer(definition{}),
		participle.UseLookahead(0),
		participle.ParseTypeWith(func(lex *lexer.PeekingLexer) (Expr, error) { return g.expr(lex) }),
	)
	if err != nil {
		return nil, err
	}
	g.decl = production[declNode](program, &err)
	g.head = production[headNode](program, &err)
	g.enforce = production[enforceNode](program, &err)
	g.startThread = production[startThreadNode](program, &err)
	g.dead = production[deadNode](program, &err)
	g.print = production[printNode](program, &err)
	g.returns = production[Return](program, &err)
	g.assume = production[Assume](program, &err)
	g.assert = production[Assert](program, &err)
	return g, err
}

// release lets another file use the productions.
func (g *productions) release() {
	g.expr = nil
	free.Put(g)
}

func production[P any](program *participle.Parser[programNode], err *error) *participle.Parser[P] {
	p, e := participle.ParserForProduction[P](program)
	if e != nil {
		*err = e
	}
	return p
}

// isReserved tells whether a word can be a name only in braces. The words that
// start a statement are not reserved: a variable may be called atomic.
func isReserved(word string) bool {
	switch word {
	case "decl", "void", "bool", "begin", "end", "enforce", "goto", "return", "constrain",
		"if", "then", "elsif", "else", "fi", "while", "do", "od":
		return true
	}
	return false
}
