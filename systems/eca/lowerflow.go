// This file defines how statements are lowered.

package eca

import (
	"fmt"
	"strings"
)

// A write gives a variable a value: a formula for each of its bits. If that leaves a choice,
// the formulas are *, and constrain says what may be chosen.
type write struct {
	to        *variable
	bits      []formula
	constrain formula
}

// maxWrites is how many writes one statement does at most.
const maxWrites = 32

// procedure writes the procedure for a function.
func (l *lowering) procedure(p *Func) {
	l.print("")
	l.print("void %s() begin", l.procs[p])
	l.depth++
	if v := l.results[p]; v != nil && v.State {
		l.assign(v, &Expr{Op: Const}, p.Pos, p)
	}
	l.list(p.Body, p)
	l.depth--
	l.print("end")
}

// list writes statements of p.
func (l *lowering) list(list []Stmt, p *Func) {
	for i := 0; i < len(list); i++ {
		switch s := list[i].(type) {
		case *Assign:
			l.assign(s.Var, s.Value, s.Pos, p)
		case *Read:
			l.read(s, p)
		case *If:
			l.branch(s, p)
		case *Call:
			for i, a := range s.Args {
				if v := s.Func.Params[i]; l.matters(v) {
					l.assign(v, a, s.Pos, p)
				}
			}
			l.statement(s.Pos, p, l.procs[s.Func]+"()")
			if v := l.results[s.Func]; v != nil && s.Result != nil {
				l.assign(s.Result, &Expr{Op: Load, Var: v}, s.Pos, p)
			}
		case *Return:
			if v := l.results[p]; v != nil && s.Value != nil {
				l.assign(v, s.Value, s.Pos, p)
			}
			l.statement(s.Pos, p, "return")
		case *Reach:
			does := "skip"
			if i+1 < len(list) {
				if _, exits := list[i+1].(*Exit); exits {
					does, i = "assume(0)", i+1
				}
			}
			l.statement(s.Label.Pos, p, quoted(s.Label.Name)+": "+does)
		case *Exit:
			l.statement(s.Pos, p, "assume(0)")
		case *Loop:
			l.flush()
			l.print("while 1 do")
			l.depth++
			l.list(s.Body, p)
			l.depth--
			l.print("od;")
		}
	}
	l.flush()
}

// statement writes a statement behind those that wait, with its origin.
func (l *lowering) statement(at Pos, p *Func, text string) {
	l.flush()
	l.print("%s", l.originOf(at, p))
	l.print("%s;", text)
}

// originOf returns the comment that says where a statement comes from, as SATABS writes it.
func (l *lowering) originOf(at Pos, p *Func) string {
	return fmt.Sprintf("// file %s line %d function %s", l.file, at.Line, p.Name)
}

// branch writes an if, unless nothing is done in it.
func (l *lowering) branch(s *If, p *Func) {
	l.flush()
	start, line := l.out.Len(), l.line
	l.print("%s", l.originOf(s.Position(), p))
	does := 0
	body := func(list []Stmt) {
		before := l.line
		l.depth++
		l.list(list, p)
		l.depth--
		does += l.line - before
	}
	word := "if"
	for i := range s.Branches {
		b := &s.Branches[i]
		l.print("%s %s then", word, l.condition(b.Cond).text)
		body(b.Body)
		word = "elsif"
	}
	if len(s.Else) > 0 {
		l.print("else")
		body(s.Else)
	}
	l.print("fi;")
	if does == 0 {
		l.out.Truncate(start)
		l.line = line
	}
}

// read writes the statement that reads an input.
func (l *lowering) read(s *Read, p *Func) {
	l.flush()
	if !s.Var.Used { // it counts, whatever it is
		l.lowered.reads[l.line+1] = &variable{class: &class{cells: []cell{{lo: int64(l.Alphabet[0])}}}}
		l.statement(s.Pos, p, "skip")
		return
	}
	v := l.of(s.Var)
	inputs := make([]bool, len(v.cells))
	for _, x := range l.Alphabet {
		inputs[v.cell(int64(x))] = true
	}
	l.origin = l.originOf(s.Pos, p)
	l.choose(v, v.becomes(func(code int) bool { return inputs[code] }))
	l.lowered.reads[l.line+1] = v // behind the origin
	l.flush()
}

// assign writes an assignment, or lets it wait for others.
func (l *lowering) assign(to *Var, e *Expr, at Pos, p *Func) {
	if !to.Used {
		return
	}
	v := l.of(to)
	e.loads(func(e *Expr) {
		if l.waits(l.of(e.Var)) {
			l.flush()
		}
	})
	if l.waits(v) || len(l.writes) == maxWrites {
		l.flush()
	}
	if len(l.writes) == 0 {
		l.origin = l.originOf(at, p)
	}
	switch {
	case e.Op == Load && l.of(e.Var).class == v.class:
		from := l.of(e.Var)
		l.writes = append(l.writes, write{v, v.each(func(i int) formula { return bit(from.bits[i]) }), constant(true)})
	case e.Op.isCondition() && v.exact:
		holds, yes, no := l.condition(e), v.cell(1), v.cell(0)
		l.writes = append(l.writes, write{v, v.each(func(i int) formula {
			return choose(holds, constant(v.bit(yes, i)), constant(v.bit(no, i)))
		}), constant(true)})
	default:
		l.compute(v, e)
	}
}

// waits reports whether a write of v waits.
func (l *lowering) waits(v *variable) bool {
	for i := range l.writes {
		if l.writes[i].to == v {
			return true
		}
	}
	return false
}

// each returns a formula for each bit, the highest one first.
func (v *variable) each(do func(i int) formula) []formula {
	list := make([]formula, len(v.bits))
	for i := range list {
		list[i] = do(i)
	}
	return list
}

// bit returns a bit of a code, counted from the highest one.
func (v *variable) bit(code, i int) bool { return code>>(len(v.bits)-1-i)&1 == 1 }

// compute lets the assignment of what is evaluated with intervals wait.
func (l *lowering) compute(v *variable, e *Expr) {
	// leads calls do with the first and the last cell to which a value leads.
	leads := func(x cell) (first, last int) { return v.cell(x.lo), v.cell(x.hi) }
	clear := true
	list := v.each(func(i int) formula {
		return l.cases(e, func(x cell) formula {
			first, last := leads(x)
			clear = clear && first == last
			return constant(v.bit(first, i))
		})
	})
	if clear {
		l.writes = append(l.writes, write{v, list, constant(true)})
		return
	}
	l.choose(v, l.cases(e, func(x cell) formula {
		first, last := leads(x)
		return v.becomes(func(code int) bool { return first <= code && code <= last })
	}))
}

// choose lets a choice among values wait: those for which a formula over the bits behind the
// statement holds.
func (l *lowering) choose(v *variable, among formula) {
	l.writes = append(l.writes, write{v, v.each(func(int) formula { return either() }), among})
}

// flush writes the writes that wait, as one statement.
func (l *lowering) flush() {
	var left, right []string
	constrain := constant(true)
	for _, w := range l.writes {
		for i, f := range w.bits {
			left, right = append(left, w.to.bits[i]), append(right, f.text)
		}
		constrain = and(constrain, w.constrain)
	}
	l.writes = l.writes[:0]
	if len(left) == 0 {
		return
	}
	text := strings.Join(left, ", ") + " := " + strings.Join(right, ", ")
	if !constrain.is(true) {
		text += " constrain " + constrain.text
	}
	l.print("%s", l.origin)
	l.print("%s;", text)
}
