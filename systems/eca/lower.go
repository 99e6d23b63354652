// This file defines the Boolean program that a C program is to everything that reads Boolean
// programs, and how its variables are encoded.

package eca

import (
	"bytes"
	"fmt"
	"math/bits"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Lowered is a Boolean program that does what a File does. A label is reached in it if it is
// reached in the File; the converse holds if no variable is abstracted.
//
// A variable becomes bits: the number of the cell in which its value is, a cell being one of
// the values that it can have or, if it is computed by arithmetic, one of the intervals between
// the constants that it meets. What an assignment does is computed with intervals; where that
// leads to several cells, any of them is chosen. Parameters and locals are global bits, since
// functions do not call themselves. Variables that influence no condition are left out.
type Lowered struct {
	Text []byte
	// Abstracted has the variables of which the program knows intervals only.
	Abstracted []*Var

	reads map[int]*variable // by line of Text: what the statement there reads an input into
}

// Input returns the input that the statement on a line of the text has read, given the values of
// the globals behind it; ok says whether it reads one.
func (x *Lowered) Input(line int, globals []int) (input int32, ok bool) {
	v, ok := x.reads[line]
	if !ok {
		return 0, false
	}
	code := 0
	for i := range v.bits {
		code = code<<1 | globals[v.first+i]
	}
	return int32(v.cells[code].lo), true
}

// A lowering writes the text of a Lowered.
type lowering struct {
	*File
	uses
	out   bytes.Buffer
	line  int // that is written
	depth int // of indentation
	file  string

	names     map[string]bool // that are taken
	procs     map[*Func]string
	variables []*variable // by Var.ID, those of results behind; nil for those that are left out
	compared  map[comparison]formula

	writes  []write // that are not written yet: one statement does them at once
	origin  string  // of the first of them
	lowered *Lowered
}

// A variable is how a Var is encoded.
type variable struct {
	*class
	first int      // the number of its first bit among the globals
	bits  []string // names, from the highest on; none if there is one cell
}

// Lower returns the Boolean program of f. Its size is linear in that of f.
func Lower(f *File) *Lowered {
	l := &lowering{
		File: f, uses: findUses(f), line: 1, file: filepath.Base(f.Name),
		names: map[string]bool{}, procs: map[*Func]string{}, compared: map[comparison]formula{},
		lowered: &Lowered{reads: map[int]*variable{}},
	}
	for _, p := range f.Funcs {
		name := p.Name
		if strings.HasPrefix(name, "thread") { // such a procedure is a thread if nothing calls it
			name = "_" + name
		}
		l.procs[p] = l.name(name)
	}
	l.declare()
	for _, p := range f.Funcs {
		l.procedure(p)
	}
	l.lowered.Text = l.out.Bytes()
	return l.lowered
}

// declare declares the bits of all variables that matter.
func (l *lowering) declare() {
	l.print("// %s as a Boolean program.", l.file)
	l.variables = make([]*variable, len(l.vars))
	count := map[string]int{}
	for _, v := range l.vars {
		if l.matters(v) {
			count[v.Name]++
		}
	}
	first := 0
	for _, v := range l.vars {
		if !l.matters(v) {
			continue
		}
		x := &variable{class: l.classes[v.Class], first: first}
		l.variables[v.ID] = x
		name := v.Name
		if count[name] > 1 && v.Func != nil {
			name = v.Func.Name + "_" + name
		}
		n := bits.Len(uint(len(x.cells) - 1))
		for i := n - 1; i >= 0; i-- {
			b := name
			if n > 1 {
				b += "_" + strconv.Itoa(i)
			}
			x.bits = append(x.bits, l.name(b))
		}
		first += n
		if !x.exact {
			l.lowered.Abstracted = append(l.lowered.Abstracted, v)
		}
		l.declaration(v, x)
	}
}

// declaration writes the declaration of a variable.
func (l *lowering) declaration(v *Var, x *variable) {
	code, n := 0, len(x.bits)
	if keeps(v) {
		code = x.cell(int64(v.Init))
	}
	var decl, codes []string
	for i, b := range x.bits {
		decl = append(decl, fmt.Sprintf("%s := %d", b, code>>(n-1-i)&1))
	}
	for i, c := range x.cells {
		codes = append(codes, fmt.Sprintf("%0*b is %s", n, i, c))
	}
	switch n {
	case 0:
		l.print("// %s is %s.", v.Name, x.cells[0])
	case 1:
		l.print("decl %s; // %s", decl[0], x.cells[1].condition(v.Name))
	default:
		l.print("// %s %s: %s", v.Name, strings.Join(x.bits, " "), strings.Join(codes, ", "))
		l.print("decl %s;", strings.Join(decl, ", "))
	}
}

// name returns a name as it is written, one that is not taken.
func (l *lowering) name(name string) string {
	name = strings.Map(func(r rune) rune {
		if notInWord(r) {
			return '_'
		}
		return r
	}, name)
	for l.names[name] {
		name += "_"
	}
	l.names[name] = true
	return quoted(name)
}

// notInWord reports whether a rune is in no word.
func notInWord(r rune) bool {
	return r != '_' && (r < '0' || '9' < r) && (r < 'A' || 'Z' < r) && (r < 'a' || 'z' < r)
}

// quoted writes a name so that it is one in Boolean programs, too: not one of their keywords, nor
// a word and more.
func quoted(name string) string {
	words := []string{"decl", "bool", "begin", "end", "enforce", "constrain", "then", "elsif", "fi", "od",
		"skip", "print", "assume", "assert", "dead", "wait", "signal", "broadcast", "atomic", "atomic_begin", "atomic_end",
		"start_thread", "end_thread", "schoose", "T", "F", "_"}
	if slices.Contains(words, name) || strings.ContainsFunc(name, notInWord) {
		return "{" + name + "}"
	}
	return name
}

// print writes a line.
func (l *lowering) print(format string, args ...any) {
	for range l.depth {
		l.out.WriteString("  ")
	}
	fmt.Fprintf(&l.out, format, args...)
	l.out.WriteByte('\n')
	l.line++
}
