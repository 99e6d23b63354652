// This file defines how errors are reported.

package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ijit/ijit/systems"
)

// errorDoc is what --json prints for an error.
type errorDoc struct {
	Schema string  `json:"schema"`
	File   string  `json:"file,omitempty"` // one of several
	Error  failure `json:"error"`
}

type failure struct {
	Message     string       `json:"message"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

// diagnostic is what is wrong at a place, or dubious. Line and Col are 0 where it is about no
// place.
type diagnostic struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func newDiagnostic(d *systems.Diagnostic) diagnostic {
	return diagnostic{d.File, d.Pos.Line, d.Pos.Col, d.Message, d.Hint}
}

// fail reports err and sets the exit code. A failure to write to standard output is
// reported when the command ends.
func (sh *shell) fail(err error) {
	sh.code = exitError
	if out, ok := sh.stdout.(*stickyWriter); ok && out.err != nil && errors.Is(err, out.err) {
		return
	}
	if _, ok := errors.AsType[*systems.UsageError](err); ok {
		sh.code = exitUsage
	}
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	places := systems.Diagnostics(err)
	if sh.json {
		doc := errorDoc{Schema: schema, File: sh.file, Error: failure{Message: err.Error(), Diagnostics: []diagnostic{}}}
		for i, d := range places {
			if i == 0 {
				doc.Error.Message = fmt.Sprintf("%s:%s: %s", d.File, d.Pos, d.Message)
			}
			doc.Error.Diagnostics = append(doc.Error.Diagnostics, newDiagnostic(&d))
		}
		sh.printJSON(doc)
		return
	}
	if len(places) == 0 {
		fmt.Fprintf(sh.stderr, "ijit: %v\n", err)
		return
	}
	fmt.Fprintln(sh.stderr, err)
}

// warn reports what is legal but may not mean what it seems to.
func (sh *shell) warn(list []systems.Diagnostic) {
	for _, d := range list {
		d.Message = "warning: " + d.Message
		fmt.Fprintln(sh.stderr, d.String())
	}
}

// printJSON writes one object to standard output.
func (sh *shell) printJSON(doc any) error {
	e := json.NewEncoder(sh.stdout)
	e.SetEscapeHTML(false)
	if sh.file == "" {
		e.SetIndent("", "  ")
	}
	return e.Encode(doc)
}
