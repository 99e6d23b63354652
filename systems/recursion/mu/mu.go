// This file defines how formulas of the fixed-point calculus are run, with a program
// or without.

package mu

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/source"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
	"github.com/ijit/ijit/systems/recursion/getafix"
	"github.com/ijit/ijit/systems/recursion/slots"
)

// A Formula is a text in the fixed-point calculus of package systems/recursion/calculus.
type Formula struct {
	Name string
	Doc  string // in one line
	Text string
}

// Formulas returns the model checkers that come as formulas: first those for sequential
// programs, then those for programs whose threads begin with them. The texts of the latter
// depend on a bound; these are for small ones. Check makes others as it needs them.
func Formulas() ([]Formula, error) {
	var list []Formula
	for _, f := range getafix.Formulas() {
		list = append(list, Formula(f))
	}
	const switches, rounds = 4, 3
	f := getafix.SwitchFormula(3, switches)
	f.Doc += fmt.Sprintf("; here %d", switches)
	f.Text += "// ---- the questions\n\n"
	var variables, threads, globals []string
	for k := range switches + 1 {
		variables = append(variables, fmt.Sprintf("Thread t%d, Global g%d", k, k))
		threads, globals = append(threads, fmt.Sprint("t", k)), append(globals, fmt.Sprint("g", k))
		f.Text += fmt.Sprintf("exists %s.\n  Reached%d(%s);\n", strings.Join(variables, ", "), k, strings.Join(slices.Concat(threads, globals), ", "))
	}
	list = append(list, Formula(f))
	for _, lazy := range []bool{false, true} {
		f, err := getafix.Parameterised(rounds, lazy)
		if err != nil {
			return nil, err
		}
		f.Doc += fmt.Sprintf("; here for %d rounds", rounds)
		list = append(list, Formula(f))
	}
	return list, nil
}

// Options say how a formula is run. The zero value is good.
type Options struct {
	Threads   int    // most threads of a program that starts them, ended ones included; 0 for DefaultThreads
	Label     string // the target of the program is this label; "": that an assertion fails
	Dialect   string // of the program: satabs or bebop; "": it says so itself
	Strategy  string // together (the default), semi-naive or definition
	Schedule  bool   // brackets do not decide how conjunctions are computed
	MaxRounds int    // of each evaluation of a fixpoint; 0: any number
	Memory    int64  // bytes for decision diagrams; 0: any number
	Explain   bool   // write what each predicate took
	Warn      func(systems.Diagnostic)
}

// strategies are the names of how fixpoints can be computed.
var strategies = [...]struct {
	name     string
	strategy calculus.Strategy
}{
	{"", calculus.Together},
	{"together", calculus.Together},
	{"semi-naive", calculus.SemiNaive},
	{"definition", calculus.Definition},
}

func (o Options) calculus(ctx context.Context) (calculus.Options, error) {
	for _, s := range strategies {
		if s.name == o.Strategy {
			opts := calculus.Options{
				Strategy: s.strategy, Schedule: o.Schedule, MaxRounds: o.MaxRounds,
				Limits: bdd.Options{MaxBytes: o.Memory, Context: ctx},
			}
			if o.Explain {
				opts.Observe = func(calculus.Round) {} // so that peaks are known
			}
			return opts, nil
		}
	}
	return calculus.Options{}, &systems.UsageError{Message: fmt.Sprintf("unknown strategy %q; choose together, semi-naive or definition", o.Strategy)}
}

// Run executes the commands of a formula and writes what they answer, then the
// sizes of the fixpoints that were computed. If program is not nil, it is the text of
// a Boolean program, sequential or with threads, whose relations the formula can mention.
func Run(ctx context.Context, w io.Writer, f Formula, name string, program io.Reader, o Options) error {
	opts, err := o.calculus(ctx)
	if err != nil {
		return err
	}
	file, err := syntax.Parse(f.Name, []byte(f.Text))
	if err != nil {
		return err
	}
	files := []*syntax.File{file}
	var relations *getafix.Base
	if program != nil {
		if relations, err = base(name, program, o, opts); err != nil {
			return err
		}
		declarations, err := relations.Declarations()
		if err != nil {
			return err
		}
		files = append(files, declarations)
	}
	system, err := calculus.Compile(files...)
	switch {
	case err != nil && program == nil && getafix.NeedsProgram(file):
		return &systems.UsageError{Message: fmt.Sprintf("%[1]s is about a program: name one behind it, as in ijit mu %[1]s x.bp", f.Name)}
	case err != nil:
		return err
	}
	if system.Commands() == 0 {
		return fmt.Errorf("%s asks nothing: end it with a formula to decide, such as P(0);, or a directive, such as #size P;", f.Name)
	}
	if o.Warn != nil {
		for _, d := range system.Warnings() {
			o.Warn(d)
		}
	}
	e := calculus.NewEvaluator(system, opts)
	if relations != nil {
		if err := relations.Define(e); err != nil {
			return err
		}
	}
	err = e.Run(w)
	if err == nil {
		err = sizes(w, e)
	}
	if o.Explain {
		err = errors.Join(err, e.Explain(w))
	}
	return err
}

// sizes writes how large the fixpoints are that have been computed.
func sizes(w io.Writer, e *calculus.Evaluator) error {
	for _, p := range e.Profiles() {
		if p.Sign == syntax.Plain {
			continue
		}
		r, err := e.Value(p.Predicate)
		if err == nil {
			_, err = fmt.Fprintf(w, "%s: %d nodes, %s tuples\n", p.Predicate, r.Size(), r.Count())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Base writes, as declarations, the types and relations that formulas have of
// a Boolean program.
func Base(ctx context.Context, w io.Writer, name string, program io.Reader, o Options) error {
	opts, err := o.calculus(ctx)
	if err != nil {
		return err
	}
	b, err := base(name, program, o, opts)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, b.Text())
	return err
}

func base(name string, program io.Reader, o Options, options calculus.Options) (*getafix.Base, error) {
	in, _, err := source.Reader(name, program, source.MaxText)
	if err != nil {
		return nil, err
	}
	text, err := source.All(name, in)
	if err != nil && !errors.Is(err, source.ErrBinary) { // of which the parser says more
		return nil, err
	}
	var dialect []parser.Option
	if o.Dialect != "" {
		d, found := parser.DialectNamed(o.Dialect)
		if !found {
			return nil, &systems.UsageError{Message: fmt.Sprintf("unknown dialect %q; choose %s or %s", o.Dialect, parser.DialectSATABS, parser.DialectBebop)}
		}
		dialect = append(dialect, parser.WithDialect(d))
	}
	p, wrong := parser.Parse(name, text, 0, dialect...)
	if err := cmp.Or(wrong, err); err != nil {
		return nil, err
	}
	if p.File.Threads == nil && slices.ContainsFunc(p.Nodes, starts) {
		s, err := slots.New(p, slots.Count(p, cmp.Or(o.Threads, systems.DefaultThreads)), false)
		if err != nil {
			return nil, err
		}
		p = s.Program
	}
	if p.File.Threads != nil {
		return getafix.NewThreads(p, o.Label, options)
	}
	return getafix.NewBase(p, o.Label)
}

// starts reports whether a statement starts a thread.
func starts(n *parser.Node) bool {
	return len(n.Out) > 0 && n.Out[0].Kind == parser.SpawnEdge
}

// Limit says why a formula was given up, and false if err has other reasons.
func Limit(err error) (systems.Reason, bool) {
	if e := (*slots.LabelError)(nil); errors.As(err, &e) {
		return systems.Unsupported, true
	}
	switch {
	case errors.Is(err, calculus.ErrRounds):
		return systems.Bound, true
	case errors.Is(err, getafix.ErrThreads):
		return systems.Unsupported, true
	}
	reason := verdict.ReasonOf(err, bdd.ErrMemory, bdd.ErrNodes)
	return reason, reason != verdict.NoReason
}
