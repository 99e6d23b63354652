package silent

import (
	"go/ast"
	"iter"
	"sync"
	"testing"
)

// A function of which nothing is known calls back, here before it returns.
func TestInspect(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	ast.Inspect(&ast.Ident{}, func(ast.Node) bool {
		mu.Lock()
		mu.Unlock()
		return true
	})
	mu.Unlock()
}

func TestFineInspect(t *testing.T) {
	var mu sync.Mutex
	ast.Inspect(&ast.Ident{}, func(ast.Node) bool {
		mu.Lock()
		mu.Unlock()
		return true
	})
	mu.Lock()
	mu.Unlock()
}

func TestPull(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	next, stop := iter.Pull(func(yield func(int) bool) {
		mu.Lock()
		yield(1)
		mu.Unlock()
	})
	next()
	mu.Unlock()
	stop()
}
