// This file defines what threads see in a set of configurations.

package explain

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/configurations"
	"github.com/ijit/ijit/parser"
)

// An observed is a set of configurations as its threads see it.
type observed struct {
	*bdd.Manager
	program *parser.Program
	words   Words
	shared  []bdd.Var // by index among the globals
	local   []bdd.Var // by index among the locals of the procedure that the thread is in
	locals  bdd.VarSet
	hidden  bdd.VarSet // globals without influence, or of no concern: they are written as 0, whatever they are

	here     map[int]bdd.Node      // by program counter: the valuations with which some thread is there
	at       map[line]bdd.Node     // by line
	of       map[line]*parser.Proc // whose locals a thread has there
	all      []line                // that some thread is at, in order
	procs    []string              // of these
	position map[line]int          // in all
	pairs    map[[2]int]bool       // program counters at which two threads are together; nil if that is not known
	sections bool                  // atomic sections are one step each: what is inside is not looked at
}

// Limits of what is looked at, in nodes of decision diagrams and in pairs of local states.
const (
	maxNodes = 1 << 21
	maxPairs = 1 << 22
)

// errTooLarge says that an explanation was given up.
var errTooLarge = errors.New("the proof is too large to be explained")

// observe reads the evidence of a document about a program.
func observe(ctx context.Context, d *proof.Document, p *parser.Program, w Words) (*observed, error) {
	e := &d.Evidence
	o := &observed{
		Manager: bdd.New(bdd.Options{MaxNodes: maxNodes, Context: ctx}), program: p, words: w,
		here: map[int]bdd.Node{}, at: map[line]bdd.Node{}, of: map[line]*parser.Proc{}, pairs: map[[2]int]bool{}, sections: d.Question.Atomic == proof.Big,
	}
	most := 0
	for _, proc := range p.File.Procs {
		most = max(most, len(proc.Locals))
	}
	o.shared, o.local = o.NewVars(len(p.File.Globals)), o.NewVars(most)
	o.locals = o.NewVarSet(o.local...)
	var hidden []bdd.Var
	for _, v := range p.File.Globals {
		if _, hide := w.Predicate(v); hide || slices.Contains(e.Irrelevant, v.Name) {
			hidden = append(hidden, o.shared[v.Index])
		}
	}
	o.hidden = o.NewVarSet(hidden...)
	switch {
	case e.Excluding != nil:
		if err := o.excluding(ctx, d); err != nil {
			return nil, err
		}
	case e.Cover != nil:
		o.listed(e.Cover)
	case e.States != nil:
		o.listed(e.States)
	case e.Summaries != nil:
		o.summaries(e.Summaries)
	case e.Diagram != nil:
		o.diagram(e.Diagram)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if o.Err() != nil {
		return nil, errTooLarge
	}
	for pc, f := range o.here {
		n := p.Nodes[pc]
		if o.sections && n.Section != nil {
			delete(o.here, pc)
			continue
		}
		f = o.Exists(f, o.unknown(e, n))
		o.here[pc] = f
		if f == bdd.False {
			continue
		}
		l, known := o.lineOf(n)
		if !known {
			continue
		}
		o.of[l] = n.Proc
		if g, others := o.at[l]; others {
			f = o.Or(f, g)
		}
		o.at[l] = f
	}
	o.order()
	return o, nil
}

// unknown returns the variables that have any values at a location whatever is written: those without influence, dead locals, and
// what other procedures have.
func (o *observed) unknown(e *proof.Evidence, n *parser.Node) bdd.VarSet {
	vars := slices.Clone(o.local[len(n.Proc.Locals):])
	for _, v := range n.Proc.Locals {
		if _, hide := o.words.Predicate(v); hide || slices.Contains(e.Irrelevant, n.Proc.Name+"."+v.Name) {
			vars = append(vars, o.local[v.Index])
		}
	}
	for _, text := range e.Dead {
		pc, bits, _ := strings.Cut(text, ":")
		if pc != strconv.Itoa(n.PC) {
			continue
		}
		for i, bit := range bits {
			if bit == '1' {
				vars = append(vars, o.local[i])
			}
		}
	}
	return o.Union(o.hidden, o.NewVarSet(vars...))
}

// valuation returns that variables have the values that are written.
func (o *observed) valuation(bits string, vars []bdd.Var) bdd.Node {
	var cube bdd.Cube
	for i, bit := range bits {
		cube = append(cube, bdd.Literal{Var: vars[i], Value: bit == '1'})
	}
	return o.Cube(cube)
}

// within reports whether some thread is inside of an atomic section that is one step.
func (o *observed) within(shared string) bool {
	return o.sections && strings.HasSuffix(shared, proof.InsideMark)
}

// sharedState returns the values of a shared state.
func (o *observed) sharedState(text string) bdd.Node {
	return o.valuation(strings.TrimSuffix(text, proof.InsideMark), o.shared)
}

// place returns where a thread is whose local state is written, and its locals.
func place(local string) (pc int, bits string) {
	number, bits, _ := strings.Cut(local[strings.LastIndex(local, proof.FrameMark)+1:], ":")
	pc, _ = strconv.Atoi(number) // the proof was checked
	return pc, bits
}

// member notes that a thread is in a local state.
func (o *observed) member(shared, local string) (pc int) {
	pc, bits := place(local)
	o.see(pc, o.And(o.sharedState(shared), o.valuation(bits, o.local)))
	return pc
}

// see notes that a thread is at a program counter with some values.
func (o *observed) see(pc int, values bdd.Node) {
	f, seen := o.here[pc]
	if !seen {
		f = bdd.False
	}
	o.here[pc] = o.Or(f, values)
}

// beside notes that threads are at two program counters.
func (o *observed) beside(p, q int) {
	if o.pairs != nil {
		o.pairs[[2]int{min(p, q), max(p, q)}] = true
	}
}

// listed sees shared states with multisets of threads.
func (o *observed) listed(list []proof.Listed) {
	for _, x := range list {
		if o.within(x.Shared) {
			continue
		}
		for _, threads := range x.Threads {
			var pcs []int
			for text := range strings.SplitSeq(threads, ",") {
				if text == "" {
					continue // no thread at all
				}
				local, many, counted := strings.Cut(text, "*")
				pc := o.member(x.Shared, local)
				if pcs = append(pcs, pc); counted && many != "1" {
					pcs = append(pcs, pc)
				}
			}
			for i, p := range pcs {
				for _, q := range pcs[i+1:] {
					o.beside(p, q)
				}
			}
		}
	}
}

// excluding sees what is left by a set that excludes multisets of threads. The checker says what that is. What is excluded of three
// threads and more is not looked at: so less is said.
func (o *observed) excluding(ctx context.Context, d *proof.Document) error {
	p, err := configurations.NewProgram(ctx, o.program.File, d)
	if err != nil {
		return err
	}
	pairs := 0
	return p.Members(d, func(shared, local string) {
		if !o.within(shared) {
			o.member(shared, local)
		}
	}, func(x, y string) bool {
		if pairs++; pairs > maxPairs {
			o.pairs = nil
			return false
		}
		p, _ := place(x)
		q, _ := place(y)
		o.beside(p, q)
		return true
	})
}
