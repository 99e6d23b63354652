// This file defines the command bench.

package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/ijit/ijit/internal/measure/bench"
	"github.com/ijit/ijit/systems"
)

// benchCommand is ijit bench.
type benchCommand struct {
	Suite      []string      `arg:"" help:"What to run: folders (all .bp and .tts below, .gz too), patterns such as 'x/*.bp', lists with expected verdicts (.tsv, .csv, .txt), single files, which may also be .c."`
	Out        string        `short:"o" placeholder:"RUNS.CSV" help:"The file that gets a row for each run. Runs that it has already are not repeated: after an interrupt, or with more instances or algorithms, the same command goes on."`
	Algorithms []string      `placeholder:"NAME" help:"The algorithms (all)."`
	Via        []string      `placeholder:"VIA" help:"The versions: jit, tts, bp (all; for a .tts file tts only)."`
	Threads    []int         `placeholder:"N" help:"The bounds on live threads for algorithms that have one (3)."`
	Initial    string        `placeholder:"SPEC" help:"The threads at first, as for check, where a list does not say."`
	Target     string        `placeholder:"SPEC" help:"The configuration to be covered, as for check, where a list does not say."`
	Label      string        `placeholder:"L" help:"The label to be reached, as for check, where a list does not say."`
	Atomic     string        `enum:"big,small" default:"big" help:"What a step of an atomic section is, as for check."`
	Exact      bool          `help:"Explore programs as they are, as for check. The log has such runs as versions of their own, such as jit-exact."`
	Timeout    time.Duration `default:"60s" placeholder:"D" help:"Time for each run (60s); 0s for no limit."`
	Memory     size          `placeholder:"SIZE" help:"Memory for each run (four fifths of what the machine has, divided by -j)."`
	Jobs       int           `short:"j" default:"1" placeholder:"N" help:"Runs at a time (1). More of them disturb one another: use 1 where times matter."`
	Tool       []string      `sep:"none" placeholder:"NAME=CMD" help:"Measure another program too; {file} in the command stands for the file. Can be repeated."`
	Safe       []string      `sep:"none" placeholder:"NAME=RULE" help:"How SAFE is known of a tool: exit codes, or /REGEXP/ for its output."`
	Unsafe     []string      `sep:"none" placeholder:"NAME=RULE" help:"How UNSAFE is known of a tool."`
	Retry      bool          `help:"Repeat the runs that ended in an error."`
	Table      bool          `help:"Run nothing; print the sizes of the programs and of their translations (- where procedures call themselves), and the verdicts that are expected or, with -o, known."`
	Sizes      bool          `hidden:"" help:"Print the sizes of one file as JSON."`
}

// Help is the text below the flags.
func (c *benchCommand) Help() string {
	return "Each run is a process of its own, within limits that are enforced from outside. " +
		"The exit code is 1 if a verdict contradicts what is expected or another verdict, or if a run ended in an error; " +
		"30 if the bench was interrupted; else 0.\n\n" +
		"A program may say at its top what is expected: // want: UNSAFE threads=2 (for any number of threads if no bound is named; lines with switches= or rounds= are about other questions).\n\n" +
		bench.ListHelp + "\n" + bench.ToolHelp + "\n" + bench.LogHelp()
}

// Run runs the suite.
func (c *benchCommand) Run(sh *shell) error {
	if c.Sizes {
		return bench.WriteSizes(sh.ctx, sh.stdout, c.Suite[0])
	}
	if err := c.validate(); err != nil {
		return err
	}
	suite, err := bench.ReadSuite(c.Suite, bench.Question{Initial: c.Initial, Target: c.Target, Label: c.Label, Atomic: c.Atomic})
	if err != nil {
		return err
	}
	for _, i := range suite.Instances {
		if err := sh.refuseThreads(sh.ctx, i.Path, "ijit check --programs writes its Boolean programs, which bench measures"); err != nil {
			return err
		}
	}
	b, err := c.bench()
	if err != nil {
		return err
	}
	notes := suite.Notes
	if c.Table {
		return c.table(sh, b, suite.Instances, notes)
	}
	tools, err := bench.ParseTools(c.Tool, c.Safe, c.Unsafe)
	if err != nil {
		return err
	}
	matrix := bench.Matrix{Engines: sh.own.Engines, Algorithms: c.Algorithms, Via: c.Via, Threads: c.Threads, Exact: c.Exact, Tools: tools}
	jobs, more, err := matrix.Jobs(suite.Instances)
	if err != nil {
		return err
	}
	if b.Log, err = bench.OpenLog(c.Out); err != nil {
		return err
	}
	defer b.Log.Close()
	// Late, since all of the program is read: what is refused is refused at once.
	if b.Program, err = bench.Version(versionText(), b.Path); err != nil {
		return err
	}
	if b.Log.Cut {
		more = append(more, c.Out+" ended in the middle of a row, which was removed")
	}
	sh.notes(append(notes, more...))
	return c.run(sh, b, jobs)
}

func (c *benchCommand) validate() error {
	switch {
	case c.Out == "" && !c.Table:
		return &systems.UsageError{Message: "name the file for the results, such as -o runs.csv"}
	case c.Timeout < 0 || c.Timeout > 0 && c.Timeout < time.Millisecond:
		return &systems.UsageError{Message: fmt.Sprintf("--timeout %s: a time limit is 1ms or more, or 0s for none", c.Timeout)}
	case c.Jobs < 1:
		return &systems.UsageError{Message: fmt.Sprintf("-j %d: at least one run at a time", c.Jobs)}
	}
	return nil
}

// bench prepares the bench, without its log and the version of the program.
func (c *benchCommand) bench() (*bench.Bench, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if c.Memory.bytes == 0 {
		// Rounded, so that it stays the same where the system's figure changes a little.
		const unit = 64 << 20
		c.Memory.bytes = defaultMemory().bytes / uint64(c.Jobs) / unit * unit
	}
	return &bench.Bench{
		Path:         exe,
		Name:         os.Args[0],
		SizesCommand: []string{"bench", "--sizes"},
		Conditions: bench.Conditions{
			Timeout: c.Timeout.Round(time.Microsecond), // as in the log
			Memory:  c.Memory.bytes,
			Machine: bench.Machine(),
		},
		Parallel: c.Jobs,
		Retry:    c.Retry,
	}, nil
}

// run runs the jobs and prints the summary.
func (c *benchCommand) run(sh *shell, b *bench.Bench, jobs []*bench.Job) error {
	line := &statusLine{w: sh.stderr, terminal: sh.terminal}
	said := map[string]bool{}
	b.Report = func(r bench.Row) {
		about, text := complaint(&r)
		if text == "" || said[about] {
			return
		}
		said[about] = true
		line.pause(func() { fmt.Fprintf(sh.stderr, "ijit: %s\n", text) })
	}
	stop := line.start(func(now time.Time) string { return benchLine(b, now) })
	rows, err := b.Run(sh.ctx, jobs)
	stop()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	for _, r := range rows { // of the rows from before, too
		b.Report(r)
	}
	s := bench.Summarize(rows)
	if err := s.Write(sh.stdout); err != nil {
		return err
	}
	for _, text := range s.Disagree {
		fmt.Fprintf(sh.stderr, "ijit: the runs contradict one another: %s\n", text)
	}
	status := b.Status()
	fmt.Fprintf(sh.stdout, "\n%s, %d of them done before; %d wrong, %d contradictory, %d errors  %s\n",
		count(len(rows), "run"), status.Before, len(s.Wrong), len(s.Disagree), s.Errors, c.Out)
	switch {
	case err != nil:
		fmt.Fprintf(sh.stderr, "ijit: interrupted, with %s to go; the same command goes on from here\n", count(status.Jobs-len(rows), "run"))
		sh.code = exitUnknown
	case len(s.Wrong)+len(s.Disagree)+s.Errors > 0:
		sh.code = exitError
	}
	return nil
}

// complaint says what is wrong with a run, "" if nothing is. Complaints about the
// same need not be repeated: an input that cannot be read is one error, not one for
// each algorithm.
func complaint(r *bench.Row) (about, text string) {
	switch {
	case r.Wrong():
		return r.Command(), fmt.Sprintf("WRONG: %s, expected %s: %s", r.Verdict, r.Expected, r.Command())
	case r.Verdict == bench.Error:
		first, _, more := strings.Cut(r.Detail, "\n")
		if len(first) > 300 { // such as a stack, read from the log
			first, more = strings.ToValidUTF8(first[:300], ""), true
		}
		if more {
			first += " ... (all of it is in the log)"
		}
		about = r.Instance + r.Detail
		if strings.HasPrefix(r.Detail, "internal error") {
			about = r.Command()
		}
		return about, fmt.Sprintf("ERROR: %s: exit %s: %s", r.Command(), r.Exit, first)
	}
	return "", ""
}

// table prints the sizes of the instances.
func (c *benchCommand) table(sh *shell, b *bench.Bench, instances []*bench.Instance, notes []string) error {
	if c.Out != "" {
		rows, err := bench.ReadLog(c.Out)
		if err != nil {
			return err
		}
		b.Log = &bench.Log{Rows: rows}
	}
	sh.notes(notes)
	line := &statusLine{w: sh.stderr, terminal: sh.terminal}
	var mu sync.Mutex
	done := 0
	stop := line.start(func(time.Time) string {
		mu.Lock()
		defer mu.Unlock()
		return fmt.Sprintf("%d of %d translated", done, len(instances))
	})
	notes, err := b.Table(sh.ctx, sh.stdout, instances, func(n int) {
		mu.Lock()
		defer mu.Unlock()
		done = n
	})
	stop()
	sh.notes(notes)
	return err
}

// notes prints remarks.
func (sh *shell) notes(list []string) {
	for _, text := range list {
		fmt.Fprintf(sh.stderr, "ijit: %s\n", text)
	}
}

// benchLine says how far a bench is.
func benchLine(b *bench.Bench, now time.Time) string {
	s := b.Status()
	text := fmt.Sprintf("%d of %d runs", s.Before+s.Done, s.Jobs)
	if left, ok := s.Left(now, b.Parallel); ok {
		text += fmt.Sprintf("  ETA %s", max(left, 0).Round(time.Second))
	}
	for _, r := range s.Running {
		text += fmt.Sprintf("  %s %s %s", r.Series(), shorten(r.Instance.Path, 24), now.Sub(r.Since).Round(time.Second))
	}
	return text
}

// shorten keeps the end of a name.
func shorten(name string, most int) string {
	if r := []rune(name); len(r) > most {
		return "..." + string(r[len(r)-most+3:])
	}
	return name
}
