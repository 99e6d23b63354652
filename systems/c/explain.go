// This file defines explanations: what a certificate about a C program says, in C.

package c

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/show/explain"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/c/certificate"
)

// Explain checks a certificate as [Validate] does, and says what it says: for Safe which predicates hold where.
func Explain(ctx context.Context, name string, text []byte, proved io.Reader) (*systems.Validation, *systems.Explanation, error) {
	d, err := certificate.Read(proved)
	if err != nil {
		return nil, nil, err
	}
	v, err := validation(ctx, d, name, text, false)
	if err != nil {
		return nil, nil, err
	}
	x := &systems.Explanation{}
	for i := range d.Parts {
		part := &d.Parts[i]
		if part.Proof == nil {
			x.Goals = append(x.Goals, explain.Fact{What: "what one thread does at once never fails"})
			continue
		}
		if err := explainPart(ctx, part, x); err != nil {
			return nil, nil, err
		}
	}
	return v, x, nil
}

// explainPart explains why no assertion of a Boolean program fails.
func explainPart(ctx context.Context, part *certificate.Part, x *systems.Explanation) error {
	p, err := parser.Parse("abstraction.bp", []byte(part.Text()), parser.Both)
	if err != nil {
		return proof.Reject("the Boolean program is none: %v", err)
	}
	said, err := explain.Program(ctx, part.Proof, p, inC(p))
	if err != nil {
		return err
	}
	x.Goals, x.Facts = append(x.Goals, said.Goals...), append(x.Facts, said.Facts...)
	return nil
}

// runs is what is said of the bit that a thread runs a function.
const runs = "the thread runs "

// inC returns the words of the C program of which a Boolean one is the abstraction. A statement has its line and what it says in C
// behind it, and stands behind the label of the automaton that it is of.
func inC(p *parser.Program) explain.Words {
	functions := map[string]string{} // by the number of the automaton
	for _, v := range p.File.Main.Locals {
		if number, is := strings.CutPrefix(v.Name, "in_"); is {
			functions[number] = strings.TrimPrefix(v.Meaning, runs)
		}
	}
	of := make([]string, len(p.Nodes))
	function := ""
	for pc, n := range p.Nodes {
		if n.Stmt != nil && n.Stmt.PC == pc && len(n.Stmt.Labels) > 0 {
			number, _, _ := strings.Cut(n.Stmt.Labels[0].Name[1:], "_") // F1, N1_2 or E1_2_3
			function = functions[number]
		}
		of[pc] = function
	}
	place := func(n *parser.Node) (line int, statement string) {
		if n.Stmt == nil {
			return 0, ""
		}
		number, text, _ := strings.Cut(n.Stmt.Comment, ": ")
		line, _ = strconv.Atoi(number)
		return line, strings.TrimSuffix(text, ";")
	}
	return explain.Words{
		Statement: func(n *parser.Node) string {
			_, text := place(n)
			return text
		},
		Place: func(n *parser.Node) (proc, file string, number int) {
			number, _ = place(n)
			return of[n.PC], "", number
		},
		Predicate: func(v *parser.Var) (string, bool) { return v.Meaning, strings.HasPrefix(v.Meaning, runs) },
		Merged:    true,
	}
}
