// This file opens to tests what the package keeps to itself.

package schedule

import "github.com/ijit/ijit/parser"

// Used says which globals some of the threads may read or write.
func Used(p *parser.Program, threads []*parser.Proc) []bool {
	r := &run{program: p, procs: byProcedure(p), schedule: Schedule{Threads: threads}}
	return r.used()
}
