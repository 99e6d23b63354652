// This file defines programs that start other threads than the file says: several of
// one procedure, or none.

package schedule

import (
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

// byProcedure returns the locations of each procedure.
func byProcedure(p *parser.Program) map[*parser.Proc][]*parser.Node {
	procs := map[*parser.Proc][]*parser.Node{}
	for _, n := range p.Nodes {
		procs[n.Proc] = append(procs[n.Proc], n)
	}
	return procs
}
