// This file defines how jumps get their targets, and statements their labels.

package randprog

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/parser"
)

// A jump still needs its targets, which must lie in the given section.
type jump struct {
	targets []*parser.Target
	section *parser.Section
}

// resolve gives each jump its targets: statements in the same section.
func (g *generator) resolve() {
	for _, j := range g.jumps {
		candidates := slices.DeleteFunc(slices.Clone(g.places), func(s *parser.Stmt) bool { return s.Section != j.section })
		for _, t := range j.targets {
			t.Stmt = candidates[g.src.IntN(len(candidates))]
			t.Name = g.label(t.Stmt)
		}
	}
}

// label returns a name of s, and gives it one if it has none.
func (g *generator) label(s *parser.Stmt) string {
	if len(s.Labels) == 0 {
		s.Labels = append(s.Labels, &parser.Label{Name: fmt.Sprintf("L%d", g.labels)})
		g.labels++
	}
	return s.Labels[0].Name
}

// numberStatements labels the statements of p as SATABS does. Then initial
// values may also be given by statements before the first of them.
func (g *generator) numberStatements(p *parser.Proc) {
	for k, s := range p.Body {
		s.Labels = append(s.Labels, &parser.Label{Name: fmt.Sprintf("PC%d", k)})
	}
	if len(p.Body) == 0 {
		return
	}
	vars := p.Locals[p.Params:]
	if p == g.file.Main {
		vars = append(slices.Clone(vars), g.visible[len(p.Locals):]...)
	}
	for _, v := range vars {
		if v.Init != parser.InitAny && g.src.IntN(2) == 1 {
			g.inits[v] = true
		}
	}
}
