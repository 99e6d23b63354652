// This file defines how declarations are read: functions, variables, and what is passed over.

package eca

// file reads declarations up to the end of the file.
func (p *parser) file() {
	p.advance()
	p.advance()
	for p.tok.kind != tokEOF && !p.Full {
		before := p.tok.off
		p.external()
		p.syncFile()
		if p.tok.off == before {
			p.advance()
		}
	}
}

// syncFile passes over tokens up to the next declaration, after an error.
func (p *parser) syncFile() {
	for p.panicking && p.tok.kind != tokEOF {
		switch p.tok.kind {
		case ';':
			p.panicking = false
			p.advance()
		case '{':
			p.balanced()
			p.panicking = p.tok.kind == ';' || p.tok.kind == tokName // of a struct, or of a variable of its type
		case '(':
			p.balanced()
		case tokInt, tokVoid, tokExtern, tokStatic:
			p.panicking = false
		default:
			p.advance()
		}
	}
	p.panicking = false
}

// external reads a declaration outside of functions.
func (p *parser) external() {
	if p.accept(';') {
		return
	}
	if p.tok.kind == tokExtern || p.otherType() && p.prototype() {
		p.foreign()
		return
	}
	s, ok := p.specifiers()
	switch {
	case p.panicking:
	case !ok && !(p.tok.kind == tokName && p.ahead.kind == '('):
		p.unexpected("a declaration")
	case p.tok.kind == tokName && p.ahead.kind == '(':
		p.function(s)
	case s.void:
		p.expect(tokName, "the name of a function")
	default:
		p.declarators(s, nil)
	}
}

// otherType reports whether a type comes next that is not read.
func (p *parser) otherType() bool { return p.tok.kind >= tokChar || p.tok.kind == tokConst }

// prototype reports whether the declaration that begins here is one of functions only.
func (p *parser) prototype() bool {
	saved := *p
	defer func() { *p = saved }()
	paren := false
	for {
		switch p.tok.kind {
		case ';':
			return paren
		case '(':
			paren = true
			p.balanced()
		case '{', '}', '=', tokEOF:
			return false
		default:
			p.advance()
		}
	}
}

// foreign passes over a declaration of what is defined elsewhere, and remembers its name.
func (p *parser) foreign() {
	for p.tok.kind != ';' && p.tok.kind != tokEOF {
		switch {
		case p.tok.kind == '(':
			p.balanced()
			continue
		case p.tok.kind == '=' || p.tok.kind == '{':
			p.failf(p.tok.pos(), "leave out extern", "a declaration with extern has no value or body")
			return
		case p.tok.kind == tokName && p.ahead.kind != '(':
			if p.lookup(p.tok.name) == nil {
				p.bind(p.tok.name, &symbol{pos: p.tok.pos(), kind: symExtern})
			}
		}
		p.advance()
	}
	p.expect(';', ";")
}

// A specifier is what stands in front of the names of a declaration.
type specifier struct {
	void, isConst, isStatic bool
}

// specifiers reads the type of a declaration. It says whether there is one.
func (p *parser) specifiers() (s specifier, ok bool) {
	for {
		switch k := p.tok.kind; {
		case k == tokInt || k == tokSigned:
		case k == tokVoid:
			s.void = true
		case k == tokStatic:
			s.isStatic = true
		case k == tokConst:
			s.isConst = true
		case k == tokStruct || k == tokUnion || k == tokEnum || k == tokTypedef:
			p.failf(p.tok.pos(), "all variables are of type int", "%s is not read", p.text(&p.tok))
			return s, false
		case k == tokExtern:
			p.failf(p.tok.pos(), "declare it in front of the functions", "extern is not read inside of functions")
			return s, false
		case k >= tokChar:
			switch word := p.text(&p.tok); word {
			case "inline", "register", "auto":
			case "volatile":
				p.failf(p.tok.pos(), "", "volatile variables are not read")
				return s, false
			default:
				p.failf(p.tok.pos(), "all variables are of type int", "type %s is not read", word)
				return s, false
			}
		case k == '*' && ok:
			p.failf(p.tok.pos(), "", "pointers are not read")
			return s, false
		default:
			return s, ok
		}
		ok = true
		p.advance()
	}
}

// declarators reads the variables of a declaration. Of locals, it returns what gives them
// their first values.
func (p *parser) declarators(s specifier, body []Stmt) []Stmt {
	for {
		if p.tok.kind == '*' || p.tok.kind == '(' && p.ahead.kind == '*' {
			p.failf(p.tok.pos(), "", "pointers are not read")
			return body
		}
		name := p.tok
		if !p.expect(tokName, "a name") {
			return body
		}
		if p.tok.kind == '[' {
			p.array(name)
		} else {
			body = p.variable(name, s, body)
		}
		if p.panicking || !p.accept(',') {
			break
		}
	}
	if !p.panicking {
		p.expect(';', ";")
	}
	return body
}

// array passes over an array: those that nobody reads are allowed.
func (p *parser) array(name token) {
	for p.tok.kind == '[' {
		p.balanced()
	}
	if p.accept('=') {
		if p.tok.kind != '{' {
			p.failf(p.tok.pos(), "", "expected { and the values of the array, found %s", p.describe())
			return
		}
		p.balanced()
	}
	p.bind(name.name, &symbol{pos: name.pos(), kind: symArray})
}

// variable reads a variable, from behind its name on.
func (p *parser) variable(name token, s specifier, body []Stmt) []Stmt {
	if p.fn == nil || s.isStatic {
		p.global(name, s)
		return body
	}
	v := p.newVar(name)
	p.bind(name.name, &symbol{pos: v.Pos, v: v, isConst: s.isConst})
	if p.accept('=') {
		v.once = true
		body = p.assignment(v, v.Pos, body)
	}
	return body
}

// global reads a variable that keeps its value, from behind its name on. It may be declared
// several times outside of functions, if one of these gives it a value at most.
func (p *parser) global(name token, s specifier) {
	old := p.lookup(name.name)
	again := old != nil && p.fn == nil && old.kind == symVar && !(old.valued && p.tok.kind == '=')
	sym := old
	if !again {
		v := p.newVar(name)
		v.Func = nil
		sym = &symbol{pos: v.Pos, v: v, isConst: s.isConst}
		p.bind(name.name, sym)
	}
	if p.accept('=') {
		sym.valued = true
		p.inits = append(p.inits, constantInit{sym.v, p.expr()})
	}
}

func (p *parser) newVar(name token) *Var {
	v := &Var{ID: len(p.f.Vars), Name: p.names.text[name.name], Pos: name.pos()}
	if p.fn != nil {
		v.Func = p.fn.f
	}
	p.f.Vars = append(p.f.Vars, v)
	return v
}

// function reads a function, from its name on.
func (p *parser) function(s specifier) {
	name := p.tok
	text := p.names.text[name.name]
	p.advance()
	saved := *p
	p.balanced()
	switch {
	case p.tok.kind != '{':
		// A prototype; attributes may follow.
		for p.tok.kind != ';' && p.tok.kind != tokEOF && p.tok.kind != '{' && p.tok.kind != '}' {
			p.advance()
		}
		p.expect(';', "; or {")
		return
	case isBuiltin(text):
		p.balanced()
		return
	}
	p.resetTo(&saved)
	f := &Func{Name: text, Pos: name.pos(), Body: []Stmt{}}
	sym := &symbol{pos: f.Pos, kind: symFunc, f: f, void: s.void, labels: map[int32]Pos{}}
	p.bind(name.name, sym)
	p.fn = sym
	mark := p.openBlock()
	if text == "main" {
		p.f.Main = f
		p.balanced() // its parameters have no meaning
	} else {
		p.parameters(f)
	}
	if p.panicking {
		for p.tok.kind != '{' && p.tok.kind != tokEOF {
			p.advance()
		}
		p.panicking = false
	}
	p.expect('{', "{")
	f.Body = p.statements(f.Body)
	if len(f.Body) == 0 && isError(text) {
		f.Body = append(f.Body, p.newLabel(text, f.Pos))
	}
	p.expect('}', "}")
	p.closeBlock(mark)
	p.fn = nil
	p.f.Funcs = append(p.f.Funcs, f)
}

// resetTo goes back to a place.
func (p *parser) resetTo(saved *parser) {
	p.scanner, p.tok, p.ahead, p.lastEnd = saved.scanner, saved.tok, saved.ahead, saved.lastEnd
}

// parameters reads the parameters of a function.
func (p *parser) parameters(f *Func) {
	p.expect('(', "(")
	if p.tok.kind == tokVoid && p.ahead.kind == ')' {
		p.advance()
	}
	if p.accept(')') {
		return
	}
	for {
		s, ok := p.specifiers()
		if !p.panicking && !ok {
			p.unexpected("the type of a parameter")
		}
		if p.panicking {
			return
		}
		name := p.tok
		if !p.expect(tokName, "the name of a parameter") {
			return
		}
		if p.tok.kind == '[' {
			p.failf(p.tok.pos(), "", "arrays are not read")
			return
		}
		v := p.newVar(name)
		v.Assigned = true
		f.Params = append(f.Params, v)
		p.bind(name.name, &symbol{pos: v.Pos, v: v, isConst: s.isConst})
		if !p.accept(',') {
			break
		}
	}
	p.expect(')', ")")
}
