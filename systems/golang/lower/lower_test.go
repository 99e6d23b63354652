// This file defines how tests make skeletons, and what the translations of small ones answer.

package lower

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/randgo"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/skeleton"
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

func model(t *testing.T, p *skeleton.Program, o Options) (*Program, *systems.Model) {
	t.Helper()
	l, err := Lower(p, o)
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(l.Text, []byte("\n")); lines != len(l.Lines) {
		t.Fatalf("%d lines, and the origins of %d", lines, len(l.Lines))
	}
	m, err := systems.Read("test.bp", bytes.NewReader(l.Text))
	if err != nil {
		t.Fatalf("%v\n%s", err, l.Text)
	}
	return l, m
}

func TestPool(t *testing.T) {
	for _, test := range []struct {
		name   string
		closer []skeleton.Node
		want   systems.Verdict
	}{
		{"right", []skeleton.Node{{Op: skeleton.Wait}, {Op: skeleton.Close}, {Op: skeleton.End}}, systems.Safe},
		{"without Wait", []skeleton.Node{{Op: skeleton.Close}, {Op: skeleton.End}}, systems.Unsafe},
		{"closed twice", []skeleton.Node{{Op: skeleton.Wait}, {Op: skeleton.Close}, {Op: skeleton.Close}, {Op: skeleton.End}}, systems.Unsafe},
	} {
		l, m := model(t, pool(test.closer...), Options{Leaks: true})
		r, err := m.Check(context.Background(), systems.Options{Algorithm: "bfs", Threads: 5})
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

// survey returns the labels of what a survey of a translation finds.
func survey(t *testing.T, l *Program, m *systems.Model) (failures, leaks []string) {
	t.Helper()
	o := systems.SurveyOptions{Threads: 4}
	for _, w := range l.Waits {
		o.Places = append(o.Places, w.Place+"#")
	}
	o.Leaks = len(o.Places) > 0
	s, err := m.Survey(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range s.Failures {
		failures = append(failures, x.Label)
	}
	for _, x := range s.Leaks {
		leaks = append(leaks, x.Label)
	}
	return failures, leaks
}

// Add inside of the goroutine may come when Wait is about to look; in front of the go statement it may not.
func TestAddBesideWait(t *testing.T) {
	for _, inside := range []bool{true, false} {
		wg := &skeleton.Object{Kind: skeleton.WaitGroup, Name: "wg"}
		add := skeleton.Node{Op: skeleton.Add, Object: wg, Delta: 1}
		done := skeleton.Node{Op: skeleton.Add, Object: wg, Delta: -1}
		wait, end := skeleton.Node{Op: skeleton.Wait, Object: wg}, skeleton.Node{Op: skeleton.End}
		start := skeleton.Node{Op: skeleton.Go, Delta: 1}
		p := program([]*skeleton.Object{wg}, []skeleton.Node{add, start, wait, end}, []skeleton.Node{done, end})
		if inside {
			p = program([]*skeleton.Object{wg}, []skeleton.Node{start, wait, end}, []skeleton.Node{add, done, end})
		}
		for _, o := range []Options{{}, {AnyNumber: true}} {
			l, m := model(t, p, o)
			failures, leaks := survey(t, l, m)
			if (len(failures) == 1) != inside || len(leaks) > 0 {
				t.Errorf("inside %t: %v %v\n%s", inside, failures, leaks, l.Text)
			}
		}
	}
}

// Two bodies of one name have labels that no node has.
func TestBodiesOfOneName(t *testing.T) {
	c := &skeleton.Object{Kind: skeleton.Chan, Name: "c"}
	send, receive := skeleton.Node{Op: skeleton.Send, Object: c}, skeleton.Node{Op: skeleton.Recv, Object: c}
	again := skeleton.Node{Op: skeleton.Branch, Cond: skeleton.Either{}, Next: []int{1, 3}}
	p := program([]*skeleton.Object{c},
		[]skeleton.Node{{Op: skeleton.Go, Delta: 1}, {Op: skeleton.Go, Delta: 2}, {Op: skeleton.End}},
		[]skeleton.Node{send, receive, again, {Op: skeleton.End}},
		[]skeleton.Node{send, receive, again, {Op: skeleton.End}})
	p.Bodies[2].Name = "worker"
	for _, o := range []Options{{Leaks: true}, {AnyNumber: true, Leaks: true}} {
		l, _ := model(t, p, o)
		if len(l.Waits) != 4 || l.Waits[0].Place == l.Waits[2].Place {
			t.Errorf("places %v\n%s", l.Waits, l.Text)
		}
	}
}

// A goroutine that does an operation again and again is not blocked for ever there.
func TestOperationAgain(t *testing.T) {
	for _, cap := range []int{0, 1} {
		c := &skeleton.Object{Kind: skeleton.Chan, Name: "c", Cap: cap}
		p := program([]*skeleton.Object{c},
			[]skeleton.Node{{Op: skeleton.Go, Delta: 1}, {Op: skeleton.Send, Object: c, Next: []int{1}}},
			[]skeleton.Node{{Op: skeleton.Select, Cases: []skeleton.Case{{Object: c}, {Object: c, Send: true}}, Next: []int{0, 0}}})
		l, m := model(t, p, Options{Leaks: true})
		if failures, leaks := survey(t, l, m); failures != nil || leaks != nil {
			t.Errorf("capacity %d: %v %v\n%s", cap, failures, leaks, l.Text)
		}
	}
}

// TestLinesNameOperations tests that the statement is an operation's of which nothing else is left.
func TestLinesNameOperations(t *testing.T) {
	wg := &skeleton.Object{Kind: skeleton.WaitGroup, Name: "wg"} // nobody adds to it
	l, _ := model(t, program([]*skeleton.Object{wg}, []skeleton.Node{{Op: skeleton.Wait, Object: wg}, {Op: skeleton.End}}), Options{Leaks: true})
	for i, line := range strings.Split(string(l.Text), "\n") {
		if strings.Contains(line, "end_thread;") && (l.Lines[i].Node == nil || l.Lines[i].Node.Op != skeleton.Wait) {
			t.Errorf("line %d is not that of Wait:\n%s", i+1, l.Text)
		}
	}
}

// TestNames checks that names are identifiers, each once.
func TestNames(t *testing.T) {
	n := newNames()
	for _, test := range [][2]string{{"a.b[9]", "a_b_9"}, {"9z", "x9z"}, {"0", "x0"}, {"AZaz_09", "AZaz_09"}, {"a.b[9]", "a_b_9_2"}, {"", "x"}, {"while", "while_2"}, {"threads", "x_threads"}, {"(*T)", "T_2"}} {
		if got := n.unique(test[0]); got != test[1] {
			t.Errorf("%q becomes %q, want %q", test[0], got, test[1])
		}
	}
}

// A branch on a shared variable is one step with what is asked before it: others could change the variable in between.
func TestBranchIsOneStep(t *testing.T) {
	p := randgo.Parse(t, "var v f t, chan c\ngo 1; if v = t -> x y; x: recv c; y: exit\nset v = t; send c")
	for _, o := range []Options{{Leaks: true}, {AnyNumber: true, Leaks: true}} {
		l, _ := model(t, p, o)
		if bytes.Contains(l.Text, []byte("v then goto")) || !bytes.Contains(l.Text, []byte("exited")) {
			t.Errorf("the branch is not in a section:\n%s", l.Text)
		}
	}
}
