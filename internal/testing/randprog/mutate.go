// This file defines changes to a program that keep its verdict.

package randprog

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/parser"
)

// A Mutation changes a program in a way whose effect is known.
type Mutation struct {
	Name string
	Doc  string
	// SameStates says that the number of reachable configurations stays the same
	// and so do the least numbers of steps to failing assertions, though their
	// program counters may change. The verdict, for every bound on live threads,
	// stays the same in any case, in big steps and in small ones.
	SameStates bool

	change func(f *parser.File, src Source)
}

// Apply returns the changed program. It fails if text is not a program.
func (m Mutation) Apply(text string, src Source) (string, error) {
	f, err := parser.ParseFile("program", []byte(text))
	if err != nil {
		return "", err
	}
	m.change(f, src)
	return Print(f), nil
}

// Mutations returns all mutations.
func Mutations() []Mutation {
	return []Mutation{
		{"reprint", "print the syntax tree: parentheses, initial values, layout", true,
			func(*parser.File, Source) {}},
		{"rename", "rename all variables, procedures and labels", true, rename},
		{"permute", "declare shared variables, locals and procedures in another order", true, permute},
		{"dead-procedure", "add a procedure that nothing starts, with a failing assertion", true, addDeadProcedure},
		{"skip", "insert skips", false, insertSkips},
		{"dead-branch", "insert branches that are never taken, with a failing assertion", false, insertDeadBranches},
		{"split", "write a goto with several targets as nested gotos", false, splitGotos},
	}
}

func rename(f *parser.File, src Source) {
	// A fresh prefix for each kind; numbers from both ends, so that the order of
	// names changes too.
	vars := slices.Clone(f.Globals)
	for _, p := range f.Procs {
		vars = append(vars, p.Locals...)
		if p != f.Main && p != f.Init && !slices.Contains(f.Threads, p) {
			p.Name = fmt.Sprintf("renamed_%s", p.Name)
		}
		renameLabels(p)
	}
	shift := src.IntN(len(vars) + 1)
	for k, v := range vars {
		if v == f.Atomic {
			continue
		}
		v.Name = fmt.Sprintf("v%d", (len(vars)-k+shift)%(len(vars)+1))
	}
	for _, p := range f.Procs {
		eachStmt(p.Body, func(s *parser.Stmt) {
			if op, ok := s.Op.(*parser.StartThread); ok && op.Target == nil {
				op.Proc.Name = op.Proc.Proc.Name
			}
			if op, ok := s.Op.(*parser.Call); ok {
				op.Proc.Name = op.Proc.Proc.Name
			}
		})
	}
}

// renameLabels renames the labels that are neither program counters nor mark a
// call as the start of a thread.
func renameLabels(p *parser.Proc) {
	fresh := func(name string) string {
		if keepsItsName.MatchString(name) {
			return name
		}
		return "renamed_" + name
	}
	eachStmt(p.Body, func(s *parser.Stmt) {
		for _, l := range s.Labels {
			l.Name = fresh(l.Name)
		}
		for _, t := range jumpTargets(s) {
			t.Name = fresh(t.Name)
		}
	})
}

func permute(f *parser.File, src Source) {
	shuffle(f.Globals, src)
	for _, p := range f.Procs {
		shuffle(p.Locals[p.Params:], src)
	}
	shuffle(f.Procs, src)
	// Threads by convention are started in the order of the text.
	threads := f.Threads
	for k, p := range f.Procs {
		if slices.Contains(f.Threads, p) {
			f.Procs[k], threads = threads[0], threads[1:]
		}
	}
}

func shuffle[T any](list []T, src Source) {
	for k := len(list) - 1; k > 0; k-- {
		m := k - src.IntN(k+1) // 0 leaves the order alone
		list[k], list[m] = list[m], list[k]
	}
}

func addDeadProcedure(f *parser.File, src Source) {
	name := "dead"
	for slices.ContainsFunc(f.Procs, func(p *parser.Proc) bool { return p.Name == name }) {
		name += "_"
	}
	dead := &parser.Proc{Name: name, Body: []*parser.Stmt{failing(), {Op: &parser.EndThread{}}}}
	f.Procs = slices.Insert(f.Procs, src.IntN(2)*len(f.Procs), dead)
}

func failing() *parser.Stmt {
	return &parser.Stmt{Op: &parser.Assert{Cond: &parser.Lit{}}}
}

func insertSkips(f *parser.File, src Source) {
	insert(f, src, func() *parser.Stmt { return &parser.Stmt{Op: &parser.Skip{}} })
}

func insertDeadBranches(f *parser.File, src Source) {
	insert(f, src, func() *parser.Stmt {
		return &parser.Stmt{Op: &parser.If{Arms: []*parser.Arm{{Cond: &parser.Lit{}, Body: []*parser.Stmt{failing()}}}}}
	})
}

// insert puts statements that do nothing in front of others.
//
// A thread at the new statement is as good as one at the statement behind it,
// whose step it has not made yet, so the verdict stays. The exception is wait: a
// thread at a wait can be woken, one just in front of it cannot. So nothing is
// inserted where the step before would have led to a wait at once.
func insert(f *parser.File, src Source, fresh func() *parser.Stmt) {
	waits := false
	for _, p := range f.Procs {
		eachStmt(p.Body, func(s *parser.Stmt) { waits = waits || isWait(s) })
	}
	for _, p := range f.Procs {
		eachList(&p.Body, func(list *[]*parser.Stmt) {
			for k := len(*list) - 1; k >= 0; k-- {
				s := (*list)[k]
				// A goto with PC -1 is executed with the branch before it.
				if waits && (isWait(s) || s.PC < 0) || src.IntN(3) != 2 {
					continue
				}
				*list = slices.Insert(*list, k, fresh())
			}
		})
	}
}

func isWait(s *parser.Stmt) bool {
	_, ok := s.Op.(*parser.Wait)
	return ok
}

// splitGotos writes goto a, b, c as goto a, next; next: goto b, c. A goto that is
// executed with the branch before it stays: it may lead to a wait at once.
func splitGotos(f *parser.File, src Source) {
	for _, p := range f.Procs {
		eachList(&p.Body, func(list *[]*parser.Stmt) {
			for k := len(*list) - 1; k >= 0; k-- {
				s := (*list)[k]
				op, ok := s.Op.(*parser.Goto)
				if !ok || len(op.Targets) < 2 || s.PC < 0 || src.IntN(2) == 0 {
					continue
				}
				label := freshLabel(p)
				rest := &parser.Stmt{Labels: []*parser.Label{{Name: label}}, Op: &parser.Goto{Targets: op.Targets[1:]}}
				op.Targets = []*parser.Target{op.Targets[0], {Name: label, Stmt: rest}}
				*list = slices.Insert(*list, k+1, rest)
			}
		})
	}
}

func freshLabel(p *parser.Proc) string {
	used := map[string]bool{}
	eachStmt(p.Body, func(s *parser.Stmt) {
		for _, l := range s.Labels {
			used[l.Name] = true
		}
	})
	for k := 0; ; k++ {
		if label := fmt.Sprintf("split_%d", k); !used[label] {
			return label
		}
	}
}
