// This file defines a naive evaluator that shares nothing with the other but the
// syntax tree: values are tables of all tuples, and the definition of evaluation is
// followed to the letter.

package calculus

import (
	"errors"
	"slices"

	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// A reference evaluates files whose types are bool, ranges, and records of these.
type reference struct {
	preds    map[string]*refPred
	order    []string
	types    map[string][]any // all values of a type
	frontier bool
}

type refPred struct {
	decl          *syntax.PredDecl
	value         map[any]bool // the keys are tuples
	known, active bool
	broken        bool // known, but what follows the last change does not converge
}

// A refTuple is a tuple of at most six values, comparable.
type refTuple [6]any

// A refRecord is a value of a class with at most three fields.
type refRecord struct{ fields [3]any }

var errDiverges = errors.New("no fixpoint")

func newReference(f *syntax.File) *reference {
	r := &reference{preds: map[string]*refPred{}, types: map[string][]any{"bool": {0, 1}}}
	for _, c := range f.Commands {
		switch d := c.(type) {
		case *syntax.EnumDecl:
			for n := d.Low; n <= d.High; n++ {
				r.types[d.Name] = append(r.types[d.Name], n)
			}
		case *syntax.ClassDecl:
			rows := []any{refRecord{}}
			for i, f := range d.Fields {
				var more []any
				for _, row := range rows {
					for _, v := range r.types[f.Type.Name] {
						next := row.(refRecord)
						next.fields[i] = v
						more = append(more, next)
					}
				}
				rows = more
			}
			r.types[d.Name] = rows
		case *syntax.PredDecl:
			if r.preds[d.Name] == nil {
				r.order = append(r.order, d.Name)
				r.preds[d.Name] = &refPred{}
			}
			r.preds[d.Name].decl = d
		}
	}
	return r
}

// depends reports whether the value of a predicate depends on another now: names that
// are being evaluated stand for the values that they have.
func (r *reference) depends(on, name string, seen map[string]bool) bool {
	p := r.preds[name]
	if seen[name] || p.decl.Body == nil || p.active {
		return false
	}
	seen[name] = true
	for _, q := range applied(p.decl.Body) {
		if q == on || r.depends(on, q, seen) {
			return true
		}
	}
	return false
}

// applied returns the names of the predicates that an expression applies.
func applied(x syntax.Expr) []string {
	switch x := x.(type) {
	case *syntax.Apply:
		names := []string{x.Name}
		for _, a := range x.Args {
			names = append(names, applied(a)...)
		}
		return names
	case *syntax.Not:
		return applied(x.X)
	case *syntax.List:
		var names []string
		for _, o := range x.Operands {
			names = append(names, applied(o)...)
		}
		return names
	case *syntax.Binary:
		return append(applied(x.X), applied(x.Y)...)
	case *syntax.Quantified:
		return applied(x.X)
	case *syntax.If:
		names := append(applied(x.Cond), applied(x.Then)...)
		if x.Else != nil {
			names = append(names, applied(x.Else)...)
		}
		return names
	case *syntax.Case:
		var names []string
		for _, a := range x.Arms {
			names = append(append(names, applied(a.Cond)...), applied(a.Value)...)
		}
		return names
	}
	return nil
}

// A refEnv is the variables of a place and their types.
type refEnv struct {
	names []string
	types []string
}

func (v refEnv) with(ds []*syntax.VarDecl) refEnv {
	out := refEnv{slices.Clone(v.names), slices.Clone(v.types)}
	for _, d := range ds {
		out.names = append(out.names, d.Name)
		out.types = append(out.types, d.Type.Name)
	}
	return out
}

// all returns all rows of values of the variables.
func (r *reference) all(env refEnv) [][]any {
	rows := [][]any{nil}
	for _, t := range env.types {
		var more [][]any
		for _, row := range rows {
			for _, v := range r.types[t] {
				more = append(more, append(slices.Clone(row), v))
			}
		}
		rows = more
	}
	return rows
}

func tupleOf(values []any) refTuple {
	var t refTuple
	copy(t[:], values)
	return t
}

// value returns the value of a predicate, by the definition.
func (r *reference) value(name string) (map[any]bool, error) {
	p := r.preds[name]
	if p.broken {
		return nil, errDiverges
	}
	if p.known || p.active {
		return p.value, nil
	}
	env := refEnv{}.with(p.decl.Params)
	rows := r.all(env)
	body := func() (map[any]bool, error) {
		table, err := r.table(p.decl.Body, env)
		if err != nil {
			return nil, err
		}
		set := map[any]bool{}
		for i, row := range rows {
			if table[i] {
				set[tupleOf(row)] = true
			}
		}
		return set, nil
	}
	if p.decl.Sign == syntax.Plain {
		set, err := body()
		p.value, p.known = set, true
		return set, err
	}
	full := map[any]bool{}
	for _, row := range rows {
		full[tupleOf(row)] = true
	}
	x, end := map[any]bool{}, full
	if p.decl.Sign == syntax.Nu {
		x, end = full, x
	}
	p.active = true
	total := x
	p.value = x
	forget := func() {
		for other, q := range r.preds {
			if r.depends(name, other, map[string]bool{}) {
				q.known, q.broken = false, false
			}
		}
	}
	frontier := r.frontier && p.decl.Sign == syntax.Mu
	for range 300 {
		last := total
		forget()
		next, err := body()
		if err != nil {
			return nil, err
		}
		total = next
		if frontier {
			total = map[any]bool{}
			fresh := map[any]bool{}
			for t := range last {
				total[t] = true
			}
			for t := range next {
				total[t] = true
				if !last[t] {
					fresh[t] = true
				}
			}
			p.value = fresh
		} else {
			p.value = total
		}
		if same(total, last) || same(total, end) {
			p.value = total
			if frontier || !same(total, last) {
				// What is nested follows the last change. If it cannot, that is an error
				// of whoever asks for it.
				nested := r.settled(name)
				forget()
				if _, err := body(); err != nil {
					for _, q := range nested {
						q.known, q.active, q.broken = true, false, true
					}
				}
			}
			p.known, p.active = true, false
			return total, nil
		}
	}
	return nil, errDiverges
}

// settled returns what depends on a predicate and has a value.
func (r *reference) settled(name string) []*refPred {
	var ps []*refPred
	for other, q := range r.preds {
		if q.known && r.depends(name, other, map[string]bool{}) {
			ps = append(ps, q)
		}
	}
	return ps
}

func same(a, b map[any]bool) bool {
	if len(a) != len(b) {
		return false
	}
	for t := range a {
		if !b[t] {
			return false
		}
	}
	return true
}

// table returns the truth of an expression for all rows of the variables. All parts
// are evaluated, from left to right.
func (r *reference) table(x syntax.Expr, env refEnv) ([]bool, error) {
	rows := r.all(env)
	out := make([]bool, len(rows))
	sub := func(xs ...syntax.Expr) ([][]bool, error) {
		var tables [][]bool
		for _, y := range xs {
			t, err := r.table(y, env)
			if err != nil {
				return nil, err
			}
			tables = append(tables, t)
		}
		return tables, nil
	}
	pointwise := func(f func(v []bool) bool, xs ...syntax.Expr) ([]bool, error) {
		tables, err := sub(xs...)
		if err != nil {
			return nil, err
		}
		for i := range out {
			v := make([]bool, len(xs))
			for j := range xs {
				v[j] = tables[j][i]
			}
			out[i] = f(v)
		}
		return out, nil
	}
	switch x := x.(type) {
	case *syntax.Bool, *syntax.Number, *syntax.Path:
		for i, row := range rows {
			out[i] = truth(r.term(x, env, row))
		}
		return out, nil
	case *syntax.Apply:
		var args [][]bool
		for _, a := range x.Args {
			var t []bool
			if formula(a) {
				var err error
				if t, err = r.table(a, env); err != nil {
					return nil, err
				}
			}
			args = append(args, t)
		}
		set, err := r.value(x.Name)
		if err != nil {
			return nil, err
		}
		for i, row := range rows {
			var tuple []any
			for j, a := range x.Args {
				if args[j] != nil {
					tuple = append(tuple, number(args[j][i]))
				} else {
					tuple = append(tuple, r.term(a, env, row))
				}
			}
			out[i] = set[tupleOf(tuple)]
		}
		return out, nil
	case *syntax.Not:
		return pointwise(func(v []bool) bool { return !v[0] }, x.X)
	case *syntax.List:
		return pointwise(func(v []bool) bool { return slices.Contains(v, x.Op == "|") == (x.Op == "|") }, x.Operands...)
	case *syntax.If:
		if x.Else == nil {
			return pointwise(func(v []bool) bool { return !v[0] || v[1] }, x.Cond, x.Then)
		}
		return pointwise(func(v []bool) bool { return v[0] && v[1] || !v[0] && v[2] }, x.Cond, x.Then, x.Else)
	case *syntax.Case:
		var parts []syntax.Expr
		for _, a := range x.Arms {
			parts = append(parts, a.Cond, a.Value)
		}
		return pointwise(func(v []bool) bool {
			for i := 0; i < len(v); i += 2 {
				if v[i] {
					return v[i+1]
				}
			}
			return false
		}, parts...)
	case *syntax.Binary:
		if (x.Op == "=" || x.Op == "!=") && !formula(x.X) && !formula(x.Y) {
			for i, row := range rows {
				out[i] = (r.term(x.X, env, row) == r.term(x.Y, env, row)) == (x.Op == "=")
			}
			return out, nil
		}
		return pointwise(func(v []bool) bool {
			switch x.Op {
			case "->":
				return !v[0] || v[1]
			case "<-":
				return v[0] || !v[1]
			case "<->", "=":
				return v[0] == v[1]
			}
			return v[0] != v[1]
		}, x.X, x.Y)
	case *syntax.Quantified:
		inner := env.with(x.Vars)
		t, err := r.table(x.X, inner)
		if err != nil {
			return nil, err
		}
		n := len(t) / len(rows)
		for i := range out {
			out[i] = slices.Contains(t[i*n:(i+1)*n], !x.Forall) != x.Forall
		}
		return out, nil
	}
	panic("unknown expression")
}

// formula reports whether an expression is neither a variable nor a constant.
func formula(x syntax.Expr) bool {
	switch x.(type) {
	case *syntax.Bool, *syntax.Number, *syntax.Path:
		return false
	}
	return true
}

// term returns the value of a variable or constant.
func (r *reference) term(x syntax.Expr, env refEnv, row []any) any {
	switch x := x.(type) {
	case *syntax.Bool:
		return number(x.Value)
	case *syntax.Number:
		return x.Value
	case *syntax.Path:
		for i := len(row) - 1; i >= 0; i-- {
			if env.names[i] != x.Name {
				continue
			}
			v := row[i]
			for _, s := range x.Steps {
				v = v.(refRecord).fields[s.Field[0]-'a'] // fields are a, b, c
			}
			return v
		}
	}
	panic("unknown term")
}

func truth(v any) bool { return v == 1 }

func number(b bool) any {
	if b {
		return 1
	}
	return 0
}
