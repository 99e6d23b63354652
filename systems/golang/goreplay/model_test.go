// This file defines the executions that a model has, as schedules.

package goreplay_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/goreplay"
	"github.com/ijit/ijit/systems/golang/lower"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A finding is what a model says can happen, and how.
type finding struct {
	entry string
	goreplay.Schedule
}

// findings asks models of code for all that can go wrong: leaks and failures.
func findings(t *testing.T, code *golang.Code, entries []string) (found []finding) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for _, entry := range entries {
		all, err := code.Entries(entry)
		if err != nil {
			t.Error(err)
			continue
		}
		p, err := code.Skeleton(ctx, all[0], golang.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		l, err := lower.Lower(p, lower.Options{Leaks: true})
		if err != nil {
			t.Error(err)
			continue
		}
		m, err := systems.Input{Name: entry + ".bp", Reader: bytes.NewReader(l.Text)}.Open(ctx)
		if err != nil {
			t.Error(err)
			continue
		}
		o := systems.SurveyOptions{Threads: 5, Leaks: true, Timeout: 10 * time.Second}
		for _, w := range l.Waits {
			o.Places = append(o.Places, w.Place+"#")
		}
		o.Leaks = len(o.Places) > 0
		s, err := m.Survey(ctx, o)
		if err != nil {
			t.Error(err)
			continue
		}
		add := func(kind string, at *skeleton.Node, x *trace.Trace) {
			want := goreplay.Want{Kind: kind, Place: place(at.Site)}
			found = append(found, finding{entry, goreplay.Schedule{Steps: steps(l, m.Program, x), Want: want}})
		}
		for _, x := range s.Leaks {
			for _, w := range l.Waits {
				if w.Place == x.Label {
					add("leak", w.Node, x.Trace)
				}
			}
		}
		for _, x := range s.Failures {
			for _, f := range l.Failures {
				if f.Label == x.Label {
					add(f.Kind, f.Node, x.Trace)
				}
			}
		}
	}
	return found
}

func place(s skeleton.Site) goreplay.Place {
	return goreplay.Place{File: s.Pos.Filename, Line: s.Pos.Line, Column: s.Pos.Column}
}

// steps are the operations of an execution. Statements of one node are one operation: their lines
// ascend.
func steps(l *lower.Program, code *parser.Program, x *trace.Trace) []goreplay.Step {
	type open struct {
		node *skeleton.Node
		line int
	}
	at := map[int]open{}
	numbers := map[int]int{}
	var list []goreplay.Step
	for _, s := range x.Steps {
		if s.Pos.Line < 1 || s.Pos.Line > len(l.Lines) || s.Fails {
			continue
		}
		if n := code.Nodes[s.PC]; n.Stmt != nil && n.Stmt.PC != s.PC && n.Arm == nil {
			continue // the end of an atomic section, whose line is that of its beginning
		}
		o := l.Lines[s.Pos.Line-1]
		if _, ok := numbers[s.Thread]; !ok {
			numbers[s.Thread] = len(numbers)
		}
		if s.Created > 0 {
			numbers[s.Created] = len(numbers)
		}
		if o.Node == nil || at[s.Thread].node == o.Node && at[s.Thread].line < s.Pos.Line {
			continue
		}
		at[s.Thread] = open{o.Node, s.Pos.Line}
		switch o.Node.Op {
		case skeleton.Step, skeleton.Branch, skeleton.End, skeleton.Exit, skeleton.Hang, skeleton.Panic:
			continue
		}
		p := place(o.Node.Site)
		k := o.Case
		list = append(list, goreplay.Step{Goroutine: numbers[s.Thread], File: p.File, Line: p.Line, Column: p.Column, Op: o.Node.Op.String(), Case: k, Access: o.Node.Op == skeleton.Access})
	}
	return list
}
