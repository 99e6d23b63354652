// This file defines the declarations of what a formula mentions, without their text.

package getafix

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// compile compiles formulas with the declarations, of relations only those that they
// mention: reading the text of all would take longer than to check a small program.
func (b *Base) compile(formulas ...*syntax.File) (*calculus.System, error) {
	system, err := calculus.Compile(append([]*syntax.File{b.tree(formulas)}, formulas...)...)
	if err == nil {
		return system, nil
	}
	// With all declarations as a text, errors can point into them.
	declarations, err := b.Declarations()
	if err != nil {
		return nil, err
	}
	return calculus.Compile(append([]*syntax.File{declarations}, formulas...)...)
}

// tree returns what [Base.Text] says, of relations only those that formulas mention.
func (b *Base) tree(formulas []*syntax.File) *syntax.File {
	bits := func(name string, n int, field func(int) string) syntax.Command {
		c := &syntax.ClassDecl{Name: name}
		for i := range n {
			c.Fields = append(c.Fields, variable("bool", field(i)))
		}
		return c
	}
	f := &syntax.File{Name: b.Program.File.Name, Commands: []syntax.Command{
		&syntax.EnumDecl{Name: "Module", High: len(b.Modules) - 1},
		&syntax.EnumDecl{Name: "PrCount", High: b.places - 1},
		bits("Local", b.Program.Layout.Local, func(i int) string { return fmt.Sprint("l", i) }),
		bits("Global", len(b.Program.File.Globals), func(i int) string { return fieldName(b.Program.File.Globals[i].Name, i) }),
	}}
	if b.threads != nil {
		f.Commands = append(f.Commands, &syntax.EnumDecl{Name: "Thread", High: len(b.Entries) - 1})
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
		d := &syntax.PredDecl{Name: r.name}
		for p := range strings.SplitSeq(r.params, ", ") {
			typ, name, _ := strings.Cut(p, " ")
			d.Params = append(d.Params, variable(typ, name))
		}
		f.Commands = append(f.Commands, d)
	}
	return f
}

// NeedsProgram reports whether a formula is about a program: whether it mentions types or
// relations that a program has and that the formula does not declare itself.
func NeedsProgram(f *syntax.File) bool {
	missing := map[string]bool{"Module": true, "PrCount": true, "Local": true, "Global": true, "Thread": true, "Init": true}
	for _, r := range slices.Concat(threadRelations(), programRelations()) {
		missing[r.name] = true
	}
	mentioned := f.Mentions()
	for _, c := range f.Commands {
		switch c := c.(type) {
		case *syntax.EnumDecl:
			delete(missing, c.Name)
		case *syntax.ClassDecl:
			delete(missing, c.Name)
		case *syntax.PredDecl:
			delete(missing, c.Name)
			for _, p := range c.Params {
				mentioned[p.Type.Name] = true
			}
		}
	}
	for name := range missing {
		if mentioned[name] {
			return true
		}
	}
	return false
}

func variable(typ, name string) *syntax.VarDecl {
	return &syntax.VarDecl{Type: &syntax.Ident{Name: typ}, Name: name}
}

// Declarations returns the types and the relations as a formula file, for people and
// for [calculus.Compile].
func (b *Base) Declarations() (*syntax.File, error) {
	return syntax.Parse(b.Program.File.Name, []byte(b.Text()))
}

// Text returns the declarations as they are written.
func (b *Base) Text() string {
	var w strings.Builder
	fmt.Fprintf(&w, "// What %s is to a formula.\n\n", b.Program.File.Name)
	for i, m := range b.Modules {
		where := ""
		if m.Atomic {
			where = ", called in an atomic section"
		}
		fmt.Fprintf(&w, "// module %d is %s%s\n", i, oneLine(m.Name), where)
	}
	fmt.Fprintf(&w, "enum Module { 0..%d };\n", len(b.Modules)-1)
	w.WriteString("// places count from 0 in each module; one more than its end is a failed assertion\n")
	fmt.Fprintf(&w, "enum PrCount { 0..%d };\n", b.places-1)
	w.WriteString("// the locals of all modules share slots\nclass Local {\n")
	for i := range b.Program.Layout.Local {
		fmt.Fprintf(&w, "  bool l%d;\n", i)
	}
	w.WriteString("};\nclass Global {\n")
	for i, g := range b.Program.File.Globals {
		fmt.Fprintf(&w, "  bool %s; // %s\n", fieldName(g.Name, i), oneLine(g.Name))
	}
	w.WriteString("};\n\n")
	if b.threads != nil {
		fmt.Fprintf(&w, "enum Thread { 0..%d };\n\n", len(b.Entries)-1)
	}
	for _, r := range b.relations() {
		fmt.Fprintf(&w, "// %s\nbool %s(%s);\n", r.doc, r.name, r.params)
	}
	return w.String()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// fieldName returns the name of a global as a field: its own if that is a word.
func fieldName(name string, i int) string {
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
			return fmt.Sprintf("g%d", i)
		}
	}
	return fmt.Sprintf("g%d_%s", i, name)
}

// Define gives an evaluator the relations, those that its system has declared.
func (b *Base) Define(e *calculus.Evaluator) error {
	for _, r := range b.relations() {
		if !e.Declared(r.name) {
			continue
		}
		err := e.Define(r.name, func(f *calculus.Formals) bdd.Node {
			return r.build(b, f)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// relations returns all relations that a program has.
func (b *Base) relations() []relation {
	if b.threads != nil {
		return append(threadRelations(), programRelations()...)
	}
	return append([]relation{{"Init", "Module m, PrCount p, Local L, Global G",
		"the program begins", (*Base).init}}, programRelations()...)
}
