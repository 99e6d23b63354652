// This file defines which predicates a file mentions.

package syntax

// Mentions returns the names of all predicates that the commands of a file mention, be
// they declared there or not.
func (f *File) Mentions() map[string]bool {
	names := map[string]bool{}
	for _, c := range f.Commands {
		switch c := c.(type) {
		case *PredDecl:
			names[c.Name] = true
			mentions(names, c.Body)
		case *ExprCommand:
			mentions(names, c.X)
		case *Directive:
			if c.Word != nil {
				names[c.Word.Name] = true
			}
			mentions(names, c.X)
		}
	}
	return names
}

// mentions adds the names of predicates in an expression, if there is one.
func mentions(names map[string]bool, exprs ...Expr) {
	for _, x := range exprs {
		switch x := x.(type) {
		case *Apply:
			names[x.Name] = true
			mentions(names, x.Args...)
		case *Not:
			mentions(names, x.X)
		case *List:
			mentions(names, x.Operands...)
		case *Binary:
			mentions(names, x.X, x.Y)
		case *Quantified:
			mentions(names, x.X)
		case *If:
			mentions(names, x.Cond, x.Then, x.Else)
		case *Case:
			for _, a := range x.Arms {
				mentions(names, a.Cond, a.Value)
			}
		}
	}
}
