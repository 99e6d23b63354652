// This file defines random formulas of linear temporal logic about programs.

package randprog

import (
	"fmt"
	"strings"

	"github.com/ijit/ijit/parser"
)

// Formula writes a formula about variables and labels of a program with so many threads.
func Formula(s Source, p *parser.Program, threads int) string {
	var names []string
	for _, v := range p.File.Globals {
		names = append(names, "{"+v.Name+"}")
	}
	for _, proc := range p.File.Procs {
		for _, v := range proc.Locals {
			names = append(names, fmt.Sprintf("t%d.{%s}", 1+s.IntN(threads), v.Name))
		}
	}
	for _, n := range p.Nodes {
		if n.Stmt != nil && n.Stmt.PC == n.PC && len(n.Stmt.Labels) > 0 {
			l := n.Stmt.Labels[0].Name
			names = append(names, "some@"+l, fmt.Sprintf("t%d@%s", 1+s.IntN(threads), l))
		}
	}
	if len(names) == 0 {
		return "TRUE"
	}
	texts := []string{
		"G F %s", "F G %s", "G (%s -> F %s)", "G (%s -> O %s)", "%s U %s", "G %s", "F %s", "X X %s | %s", "G (%s -> X %s)", "G (%s S %s)", "F (%s & Y !%[1]s)",
		"G F %s -> G F %s", "F (%s & F %s)", "!%s V %s", "G (%s -> %s W %s)", "H %s | F (%s & Z H %s)",
	}
	text := texts[s.IntN(len(texts))]
	args := make([]any, strings.Count(text, "%s"))
	for i := range args {
		args[i] = names[s.IntN(len(names))]
	}
	text = fmt.Sprintf(text, args...)
	if s.IntN(2) == 0 {
		return "!(" + text + ")"
	}
	return text
}
