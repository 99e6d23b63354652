// This file defines which globals threads have to do with.

package schedule

import "github.com/ijit/ijit/systems/recursion/dataflow"

// used says of which globals the schedule tells the values: nothing is said of those
// that no thread has to do with.
func (r *run) used() []bool {
	if r.schedule.Known == nil {
		r.schedule.Known = r.mentioned()
	}
	return r.schedule.Known
}

// mentioned says which globals some thread may read or write.
func (r *run) mentioned() []bool {
	used := make([]bool, len(r.program.File.Globals))
	if a := r.program.File.Atomic; a != nil {
		used[a.Index] = true
	}
	for _, p := range dataflow.New(r.program, r.schedule.Threads...).Procs {
		for g := range p.Touch.EachSet() {
			used[g] = true
		}
	}
	return used
}
