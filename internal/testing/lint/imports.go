// This file defines who may import whom.

package lint

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// A Table says what each package may import: packages of the module by their path
// below it, packages of others by their import path. A row whose name ends in /...
// is for all packages below, unless they have a row of their own; an entry that
// ends in /... stands for the package and all below. The standard library is open
// to all. Tests may import what they like.
type Table map[string][]string

// House returns the table of this module.
func House() Table {
	const (
		participle = "github.com/alecthomas/participle/v2/..."
		bitset     = "github.com/bits-and-blooms/bitset"
		sync       = "golang.org/x/sync/..."
		term       = "golang.org/x/term"
		tools      = "golang.org/x/tools/go/..."
		kong       = "github.com/alecthomas/kong"
		liberation = "codeberg.org/go-fonts/liberation/..."
		diff       = "github.com/rogpeppe/go-internal/diff"
		supergraph = "systems/recursion/internal/supergraph"
		bound      = "systems/recursion/contextbound/internal"
	)
	return Table{
		"parser":                            {"allsat", "parser/diagnostic", participle, bitset},
		"allsat":                            {bitset},
		"bdd":                               {},
		"bdd/...":                           {"bdd/...", "parser", "internal/encode", "internal/verdict"},
		"systems/recursion/calculus":        {"bdd", "systems/recursion/calculus/syntax", "parser", "parser/diagnostic"},
		"systems/recursion/calculus/syntax": {"parser/diagnostic"},
		"systems/circuits/symbolic":         {"allsat/aig", "bdd", "parser/ltl", "systems/circuits/tester", "internal/verdict", bitset},
		"tts":                               {"parser/diagnostic"},
		"image":                             {"parser", "allsat", "tts", "internal/intern", bitset},
		"converter":                         {"parser", "image", "tts", "internal/intern", bitset},
		// What all algorithms share knows none of them.
		"algorithms":                  {"algorithms/internal/numbering", "algorithms/internal/store", "tts", "internal/verdict"},
		"systems/recursion/bebop":     {"algorithms", "parser", "allsat", "allsat/sat", "bdd/...", "systems/recursion/dataflow", "internal/encode", "internal/verdict", bitset},
		"systems/eca/cpa":             {"algorithms", "systems/eca/reactive", "allsat", "bdd", "bdd/reach", "internal/verdict", "parser", "systems/eca", bitset},
		"systems/eca/reactive":        {"systems/eca/reactive/labels", "systems/eca/reactive/sets", "systems/eca", "internal/verdict"},
		"systems/eca/reactive/labels": {"systems/eca", "internal/verdict"},
		"systems/eca/reactive/sets":   {"systems/eca/reactive/labels", "bdd", "systems/eca", "internal/verdict"},
		"systems/circuits/pdr":        {"allsat/aig", "allsat/sat", "internal/verdict"},
		"systems": {"systems/recursion/...", "systems/circuits/bmc/threads", "systems/eca/...", "systems/circuits/machine", "systems/circuits/witness", "ijit", "internal/show/trace", "internal/show/executions", "internal/proof/temporal", "allsat/aig", "allsat/aig/aiger", "allsat/aig/cnf", "parser", "systems/eca", "parser/ltl", "systems/circuits/smv", "bdd/...", "tts", "image", "converter", "algorithms/...",
			"systems/eca/boxes", "internal/proof", "internal/proof/certificate", "internal/proof/configurations", "systems/circuits/invariant", "internal/encode", "internal/show/explain", "internal/show/render", "systems/recursion/slots", "internal/source", "internal/verdict", sync},
		// Finite state machines, and all algorithms for circuits as one.
		"systems/circuits/machine": {"internal/show/trace", "internal/show/simulate", "allsat/sat", "parser/diagnostic", "parser/ltl", "systems/circuits/smv", "allsat/aig", "allsat/aig/aiger",
			"systems/circuits/bmc", "systems/circuits/pdr", "systems/circuits/symbolic", "systems/circuits/invariant", "systems/circuits/tester", "internal/verdict"},
		"systems/recursion/mu": {"systems/recursion/calculus/...", "systems", "systems/recursion/getafix", "parser", "bdd/...", "systems/recursion/slots", "internal/source", "internal/verdict"},
		// The door: no engine, no decision diagrams, no renderer.
		"ijit":               {"converter", "image", "internal/proof", "internal/proof/configurations", "internal/show/trace", "internal/source", "internal/verdict", "parser", "tts"},
		"algorithms/engines": {"algorithms", "algorithms/bws", "algorithms/directed", "algorithms/ecut", "algorithms/km", "converter", "ijit", "tts"},
		// Executions in the terms of the input; no algorithm is run there.
		"internal/show/trace":      {"parser", "tts", "image", "internal/proof", "internal/proof/judge", "internal/verdict", bitset},
		"internal/show/executions": {"internal/show/trace", "systems/eca", "image", "bdd/reach", "systems/recursion/bebop", "systems/recursion/contextbound/schedule", "parser", bitset},
		"internal/proof/temporal":  {"internal/proof", "internal/proof/configurations", "internal/proof/judge", "internal/show/trace", "image", "parser", "parser/ltl"},
		"cmd/ijit":                 {"systems/command"},
		"systems/command":          {"internal/proof/drat", "ijit", "systems", "systems/recursion/mu", "allsat/sat", "allsat/sat/dimacs", "docs", "internal/...", "parser/diagnostic", "systems/golang/...", "systems/c", "systems/c/native", "systems/circuits/machine", kong, diff, term},
		"docs":                     {},
		"examples/...":             {"ijit", "examples/family"},
		// An analysis is written against the algorithm that runs it.
		"examples/analysis": {"systems/eca/cpa", "parser", "systems/eca"},

		"algorithms/bws":                    {"algorithms", "algorithms/internal/arcs", "algorithms/internal/linear", "algorithms/internal/numbering", "algorithms/internal/stateequation", "tts"},
		"algorithms/km":                     {"algorithms", "algorithms/internal/ascent", "tts"},
		"algorithms/ecut":                   {"algorithms", "algorithms/internal/queue", "tts"},
		"algorithms/directed":               {"algorithms", "algorithms/internal/...", "tts"},
		"algorithms/internal/arcs":          {"algorithms", "algorithms/internal/numbering", "tts"},
		"algorithms/internal/ascent":        {"algorithms", "algorithms/internal/numbering", "tts"},
		"algorithms/internal/linear":        {"algorithms", "algorithms/internal/arcs", "algorithms/internal/stateequation", "tts"},
		"algorithms/internal/stateequation": {},
		// For the tests of searches: what they search, and who checks their answers.
		"internal/testing/cases":        {"algorithms", "internal/testing/campaign", "tts"},
		"internal/testing/referee":      {"algorithms", "tts"},
		"algorithms/internal/store":     {"tts"},
		"algorithms/internal/numbering": {"tts"},
		"algorithms/internal/queue":     {},
		"algorithms/ndfs":               {"algorithms", "bdd/reach", "image", "internal/intern", "parser", "parser/ltl", "tts", bitset},
		"algorithms/persistent":         {"allsat", "internal/intern", "parser", bitset},

		// Formulas and context bounds share the supergraph of a program. Context bounds may ask
		// formulas, never the reverse. Schedules are made executions by the algorithm for
		// sequential programs.
		"systems/recursion/internal/supergraph":   {"parser", "systems/recursion/dataflow", bitset},
		"systems/circuits/bmc":                    {"allsat/aig", "allsat/sat", "allsat/sat/dimacs", "parser/ltl", "systems/circuits/tester", "internal/verdict"},
		"systems/circuits/bmc/threads":            {"allsat", "allsat/aig", "allsat/sat", "bdd", "bdd/reach", "internal/verdict", "parser", "parser/ltl"},
		"systems/recursion/getafix":               {"systems/recursion/calculus/...", "algorithms", supergraph, "parser", "bdd/...", "systems/recursion/dataflow", "internal/encode", "internal/verdict", bitset},
		"systems/recursion/contextbound":          {"systems/recursion/calculus/...", "algorithms", "systems/recursion/contextbound/...", "systems/recursion/getafix", supergraph, "parser", "bdd/...", "internal/verdict"},
		"systems/recursion/contextbound/schedule": {"algorithms", "systems/recursion/bebop", "parser", "systems/recursion/dataflow", "internal/verdict"},
		bound + "/summary":                        {supergraph, "parser", "bdd/...", "systems/recursion/dataflow", "internal/encode", bitset},
		bound + "/threadmodular":                  {bound + "/summary", "systems/recursion/getafix", supergraph, "bdd/..."},
		bound + "/configuration":                  {bound + "/summary", "systems/recursion/contextbound/schedule", "systems/recursion/getafix", supergraph, "bdd/..."},
		bound + "/interfaces":                     {bound + "/summary", "systems/recursion/contextbound/schedule", "systems/recursion/getafix", supergraph, "bdd/..."},
		bound + "/copies":                         {bound + "/configuration", bound + "/summary", "systems/recursion/contextbound/schedule", "systems/recursion/getafix", supergraph, "parser", "bdd/..."},
		"systems/recursion/slots":                 {"systems/recursion/contextbound/schedule", "parser", "bdd/...", "internal/encode"},

		"allsat/sat":        {},
		"allsat/sat/dimacs": {"allsat/sat", "parser/diagnostic"},
		"allsat/aig":        {"allsat/sat"},
		"allsat/aig/aiger":  {"allsat/aig", "parser/diagnostic"},
		"allsat/aig/cnf":    {"allsat/aig", "allsat/sat", "allsat/sat/dimacs"},
		"parser/diagnostic": {},
		"parser/ltl":        {"parser", "parser/diagnostic"},
		"systems/eca":       {"parser/diagnostic"},
		// Go programs are for the command; who imports ijit does not get a Go compiler with it.
		"systems/golang": {"parser/diagnostic", "systems/golang/code", "systems/golang/extract", "systems/golang/models", "systems/golang/reduce",
			"systems/golang/skeleton", tools},
		"systems/golang/code":            {"systems/golang/skeleton", tools},
		"systems/golang/graph":           {"systems/golang/code", "systems/golang/skeleton", tools},
		"systems/golang/effect":          {},
		"systems/golang/extract":         {"systems/golang/code", "systems/golang/effect", "systems/golang/graph", "systems/golang/skeleton", tools},
		"systems/golang/models":          {"systems/golang/code", "systems/golang/effect", "systems/golang/extract", "systems/golang/graph", "systems/golang/skeleton"},
		"systems/golang/models/generate": {"systems/golang/effect", "systems/golang/models", tools},
		"systems/golang/reduce":          {"systems/golang/graph", "systems/golang/skeleton"},
		"systems/golang/skeleton":        {},
		"systems/golang/lower":           {"systems/golang/skeleton"},
		"systems/golang/gocheck":         {"systems/golang/...", "systems", "internal/show/...", "internal/verdict", "parser"},
		"systems/golang/goreplay":        {sync},
		// C programs with threads are for the command, too. Who executes them knows nothing of predicates.
		"systems/c":             {"systems", "systems/c/...", "internal/proof", "internal/show/explain", "internal/show/simulate", "internal/show/trace", "internal/verdict", "parser", "parser/diagnostic"},
		"systems/c/certificate": {"systems", "systems/c/execution", "systems/c/form", "systems/c/front", "systems/c/word", "internal/proof", "internal/source", "parser"},
		"systems/c/word":        {"allsat/aig", "allsat/sat", "internal/proof/clausal"},
		"systems/c/form":        {"systems/c/word"},
		"systems/c/front":       {"systems/c/form", "systems/c/word", "parser/diagnostic", "modernc.org/cc/v4"},
		"systems/c/execution":   {"systems/c/form", "systems/c/word"},
		"systems/c/native":      {"systems/c/execution", "systems/c/form"},
		"systems/c/abstraction": {"systems/c/form", "systems/c/word"},
		"systems/c/refinement":  {"systems/c/abstraction", "systems/c/execution", "systems/c/form", "systems/c/word", "internal/show/trace"},
		// What may be said of Go programs is decided by evidence alone.
		"systems/golang/gocheck/ledger": {"internal/show/render"},
		"systems/circuits/smv":          {"allsat/aig", "allsat/sat", "parser/diagnostic", "parser/ltl"},
		// The checker of DRAT proofs shares no code with the solver.
		"internal/proof/drat":    {},
		"internal/proof/clausal": {"allsat/aig", "allsat/sat", "internal/proof/drat"},
		// The checker of invariants takes circuits, not what unrolls them.
		"systems/circuits/invariant": {"allsat/aig", "internal/proof", "internal/proof/clausal"},
		"systems/circuits/witness":   {"allsat/aig", "internal/proof/clausal"},

		// The judge shares no code with what it judges: it knows the syntax tree only.
		"internal/proof/judge": {"internal/proof", "parser"},
		// Certificates are data. Nor do their checkers share code with what finds answers: of
		// package tts they have the reader and the list of edges, of programs the judge. The
		// forms of proof do not know each other.
		"internal/proof":                {},
		"internal/proof/configurations": {"internal/proof", "internal/proof/judge", "parser", "tts", bitset},
		"internal/proof/diagrams":       {"internal/proof", "internal/proof/judge", "parser"},
		"internal/proof/certificate":    {"internal/proof/temporal", "internal/proof", "internal/proof/configurations", "internal/proof/diagrams", "parser"},
		// The checker of boxes executes the syntax tree of C programs.
		"systems/eca/boxes":            {"systems/eca", "internal/proof"},
		"internal/testing/randprog":    {"parser", "pgregory.net/rapid"},
		"internal/testing/randcircuit": {"allsat/aig"},
		"internal/testing/randpthread": {},
		"internal/encode":              {"parser", "allsat", "bdd"},
		"systems/recursion/dataflow":   {"parser", bitset},
		"internal/testing/campaign":    {},
		"internal/intern":              {},
		"internal/show/simulate":       {"internal/show/trace", "internal/proof/judge", "parser"},
		"internal/show/render":         {"internal/show/trace", "parser"},
		"internal/show/explain":        {"bdd", "internal/proof", "internal/proof/configurations", "parser"},
		"internal/measure/bench":       {"ijit", "systems", "parser", "internal/source"},
		"internal/measure/compare":     {"internal/measure/bench", "internal/measure/plot"},
		"internal/measure/plot":        {liberation, "codeberg.org/go-pdf/fpdf", "git.sr.ht/~sbinet/gg", "golang.org/x/image/font/opentype"},
		"internal/source":              {},
		"internal/testing/lint":        {},
		"systems/circuits/tester":      {"allsat/aig", "parser/ltl"},
		"internal/verdict":             {},
		// The judge of Go programs shares no code with the way from Go to Boolean programs.
		"internal/testing/contexttheory": {"systems/recursion/getafix"},
		"internal/testing/randgo":        {"systems/golang/skeleton"},
		// Nor do programs that are run, and mistakes that tests should notice.
		"internal/testing/rungo":   {},
		"internal/testing/mutants": {},
	}
}

// Imports finds imports that the table does not allow, and packages that it does
// not know.
func Imports(m *Module, table Table) []string {
	var found []string
	for _, p := range m.Packages {
		row := table.row(p.Path)
		allowed, known := table[row]
		if !known {
			found = append(found, fmt.Sprintf("%s: the table of imports has no row for this package", p.Path))
			continue
		}
		for _, path := range p.Imports {
			if standard(path) {
				continue
			}
			path = m.below(path)
			if !slices.ContainsFunc(allowed, func(a string) bool { return covers(a, path) }) {
				found = append(found, fmt.Sprintf("%s: must not import %s", p.Path, path))
			}
		}
		if name := path.Base(p.Path); slices.Contains([]string{"util", "utils", "common", "helpers", "misc"}, name) {
			found = append(found, fmt.Sprintf("%s: %q says nothing about what is in it", p.Path, name))
		}
	}
	return found
}

// Unused finds what the table allows and no package does, so that a door which is no
// longer used is closed, and rows that are about no package.
func Unused(m *Module, table Table) []string {
	imports := map[string][]string{} // by row
	for _, p := range m.Packages {
		row := table.row(p.Path)
		imports[row] = append(imports[row], "") // the row has a package
		for _, path := range p.Imports {
			imports[row] = append(imports[row], m.below(path))
		}
	}
	var found []string
	for row, allowed := range table {
		if imports[row] == nil {
			found = append(found, fmt.Sprintf("the table of imports has a row for %s, which is no package", row))
			continue
		}
		for _, a := range allowed {
			if !slices.ContainsFunc(imports[row], func(path string) bool { return covers(a, path) }) {
				found = append(found, fmt.Sprintf("%s: may import %s but does not", row, a))
			}
		}
	}
	slices.Sort(found)
	return found
}

// row returns the name of the row about a package, the empty one if there is none.
func (t Table) row(name string) string {
	if _, known := t[name]; known {
		return name
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if _, known := t[dir+"/..."]; known {
			return dir + "/..."
		}
	}
	return ""
}

// covers reports whether an entry of the table allows a path.
func covers(entry, name string) bool {
	base, tree := strings.CutSuffix(entry, "/...")
	return name == base || tree && strings.HasPrefix(name, base+"/")
}

// standard reports whether a path is of the standard library: its first element
// has no dot.
func standard(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return !strings.Contains(first, ".")
}
