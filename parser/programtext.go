// This file defines how locations and branches of the control-flow graph are shown
// in a line.

package parser

import (
	"bufio"
	"strings"
)

// Text returns what is executed at n in one line, without labels: the statement,
// for a branch its condition, for the end of a procedure "end".
func (n *Node) Text() string {
	if n.Stmt == nil {
		return "end"
	}
	switch op := n.Stmt.Op.(type) {
	case *If:
		word := "if "
		if n.Arm != op.Arms[0] {
			word = "elsif "
		}
		return word + ExprString(n.Arm.Cond)
	case *While:
		return "while " + ExprString(op.Cond)
	case *Atomic:
		if n.PC == op.EndPC {
			return "}"
		}
		return "atomic {"
	}
	var b strings.Builder
	w := bufio.NewWriterSize(&b, 64) // most are short
	p := printer{Writer: w}
	p.op(n.Stmt.Op)
	w.Flush() // into memory: cannot fail
	return b.String()
}

// Text says in a few words which way a branch is, "b0 is 1, goto l1".
func (b Branch) Text() string {
	var parts []string
	if b.Cond != nil {
		value := " is 0"
		if b.Value {
			value = " is 1"
		}
		parts = append(parts, ExprString(b.Cond)+value)
	}
	if b.Target != nil {
		parts = append(parts, "goto "+b.Target.Name)
	}
	return strings.Join(parts, ", ")
}
