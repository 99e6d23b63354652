// This file defines the command fmt.

package command

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/ijit/ijit/internal/source"
	"github.com/ijit/ijit/systems"
)

// fmtCommand is ijit fmt, which is to programs and models what gofmt is to Go.
type fmtCommand struct {
	Files []string `arg:"" name:"file" help:"Boolean programs or, where the names end in .smv, models in the language of NuSMV; - for standard input."`
	Write bool     `short:"w" help:"Write the result to the file instead of to standard output."`
	Diff  bool     `short:"d" help:"Show what would change, and nothing else."`
	Check bool     `help:"List the files that would change, and exit with 1 if there are any."`
	dialectFlag
}

// Run formats all files, as many as it can.
func (c *fmtCommand) Run(sh *shell) error {
	changed := false
	var failed []error
	for _, path := range c.Files {
		change, err := c.format(sh, path)
		if err != nil {
			failed = append(failed, err)
		}
		changed = changed || change
	}
	for _, err := range failed {
		sh.fail(err)
	}
	if c.Check && changed {
		sh.code = exitError
	}
	return nil
}

// format formats one file and reports whether that changes it.
func (c *fmtCommand) format(sh *shell, path string) (changed bool, err error) {
	if c.Write && path == "-" {
		return false, &systems.UsageError{Message: "-w cannot write to standard input"}
	}
	name, src, packed, err := sh.readText(sh.ctx, path)
	if err != nil && !errors.Is(err, source.ErrBinary) {
		return false, err
	}
	if c.Write && packed {
		return false, &systems.UsageError{Message: path + ": -w does not write compressed files"}
	}
	kind := systems.ByName
	if path == "-" {
		kind = systems.ByContent
	}
	out, wrong := systems.Input{Name: name, Kind: kind, Dialect: c.Dialect}.Format(src)
	if err := cmp.Or(wrong, err); err != nil { // wrong says where it is no text
		return false, err
	}
	changed = !bytes.Equal(src, out)
	if changed && c.Check {
		fmt.Fprintln(sh.stdout, name)
	}
	if changed && c.Diff {
		sh.stdout.Write(diff.Diff(name, src, name+" (canonical)", out))
	}
	if changed && c.Write {
		err = replaceFile(path, func(w io.Writer) error {
			_, err := w.Write(out)
			return err
		})
	}
	if !c.Check && !c.Diff && !c.Write {
		_, err = sh.stdout.Write(out)
	}
	return changed, err
}
