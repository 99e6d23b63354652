// This file defines the translation of Go code to a Boolean program.

package command

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/gocheck"
)

// isGo reports whether an argument is Go code: a Go file, a folder, or a pattern of packages.
func isGo(name string) bool {
	info, err := os.Stat(name)
	return filepath.Ext(name) == ".go" || err == nil && info.IsDir() || strings.HasSuffix(name, "...")
}

// fromGo writes the Boolean program of an entry.
func (c *translateCommand) fromGo(sh *shell) error {
	if c.To != "auto" && c.To != "bp" {
		return &systems.UsageError{Message: fmt.Sprintf("--to %s: Go code is translated to a Boolean program (bp), and that can be translated to others", c.To)}
	}
	if err := refuse("not about Go code",
		given{"--property", c.Property != ""}, given{"--bound", c.Bound != nil}, given{"--threads", c.Threads != nil}, given{"--label", c.Label != ""},
		given{"--ltl", c.LTL != ""}, given{"--ctl", c.CTL != ""}, given{"--invar", c.Invar != ""}, given{"--fair", c.Fair}, given{"--satabs", c.SATABS}, given{"--atomic", c.Atomic == "small"},
		given{"--old-bool", c.OldBool}, given{"--dialect", c.Dialect != ""},
	); err != nil {
		return err
	}
	o := gocheck.Options{Patterns: []string{c.File}}
	if c.Entry != "" {
		o.Entries = []string{c.Entry}
	}
	text, err := gocheck.Translate(sh.ctx, o, c.Any)
	if err != nil {
		return err
	}
	return c.output(sh, func(w io.Writer) error { _, err := w.Write(text); return err })()
}
