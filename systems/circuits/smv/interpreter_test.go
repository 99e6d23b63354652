// This file defines an interpreter of models on values, which judges the compiler. It shares
// the syntax tree only: assignments are constraints on pairs of states here, not functions.

package smv_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ijit/ijit/systems/circuits/smv"
)

// A world is an instantiated model: variables with all their values, and all that must hold.
type world struct {
	file      *smv.File
	names     []string // variables, in order
	class     map[string]string
	values    map[string][]any // bool, int, string or word
	processes []string         // with main, if there are others
	scopes    []*scope
}

// A scope is an instance.
type scope struct {
	path    string
	process string
	module  *smv.Module
	params  map[string]argument
	defines map[string]*smv.Expr
	parts   map[string]*scope
	vars    map[string]bool // names of variables, also those with [i]
}

type argument struct {
	expr *smv.Expr
	in   *scope
}

// A frame is a state with its inputs, and the state after it.
type frame struct{ now, then map[string]any }

func newWorld(f *smv.File) *world {
	w := &world{file: f, class: map[string]string{}, values: map[string][]any{}}
	w.enter("main", "", "main", nil)
	if len(w.processes) > 0 {
		w.processes = append([]string{"main"}, w.processes...)
		w.names = append(w.names, "_sched")
		w.class["_sched"] = "IVAR"
		for _, p := range w.processes {
			w.values["_sched"] = append(w.values["_sched"], p)
		}
	}
	return w
}

func (w *world) enter(module, path, process string, params map[string]argument) *scope {
	s := &scope{path: path, process: process, params: params, defines: map[string]*smv.Expr{}, parts: map[string]*scope{}, vars: map[string]bool{}}
	w.scopes = append(w.scopes, s)
	for _, m := range w.file.Modules {
		if m.Name == module {
			s.module = m
		}
	}
	for _, section := range s.module.Sections {
		for _, d := range section.Decls {
			full := strings.TrimPrefix(path+"."+d.Name.Text, ".")
			if d.Type.Word == "module" {
				args := map[string]argument{}
				for _, m := range w.file.Modules {
					for i, p := range m.Params {
						if m.Name == d.Type.Module {
							args[p.Text] = argument{d.Type.Args[i], s}
						}
					}
				}
				moves := process
				if d.Type.Process {
					moves = full
					w.processes = append(w.processes, full)
				}
				s.parts[d.Name.Text] = w.enter(d.Type.Module, full, moves, args)
				continue
			}
			w.declare(s, full, section.Keyword, d.Type)
			s.vars[d.Name.Text] = true
		}
		if section.Keyword == "DEFINE" {
			for _, a := range section.Assigns {
				s.defines[a.Target.Name] = a.Value
			}
		}
	}
	return s
}

func (w *world) declare(s *scope, full, class string, t *smv.Type) {
	if t.Word == "array" {
		for i := w.eval(t.Lo, s, frame{}).(int); i <= w.eval(t.Hi, s, frame{}).(int); i++ {
			w.declare(s, fmt.Sprintf("%s[%d]", full, i), class, t.Elem)
		}
		return
	}
	w.names = append(w.names, full)
	w.class[full] = class
	var all []any
	switch t.Word {
	case "boolean":
		all = []any{false, true}
	case "range":
		for i := w.eval(t.Lo, s, frame{}).(int); i <= w.eval(t.Hi, s, frame{}).(int); i++ {
			all = append(all, i)
		}
	case "word":
		width := w.eval(t.Width, s, frame{}).(int)
		for i := range 1 << min(width, 8) { // tests with wider ones do not ask for all
			all = append(all, newWord(big.NewInt(int64(i)), width, t.Signed))
		}
	case "enum":
		for _, e := range t.Values {
			if e.Op == "name" {
				all = append(all, e.Name)
			} else {
				all = append(all, w.eval(e, s, frame{}))
			}
		}
	}
	w.values[full] = all
}

// place returns the full name of the variable that an expression refers to, "" if it is none.
func (w *world) place(e *smv.Expr, s *scope, f frame) string {
	switch e.Op {
	case "name":
		if a, ok := s.params[e.Name]; ok {
			return w.place(a.expr, a.in, f)
		}
		if s.vars[e.Name] {
			return strings.TrimPrefix(s.path+"."+e.Name, ".")
		}
	case ".":
		if in := w.part(e.Args[0], s); in != nil {
			return w.place(&smv.Expr{Op: "name", Name: e.Name}, in, f)
		}
	case "[]":
		if base := w.place(e.Args[0], s, f); base != "" {
			index := w.eval(e.Args[1], s, f)
			if x, ok := index.(word); ok {
				index = x.number
			}
			return fmt.Sprintf("%s[%v]", base, index)
		}
	}
	return ""
}

// part returns the instance that an expression refers to.
func (w *world) part(e *smv.Expr, s *scope) *scope {
	switch e.Op {
	case "self":
		return s
	case "name":
		if a, ok := s.params[e.Name]; ok {
			return w.part(a.expr, a.in)
		}
		return s.parts[e.Name]
	case ".":
		if in := w.part(e.Args[0], s); in != nil {
			return in.parts[e.Name]
		}
	}
	return nil
}

// eval returns the value of an expression; of a set, any it has is in all.
func (w *world) eval(e *smv.Expr, s *scope, f frame) any {
	all := w.all(e, s, f)
	if len(all) != 1 {
		panic(fmt.Sprintf("%d values of %s", len(all), e.Op))
	}
	return all[0]
}

// all returns the values that an expression may have.
func (w *world) all(e *smv.Expr, s *scope, f frame) []any {
	one := func(v any) []any { return []any{v} }
	args := make([]any, len(e.Args))
	arg := func(i int) any {
		if args[i] == nil {
			args[i] = w.eval(e.Args[i], s, f)
		}
		return args[i]
	}
	number := func(i int) int { return arg(i).(int) }
	truth := func(i int) bool { return arg(i).(bool) }
	if v := wordOperation(e, arg); v != nil {
		return one(v)
	}
	switch e.Op {
	case "TRUE", "FALSE":
		return one(e.Op == "TRUE")
	case "number":
		return one(int(e.Value))
	case "name", ".", "[]":
		if e.Op == "name" {
			if a, ok := s.params[e.Name]; ok {
				return w.all(a.expr, a.in, f)
			}
			if d := s.defines[e.Name]; d != nil {
				return w.all(d, s, f)
			}
			if e.Name == "running" {
				return one(f.now["_sched"] == s.process)
			}
		}
		if e.Op == "." {
			if in := w.part(e.Args[0], s); in != nil && !in.vars[e.Name] {
				return w.all(&smv.Expr{Op: "name", Name: e.Name}, in, f)
			}
		}
		if at := w.place(e, s, f); at != "" {
			return one(f.now[at])
		}
		return one(e.Name)
	case "next":
		return w.all(e.Args[0], s, frame{now: f.then})
	case "{}", "union":
		var all []any
		for _, a := range e.Args {
			all = append(all, w.all(a, s, f)...)
		}
		return all
	case "..":
		var all []any
		for i := number(0); i <= number(1); i++ {
			all = append(all, i)
		}
		return all
	case "case":
		for i := 0; i < len(e.Args); i += 2 {
			if truth(i) {
				return w.all(e.Args[i+1], s, f)
			}
		}
		panic("no condition holds")
	case "?:":
		if truth(0) {
			return w.all(e.Args[1], s, f)
		}
		return w.all(e.Args[2], s, f)
	case "in":
		return one(slices.Contains(w.all(e.Args[1], s, f), arg(0)))
	case "=":
		return one(arg(0) == arg(1))
	case "!=":
		return one(arg(0) != arg(1))
	case "!":
		return one(!truth(0))
	case "->":
		return one(!truth(0) || truth(1))
	case "<":
		return one(number(0) < number(1))
	case ">":
		return one(number(0) > number(1))
	case "<=":
		return one(number(0) <= number(1))
	case ">=":
		return one(number(0) >= number(1))
	case "neg":
		return one(-number(0))
	case "*":
		return one(number(0) * number(1))
	case "/":
		return one(number(0) / number(1))
	case "mod":
		return one(number(0) % number(1))
	case "-":
		return one(number(0) - number(1))
	case "abs":
		return one(max(number(0), -number(0)))
	case "max":
		return one(max(number(0), number(1)))
	case "min":
		return one(min(number(0), number(1)))
	case "bool":
		return one(number(0) != 0)
	case "toint", "count":
		n := 0
		for i := range e.Args {
			if truth(i) {
				n++
			}
		}
		return one(n)
	case "+":
		n := 0
		for i := range e.Args {
			n += number(i)
		}
		return one(n)
	}
	b := truth(0)
	for i := 1; i < len(e.Args); i++ {
		c := truth(i)
		switch e.Op {
		case "&":
			b = b && c
		case "|":
			b = b || c
		case "xor":
			b = b != c
		case "xnor", "<->":
			b = b == c
		default:
			panic("no operator " + string(e.Op))
		}
	}
	return []any{b}
}

// each calls yield for all valuations of variables, those of a class or those of others.
func (w *world) each(inputs bool, yield func(map[string]any)) {
	state := map[string]any{}
	var fill func(names []string)
	fill = func(names []string) {
		switch {
		case len(names) == 0:
			yield(state)
		case (w.class[names[0]] == "IVAR") != inputs:
			fill(names[1:])
		default:
			for _, v := range w.values[names[0]] {
				state[names[0]] = v
				fill(names[1:])
			}
		}
	}
	fill(w.names)
}

// holds reports whether all sections of a kind hold.
func (w *world) holds(keyword string, f frame) bool {
	for _, s := range w.scopes {
		for _, section := range s.module.Sections {
			if section.Keyword == keyword && !w.eval(section.Expr, s, f).(bool) {
				return false
			}
		}
	}
	return true
}

// assigned reports whether all assignments of a kind hold.
func (w *world) assigned(word string, f frame) bool {
	assigned := map[string]bool{} // and whether one of the processes that assign it runs
	for _, s := range w.scopes {
		for _, section := range s.module.Sections {
			for _, a := range section.Assigns {
				if section.Keyword != "ASSIGN" || a.Word != word {
					continue
				}
				at := w.place(a.Target, s, f)
				value := f.now[at]
				if word == "next" {
					value = f.then[at]
					runs := len(w.processes) == 0 || f.now["_sched"] == s.process
					assigned[at] = assigned[at] || runs
					if !runs {
						continue
					}
				}
				if !slices.Contains(w.all(a.Value, s, f), value) {
					return false
				}
			}
		}
	}
	for at, runs := range assigned {
		if !runs && f.now[at] != f.then[at] {
			return false
		}
	}
	return true
}

// valid reports whether a state is one of the model.
func (w *world) valid(state map[string]any) bool {
	f := frame{now: state}
	return w.assigned("", f) && w.holds("INVAR", f)
}

// first reports whether a valid state is a first one.
func (w *world) first(state map[string]any) bool {
	f := frame{now: state}
	return w.assigned("init", f) && w.holds("INIT", f)
}

// step reports whether there is a step between valid states.
func (w *world) step(f frame) bool {
	for _, name := range w.names {
		if w.class[name] == "FROZENVAR" && f.now[name] != f.then[name] {
			return false
		}
	}
	return w.assigned("next", f) && w.holds("TRANS", f)
}

// text returns the values of a state, or of its inputs.
func (w *world) text(state map[string]any, inputs bool) string {
	var b strings.Builder
	for _, name := range w.names {
		if (w.class[name] == "IVAR") == inputs {
			fmt.Fprintf(&b, "%s=%s ", name, strings.ToUpper(fmt.Sprint(state[name])))
		}
	}
	return b.String()
}
