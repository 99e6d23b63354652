// This file defines how the text of a program is written.

package family

import (
	"fmt"
	"strings"
)

// A program is the text of one, written line by line.
type program struct{ strings.Builder }

// newProgram starts a program with a comment.
func newProgram(comment string, args ...any) *program {
	p := &program{}
	p.line("// "+comment, args...)
	p.line("")
	return p
}

func (p *program) line(format string, args ...any) {
	fmt.Fprintf(p, format+"\n", args...)
}

// shared declares k shared variables that are 0 at first.
func (p *program) shared(name string, k int) {
	for _, v := range names(name, 0, k) {
		p.line("decl %s := 0;", v)
	}
}

// names returns k names with numbers from first on.
func names(name string, first, k int) []string {
	all := make([]string, k)
	for i := range all {
		all[i] = fmt.Sprintf("%s%d", name, first+i)
	}
	return all
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
