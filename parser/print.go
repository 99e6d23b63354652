// This file defines the printer: the canonical text of a program.

package parser

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// Fprint writes the program in canonical form: one statement a line, with its
// labels, comments where they belong, variables with their initial values and
// meanings, at most one blank line where the source has some, and parentheses
// where one of the dialects needs them. The first line names the dialect if the
// source did. ParseFile reads the same tree from it, whatever the dialect.
func Fprint(w io.Writer, f *File) error {
	p := printer{Writer: bufio.NewWriter(w)}
	if f.Marked {
		p.write("// ", dialectMark, f.Dialect.String(), "\n")
		if len(f.Head) == 0 {
			p.WriteByte('\n')
		}
	}
	p.file(f)
	return p.Flush()
}

// String returns the program in canonical form.
func (f *File) String() string {
	var b strings.Builder
	if err := Fprint(&b, f); err != nil {
		return err.Error() // cannot happen: a Builder takes everything
	}
	return b.String()
}

// A printer writes a program.
type printer struct {
	*bufio.Writer
	depth int
	expr  []byte // scratch space
}

func (p *printer) write(parts ...string) {
	for _, s := range parts {
		p.WriteString(s)
	}
}

// maxIndent is the deepest indentation, in levels. Without it deep nesting of many statements
// makes a text that is thousands of times as long as the source.
const maxIndent = 40

// line starts a line.
func (p *printer) line() {
	for range min(p.depth, maxIndent) {
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

// lines prints comments and blank lines that have lines of their own.
func (p *printer) lines(list []string) {
	for _, comment := range list {
		for line := range strings.SplitSeq(comment, "\n") {
			if line != "" {
				p.line()
			}
			p.write(line, "\n")
		}
	}
}

func (p *printer) file(f *File) {
	if len(f.Head) > 0 {
		p.lines(f.Head)
		p.WriteByte('\n')
	}
	p.vars(f.Globals)
	for i, proc := range f.Procs {
		if f.IsStarter(proc) {
			continue
		}
		if i > 0 || len(f.Globals) > 0 {
			p.WriteByte('\n')
		}
		p.proc(proc)
	}
	p.lines(f.Tail)
}

func (p *printer) proc(proc *Proc) {
	p.lines(proc.Lead)
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
	p.WriteString(") begin")
	p.endLine(proc.Notes.Open)
	p.depth++
	p.vars(proc.Locals[proc.Params:])
	if proc.Enforce != nil {
		p.lines(proc.EnforceLead)
		p.line()
		p.WriteString("enforce ")
		p.exprs(proc.Enforce)
		p.WriteByte(';')
		p.endLine(proc.EnforceComment)
	}
	p.stmts(proc.Body)
	p.lines(proc.Notes.Close)
	p.depth--
	p.WriteString("end")
	p.endLine(proc.Comment)
}

func (p *printer) comma(i int) {
	if i > 0 {
		p.WriteString(", ")
	}
}

func (p *printer) exprs(list ...Expr) {
	for i, e := range list {
		p.comma(i)
		p.expr = appendExpr(p.expr[:0], e, loosest)
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

// block prints the statements of a compound statement, behind the word that
// opens it.
func (p *printer) block(list []*Stmt, notes *Notes) {
	p.endLine(notes.Open)
	p.depth++
	p.stmts(list)
	p.lines(notes.Close)
	p.depth--
	p.line()
}

func (p *printer) stmts(list []*Stmt) {
	for _, s := range list {
		p.stmt(s)
	}
}

func (p *printer) stmt(s *Stmt) {
	p.lines(s.Lead)
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
		p.ifOp(op)
	case *While:
		p.WriteString("while ")
		p.exprs(op.Cond)
		p.WriteString(" do")
		p.block(op.Body, &op.Notes)
		p.WriteString("od;")
	case *Atomic:
		p.WriteString("atomic {")
		p.block(op.Body, &op.Notes)
		p.WriteByte('}')
	default:
		p.op(op)
		p.WriteByte(';')
	}
	p.endLine(s.Comment)
}

// ifOp prints an if; what is a mere branch fits on one line.
func (p *printer) ifOp(op *If) {
	if jump := op.branch(); jump != nil {
		p.WriteString("if ")
		p.exprs(op.Arms[0].Cond)
		p.WriteString(" then ")
		p.op(jump)
		p.WriteString("; fi;")
		return
	}
	for i, arm := range op.Arms {
		if i == 0 {
			p.WriteString("if ")
		} else {
			p.WriteString("elsif ")
		}
		p.exprs(arm.Cond)
		p.WriteString(" then")
		p.block(arm.Body, &arm.Notes)
	}
	if op.HasElse {
		p.WriteString("else")
		p.block(op.Else, &op.ElseNotes)
	}
	p.WriteString("fi;")
}

// branch returns the jump of an if that is a mere branch without comments
// inside, else nil.
func (op *If) branch() Op {
	arm := op.Arms[0]
	if len(op.Arms) > 1 || op.HasElse || !isBranchGoto(arm.Body) || arm.Notes.Open != "" || len(arm.Notes.Close) > 0 {
		return nil
	}
	if jump := arm.Body[0]; len(jump.Lead) == 0 && jump.Origin == nil && jump.Comment == "" {
		return jump.Op
	}
	return nil
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
