// This file defines how jumps find their statements, and what may not jump or
// be jumped over: the borders of atomic sections.

package parser

import (
	"strings"

	"github.com/ijit/ijit/parser/diagnostic"
)

// jumps resolves the labels and sections of one procedure after the other.
type jumps struct {
	*diagnostic.Reporter
	suspect map[string]bool
	procs   map[string]*Proc
	proc    *Proc
	labels  map[string]*Stmt
	names   []string        // of the labels, in order
	unknown map[string]bool // already reported as undefined
	doubles map[string]Pos  // labels on several statements, with the second place
	all     []jump
}

// A jump is a target and where the jump to it starts.
type jump struct {
	target *Target
	from   *Section
	spawn  bool
}

// resolve resolves the jumps of a procedure.
func (j *jumps) resolve(proc *Proc) {
	j.proc = proc
	clear(j.labels)
	clear(j.unknown)
	j.names, j.all, j.doubles = j.names[:0], j.all[:0], nil
	j.list(proc.Body, nil)
	for _, jump := range j.all {
		j.jump(jump)
	}
}

// list visits a statement list that lies in a section: it collects labels and
// jumps and finds the sections.
func (j *jumps) list(list []*Stmt, outer *Section) {
	section := outer
	for _, s := range list {
		s.Section = section
		j.label(s)
		switch op := s.Op.(type) {
		case *AtomicBegin:
			section = &Section{Pos: s.Pos, Outer: section}
			op.Section = section
		case *AtomicEnd:
			if section == outer {
				j.Errorf(s.Pos, "the two match within one statement list", "atomic_end without atomic_begin")
				break
			}
			op.Section = section
			section = section.Outer
		case *Atomic:
			op.Section = &Section{Pos: s.Pos, Outer: section}
			j.list(op.Body, op.Section)
		case *If:
			for _, arm := range op.Arms {
				j.list(arm.Body, section)
			}
			j.list(op.Else, section)
		case *While:
			j.list(op.Body, section)
		case *Goto:
			for _, t := range op.Targets {
				j.all = append(j.all, jump{target: t, from: section})
			}
		case *StartThread:
			if op.Target != nil {
				j.all = append(j.all, jump{target: op.Target, from: section, spawn: true})
			}
		case *Wait:
			j.forbidInside(s, "wait")
		case *Return:
			j.forbidInside(s, "return")
		}
	}
	for ; section != outer; section = section.Outer {
		j.Errorf(section.Pos, "the two match within one statement list", "atomic_begin without atomic_end")
	}
}

func (j *jumps) forbidInside(s *Stmt, what string) {
	if s.Section != nil {
		j.Errorf(s.Pos, "the section starts at "+s.Section.Pos.String(), "%s inside an atomic section", what)
	}
}

// label enters the labels of a statement. One that is repeated on the same
// statement counts once. One on several statements names them all where somebody
// asks whether it is reached, and none where a jump is to lead to it; SLAM's ASYNC_k
// count calls, not places.
func (j *jumps) label(s *Stmt) {
	labels := s.Labels[:0]
	for _, l := range s.Labels {
		first := j.labels[l.Name]
		if first == s {
			continue
		}
		labels = append(labels, l)
		if first == nil {
			j.labels[l.Name] = s
			j.names = append(j.names, l.Name)
		} else if _, known := j.doubles[l.Name]; !known {
			if j.doubles == nil {
				j.doubles = map[string]Pos{}
			}
			j.doubles[l.Name] = l.Pos
		}
	}
	s.Labels = labels
}

// label returns the label of a statement with the given name.
func (s *Stmt) label(name string) *Label {
	for _, l := range s.Labels {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// jump resolves one jump and checks that it stays on its side of all sections.
func (j *jumps) jump(to jump) {
	t := to.target
	name := j.find(t.Name)
	t.Stmt = j.labels[name]
	if t.Stmt == nil {
		j.undefined(to)
		return
	}
	if second, double := j.doubles[name]; double {
		first := t.Stmt.label(name).Pos
		j.Errorf(t.Pos, "they are at "+first.String()+" and "+second.String()+"; rename one of them",
			"jump to label %s, which is on several statements", name)
	}
	section := t.Stmt.Section
	if to.spawn {
		if section != nil {
			j.Errorf(t.Pos, "a new thread starts outside; the section starts at "+section.Pos.String(),
				"start_thread at %s, inside an atomic section", t.Name)
		}
		return
	}
	switch {
	case section == to.from:
	case section != nil && !section.contains(to.from):
		j.Errorf(t.Pos, "the section starts at "+section.Pos.String(), "jump into an atomic section to %s", t.Name)
	default:
		j.Errorf(t.Pos, "the section starts at "+to.from.Pos.String(), "jump out of an atomic section to %s", t.Name)
	}
}

// undefined reports a label once for each procedure, unless it may be defined
// where the procedure could not be read.
func (j *jumps) undefined(to jump) {
	t := to.target
	if j.unknown[t.Name] || j.suspect[t.Name] || j.suspect[otherSpelling(t.Name)] || j.Full {
		return
	}
	j.unknown[t.Name] = true
	hint := diagnostic.DidYouMean(t.Name, j.names)
	if j.procs[t.Name] != nil {
		hint = t.Name + " is a procedure; a call is written " + t.Name + "();"
		if to.spawn {
			hint = t.Name + " is a procedure; a thread in it is started by start_thread " + t.Name + "();"
		}
	}
	j.Errorf(t.Pos, hint, "undefined label %s", t.Name)
}

// contains tells whether inner lies in s or is s.
func (s *Section) contains(inner *Section) bool {
	for ; inner != nil; inner = inner.Outer {
		if inner == s {
			return true
		}
	}
	return false
}

// find returns how a label is spelled. PC8 and 8 are two spellings of one label
// unless the procedure has both.
func (j *jumps) find(name string) string {
	if other := otherSpelling(name); j.labels[name] == nil && j.labels[other] != nil {
		return other
	}
	return name
}

// otherSpelling returns 8 for PC8 and PC8 for 8, and "" for other labels.
func otherSpelling(name string) string {
	if !isPCLabel(name) {
		return ""
	}
	if digits, ok := strings.CutPrefix(name, "PC"); ok {
		return digits
	}
	return "PC" + name
}
