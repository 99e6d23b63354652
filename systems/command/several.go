// This file defines the check of several files: a table instead of an answer.

package command

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/systems"
)

// runAll checks one file after the other. A file that cannot be checked does not end that.
func (c *checkCommand) runAll(sh *shell) error {
	if err := refuse("about one FILE",
		given{"--trace", c.Trace != nil}, given{"--sarif", c.SARIF != ""}, given{"--certificate", c.Certify != ""},
		given{"--all", c.All && !sh.json}, given{"--stats", c.Stats && !sh.json},
		given{"--print-cover", c.Cover && !sh.json}, given{"--summaries", c.Summaries && !sh.json},
	); err != nil {
		return err
	}
	if first := slices.Index(c.Files, "-"); first >= 0 && slices.Contains(c.Files[first+1:], "-") {
		return &systems.UsageError{Message: "only one FILE can be the standard input"}
	}
	row := func(verdict, depth, algorithm, seconds, file, about string) {
		if !sh.json {
			fmt.Fprintf(sh.stdout, "%-20s  %5s  %-16s  %7s  %s  %s\n", verdict, depth, algorithm, seconds, file, about)
		}
	}
	row("verdict", "depth", "algorithm", "seconds", "file", "answer")
	worst := exitSafe
	for _, file := range c.Files {
		sh.code, sh.file = exitSafe, file
		one := c.checkFlags // a run completes its flags
		switch a, err := one.answer(sh, file); {
		case err != nil:
			if wrong, ok := errors.AsType[*systems.UsageError](err); ok {
				err = &systems.UsageError{Message: file + ": " + wrong.Message}
			}
			sh.fail(err)
			fallthrough
		case a == nil:
			row("ERROR", "-", "-", "-", file, "-")
		default:
			sh.code = a.code()
			if sh.json {
				if a.threaded != nil {
					sh.printJSON(a.threadsDoc(false))
				} else {
					sh.printJSON(a.doc(false))
				}
			}
			r := a.result
			verdict, about := r.Verdict.String(), ""
			switch {
			case a.ofList():
				about = strings.TrimPrefix(a.summary(), file+"  ")
			case r.Verdict == systems.Safe:
				about = a.scope()
			case r.Verdict == systems.Unsafe:
				about = place(r.Property)
			default:
				about = a.why()
			}
			if r.Verdict == systems.Unknown {
				verdict += "(" + string(r.Reason) + ")"
			}
			about = strings.Join(slices.Concat([]string{about}, vacuous(r.Vacuous), a.confirmed()), "  ")
			row(verdict, strconv.Itoa(r.Depth), algorithm(r), fmt.Sprintf("%.2f", r.Seconds), file, about)
		}
		worst = worse(worst, sh.code)
		debug.FreeOSMemory() // the next one has a limit of its own
	}
	sh.code = worst
	return nil
}

// worse returns the exit code that counts.
func worse(x, y int) int {
	order := []int{exitSafe, exitUnknown, exitUnsafe, exitError, exitUsage}
	return order[max(slices.Index(order, x), slices.Index(order, y))]
}
