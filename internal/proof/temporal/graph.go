// This file defines the configurations of a program whose threads have slots, and their steps.

package temporal

import (
	"context"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/configurations"
	"github.com/ijit/ijit/internal/proof/judge"
)

// A graph has the configurations as its states. One in which no thread can move is followed by itself.
type graph struct {
	*runs
	ctx  context.Context
	kept int // threads up to this one keep their slots; the others are sorted, since nothing tells them apart
}

func newGraph(ctx context.Context, r *runs) *graph {
	g := &graph{runs: r, ctx: ctx}
	for _, x := range r.Atoms {
		g.kept = max(g.kept, x.Thread)
	}
	if r.Fair {
		g.kept = r.Threads
	}
	return g
}

// A step leads to a configuration.
type step struct {
	to    *position
	key   string // of to
	mover int    // the slot of the thread that makes it; 0 if none can
}

// text writes a configuration, whose threads it puts into the order of their slots.
func (g *graph) text(p *position) string {
	slots := make([]string, g.Threads)
	by := make([]*judge.Thread, g.Threads)
	for i := range slots {
		slots[i] = proof.FreeMark
	}
	for i, s := range p.slots {
		slots[s-1], by[s-1] = configurations.ThreadText(p.Threads[i]), &p.Threads[i]
	}
	order := make([]int, g.Threads)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order[g.kept:], func(i, k int) int { return strings.Compare(slots[i], slots[k]) })
	sorted := judge.Config{Shared: p.Shared, Inside: -1}
	var names []string
	var at []int
	for slot, i := range order {
		names = append(names, slots[i])
		if by[i] != nil {
			sorted.Threads, at = append(sorted.Threads, *by[i]), append(at, slot+1)
		}
	}
	p.Config, p.slots = sorted, at
	return configurations.SharedText(p.Shared) + "|" + strings.Join(names, ",")
}

// initial yields the configurations in which the program begins, until yield returns false: which copy of main begins how matters,
// unless they are alike.
func (g *graph) initial(yield func(p *position, key string) bool) error {
	seen := map[string]bool{}
	for c := range g.small.Initial(g.Copies) {
		var place func(p position, left []judge.Thread) bool
		place = func(p position, left []judge.Thread) bool {
			if len(left) == 0 {
				key := g.text(&p)
				if seen[key] {
					return true
				}
				seen[key] = true
				return g.ctx.Err() == nil && yield(&p, key)
			}
			for i, t := range left {
				if i > 0 && t.String() == left[i-1].String() {
					continue
				}
				next := position{Config: judge.Config{Shared: p.Shared, Threads: append(slices.Clip(p.Threads), t)}, slots: append(slices.Clip(p.slots), len(p.slots)+1)}
				if !place(next, slices.Delete(slices.Clone(left), i, i+1)) {
					return false
				}
			}
			return true
		}
		if !place(position{Config: judge.Config{Shared: c.Shared}}, c.Threads) {
			break
		}
	}
	return g.ctx.Err()
}

// steps returns the steps that leave p, and which slots have no thread that can move. It is rejected that a thread
// wants to create another one where the bound lets it not: of what follows nothing is known.
func (g *graph) steps(p *position) (list []step, waiting []bool, err error) {
	waiting = make([]bool, g.Threads+1)
	for slot := 1; slot <= g.Threads; slot++ {
		i := slices.Index(p.slots, slot)
		before := len(list)
		if i >= 0 {
			if err := g.moves(p, i, func(to position) {
				s := step{to: &to, mover: slot}
				s.key = g.text(s.to)
				if !slices.ContainsFunc(list[before:], func(x step) bool { return x.key == s.key }) {
					list = append(list, s)
				}
			}); err != nil {
				return nil, nil, err
			}
		}
		waiting[slot] = len(list) == before
	}
	if len(list) == 0 {
		list = append(list, step{to: p, key: g.text(p)})
	}
	return list, waiting, nil
}

// moves yields where a visible step of thread i leads.
func (g *graph) moves(p *position, i int, yield func(position)) error {
	work := []position{*p}
	inner := map[string]bool{} // configurations inside of a section that is one step
	refused := false
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		err := g.small.Moves(g.ctx, at.Config, i, 0, func(o judge.Outcome) bool {
			if o.Error != nil {
				return true // which is no step
			}
			if refused = len(o.Next.Threads) > g.Threads; refused {
				return false
			}
			next := position{Config: o.Next, slots: at.slots}
			switch n := len(o.Next.Threads); {
			case o.Gone:
				next.slots = slices.Delete(slices.Clone(at.slots), i, i+1)
			case n > len(at.slots):
				next.slots = append(slices.Clip(at.slots), free(at.slots))
			}
			if o.Gone || !g.inside(judge.Config{Threads: o.Next.Threads[i : i+1]}) {
				yield(next)
				return true
			}
			key := next.String() // the order of threads tells their slots
			if !inner[key] {
				inner[key] = true
				work = append(work, next)
			}
			return true
		})
		switch {
		case err != nil:
			return err
		case refused:
			return proof.Reject("a thread is kept by the bound of %d threads from creating another one at %v", g.Threads, at)
		case len(inner) > maxInner:
			return proof.Reject("the section at %v is too large to be looked at", *p)
		}
	}
	return nil
}

// maxInner is how many configurations inside of a section are looked at.
const maxInner = 1 << 16

// read reads a configuration with slots.
func read(p *configurations.Program, threads int, text string) (*position, error) {
	shared, list, ok := strings.Cut(text, "|")
	if !ok {
		return nil, proof.Reject("%q is no configuration: there is no | behind the shared state", text)
	}
	at := &position{Config: judge.Config{Inside: -1}}
	var err error
	if at.Shared, err = p.Shared(shared); err != nil {
		return nil, err
	}
	slot := 0
	for name := range strings.SplitSeq(list, ",") {
		if slot++; slot > threads {
			return nil, proof.Reject("%q has more than %d slots", text, threads)
		}
		if name == proof.FreeMark {
			continue
		}
		t, err := p.Thread(name)
		if err != nil {
			return nil, err
		}
		at.Threads, at.slots = append(at.Threads, t), append(at.slots, slot)
	}
	if slot < threads {
		return nil, proof.Reject("%q has %d slots instead of %d", text, slot, threads)
	}
	return at, nil
}
