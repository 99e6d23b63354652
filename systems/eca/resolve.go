// This file defines what is done when the whole file is known: calls are linked, constants
// folded, labels numbered.

package eca

import (
	"strconv"

	"github.com/ijit/ijit/parser/diagnostic"
)

// resolve completes the tree. After an error the tree is of no use.
func (p *parser) resolve() {
	for _, init := range p.inits {
		fold(init.value, false)
		if init.value.Op != Const {
			p.Errorf(init.value.Position(), "assign it at the beginning of main", "the initial value of %s is not a constant", init.v.Name)
		}
		init.v.Init = init.value.Value
	}
	p.link()
	if p.Errors != nil || !p.order() {
		return
	}
	p.checkMain()
	p.measure()
	if p.Errors != nil {
		return
	}
	for _, f := range p.f.Funcs {
		foldBody(f.Body)
	}
	p.finishAsserts()
	p.numberLabels()
	p.prune()
	p.divide()
	for _, f := range p.f.Funcs {
		p.checkExprs(f.Body)
	}
	if p.Errors != nil {
		return
	}
	p.findUsed()
	p.checkAssigned()
	p.findTypes()
}

// link gives each call its function.
func (p *parser) link() {
	for _, c := range p.calls {
		name := p.names.text[c.name]
		s := p.lookup(c.name)
		if s == nil || s.kind != symFunc {
			var names []string
			for _, f := range p.f.Funcs {
				names = append(names, f.Name)
			}
			hint := diagnostic.DidYouMean(name, names)
			if hint == "" {
				hint = "give it a body in this file"
			}
			p.Errorf(c.stmt.Pos, hint, "function %s is not defined", name)
			continue
		}
		c.stmt.Func = s.f
		switch have, want := len(c.stmt.Args), len(s.f.Params); {
		case s.f == p.f.Main:
			p.Errorf(c.stmt.Pos, "", "main is called by the program")
		case have != want:
			p.Errorf(c.stmt.Pos, s.f.Name+" is at "+s.pos.String(), "%s is called with %s, but has %s", name,
				count(have, "argument"), count(want, "parameter"))
		case s.void && c.stmt.Result != nil:
			p.Errorf(c.stmt.Pos, "", "%s is void and returns no value", name)
		}
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// order sorts Funcs so that each stands behind those that it calls, in p.ordered. It reports
// recursion.
func (p *parser) order() bool {
	callees := map[*Func][]*Call{}
	for _, c := range p.calls {
		callees[c.from] = append(callees[c.from], c.stmt)
	}
	const open, done = 1, 2
	status := map[*Func]int{}
	type frame struct {
		f    *Func
		next int
	}
	for _, root := range p.f.Funcs {
		if status[root] != 0 {
			continue
		}
		stack := []frame{{root, 0}}
		status[root] = open
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.next == len(callees[top.f]) {
				status[top.f] = done
				p.ordered = append(p.ordered, top.f)
				stack = stack[:len(stack)-1]
				continue
			}
			c := callees[top.f][top.next]
			top.next++
			switch status[c.Func] {
			case 0:
				status[c.Func] = open
				stack = append(stack, frame{c.Func, 0})
			case open:
				p.Errorf(c.Pos, "", "%s calls itself, in the end: recursion is not read", c.Func.Name)
				return false
			}
		}
	}
	return true
}

// maxExecuted is how many statements a turn may execute: functions that call each other several
// times may take exponential time.
const maxExecuted = 1 << 26

// measure counts what a call of each function executes at most.
func (p *parser) measure() {
	p.reads = map[*Func]int{}
	executed := map[*Func]int{}
	for _, f := range p.ordered {
		n, reads := 0, 0
		visit(f.Body, func(s Stmt) {
			n++
			switch s := s.(type) {
			case *Read:
				reads++
			case *Call:
				n += executed[s.Func]
				reads += p.reads[s.Func]
			}
			n, reads = min(n, maxExecuted+1), min(reads, maxExecuted)
		})
		executed[f], p.reads[f] = n, reads
		if n > maxExecuted {
			p.Errorf(f.Pos, "", "a call of %s may execute more than %d statements", f.Name, maxExecuted)
			return
		}
	}
}

// checkMain checks that main ends with a loop, and cuts off what stands behind it.
func (p *parser) checkMain() {
	if p.f.Main == nil {
		p.Errorf(Pos{Line: 1, Col: 1}, "", "there is no function main")
		return
	}
	for i, s := range p.f.Main.Body {
		if _, ok := s.(*Loop); ok {
			p.behindLoop(p.f.Main.Body[i+1:])
			p.f.Main.Body = p.f.Main.Body[:i+1]
			return
		}
	}
	p.Errorf(p.f.Main.Pos, "such a program reads inputs in while (1) { ... }", "main has no endless loop")
}

// behindLoop warns of what is never executed. A return is usual.
func (p *parser) behindLoop(body []Stmt) {
	for _, s := range body {
		if _, ok := s.(*Return); !ok {
			p.Warnf(s.Position(), "", "this is never executed: the loop in front of it does not end")
			return
		}
	}
}

// foldBody folds the constants of statements.
func foldBody(body []Stmt) {
	visit(body, func(s Stmt) {
		eachExpr(s, func(e *Expr) { fold(e, true) })
		if s, ok := s.(*Assign); ok && s.Var.once && s.Value.Op == Const {
			s.Var.constant = s.Value
		}
	})
}

// eachExpr calls do for the expressions of a statement itself.
func eachExpr(s Stmt, do func(*Expr)) {
	switch s := s.(type) {
	case *Assign:
		do(s.Value)
	case *If:
		for i := range s.Branches {
			do(s.Branches[i].Cond)
		}
	case *Call:
		for _, e := range s.Args {
			do(e)
		}
	case *Return:
		if s.Value != nil {
			do(s.Value)
		}
	case *Print:
		do(s.Value)
	}
}

// checkExprs reports what cannot be evaluated, in statements that may be executed.
func (p *parser) checkExprs(body []Stmt) {
	visit(body, func(s Stmt) {
		eachExpr(s, func(e *Expr) {
			switch bad := e.wrong(); {
			case bad == nil:
			case bad.Op == Load:
				p.unassigned(bad)
			case bad.Y.Op == Const:
				p.Errorf(bad.Position(), "", "division by 0")
			case p.zero[bad]:
				p.Errorf(bad.Position(), "a condition around it keeps 0 away: if (y != 0) x = 10 / y;", "division by a value that may be 0")
			default:
				p.Errorf(bad.Position(), "tell the values of the divisor apart by if, and divide by each", "division by a value that is not constant")
			}
		})
	})
}

// A pendingAssert is an assertion that may turn out to be one that cannot hold.
type pendingAssert struct {
	in       *If
	name     string // of the variable x, of assert(!x)
	labelled bool
}

// finishAsserts names the labels of assertions of constants after these, as if they had not
// been declared: "error_58: assert(!error_58);". One that always holds is asked about all the same.
func (p *parser) finishAsserts() {
	for _, a := range p.asserts {
		b := &a.in.Branches[0]
		if b.Cond.Op != Const {
			continue
		}
		own := b.Body[0].(*Reach)
		switch {
		case a.labelled:
			own.Label.ID = -1
			b.Body = b.Body[1:]
		case a.name != "":
			own.Label.Name = a.name
		}
	}
}

// numberLabels numbers labels, and tells those apart that have one name.
func (p *parser) numberLabels() {
	list := p.f.Labels[:0]
	times := map[string]int{}
	for _, l := range p.f.Labels {
		if l.ID >= 0 {
			list = append(list, l)
			times[l.Name]++
		}
	}
	p.f.Labels = list
	seen := map[string]bool{}
	for i, l := range list {
		l.ID = i
		if times[l.Name] > 1 {
			name := l.Name + ":" + strconv.Itoa(l.Pos.Line)
			if seen[name] {
				name += ":" + strconv.Itoa(l.Pos.Col)
			}
			l.Name = name
		}
		seen[l.Name] = true
	}
}
