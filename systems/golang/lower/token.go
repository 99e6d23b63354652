// This file defines channels with a buffer that are used as semaphores: who has sent holds a token, until it
// receives, or starts a goroutine that does.
//
// If nobody receives without a token, then there are as many elements in the buffer as tokens are held. So who
// is blocked because the buffer is full, and holds fewer tokens than there is room, waits for another
// goroutine with a token: for one that has ended with it, or for one that lives. That makes tokens resources, as
// read locks are; see cores.go.

package lower

import "github.com/ijit/ijit/systems/golang/skeleton"

// A span bounds how many tokens a goroutine holds. No goroutine comes to where most is negative.
type span struct{ least, most int }

// manyTokens stands for all larger numbers.
const manyTokens = 8

// tokens returns for the nodes of each body how many tokens of a channel a goroutine holds there; or nil if
// somebody may receive without one, or the channel is used otherwise.
func (t *translator) tokens(o *skeleton.Object) [][]span {
	if o.Cap < 1 || o.NilChan || o.External || o.Ticking {
		return nil
	}
	for _, b := range t.Bodies {
		for _, n := range b.Nodes {
			if n.Object == o && n.Op != skeleton.Send && n.Op != skeleton.Recv {
				return nil
			}
			for _, c := range n.Cases {
				if c.Object == o {
					return nil
				}
			}
		}
	}
	first := make([]int, len(t.Bodies)) // tokens that goroutines begin with
	for {
		spans := make([][]span, len(t.Bodies))
		again := false
		for i, b := range t.Bodies {
			var enough bool
			if spans[i], enough = spend(b, o, first); enough {
				continue
			}
			if i == 0 || first[i] > 0 {
				return nil
			}
			first[i], again = 1, true
		}
		if !again {
			return spans
		}
	}
}

// spend follows the tokens of a body. Enough says that nobody gives away a token that it may not have.
func spend(b *skeleton.Body, o *skeleton.Object, first []int) (at []span, enough bool) {
	at = make([]span, len(b.Nodes))
	for i := range at {
		at[i] = span{manyTokens, -1}
	}
	at[0] = span{first[b.ID], first[b.ID]}
	enough = true
	for changed := true; changed; {
		changed = false
		for i, n := range b.Nodes {
			s := at[i]
			if s.most < 0 {
				continue
			}
			switch {
			case n.Op == skeleton.Send && n.Object == o:
				s.least, s.most = min(s.least+1, manyTokens), min(s.most+1, manyTokens)
			case n.Op == skeleton.Recv && n.Object == o, n.Op == skeleton.Go && first[n.Body.ID] > 0:
				enough = enough && s.least > 0
				s.least = max(s.least-1, 0)
				if s.most < manyTokens {
					s.most = max(s.most-1, 0)
				}
			}
			for _, next := range n.Next {
				joined := span{min(s.least, at[next].least), max(s.most, at[next].most)}
				if joined != at[next] {
					at[next], changed = joined, true
				}
			}
		}
	}
	return at, enough
}

// token is the resource of a channel that is a semaphore.
func token(o *skeleton.Object) resource { return resource{o, true} }
