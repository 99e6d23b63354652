// This file defines how a random program is put together.

package rungo

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/types"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// A Program is a Go program of one file, which is a package.
type Program struct {
	Seed uint64
	Main bool   // its entry is main; otherwise it is TestX
	Text []byte // formatted
}

// Entry returns the name of the function from which the program is executed.
func (p *Program) Entry() string {
	if p.Main {
		return "main"
	}
	return "TestX"
}

// A Source makes random programs. It keeps what it has read of the standard library.
type Source struct{ library types.Importer }

// NewSource returns a source.
func NewSource() (*Source, error) {
	all, err := library()
	return &Source{all}, err
}

// Random returns the program of a seed. It compiles.
func (s *Source) Random(seed uint64) *Program {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 73)), source: s, main: seed%4 == 0}
	p := &Program{Seed: seed, Main: g.main, Text: g.program()}
	m := &Mutator{Rand: g.Rand, source: s}
	for range g.pick(0, 0, 1, 1, 2, 3) {
		p.Text = g.wrap(p.Text)
	}
	p.Text = m.Mutate(p.Text, g.pick(0, 1, 2, 3, 4, 5))
	return p
}

// A generator writes one program.
type generator struct {
	*rand.Rand
	source  *Source
	main    bool
	names   int      // that were made up
	decls   []string // at the level of the package
	helpers map[string]bool
}

// pick returns one of some numbers.
func (g *generator) pick(list ...int) int { return list[g.IntN(len(list))] }

// one returns one of some texts.
func (g *generator) one(list ...string) string { return list[g.IntN(len(list))] }

// chance reports whether one in n happens.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

// fresh returns a new name.
func (g *generator) fresh(word string) string {
	g.names++
	return fmt.Sprintf("%s%d", word, g.names)
}

// program writes a program of one or two idioms.
func (g *generator) program() []byte {
	for {
		g.decls, g.helpers = nil, map[string]bool{}
		var body strings.Builder
		for range g.pick(1, 1, 1, 2) {
			all := idioms()
			text := g.place(all[g.IntN(len(all))](g))
			switch g.IntN(8) {
			case 0:
				name := g.fresh("part")
				g.decls = append(g.decls, fmt.Sprintf("func %s() {\n%s\n}\n", name, text))
				fmt.Fprintf(&body, "%s()\n", name)
			case 1:
				done := g.fresh("finished")
				fmt.Fprintf(&body, "%s := make(chan struct{})\ngo func() {\ndefer close(%[1]s)\n%s\n}()\n<-%[1]s\n", done, text)
			default:
				fmt.Fprintf(&body, "{\n%s\n}\n", text)
			}
		}
		text := g.file(body.String())
		if _, err := g.source.check(text); err == nil {
			return text
		} else if g.IntN(1000) == 0 {
			panic(fmt.Sprintf("%v\n%s", err, text))
		}
	}
}

// file returns the text of a file with all that its body needs.
func (g *generator) file(body string) []byte {
	pkg, head := "random", "func TestX(t *testing.T) {"
	if g.main {
		pkg, head = "main", "func main() {"
	}
	text := strings.Join(g.decls, "\n") + "\n" + head + "\n" + body + "}\n"
	return finished([]byte("package " + pkg + "\n" + text))
}

// finished adds the helpers that a text uses, gives it the imports that it needs, and formats it. A text that is wrong
// it returns as it is.
func finished(text []byte) []byte {
	text = imported.ReplaceAll(text, nil)
	for changed := true; changed; {
		changed = false
		for _, h := range helpers {
			name := helperName.FindStringSubmatch(h)[1]
			declared := regexp.MustCompile(`(?m)^(?:type|func) ` + name + `\b`)
			if regexp.MustCompile(`\b`+name+`\b`).Match(text) && !declared.Match(text) {
				text, changed = append(append(text, '\n'), h...), true
			}
		}
	}
	header, rest, _ := bytes.Cut(text, []byte("\n"))
	var all bytes.Buffer
	fmt.Fprintf(&all, "%s\n", header)
	for _, path := range paths {
		name := path[strings.LastIndex(path, "/")+1:]
		if name == "v2" {
			name = "rand"
		}
		if regexp.MustCompile(`\b` + name + `\.[A-Z]`).Match(rest) {
			fmt.Fprintf(&all, "import %s\n", strconv.Quote(path))
		}
	}
	all.Write(rest)
	if nice, err := format.Source(all.Bytes()); err == nil {
		return nice
	}
	return all.Bytes()
}

var (
	imported   = regexp.MustCompile(`(?m)^import "[^"]*"\n`)
	helperName = regexp.MustCompile(`^(?:type|func) (\w+)`)
)

// paths are the packages that programs may import.
var paths = []string{
	"bufio", "bytes", "cmp", "container/heap", "container/list", "context", "encoding/json", "errors", "fmt", "io", "iter", "log", "maps", "math/rand/v2",
	"os", "reflect", "regexp", "runtime", "slices", "sort", "strconv", "strings", "sync", "sync/atomic", "testing", "time",
}

// wrap puts one of the statements of a program into one of the wrappers.
func (g *generator) wrap(text []byte) []byte {
	for range 20 {
		c, err := g.source.check(text)
		if err != nil {
			panic(fmt.Sprintf("%v\n%s", err, text))
		}
		var list []ast.Stmt
		ast.Inspect(c.file, func(n ast.Node) bool {
			var stmts []ast.Stmt
			switch n := n.(type) {
			case *ast.BlockStmt:
				stmts = n.List
			case *ast.CommClause:
				stmts = n.Body
			case *ast.CaseClause:
				stmts = n.Body
			}
			for _, s := range stmts {
				if !isClause(s) {
					list = append(list, s)
				}
			}
			return true
		})
		s := list[g.IntN(len(list))]
		begin, end := c.fset.Position(s.Pos()).Offset, c.fset.Position(s.End()).Offset
		all := wrappers
		if g.main {
			all = wrappers[:len(wrappers)-testWrappers]
		}
		w := all[g.IntN(len(all))]
		id := g.fresh("")
		inner := strings.ReplaceAll(strings.ReplaceAll(w, "@", id), "BODY", string(text[begin:end]))
		changed := finished([]byte(string(text[:begin]) + inner + string(text[end:])))
		if _, err := g.source.check(changed); err == nil {
			return changed
		}
	}
	return text
}
