// This file defines Compile: from a syntax tree to a circuit and its properties.

package smv

import (
	"maps"
	"slices"
	"strings"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/parser/ltl"
)

// Options say how a file is compiled.
type Options struct {
	OldBool bool // 0 and 1 are booleans too, as in old versions of SMV
	// Formula is asked about instead of the specifications of the file, unless it is "". It is what may stand
	// after LTLSPEC, SPEC or INVARSPEC in module main, by its Kind. Messages about it name the file --ltl, --ctl or --invar.
	Kind    Kind
	Formula string
}

// maxNodes is how large a circuit may grow.
const maxNodes = 1 << 26

// A compiler makes a circuit of a file.
type compiler struct {
	*aig.Circuit
	diagnostic.Reporter
	options Options
	muted   bool

	modules    map[string]*Module
	sectionsOf map[*Module][]*Section
	query      *query          // the formula to compile; nil for what the file specifies
	active     map[*Module]int // instances that are being made
	instances  []*instance
	processes  []*process // without that of main
	declared   []*symbol
	defines    []*symbol
	flattened  bool // there are declared names that have a . or an [
	constants  map[string]bool
	variables  []*variable

	constantValues map[constantKey]*value
	indexed        map[indexKey]*memo
	temporalIn     map[*Expr]bool
	tooLarge       bool
	allocated      bool // variables have values

	depth, following int
	uses             uses
	checks           []check
	compassion       [][2]lit
	model            *Model
}

// Compile makes a circuit of a file, with its properties. If the file has errors, they are a
// [diagnostic.List].
func Compile(f *File, options Options) (*Model, error) {
	c := &compiler{
		Circuit: aig.New(), Reporter: f.reporter, options: options,
		modules: map[string]*Module{}, sectionsOf: map[*Module][]*Section{}, active: map[*Module]int{}, constants: map[string]bool{},
		constantValues: map[constantKey]*value{}, indexed: map[indexKey]*memo{}, temporalIn: map[*Expr]bool{},
	}
	c.Warnings = slices.Clone(c.Warnings)
	if options.Formula != "" {
		if err := c.readQuery(); err != nil {
			return nil, err
		}
	}
	c.model = &Model{Circuit: c.Circuit}
	c.compile(f)
	if c.tooLarge && len(c.Errors) == 0 {
		c.Errorf(f.Modules[0].Pos, "", "the circuit of this model has more than %d gates", maxNodes)
	}
	c.Finish()
	if c.query != nil {
		c.query.place(c.Errors)
	}
	if len(c.Errors) > 0 {
		return nil, c.Errors
	}
	c.model.Warnings = c.Warnings
	return c.model, nil
}

// compile does the work, one thing after the other.
func (c *compiler) compile(f *File) {
	for _, m := range f.Modules {
		if old := c.modules[m.Name]; old != nil {
			c.Errorf(m.Pos, "it is declared at "+old.Pos.String()+" too", "module %s is declared twice", m.Name)
			continue
		}
		c.modules[m.Name] = m
		seen := map[string]bool{}
		for _, p := range m.Params {
			if seen[p.Text] {
				c.Errorf(p.Pos, "", "%s is declared twice", p.Text)
			}
			seen[p.Text] = true
		}
	}
	main := c.modules["main"]
	switch {
	case main == nil:
		c.Errorf(f.Modules[0].Pos, "", "there is no module main")
		return
	case len(main.Params) > 0:
		c.Errorf(main.Params[0].Pos, "", "module main has parameters")
		return
	}
	c.active[main]++
	c.instantiate(main, "", &process{name: "main", running: litTrue}, nil, 0)
	if c.tooLarge {
		return
	}
	c.definitionsElsewhere()
	c.scheduler()
	for _, s := range c.declared {
		c.elements(s, s.typ)
		if c.tooLarge {
			return
		}
	}
	c.each("CONSTANTS", func(in *instance, s *Section) {
		for _, k := range s.Constants {
			c.constants[k.Text] = true
		}
	})
	c.each("ASSIGN", func(in *instance, s *Section) {
		for _, a := range s.Assigns {
			c.assign(a, in)
		}
	})
	for _, v := range c.variables {
		c.allocate(v)
	}
	c.allocated, c.model.StateBits = true, len(c.Latches)
	c.functions()
	c.constraints()
	c.properties()
	if len(c.compassion) > 0 {
		c.model.Unfair = c.compassionate(ltl.False())
	}
	if len(c.Errors) == 0 && !c.tooLarge {
		c.checkFailures()
	}
	c.shown()
}

// each calls do for the sections of a kind, in all instances.
func (c *compiler) each(keyword string, do func(*instance, *Section)) {
	for _, in := range c.instances {
		for _, s := range c.sections(in.module) {
			if s.Keyword == keyword {
				do(in, s)
			}
		}
	}
}

// definitionsElsewhere enters definitions of names in other instances: left.ack := q.out.
func (c *compiler) definitionsElsewhere() {
	c.each("DEFINE", func(in *instance, s *Section) {
		for _, a := range s.Assigns {
			if a.Target.Op == opName {
				continue
			}
			def := &symbol{kind: symDefine, decl: a.Target.Pos, in: in, expr: a.Value}
			owner, name := in, refText(a.Target)
			if f := c.find(a.Target, in); f.owner != nil {
				owner, name = f.owner, f.name
			}
			c.flattened = c.flattened || strings.ContainsAny(name, ".[")
			c.enter(owner, name, def)
		}
	})
}

// scheduler adds the input that says which process moves.
func (c *compiler) scheduler() {
	if len(c.processes) == 0 {
		return
	}
	d := &domain{values: []constant{{symbol: "main"}}}
	for _, p := range c.processes {
		d.values = append(d.values, constant{symbol: p.name})
	}
	v := &variable{name: "_sched", class: "IVAR", domain: d}
	c.allocate(v)
	c.instances[0].process.running = c.isCode(v.code, 0)
	for i, p := range c.processes {
		p.running = c.isCode(v.code, int64(i+1))
	}
	c.model.scheduler = v
}

// functions gives the latches their resets and next functions.
func (c *compiler) functions() {
	for _, v := range c.variables {
		at := &Expr{Pos: v.pos}
		for t := current; t <= initial; t++ {
			if v.class == "IVAR" && t != current {
				continue
			}
			if w := c.variableValue(v, at, t); t == following && v.latch >= 0 && w.kind != valBad {
				for i, l := range w.code {
					c.SetNext(v.latch+i, l)
				}
			}
		}
	}
	// What assignments use is asked here, since values are computed in any order.
	for _, v := range c.variables {
		if v.plain != nil {
			c.ask(v.plain.Value, v.plain.in, false, false)
		}
		if v.first != nil {
			c.ask(v.first.Value, v.first.in, false, false)
		}
	}
}

// ask reports what an expression may not use.
func (c *compiler) ask(e *Expr, in *instance, next, input bool) {
	c.uses = uses{}
	c.muted = true
	c.check(e, in, current)
	c.muted = false
	c.allowed(next, input)
}

// allowed reports what was used and may not be.
func (c *compiler) allowed(next, input bool) {
	if c.uses.next && !next {
		c.Errorf(c.uses.nextPos, "", "next cannot be used here")
	}
	if c.uses.input && !input {
		c.Errorf(c.uses.inputPos, "", "inputs cannot be used here")
	}
}

// condition returns the literal of a boolean expression and requires that it has a value.
func (c *compiler) condition(e *Expr, in *instance, t time, next, input bool) lit {
	c.uses = uses{}
	v := c.eval(e, in, t)
	c.allowed(next, input)
	l, _ := c.truth(v, e)
	c.require(v.fails)
	return l
}

// constraints compiles INIT, INVAR, TRANS and fairness.
func (c *compiler) constraints() {
	c.model.Total = true
	c.each("INIT", func(in *instance, s *Section) {
		for _, e := range conjuncts(s.Expr) {
			c.start1(c.condition(e, in, initial, false, false))
		}
	})
	c.each("INVAR", func(in *instance, s *Section) {
		c.model.Total = false
		for _, e := range conjuncts(s.Expr) {
			c.Constraints = appendNew(c.Constraints, c.condition(e, in, current, false, false))
		}
	})
	c.each("TRANS", func(in *instance, s *Section) {
		c.model.Total = false
		for _, e := range conjuncts(s.Expr) {
			c.Steps = appendNew(c.Steps, c.condition(e, in, current, true, true))
		}
	})
	c.each("FAIRNESS", func(in *instance, s *Section) {
		c.Fairness = appendNew(c.Fairness, c.condition(s.Expr, in, current, false, true))
	})
	c.each("COMPASSION", func(in *instance, s *Section) {
		p := c.condition(s.Expr, in, current, false, true)
		q := c.condition(s.Second, in, current, false, true)
		c.compassion = append(c.compassion, [2]lit{p, q})
	})
}

// appendNew appends a literal unless it always holds.
func appendNew(list []lit, l lit) []lit {
	if l == litTrue {
		return list
	}
	return append(list, l)
}

// start1 says that a literal holds in the first frame: by a reset if it is a latch that has none.
func (c *compiler) start1(l lit) {
	if i, ok := c.latchOf(l); ok && c.Latches[i].Reset == c.Latches[i].Lit {
		c.Latches[i].Reset = litTrue.NotIf(l.Negated())
		return
	}
	if left, right, ok := c.Fanins(l.Node()); ok && !l.Negated() {
		c.start1(left)
		c.start1(right)
		return
	}
	c.Initial = appendNew(c.Initial, l)
}

// latchOf returns the number of the latch that a literal is, or its negation.
func (c *compiler) latchOf(l lit) (int, bool) {
	return slices.BinarySearchFunc(c.Latches, l.Node(), func(a aig.Latch, node int) int { return a.Lit.Node() - node })
}

// conjuncts returns the parts of a conjunction.
func conjuncts(e *Expr) []*Expr {
	if e == nil {
		return nil
	}
	if e.Op != "&" {
		return []*Expr{e}
	}
	var all []*Expr
	for _, a := range e.Args {
		all = append(all, conjuncts(a)...)
	}
	return all
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
