// This file defines how names of variables and procedures find what they name.

package parser

import (
	"strconv"
	"strings"

	"github.com/ijit/ijit/parser/diagnostic"
)

// A resolver resolves the names of one file.
type resolver struct {
	*fileParser
	globals map[string]*Var
	procs   map[string]*Proc
	called  map[*Proc]bool // by another procedure
	starts  bool           // there is a start_thread

	// of the procedure at hand
	proc    *Proc
	locals  map[string]*Var
	unknown map[string]bool // names already reported, those of procedures with ()
}

// resolve resolves all names and jumps of the file and reports what is wrong
// with them.
func (p *fileParser) resolve() {
	r := &resolver{
		fileParser: p,
		globals:    make(map[string]*Var, len(p.file.Globals)),
		procs:      make(map[string]*Proc, len(p.file.Procs)),
		called:     make(map[*Proc]bool, len(p.file.Procs)),
		locals:     map[string]*Var{},
		unknown:    map[string]bool{},
	}
	r.declareAll(r.globals, p.file.Globals)
	for _, proc := range p.file.Procs {
		if first := r.procs[proc.Name]; first != nil {
			p.Errorf(proc.Pos, firstAt(first.Pos), "procedure %s is defined twice", proc.Name)
			continue
		}
		r.procs[proc.Name] = proc
	}
	p.file.Main = r.procs["main"]
	j := jumps{Reporter: &p.Reporter, suspect: p.suspect, procs: r.procs, labels: map[string]*Stmt{}, unknown: map[string]bool{}}
	for _, proc := range p.file.Procs {
		r.proc = proc
		clear(r.locals)
		clear(r.unknown)
		r.declareAll(r.locals, proc.Locals)
		r.initialisers()
		Inspect(proc, r.visit)
		j.resolve(proc)
	}
	r.concurrent()
}

func firstAt(pos Pos) string { return "the first one is at " + pos.String() }

// declareAll enters variables into their scope.
func (r *resolver) declareAll(scope map[string]*Var, vars []*Var) {
	for _, v := range vars {
		if first := scope[v.Name]; first != nil {
			r.Errorf(v.Pos, firstAt(first.Pos), "variable %s is declared twice", v.Name)
			continue
		}
		scope[v.Name] = v
	}
}

// visit resolves the names in a part of the procedure at hand.
func (r *resolver) visit(x Syntax) bool {
	switch x := x.(type) {
	case *Stmt:
		return r.stmt(x)
	case *Ref:
		r.ref(x, plain)
	}
	return true
}

// stmt resolves the names of a statement, but not those in parts in which variables
// are plain, for which it returns true.
func (r *resolver) stmt(s *Stmt) (parts bool) {
	switch op := s.Op.(type) {
	case *Assign:
		r.assign(s, op)
		return false
	case *StartThread:
		r.starts = true
		if op.Proc != nil {
			r.call(op.Proc, op.Args)
		}
		return false
	case *Call:
		callee := r.call(op.Proc, op.Args)
		r.called[callee] = r.called[callee] || callee != r.proc
		r.targets(op.Lhs, false)
		if callee != nil && len(op.Lhs) > 0 && len(op.Lhs) != callee.Returns {
			r.Errorf(op.Proc.Pos, "", "%s returns %s, not %d", callee.Name, count(callee.Returns, "value"), len(op.Lhs))
		}
		return false
	case *Return:
		if n := len(op.Values); n > 0 && n != r.proc.Returns {
			r.Errorf(s.Pos, "", "return of %s from %s, which returns %s", count(n, "value"), r.proc.Name, count(r.proc.Returns, "value"))
		}
	}
	return true
}

// assign resolves an assignment.
func (r *resolver) assign(s *Stmt, op *Assign) {
	if len(op.Lhs) != len(op.Rhs) {
		r.Errorf(s.Pos, "", "%s assigned to %s", count(len(op.Rhs), "value"), count(len(op.Lhs), "variable"))
	}
	passive := r.targets(op.Lhs, true)
	for i, e := range op.Rhs {
		where := plain
		if i < len(op.Lhs) && op.Lhs[i].Passive {
			where = passiveSide
		}
		r.expr(e, where)
	}
	where := constraint
	if passive {
		where = passiveConstraint
	}
	r.expr(op.Constrain, where)
}

// targets resolves the left sides of an assignment or a call and tells whether
// there is a passive one among them.
func (r *resolver) targets(lhs []*Ref, mayBePassive bool) (passive bool) {
	var first map[cell]Pos // where a variable occurs, if there are several
	if len(lhs) > 1 {
		first = make(map[cell]Pos, len(lhs))
	}
	for _, ref := range lhs {
		switch {
		case ref.Next:
			r.Errorf(ref.Pos, "an assignment sets the next value anyway", "misplaced ' on a left side")
		case ref.Passive && (!mayBePassive || ref.Name == "_"):
			r.Errorf(ref.Pos, "", "misplaced $: only an assignment reaches the variables of other threads")
		}
		if ref.Name == "_" || !r.lookup(ref) {
			continue
		}
		if ref.Passive && ref.Var.Proc == nil {
			r.Errorf(ref.Pos, "only local variables differ from thread to thread", "$ on shared variable %s", ref.Name)
		}
		passive = passive || ref.Passive
		if first == nil {
			continue
		}
		at := cell{ref.Var, ref.Passive}
		if pos, twice := first[at]; twice {
			name := ref.Name
			if ref.Passive {
				name += "$"
			}
			r.Errorf(ref.Pos, firstAt(pos)+"; all are assigned at the same time, so it would have two values",
				"%s is assigned twice in one statement", name)
			continue
		}
		first[at] = ref.Pos
	}
	return passive
}

// A cell is what a left side names: a variable of the active thread, or of all
// others.
type cell struct {
	v       *Var
	passive bool
}

// call resolves a procedure and what is passed to it.
func (r *resolver) call(ref *ProcRef, args []Expr) *Proc {
	for _, e := range args {
		r.expr(e, plain)
	}
	callee := r.procs[ref.Name]
	if callee == nil {
		r.unknownProc(ref)
		return nil
	}
	ref.Proc = callee
	if len(args) != callee.Params {
		r.Errorf(ref.Pos, "", "%s takes %s, not %d", callee.Name, count(callee.Params, "argument"), len(args))
	}
	return callee
}

// unknownProc reports a procedure once for each procedure that calls it.
func (r *resolver) unknownProc(ref *ProcRef) {
	key := ref.Name + "()"
	if r.unknown[key] || r.suspect[ref.Name] || r.Full {
		return
	}
	r.unknown[key] = true
	names := make([]string, len(r.file.Procs))
	for i, proc := range r.file.Procs {
		names[i] = proc.Name
	}
	hint := diagnostic.DidYouMean(ref.Name, names)
	switch {
	case wordOp(ref.Name) != nil:
		hint = ref.Name + "; takes no argument"
		switch ref.Name {
		case "wait", "signal", "broadcast":
			hint += ": a signal or broadcast is for every wait"
		}
	case hint == "" && (ref.Name == "lock" || ref.Name == "acquire"):
		hint = "x := 1 constrain !x; takes a lock x, x := 0; gives it back"
	case hint == "" && (ref.Name == "unlock" || ref.Name == "release"):
		hint = "x := 0; gives a lock x back that x := 1 constrain !x; takes"
	case hint == "" && ref.Name == "await":
		hint = "assume(e); waits until e holds"
	case r.locals[ref.Name] != nil || r.globals[ref.Name] != nil:
		hint = ref.Name + " is a variable; " + ref.Name + " := e; assigns to it"
	}
	r.Errorf(ref.Pos, hint, "unknown procedure %s", ref.Name)
}

// A place is where in a statement an expression stands. It decides which
// values a variable has there.
type place int

const (
	plain             place = iota // x
	passiveSide                    // x, x$
	constraint                     // x, 'x
	passiveConstraint              // x, 'x, x$, 'x$
)

// expr resolves the variables of an expression.
func (r *resolver) expr(e Expr, where place) {
	Inspect(e, func(x Syntax) bool {
		if ref, ok := x.(*Ref); ok {
			r.ref(ref, where)
		}
		return true
	})
}

// ref resolves a variable that is read.
func (r *resolver) ref(ref *Ref, where place) {
	switch {
	case ref.Name == "_":
		r.Errorf(ref.Pos, "it may stand on a left side, to discard a value", "_ has no value")
		return
	case ref.Next && where != constraint && where != passiveConstraint:
		r.Errorf(ref.Pos, "the next value of a variable is known in constrain only", "misplaced '")
	case ref.Passive && where != passiveSide && where != passiveConstraint:
		r.Errorf(ref.Pos, "it may stand in the right side of a variable with $ and in the constrain behind", "misplaced $")
	}
	if r.lookup(ref) && ref.Passive && ref.Var.Proc == nil {
		r.Errorf(ref.Pos, "only local variables differ from thread to thread", "$ on shared variable %s", ref.Name)
	}
}

// lookup finds the variable of a reference and reports if there is none.
func (r *resolver) lookup(ref *Ref) bool {
	v := r.locals[ref.Name]
	if v == nil {
		v = r.globals[ref.Name]
	}
	if v == nil {
		r.undeclared(ref)
		return false
	}
	ref.Var = v
	return true
}

// undeclared reports a variable once for each procedure.
func (r *resolver) undeclared(ref *Ref) {
	if r.unknown[ref.Name] || r.suspect[ref.Name] || r.Full {
		return
	}
	r.unknown[ref.Name] = true
	if ref.Name == "T" || ref.Name == "F" {
		r.Errorf(ref.Pos, "", "%s is a constant", ref.Name)
		return
	}
	var names []string
	for _, vars := range [][]*Var{r.proc.Locals, r.file.Globals} {
		for _, v := range vars {
			names = append(names, v.Name)
		}
	}
	hint := diagnostic.DidYouMean(ref.Name, names)
	switch strings.ToLower(ref.Name) {
	case "true":
		hint = "the constant is written 1"
	case "false":
		hint = "the constant is written 0"
	}
	r.Errorf(ref.Pos, hint, "undeclared variable %s", ref.Name)
}

// count returns "no values", "1 value", "2 values".
func count(n int, what string) string {
	switch n {
	case 0:
		return "no " + what + "s"
	case 1:
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
