// This file defines the command sat.

package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/allsat/sat/dimacs"
	"github.com/ijit/ijit/internal/proof/drat"
	"github.com/ijit/ijit/internal/source"
	"github.com/ijit/ijit/systems"
)

// satCommand is ijit sat.
type satCommand struct {
	File      string        `arg:"" help:"A formula in DIMACS format; - for standard input. It may be compressed by gzip."`
	Proof     string        `placeholder:"FILE" help:"Write a proof that there is no model to FILE, in binary DRAT."`
	Text      bool          `help:"Write the proof as text."`
	Check     string        `placeholder:"PROOF" help:"Check a proof, text or binary, that the formula has no model, instead of looking for one."`
	Conflicts int64         `placeholder:"N" help:"Stop after N conflicts."`
	Timeout   time.Duration `placeholder:"D" help:"Stop after this time, such as 90s or 30m."`
	Memory    size          `placeholder:"SIZE" help:"Stop when more memory is in use, such as 200MiB or 4GB (by default four fifths of what the machine has)."`
	Stats     bool          `help:"Print statistics, as comments."`
	JSON      bool          `name:"json" help:"Answer with one JSON object."`
}

// Help is the text below the flags.
func (c *satCommand) Help() string {
	return "The output is that of the SAT competition: a line \"s SATISFIABLE\" with lines v that give a model, \"s UNSATISFIABLE\", or \"s UNKNOWN\". " +
		"The exit code is 10, 20 or 0, and 1 or 2 for errors.\n\n" +
		"With --check it is \"s VERIFIED\" with exit code 0, \"s NOT VERIFIED\" with 1, or \"s UNKNOWN\" with 30."
}

// satSchema is the version of what ijit sat --json prints.
const satSchema = "ijit.sat/1"

// satDoc is what ijit sat --json prints.
type satDoc struct {
	Schema       string    `json:"schema"`
	File         string    `json:"file"`
	Answer       string    `json:"answer"` // SATISFIABLE, UNSATISFIABLE, VERIFIED, NOT VERIFIED or UNKNOWN
	Reason       *string   `json:"reason"` // of UNKNOWN and NOT VERIFIED
	Model        []sat.Lit `json:"model"`  // the literals that are true; empty unless SATISFIABLE
	Variables    int       `json:"variables"`
	Clauses      int64     `json:"clauses"`
	Conflicts    int64     `json:"conflicts"`
	Decisions    int64     `json:"decisions"`
	Propagations int64     `json:"propagations"`
	Restarts     int64     `json:"restarts"`
	Bytes        int64     `json:"bytes"` // of clauses and variables
	Seconds      float64   `json:"seconds"`
}

// Run solves or checks.
func (c *satCommand) Run(sh *shell) error {
	switch {
	case c.Timeout < 0:
		return &systems.UsageError{Message: fmt.Sprintf("--timeout %s: a time limit is positive", c.Timeout)}
	case c.Conflicts < 0:
		return &systems.UsageError{Message: fmt.Sprintf("--conflicts %d: a limit is positive", c.Conflicts)}
	case c.Check != "" && (c.Proof != "" || c.Conflicts > 0):
		return &systems.UsageError{Message: "--check solves nothing: it goes with neither --proof nor --conflicts"}
	case c.Text && c.Proof == "":
		return &systems.UsageError{Message: "--text is about --proof"}
	case c.File == "-" && c.Check == "-":
		return &systems.UsageError{Message: "only one of FILE and PROOF can be the standard input"}
	}
	begin := time.Now()
	ctx := sh.ctx
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, begin.Add(c.Timeout))
		defer cancel()
	}
	if c.Memory.bytes == 0 {
		c.Memory = defaultMemory()
	}
	if c.Memory.bytes > 0 {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(c.Memory.bytes / 10 * 9)))
	}
	work := c.solve
	if c.Check != "" {
		work = c.check
	}
	doc := &satDoc{}
	e := watch(ctx, c.Memory.bytes, func() error { return work(ctx, sh, doc) })
	switch {
	case e.panicked != nil:
		sh.internalError(e.panicked, e.stack)
		return nil
	case e.gaveUp != "":
		doc = &satDoc{} // the other one may still be written to
		doc.unknown(string(e.gaveUp))
	case e.err != nil && ctx.Err() != nil:
		doc.unknown(string(stopReason(ctx)))
	case errors.Is(e.err, sat.ErrMemory), errors.Is(e.err, drat.ErrMemory):
		doc.unknown(string(systems.Memory))
	case e.err != nil:
		return e.err
	}
	if doc.Model == nil {
		doc.Model = []sat.Lit{} // not null
	}
	doc.Schema, doc.File, doc.Seconds = satSchema, c.File, time.Since(begin).Seconds()
	return c.print(sh, doc)
}

func (d *satDoc) unknown(why string) { d.Answer, d.Reason = sat.Unknown.String(), &why }

// read reads the formula.
func (c *satCommand) read(ctx context.Context, sh *shell, add func(clause []sat.Lit) error) (dimacs.Header, error) {
	in, err := sh.open(ctx, c.File)
	if err != nil {
		return dimacs.Header{}, err
	}
	defer in.Close()
	text, _, err := source.Reader(in.name, in, source.MaxStream)
	if err != nil {
		return dimacs.Header{}, err
	}
	n := 0
	return dimacs.Read(text, in.name, func(clause []sat.Lit) error {
		if n++; n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		return add(clause)
	})
}

// solve looks for a model.
func (c *satCommand) solve(ctx context.Context, sh *shell, doc *satDoc) (err error) {
	o := sat.Options{Memory: int64(c.Memory.bytes), Conflicts: c.Conflicts, ProofText: c.Text}
	var proof *outputFile
	if c.Proof != "" {
		if proof, err = createOutput(c.Proof); err != nil {
			return err
		}
		defer func() {
			if proof != nil {
				err = errors.Join(err, proof.discard())
			}
		}()
		o.Proof = proof
	}
	s := sat.New(o)
	h, err := c.read(ctx, sh, func(clause []sat.Lit) error {
		s.Add(clause...)
		return s.Err()
	})
	if err != nil {
		return err
	}
	status := s.Solve(ctx)
	st := s.Stats()
	doc.Answer = status.String()
	doc.Variables, doc.Clauses, doc.Conflicts, doc.Decisions = h.Variables, h.Clauses, st.Conflicts, st.Decisions
	doc.Propagations, doc.Restarts, doc.Bytes = st.Propagations, st.Restarts, st.Bytes
	switch {
	case status == sat.Unknown && errors.Is(s.Err(), sat.ErrConflicts):
		doc.unknown("bound")
		return nil
	case status == sat.Unknown:
		return s.Err()
	case status == sat.Sat:
		for v := range h.Variables {
			l := sat.Lit(v + 1)
			if !s.Value(l) {
				l = -l
			}
			doc.Model = append(doc.Model, l)
		}
	case proof != nil:
		if err := s.ProofErr(); err != nil {
			return fmt.Errorf("the proof is not complete: %w", err)
		}
		done := proof
		proof = nil
		return done.commit()
	}
	return nil
}

// print prints the answer and sets the exit code.
func (c *satCommand) print(sh *shell, doc *satDoc) error {
	switch doc.Answer {
	case sat.Sat.String():
		sh.code = int(sat.Sat)
	case sat.Unsat.String():
		sh.code = int(sat.Unsat)
	case notVerified:
		sh.code = exitError
	case sat.Unknown.String():
		if c.Check != "" {
			sh.code = exitUnknown
		}
	}
	if c.Proof != "" && sh.code != int(sat.Unsat) {
		fmt.Fprintf(sh.stderr, "ijit: there is no proof: the answer is %s\n", doc.Answer)
	}
	if sh.json {
		return sh.printJSON(doc)
	}
	out := bufio.NewWriter(sh.stdout)
	if c.Stats && c.Check == "" {
		fmt.Fprintf(out, "c variables: %d\nc clauses: %d\nc conflicts: %d\nc decisions: %d\nc propagations: %d\nc restarts: %d\nc bytes: %d\nc seconds: %.2f\n",
			doc.Variables, doc.Clauses, doc.Conflicts, doc.Decisions, doc.Propagations, doc.Restarts, doc.Bytes, doc.Seconds)
	}
	if doc.Reason != nil {
		fmt.Fprintf(out, "c %s\n", *doc.Reason)
	}
	fmt.Fprintf(out, "s %s\n", doc.Answer)
	if doc.Answer == sat.Sat.String() {
		line := []byte{'v'}
		for _, l := range append(doc.Model, 0) {
			n := len(line)
			line = strconv.AppendInt(append(line, ' '), int64(l), 10)
			if len(line) > 78 {
				fmt.Fprintf(out, "%s\n", line[:n])
				line = append([]byte{'v'}, line[n:]...)
			}
		}
		fmt.Fprintf(out, "%s\n", line)
	}
	return out.Flush()
}

// The answers of --check.
const (
	verified    = "VERIFIED"
	notVerified = "NOT VERIFIED"
)

// check checks a proof.
func (c *satCommand) check(ctx context.Context, sh *shell, doc *satDoc) error {
	checker := drat.New(int64(c.Memory.bytes))
	var lits []int32
	h, err := c.read(ctx, sh, func(clause []sat.Lit) error {
		lits = lits[:0]
		for _, l := range clause {
			lits = append(lits, int32(l))
		}
		return checker.Add(lits...)
	})
	if err != nil {
		return err
	}
	in, err := sh.open(ctx, c.Check)
	if err != nil {
		return err
	}
	defer in.Close()
	proof, _, err := source.Reader(in.name, in, source.MaxStream)
	if err != nil {
		return err
	}
	doc.Answer, doc.Variables, doc.Clauses = verified, h.Variables, h.Clauses
	err = checker.Check(ctx, proof)
	if invalid, ok := errors.AsType[*drat.InvalidError](err); ok {
		reason := invalid.Error()
		doc.Answer, doc.Reason = notVerified, &reason
		return nil
	}
	return err
}
