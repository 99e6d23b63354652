// This file defines the printer: a syntax tree as source text.

package randprog

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/ijit/ijit/parser"
)

// Print writes a syntax tree as a program. Expressions are fully parenthesised,
// so the text means the same in every dialect. Comments are not kept, and
// initial values stand with the declarations.
func Print(f *parser.File) string { return printFile(f, nil) }

// printFile prints the initial values of the variables in initStatements as
// statements instead.
func printFile(f *parser.File, initStatements map[*parser.Var]bool) string {
	p := &printer{inits: initStatements}
	p.decls(f.Globals)
	for _, proc := range f.Procs {
		if !f.IsStarter(proc) {
			p.proc(proc, f)
		}
	}
	return p.b.String()
}

type printer struct {
	b      strings.Builder
	indent int
	inits  map[*parser.Var]bool
}

func (p *printer) line(format string, args ...any) {
	p.b.WriteString(strings.Repeat("  ", p.indent))
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteByte('\n')
}

func (p *printer) decls(vars []*parser.Var) {
	for _, v := range vars {
		if value := initialValue(v); value != "" && !p.inits[v] {
			p.line("decl %s := %s;", name(v.Name), value)
		} else {
			p.line("decl %s;", name(v.Name))
		}
	}
}

func initialValue(v *parser.Var) string {
	switch v.Init {
	case parser.InitZero:
		return "0"
	case parser.InitOne:
		return "1"
	default:
		return ""
	}
}

func (p *printer) proc(proc *parser.Proc, f *parser.File) {
	result := "void"
	switch {
	case proc.Returns == 1:
		result = "bool"
	case proc.Returns > 1:
		result = fmt.Sprintf("bool<%d>", proc.Returns)
	}
	var params []string
	for _, v := range proc.Locals[:proc.Params] {
		params = append(params, name(v.Name))
	}
	p.line("")
	p.line("%s %s(%s) begin", result, name(proc.Name), strings.Join(params, ", "))
	p.indent++
	p.decls(proc.Locals[proc.Params:])
	if proc.Enforce != nil {
		p.line("enforce %s;", expr(proc.Enforce))
	}
	if proc == f.Main {
		p.initStatements(f.Globals)
	}
	p.initStatements(proc.Locals)
	p.stmts(proc.Body)
	p.indent--
	p.line("end")
}

func (p *printer) initStatements(vars []*parser.Var) {
	for _, v := range vars {
		if p.inits[v] {
			p.line("%s := %s;", name(v.Name), initialValue(v))
		}
	}
}

func (p *printer) stmts(body []*parser.Stmt) {
	p.indent++
	for _, s := range body {
		p.stmt(s)
	}
	p.indent--
}

func (p *printer) stmt(s *parser.Stmt) {
	labels := ""
	async := false
	for _, l := range s.Labels {
		labels += name(l.Name) + ": "
		async = async || strings.HasPrefix(l.Name, "ASYNC_")
	}
	switch op := s.Op.(type) {
	case *parser.If:
		word := labels + "if"
		for _, arm := range op.Arms {
			p.line("%s %s then", word, expr(arm.Cond))
			p.stmts(arm.Body)
			word = "elsif"
		}
		if op.HasElse {
			p.line("else")
			p.stmts(op.Else)
		}
		p.line("fi;")
	case *parser.While:
		p.line("%swhile %s do", labels, expr(op.Cond))
		p.stmts(op.Body)
		p.line("od;")
	case *parser.Atomic:
		p.line("%satomic {", labels)
		p.stmts(op.Body)
		p.line("};")
	case *parser.StartThread:
		switch {
		case op.Target != nil:
			p.line("%sstart_thread goto %s;", labels, name(op.Target.Name))
		case async:
			p.line("%s%s(%s);", labels, name(op.Proc.Name), exprs(op.Args))
		default:
			p.line("%sstart_thread %s(%s);", labels, name(op.Proc.Name), exprs(op.Args))
		}
	default:
		p.line("%s%s;", labels, simple(s.Op))
	}
}

// simple returns the text of a statement that contains no other.
func simple(op parser.Op) string {
	switch op := op.(type) {
	case *parser.Goto:
		var names []string
		for _, t := range op.Targets {
			names = append(names, name(t.Name))
		}
		return "goto " + strings.Join(names, ", ")
	case *parser.Assume:
		return "assume(" + expr(op.Cond) + ")"
	case *parser.Assert:
		return "assert(" + expr(op.Cond) + ")"
	case *parser.Assign:
		text := refs(op.Lhs) + " := " + exprs(op.Rhs)
		if op.Constrain != nil {
			text += " constrain " + expr(op.Constrain)
		}
		return text
	case *parser.Call:
		text := name(op.Proc.Name) + "(" + exprs(op.Args) + ")"
		if len(op.Lhs) > 0 {
			text = refs(op.Lhs) + " := " + text
		}
		return text
	case *parser.Return:
		if len(op.Values) == 0 {
			return "return"
		}
		return "return " + exprs(op.Values)
	case *parser.Dead:
		return "dead " + refs(op.Vars)
	case *parser.EndThread:
		return "end_thread"
	case *parser.AtomicBegin:
		return "atomic_begin"
	case *parser.AtomicEnd:
		return "atomic_end"
	case *parser.Wait:
		return "wait"
	case *parser.Signal:
		return "signal"
	case *parser.Broadcast:
		return "broadcast"
	default:
		return "skip"
	}
}

func refs(list []*parser.Ref) string {
	var texts []string
	for _, r := range list {
		texts = append(texts, expr(r))
	}
	return strings.Join(texts, ", ")
}

func exprs(list []parser.Expr) string {
	var texts []string
	for _, e := range list {
		texts = append(texts, expr(e))
	}
	return strings.Join(texts, ", ")
}

func expr(e parser.Expr) string {
	switch e := e.(type) {
	case *parser.Lit:
		if e.Value {
			return "1"
		}
		return "0"
	case *parser.Ref:
		text := name(e.Name)
		if e.Var != nil {
			text = name(e.Var.Name)
		}
		if e.Passive {
			text += "$"
		}
		if e.Next {
			text = "'" + text
		}
		return text
	case *parser.Not:
		return "!" + expr(e.X)
	case *parser.Binary:
		return "(" + expr(e.X) + " " + operator(e.Op) + " " + expr(e.Y) + ")"
	case *parser.Cond:
		return "(" + expr(e.If) + " ? " + expr(e.Then) + " : " + expr(e.Else) + ")"
	case *parser.Choose:
		return "schoose[" + expr(e.X) + ", " + expr(e.Y) + "]"
	default:
		return "*"
	}
}

func operator(op parser.BinaryOp) string {
	return [...]string{
		parser.OpAnd: "&", parser.OpOr: "|", parser.OpXor: "^",
		parser.OpEq: "=", parser.OpNeq: "!=", parser.OpImplies: "=>",
	}[op]
}

var identifier = regexp.MustCompile(`^([A-Za-z_$][A-Za-z0-9_$#-]*|[0-9]+)$`)

// name puts a name that is no identifier into braces.
func name(s string) string {
	if identifier.MatchString(s) {
		return s
	}
	return "{" + s + "}"
}
