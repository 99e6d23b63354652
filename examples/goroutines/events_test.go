// This file defines what is seen in the runs of a program, and at which lines.

package goroutines_test

import (
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// An event is something seen in a run: of what kind, and at which lines: of a race both accesses.
type event struct {
	kind  string
	lines []int
}

// is reports whether an event is what a want line says.
func (e event) is(kind string) bool {
	switch e.kind {
	case "blocked":
		return kind == "leak" || kind == "deadlock"
	case "race": // which is also what the race detector calls a close beside a send
		return kind == "race" || kind == "close"
	}
	return e.kind == kind
}

// places returns the lines of an event, and all lines if it has none. What a deferred call does is said to
// happen where its function ends, so these lines stand for the defer statements of the function.
func (p *program) places(e event) []int {
	if len(e.lines) == 0 {
		return slices.Collect(maps.Keys(p.wants))
	}
	all := slices.Clone(e.lines)
	ast.Inspect(p.ast, func(n ast.Node) bool {
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncDecl:
			body = n.Body
		case *ast.FuncLit:
			body = n.Body
		}
		if body == nil {
			return true
		}
		var defers []int
		ends := slices.Contains(e.lines, p.line(body.Rbrace))
		ast.Inspect(body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				ends = ends || slices.Contains(e.lines, p.line(n.Pos()))
			case *ast.DeferStmt:
				defers = append(defers, p.line(n.Pos()))
			}
			return true
		})
		if ends {
			all = append(all, defers...)
		}
		return true
	})
	return all
}

// line returns the line of a position.
func (p *program) line(pos token.Pos) int {
	return 1 + strings.Count(p.text[:pos-p.ast.FileStart], "\n")
}

// events reads what a run has printed.
func events(p *program, out string) []event {
	line := regexp.MustCompile(`/` + regexp.QuoteMeta(strings.TrimSuffix(strings.TrimSuffix(p.file, ".go"), "_test")) + `\.go:(\d+)`)
	first := func(stack string) []int {
		stack, _, _ = strings.Cut(stack, "created by ")
		if found := line.FindStringSubmatch(stack); found != nil {
			n, _ := strconv.Atoi(found[1])
			return []int{n}
		}
		return nil
	}
	var all []event
	for _, race := range strings.Split(out, "WARNING: DATA RACE")[1:] {
		race, _, _ = strings.Cut(race, "==================")
		if strings.Contains(race, "runtime.racewrite()") { // Add beside Wait; inlined code is at wrong lines
			all = append(all, event{"waitgroup", nil})
			continue
		}
		stacks := strings.Split(race, "\n\n")
		all = append(all, event{"race", append(first(stacks[0]), first(stacks[1])...)})
	}
	if _, left, ok := strings.Cut(out, "LEFT\n"); ok {
		for stack := range strings.SplitSeq(left, "\n\n") {
			if lines := first(stack); lines != nil {
				all = append(all, event{"blocked", lines})
			}
		}
		return all
	}
	if strings.Contains(out, "WaitGroup misuse") || strings.Contains(out, "WaitGroup is reused") { // the line is that of Wait
		return append(all, event{"waitgroup", nil})
	}
	for _, failure := range []struct{ text, kind string }{
		{"close of closed channel", "close"},
		{"close of nil channel", "close"},
		{"send on closed channel", "close"},
		{"unlock of unlocked", "lock"},
		{"Unlock of unlocked", "lock"},
		{"negative WaitGroup counter", "waitgroup"},
		{"concurrent map", "race"},
		{"all goroutines are asleep", "blocked"},
		{"panic: ", "panic"},
	} {
		if _, stack, ok := strings.Cut(out, failure.text); ok {
			return append(all, event{failure.kind, first(stack)})
		}
	}
	return all
}
