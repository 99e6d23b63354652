// This file tests that effects are found as the code of a function says.

package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/ijit/ijit/systems/golang/effect"
)

// functions have what is to be found at the end of their lines.
const functions = `package p

import "sync"

type Writer interface{ Write([]byte) (int, error) }
type waiter struct{ c chan int }
func (w *waiter) Write(p []byte) (int, error) { <-w.c; return 0, nil } // blocks meets=0 reads=0
type Buffer struct { b []byte; w Writer }
type Locked struct { mu sync.Mutex; n int }
var global Writer
var table = map[string]any{}

func Nothing(a, b int, s string) int { return a + b + len(s) } // -
func Receive(c chan int) int { return <-c } // blocks meets=0
func Poll(c chan int) { select { case <-c: default: } } // meets=0
func Own() int { c := make(chan int, 1); c <- 1; return <-c } // blocks
func Call(f func()) { f() } // func
func Later(f func()) { go f() } // keeps=0
func Keep(k string, v any) { table[k] = v } // keeps=1 lends=1
func (b *Buffer) Len() int { return len(b.b) } // reads=0
func (b *Buffer) Add(p []byte) { b.b = append(b.b, p...) } // reads=1 writes=0
func (b *Buffer) Set(w Writer) { b.w = w } // keeps=1 gives=1 writes=0
func (b *Buffer) Use(p []byte) { b.b = p[:0] } // gives=1 writes=0
func (b *Buffer) Bytes() []byte { return b.b[:1] } // gives=0 reads=0
func (b *Buffer) Flush() { b.w.Write(b.b) } // given reads=0 calls=Write
func New(w Writer) *Buffer { return &Buffer{w: w} } // fresh gives=0
func Global() { global.Write(nil) } // blocks
func Lend(p []byte) { store(&kept, p) } // lends=0
var kept []byte
func store(to *[]byte, p []byte) { *to = p } // gives=1 writes=0
func Holder(p []byte) *holder { h := new(holder); h.set(p); return h } // fresh gives=0
type holder struct{ b []byte }
func (h *holder) set(p []byte) { h.b = p } // gives=1 writes=0
func Fill(m map[string][]byte, p []byte) { m["a"] = p } // gives=1 writes=0
func Async(p []byte) { go func() { p[0] = 1 }() } // lends=0 writes=0
func Concrete() { var w Writer = new(Buffer2); w.Write(nil) } // -
type Buffer2 struct{ n int }
func (b *Buffer2) Write(p []byte) (int, error) { b.n++; return 0, nil } // writes=0
func (l *Locked) Inc() { l.mu.Lock(); l.n++; l.mu.Unlock() } // locks
func (l *Locked) Twice() { l.Inc(); l.Inc() } // locks
func Positive(n int) { if n < 0 { panic("negative") } } // panics
func Half(n int) int { Positive(n); return n / 2 } // panics
func Clear(m map[string]int) { for k := range m { delete(m, k) } } // writes=0
func Closure(f func(), n *int) { g := func() { f(); *n = 1 }; defer g() } // func reads=0 writes=1
type visitor interface{ Visit() }
type wrap func()
func (w wrap) Visit() { w() } // func
func walk(v visitor) { v.Visit() } // calls=Visit
func Wrapped(f func()) { walk(wrap(f)) } // func calls=Visit
func Dropped(f func()) { _ = f } // -
func Deferred(c chan int) { defer func() { <-c }() } // blocks meets=0 reads=0
`

func TestEffects(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", functions, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", ""), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	a := newAnalysis(pkg.Prog, effect.Table{})
	a.solve()
	found := map[int]effect.Effect{}
	for _, f := range a.functions {
		if f.Pkg == pkg && f.Syntax() != nil && f.Parent() == nil {
			found[fset.Position(f.Pos()).Line] = a.exported(f)
		}
	}
	table := effect.Table{}
	for _, f := range a.functions {
		table[name(f)] = a.exported(f)
	}
	if unsaid := a.unsaid(table); !slices.Equal(unsaid, []string{"p.Dropped"}) {
		t.Errorf("nothing is said of %v", unsaid)
	}
	for i, line := range strings.Split(functions, "\n") {
		_, want, ok := strings.Cut(line, " // ")
		if !ok {
			continue
		}
		e, ok := found[i+1]
		if want, err := effect.Parse(want); err != nil || !ok || e.String() != want.String() {
			t.Errorf("%s\nhas %s %v", line, e, err)
		}
	}
}
