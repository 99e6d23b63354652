// This file tests the forms in which people write programs.

package eca_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ijit/ijit/systems/eca"
)

const formsFile = "testdata/forms.txtar"

// TestForms compares programs with what their first lines say. The depths are those of a search
// with the interpreter.
func TestForms(t *testing.T) {
	archive, err := txtar.ParseFile(formsFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range archive.Files {
		t.Run(strings.TrimSuffix(file.Name, ".c"), func(t *testing.T) {
			f, err := eca.Parse(file.Name, file.Data)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Check(); err != nil {
				t.Fatal(err)
			}
			least, _ := search(f, 10000)
			for line := range strings.Lines(string(file.Data)) {
				want, ok := strings.CutPrefix(strings.TrimSpace(line), "// want: ")
				if !ok {
					break
				}
				if got := summary(f, least, want); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
			}
		})
	}
}

// summary returns what is found of the kind that a line wants.
func summary(f *eca.File, least map[string]int, want string) string {
	var list []string
	switch first, rest, _ := strings.Cut(want, " "); first {
	case "alphabet":
		list = append(list, first)
		for _, value := range f.Alphabet {
			list = append(list, strconv.Itoa(int(value)))
		}
	case "state":
		list = append(append(list, first), stateNames(f)...)
	case "types":
		list = append(list, first)
		for word := range strings.FieldsSeq(rest) {
			name, _, _ := strings.Cut(word, "=")
			i := slices.IndexFunc(f.Vars, func(v *eca.Var) bool { return v.Name == name && v.Assigned })
			if i < 0 {
				list = append(list, name+" is not there")
				continue
			}
			list = append(list, fmt.Sprintf("%s=%v", name, f.Vars[i].Type))
		}
	default:
		// Labels, in the order in which they are wanted, then others.
		names := map[string]bool{}
		for _, l := range f.Labels {
			names[l.Name] = true
		}
		describe := func(name string) string {
			if n, ok := least[name]; ok {
				return fmt.Sprintf("%s=%d", name, n)
			}
			return name + "=never"
		}
		for word := range strings.FieldsSeq(want) {
			name, _, _ := strings.Cut(word, "=")
			if names[name] {
				list = append(list, describe(name))
				delete(names, name)
			}
		}
		for _, l := range f.Labels {
			if names[l.Name] {
				list = append(list, describe(l.Name))
			}
		}
	}
	return strings.Join(list, " ")
}
