// This file defines the declarations of what a formula mentions, without their text.

package getafix

import (
	"fmt"
	"strings"

	"github.com/ijit/ijit/bdd/calculus"
)

// compile compiles formulas with the declarations, of relations only those that they
// mention: reading the text of all would take longer than to check a small program.
func (b *Base) compile(formulas ...*calculus.File) (*calculus.System, error) {
	system, err := calculus.Compile(append([]*calculus.File{b.tree(formulas)}, formulas...)...)
	if err == nil {
		return system, nil
	}
	// With all declarations as a text, errors can point into them.
	declarations, err := b.Declarations()
	if err != nil {
		return nil, err
	}
	return calculus.Compile(append([]*calculus.File{declarations}, formulas...)...)
}

// tree returns what [Base.Text] says, of relations only those that formulas mention.
func (b *Base) tree(formulas []*calculus.File) *calculus.File {
	bits := func(name string, n int, field func(int) string) calculus.Command {
		c := &calculus.ClassDecl{Name: name}
		for i := range n {
			c.Fields = append(c.Fields, variable("bool", field(i)))
		}
		return c
	}
	f := &calculus.File{Name: b.Program.File.Name, Commands: []calculus.Command{
		&calculus.EnumDecl{Name: "Module", High: len(b.Modules) - 1},
		&calculus.EnumDecl{Name: "PrCount", High: b.places - 1},
		bits("Local", b.Program.Layout.Local, func(i int) string { return fmt.Sprint("l", i) }),
		bits("Global", len(b.Program.File.Globals), func(i int) string { return fieldName(b.Program.File.Globals[i].Name, i) }),
	}}
	if b.threads != nil {
		f.Commands = append(f.Commands, &calculus.EnumDecl{Name: "Thread", High: len(b.Entries) - 1})
	}
	mentioned := map[string]bool{}
	for _, formula := range formulas {
		for name := range formula.Mentions() {
			mentioned[name] = true
		}
	}
	for _, r := range b.relations() {
		if !mentioned[r.name] {
			continue
		}
		d := &calculus.PredDecl{Name: r.name}
		for p := range strings.SplitSeq(r.params, ", ") {
			typ, name, _ := strings.Cut(p, " ")
			d.Params = append(d.Params, variable(typ, name))
		}
		f.Commands = append(f.Commands, d)
	}
	return f
}

func variable(typ, name string) *calculus.VarDecl {
	return &calculus.VarDecl{Type: &calculus.Ident{Name: typ}, Name: name}
}
