// This file defines the check of several files: a table instead of an answer.

package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/ijit"
)

// runAll checks one file after the other. A file that cannot be checked does not end that.
func (c *checkCommand) runAll(sh *shell) error {
	for _, x := range []struct {
		name  string
		given bool
	}{
		{"--trace", c.Trace != nil}, {"--certificate", c.Certify != ""},
		{"--all", c.All && !sh.json}, {"--stats", c.Stats && !sh.json},
		{"--print-cover", c.Cover && !sh.json}, {"--summaries", c.Summaries && !sh.json},
	} {
		if x.given {
			return &ijit.UsageError{Message: x.name + " is about one FILE"}
		}
	}
	if first := slices.Index(c.Files, "-"); first >= 0 && slices.Contains(c.Files[first+1:], "-") {
		return &ijit.UsageError{Message: "only one FILE can be the standard input"}
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
			if wrong, ok := errors.AsType[*ijit.UsageError](err); ok {
				err = &ijit.UsageError{Message: file + ": " + wrong.Message}
			}
			sh.fail(err)
			fallthrough
		case a == nil:
			row("ERROR", "-", "-", "-", file, "-")
		default:
			sh.code = a.code()
			if sh.json {
				sh.printJSON(a.doc(false))
			}
			r := a.result
			verdict, about := r.Verdict.String(), ""
			switch {
			case a.ofMachine() || a.ofC():
				about = strings.TrimPrefix(a.summary(), file+"  ")
			case r.Verdict == ijit.Safe:
				about = a.scope()
			case r.Verdict == ijit.Unsafe:
				about = place(r.Property)
			default:
				about = a.why()
			}
			if r.Verdict == ijit.Unknown {
				verdict += "(" + string(r.Reason) + ")"
			}
			about = strings.Join(append([]string{about}, vacuous(r.Vacuous)...), "  ")
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
