// This file defines the printer: the canonical text of a program.

package parser

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// Fprint writes the program in canonical form: one statement a line, with its
// labels, its origin on the line above and its comment behind, variables with
// their initial values and meanings, and no more parentheses than the dialect
// needs. The first line names the dialect. ParseFile reads the same tree from
// it.
func Fprint(w io.Writer, f *File) error {
	b := bufio.NewWriter(w)
	p := printer{Writer: b, dialect: f.Dialect}
	p.file(f)
	return b.Flush()
}

// String returns the program in canonical form.
func (f *File) String() string {
	var b strings.Builder
	if err := Fprint(&b, f); err != nil {
		return err.Error() // cannot happen: a Builder takes everything
	}
	return b.String()
}

// A printer writes a program. Errors stay in the Writer until it is flushed.
type printer struct {
	*bufio.Writer
	dialect Dialect
	depth   int
	expr    []byte // scratch space
}

func (p *printer) write(parts ...string) {
	for _, s := range parts {
		p.WriteString(s)
	}
}

// line starts a line.
func (p *printer) line() {
	for range p.depth {
		p.WriteString("  ")
	}
}

// endLine ends a line, behind a comment if there is one.
func (p *printer) endLine(comment string) {
	if comment != "" {
		p.write(" // ", commentText(comment))
	}
	p.WriteByte('\n')
}

func (p *printer) file(f *File) {
	p.write("// ", dialectMark, f.Dialect.String(), "\n")
	if len(f.Globals) > 0 {
		p.WriteByte('\n')
	}
	for _, v := range f.Globals {
		p.decl(v)
	}
	for _, proc := range f.Procs {
		p.WriteByte('\n')
		p.proc(proc)
	}
}

func (p *printer) decl(v *Var) {
	p.line()
	p.write("decl ", quoteName(v.Name))
	switch v.Init {
	case InitZero:
		p.WriteString(" := 0")
	case InitOne:
		p.WriteString(" := 1")
	}
	p.WriteByte(';')
	p.endLine(v.Meaning)
}

func (p *printer) proc(proc *Proc) {
	switch proc.Returns {
	case 0:
		p.WriteString("void ")
	case 1:
		p.WriteString("bool ")
	default:
		p.write("bool<", strconv.Itoa(proc.Returns), "> ")
	}
	p.write(quoteName(proc.Name), "(")
	for i, v := range proc.Locals[:proc.Params] {
		p.comma(i)
		p.WriteString(quoteName(v.Name))
	}
	p.WriteString(") begin\n")
	p.depth++
	for _, v := range proc.Locals[proc.Params:] {
		p.decl(v)
	}
	if proc.Enforce != nil {
		p.line()
		p.WriteString("enforce ")
		p.exprs(proc.Enforce)
		p.WriteString(";\n")
	}
	p.stmts(proc.Body)
	p.depth--
	p.WriteString("end\n")
}

func (p *printer) comma(i int) {
	if i > 0 {
		p.WriteString(", ")
	}
}

func (p *printer) exprs(list ...Expr) {
	for i, e := range list {
		p.comma(i)
		p.expr = appendExpr(p.expr[:0], e, p.dialect, levelCond)
		p.Write(p.expr)
	}
}

func (p *printer) refs(list []*Ref) {
	for i, ref := range list {
		p.comma(i)
		p.expr = appendRef(p.expr[:0], ref)
		p.Write(p.expr)
	}
}

// block prints the statements of a compound statement.
func (p *printer) block(list []*Stmt) {
	p.depth++
	p.stmts(list)
	p.depth--
}

func (p *printer) stmts(list []*Stmt) {
	for _, s := range list {
		p.stmt(s)
	}
}

func (p *printer) stmt(s *Stmt) {
	if s.Origin != nil {
		p.line()
		p.write("// ", s.Origin.String(), "\n")
	}
	p.line()
	for _, l := range s.Labels {
		p.write(quoteLabel(l.Name), ": ")
	}
	switch op := s.Op.(type) {
	case *If:
		p.ifOp(s, op)
	case *While:
		p.WriteString("while ")
		p.exprs(op.Cond)
		p.WriteString(" do")
		p.endLine(s.Comment)
		p.block(op.Body)
		p.line()
		p.WriteString("od;\n")
	case *Atomic:
		p.WriteString("atomic {")
		p.endLine(s.Comment)
		p.block(op.Body)
		p.line()
		p.WriteString("}\n")
	default:
		p.op(op)
		p.WriteByte(';')
		p.endLine(s.Comment)
	}
}

// ifOp prints an if; what is a mere branch fits on one line.
func (p *printer) ifOp(s *Stmt, op *If) {
	if len(op.Arms) == 1 && !op.HasElse && isBranchGoto(op.Arms[0].Body) {
		if jump := op.Arms[0].Body[0]; jump.Origin == nil && jump.Comment == "" {
			p.WriteString("if ")
			p.exprs(op.Arms[0].Cond)
			p.WriteString(" then ")
			p.op(jump.Op)
			p.WriteString("; fi;")
			p.endLine(s.Comment)
			return
		}
	}
	for i, arm := range op.Arms {
		if i == 0 {
			p.WriteString("if ")
		} else {
			p.line()
			p.WriteString("elsif ")
		}
		p.exprs(arm.Cond)
		p.WriteString(" then")
		if i == 0 {
			p.endLine(s.Comment)
		} else {
			p.endLine("")
		}
		p.block(arm.Body)
	}
	if op.HasElse {
		p.line()
		p.WriteString("else\n")
		p.block(op.Else)
	}
	p.line()
	p.WriteString("fi;\n")
}

// op prints a simple statement proper.
func (p *printer) op(op Op) {
	switch op := op.(type) {
	case *Skip:
		p.WriteString("skip")
	case *Goto:
		p.WriteString("goto ")
		for i, t := range op.Targets {
			p.comma(i)
			p.WriteString(quoteLabel(t.Name))
		}
	case *Assume:
		p.WriteString("assume(")
		p.exprs(op.Cond)
		p.WriteByte(')')
	case *Assert:
		p.WriteString("assert(")
		p.exprs(op.Cond)
		p.WriteByte(')')
	case *Assign:
		p.refs(op.Lhs)
		p.WriteString(" := ")
		p.exprs(op.Rhs...)
		if op.Constrain != nil {
			p.WriteString(" constrain ")
			p.exprs(op.Constrain)
		}
	case *StartThread:
		p.WriteString("start_thread ")
		if op.Target != nil {
			p.write("goto ", quoteLabel(op.Target.Name))
		} else {
			p.call(op.Proc, op.Args)
		}
	case *EndThread:
		p.WriteString("end_thread")
	case *AtomicBegin:
		p.WriteString("atomic_begin")
	case *AtomicEnd:
		p.WriteString("atomic_end")
	case *Wait:
		p.WriteString("wait")
	case *Signal:
		p.WriteString("signal")
	case *Broadcast:
		p.WriteString("broadcast")
	case *Call:
		if len(op.Lhs) > 0 {
			p.refs(op.Lhs)
			p.WriteString(" := ")
		}
		p.call(op.Proc, op.Args)
	case *Return:
		p.WriteString("return")
		if len(op.Values) > 0 {
			p.WriteByte(' ')
			p.exprs(op.Values...)
		}
	case *Dead:
		p.WriteString("dead ")
		p.refs(op.Vars)
	}
}

func (p *printer) call(ref *ProcRef, args []Expr) {
	p.write(quoteName(ref.Name), "(")
	p.exprs(args...)
	p.WriteByte(')')
}
