// This file defines proofs about recursive threads: by a program that forgets who called.

package systems

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
)

// forgettable reports whether auto looks for such a proof: where threads call themselves.
func (c *check) forgettable() bool {
	return c.LTL == "" && c.target == nil && !c.Deadlock && !c.Leak && !c.All && !c.sequential() && !c.inline()
}

// insensitively searches the program backward in which a procedure returns behind any call of it. An error there
// need not be one.
func (c *check) insensitively() error {
	c.result.Via = ""
	c.progress.Phase = "explore"
	c.inlined, c.notInlined, c.insensitive = nil, nil, true
	whole, err := c.findFrames()
	switch e := (*parser.InsensitiveError)(nil); {
	case errors.As(err, &e):
		c.result.Reason, c.result.Detail = Unsupported, e.Error()
		return nil
	case err != nil:
		return err
	case !whole:
		if c.result.Reason = c.meter.Reason(); c.result.Reason == verdict.NoReason {
			c.result.Reason, c.result.Detail = Bound, "there are too many states to tell which frames calls leave"
		}
		return nil
	}
	in, err := c.jitInstance(c.meter)
	if err != nil {
		return err
	}
	r := bws.Search(in.Problem, c.Images.kind(), c.meter, func(s algorithms.Stats) {
		if c.progress.Depth, c.progress.States = s.Depth, s.States; c.untilLimits && s.States > mostWork {
			c.meter.Fail(Bound) // what counts context switches beside it needs the memory
		}
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

// mostWork is how many states are looked at in auto.
const mostWork = 1 << 18

// mostFrames is how many frames a call keeps. Where there are more, locals have any values behind it.
const mostFrames = 64

// findFrames finds the frames that calls keep: it begins with none, and adds those of the calls that can be reached, where
// threads are not counted, until there are no more. It reports false if it was stopped.
func (c *check) findFrames() (bool, error) {
	c.frames = parser.Frames{}
	for _, n := range c.Program.Nodes {
		if n.Stmt != nil {
			if _, calls := n.Stmt.Op.(*parser.Call); calls {
				c.frames[n.PC] = nil
			}
		}
	}
	for grown := true; grown; {
		p, err := c.Program.Insensitive(c.frames)
		if err != nil {
			return false, err
		}
		c.code, c.live = p, func() *parser.Program { return p }
		c.asInlined()
		in, err := c.jitInstance(c.meter)
		if err != nil {
			return false, err
		}
		most := 0
		if c.untilLimits {
			most = mostWork
		}
		states, whole := bws.LocalStates(in.Problem, most, c.meter)
		if !whole {
			return false, nil
		}
		grown = false
		for _, l := range states {
			pc, locals := in.States.Local(l)
			words, known := c.frames[pc]
			if !known || p.Nodes[pc].Behind == nil {
				continue
			}
			word := p.Nodes[pc].Kept(func(i int) bool { return locals.Test(uint(i)) })
			switch {
			case slices.Contains(words, word):
				continue
			case len(words) == mostFrames:
				delete(c.frames, pc)
			default:
				c.frames[pc] = append(words, word)
			}
			grown = true
		}
	}
	return true, nil
}

// frameWords lists the frames for certificates.
func (c *check) frameWords() (list []string) {
	for _, pc := range slices.Sorted(maps.Keys(c.frames)) {
		if len(c.frames[pc]) == 0 {
			list = append(list, strconv.Itoa(pc))
		}
		for _, word := range c.frames[pc] {
			list = append(list, fmt.Sprintf("%d:%s", pc, word))
		}
	}
	return list
}
