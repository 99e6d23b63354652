// This file defines how tests make skeletons, and what the translations of small ones answer.

package lower

import (
	"bytes"
	"context"
	"testing"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// program makes a skeleton of objects and bodies; nodes without successors of their own lead to the next one.
func program(objects []*skeleton.Object, bodies ...[]skeleton.Node) *skeleton.Program {
	p := &skeleton.Program{Entry: "test", Objects: objects}
	for i, o := range objects {
		o.ID = i
	}
	names := []string{"entry", "worker", "closer", "producer"}
	for i := range bodies {
		p.Bodies = append(p.Bodies, &skeleton.Body{ID: i, Name: names[i]})
	}
	for i, list := range bodies {
		for k := range list {
			n := list[k]
			n.ID = k
			if n.Next == nil && n.Op != skeleton.End && n.Op != skeleton.Exit {
				n.Next = []int{k + 1}
			}
			if n.Op == skeleton.Go {
				n.Body = p.Bodies[n.Delta]
				n.Delta = 0
			}
			if n.Result != nil {
				p.Bodies[i].Locals = []*skeleton.Var{n.Result}
			}
			p.Bodies[i].Nodes = append(p.Bodies[i].Nodes, &n)
		}
	}
	return p
}

// pool is a worker pool: the entry starts workers, someone who closes the results when they are done,
// and a producer, and receives the results. The closer's operations are given.
func pool(closer ...skeleton.Node) *skeleton.Program {
	tasks := &skeleton.Object{Kind: skeleton.Chan, Name: "tasks"}
	results := &skeleton.Object{Kind: skeleton.Chan, Name: "results"}
	wg := &skeleton.Object{Kind: skeleton.WaitGroup, Name: "wg"}
	ok := func() *skeleton.Var {
		return &skeleton.Var{Name: "ok", Values: []string{"false", "true"}, Init: skeleton.Const(0)}
	}
	main, worker := ok(), ok()
	for i := range closer {
		switch closer[i].Op {
		case skeleton.Wait:
			closer[i].Object = wg
		case skeleton.Close:
			closer[i].Object = results
		}
	}
	return program([]*skeleton.Object{tasks, results, wg},
		[]skeleton.Node{
			{Op: skeleton.Add, Object: wg, Delta: 1},
			{Op: skeleton.Go, Delta: 1},
			{Op: skeleton.Branch, Cond: skeleton.Either{}, Next: []int{0, 3}}, // at least one worker
			{Op: skeleton.Go, Delta: 2},
			{Op: skeleton.Go, Delta: 3},
			{Op: skeleton.Recv, Object: results, Result: main},
			{Op: skeleton.Branch, Cond: skeleton.Is{Var: main, Value: 1}, Next: []int{5, 7}},
			{Op: skeleton.End},
		},
		[]skeleton.Node{
			{Op: skeleton.Recv, Object: tasks, Result: worker},
			{Op: skeleton.Branch, Cond: skeleton.Is{Var: worker, Value: 1}, Next: []int{2, 3}},
			{Op: skeleton.Send, Object: results, Next: []int{0}},
			{Op: skeleton.Add, Object: wg, Delta: -1},
			{Op: skeleton.End},
		},
		closer,
		[]skeleton.Node{
			{Op: skeleton.Branch, Cond: skeleton.Either{}, Next: []int{1, 2}},
			{Op: skeleton.Send, Object: tasks, Next: []int{0}},
			{Op: skeleton.Close, Object: tasks},
			{Op: skeleton.End},
		})
}

func model(t *testing.T, p *skeleton.Program, o Options) (*Program, *ijit.Model) {
	t.Helper()
	l, err := Lower(p, o)
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(l.Text, []byte("\n")); lines != len(l.Lines) {
		t.Fatalf("%d lines, and the origins of %d", lines, len(l.Lines))
	}
	m, err := ijit.Read("test.bp", bytes.NewReader(l.Text))
	if err != nil {
		t.Fatalf("%v\n%s", err, l.Text)
	}
	return l, m
}

func TestPool(t *testing.T) {
	for _, test := range []struct {
		name   string
		closer []skeleton.Node
		want   ijit.Verdict
	}{
		{"right", []skeleton.Node{{Op: skeleton.Wait}, {Op: skeleton.Close}, {Op: skeleton.End}}, ijit.Safe},
		{"without Wait", []skeleton.Node{{Op: skeleton.Close}, {Op: skeleton.End}}, ijit.Unsafe},
		{"closed twice", []skeleton.Node{{Op: skeleton.Wait}, {Op: skeleton.Close}, {Op: skeleton.Close}, {Op: skeleton.End}}, ijit.Unsafe},
	} {
		l, m := model(t, pool(test.closer...), Options{Leaks: true})
		r, err := m.Check(context.Background(), ijit.Options{Algorithm: "bfs", Threads: 5})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != test.want {
			t.Errorf("%s: %v\n%s", test.name, r.Verdict, l.Text)
		}
		if !l.Exact || len(l.Waits) < 4 {
			t.Errorf("%s: exact %t, %d places", test.name, l.Exact, len(l.Waits))
		}
	}
}
