// This file defines the plan of a bench: which jobs there are, and which of them the
// log has already.

package bench

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/systems"
)

// A Matrix says what is run on each instance.
type Matrix struct {
	Engines    []ijit.Engine // of the user's own
	Algorithms []string      // by name; empty for all
	Via        []string      // jit, tts, bp; empty for all
	Threads    []int         // bounds on live threads; empty for the default one
	Exact      bool          // programs are explored as they are
	Tools      []*Tool
}

// noVersion stands for the version of an algorithm that works on the program
// itself.
const noVersion = "-"

// exactMark ends a version of which programs are explored as they are, such as jit-exact, and is all of it where an
// algorithm has no versions. So exact runs are a series of their own.
const exactMark = "exact"

// markExact returns the version of a run by which a program is explored as it is.
func markExact(via string) string {
	if via == noVersion {
		return exactMark
	}
	return via + "-" + exactMark
}

// unmarkExact returns the version without the mark, and whether it had one.
func unmarkExact(via string) (version string, exact bool) {
	if via == exactMark {
		return noVersion, true
	}
	return strings.CutSuffix(via, "-"+exactMark)
}

// A UsageError is a wrong use of the command.
type UsageError = systems.UsageError

func usage(format string, args ...any) error {
	return &UsageError{Message: fmt.Sprintf(format, args...)}
}

// Jobs returns the jobs of the matrix on the instances, and notes about those that
// do not apply.
func (m Matrix) Jobs(instances []*Instance) (jobs []*Job, notes []string, err error) {
	algorithms, err := m.algorithms()
	if err != nil {
		return nil, nil, err
	}
	vias := []string{string(systems.JIT), string(systems.TTS), string(systems.BP)}
	for _, v := range m.Via {
		if !slices.Contains(vias, v) {
			return nil, nil, usage("--via %s: choose from %s", v, strings.Join(vias, ", "))
		}
	}
	if len(m.Via) > 0 {
		vias = m.Via
	}
	bounds := m.Threads
	if len(bounds) == 0 {
		bounds = []int{systems.DefaultThreads}
	}
	for _, n := range bounds {
		if n < 1 {
			return nil, nil, usage("--threads %d: the bound is at least 1", n)
		}
	}
	skipped := 0
	unasked := map[string]int{}
	for _, i := range instances {
		for _, a := range algorithms {
			versions := vias
			if a.Direct() || isC(i.Path) {
				versions = []string{noVersion}
			}
			for _, n := range i.bounds(a.Bounded && !isC(i.Path), bounds) {
				for _, v := range versions {
					if i.TTS && v != string(systems.TTS) {
						skipped++
						continue
					}
					if m.Exact && !i.TTS && !isC(i.Path) { // others are never explored in another way
						v = markExact(v)
					}
					jobs = append(jobs, &Job{Instance: i, Algorithm: a.Name, Via: v, Threads: n})
				}
			}
		}
		for _, t := range m.Tools {
			more, asks := t.jobs(i, bounds)
			if !asks {
				unasked[t.Name]++
			}
			jobs = append(jobs, more...)
		}
	}
	for _, t := range m.Tools {
		if n := unasked[t.Name]; n > 0 {
			notes = append(notes, fmt.Sprintf("%d instances are not run by %s: its command has no place for what they ask", n, t.Name))
		}
	}
	if skipped > 0 {
		notes = append(notes, fmt.Sprintf("%d runs of .tts files do not apply: a transition system is translated already", skipped))
	}
	return jobs, notes, nil
}

// algorithms returns the algorithms that are named, in the order of the library.
func (m Matrix) algorithms() ([]systems.Algorithm, error) {
	all := systems.Algorithms(m.Engines...)
	if len(m.Algorithms) == 0 {
		return slices.DeleteFunc(all, func(a systems.Algorithm) bool { return a.Formulas() }), nil
	}
	var chosen []systems.Algorithm
	for _, name := range m.Algorithms {
		at := slices.IndexFunc(all, func(a systems.Algorithm) bool { return a.Name == name })
		if at < 0 {
			var names []string
			for _, a := range all {
				names = append(names, a.Name)
			}
			return nil, usage("--algorithms %s: the algorithms are %s", name, strings.Join(names, ", "))
		}
		chosen = append(chosen, all[at])
	}
	return chosen, nil
}

// bounds returns the bounds by which an algorithm is run.
func (i *Instance) bounds(bounded bool, standard []int) []int {
	if !bounded {
		return []int{0}
	}
	var list []int
	for _, n := range i.Threads {
		if n == 0 {
			list = append(list, standard...)
		} else {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Conditions are what a run is subject to beside its job.
type Conditions struct {
	Timeout time.Duration // 0 for none
	Memory  uint64        // bytes, 0 for no limit
	Program string        // version of this program
	Machine string
}

// An index finds rows by what was asked.
type index map[rowKey][]Row

type rowKey struct {
	sha256 string
	Question
	algorithm, via string
	threads        int
	program        string
	machine        string
}

func newIndex(rows []Row) index {
	ix := index{}
	for _, r := range rows {
		k := rowKey{r.SHA256, r.Question, r.Algorithm, r.Via, r.Threads, r.Program, r.Machine}
		ix[k] = append(ix[k], r)
	}
	return ix
}

// find returns the newest row that answers a job. A run that somebody interrupted
// answers none.
func (ix index) find(j *Job, c Conditions) (Row, bool) {
	i, program := j.Instance, c.Program
	if j.Tool != nil {
		program = j.Tool.Program
	}
	rows := ix[rowKey{i.SHA256, i.Question, j.Algorithm, j.Via, j.Threads, program, c.Machine}]
	for _, r := range slices.Backward(rows) {
		if r.Reason == string(systems.Interrupted) {
			continue
		}
		if r.Timeout == c.Timeout && r.Memory == c.Memory ||
			r.finished() && within(r.Wall, c.Timeout) && within(r.Peak, c.Memory) {
			return r, true
		}
	}
	return Row{}, false
}

// finished reports whether the run ended by itself, so that it would have ended so
// within any limits that leave it what it took.
func (r *Row) finished() bool {
	return r.Verdict != Error && r.Reason != string(systems.Timeout) && r.Reason != string(systems.Memory)
}

// within reports whether an amount keeps to a limit; 0 is none.
func within[T time.Duration | uint64](amount, limit T) bool { return limit == 0 || amount <= limit }
