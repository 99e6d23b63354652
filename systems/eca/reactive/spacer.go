// This file defines the analysis by z3, a child process that solves Horn clauses.

package reactive

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive/sets"
)

// Spacer asks z3, if it is installed, whether the Horn clauses of labels that boxes reach have a
// solution (Komuravelli, Gurfinkel and Chaki, "SMT-based Model Checking for Recursive
// Programs", CAV 2014). Then the label is safe, by the word of z3. A label is unsafe if an
// abstract path that reaches it can be executed; what z3 says against a label does not count.
func Spacer(ctx context.Context, file *eca.File, options Options) *Result {
	return spacer(ctx, file, options, nil)
}

// spacer is Spacer beside analyses that share the board.
func spacer(ctx context.Context, file *eca.File, options Options, shared *board) *Result {
	r := newRegions(file, options, shared)
	z3, err := exec.LookPath("z3")
	if err != nil {
		res := r.result(verdict.Unsupported)
		res.Detail = "z3 is not installed"
		return res
	}
	if reason := r.fix(ctx); reason != verdict.NoReason {
		return r.result(reason)
	}
	parents, hits := r.paths()
	for i, wanted := range r.wanted() {
		if !wanted || r.answers[i].Verdict != verdict.Unknown {
			continue
		}
		if hits[i].region < 0 {
			r.safe(i, "regions", r.invariant())
			continue
		}
		if inputs, ok := r.execute(parents, hits[i], i); ok {
			r.unsafe(i, inputs)
		} else if ask(ctx, z3, r.horn(i), options.MaxBytes) == "sat" {
			r.safe(i, "spacer", nil)
		}
		if err := ctx.Err(); err != nil {
			return r.result(verdict.ReasonOf(err))
		}
	}
	res := r.result(verdict.NoReason)
	if r.left > 0 {
		res.Detail = "z3 does not tell"
	}
	return res
}

// effort is how much z3 works on a label at most, by its own measure: some seconds, for it
// may go on for ever.
const effort = "rlimit=4000000"

// ask returns what z3 answers. It is killed with the context.
func ask(ctx context.Context, z3, question string, bytes int64) string {
	args := []string{"-smt2", "-in", effort}
	if bytes > 0 {
		args = append(args, fmt.Sprintf("-memory:%d", max(64, bytes>>20)))
	}
	cmd := exec.CommandContext(ctx, z3, args...)
	cmd.Stdin = strings.NewReader(question)
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// SetsOrSpacer is the combination of the paper's comparison: decision diagrams for programs
// whose variables are compared and copied only, a solver for the others. Where the paper has
// Impact there is Spacer.
func SetsOrSpacer(ctx context.Context, file *eca.File, options Options) *Result {
	if r := sets.Analyse(ctx, file, options); r.Reason != verdict.Unsupported {
		return r
	}
	return Spacer(ctx, file, options)
}
