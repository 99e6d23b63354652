// This file defines the command translate.

package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ijit/ijit/systems"
	threads "github.com/ijit/ijit/systems/c"
)

// translateCommand is ijit translate.
type translateCommand struct {
	File     string `arg:"" help:"A Boolean program, an event-condition-action program or one with threads in C (.c), a model (.smv), a circuit (.aig, .aag), or Go code: a file or a folder; - for standard input. It may be compressed by gzip, but for Go code."`
	Entry    string `placeholder:"NAME" help:"Of Go code, the function with which executions begin."`
	Any      bool   `help:"Of Go code, the program about any number of goroutines, instead of the bounded one."`
	To       string `enum:"bp,tts,aiger,dimacs,qdimacs,auto" default:"auto" help:"What to translate to: bp, a Boolean program, of C programs and Go code only and the default for them; tts, a transition system, of programs only and the default for them; aiger, a circuit with its properties, the default for models; dimacs, whether a property is violated after --bound steps; qdimacs, whether no state needs more than --bound steps."`
	Property string `placeholder:"NAME|N" help:"Of a model, translate one property only, by its name or its number from 1 on."`
	Bound    *int   `placeholder:"K" help:"The number of steps, for dimacs and qdimacs."`
	Threads  *int   `placeholder:"N" help:"Of a program, how many threads live at once in the circuit; by default as for check --algorithm bmc."`
	Label    string `placeholder:"L" help:"Of a program, that a thread reaches label L is what is bad in the circuit, instead of an assertion that fails."`
	LTL      string `name:"ltl" placeholder:"FORMULA" help:"A formula of linear temporal logic is the property."`
	CTL      string `name:"ctl" placeholder:"FORMULA" help:"Of a .smv file, a formula of computation tree logic is the property; it must be one of linear temporal logic as well."`
	Invar    string `name:"invar" placeholder:"EXPR" help:"Of a .smv file, that an expression holds in all states is the property."`
	Fair     bool   `help:"With --ltl: a thread that could move from some point on for ever moves at some time (weak fairness)."`
	SATABS   bool   `name:"satabs" help:"Translate as satabs --build-tts does, with its numbering."`
	Atomic   string `enum:"big,small" default:"big" help:"What one step of an atomic section is: the whole section (big), or a statement (small)."`
	Given    string `name:"predicates" placeholder:"FILE" help:"Of a C program with threads, the predicates of the Boolean program: expressions in C, one a line, with the names of variables that answers use. Without it, they are those that check begins with."`
	Wrap     bool   `help:"Of a C program with threads: signed numbers wrap."`
	ILP32    bool   `name:"ilp32" help:"Of a C program with threads: long and pointers have 32 bits, not 64."`
	OldBool  bool   `name:"old-bool" help:"Of a .smv file, let 0 and 1 be FALSE and TRUE, as in old versions of SMV."`
	dialectFlag
	Out string `short:"o" placeholder:"OUT" help:"Write to OUT; of a system, the target beside it, x.tts and x.prop; of a circuit, in the binary format if the name ends in .aig. Without --to, the end of the name says what to translate to: .bp, .tts, .aig or .aag, .cnf or .dimacs, .qdimacs or .qcnf. Without it, or with -, all goes to standard output; a system then begins with a comment that has the target."`
}

// Help is the text below the flags.
func (c *translateCommand) Help() string {
	return "The exit code is 30 if properties were left out because the format cannot express them, and 0 if everything was translated."
}

// Run translates.
func (c *translateCommand) Run(sh *shell) error {
	prop := strings.TrimSuffix(c.Out, filepath.Ext(c.Out)) + ".prop"
	if !c.toFile() {
		c.Out, prop = "", ""
	}
	if err := cmp.Or(c.format(), checkOutputs(c.Out)); err != nil {
		return err
	}
	if isGo(c.File) {
		return c.fromGo(sh)
	}
	if c.Entry != "" || c.Any {
		return &systems.UsageError{Message: "--entry and --any are about Go code"}
	}
	if done, err := c.fromThreads(sh); done {
		return err
	}
	kind := systems.ByName
	if c.File == "-" {
		kind = systems.ByContent
	}
	var model *systems.Model
	var write func() error
	memory := defaultMemory()
	e := watch(sh.ctx, memory.bytes, func() (err error) {
		if model, err = sh.openModel(sh.ctx, systems.Input{Name: c.File, Kind: kind, Memory: memory.bytes, OldBool: c.OldBool, Dialect: c.Dialect}); err != nil {
			return err
		}
		if err := model.Lower(); err != nil {
			return err
		}
		_, machine := model.Form.(systems.StateMachine)
		switch {
		case c.To == "auto" && model.InC():
			c.To = "bp"
		case c.To == "auto" && machine:
			c.To = "aiger"
		case c.To == "auto":
			c.To = "tts"
		}
		if err := c.misfit(model); err != nil {
			return err
		}
		switch c.To {
		case "bp":
			write = c.output(sh, func(w io.Writer) error { _, err := w.Write(model.Text); return err })
		case "tts":
			write, err = c.system(sh, model, prop)
		default:
			write, err = c.circuit(sh, model, memory.bytes)
		}
		return err
	})
	switch {
	case e.panicked != nil:
		sh.internalError(e.panicked, e.stack)
		return nil
	case e.gaveUp == systems.Memory, errors.Is(e.err, systems.ErrMemory):
		return fmt.Errorf("%s: the translation takes more than %s of memory", c.File, memory)
	case e.gaveUp != "":
		return sh.ctx.Err()
	case e.err != nil:
		return e.err
	}
	sh.warn(model.Warnings())
	return write()
}

// fromThreads translates a C program with threads. done is false if the file is none.
func (c *translateCommand) fromThreads(sh *shell) (done bool, err error) {
	if !strings.HasSuffix(c.File, ".c") {
		return false, nil
	}
	_, text, _, err := sh.readText(sh.ctx, c.File)
	if err != nil || !createsThreads(text) {
		if err == nil && (c.Given != "" || c.Wrap || c.ILP32) {
			return true, &systems.UsageError{Message: "--predicates, --wrap and --ilp32 are about C programs with threads"}
		}
		return false, nil
	}
	if c.To != "bp" && c.To != "auto" {
		return true, &systems.UsageError{Message: "a C program with threads is translated to a Boolean program (bp) only; that is translated further"}
	}
	err = refuse("not for C programs with threads", given{"--property", c.Property != ""}, given{"--bound", c.Bound != nil}, given{"--threads", c.Threads != nil},
		given{"--label", c.Label != ""}, given{"--ltl", c.LTL != ""}, given{"--ctl", c.CTL != ""}, given{"--invar", c.Invar != ""}, given{"--fair", c.Fair}, given{"--satabs", c.SATABS}, given{"--atomic", c.Atomic != "big"}, given{"--old-bool", c.OldBool}, given{"--dialect", c.Dialect != ""})
	if err != nil {
		return true, err
	}
	f, err := sh.predicates(sh.ctx, c.Given)
	if err != nil {
		return true, err
	}
	bp, err := threads.Translate(sh.ctx, c.File, text, threads.Options{Predicates: f, Wrap: c.Wrap, ILP32: c.ILP32})
	if err != nil {
		return true, err
	}
	return true, c.output(sh, func(w io.Writer) error { _, err := io.WriteString(w, bp); return err })()
}

// toFile reports whether the output is a file.
func (c *translateCommand) toFile() bool { return c.Out != "" && c.Out != "-" }

// formats are what can be written, and how names of files that have it end.
var formats = [...]struct {
	to         string
	extensions []string
}{
	{"bp", []string{".bp"}},
	{"tts", []string{".tts"}},
	{"aiger", []string{".aig", ".aag"}},
	{"dimacs", []string{".cnf", ".dimacs"}},
	{"qdimacs", []string{".qdimacs", ".qcnf"}},
}

// format lets the name of the output say what to translate to, where --to does not.
func (c *translateCommand) format() error {
	var known []string
	for _, f := range formats {
		if c.To != "auto" && c.To != f.to {
			continue
		}
		known = append(known, f.extensions...)
		if c.To == "auto" && slices.Contains(f.extensions, filepath.Ext(c.Out)) {
			c.To = f.to
			return nil
		}
	}
	return checkExtension(c.Out, known...)
}

// misfit reports a flag that says nothing about what is asked for.
func (c *translateCommand) misfit(m *systems.Model) error {
	circuit := c.To != "tts" && c.To != "bp"
	formula := c.To == "dimacs" || c.To == "qdimacs"
	_, machine := m.Form.(systems.StateMachine)
	wrong := ""
	switch {
	case c.To == "bp" && !m.InC():
		wrong = fmt.Sprintf("--to bp is for programs in C, and %s is none", m.Name)
	case c.To == "tts" && machine:
		wrong = fmt.Sprintf("--to tts is for programs, and %s is a finite state machine; choose aiger, dimacs or qdimacs", m.Name)
	case c.Atomic == "small" && (c.SATABS || c.To == "bp" || machine):
		wrong = "--atomic is about steps of Boolean programs that are translated to tts without --satabs, or to circuits"
	case !circuit && c.Fair:
		wrong = "--fair is about --ltl"
	case c.To != "tts" && c.SATABS:
		wrong = "--satabs is about --to tts"
	case !circuit && (c.Threads != nil || c.Label != "" || c.LTL+c.CTL+c.Invar != ""):
		wrong = "--threads, --label, --ltl, --ctl and --invar are about circuits: --to aiger, dimacs or qdimacs"
	case machine && (c.Threads != nil || c.Label != ""):
		wrong = fmt.Sprintf("--threads and --label are about programs, and %s is a finite state machine", m.Name)
	case formula && c.Bound == nil:
		wrong = fmt.Sprintf("--to %s asks about a number of steps: give --bound K", c.To)
	case !formula && c.Bound != nil:
		wrong = "--bound is about --to dimacs and qdimacs"
	case !circuit && c.Property != "":
		wrong = "--property is about the properties of finite state machines (.smv and .aig files)"
	case formula && *c.Bound < 0:
		wrong = fmt.Sprintf("--bound %d: the bound is at least 0", *c.Bound)
	case c.Threads != nil && *c.Threads < 1:
		wrong = fmt.Sprintf("--threads %d: the bound is at least 1", *c.Threads)
	default:
		return nil
	}
	return &systems.UsageError{Message: wrong}
}

// system translates to a transition system, and returns what writes it with its target.
func (c *translateCommand) system(sh *shell, model *systems.Model, prop string) (write func() error, err error) {
	if c.Out != "" && prop == c.Out {
		return nil, &systems.UsageError{Message: fmt.Sprintf("-o %s: the system cannot have the name of its target", c.Out)}
	}
	if err := checkOutputs(prop); err != nil {
		return nil, err
	}
	o := systems.TranslateOptions{SATABS: c.SATABS}
	if c.Atomic == "small" {
		o.Atomicity = systems.Small
	}
	t, err := model.Translate(sh.ctx, o)
	if err != nil {
		return nil, err
	}
	comment := fmt.Sprintf("target: %s\ntranslated from %s by ijit", t.Target, filepath.Base(model.Name))
	return func() error {
		if c.Out == "" {
			return t.WriteTTS(sh.stdout, comment)
		}
		if err := replaceFile(c.Out, func(w io.Writer) error { return t.WriteTTS(w, comment) }); err != nil {
			return err
		}
		if err := replaceFile(prop, t.WriteProp); err != nil {
			return err
		}
		fmt.Fprintf(sh.stderr, "ijit: wrote %s (%d shared states, %d local states, %d edges) and %s\n",
			c.Out, t.TTS.NumShared(), t.TTS.NumLocal(), t.TTS.NumEdges(), prop)
		return nil
	}, nil
}

// circuit translates to a circuit or to a formula, and returns what writes it.
func (c *translateCommand) circuit(sh *shell, model *systems.Model, memory uint64) (write func() error, err error) {
	o := systems.Options{Property: c.Property, Label: c.Label, LTL: c.LTL, CTL: c.CTL, Invar: c.Invar, Fair: c.Fair, Memory: memory}
	if c.Threads != nil {
		o.Threads = *c.Threads
	}
	if c.Atomic == "small" {
		o.Atomicity = systems.Small
	}
	export, err := model.Export(sh.ctx, o)
	if err != nil {
		return nil, err
	}
	var to func(io.Writer) error
	switch c.To {
	case "aiger":
		to = func(w io.Writer) error {
			left, err := export.WriteAIGER(w, filepath.Ext(c.Out) == ".aig", fmt.Sprintf("translated from %s by ijit", filepath.Base(model.Name)))
			for _, note := range left {
				fmt.Fprintf(sh.stderr, "ijit: %s\n", note)
				sh.code = exitUnknown
			}
			return err
		}
	default:
		question := export.DIMACS
		if c.To == "qdimacs" {
			question = export.QDIMACS
		}
		f, err := question(sh.ctx, *c.Bound)
		if err != nil {
			return nil, err
		}
		to = f.Write
	}
	return c.output(sh, to), nil
}

// output returns what writes to the file that was asked for, or to standard output.
func (c *translateCommand) output(sh *shell, write func(io.Writer) error) func() error {
	return func() error {
		if c.Out == "" {
			return write(sh.stdout)
		}
		return replaceFile(c.Out, write)
	}
}
