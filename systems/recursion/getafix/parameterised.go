// This file defines the texts of the formulas for any number of threads.

package getafix

import (
	"embed"
	"fmt"
	"strings"
	"text/template"
)

//go:embed formulas/param*.tmpl
var paramFiles embed.FS

// Parameterised returns a formula for programs that are concurrent by convention, each
// of whose threads may run in any number of copies, and a number of rounds, at least
// 1. In a round, each copy has one turn, always in the same order. The base is that of
// [NewThreads].
//
// The formula asks rounds+1 questions. The first is whether a thread-modular analysis finds
// the target; if not, it cannot be reached in any number of rounds. The others are
// whether it can be reached within 1, 2, ... rounds; each needs the values that the
// one before it needed, and some more.
//
// Where the initial procedure leaves the global atomic true, the first copy is the one
// that moves first; it may take a round more than if a later one could.
//
// A lazy formula explores what threads do from what others have really left behind. An
// eager one explores it from what they might have left behind, and finds out later
// what fits together.
func Parameterised(rounds int, lazy bool) (Formula, error) {
	f := Formula{Name: "param-eager", Doc: "any number of threads, which guess what others leave behind"}
	if lazy {
		f = Formula{Name: "param-lazy", Doc: "any number of threads, by what can be reached"}
	}
	if rounds < 1 {
		return f, fmt.Errorf("getafix: %d rounds", rounds)
	}
	t, err := template.New(f.Name+".tmpl").Funcs(paramWords()).ParseFS(paramFiles, "formulas/"+f.Name+".tmpl", "formulas/param.tmpl")
	if err != nil {
		return f, err
	}
	values := struct {
		Most   int
		Lazy   bool
		Rounds []paramRound
	}{Most: rounds, Lazy: lazy}
	for i := range rounds {
		values.Rounds = append(values.Rounds, paramRound{Round: i + 1, Before: i})
	}
	var w strings.Builder
	err = t.Execute(&w, values)
	f.Text = w.String()
	return f, err
}

// A paramRound is what the templates know of a round.
type paramRound struct{ Round, Before int }

// paramWords returns what the templates say of numbered variables x1, x2, ...: a list
// of those from one number to another is empty if there are none.
func paramWords() template.FuncMap {
	each := func(from, to int, separator, format string, args func(i int) []any) string {
		var all []string
		for i := from; i <= to; i++ {
			all = append(all, fmt.Sprintf(format, args(i)...))
		}
		return strings.Join(all, separator)
	}
	listed := func(before, x string, from, to int) string {
		return each(from, to, ", ", "%s%s%d", func(i int) []any { return []any{before, x, i} })
	}
	// after is a list after other arguments.
	after := func(list string) string {
		if list != "" {
			list = ", " + list
		}
		return list
	}
	return template.FuncMap{
		"add":   func(a, b int) int { return a + b },
		"minus": func(a, b int) int { return a - b },
		"rounds": func(from, to int) []int {
			var all []int
			for i := from; i <= to; i++ {
				all = append(all, i)
			}
			return all
		},
		"list":       func(x string, from, to int) string { return listed("", x, from, to) },
		"more":       func(x string, from, to int) string { return after(listed("", x, from, to)) },
		"globals":    func(x string, from, to int) string { return listed("Global ", x, from, to) },
		"andGlobals": func(x string, from, to int) string { return after(listed("Global ", x, from, to)) },
		// equal says that n variables from x_i on equal those from y_j on.
		"equal": func(x string, i int, y string, j, n int) string {
			return each(0, n-1, "", " & %s%d = %s%d", func(d int) []any { return []any{x, i + d, y, j + d} })
		},
	}
}
