// This file defines the atoms of formulas about Boolean programs.

package ltl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/diagnostic"
)

// Propositions are what formulas about a Boolean program say of a configuration:
//
//	x         the shared variable x is 1
//	t2.x      thread 2 is there, in a procedure with a local variable x, and that is 1
//	t2@L      thread 2 is there and stands at a statement labelled L
//	some@L    some thread stands at a statement labelled L
//
// Threads are numbered by slots, from 1 to the bound on threads alive at once: main is
// thread 1 (further copies of it follow), and a thread that is created takes the lowest
// number that is free. Names may be in braces, as in programs.
type Propositions struct {
	// List has the propositions of the formulas read so far; an [Atom] is an index into it.
	List []Proposition

	program *parser.Program // that is run
	source  *parser.Program // as written: its calls may have been inlined
	threads int
	known   map[string]int
}

// A Proposition is an atom of a formula about a program.
type Proposition struct {
	Name   string
	Thread int // from 1; 0 for a shared variable and for any thread
	// Variables is one shared variable, or the local variables of procedures, as written, of
	// which the thread is in one; it is nil for a label.
	Variables []*parser.Var
	PCs       []int // the locations that have the label, in ascending order
}

// NewPropositions returns the propositions about a program with at most so many threads.
func NewPropositions(p *parser.Program, threads int) *Propositions {
	return &Propositions{program: p, source: p, threads: threads, known: map[string]int{}}
}

// InlinedPropositions returns the propositions about a program whose calls were inlined: the
// locations of labels are those of the program that is run, variables are those as written.
func InlinedPropositions(in *parser.Inlined, threads int) *Propositions {
	return &Propositions{program: in.Program, source: in.Source, threads: threads, known: map[string]int{}}
}

// Atom returns the atom of a name, for [Parse].
func (p *Propositions) Atom(name string) (*Formula, error) {
	i, ok := p.known[name]
	if !ok {
		x, err := p.proposition(name)
		if err != nil {
			return nil, err
		}
		x.Name = name
		i = len(p.List)
		p.known[name] = i
		p.List = append(p.List, x)
	}
	return Atom(i), nil
}

// Text writes a formula about the program.
func (p *Propositions) Text(f *Formula) string {
	return f.Text(func(i int) string { return p.List[i].Name })
}

func (p *Propositions) proposition(name string) (x Proposition, err error) {
	outside := strings.IndexByte(name, '{')
	if outside < 0 {
		outside = len(name)
	}
	if thread, label, ok := strings.Cut(name[:outside], "@"); ok {
		label += name[outside:]
		if thread != "some" {
			if x.Thread, err = p.thread(thread, "@"+label); err != nil {
				return x, err
			}
		}
		if _, found := p.source.Labelled(unbraced(label)); !found {
			return x, unknown("label", unbraced(label), p.labels())
		}
		// No path may lead to some of them in the graph, which does not follow calls.
		for _, n := range p.program.Nodes {
			if n.Stmt != nil && n.Stmt.PC == n.PC && slices.ContainsFunc(n.Stmt.Labels, func(l *parser.Label) bool { return l.Name == unbraced(label) }) {
				x.PCs = append(x.PCs, n.PC)
			}
		}
		slices.Sort(x.PCs)
		return x, nil
	}
	if thread, local, ok := strings.Cut(name[:outside], "."); ok {
		local = unbraced(local + name[outside:])
		if x.Thread, err = p.thread(thread, "."+local); err != nil {
			return x, err
		}
		var names []string
		for _, proc := range p.source.File.Procs {
			for _, v := range proc.Locals {
				names = append(names, v.Name)
				if v.Name == local {
					x.Variables = append(x.Variables, v)
				}
			}
		}
		if x.Variables == nil {
			return x, unknown("local variable", local, names)
		}
		return x, nil
	}
	shared := unbraced(name)
	var names []string
	for _, v := range p.source.File.Globals {
		if v.Name == shared {
			x.Variables = []*parser.Var{v}
			return x, nil
		}
		names = append(names, v.Name)
	}
	d := unknown("shared variable", shared, names)
	if slices.Contains(p.labels(), shared) {
		d.Hint = fmt.Sprintf("it is a label: t1@%s says that thread 1 stands there, some@%[1]s that some thread does", shared)
	}
	for _, proc := range p.source.File.Procs {
		if slices.ContainsFunc(proc.Locals, func(v *parser.Var) bool { return v.Name == shared }) {
			d.Hint = fmt.Sprintf("it is a local variable: that of thread 1 is t1.%s", shared)
		}
	}
	return x, d
}

// thread reads the number of a thread.
func (p *Propositions) thread(name, rest string) (int, error) {
	number, ok := strings.CutPrefix(name, "t")
	n, err := strconv.Atoi(number)
	switch {
	case !ok || err != nil || n < 1:
		return 0, &parser.Diagnostic{Message: fmt.Sprintf("there is no thread %s", short(name)), Hint: fmt.Sprintf("threads are t1 to t%d, as in t1%s", p.threads, short(rest))}
	case n > p.threads:
		return 0, &parser.Diagnostic{Message: fmt.Sprintf("there is no thread %s: there are at most %d", short(name), p.threads), Hint: fmt.Sprintf("--threads %d allows for it", n)}
	}
	return n, nil
}

func (p *Propositions) labels() []string {
	var names []string
	for _, n := range p.source.Nodes {
		if n.Stmt == nil || n.Stmt.PC != n.PC {
			continue
		}
		for _, l := range n.Stmt.Labels {
			names = append(names, l.Name)
		}
	}
	return names
}

// unknown returns the error that there is no such name, with the one that was meant, or
// those that there are.
func unknown(what, name string, names []string) *parser.Diagnostic {
	d := &parser.Diagnostic{Message: fmt.Sprintf("there is no %s %s", what, short(name)), Hint: diagnostic.DidYouMean(name, names)}
	slices.Sort(names)
	names = slices.Compact(names)
	const most = 12
	switch {
	case d.Hint != "":
	case len(names) == 0:
		d.Hint = "the program has none"
	case len(names) <= most:
		d.Hint = "there are " + strings.Join(names, ", ")
	default:
		d.Hint = "there are " + strings.Join(names[:most], ", ") + " and others"
	}
	return d
}

// unbraced returns a name as programs have it.
func unbraced(name string) string {
	if n := len(name); n >= 2 && name[0] == '{' && name[n-1] == '}' {
		return name[1 : n-1]
	}
	return name
}
