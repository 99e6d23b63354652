// This file defines programs that start other threads than the file says: several of
// one procedure, or none.

package schedule

import (
	"maps"
	"slices"

	"github.com/ijit/ijit/parser"
)

// WithThreads returns the program whose threads are the given ones. All else is the
// same and shared, program counters included, as what starts the threads is behind
// all that is written.
func WithThreads(p *parser.Program, threads []*parser.Proc) (*parser.Program, error) {
	if slices.Equal(p.File.Threads, threads) {
		return p, nil
	}
	f := *p.File
	starter := *f.Main
	f.Threads, f.Main, f.NumPCs = threads, &starter, starter.Entry
	f.Procs = append(slices.Clone(f.Procs[:len(f.Procs)-1]), &starter)
	take := func() int {
		f.NumPCs++
		return f.NumPCs - 1
	}
	var before, after []*parser.Stmt
	starts := map[*parser.Proc]*parser.Stmt{}
	for _, s := range starter.Body {
		switch op := s.Op.(type) {
		case *parser.Call:
			before = append(before, s)
		case *parser.StartThread:
			starts[op.Proc.Proc] = s
		default:
			after = append(after, s)
		}
	}
	for _, t := range threads {
		before = append(before, starts[t])
	}
	starter.Body = nil
	for _, s := range append(before, after...) {
		copied := *s
		copied.Proc, copied.PC = &starter, take()
		starter.Body = append(starter.Body, &copied)
	}
	starter.Exit = take()
	return parser.NewProgram(&f, 0)
}

// byProcedure returns the locations of each procedure to which control leads in it, and
// its end.
func byProcedure(p *parser.Program) map[*parser.Proc][]*parser.Node {
	procs := map[*parser.Proc][]*parser.Node{}
	for _, proc := range p.File.Procs {
		found := map[int]bool{proc.Entry: true, proc.Exit: true}
		for work := []int{proc.Entry}; len(work) > 0; {
			n := p.Nodes[work[len(work)-1]]
			work = work[:len(work)-1]
			for _, x := range n.Out {
				if x.To >= 0 && !found[x.To] {
					found[x.To] = true
					work = append(work, x.To)
				}
			}
		}
		for _, pc := range slices.Sorted(maps.Keys(found)) {
			procs[proc] = append(procs[proc], p.Nodes[pc])
		}
	}
	return procs
}
