// This file defines explanations, and those of programs.

package explain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
)

// A Fact is something that holds in all configurations of a proof: everywhere, or wherever a thread is at some lines.
type Fact struct {
	File  string `json:"file,omitempty"` // that the lines are of, if it is not the input
	Where string `json:"where"`          // "" for everywhere
	What  string `json:"what"`
}

func (f Fact) String() string {
	switch {
	case f.Where == "":
		return f.What
	case f.File != "":
		return f.File + ", " + f.Where + ": " + f.What
	}
	return f.Where + ": " + f.What
}

// An Explanation is what a proof says, what people look for first.
type Explanation struct {
	// Goals says of each place where something could go wrong why it does not.
	Goals []Fact `json:"goals,omitempty"`
	Facts []Fact `json:"facts,omitempty"`
}

// Words say how a program is spoken of. Of a program that was made of another one, they are in the terms of that.
type Words struct {
	Statement func(*parser.Node) string
	// Place says where a location is: in which procedure, file ("" for the input) and line. Without a line nothing is said of it.
	Place func(n *parser.Node) (proc, file string, line int)
	// Predicate returns the C predicate that a variable stands for, "" if it stands for itself; hidden ones are of no concern.
	Predicate func(*parser.Var) (text string, hidden bool)
	// Merged says that a step may be several statements, of which the first ones do not stand for themselves.
	Merged bool
}

// Source are the words of a program that speaks of itself; or of the C program of which it was made, if it says so.
func Source(p *parser.Program) Words {
	origin := func(n *parser.Node) bool { return n.Stmt != nil && n.Stmt.Origin != nil }
	fromC := slices.ContainsFunc(p.Nodes, origin)
	return Words{
		Statement: (*parser.Node).Text,
		Place: func(n *parser.Node) (proc, file string, line int) {
			switch {
			case !fromC:
				return n.Proc.Name, "", n.Pos.Line
			case origin(n):
				return n.Proc.Name, n.Stmt.Origin.File, n.Stmt.Origin.Line
			}
			return n.Proc.Name, "", 0
		},
		Predicate: func(v *parser.Var) (string, bool) {
			if !fromC { // the comment is a sentence
				return "", false
			}
			return v.Meaning, false
		},
	}
}

// Program explains a proof of safety about a program. The proof has been checked.
func Program(ctx context.Context, d *proof.Document, p *parser.Program, w Words) (*Explanation, error) {
	x := &Explanation{}
	switch {
	case d.Evidence.Flow != nil:
		x.flow(d)
		return x, nil
	case d.Question.Asks == proof.Deadlock:
		x.Goals = []Fact{{What: "in each configuration some thread can move, or all have come to their end"}}
	case d.Evidence.Product != nil:
		d = listed(d)
	}
	o, err := observe(ctx, d, p, w)
	if err != nil {
		return nil, err
	}
	always := bdd.False
	for _, f := range o.here { // at lines of which nothing is said, too
		always = o.Or(always, o.Exists(f, o.locals))
	}
	x.goals(o, d)
	globals := o.variables(nil)
	x.together(always, o, globals)
	x.local(o, func(f bdd.Node, vars []variable) []string { return o.constants(f, vars, always) })
	x.apart(o, d)
	x.merge()
	x.everywhere(o.related(always, globals, bdd.True))
	x.local(o, func(f bdd.Node, vars []variable) []string { return o.related(f, vars, always) })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if o.Err() != nil {
		return nil, errTooLarge
	}
	return x, nil
}

// listed returns a document that lists the configurations of one about a formula.
func listed(d *proof.Document) *proof.Document {
	list := *d
	list.Evidence = proof.Evidence{}
	for _, x := range d.Evidence.Product.Pairs {
		shared, threads, _ := strings.Cut(x.State, "|")
		there := slices.DeleteFunc(strings.Split(threads, ","), func(name string) bool { return name == proof.FreeMark })
		list.Evidence.States = append(list.Evidence.States, proof.Listed{Shared: shared, Threads: []string{strings.Join(there, ",")}})
	}
	return &list
}

func (x *Explanation) everywhere(facts []string) {
	for _, what := range facts {
		x.Facts = append(x.Facts, Fact{What: what})
	}
}

// together adds the globals that never change, in one fact.
func (x *Explanation) together(always bdd.Node, o *observed, globals []variable) {
	if facts := o.constants(always, globals, bdd.True); len(facts) > 0 {
		x.everywhere([]string{strings.Join(facts, ", ")})
	}
}

// fact returns what holds at a set of lines.
func (o *observed) fact(set []line, what string) Fact {
	where := o.lines(set)
	if len(o.procs) > 1 {
		where += " of " + set[0].proc
	}
	return Fact{File: set[0].file, Where: where, What: what}
}

// goals says why assertions hold, or that a label is never reached.
func (x *Explanation) goals(o *observed, d *proof.Document) {
	for _, n := range o.program.Nodes {
		if n.Stmt == nil || n.Stmt.PC != n.PC || !n.Reachable {
			continue
		}
		l, known := o.lineOf(n)
		f, seen := o.here[n.PC]
		if !known {
			continue
		}
		if d.Question.Asks == proof.Label {
			if slices.ContainsFunc(n.Stmt.Labels, func(l *parser.Label) bool { return l.Name == d.Question.Label }) {
				x.Goals = append(x.Goals, o.fact([]line{l}, "label "+d.Question.Label+" is never reached"))
			}
			continue
		}
		assert, is := n.Stmt.Op.(*parser.Assert)
		if !is || d.Question.Asks != proof.Assertions {
			continue
		}
		what := o.words.Statement(n)
		switch why := ""; {
		case o.sections && n.Section != nil:
			what += " holds whenever its atomic section is passed"
		case !seen || f == bdd.False:
			what += " is never reached"
		default:
			switch why = o.reason(f, assert.Cond, n.Proc); {
			case why == "":
				what += " holds: the proof excludes all values with which it fails"
			case o.words.Merged:
				what += " holds: its step begins with " + why
			default:
				what += " holds: when a thread is there, " + why
			}
		}
		x.Goals = append(x.Goals, o.fact([]line{l}, what))
	}
}

// flow explains a proof that looks at no variables.
func (x *Explanation) flow(d *proof.Document) {
	what := "no assertion"
	if d.Question.Asks == proof.Label {
		what = "label " + d.Question.Label + " is not"
	}
	x.Goals = []Fact{{What: fmt.Sprintf("%s is at one of the %d locations that control flow leads to, whatever conditions say", what, len(d.Evidence.Flow))}}
}

// A group collects lines of a procedure with what is the same of them.
type group struct {
	lines []line
	facts []string
}

// grouped puts together the facts of the same lines, those of most lines first.
func (o *observed) grouped(facts map[string][]line) []group {
	byLines := map[string]*group{}
	for what, lines := range facts {
		for _, set := range parts(lines) {
			key := fmt.Sprint(set)
			if byLines[key] == nil {
				byLines[key] = &group{lines: set}
			}
			byLines[key].facts = append(byLines[key].facts, what)
		}
	}
	var list []group
	for _, g := range byLines {
		slices.Sort(g.facts)
		list = append(list, *g)
	}
	slices.SortFunc(list, func(a, b group) int {
		if len(a.lines) != len(b.lines) {
			return len(b.lines) - len(a.lines)
		}
		return slices.CompareFunc(a.lines, b.lines, line.compare)
	})
	return list
}

// local adds what holds wherever a thread is at some lines.
func (x *Explanation) local(o *observed, holds func(bdd.Node, []variable) []string) {
	for _, proc := range o.procs {
		facts := map[string][]line{}
		for _, l := range o.all {
			if l.proc == proc {
				for _, what := range holds(o.at[l], o.visible(l)) {
					facts[what] = append(facts[what], l)
				}
			}
		}
		for _, g := range o.grouped(facts) {
			x.Facts = append(x.Facts, o.fact(g.lines, strings.Join(g.facts, ", ")))
		}
	}
}

// merge makes one fact of those about the same lines.
func (x *Explanation) merge() {
	at := map[[2]string]int{}
	var merged []Fact
	for _, f := range x.Facts {
		key := [2]string{f.File, f.Where}
		if i, found := at[key]; found && f.Where != "" {
			merged[i].What += ", and " + f.What
			continue
		}
		at[key] = len(merged)
		merged = append(merged, f)
	}
	x.Facts = merged
}

// apart adds which lines exclude each other.
func (x *Explanation) apart(o *observed, d *proof.Document) {
	if o.pairs == nil {
		return
	}
	pcs := map[line][]int{}
	for pc, f := range o.here {
		if l, known := o.lineOf(o.program.Nodes[pc]); known && f != bdd.False {
			pcs[l] = append(pcs[l], pc)
		}
	}
	solo := map[string]bool{} // procedures that at most one thread executes
	apart := func(a, b line) bool {
		if solo[a.proc] && b.proc == a.proc {
			return false // which is said once
		}
		for _, p := range pcs[a] {
			for _, q := range pcs[b] {
				if o.pairs[[2]int{min(p, q), max(p, q)}] {
					return false
				}
			}
		}
		return true
	}
	for _, proc := range o.procs {
		its := slices.DeleteFunc(slices.Clone(o.all), func(l line) bool { return l.proc != proc })
		together := slices.ContainsFunc(its, func(a line) bool { return slices.ContainsFunc(its, func(b line) bool { return !apart(a, b) }) })
		if together {
			continue
		}
		if solo[proc] = true; proc != o.program.File.Main.Name || d.Question.Initial != "one" { // which everybody knows
			x.everywhere([]string{"at most one thread is in " + proc})
		}
	}
	alike := map[string][]line{} // lines that exclude the same ones
	sets := map[string][]line{}
	var keys []string
	for _, a := range o.all {
		set := slices.DeleteFunc(slices.Clone(o.all), func(b line) bool { return !apart(a, b) })
		if len(set) == 0 {
			continue
		}
		key := a.proc + a.file + fmt.Sprint(set)
		if sets[key] == nil {
			sets[key] = set
			keys = append(keys, key)
		}
		alike[key] = append(alike[key], a)
	}
	said := map[string]bool{}
	for _, key := range keys {
		here, all := alike[key], sets[key]
		var where []string
		others := slices.DeleteFunc(slices.Clone(all), func(l line) bool { return slices.Contains(here, l) })
		if len(others) < len(all) {
			where = append(where, "there")
		}
		for _, part := range parts(others) {
			if !said[fmt.Sprint(part, here)] {
				said[fmt.Sprint(here, part)] = true
				other := "at " + o.fact(part, "").Where
				if part[0].file != here[0].file {
					other += " in " + part[0].file
				}
				where = append(where, other)
			}
		}
		if len(where) > 0 {
			x.Facts = append(x.Facts, o.fact(here, "no other thread is "+strings.Join(where, " or ")))
		}
	}
}
