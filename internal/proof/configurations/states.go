// This file defines the check of a finite set of configurations.

package configurations

import (
	"cmp"
	"context"

	"github.com/ijit/ijit/internal/proof"
)

// A finiteSet has all its configurations listed. It is closed up to a bound on the
// number of threads, if there is one: at the bound, no thread is created.
type finiteSet struct {
	ctx   context.Context
	sys   system
	bound int
	all   []config
	known map[string]bool
}

func newFiniteSet(ctx context.Context, sys system, list []proof.Listed, bound int) (*finiteSet, error) {
	f := &finiteSet{ctx: ctx, sys: sys, bound: bound, known: map[string]bool{}}
	for _, x := range list {
		s, err := sys.shared(x.Shared)
		if err != nil {
			return nil, err
		}
		for _, text := range x.Threads {
			c := config{shared: s}
			if c.threads, err = finite(sys, text); err != nil {
				return nil, err
			}
			if key := c.key(); !f.known[key] {
				f.known[key] = true
				f.all = append(f.all, c)
			}
		}
	}
	return f, nil
}

// excludes says why c is no member.
func (f *finiteSet) excludes(c config) (why string) {
	if !f.known[c.key()] {
		return "it is not among the states"
	}
	return ""
}

func (f *finiteSet) check() error {
	if err := begins(f.ctx, f.sys, f.excludes); err != nil {
		return err
	}
	target, asked := f.sys.target()
	roles := f.sys.roles()
	for i, c := range f.all {
		if i%64 == 0 && f.ctx.Err() != nil {
			return f.ctx.Err()
		}
		if asked && c.shared == target.shared && below(target.threads, c.threads) {
			return proof.Reject("%s is in the set and covers the target", show(f.sys, c))
		}
		if len(roles) > 0 && meets(c.threads, roles) {
			return proof.Reject("%s is in the set, and threads are at the labels", show(f.sys, c))
		}
		if stuck, err := f.sys.stuck(c); err != nil {
			return err
		} else if stuck {
			return proof.Reject("%s is in the set, and no thread can move", show(f.sys, c))
		}
		for _, x := range c.threads {
			if wrong := f.sys.wrong(x.local); wrong != "" {
				return proof.Reject("%s is in the set, and %s", show(f.sys, c), wrong)
			}
		}
		var out error
		err := steps(f.sys, c, func(next config, r *rule) bool {
			if r.fails != "" {
				out = proof.Reject("%s is in the set, and %s", show(f.sys, c), r.fails)
			} else if f.bound == 0 || size(next.threads) <= f.bound {
				if why := f.excludes(next); why != "" {
					out = leads(f.sys, c, r, next, why)
				}
			}
			return out == nil && f.ctx.Err() == nil
		})
		if err := cmp.Or(err, out, f.ctx.Err()); err != nil {
			return err
		}
	}
	return nil
}
