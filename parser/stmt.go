// This file defines how statements are parsed.

package parser

import "github.com/ijit/ijit/parser/diagnostic"

// statement parses a statement with its labels and the semicolon behind it.
func (p *fileParser) statement() (*Stmt, error) {
	s := &Stmt{Proc: p.proc}
	s.Lead = p.takeAbove(&s.Origin)
	labels := p.labels()
	s.Pos, s.Labels = p.tok.pos, labels
	if len(labels) > 0 {
		p.takeBehindLabels(s)
	}
	if len(labels) > 0 && (p.atTerminator() || p.tok.kind == tokSemi) {
		e := p.unexpected("label " + labels[len(labels)-1].Name + " has no statement")
		e.hint = "write skip;"
		return nil, e
	}
	var err error
	switch {
	case p.at("if"):
		err = p.ifStatement(s)
	case p.at("while"):
		err = p.whileStatement(s)
	case p.at("atomic") && p.peek() == tokLBrace:
		err = p.atomicBlock(s)
	default:
		err = p.simpleStatement(s)
	}
	if err != nil {
		return nil, err
	}
	s.Comment = p.takeComment()
	p.takeInsideOf(s)
	return s, nil
}

// takeBehindLabels takes the comments between the labels of a statement and
// the statement proper. An origin there is closer than one above the labels.
func (p *fileParser) takeBehindLabels(s *Stmt) {
	above := s.Origin
	for _, line := range p.takeAbove(&s.Origin) {
		if line != "" {
			s.Lead = append(s.Lead, line)
		}
	}
	if above != nil && s.Origin != above {
		s.Lead = append(s.Lead, "// "+above.String())
	}
}

// takeInsideOf takes the comments inside a statement, or its head. An origin
// there counts if there is none above.
func (p *fileParser) takeInsideOf(s *Stmt) {
	for _, line := range p.takeInside(nil) {
		if s.Origin == nil {
			if s.Origin = parseOrigin(lineText(line)); s.Origin != nil {
				continue
			}
		}
		s.Lead = append(s.Lead, line)
	}
}

// labels parses "L1: 8: ...".
func (p *fileParser) labels() []*Label {
	var labels []*Label
	for p.tok.isLabel() && p.peek() == tokColon {
		t := p.next()
		p.next()
		labels = append(labels, &Label{Pos: t.pos, Name: t.name()})
	}
	return labels
}

// ifStatement parses if E then ... elsif E then ... else ... fi.
func (p *fileParser) ifStatement(s *Stmt) (err error) {
	op := &If{}
	s.Op = op
	for p.at("if") && len(op.Arms) == 0 || p.at("elsif") {
		arm := &Arm{Pos: p.next().pos}
		arm.Cond = p.condition("then")
		if n := len(op.Arms); n == 0 {
			p.takeInsideOf(s)
		} else {
			op.Arms[n-1].Notes.Close = p.takeInside(op.Arms[n-1].Notes.Close)
		}
		op.Arms = append(op.Arms, arm)
		if arm.Body, arm.Notes, err = p.nested(); err != nil {
			return err
		}
	}
	if p.acceptWord("else") {
		op.HasElse = true
		if op.Else, op.ElseNotes, err = p.nested(); err != nil {
			return err
		}
	}
	p.closing("fi", "if", s.Pos)
	p.accept(tokSemi)
	return nil
}

// whileStatement parses while E do ... od.
func (p *fileParser) whileStatement(s *Stmt) (err error) {
	op := &While{}
	s.Op = op
	p.next()
	op.Cond = p.condition("do")
	p.takeInsideOf(s)
	op.Body, op.Notes, err = p.nested()
	if err == nil {
		p.closing("od", "while", s.Pos)
		p.accept(tokSemi)
	}
	return err
}

// atomicBlock parses atomic { ... }.
func (p *fileParser) atomicBlock(s *Stmt) (err error) {
	op := &Atomic{}
	s.Op = op
	p.next()
	p.next()
	p.takeInsideOf(s)
	op.Body, op.Notes, err = p.nested()
	if err == nil {
		p.closing("}", "atomic block", s.Pos)
		p.accept(tokSemi)
	}
	return err
}

// condition parses the decider in the head of an if or while and the word
// behind it. A mistake in it does not make the statement go away.
func (p *fileParser) condition(word string) Expr {
	start := p.tok
	cond, err := p.expr()
	if err == nil && !p.acceptWord(word) {
		e := p.unexpected("expected an operator or " + word)
		if p.tok.kind == tokBraced || p.tok.kind == tokLBrace || p.startsStatement() {
			e.hint = map[string]string{"then": "if c then ... else ... fi", "do": "while c do ... od"}[word]
		}
		err = e
	}
	if err != nil {
		p.recoverTo(word, err, start)
		return &Star{}
	}
	return cond
}

// simpleStatement parses a statement without statements inside.
func (p *fileParser) simpleStatement(s *Stmt) (err error) {
	if s.Op, err = p.op(); err != nil {
		return err
	}
	if call, ok := s.Op.(*Call); ok && isAsync(s.Labels) {
		if len(call.Lhs) > 0 {
			p.Errorf(call.Lhs[0].Pos, "", "a thread returns no value")
		}
		s.Op = &StartThread{Proc: call.Proc, Args: call.Args}
	}
	return p.semicolon()
}

// isAsync tells whether one of the labels says that the call behind them
// starts a thread.
func isAsync(labels []*Label) bool {
	for _, l := range labels {
		if isAsyncLabel(l.Name) {
			return true
		}
	}
	return false
}

// op parses a simple statement proper. What follows its first word tells a
// keyword from a variable or procedure of that name.
func (p *fileParser) op() (Op, error) {
	t := p.tok
	if t.kind == tokTick {
		return p.assignment()
	}
	behind := p.peek()
	if t.isName() {
		switch behind {
		case tokAssign, tokComma, tokDollar, tokTick:
			return p.assignment()
		}
	}
	if t.kind == tokWord {
		switch t.text {
		case "goto":
			return p.gotoOp()
		case "return":
			return parseProduction(p, p.grammar.returns)
		case "assume":
			return parseProduction(p, p.grammar.assume)
		case "assert":
			return parseProduction(p, p.grammar.assert)
		case "start_thread":
			return p.startThread()
		case "dead":
			return p.dead()
		case "atomic":
			if behind != tokLParen {
				p.next()
				return nil, p.unexpected("expected { behind atomic")
			}
		case "print":
			_, err := parseProduction(p, p.grammar.print)
			return &Skip{}, err
		}
		if behind != tokLParen {
			if op := wordOp(t.text); op != nil {
				p.next()
				return op, nil
			}
		}
	}
	if !t.isName() {
		return nil, p.unexpected("expected a statement")
	}
	if behind == tokLParen {
		return p.call(nil)
	}
	e := p.unexpected("no statement starts like this")
	e.silent = e.silent || behind == tokInvalid
	switch {
	case t.kind != tokWord:
	case t.text == "for" || t.text == "loop":
		e.hint = "a loop is written while c do ... od"
	case behind == tokEq:
		e.hint = "= compares; x := e; assigns"
	default:
		e.hint = diagnostic.DidYouMean(t.text, statementWords())
	}
	if e.hint == "" {
		e.hint = "x := e; assigns, f(e); calls"
	}
	return nil, e
}

// wordOp returns the statement that consists of one word.
func wordOp(word string) Op {
	switch word {
	case "skip":
		return &Skip{}
	case "end_thread":
		return &EndThread{}
	case "atomic_begin":
		return &AtomicBegin{}
	case "atomic_end":
		return &AtomicEnd{}
	case "wait":
		return &Wait{}
	case "signal":
		return &Signal{}
	case "broadcast":
		return &Broadcast{}
	}
	return nil
}

// statementWords returns the words that start a statement.
func statementWords() []string {
	return []string{"skip", "goto", "assume", "assert", "if", "while", "start_thread", "end_thread",
		"atomic_begin", "atomic_end", "atomic", "wait", "signal", "broadcast", "return", "dead", "print",
		"enforce", "decl", "end", "fi", "od", "else", "elsif"}
}

// gotoOp parses goto L1, L2.
func (p *fileParser) gotoOp() (Op, error) {
	op := &Goto{}
	p.next()
	for {
		if !p.tok.isLabel() {
			return nil, p.unexpected("expected a label")
		}
		t := p.next()
		op.Targets = append(op.Targets, &Target{Pos: t.pos, Name: t.name()})
		if !p.accept(tokComma) {
			return op, nil
		}
	}
}

// startThread parses start_thread goto L and start_thread f(e). Some write the
// label without goto.
func (p *fileParser) startThread() (Op, error) {
	bracket := p.peek() == tokLParen
	n, err := parseProduction(p, p.grammar.startThread)
	switch {
	case err != nil && bracket:
		return nil, hinted(err, "start_thread f(e); starts a thread in procedure f")
	case err != nil:
		return nil, err
	case n.Args != nil && n.Name != nil:
		return &StartThread{Proc: &ProcRef{Pos: n.Name.pos, Name: n.Name.name()}, Args: n.Args.Args}, nil
	case n.Goto == nil:
		n.Goto = n.Name
	}
	return &StartThread{Target: &Target{Pos: n.Goto.pos, Name: n.Goto.name()}}, nil
}

// dead parses dead x, y.
func (p *fileParser) dead() (Op, error) {
	n, err := parseProduction(p, p.grammar.dead)
	if err != nil {
		return nil, err
	}
	op := &Dead{}
	for _, v := range n.Vars {
		op.Vars = append(op.Vars, &Ref{Pos: v.pos, Name: v.name()})
	}
	return op, nil
}

// assignment parses x, y := e1, e2 constrain E and x, y := f(e).
func (p *fileParser) assignment() (Op, error) {
	var lhs []*Ref
	for {
		ref, err := p.reference()
		if err != nil {
			return nil, err
		}
		lhs = append(lhs, ref)
		if !p.accept(tokComma) {
			break
		}
	}
	if err := p.expect(tokAssign, ":="); err != nil {
		return nil, err
	}
	if p.tok.isName() && p.peek() == tokLParen {
		return p.call(lhs)
	}
	op := &Assign{Lhs: lhs}
	var err error
	if op.Rhs, err = p.exprs(); err != nil {
		return nil, err
	}
	if p.acceptWord("constrain") {
		op.Constrain, err = p.expr()
	}
	return op, err
}

// call parses f(e1, e2) behind the left sides it assigns to.
func (p *fileParser) call(lhs []*Ref) (Op, error) {
	t := p.next()
	op := &Call{Lhs: lhs, Proc: &ProcRef{Pos: t.pos, Name: t.name()}}
	p.next()
	if p.accept(tokRParen) {
		return op, nil
	}
	var err error
	if op.Args, err = p.exprs(); err != nil {
		return nil, err
	}
	return op, p.expect(tokRParen, "an operator, a comma or )")
}

// exprs parses e1, e2.
func (p *fileParser) exprs() ([]Expr, error) {
	var list []Expr
	for {
		e, err := p.expr()
		if err != nil {
			return nil, err
		}
		list = append(list, e)
		if !p.accept(tokComma) {
			return list, nil
		}
	}
}
