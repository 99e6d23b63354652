// This file defines the command compare.

package command

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/internal/measure/bench"
	"github.com/ijit/ijit/internal/measure/compare"
	"github.com/ijit/ijit/systems"
)

// compareCommand is ijit compare.
type compareCommand struct {
	Runs    []string      `arg:"" help:"Logs of ijit bench, the first one being what the others are compared with. Of a single log the series are compared."`
	Series  []string      `placeholder:"SERIES" help:"Only these series, such as bws/jit, the first one first; bws stands for all its versions (all)."`
	Only    string        `placeholder:"REGEXP" help:"Only instances whose name matches."`
	Measure string        `enum:"cpu,wall" default:"cpu" help:"Which time is compared: cpu (the default) or wall."`
	Noise   float64       `default:"1.5" placeholder:"RATIO" help:"Do not mark a ratio up to this, in either direction (1.5). Single runs on a busy machine differ so much."`
	Floor   time.Duration `default:"100ms" placeholder:"D" help:"Do not mark times that are both below D, which are mostly the start of the process (100ms)."`
	Memory  size          `default:"32MB" placeholder:"SIZE" help:"Do not mark memory that is below SIZE in both runs (32MB)."`
	Out     string        `short:"o" placeholder:"COMPARE.HTML" help:"Write the whole table to this file, as a page that sorts and filters."`
}

// Help is the text below the flags.
func (c *compareCommand) Help() string {
	return "Prints a line for each difference: verdicts that contradict one another or what is expected, answers that are lost or gained, " +
		"times and memory whose ratio is not noise; and then the numbers of each log or series.\n\n" +
		"Runs are brought together by the content of the file and the question. " +
		"The exit code is 1 if verdicts contradict, else 0."
}

// Run compares.
func (c *compareCommand) Run(sh *shell) error {
	if c.Noise < 1 {
		return &systems.UsageError{Message: fmt.Sprintf("--noise %g: a ratio is 1 or more", c.Noise)}
	}
	if err := cmp.Or(checkExtension(c.Out, ".html", ".htm"), checkOutputs(c.Out)); err != nil {
		return err
	}
	only, err := regexp.Compile(c.Only)
	if err != nil {
		return &systems.UsageError{Message: fmt.Sprintf("--only: %v", err)}
	}
	var logs []compare.Log
	var all []bench.Row
	for _, path := range c.Runs {
		rows, err := bench.ReadLog(path)
		if err != nil {
			return err
		}
		rows = slices.DeleteFunc(rows, func(r bench.Row) bool { return !only.MatchString(r.Instance) })
		logs = append(logs, compare.Log{Name: path, Rows: rows})
		all = append(all, rows...)
	}
	if len(all) == 0 {
		return fmt.Errorf("there are no runs in %s that match", strings.Join(c.Runs, ", "))
	}
	names, err := seriesNames(c.Series, all)
	if err != nil {
		return err
	}
	t, err := compare.New(logs, names, compare.Noise{Ratio: c.Noise, Time: c.Floor, Memory: c.Memory.bytes}, c.Measure == "wall")
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := replaceFile(c.Out, t.WriteHTML); err != nil {
			return err
		}
		fmt.Fprintf(sh.stderr, "ijit: wrote %s\n", c.Out)
	}
	if t.Contradicts() {
		sh.code = exitError
	}
	return t.WriteText(sh.stdout)
}
