// This file defines what is known of a function of which there is no code.

package effect

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// An Effect says what a call of a function may do beside computing its results. Arguments are numbered from 0, the
// receiver first. The zero value is that of a function that only reads values and returns others.
type Effect struct {
	// Blocks says that it may wait for what the program cannot see: other processes, the network, a terminal.
	Blocks bool
	// Given says that it may wait so if a method or function that it calls does of which nothing is known.
	Given bool
	// Unseen says that nothing is known of what it executes.
	Unseen bool
	// Locks says that it may lock a mutex of its library, and call methods and functions while it holds it.
	Locks bool
	// Panics says that it may panic because of what it is given.
	Panics bool
	// Fresh says that what it returns leads to new objects, and to its arguments, only.
	Fresh bool
	// Deep says that it reads and writes all that its arguments lead to, by any number of pointers.
	Deep bool
	// Exported says that it sees no fields of structs that are not exported.
	Exported bool
	// Methods are the names of the methods that it may call of values that its arguments lead to; sorted.
	Methods []string
	// Func says that it may call functions that its arguments lead to.
	Func bool
	// Meets are the arguments that may lead to channels that it sends to or receives from.
	Meets Args
	// Keeps are the arguments that may be used behind its end: what they lead to may be called at any time.
	Keeps Args
	// Gives are the arguments to whose memory another argument, or a result, may lead behind its end; Lends those to whose
	// memory something else may lead then.
	Gives, Lends Args
	// Reads and Writes are the arguments of which it reads or writes memory that they lead to without a lock of its
	// own.
	Reads, Writes Args
}

// Effectless reports whether the effect is that of a function that does nothing to its arguments, and does not wait.
func (e Effect) Effectless() bool {
	e.Fresh, e.Locks, e.Panics = false, false, false
	return e.String() == "-"
}

// Package returns the path of the package of a function, by its name in tables.
func Package(name string) string {
	name = strings.TrimLeft(name, "(*")
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	return name[:slash+max(dot, 0)]
}

// Args is a set of the first 16 arguments of a function.
type Args uint16

// Arg returns the set of one argument; that of no argument from the 17th on.
func Arg(i int) Args { return Args(1) << i }

// Has reports whether the set has an argument.
func (a Args) Has(i int) bool { return a&Arg(i) != 0 }

func (a Args) String() string {
	var list []string
	for i := range 16 {
		if a.Has(i) {
			list = append(list, fmt.Sprint(i))
		}
	}
	return strings.Join(list, ",")
}

// A Table has the effects of functions by their names as package ssa prints them, of generic ones without type
// arguments.
type Table map[string]Effect

var flags = []struct {
	word string
	of   func(*Effect) *bool
}{
	{"blocks", func(e *Effect) *bool { return &e.Blocks }},
	{"given", func(e *Effect) *bool { return &e.Given }},
	{"unseen", func(e *Effect) *bool { return &e.Unseen }},
	{"locks", func(e *Effect) *bool { return &e.Locks }},
	{"panics", func(e *Effect) *bool { return &e.Panics }},
	{"fresh", func(e *Effect) *bool { return &e.Fresh }},
	{"deep", func(e *Effect) *bool { return &e.Deep }},
	{"exported", func(e *Effect) *bool { return &e.Exported }},
	{"func", func(e *Effect) *bool { return &e.Func }},
}

var sets = []struct {
	word string
	of   func(*Effect) *Args
}{
	{"meets", func(e *Effect) *Args { return &e.Meets }},
	{"keeps", func(e *Effect) *Args { return &e.Keeps }},
	{"gives", func(e *Effect) *Args { return &e.Gives }},
	{"lends", func(e *Effect) *Args { return &e.Lends }},
	{"reads", func(e *Effect) *Args { return &e.Reads }},
	{"writes", func(e *Effect) *Args { return &e.Writes }},
}

// String returns the words of an effect as a line of a table has them behind the name; "-" for the zero value.
func (e Effect) String() string {
	var words []string
	for _, f := range flags {
		if *f.of(&e) {
			words = append(words, f.word)
		}
	}
	for _, s := range sets {
		if *s.of(&e) != 0 {
			words = append(words, s.word+"="+s.of(&e).String())
		}
	}
	if len(e.Methods) > 0 {
		words = append(words, "calls="+strings.Join(e.Methods, ","))
	}
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}

// Parse reads the words of an effect.
func Parse(words string) (e Effect, err error) {
	if words == "-" {
		return e, nil
	}
next:
	for word := range strings.FieldsSeq(words) {
		name, list, _ := strings.Cut(word, "=")
		for _, f := range flags {
			if f.word == word {
				*f.of(&e) = true
				continue next
			}
		}
		for _, s := range sets {
			if s.word != name || list == "" {
				continue
			}
			for n := range strings.SplitSeq(list, ",") {
				var i int
				if _, err := fmt.Sscanf(n, "%d", &i); err != nil || i < 0 || i > 15 {
					return e, fmt.Errorf("%q: an argument is a number from 0 to 15", word)
				}
				*s.of(&e) |= Arg(i)
			}
			continue next
		}
		if name != "calls" || list == "" {
			return e, fmt.Errorf("%q is no word of an effect", word)
		}
		e.Methods = strings.Split(list, ",")
		slices.Sort(e.Methods)
	}
	return e, nil
}

// Read reads a table: a line for each function has its name and, behind a tab, the words of its effect. Lines that are
// empty or begin with # are left out.
func Read(r io.Reader) (Table, error) {
	t := Table{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		name, words, ok := strings.Cut(line, "\t")
		e, err := Parse(words)
		switch _, twice := t[name]; {
		case !ok:
			err = fmt.Errorf("no tab behind the name")
		case twice:
			err = fmt.Errorf("%s has a line before", name)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		t[name] = e
	}
	return t, lines.Err()
}

// Write writes a table, sorted by names.
func (t Table) Write(w io.Writer) error {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		if _, err := fmt.Fprintf(w, "%s\t%s\n", name, t[name]); err != nil {
			return err
		}
	}
	return nil
}

// Join returns an effect that has all of two.
func (e Effect) Join(o Effect) Effect {
	for _, f := range flags {
		*f.of(&e) = *f.of(&e) || *f.of(&o)
	}
	e.Fresh = false
	for _, s := range sets {
		*s.of(&e) |= *s.of(&o)
	}
	all := append(slices.Clone(e.Methods), o.Methods...)
	slices.Sort(all)
	e.Methods = slices.Compact(all)
	return e
}
