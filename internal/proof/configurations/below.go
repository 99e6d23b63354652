// This file defines the check of a downward-closed set by its maximal elements.

package configurations

import (
	"cmp"
	"context"
	"slices"

	"github.com/ijit/ijit/internal/proof"
)

// A cover is the set of the configurations below given ones, in which there may be
// unboundedly many threads in a local state. What a configuration can do, one with
// more threads can do, too, and has more threads afterwards: so it is enough to look
// at the given ones. That holds where a step only concerns the thread that moves and
// those that it creates; others are refused.
type cover struct {
	ctx  context.Context
	sys  system
	all  []config
	tops map[int][][]count // by shared state
}

func newCover(ctx context.Context, sys system, list []proof.Listed) (*cover, error) {
	c := &cover{ctx: ctx, sys: sys, tops: map[int][][]count{}}
	for _, x := range list {
		s, err := sys.shared(x.Shared)
		if err != nil {
			return nil, err
		}
		for _, text := range x.Threads {
			top, err := threads(sys, text)
			if err != nil {
				return nil, err
			}
			c.all = append(c.all, config{s, top})
			c.tops[s] = append(c.tops[s], top)
		}
	}
	return c, nil
}

// excludes says why x is no member.
func (c *cover) excludes(x config) (why string) {
	if !slices.ContainsFunc(c.tops[x.shared], func(top []count) bool { return below(x.threads, top) }) {
		return "it is below none of the elements"
	}
	return ""
}

func (c *cover) check() error {
	if err := begins(c.ctx, c.sys, c.excludes); err != nil {
		return err
	}
	if t, ok := c.sys.target(); ok && c.excludes(t) == "" {
		return proof.Reject("the target %s is in the set", show(c.sys, t))
	}
	roles := c.sys.roles()
	for _, top := range c.all {
		if len(roles) > 0 && meets(top.threads, roles) {
			return proof.Reject("%s is in the set, and threads are at the labels", show(c.sys, top))
		}
		if err := c.steps(top, -1, c.sys.environment(top.shared)); err != nil {
			return err
		}
		for _, x := range top.threads {
			if err := c.ctx.Err(); err != nil {
				return err
			}
			if wrong := c.sys.wrong(x.local); wrong != "" {
				return proof.Reject("%s is in the set, and %s", show(c.sys, top), wrong)
			}
			rules, err := c.sys.rules(top.shared, x.local)
			if err != nil {
				return err
			}
			if err := c.steps(top, x.local, rules); err != nil {
				return err
			}
		}
	}
	return nil
}

// steps checks the steps from an element in which a thread in mover moves, if it is
// not negative.
func (c *cover) steps(top config, mover int, rules []rule) error {
	for i := range rules {
		r := &rules[i]
		if r.fails != "" {
			return proof.Reject("%s is in the set, and %s", show(c.sys, top), r.fails)
		}
		moves, err := c.movesOthers(top, mover, r)
		if err != nil {
			return err
		}
		if moves {
			return proof.Reject("the step at %s moves other threads: no set of this kind proves anything about it", r.at)
		}
		alone := *r
		alone.others = none
		var out error
		err = fire(top, mover, &alone, func(next config) bool {
			if why := c.excludes(next); why != "" {
				out = leads(c.sys, top, r, next, why)
			}
			return out == nil
		})
		if err := cmp.Or(err, out); err != nil {
			return err
		}
	}
	return nil
}

// movesOthers reports whether the step can move, or be blocked by, another thread
// than the mover in a configuration below top.
func (c *cover) movesOthers(top config, mover int, r *rule) (bool, error) {
	if r.others == none {
		return false, nil
	}
	for _, x := range top.threads {
		if x.local == mover && x.n == 1 {
			continue
		}
		to, err := r.moves(x.local)
		if err != nil {
			return false, err
		}
		stays := len(to) == 1 && to[0] == x.local || len(to) == 0 && r.others == one
		if !stays {
			return true, nil
		}
	}
	return false, nil
}
