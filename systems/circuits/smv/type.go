// This file defines how types are parsed.

package smv

// typ parses a type.
func (p *parser) typ() *Type {
	t := p.tok()
	typ := &Type{Pos: t.pos()}
	switch {
	case p.accept("boolean"):
		typ.Word = "boolean"
	case t.is("word"), t.is("signed"), t.is("unsigned"):
		typ.Word, typ.Signed = "word", t.is("signed")
		if p.next(); !t.is("word") {
			p.expect("word")
		}
		p.expect("[")
		typ.Width = p.expr()
		p.expect("]")
	case p.accept("array"):
		typ.Word = "array"
		if p.tok().is("word") {
			p.fail(p.tok().pos(), "write array 0..3 of unsigned word[8]", "arrays with words as indexes are not read here")
		}
		bounds := p.additive()
		p.expect("..")
		typ.Lo, typ.Hi = bounds, p.additive()
		p.expect("of")
		p.nest(func() { typ.Elem = p.typ() })
		if typ.Elem.Word == "module" {
			p.fail(typ.Elem.Pos, "declare the instances one by one", "arrays of modules are not read here, nor by NuSMV")
		}
	case t.is("{"):
		p.next()
		typ.Word = "enum"
		for {
			typ.Values = append(typ.Values, p.additive())
			if p.accept("..") {
				p.unexpected(", or }", "a range is written without braces")
			}
			if !p.accept(",") {
				break
			}
		}
		p.expect("}")
	case p.accept("process"):
		typ.Process = true
		p.instance(typ)
	case t.kind == tokName && !p.isRange():
		p.instance(typ)
	default:
		typ.Word = "range"
		if t.kind == tokWord || t.kind == tokOther || t.kind == tokEOF {
			p.unexpected("a type", "")
		}
		typ.Lo = p.additive()
		p.expect("..")
		typ.Hi = p.additive()
	}
	return typ
}

// isRange reports whether a type that begins with a name is a range: there is .. before its
// end.
func (p *parser) isRange() bool {
	for i := p.at; i < len(p.tokens); i++ {
		switch t := &p.tokens[i]; {
		case t.is(".."):
			return true
		case t.is(";"), t.kind == tokEOF, t.is("("):
			return false
		}
	}
	return false
}

// instance parses the module and the arguments of an instance.
func (p *parser) instance(typ *Type) {
	typ.Word, typ.Module = "module", p.name().Text
	if p.accept("(") && !p.accept(")") {
		for {
			typ.Args = append(typ.Args, p.expr())
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
	}
}
