// This file defines external solvers.

package bmc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"time"

	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/allsat/sat/dimacs"
)

// ask runs the external solver on the clauses and assumptions. Its model is only a proposal:
// the solver of this module finds that it is one. When ctx ends, the command is killed.
func (p *path) ask(ctx context.Context, assumptions []sat.Lit) sat.Status {
	if p.err = p.solver.Err(); p.err != nil {
		return sat.Unknown
	}
	name := p.options.Command[0]
	status, model, err := p.runCommand(ctx, assumptions)
	switch {
	case ctx.Err() != nil:
		p.err = ctx.Err()
	case err != nil:
		p.err = fmt.Errorf("the solver %s: %w", name, err)
	case status == sat.Sat && p.solver.Solve(ctx, append(model, assumptions...)...) != sat.Sat:
		if p.err = p.solver.Err(); p.err == nil {
			p.err = fmt.Errorf("the solver %s: its model makes a clause false", name)
		}
	default:
		return status
	}
	return sat.Unknown
}

func (p *path) runCommand(ctx context.Context, assumptions []sat.Lit) (status sat.Status, model []sat.Lit, err error) {
	variables := p.solver.Stats().Variables
	cmd := exec.CommandContext(ctx, p.options.Command[0], p.options.Command[1:]...)
	cmd.WaitDelay = time.Second
	output, complaint := &head{limit: maxOutput + 16*variables}, &head{limit: 200}
	cmd.Stdout, cmd.Stderr = output, complaint
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, nil, err
	}
	if err := cmd.Start(); err != nil {
		return 0, nil, err
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		defer in.Close()
		// An error here is seen from the answer, and is none if there is an answer: it may
		// be known before everything has been read.
		_ = dimacs.Write(in, variables, func(yield func([]sat.Lit) bool) {
			for c := range p.solver.Clauses() {
				if !yield(c) {
					return
				}
			}
			for _, a := range assumptions {
				if !yield([]sat.Lit{a}) {
					return
				}
			}
		})
	}()
	err = cmd.Wait()
	<-written
	switch status = sat.Status(cmd.ProcessState.ExitCode()); {
	case status == sat.Unsat:
		return status, nil, nil
	case status == sat.Sat:
		model, err = values(output.Bytes(), variables)
		return status, model, err
	case err == nil:
		err = errors.New("its exit code is 0, neither 10 nor 20")
	}
	if text := bytes.TrimSpace(complaint.Bytes()); len(text) > 0 {
		err = fmt.Errorf("%w: %s", err, text)
	}
	return 0, nil, err
}

// maxOutput is how many bytes of an answer beside the model are read. What is missing of a
// model behind that is searched for.
const maxOutput = 1 << 24

// values returns the literals in the lines of an answer that have a model.
func values(output []byte, variables int) (model []sat.Lit, err error) {
	for line := range bytes.Lines(output) {
		if line[0] != 'v' {
			continue
		}
		for _, word := range bytes.Fields(line[1:]) {
			switch x, err := strconv.Atoi(string(word)); {
			case err != nil || x > variables || x < -variables:
				return nil, fmt.Errorf("%q in its model is no literal", word)
			case x != 0:
				model = append(model, sat.Lit(x))
			}
		}
	}
	return model, nil
}

// A head keeps the first bytes that are written.
type head struct {
	bytes.Buffer
	limit int
}

func (h *head) Write(b []byte) (int, error) {
	h.Buffer.Write(b[:min(len(b), h.limit-h.Len())])
	return len(b), nil
}
