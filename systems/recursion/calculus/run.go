// This file defines what the commands of a file do when it is run.

package calculus

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// An Answer is what a command of a file has to say.
type Answer struct {
	File string
	Pos  parser.Pos
	Text string // one line, or those of #print
	// Expr says that the command is an expression, and Value whether it is true.
	Expr, Value bool
}

// Commands returns how many commands the files have to execute: formulas and
// directives, #quit left out.
func (s *System) Commands() int {
	n := 0
	for _, st := range s.steps {
		if st.directive == nil || st.directive.Name != "quit" {
			n++
		}
	}
	return n
}

// Run executes the commands of the files in order, and writes a line for each that
// has an answer: true or false for an expression.
func (e *Evaluator) Run(w io.Writer) error {
	return e.Execute(func(a Answer) error {
		_, err := fmt.Fprintln(w, a.Text)
		return err
	})
}

// Execute executes the commands of the files in order, and calls f with each answer.
// It ends with the first error, of its own or of f.
func (e *Evaluator) Execute(f func(Answer) error) error {
	e.frontier, e.phase = false, &phase{}
	var watch stopwatch
	for _, st := range e.sys.steps {
		e.start()
		a := Answer{File: st.file.Name, Pos: st.pos, Expr: st.directive == nil}
		if a.Expr {
			a.Value = e.closed(st.expr) == bdd.True
			a.Text = fmt.Sprint(a.Value)
		} else {
			a.Text = e.direct(st, &watch)
		}
		if err := e.end(); err != nil {
			return fmt.Errorf("%s:%s: %w", a.File, a.Pos, err)
		}
		if a.Text == "" {
			continue
		}
		if err := f(a); err != nil {
			return err
		}
	}
	return nil
}

// closed evaluates a formula with what it mentions.
func (e *Evaluator) closed(n *node) bdd.Node {
	for _, m := range n.mentions {
		e.need(m.pred)
	}
	if e.failed() != nil {
		return bdd.Invalid
	}
	return e.eval(n)
}

// direct follows a directive and returns what it prints.
func (e *Evaluator) direct(st step, watch *stopwatch) string {
	d := st.directive
	word := ""
	if d.Word != nil {
		word = d.Word.Name
	}
	switch d.Name {
	case "size", "ons":
		e.need(st.pred)
		if e.failed() != nil {
			return ""
		}
		value := e.states[st.pred.id].value
		r := &Relation{e, st.pred, value, value}
		if d.Name == "size" {
			return fmt.Sprintf("%s: %d nodes", st.pred.name, r.Size())
		}
		return fmt.Sprintf("%s: %s tuples", st.pred.name, r.Count())
	case "reset":
		e.states[st.pred.id].known = false
		e.forget(st.pred)
	case "frontier":
		e.frontier = word != "off"
		e.phase = &phase{} // what is solved together depends on it
	case "timer":
		return watch.follow(word)
	case "print":
		return strings.Join(d.Text, "")
	case "wit", "cex":
		return e.witness(st)
	}
	return ""
}

// witness returns values that make the formula of #wit true, or that of #cex false.
func (e *Evaluator) witness(st step) string {
	value := e.closed(st.expr)
	what := "witness"
	if st.directive.Name == "cex" {
		what = "counterexample"
		value = e.m.Not(value)
	}
	for _, v := range st.vars {
		value = e.m.And(value, e.domain(v))
	}
	for tuple := range e.tuples(value, st.vars) {
		var b strings.Builder
		b.WriteString(what + ": ")
		for i, v := range st.vars {
			fmt.Fprintf(&b, "%s%s = %s", separator(i), v.name, tuple[i])
		}
		if len(st.vars) == 0 {
			b.WriteString("it has no variables")
		}
		return b.String()
	}
	return "no " + what
}

// A stopwatch is what #timer controls.
type stopwatch struct {
	total   time.Duration
	started time.Time
	running bool
}

func (s *stopwatch) follow(word string) string {
	now := time.Now()
	if s.running {
		s.total += now.Sub(s.started)
		s.started = now
	}
	switch word {
	case "go":
		s.started, s.running = now, true
	case "stop":
		s.running = false
	case "reset":
		s.total = 0
	default:
		return fmt.Sprintf("timer: %.3fs", s.total.Seconds())
	}
	return ""
}
