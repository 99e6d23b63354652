// This file defines the command mu.

package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/recursion/mu"
)

// muCommand is ijit mu, which runs formulas.
type muCommand struct {
	List  bool   `help:"List the formulas that come with ijit."`
	Print string `placeholder:"NAME" help:"Print the text of one of them."`
	Base  bool   `help:"Print the types and relations that formulas may use of a program, which is the only argument."`

	File    string `arg:"" optional:"" help:"A file with formulas of the fixed-point calculus; - for standard input; or the name of one of those that come with ijit."`
	Program string `arg:"" optional:"" help:"A Boolean program whose relations the formulas use."`

	Threads  int           `placeholder:"N" help:"The most threads of a PROGRAM that starts them by start_thread, ended ones included (3)."`
	Label    string        `placeholder:"L" help:"Ask about label L of PROGRAM, instead of its assertions."`
	Strategy string        `placeholder:"NAME" help:"How fixpoints are computed, which does not change their values. together (the default): the predicates of a monotone stratum at once. semi-naive: from new tuples only. definition: nested ones from scratch in each round."`
	Schedule bool          `help:"Choose the order in which conjunctions are computed, instead of following the brackets."`
	Rounds   int           `placeholder:"N" help:"Stop when a fixpoint takes more rounds."`
	Timeout  time.Duration `placeholder:"D" help:"Stop after this time, such as 90s or 30m; the answer is then UNKNOWN(timeout)."`
	Memory   size          `placeholder:"SIZE" help:"Stop when decision diagrams take more memory, such as 200MiB or 4GB (by default four fifths of what the machine has)."`
	Explain  bool          `help:"Print the rounds, sizes and times of each predicate."`
	dialectFlag
}

// Run runs the formulas.
func (c *muCommand) Run(sh *shell) error {
	switch {
	case c.List:
		list, err := mu.Formulas()
		for _, f := range list {
			fmt.Fprintf(sh.stdout, "%s\n    %s\n", f.Name, f.Doc)
		}
		return err
	case c.Print != "":
		f, err := bundled(c.Print)
		if err == nil {
			_, err = io.WriteString(sh.stdout, f.Text)
		}
		return err
	case c.File == "":
		return &systems.UsageError{Message: "ijit mu needs a FILE, --list or --print; see ijit mu --help"}
	}
	ctx := sh.ctx
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Timeout)
		defer cancel()
	}
	if c.Threads < 0 {
		return &systems.UsageError{Message: fmt.Sprintf("--threads %d: the bound is at least 1", c.Threads)}
	}
	var err error
	if c.Base {
		err = c.base(ctx, sh)
	} else {
		err = c.run(ctx, sh)
	}
	reason, limited := mu.Limit(err)
	if !limited {
		return err
	}
	sh.code = exitUnknown
	fmt.Fprintln(sh.stderr, "ijit:", err)
	_, err = fmt.Fprintf(sh.stdout, "UNKNOWN(%s)\n", reason)
	return err
}

// base prints declarations.
func (c *muCommand) base(ctx context.Context, sh *shell) error {
	if c.Program != "" {
		return &systems.UsageError{Message: "--base takes a program and no formula"}
	}
	program, err := sh.open(ctx, c.File)
	if err != nil {
		return err
	}
	defer program.Close()
	return mu.Base(ctx, sh.stdout, program.name, program, mu.Options{Threads: c.Threads, Dialect: c.Dialect})
}

func (c *muCommand) run(ctx context.Context, sh *shell) error {
	if c.File == "-" && c.Program == "-" {
		return &systems.UsageError{Message: "only one of FILE and PROGRAM can be the standard input"}
	}
	if c.Dialect != "" && c.Program == "" {
		return &systems.UsageError{Message: "--dialect is about a PROGRAM"}
	}
	if c.Label != "" && c.Program == "" {
		return &systems.UsageError{Message: "--label is about a PROGRAM"}
	}
	f, err := c.formula(ctx, sh)
	if err != nil {
		return err
	}
	var program io.Reader
	name := ""
	if c.Program != "" {
		in, err := sh.open(ctx, c.Program)
		if err != nil {
			return err
		}
		defer in.Close()
		program, name = in, in.name
	}
	if c.Memory.bytes == 0 {
		c.Memory = defaultMemory()
	}
	return mu.Run(ctx, sh.stdout, f, name, program, mu.Options{
		Threads: c.Threads, Label: c.Label, Dialect: c.Dialect, Strategy: c.Strategy, Schedule: c.Schedule, MaxRounds: c.Rounds,
		Memory: int64(c.Memory.bytes), Explain: c.Explain,
		Warn: func(d systems.Diagnostic) { sh.warn([]systems.Diagnostic{d}) },
	})
}

// formula reads the file, or takes the formula of that name.
func (c *muCommand) formula(ctx context.Context, sh *shell) (mu.Formula, error) {
	name, text, _, err := sh.readText(ctx, c.File)
	if errors.Is(err, os.ErrNotExist) && !strings.ContainsAny(c.File, "/.") {
		return bundled(c.File)
	}
	return mu.Formula{Name: name, Text: string(text)}, err
}

// bundled returns the formula of that name.
func bundled(name string) (mu.Formula, error) {
	list, err := mu.Formulas()
	if err != nil {
		return mu.Formula{}, err
	}
	i := slices.IndexFunc(list, func(f mu.Formula) bool { return f.Name == name })
	if i >= 0 {
		return list[i], nil
	}
	var names []string
	for _, f := range list {
		names = append(names, f.Name)
	}
	return mu.Formula{}, &systems.UsageError{
		Message: fmt.Sprintf("there is no file and no formula %q; the formulas are %s", name, strings.Join(names, ", ")),
	}
}
