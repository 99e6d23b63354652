// This file defines how summaries are read.

package diagrams

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
)

// readAll reads the diagrams. Variable 3*i is the value of global i at the entry, 3*i+1 the
// one now; behind the globals come the locals of the procedure, by their positions, and what
// it returns, one each.
func (s *summaries) readAll(e *proof.Summaries) error {
	most, returned := 0, 0
	for _, proc := range s.File.Procs {
		most, returned = max(most, len(proc.Locals)), max(returned, proc.Returns)
	}
	count := s.globals + most
	edge, err := s.read(e.Nodes, func(v int) (int, error) {
		switch {
		case v >= 3*count && v < 3*count+returned:
			return (count + v - 3*count) * int(moments), nil
		case v < 0 || v >= 3*count || v%3 == 2:
			return 0, proof.Reject("there is no variable %d", v)
		}
		return v/3*int(moments) + v%3, nil
	})
	if err != nil {
		return err
	}
	if e.Others != "" {
		others, err := edge(e.Others)
		if err != nil {
			return err
		}
		if s.interference, err = s.newInterference(others); err != nil {
			return err
		}
	}
	for text, root := range e.At {
		number, inside := s.context(text)
		pc, err := strconv.Atoi(number)
		at, ok := s.Judge.Location(pc)
		if err != nil || !ok || strconv.Itoa(pc) != number {
			return proof.Reject("there is no program counter %s", text)
		}
		f, err := edge(root)
		if err != nil {
			return err
		}
		if !s.only(f, func(i int, in moment) bool { return i < s.globals+len(at.Proc.Locals) }) {
			return proof.Reject("what is at program counter %d has variables that %s has not", pc, at.Proc.Name)
		}
		s.pairs[point{pc, inside}] = f
	}
	for text, root := range e.Returns {
		name, inside := s.context(text)
		i := slices.IndexFunc(s.File.Procs, func(p *parser.Proc) bool { return p.Name == name })
		if i < 0 {
			return proof.Reject("there is no procedure %q", name)
		}
		proc := s.File.Procs[i]
		f, err := edge(root)
		if err != nil {
			return err
		}
		if !s.only(f, func(i int, in moment) bool {
			return i < s.globals || i < s.globals+len(proc.Locals) && in == begin || i >= count && i < count+proc.Returns
		}) {
			return proof.Reject("the summary of %s has variables that it has not", name)
		}
		s.leaves[module{proc, inside}] = f
	}
	return s.err
}

// context returns of what something is said, and whether it is as called from inside of an
// atomic section, which only matters to others.
func (s *summaries) context(text string) (what string, inside bool) {
	if s.interference == nil {
		return text, false
	}
	return strings.CutSuffix(text, proof.InsideMark)
}

// only reports whether all variables of f, by position and moment, are of the right kind.
func (s *summaries) only(f int, right func(i int, in moment) bool) bool {
	seen := map[int]bool{bottom: true, top: true}
	var walk func(f int) bool
	walk = func(f int) bool {
		if seen[f] {
			return true
		}
		seen[f] = true
		b := s.nodes[f]
		return right(b.level/int(moments), moment(b.level%int(moments))) && walk(b.lo) && walk(b.hi)
	}
	return walk(f)
}
