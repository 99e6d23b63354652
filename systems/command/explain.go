// This file defines the command explain: what a certificate says, in words.

package command

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"github.com/ijit/ijit/systems"
	threads "github.com/ijit/ijit/systems/c"
)

// explainCommand is ijit explain.
type explainCommand struct {
	Certificate string        `arg:"" help:"A certificate, as ijit check --certificate writes it; - for standard input."`
	File        string        `arg:"" optional:"" name:"source" help:"The model that the certificate is about (the file beside it that it names)."`
	Full        bool          `help:"Say all, not only what fits on a screen."`
	Timeout     time.Duration `placeholder:"D" help:"Stop after this time, such as 90s or 30m; the answer is then UNKNOWN(timeout)."`
	JSON        bool          `name:"json" help:"Answer with one JSON object."`
	dialectFlag
}

// Help is the text below the flags.
func (c *explainCommand) Help() string {
	return "The certificate is checked first, and the exit codes are those of ijit validate. What is said holds in all configurations that its proof allows, " +
		"so in all that can be reached. How much that is depends on the algorithm: searches forward (km, ecut, bfs, symbolic, bebop) know what is " +
		"reached; the one backward (bws, which often answers first) knows what does not lead to an error."
}

// explanationSchema is the version of what ijit explain --json prints.
const explanationSchema = "ijit.explanation/1"

// explanationDoc is what ijit explain --json prints.
type explanationDoc struct {
	validationDoc
	*systems.Explanation
}

// screen is how many facts fit on a screen.
const screen = 16

// Run explains: exit codes are those of ijit validate.
func (c *explainCommand) Run(sh *shell) error {
	doc := explanationDoc{validationDoc{Schema: explanationSchema, Certificate: c.Certificate}, &systems.Explanation{}}
	done, err := doc.fill(sh, c.Timeout, func(ctx context.Context) (*systems.Validation, error) {
		v, x, err := c.explain(ctx, sh)
		if err == nil {
			doc.Explanation = x
		}
		return v, err
	})
	doc.File = c.File
	switch {
	case !done || err != nil:
		return err
	case sh.json:
		return sh.printJSON(doc)
	}
	for _, x := range doc.Assumptions {
		fmt.Fprintf(sh.stdout, "assumed: %s\n", x)
	}
	if doc.Verdict != nil && *doc.Verdict == systems.Unsafe.String() {
		fmt.Fprintf(sh.stdout, "it is an execution that leads to an error; ijit trace %s shows one\n", c.File)
	}
	for _, f := range doc.Goals {
		fmt.Fprintln(sh.stdout, f)
	}
	for i, f := range doc.Facts {
		if i == screen && !c.Full {
			fmt.Fprintf(sh.stdout, "... and %d more (--full)\n", len(doc.Facts)-i)
			break
		}
		fmt.Fprintf(sh.stdout, "  %s\n", f)
	}
	_, err = fmt.Fprintln(sh.stdout, doc.line())
	return err
}

// explain reads the certificate and what it is about.
func (c *explainCommand) explain(ctx context.Context, sh *shell) (*systems.Validation, *systems.Explanation, error) {
	_, text, _, err := sh.readText(ctx, c.Certificate)
	if err != nil {
		return nil, nil, err
	}
	if c.File == "" {
		var names struct {
			File  string                // of a C program with threads
			Model struct{ File string } // of others
		}
		if json.Unmarshal(text, &names); names.File+names.Model.File == "" { // who reads it says what is wrong
			return nil, nil, &systems.InvalidError{Reason: c.Certificate + " is not a certificate"}
		}
		c.File = filepath.Join(filepath.Dir(c.Certificate), filepath.Base(names.File+names.Model.File))
	}
	if threads.IsCertificate(text) {
		_, source, _, err := sh.readText(ctx, c.File)
		if err != nil {
			return nil, nil, err
		}
		return threads.Explain(ctx, c.File, source, bytes.NewReader(text))
	}
	model, err := sh.openModel(ctx, systems.Input{Name: c.File, Dialect: c.Dialect})
	if err != nil {
		return nil, nil, err
	}
	cert, err := systems.ReadCertificate(bytes.NewReader(text))
	if err != nil {
		return nil, nil, err
	}
	return model.Explain(ctx, cert)
}
