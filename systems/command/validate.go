// This file defines the command validate.

package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/ijit/ijit/systems"
	threads "github.com/ijit/ijit/systems/c"
)

// validateCommand is ijit validate.
type validateCommand struct {
	File        string        `arg:"" name:"program" help:"The model that the certificate is about; - for standard input. It may be compressed by gzip."`
	Certificate string        `arg:"" help:"A certificate, as ijit check --certificate writes it, or a witness circuit (.aag, .aig); - for standard input."`
	Label       string        `placeholder:"L" help:"Refuse a certificate that does not say whether label L can be reached."`
	Target      string        `placeholder:"SPEC" help:"Refuse a certificate that does not say whether configuration s|l1,l2,... can be covered."`
	Deadlock    bool          `help:"Refuse a certificate that does not say whether all threads can be blocked at once."`
	LTL         string        `name:"ltl" placeholder:"FORMULA" help:"Refuse a certificate that is not about this formula, by its text; with --fair about executions that are weakly fair."`
	Fair        bool          `help:"With --ltl: refuse a certificate about executions that are not weakly fair."`
	Initial     string        `placeholder:"SPEC" help:"Refuse a certificate for another initial configuration; SPEC is as for check."`
	Threads     *int          `placeholder:"N" help:"Refuse a certificate that does not hold for at most N threads that live at once."`
	Timeout     time.Duration `placeholder:"D" help:"Stop after this time, such as 90s or 30m; the answer is then UNKNOWN(timeout)."`
	Paranoid    bool          `help:"Of a C program with threads: have the SAT solver prove each of its answers to a checker of its own. The proofs of circuits always are."`
	JSON        bool          `name:"json" help:"Answer with one JSON object."`
	dialectFlag
	As string `enum:"bp,tts,c,auto" default:"auto" help:"What PROGRAM is, a program (bp), a system (tts) or a C program (c), if its name does not say."`
}

// Help is the text below the flags.
func (c *validateCommand) Help() string {
	return "The exit code is 0 if the certificate proves what it claims, 1 if it does not, 30 if that was not decided.\n\n" +
		"A certificate says itself which question it answers, and any question will do. " +
		"With one of --label, --target, --deadlock, --ltl, --initial and --threads it must be the question that ijit check asks with these options: " +
		"without the first four, whether an assertion can fail; without --initial, from one thread in main (0|0 for a .tts); " +
		"without --threads, for any number of threads."
}

// validationSchema is the version of what ijit validate --json prints.
const validationSchema = "ijit.validation/1"

// validationDoc is what ijit validate --json prints.
type validationDoc struct {
	Schema      string   `json:"schema"`
	File        string   `json:"file"`
	Certificate string   `json:"certificate"`
	Answer      string   `json:"answer"`  // VALID, INVALID or UNKNOWN
	Reason      *string  `json:"reason"`  // of INVALID and UNKNOWN
	Verdict     *string  `json:"verdict"` // that was proved: SAFE or UNSAFE
	Claim       *string  `json:"claim"`   // the verdict in words
	Line        int      `json:"line"`    // of the assertion that fails; 0 for none
	Col         int      `json:"col"`
	Question    string   `json:"question"`              // beyond assertions with one thread in main at first
	Algorithm   string   `json:"algorithm"`             // what found it
	Elements    int      `json:"elements"`              // of the evidence
	Unit        string   `json:"unit"`                  // what they are
	Assumptions []string `json:"assumptions,omitempty"` // of a C program with threads: what is taken for granted
	Seconds     float64  `json:"seconds"`
}

// Run validates: exit code 0 for a certificate that proves what it claims, 1 for one
// that does not, 30 if that was not decided.
func (c *validateCommand) Run(sh *shell) error {
	if c.Threads != nil && *c.Threads < 1 {
		return &systems.UsageError{Message: fmt.Sprintf("--threads %d: the bound is at least 1", *c.Threads)}
	}
	if c.File == "-" && c.Certificate == "-" {
		return &systems.UsageError{Message: "only one of PROGRAM and CERTIFICATE can be the standard input"}
	}
	doc := validationDoc{Schema: validationSchema, File: c.File, Certificate: c.Certificate}
	done, err := doc.fill(sh, c.Timeout, func(ctx context.Context) (*systems.Validation, error) { return c.validate(ctx, sh) })
	if !done || err != nil {
		return err
	}
	if sh.json {
		return sh.printJSON(doc)
	}
	for _, x := range doc.Assumptions {
		fmt.Fprintf(sh.stdout, "assumed: %s\n", x)
	}
	_, err = fmt.Fprintln(sh.stdout, doc.line())
	return err
}

// fill runs a check of a certificate and says what comes of it, with the exit code. It is not done if that is an internal error, which
// has been shown.
func (d *validationDoc) fill(sh *shell, timeout time.Duration, check func(context.Context) (*systems.Validation, error)) (done bool, err error) {
	if timeout < 0 {
		return false, &systems.UsageError{Message: fmt.Sprintf("--timeout %s: a time limit is positive", timeout)}
	}
	begin := time.Now()
	ctx := sh.ctx
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, begin.Add(timeout))
		defer cancel()
	}
	var found *systems.Validation
	e := watch(ctx, defaultMemory().bytes, func() (err error) {
		found, err = check(ctx)
		return err
	})
	invalid, isInvalid := errors.AsType[*systems.InvalidError](e.err)
	reason := ""
	switch sh.code = exitUnknown; {
	case e.panicked != nil:
		sh.internalError(e.panicked, e.stack)
		return false, nil
	case e.gaveUp != "":
		d.Answer, reason = "UNKNOWN", string(e.gaveUp)
	case isInvalid:
		sh.code, d.Answer, reason = exitError, "INVALID", invalid.Error()
	case e.err != nil && ctx.Err() != nil:
		d.Answer, reason = "UNKNOWN", string(stopReason(ctx))
	case e.err != nil:
		return false, e.err
	default:
		sh.code, d.Answer = exitSafe, "VALID"
		verdict := found.Verdict.String()
		d.Verdict, d.Claim = &verdict, &found.Claim
		d.Line, d.Col = found.Pos.Line, found.Pos.Col
		d.Question, d.Algorithm, d.Elements, d.Unit = found.Question, found.Algorithm, found.Elements, found.Unit
		d.Assumptions = found.Assumptions
	}
	d.Seconds = time.Since(begin).Seconds()
	if reason != "" {
		d.Reason = &reason
	}
	return true, nil
}

// validate reads the model and the certificate and compares them.
func (c *validateCommand) validate(ctx context.Context, sh *shell) (*systems.Validation, error) {
	in, err := sh.open(ctx, c.Certificate)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	head := make([]byte, 512)
	n, err := io.ReadFull(in, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	certificate := io.MultiReader(bytes.NewReader(head[:n]), in)
	if threads.IsCertificate(head[:n]) {
		if err := refuse("not for C programs with threads", given{"--label", c.Label != ""}, given{"--target", c.Target != ""}, given{"--deadlock", c.Deadlock}, given{"--ltl", c.LTL != ""}, given{"--fair", c.Fair}, given{"--initial", c.Initial != ""}, given{"--dialect", c.Dialect != ""}); err != nil {
			return nil, err
		}
		_, text, _, err := sh.readText(ctx, c.File)
		if err != nil {
			return nil, err
		}
		return threads.Validate(ctx, c.File, text, certificate, c.Threads, c.Paranoid)
	}
	if err := sh.refuseThreads(ctx, c.File, ""); err != nil {
		return nil, &systems.InvalidError{Reason: c.Certificate + " is no certificate about a C program with threads, which " + c.File + " is"}
	}
	if err := refuse("about C programs with threads", given{"--paranoid", c.Paranoid}); err != nil {
		return nil, err
	}
	model, err := sh.openModel(ctx, systems.Input{Name: c.File, Kind: kind(c.As), Dialect: c.Dialect})
	if err != nil {
		return nil, err
	}
	if isCircuit(head[:n]) {
		if err := refuse("not for witness circuits", given{"--label", c.Label != ""}, given{"--target", c.Target != ""}, given{"--deadlock", c.Deadlock}, given{"--ltl", c.LTL != ""}, given{"--fair", c.Fair}, given{"--initial", c.Initial != ""}, given{"--threads", c.Threads != nil}); err != nil {
			return nil, err
		}
		return model.ValidateWitness(ctx, c.Certificate, certificate)
	}
	cert, err := systems.ReadCertificate(certificate)
	if err != nil {
		return nil, err
	}
	if c.Label+c.Target+c.LTL+c.Initial == "" && !c.Deadlock && !c.Fair && c.Threads == nil {
		return model.Validate(ctx, cert)
	}
	wanted := systems.Options{Label: c.Label, Target: c.Target, Deadlock: c.Deadlock, LTL: c.LTL, Fair: c.Fair, Initial: c.Initial}
	if c.Threads != nil {
		wanted.Threads = *c.Threads
	}
	return model.ValidateFor(ctx, cert, wanted)
}

// isCircuit reports whether a text that begins so is a circuit in AIGER.
func isCircuit(head []byte) bool {
	return bytes.HasPrefix(head, []byte("aag ")) || bytes.HasPrefix(head, []byte("aig "))
}

// line says all in one line.
func (d *validationDoc) line() string {
	switch d.Answer {
	case "INVALID":
		return "INVALID  " + *d.Reason
	case "UNKNOWN":
		return fmt.Sprintf("UNKNOWN(%s)  %s  %.2fs", *d.Reason, d.File, d.Seconds)
	}
	about := d.File
	if d.Line > 0 {
		if about += fmt.Sprintf(":%d:%d", d.Line, d.Col); *d.Claim == "UNSAFE" {
			about += " assert"
		}
	}
	if d.Question != "" {
		about += " " + d.Question
	}
	return fmt.Sprintf("VALID  %s  %s  %s  %s  %.2fs", *d.Claim, about, d.Algorithm, count(d.Elements, d.Unit), d.Seconds)
}

// writeCertificate writes the certificate of an answer. The verdict counts where there is
// none.
func (a *answer) writeCertificate(sh *shell) error {
	if a.Certify == "" {
		return nil
	}
	if r := a.threaded; r != nil && r.Certificate != nil {
		return replaceFile(a.Certify, r.Certificate.Write)
	}
	var missing error
	switch c := a.result.Certificate; {
	case a.result.Verdict == systems.Unknown:
		missing = errors.New("there is no certificate: the verdict is UNKNOWN")
	case a.threaded != nil:
		missing = fmt.Errorf("there is no certificate: %s", a.threaded.NoCertificate)
	case c == nil:
		missing = fmt.Errorf("there is no certificate: %s offers no proof", algorithm(a.result))
	default:
		missing = c.Err()
	}
	if missing != nil {
		fmt.Fprintf(sh.stderr, "ijit: %v\n", missing)
		return nil
	}
	binary := false
	switch filepath.Ext(a.Certify) {
	default:
		return replaceFile(a.Certify, a.result.Certificate.Write)
	case ".aig":
		binary = true
	case ".aag":
	}
	if a.result.Certificate.Witness == nil {
		fmt.Fprintf(sh.stderr, "ijit: there is no witness circuit: those are for properties of states of models and circuits; a name that ends in .json asks for a certificate\n")
		return nil
	}
	return replaceFile(a.Certify, func(w io.Writer) error { return a.result.Certificate.Witness(w, binary) })
}
