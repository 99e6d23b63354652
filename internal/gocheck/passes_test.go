// This file tests what is said of tests that only fail.

package gocheck

import (
	"testing"

	"github.com/ijit/ijit/parser/golang"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// TestPasses: a test that counts on what loops have done is seen to fail if they were executed in part, and then nothing is proved.
func TestPasses(t *testing.T) {
	for _, test := range []struct {
		name        string
		done, parts bool // what it counts on is so; the first iterations of a loop only are executed
		want        string
	}{
		{"fails in part", false, true, unknown},
		{"passes in part", true, true, safe},
		{"fails", false, false, safe},
	} {
		t.Run(test.name, func(t *testing.T) {
			code := made{"Test": func() *skeleton.Program {
				mu := &skeleton.Object{ID: 0, Kind: skeleton.Mutex, Name: "mu"}
				done := &skeleton.Var{Name: "done", Values: []string{"false", "true"}, Init: skeleton.Const(0)}
				if test.done {
					done.Init = skeleton.Const(1)
				}
				entry := body(0, "Test", op(skeleton.Lock, mu), op(skeleton.Unlock, mu),
					&skeleton.Node{Op: skeleton.Branch, Cond: skeleton.Is{Var: done, Value: 1}, Next: []int{4, 3}}, &skeleton.Node{Op: skeleton.End, Failed: true})
				entry.Locals = []*skeleton.Var{done}
				p := &skeleton.Program{Entry: "Test", Objects: []*skeleton.Object{mu}, Bodies: []*skeleton.Body{entry}}
				if test.parts {
					p.Sizes = []skeleton.Size{{What: "range 12", Value: 8, Iterations: true}}
				}
				return p
			}}
			r := Check(t.Context(), code, []*golang.Entry{{Name: "Test", Test: true}}, Options{Kinds: []string{"lock"}})
			if r.Verdict() != test.want {
				t.Errorf("%s: %v", r.Verdict(), found(r.Findings))
			}
		})
	}
}
