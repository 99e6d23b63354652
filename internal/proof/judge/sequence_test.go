// This file tests executions of one thread that are checked step by step.

package judge

import (
	"context"
	"errors"
	"testing"

	"github.com/ijit/ijit/parser"
)

// TestSequence takes steps that are none of the program: a call that nothing is known of is
// not left out, one that has been seen is, but only from where it began and to where it ended.
func TestSequence(t *testing.T) {
	f, err := parser.ParseFile("test.bp", []byte(`decl g := 0;
void main() begin flip(); flip(); flip(); assert(!g); end
void flip() begin g := !g; end`))
	if err != nil {
		t.Fatal(err)
	}
	j, err := New(f, Small)
	if err != nil {
		t.Fatal(err)
	}
	main, flip := f.Procs[0], f.Procs[1]
	at := func(p *parser.Proc, i int) Frame { return Frame{PC: p.Entry + i} }
	zero, one := []bool{false}, []bool{true}
	s := j.Sequence(context.Background())
	good := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	bad := func(err error) {
		t.Helper()
		if e := (*ReplayError)(nil); !errors.As(err, &e) {
			t.Errorf("%v, want a ReplayError", err)
		}
	}
	bad(s.Begin(one, at(main, 0)))
	bad(s.Begin(zero, at(main, 1)))
	good(s.Begin(zero, at(main, 0)))
	bad(s.Return(zero, at(main, 1)))
	bad(s.Step(zero, at(main, 1)))
	bad(s.Enter(one, at(flip, 0)))
	good(s.Enter(zero, at(flip, 0)))
	bad(s.Repeat(one, at(flip, 1))) // it was not seen
	bad(s.Step(zero, at(flip, 1)))
	good(s.Step(one, at(flip, 1)))
	bad(s.Return(one, at(main, 0)))
	good(s.Return(one, at(main, 1)))
	bad(s.Repeat(one, at(flip, 1))) // nothing was entered
	good(s.Enter(one, at(flip, 0)))
	bad(s.Repeat(zero, at(flip, 1))) // it began with another value
	good(s.Step(zero, at(flip, 1)))
	good(s.Return(zero, at(main, 2)))
	good(s.Enter(zero, at(flip, 0)))
	bad(s.Repeat(zero, at(flip, 1))) // it ended with another value
	good(s.Repeat(one, at(flip, 1)))
	bad(s.Repeat(one, at(flip, 1))) // that is not how it began
	bad(s.Return(zero, at(main, 3)))
	good(s.Return(one, at(main, 3)))
	good(s.End(-1))
	good(s.End(main.Entry + 3))
	bad(s.End(main.Entry))
}
