// This file defines how a Boolean program is compared with the form of a C program.

package certificate

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// boolean is a Boolean program that is said to do what a C program does.
type boolean struct {
	p          *form.Program
	t          *word.Terms
	owners     *form.Owners
	counters   []form.Counter
	tickets    []form.Ticket
	body       []*parser.Stmt
	labels     map[string]int // positions in body
	bits       []*bit
	of         map[*parser.Var]*bit
	free       map[string]word.Term // words of one bit that may be anything
	others     *form.Others
	statements int
	paranoid   bool // the solver has to prove what it says
}

// A bit is a variable of the Boolean program with its meaning.
type bit struct {
	variable *parser.Var
	kind     kind
	number   int       // of the automaton, the counter or the ticket
	owner    int       // of a predicate: the automaton of its locals, or form.Shared
	term     word.Term // of a predicate; what it is that tickets are equal to
}

type kind int

const (
	predicate kind = iota
	running        // whether the thread runs an automaton
	owning         // whether it owns a counter
	having         // whether it has drawn a ticket
	turning        // whether anybody has one of those of a kind that are compared with something and is equal to it
)

// read reads the Boolean program and the meaning of its variables.
func read(p *form.Program, d *Part) (*boolean, error) {
	file, err := parser.ParseFile("certificate.bp", []byte(d.Text()))
	if err != nil {
		return nil, proof.Reject("the Boolean program is not read: %v", err)
	}
	if len(file.Procs) != 1 || file.Main == nil || file.Threads != nil || file.Atomic != nil || file.Main.Enforce != nil || file.Main.Params > 0 {
		return nil, proof.Reject("the Boolean program is more than one plain procedure")
	}
	counters, tickets := p.Ghosts()
	b := &boolean{p: p, t: p.Terms, owners: p.Owners(), counters: counters, tickets: tickets, body: file.Main.Body, labels: map[string]int{}, of: map[*parser.Var]*bit{},
		free: map[string]word.Term{}, others: p.Others()}
	for i, s := range b.body {
		if s.Section != nil {
			return nil, proof.Reject("the Boolean program has an atomic section")
		}
		for _, l := range s.Labels {
			if _, again := b.labels[l.Name]; again {
				return nil, proof.Reject("the Boolean program has label %s twice", l.Name)
			}
			b.labels[l.Name] = i
		}
	}
	expressions := map[string]string{}
	for _, x := range d.Predicates {
		expressions[x.Bit] = x.Expression
	}
	names := p.Names()
	for _, list := range [][]*parser.Var{file.Globals, file.Main.Locals} {
		for _, v := range list {
			x, err := b.meaning(v, expressions, names)
			if err != nil {
				return nil, err
			}
			b.bits = append(b.bits, x)
			b.of[v] = x
		}
	}
	return b, nil
}

// meaning returns what a variable means.
func (b *boolean) meaning(v *parser.Var, expressions map[string]string, names map[string]word.Variable) (*bit, error) {
	x := &bit{variable: v, owner: form.Shared}
	if text, ok := expressions[v.Name]; ok {
		var err error
		if x.term, err = b.t.Parse(text, names); err != nil {
			return nil, proof.Reject("the meaning of %s is not read: %s: %v", v.Name, text, err)
		}
		several := false
		b.t.Variables(x.term, func(y word.Variable) {
			if owner := b.owners.Of(y); owner != form.Shared {
				several = several || x.owner != form.Shared && x.owner != owner
				x.owner = owner
			}
		})
		if several {
			return nil, proof.Reject("%s speaks of several threads: %s", v.Name, text)
		}
	} else {
		switch {
		case counted(v.Name, "in_", len(b.p.Automata), &x.number):
			x.kind = running
		case counted(v.Name, "owns_", len(b.counters), &x.number):
			x.kind = owning
		case counted(v.Name, "has_", len(b.tickets), &x.number):
			x.kind = having
		case b.turn(v.Name, expressions, names, x):
			x.kind = turning
		default:
			return nil, proof.Reject("it is not said what %s means", v.Name)
		}
	}
	if shared := (x.kind == predicate || x.kind == turning) && x.owner == form.Shared; shared != (v.Proc == nil) {
		return nil, proof.Reject("%s is shared by all threads or means something of each, not both", v.Name)
	}
	return x, nil
}

// turn reports whether a name is turn_ with the number of a ticket and a predicate that compares it.
func (b *boolean) turn(name string, expressions map[string]string, names map[string]word.Variable, x *bit) bool {
	ticket, by, _ := strings.Cut(strings.TrimPrefix(name, "turn_"), "_")
	if name != "turn_"+ticket+"_"+by || !counted(ticket, "", len(b.tickets), &x.number) {
		return false
	}
	comparison, err := b.t.Parse(expressions[by], names)
	if err != nil {
		return false
	}
	equal, ok := b.tickets[x.number].Equals(b.t, b.owners, comparison)
	x.term = equal
	return ok
}

// counted reports whether a name is a prefix with a number below n.
func counted(name, prefix string, n int, number *int) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	i, err := strconv.Atoi(rest)
	*number = i
	return ok && err == nil && i >= 0 && i < n && strconv.Itoa(i) == rest
}

// check compares all steps with statements.
func (b *boolean) check(ctx context.Context) error {
	c := &comparison{boolean: b, ctx: ctx, solver: word.NewSolver(b.t)}
	if err := c.begins(); err != nil {
		return err
	}
	starts := map[int]bool{0: true}
	for todo := []int{0}; len(todo) > 0; todo = todo[1:] {
		i := todo[0]
		f := b.p.Automata[i]
		for n, out := range f.Out() {
			for k, e := range out {
				if e.Start >= 0 && !starts[e.Start] {
					starts[e.Start] = true
					todo = append(todo, e.Start)
				}
				name := node(i, n)
				if len(out) > 1 {
					name = fmt.Sprintf("E%d_%d_%d", i, n, k)
				}
				if err := b.edge(ctx, i, n, e, name); err != nil {
					return err
				}
			}
			if len(out) == 0 {
				if err := b.leads(node(i, n), func(s *parser.Stmt, _ int) bool { _, ends := s.Op.(*parser.EndThread); return ends }); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func node(automaton, n int) string { return fmt.Sprintf("N%d_%d", automaton, n) }

func first(automaton int) string { return fmt.Sprintf("F%d", automaton) }

// position returns where a label is.
func (b *boolean) position(label string) (int, error) {
	i, ok := b.labels[label]
	if !ok {
		return 0, proof.Reject("the Boolean program has no label %s", label)
	}
	return i, nil
}

// find returns a statement that control comes to from a position by nothing but jumps.
func (b *boolean) find(from int, is func(s *parser.Stmt, i int) bool) (int, bool) {
	met := map[int]bool{}
	for todo := []int{from}; len(todo) > 0; {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if i >= len(b.body) || met[i] {
			continue
		}
		met[i] = true
		if is(b.body[i], i) {
			return i, true
		}
		switch op := b.body[i].Op.(type) {
		case *parser.Goto:
			for _, t := range op.Targets {
				for j, s := range b.body {
					if s == t.Stmt {
						todo = append(todo, j)
					}
				}
			}
		case *parser.Skip:
			todo = append(todo, i+1)
		}
	}
	return 0, false
}

// leads reports by an error that control does not come from a label to such a statement by nothing but jumps.
func (b *boolean) leads(label string, is func(*parser.Stmt, int) bool) error {
	from, err := b.position(label)
	if err != nil {
		return err
	}
	if _, ok := b.find(from, is); !ok {
		return proof.Reject("from %s control does not come to where it does in C", label)
	}
	return nil
}

// at returns a test for the statement with a label.
func (b *boolean) at(label string) func(*parser.Stmt, int) bool {
	return func(_ *parser.Stmt, i int) bool { j, ok := b.labels[label]; return ok && i == j }
}

// edge compares an edge with the statement at a label.
func (b *boolean) edge(ctx context.Context, automaton, n int, e *form.Edge, label string) error {
	at, err := b.position(label)
	if err != nil {
		return err
	}
	if err := b.leads(node(automaton, n), b.at(label)); err != nil {
		return err
	}
	s := b.body[at]
	b.statements++
	c := &comparison{boolean: b, ctx: ctx, solver: word.NewSolver(b.t), automaton: automaton, edge: e, statement: s}
	if e.Check != form.None {
		return c.check()
	}
	if err := c.step(); err != nil {
		return err
	}
	at++
	if e.Start >= 0 { // the thread that is started executes its first statement at once
		begin, err := b.position(first(e.Start))
		if err != nil {
			return err
		}
		start, ok := b.find(at, func(s *parser.Stmt, _ int) bool {
			op, starts := s.Op.(*parser.StartThread)
			return starts && op.Target != nil && op.Target.Stmt == b.body[begin]
		})
		if !ok {
			return proof.Reject("behind %s no thread is started at %s", label, first(e.Start))
		}
		c.statement = b.body[begin]
		if err := c.created(); err != nil {
			return err
		}
		if err := b.enters(begin, e.Start); err != nil {
			return err
		}
		at = start + 1
	}
	if _, ok := b.find(at, b.at(node(automaton, e.To))); !ok {
		return proof.Reject("behind %s control does not come to %s", label, node(automaton, e.To))
	}
	return nil
}

// enters reports by an error that a thread does not come to the entry of its automaton behind its first statement.
func (b *boolean) enters(begin, automaton int) error {
	if _, ok := b.find(begin+1, b.at(node(automaton, b.p.Automata[automaton].Entry))); !ok {
		return proof.Reject("behind %s control does not come to the entry", first(automaton))
	}
	return nil
}
