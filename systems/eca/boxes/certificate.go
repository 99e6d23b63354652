// This file defines the form of proof of event-condition-action programs in C: inputs that lead to labels, and boxes as
// they are written in certificates.

package boxes

import (
	"context"
	"errors"
	"slices"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/systems/eca"
)

// Labels is the form of proof of labels of programs.
type Labels struct{ *eca.File }

// Kind returns [proof.C].
func (Labels) Kind() string { return proof.C }

// Check checks the evidence of a document.
func (f Labels) Check(ctx context.Context, d *proof.Document) error {
	q, e := &d.Question, &d.Evidence
	switch {
	case q.Asks != proof.Labels || q.Target != "" || q.Property != "":
		return proof.Reject("a certificate about a C program is about labels, not about %s", q.Asks)
	case q.Initial != "" || q.Atomic != "" || q.Threads != 0 || q.Copies:
		return proof.Reject("a C program has no threads")
	case e.Kinds() > 0 || len(e.Irrelevant)+len(e.Dead) > 0 || e.Insensitive || e.Linear != nil:
		return proof.Reject("of a C program there are inputs and boxes as evidence, and no others")
	case len(e.Reached)+len(e.Unreached) == 0:
		return proof.Reject("there is no evidence")
	case (d.Verdict == proof.Unsafe) != (len(e.Reached) > 0):
		return proof.Reject("the verdict %s does not fit %d labels that are reached", d.Verdict, len(e.Reached))
	}
	labels := map[string]*eca.Label{}
	for _, l := range f.Labels {
		labels[l.Name] = l
	}
	seen := map[string]bool{}
	named := func(name string) (*eca.Label, error) {
		switch l := labels[name]; {
		case l == nil:
			return nil, proof.Reject("the program has no label %s", name)
		case seen[name]:
			return nil, proof.Reject("there is evidence about %s twice", name)
		case q.Label != "" && q.Label != name:
			return nil, proof.Reject("there is evidence about %s, and the question is about %s", name, q.Label)
		default:
			seen[name] = true
			return l, nil
		}
	}
	for _, r := range e.Reached {
		l, err := named(r.Label)
		if err != nil {
			return err
		}
		if !reaches(f.File, l, r.Inputs) {
			return proof.Reject("the inputs %v do not lead to %s", r.Inputs, r.Label)
		}
	}
	for i := range e.Unreached {
		claimed := map[*eca.Label]bool{}
		for _, name := range e.Unreached[i].Labels {
			l, err := named(name)
			if err != nil {
				return err
			}
			claimed[l] = true
		}
		inv, err := newInvariant(f.File, &e.Unreached[i])
		if err != nil {
			return err
		}
		err = Check(ctx, f.File, inv, claimed)
		if r, ok := errors.AsType[*Rejected](err); ok {
			return proof.Reject("%s", r.Reason)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reaches reports whether inputs lead to a label, the last one reaching it.
func reaches(f *eca.File, l *eca.Label, inputs []int32) bool {
	for _, step := range eca.Run(f, inputs) {
		for _, r := range step.Reached {
			if r.Label == l {
				return r.Inputs == len(inputs)
			}
		}
	}
	return false
}

// newInvariant reads an invariant.
func newInvariant(f *eca.File, u *proof.Unreached) (*Invariant, error) {
	inv := &Invariant{}
	for _, name := range u.Variables {
		i := slices.IndexFunc(f.Vars, func(v *eca.Var) bool { return Name(v) == name })
		if i < 0 || slices.Contains(inv.Vars, f.Vars[i]) {
			return nil, proof.Reject("%s is no variable of the program, or one that is there twice", name)
		}
		inv.Vars = append(inv.Vars, f.Vars[i])
	}
	for n, text := range u.Boxes {
		if len(text) != len(inv.Vars) {
			return nil, proof.Reject("box %d has %d sets for %d variables", n+1, len(text), len(inv.Vars))
		}
		box := make([]Set, len(text))
		for i, s := range text {
			var err error
			if box[i], err = Parse(s); err != nil {
				return nil, proof.Reject("box %d: %s: %v", n+1, u.Variables[i], err)
			}
		}
		inv.Boxes = append(inv.Boxes, box)
	}
	return inv, nil
}
