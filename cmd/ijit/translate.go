// This file defines the command translate.

package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/ijit/ijit/ijit"
)

// translateCommand is ijit translate.
type translateCommand struct {
	File   string `arg:"" help:"A Boolean program; - for standard input. It may be compressed by gzip."`
	To     string `enum:"tts" default:"tts" help:"What to translate to: tts."`
	SATABS bool   `name:"satabs" help:"Translate as satabs --build-tts does, with its numbering."`
	Atomic string `enum:"big,small" default:"big" help:"What one step of an atomic section is: the whole section (big), or a statement (small). Ignored with --satabs."`
	Out    string `short:"o" placeholder:"OUT" help:"Write the system to OUT and its target beside it, x.tts and x.prop. Without it, or with -, the system goes to standard output and its first line is a comment with the target."`
}

// Run translates.
func (c *translateCommand) Run(sh *shell) error {
	prop := strings.TrimSuffix(c.Out, filepath.Ext(c.Out)) + ".prop"
	if toFile := c.Out != "" && c.Out != "-"; toFile && prop == c.Out {
		return &ijit.UsageError{Message: fmt.Sprintf("-o %s: the system cannot have the name of its target", c.Out)}
	} else if toFile {
		if err := checkOutputs(c.Out, prop); err != nil {
			return err
		}
	}
	kind := ijit.ByName
	if c.File == "-" {
		kind = ijit.ProgramBP
	}
	o := ijit.TranslateOptions{SATABS: c.SATABS}
	if c.Atomic == "small" {
		o.Atomicity = ijit.Small
	}
	var model *ijit.Model
	var t *ijit.Translation
	memory := defaultMemory()
	e := watch(sh.ctx, memory.bytes, func() (err error) {
		if model, err = sh.openModel(sh.ctx, ijit.Input{Name: c.File, Kind: kind, Memory: memory.bytes}); err != nil {
			return err
		}
		t, err = model.Translate(sh.ctx, o)
		return err
	})
	switch {
	case e.panicked != nil:
		sh.internalError(e.panicked, e.stack)
		return nil
	case e.gaveUp == ijit.Memory, errors.Is(e.err, ijit.ErrMemory):
		return fmt.Errorf("%s: the translation takes more than %s of memory", c.File, memory)
	case e.gaveUp != "":
		return sh.ctx.Err()
	case e.err != nil:
		return e.err
	}
	sh.warn(model.Warnings())
	comment := fmt.Sprintf("target: %s\ntranslated from %s by ijit", t.Target, filepath.Base(model.Name))
	if c.Out == "" || c.Out == "-" {
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
}
