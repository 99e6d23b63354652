// This file defines proofs about recursive threads: by a program that forgets who called.

package systems

import (
	"errors"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/parser"
)

// forgettable reports whether auto looks for such a proof: where threads call themselves.
func (c *check) forgettable() bool {
	return c.Program != nil && c.LTL == "" && !c.Deadlock && !c.Leak && !c.All && !c.sequential() && !c.inline()
}

// insensitively searches the program backward in which a procedure returns behind any call of it. An error there
// need not be one.
func (c *check) insensitively() error {
	p, err := c.Program.Insensitive()
	if e := (*parser.InsensitiveError)(nil); errors.As(err, &e) {
		c.result.Reason, c.result.Detail = Unsupported, e.Error()
		return nil
	} else if err != nil {
		return err
	}
	c.result.Via = ""
	c.code, c.inlined, c.notInlined, c.insensitive = p, nil, nil, true
	c.live = func() *parser.Program { return p }
	c.asInlined()
	c.progress.Phase = "explore"
	in, err := c.jitInstance(c.meter)
	if err != nil {
		return err
	}
	r := bws.Search(in.Problem, c.Images.kind(), c.meter, func(s algorithms.Stats) {
		c.progress.Depth, c.progress.States = s.Depth, s.States
	})
	in.Engine.Finish()
	if r.Verdict == Unsafe {
		c.result.States = r.Stats.States
		met(&c.result.Stats, in)
		c.result.Reason, c.result.Detail = Incomplete, "there may be an error where procedures return behind any call"
		return nil
	}
	return tell(c, in, &r)
}
