package silent

import (
	"context"
	"go/ast"
	"iter"
	"runtime/pprof"
	"runtime/trace"
	"sync"
	"testing"
)

// The runtime's packages about profiles call what they are given.
func TestProfiled(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	pprof.Do(context.Background(), pprof.Labels("a", "b"), func(context.Context) { mu.Lock() })
}

func TestRegion(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	trace.WithRegion(context.Background(), "region", func() { mu.Lock() })
}

func TestFineProfiled(t *testing.T) {
	var mu sync.Mutex
	pprof.Do(context.Background(), pprof.Labels("a", "b"), func(context.Context) { mu.Lock() })
	mu.Unlock()
}

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
