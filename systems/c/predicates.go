// This file defines predicates that a user gives, and the Boolean program for them.

package c

import (
	"context"
	"errors"
	"strings"

	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/systems/c/abstraction"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/front"
	"github.com/ijit/ijit/systems/c/word"
)

// A File is a text with its name.
type File struct {
	Name string
	Text []byte
}

// predicates reads expressions in C, one a line, over globals and locals with the names that answers call them by. What is
// behind // is a comment. The error is a [diagnostic.List].
func predicates(p *form.Program, f File) (list []word.Term, err error) {
	var wrong diagnostic.List
	names, owners := p.Names(), p.Owners()
	for i, line := range strings.Split(string(f.Text), "\n") {
		text, _, _ := strings.Cut(line, "//")
		if strings.TrimSpace(text) == "" {
			continue
		}
		x, err := p.Terms.Parse(text, names)
		e, bad := errors.AsType[*word.SyntaxError](err)
		if !bad {
			of := map[int]bool{form.Shared: true}
			p.Terms.Variables(x, func(v word.Variable) { of[owners.Of(v)] = true })
			if len(of) <= 2 {
				list = append(list, x)
				continue
			}
			e = &word.SyntaxError{Reason: "a predicate is about the locals of one thread"}
		}
		d := &diagnostic.Diagnostic{File: f.Name, Pos: diagnostic.Pos{Line: i + 1, Col: e.Offset + 1}, Message: e.Reason,
			Hint: "a line is an expression in C; locals are called as in answers: function.variable"}
		d.Show([]byte(line))
		wrong = append(wrong, d)
	}
	if wrong != nil {
		return nil, wrong
	}
	return list, nil
}

// Translate returns the Boolean program for the predicates of o, or if there are none for those that [Check] begins with.
// The errors are those of Check.
func Translate(ctx context.Context, name string, text []byte, o Options) (string, error) {
	p, err := front.Read(name, text, front.Options{Wrap: o.Wrap, ILP32: o.ILP32})
	if err != nil {
		return "", err
	}
	abs := abstraction.New(p)
	given, err := predicates(p, o.Predicates)
	if err != nil {
		return "", err
	}
	for _, x := range given {
		abs.Add(x)
	}
	if given == nil {
		seed(abs)
	}
	b, err := abs.Write(ctx)
	if err != nil {
		return "", err
	}
	return b.Text, nil
}
