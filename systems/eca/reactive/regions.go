// This file defines the analysis of regions: forward reachability of boxes of numbers.

package reactive

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
)

// Regions proves labels safe by intervals. The numbers of each control are cut into regions, at
// first by the constants that they are compared with. Of the states in a region that are reached
// it knows a box that has them all. What a turn does to boxes is a sound abstraction, and there are
// finitely many regions: a box that grows for long becomes the whole region. The labels that no
// box reaches are safe. For the others regions are cut further, where a turn leads from one region
// to several (partition refinement, but only where labels are at stake), and all is done again.
// A label that the inputs of an abstract path really reach is unsafe.
func Regions(ctx context.Context, file *eca.File, options Options) *Result {
	r := newRegions(file, options, nil)
	return r.result(r.run(ctx))
}

type regions struct {
	*turner
	file    *eca.File
	options Options
	board   *board // where analyses share labels; nil for one alone
	began   time.Time
	nodes   []*node   // by control
	base    [][]int32 // by number: where regions end at first
	cuts    [][][]int32
	rounds  int // of refinement

	index    table // of regions: control, and the place of each number among its cuts
	list     []region
	first    []int32 // regions that the program begins in
	queue    []int32
	edges    []edge // of all regions, in their order
	answers  []Answer
	left     int            // labels that are wanted and open
	wraps    map[int32]bool // lines with overflows that boxes do not exclude
	spurious []departure
	begin    []*move // that lead to them
}

// A region is a control and a box: of each number the least and the greatest value.
type region struct {
	part   uint32
	place  []int32 // of each number among its cuts
	box    []fact  // terms 1 and so on, which are the numbers
	grown  int     // how often
	queued bool
	edges  [2]int32 // where its edges begin and end
}

// An edge says that a move may lead from a box, a part of a region, to other regions; facts has
// the box and what tests say.
type edge struct {
	move  *move
	facts []fact
	to    []int32
}

// patience is how often a box grows before it becomes the region.
const patience = 6

// maxRegions is how many regions are worth the trouble.
const maxRegions = 100_000

func newRegions(file *eca.File, options Options, shared *board) *regions {
	r := &regions{turner: newTurner(assemble(file, options.Wanted)), file: file, options: options, board: shared, began: time.Now()}
	r.base = make([][]int32, len(r.data))
	for i := range r.instrs {
		r.compared(&r.instrs[i])
	}
	r.answers = make([]Answer, len(file.Labels))
	for i := range file.Labels {
		if options.Wanted == nil || options.Wanted[i] {
			r.left++
		}
	}
	return r
}

// compared cuts a number at a constant that it is compared with.
func (r *regions) compared(i *instr) {
	v, op, c := i.v, eca.Eq, i.c
	switch i.op {
	case opEqual, opDiffer:
	case opTest:
		x, y := i.x.X, i.x.Y
		if op = i.x.Op; x.Op == eca.Const {
			x, y, op = y, x, mirror(op)
		}
		if x.Op != eca.Load || y.Op != eca.Const {
			return
		}
		v, c = int32(x.Var.ID), y.Value
	default:
		return
	}
	n := slices.Index(r.data, v)
	if n < 0 {
		return
	}
	switch op {
	case eca.Lt, eca.Ge:
		r.base[n] = insert(r.base[n], int64(c)-1)
	case eca.Eq, eca.Ne:
		r.base[n] = insert(r.base[n], int64(c)-1)
		fallthrough
	default:
		r.base[n] = insert(r.base[n], int64(c))
	}
}

// insert adds a cut, behind c, to a list of them. Cuts at the ends of all are none.
func insert(cuts []int32, c int64) []int32 {
	if c < math.MinInt32 || c >= math.MaxInt32 {
		return cuts
	}
	i, found := slices.BinarySearch(cuts, int32(c))
	if found {
		return cuts
	}
	return slices.Insert(slices.Clip(cuts), i, int32(c))
}

// run analyses and refines until all labels are decided, or nothing is left to be refined.
func (r *regions) run(ctx context.Context) verdict.Reason {
	for r.left > 0 && (r.edges == nil || r.refine()) {
		if reason := r.round(ctx); reason != verdict.NoReason {
			return reason
		}
	}
	return verdict.NoReason
}

// round analyses once.
func (r *regions) round(ctx context.Context) verdict.Reason {
	reason := r.fix(ctx)
	if reason == verdict.NoReason {
		r.decide()
	}
	return reason
}

// fix computes the boxes that are reached.
func (r *regions) fix(ctx context.Context) verdict.Reason {
	r.index, r.list, r.first, r.begin, r.queue = newTable(1+len(r.data)), nil, nil, nil, nil
	r.walk(r.expand(r.start(), noPart), nil, func(m *move, facts []fact) {
		for _, h := range m.hits {
			r.unsafe(int(h.label), m.inputs[:h.inputs])
		}
		for _, i := range r.post(m, facts) {
			if !slices.Contains(r.first, i) {
				r.first, r.begin = append(r.first, i), append(r.begin, m)
				r.mixed = r.mixed || len(m.inputs) != len(r.begin[0].inputs)
			}
		}
	})
	for turns := 0; len(r.queue) > 0; turns++ {
		if turns%64 == 0 {
			if reason := r.limit(ctx); reason != verdict.NoReason {
				return reason
			}
		}
		from := r.queue[0]
		r.queue = r.queue[1:]
		r.list[from].queued = false
		r.turns(from, func(m *move, facts []fact) { r.post(m, facts) })
	}
	// Boxes are final: what leads where.
	r.edges, r.possible = r.edges[:0], map[int32]bool{}
	for i := range r.list {
		r.list[i].edges[0] = int32(len(r.edges))
		r.turns(int32(i), func(m *move, facts []fact) {
			r.edges = append(r.edges, edge{m, slices.Clone(facts), r.post(m, facts)})
		})
		r.list[i].edges[1] = int32(len(r.edges))
	}
	r.wraps, r.possible = r.possible, nil
	return verdict.NoReason
}

func (r *regions) limit(ctx context.Context) verdict.Reason {
	if err := ctx.Err(); err != nil {
		return verdict.ReasonOf(err)
	}
	if len(r.list) > maxRegions {
		return verdict.Bound
	}
	if r.options.MaxBytes > 0 && r.used() > r.options.MaxBytes {
		return verdict.Memory
	}
	if r.options.Progress != nil {
		r.options.Progress(r.stats())
	}
	return verdict.NoReason
}

// turns calls do for all moves from a region.
func (r *regions) turns(from int32, do func(*move, []fact)) {
	part := r.list[from].part
	for int(part) >= len(r.nodes) {
		r.nodes = append(r.nodes, nil)
	}
	if r.nodes[part] == nil {
		r.nodes[part] = r.expand(r.turn(part), part)
	}
	r.walk(r.nodes[part], r.list[from].box, do)
}

// walk calls do for the moves of a node, and of those that its tests may lead to.
func (r *regions) walk(n *node, facts []fact, do func(*move, []fact)) {
	for i := range n.moves {
		do(&n.moves[i], facts)
	}
	for i := range n.tests {
		t := &n.tests[i]
		lo, hi := r.interval(t.term, facts)
		for side, b := range [2][2]int64{{lo, min(hi, int64(t.c))}, {max(lo, int64(t.c)+1), hi}} {
			if b[0] > b[1] {
				continue
			}
			some := facts
			if b[0] > lo || b[1] < hi {
				some = append(slices.Clone(facts), fact{t.term, int32(b[0]), int32(b[1])})
				if !r.narrow(some, t.term, b[0], b[1]) {
					continue
				}
			}
			r.walk(r.behind(n, t, side), some, do)
		}
	}
}

// post adds the states that a move leads to, and returns their regions.
func (r *regions) post(m *move, facts []fact) []int32 {
	if m.ends {
		return nil
	}
	box := make([]fact, len(r.data))
	for i := range box {
		box[i] = r.bound(int32(i+1), facts)
	}
	for _, set := range m.sets {
		if f := &box[set.number]; set.sym == 0 {
			f.lo, f.hi = set.c, set.c
		} else {
			b := r.bound(set.sym, facts)
			f.lo, f.hi = b.lo, b.hi
		}
	}
	return r.add(nil, m.part, box, make([]int32, 0, len(box)))
}

func (r *regions) bound(term int32, facts []fact) fact {
	lo, hi := r.interval(term, facts)
	return fact{term, int32(lo), int32(hi)}
}

// add adds a box to the regions of a control, which it may have parts in, and appends them to the
// list. The first numbers are in one place already.
func (r *regions) add(list []int32, part uint32, box []fact, place []int32) []int32 {
	i := len(place)
	if i == len(box) {
		return append(list, r.join(part, box, place))
	}
	cuts := r.cutsOf(part)[i]
	lo, hi := box[i].lo, box[i].hi
	for at, _ := slices.BinarySearch(cuts, lo); ; at++ {
		box[i].lo, box[i].hi = max(lo, floor(cuts, at)), min(hi, ceiling(cuts, at))
		list = r.add(list, part, box, append(place, int32(at)))
		if at == len(cuts) || hi <= cuts[at] {
			break
		}
	}
	box[i].lo, box[i].hi = lo, hi
	return list
}

func floor(cuts []int32, at int) int32 {
	if at == 0 {
		return math.MinInt32
	}
	return cuts[at-1] + 1
}

func ceiling(cuts []int32, at int) int32 {
	if at == len(cuts) {
		return math.MaxInt32
	}
	return cuts[at]
}

func (r *regions) cutsOf(part uint32) [][]int32 {
	for int(part) >= len(r.cuts) {
		r.cuts = append(r.cuts, slices.Clone(r.base))
	}
	return r.cuts[part]
}

// join adds a box to a region, which is queued if it grows.
func (r *regions) join(part uint32, box []fact, place []int32) int32 {
	key := make([]uint64, r.index.width)
	key[0] = uint64(part)
	for i, at := range place {
		key[i+1] = uint64(at)
	}
	id, fresh := r.index.add(key)
	if fresh {
		r.list = append(r.list, region{part: part, place: slices.Clone(place), box: slices.Clone(box), queued: true})
		r.queue = append(r.queue, int32(id))
		return int32(id)
	}
	c := &r.list[id]
	cuts := r.cutsOf(part)
	grows := false
	for i := range box {
		b := &c.box[i]
		if box[i].lo < b.lo {
			if b.lo = box[i].lo; c.grown >= patience {
				b.lo = floor(cuts[i], int(place[i]))
			}
			grows = true
		}
		if box[i].hi > b.hi {
			if b.hi = box[i].hi; c.grown >= patience {
				b.hi = ceiling(cuts[i], int(place[i]))
			}
			grows = true
		}
	}
	if grows {
		c.grown++
		if !c.queued {
			c.queued = true
			r.queue = append(r.queue, int32(id))
		}
	}
	return int32(id)
}

// used returns about how much memory regions and turns take.
func (r *regions) used() int64 {
	return r.index.bytes() + r.parts.bytes() + r.bytes + int64(len(r.list)*(64+16*len(r.data))+len(r.edges)*(64+16*len(r.data)))
}

func (r *regions) stats() Stats {
	st := Stats{Regions: len(r.list), Bytes: r.used(), Depth: r.rounds}
	for i := range r.answers {
		if r.options.Wanted == nil || r.options.Wanted[i] {
			st.Asked++
		}
	}
	st.Decided = st.Asked - r.left
	return st
}

func (r *regions) result(reason verdict.Reason) *Result {
	res := &Result{Labels: r.answers, Reason: reason, Stats: r.stats()}
	if r.left > 0 {
		if reason == verdict.NoReason {
			res.Reason = verdict.Bound
		}
		res.Detail = fmt.Sprintf("%d regions after %d refinements do not tell", len(r.list), r.rounds)
	}
	for _, line := range slices.Sorted(maps.Keys(r.wraps)) {
		res.Warnings = append(res.Warnings, fmt.Sprintf("%s:%d: arithmetic may overflow, which is undefined in C; it wraps around here", r.file.Name, line))
	}
	return res
}
