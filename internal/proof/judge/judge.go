// This file defines the judge: initial configurations and successors.

package judge

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/ijit/ijit/parser"
)

// A Mode says what an atomic section is.
type Mode int

const (
	Big   Mode = iota // one step
	Small             // visible steps, during which the other threads stand still
)

// A Judge interprets one program. It does not change, so it may be used by
// several goroutines.
type Judge struct {
	file     *parser.File
	mode     Mode
	depth    int // of stacks; 0 or less if there is no bound
	places   []place
	later    []changes // by program counter, see wanted.go
	enforces bool      // some procedure does
}

// New returns a judge of f. A file without main is no program.
func New(f *parser.File, mode Mode) (*Judge, error) {
	if f.Main == nil {
		return nil, fmt.Errorf("%s: no procedure main", f.Name)
	}
	j := &Judge{file: f, mode: mode, places: flatten(f)}
	j.later = j.changesLater()
	j.enforces = slices.ContainsFunc(f.Procs, func(p *parser.Proc) bool { return p.Enforce != nil })
	return j, nil
}

// WithDepth returns a judge of the same program that blocks a call by which a
// thread would come to have more than depth frames, the one it began with
// included (0: no bound).
func (j *Judge) WithDepth(depth int) *Judge {
	bounded := *j
	bounded.depth = depth
	return &bounded
}

// Initial yields the initial configurations: so many copies of main at its
// first statement, the variables with every combination of initial values with which
// main may begin ([Judge.MayBegin]), the locals of each copy independently. Each
// configuration comes once.
func (j *Judge) Initial(copies int) iter.Seq[Config] {
	return func(yield func(Config) bool) {
		r := j.run(context.Background(), 0)
		r.initial(copies, yield)
	}
}

func (r *run) initial(copies int, yield func(Config) bool) bool {
	main := r.file.Main
	return r.product(initial(r.file.Globals), nil, func(shared []bool) bool {
		// As a multiset has no order, each copy need only try what does not sort
		// before the copy ahead of it.
		var add func(threads []Thread) bool
		add = func(threads []Thread) bool {
			if len(threads) == copies {
				return yield(r.canonical(Config{Shared: shared, Threads: slices.Clone(threads)}))
			}
			return r.product(initial(main.Locals), nil, func(locals []bool) bool {
				t := Thread{PC: main.Entry, Locals: locals}
				if n := len(threads); n > 0 && compareThreads(threads[n-1], t) > 0 || !r.MayBegin(shared, locals) {
					return true
				}
				return add(append(threads[:len(threads):len(threads)], t))
			})
		}
		return add(nil)
	})
}

// MayBegin reports whether what main enforces may hold at its entry with these values.
// Otherwise the program does not begin with them.
func (j *Judge) MayBegin(shared, locals []bool) bool {
	e := j.file.Main.Enforce
	return e == nil || eval(e, &scope{shared: shared, locals: locals}).has(true)
}

// A Succ is one step: to Next, or to the failure of an assertion.
type Succ struct {
	Next  Config
	Error *parser.Stmt // the assertion that fails, or nil; if not, Next is meaningless
	Mover int          // index of the active thread in the configuration before
}

// Successors returns the steps from c. At most bound threads live at once: a
// spawn beyond is blocked; with bound 0 there is no limit. Threads in the same
// state have the same steps, so only the first of them moves.
//
// With no bound, a section that creates threads in a loop has infinitely many
// outcomes in big steps, and Successors does not return; nor does it for a section
// with a recursion that does not end, unless the depth of stacks is bounded.
func (j *Judge) Successors(c Config, bound int) []Succ {
	var succs []Succ
	j.run(context.Background(), bound).successors(c, func(s Succ) bool {
		succs = append(succs, s)
		return true
	})
	return succs
}

// maxInner is how many configurations inside one atomic section a search
// visits before it gives up; maxReplayed, how many to find a single step again. Each
// procedure that was called and each thread that was started inside counts, too.
const (
	maxInner    = 1 << 21
	maxReplayed = 1 << 17
)

func (j *Judge) run(ctx context.Context, bound int) *run {
	return &run{Judge: j, ctx: ctx, bound: bound}
}

// successors yields the steps from c.
func (r *run) successors(c Config, yield func(Succ) bool) bool {
	for _, i := range r.movers(c) {
		if !r.moves(c, i, func(o outcome) bool {
			if o.fails != nil {
				return yield(Succ{Error: o.fails, Mover: i})
			}
			return yield(Succ{Next: o.next, Mover: i})
		}) {
			return false
		}
	}
	return true
}

// movers returns the threads that may move: the one that holds up others, or else
// all, one for each thread state.
func (j *Judge) movers(c Config) []int {
	if i := j.alone(c.Threads); i >= 0 {
		return []int{i}
	}
	var movers []int
	for i, t := range c.Threads {
		if !slices.ContainsFunc(c.Threads[:i], func(u Thread) bool { return compareThreads(t, u) == 0 }) {
			movers = append(movers, i)
		}
	}
	return movers
}

// alone returns the thread that alone may move: inside an atomic section, or while
// the global atomic is true. It is -1 if there is none.
func (j *Judge) alone(threads []Thread) int {
	return slices.IndexFunc(threads, func(t Thread) bool { return t.Holds || j.isInside(t) })
}

// isInside reports whether t is inside an atomic section: of the procedure that it
// executes, or of one that has called from there.
func (j *Judge) isInside(t Thread) bool { return j.places[t.PC].inside || j.isCalledInside(t) }

func (j *Judge) isCalledInside(t Thread) bool {
	return slices.ContainsFunc(t.Callers, func(f Frame) bool { return j.places[f.PC].inside })
}

// canonical sorts the threads of c, in place, and says which one alone may move.
func (j *Judge) canonical(c Config) Config {
	slices.SortFunc(c.Threads, compareThreads)
	c.Inside = j.alone(c.Threads)
	return c
}
