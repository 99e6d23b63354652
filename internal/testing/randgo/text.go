// This file defines how tests write skeletons.

package randgo

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Parse reads a skeleton. Its first line declares: "mutex m, chan c 1, chan e ?, nil d, var v nil x y, local w a b", a
// local for each body. Each other line is a body, of a service if it begins with that word: operations separated by
// semicolons, the last one followed by end unless something else ends it. A name in front of a colon is a label; ->
// leads to labels. "select polls" is one of loop 1, in which it polls; a timer fires "when v = x".
//
// Values are *, those of the variable, other variables, or two by a condition. Conditions are read from the left.
//
//	send c; recv c => ok with v = ok; if ok = true -> a b; a: select send c, recv d default -> x y z; go 1; go 1 ok = v; set v = x
//	if not v = x and w = a or * -> a b; set v = if w = a then nil else v also w = *
func Parse(t testing.TB, text string) *skeleton.Program {
	t.Helper()
	p := &skeleton.Program{Entry: "test", Cells: []*skeleton.Cell{{Name: "cell"}}}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	kinds := []string{"mutex", "rwmutex", "chan", "waitgroup", "once", "cond"}
	names := map[string]*skeleton.Object{}
	vars := map[string]*skeleton.Var{}
	locals := []*skeleton.Var{{Name: "ok", Values: []string{"false", "true"}, Init: skeleton.Const(0)}}
	for _, decl := range strings.Split(lines[0], ",") {
		w := strings.Fields(decl)
		if len(w) == 0 {
			continue
		}
		if w[0] == "var" {
			vars[w[1]] = &skeleton.Var{ID: len(p.Vars), Name: w[1], Values: w[2:], Shared: true, Init: skeleton.Const(0)}
			p.Vars = append(p.Vars, vars[w[1]])
			continue
		}
		if w[0] == "local" {
			locals = append(locals, &skeleton.Var{ID: len(locals), Name: w[1], Values: w[2:], Init: skeleton.Const(0)})
			continue
		}
		o := &skeleton.Object{ID: len(p.Objects), Name: w[1], Kind: skeleton.Chan}
		switch w[0] {
		case "nil":
			o.NilChan = true
		case "external":
			o.External = true
		case "ticking":
			o.Ticking = true
		default:
			o.Kind = skeleton.Kind(slices.Index(kinds, w[0]))
		}
		if len(w) > 2 {
			o.Cap = number(t, w[2])
		}
		names[o.Name] = o
		p.Objects = append(p.Objects, o)
	}
	for k := range lines[1:] {
		b := &skeleton.Body{ID: k, Name: strconv.Itoa(k)}
		for _, v := range locals {
			own := *v
			b.Locals = append(b.Locals, &own)
		}
		p.Bodies = append(p.Bodies, b)
	}
	for k, line := range lines[1:] {
		b := p.Bodies[k]
		line, b.Service = strings.CutPrefix(line, "service ")
		known := func(name string) *skeleton.Var {
			if k := slices.IndexFunc(b.Locals, func(v *skeleton.Var) bool { return v.Name == name }); k >= 0 {
				return b.Locals[k]
			}
			return vars[name]
		}
		labels := map[string]int{}
		operations := strings.Split(line, ";")
		if last := strings.Fields(operations[len(operations)-1]); !slices.Contains([]string{"end", "exit", "panic", "hang", "open"}, last[len(last)-1]) {
			operations = append(operations, "end")
		}
		for i, text := range operations {
			if name, rest, labelled := strings.Cut(text, ":"); labelled {
				labels[strings.TrimSpace(name)], operations[i] = i, rest
			}
		}
		for i, text := range operations {
			text, leads, jumps := strings.Cut(text, "->")
			n := &skeleton.Node{ID: i, Next: []int{i + 1}}
			if jumps {
				n.Next = nil
				for _, name := range strings.Fields(leads) {
					target, declared := labels[name]
					if !declared {
						t.Fatalf("no label %s", name)
					}
					n.Next = append(n.Next, target)
				}
			}
			text, do, does := strings.Cut(text, " with ")
			if does {
				n.Do = assigns(strings.Fields(do), known, known)
			}
			text, result, has := strings.Cut(text, "=>")
			if has {
				n.Result = known(strings.TrimSpace(result))
			}
			read(t, n, strings.Fields(strings.ReplaceAll(text, ",", " ")), p, names, known)
			b.Nodes = append(b.Nodes, n)
		}
	}
	if err := skeleton.Check(p); err != nil {
		t.Fatal(err)
	}
	return p
}

func read(t testing.TB, n *skeleton.Node, w []string, p *skeleton.Program, names map[string]*skeleton.Object, known func(string) *skeleton.Var) {
	t.Helper()
	object := func(name string) *skeleton.Object {
		if names[name] == nil {
			t.Fatalf("no object %s", name)
		}
		return names[name]
	}
	for n.Op = skeleton.Step; n.Op < skeleton.Access && n.Op.String() != w[0]; n.Op++ {
	}
	switch w[0] {
	case "end", "exit", "panic", "hang":
		n.Next, n.Open = nil, len(w) > 1
	case "go":
		n.Body = p.Bodies[number(t, w[1])]
		if len(w) > 2 {
			n.Args = assigns(w[2:], func(name string) *skeleton.Var {
				return n.Body.Locals[slices.IndexFunc(n.Body.Locals, func(v *skeleton.Var) bool { return v.Name == name })]
			}, known)
		}
	case "if":
		n.Op, n.Cond = skeleton.Branch, skeleton.Either{}
		if len(w) > 1 {
			n.Cond, _ = condition(w[1:], known)
		}
	case "set":
		n.Op, n.Do = skeleton.Step, assigns(w[1:], known, known)
	case "read", "write":
		n.Op, n.Cell, n.Write = skeleton.Access, p.Cells[0], w[0] == "write"
	case "select":
		for i := 1; i < len(w); i++ {
			switch w[i] {
			case "default":
				n.Default = true
				continue
			case "polls":
				n.Polls, n.Loop = true, 1
				continue
			}
			n.Cases = append(n.Cases, skeleton.Case{Send: w[i] == "send", Object: object(w[i+1])})
			if i++; i+1 < len(w) && w[i+1] == "when" {
				n.Cases[len(n.Cases)-1].When, _ = condition(w[i+2:i+5], known)
				i += 4
			}
		}
	case "add":
		n.Object, n.Delta = object(w[1]), number(t, w[2])
	default:
		if n.Op == skeleton.Access {
			t.Fatalf("no operation %s", w[0])
		}
		if len(w) > 1 {
			n.Object = object(w[1])
		}
		if len(w) > 2 { // recv k when v = t
			n.When, _ = condition(w[3:], known)
		}
	}
}

// assigns reads assignments, with "also" between them, to variables on the left by those on the right.
func assigns(w []string, left, right func(string) *skeleton.Var) (list []skeleton.Assign) {
	for len(w) > 0 {
		a := skeleton.Assign{Var: left(w[0])}
		a.Value, w = value(w[2:], a.Var, right)
		list = append(list, a)
		if len(w) > 0 {
			w = w[1:] // also
		}
	}
	return list
}

// value reads what a variable gets, and returns what follows.
func value(w []string, of *skeleton.Var, known func(string) *skeleton.Var) (skeleton.Value, []string) {
	switch k := slices.Index(of.Values, w[0]); {
	case w[0] == "*":
		return skeleton.Any{}, w[1:]
	case w[0] == "if":
		var x skeleton.If
		x.Cond, w = condition(w[1:], known)
		x.Then, w = value(w[1:], of, known)
		x.Else, w = value(w[1:], of, known)
		return x, w
	case k >= 0:
		return skeleton.Const(k), w[1:]
	}
	return skeleton.Copy{Var: known(w[0])}, w[1:]
}

// condition reads a condition, and returns what follows.
func condition(w []string, known func(string) *skeleton.Var) (skeleton.Expr, []string) {
	var term func() skeleton.Expr
	term = func() skeleton.Expr {
		first := w[0]
		w = w[1:]
		switch first {
		case "*":
			return skeleton.Either{}
		case "not":
			return skeleton.Not{X: term()}
		}
		v := known(first)
		is := skeleton.Is{Var: v, Value: slices.Index(v.Values, w[1])}
		w = w[2:]
		return is
	}
	x := term()
	for len(w) > 0 && (w[0] == "and" || w[0] == "or") {
		op := w[0]
		w = w[1:]
		if y := term(); op == "and" {
			x = skeleton.And{x, y}
		} else {
			x = skeleton.Or{x, y}
		}
	}
	return x, w
}

func number(t testing.TB, text string) int {
	t.Helper()
	if text == "?" {
		return skeleton.Unknown
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
