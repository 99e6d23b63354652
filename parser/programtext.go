// This file defines how a location of the control-flow graph is shown in a line.

package parser

import (
	"bufio"
	"strings"
)

// Text returns what is executed at n in one line, without labels: the statement,
// for a branch its condition, for the end of a procedure "end".
func (n *Node) Text(d Dialect) string {
	if n.Stmt == nil {
		return "end"
	}
	switch op := n.Stmt.Op.(type) {
	case *If:
		word := "if "
		if n.Arm != op.Arms[0] {
			word = "elsif "
		}
		return word + ExprString(n.Arm.Cond, d)
	case *While:
		return "while " + ExprString(op.Cond, d)
	case *Atomic:
		if n.PC == op.EndPC {
			return "}"
		}
		return "atomic {"
	}
	var b strings.Builder
	w := bufio.NewWriterSize(&b, 64) // most are short
	p := printer{Writer: w, dialect: d}
	p.op(n.Stmt.Op)
	w.Flush() // into memory: cannot fail
	return b.String()
}
