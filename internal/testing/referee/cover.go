// This file defines a check of downward-closed invariants: configurations are maps, and edges are fired by hand.

package referee

import (
	"fmt"
	"math"

	"github.com/ijit/ijit/tts"
)

// A marking says how many threads are where, with math.Inf for unboundedly many.
type marking[K tts.Key] struct {
	shared K
	count  map[K]float64
}

func markingOf[K tts.Key](c tts.Config[K]) marking[K] {
	m := marking[K]{c.Shared, map[K]float64{}}
	for _, x := range c.Locals {
		m.count[x.Local] = float64(x.N)
		if x.N == tts.Omega {
			m.count[x.Local] = math.Inf(1)
		}
	}
	return m
}

func (m marking[K]) below(n marking[K]) bool {
	if m.shared != n.shared {
		return false
	}
	for l, x := range m.count {
		if x > n.count[l] {
			return false
		}
	}
	return true
}

// downward is a downward-closed set.
type downward[K tts.Key] map[K][]marking[K]

func downwardOf[K tts.Key](list []tts.Config[K]) downward[K] {
	d := downward[K]{}
	for _, c := range list {
		d[c.Shared] = append(d[c.Shared], markingOf(c))
	}
	return d
}

func (d downward[K]) has(m marking[K]) bool {
	for _, n := range d[m.shared] {
		if m.below(n) {
			return true
		}
	}
	return false
}

// CoverProves checks that the configurations below cover are inductive and, if the
// answer is safe, without an error, and that none of cover is below another.
func CoverProves[K tts.Key](p tts.Problem[K], cover []tts.Config[K], safe bool) error {
	d := downwardOf(cover)
	for c := range p.Initial {
		if !d.has(markingOf(c)) {
			return fmt.Errorf("the initial configuration %v is not covered", c)
		}
	}
	for _, c := range p.Target.Cover {
		if safe && d.has(markingOf(c)) {
			return fmt.Errorf("the target %v is covered", c)
		}
	}
	for _, c := range cover {
		if err := c.Check(); err != nil {
			return err
		}
		above, mine := 0, markingOf(c)
		for _, m := range d[c.Shared] {
			if mine.below(m) {
				above++
			}
		}
		if above != 1 {
			return fmt.Errorf("%v is below another of the cover, which is not minimal", c)
		}
		edges := p.System.AppendEnvironment(nil, c.Shared)
		for _, x := range c.Locals {
			if safe && len(p.Target.Locals) > 0 && p.Target.Locals[0](x.Local) {
				return fmt.Errorf("%v is covered, and has the error %v", c, x.Local)
			}
			edges = p.System.AppendEdges(edges, tts.ThreadState[K]{Shared: c.Shared, Local: x.Local})
		}
		for _, e := range edges {
			m := markingOf(c)
			m.shared = e.To.Shared
			switch e.Kind {
			case tts.Fail:
				if safe && p.Target.Fails != nil && p.Target.Fails(e.Label) {
					return fmt.Errorf("%v is covered and fails", c)
				}
				continue
			case tts.Move:
				m.count[e.From.Local]--
				m.count[e.To.Local]++
			case tts.End:
				m.count[e.From.Local]--
			}
			if e.Effect != nil {
				if e.Effect.Kind != tts.Spawn {
					return fmt.Errorf("edge %v moves other threads", e)
				}
				m.count[e.Effect.Child]++
			}
			if !d.has(m) {
				return fmt.Errorf("%v is covered, but edge %v leads to %v, which is not", c, e, m)
			}
		}
	}
	return nil
}

// Covered checks that what few threads reach is below cover.
func Covered(p tts.Problem[uint32], cover []tts.Config[uint32]) error {
	d := downwardOf(cover)
	var queue []tts.Config[uint32]
	known := map[string]bool{}
	add := func(c tts.Config[uint32]) {
		if !known[c.String()] && c.Threads() <= 6 {
			known[c.String()] = true
			queue = append(queue, c.Clone())
		}
	}
	p.Initial(func(c tts.Config[uint32]) bool { add(c); return true })
	for ; len(queue) > 0 && len(known) < 2000; queue = queue[1:] {
		if !d.has(markingOf(queue[0])) {
			return fmt.Errorf("%v can be reached, but is not below the cover", queue[0])
		}
		for s := range tts.Post(p.System, queue[0]) {
			if s.Edge.Kind != tts.Fail {
				add(s.To)
			}
		}
	}
	return nil
}
