// This file tests parts of the question about any number of goroutines.

package lower

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randgo"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// inParts reports whether all parts of a program hold, each up to a distance.
func inParts(t testing.TB, p *skeleton.Program, whole *Program, furthest int, limit time.Duration) bool {
	t.Helper()
	list := whole.Parts()
	for _, about := range list {
		holds := false
		for distance := Loosest; distance <= furthest; distance++ {
			l, err := Lower(p, Options{AnyNumber: true, Leaks: true, Part: Near(p, about, distance)})
			if err != nil {
				t.Fatal(err)
			}
			m, err := systems.Read("part.bp", bytes.NewReader(l.Text))
			if err != nil {
				t.Fatalf("%v\n%s", err, l.Text)
			}
			r, err := m.Check(context.Background(), systems.Options{Algorithm: "bws", Timeout: limit})
			if err != nil {
				t.Fatal(err)
			}
			holds = holds || r.Verdict == systems.Safe
		}
		if !holds {
			return false
		}
	}
	return len(list) > 0
}

// chain is so many worker pools one after the other. The entry starts the workers of each, one at least, and who closes
// their results when all are done; then it receives the results of the last pool. The stage with a number is changed.
func chain(pools, changed int, change func(closer, worker []skeleton.Node)) *skeleton.Program {
	p := &skeleton.Program{Entry: "chain"}
	object := func(kind skeleton.Kind, name string) *skeleton.Object {
		o := &skeleton.Object{ID: len(p.Objects), Kind: kind, Name: name}
		p.Objects = append(p.Objects, o)
		return o
	}
	body := func(name string, nodes []skeleton.Node) *skeleton.Body {
		b := &skeleton.Body{ID: len(p.Bodies), Name: name}
		for i, n := range nodes {
			n.ID = i
			if n.Next == nil && n.Op != skeleton.End {
				n.Next = []int{i + 1}
			}
			if n.Result != nil {
				b.Locals = []*skeleton.Var{n.Result}
			}
			b.Nodes = append(b.Nodes, &n)
		}
		p.Bodies = append(p.Bodies, b)
		return b
	}
	// receives receives until the channel is closed, with a node for each element.
	receives := func(from *skeleton.Object, first int, each skeleton.Node) []skeleton.Node {
		ok := &skeleton.Var{Name: "ok", Values: []string{"false", "true"}, Init: skeleton.Const(0)}
		each.Next = []int{first}
		return []skeleton.Node{
			{Op: skeleton.Recv, Object: from, Result: ok},
			{Op: skeleton.Branch, Cond: skeleton.Is{Var: ok, Value: 1}, Next: []int{first + 2, first + 3}},
			each,
		}
	}
	end := skeleton.Node{Op: skeleton.End}
	body("entry", []skeleton.Node{end})
	in := object(skeleton.Chan, "c0")
	entry := []skeleton.Node{{Op: skeleton.Go, Body: body("source", []skeleton.Node{
		{Op: skeleton.Branch, Cond: skeleton.Either{}, Next: []int{1, 2}},
		{Op: skeleton.Send, Object: in, Next: []int{0}},
		{Op: skeleton.Close, Object: in},
		end,
	})}}
	for i := range pools {
		out, wg := object(skeleton.Chan, fmt.Sprintf("c%d", i+1)), object(skeleton.WaitGroup, fmt.Sprintf("wg%d", i+1))
		worker := append(receives(in, 0, skeleton.Node{Op: skeleton.Send, Object: out}), skeleton.Node{Op: skeleton.Add, Object: wg, Delta: -1}, end)
		closer := []skeleton.Node{{Op: skeleton.Wait, Object: wg}, {Op: skeleton.Close, Object: out}, end}
		if i == changed {
			change(closer, worker)
		}
		add := len(entry)
		entry = append(entry,
			skeleton.Node{Op: skeleton.Add, Object: wg, Delta: 1},
			skeleton.Node{Op: skeleton.Go, Body: body(fmt.Sprintf("worker%d", i+1), worker)},
			skeleton.Node{Op: skeleton.Branch, Cond: skeleton.Either{}, Next: []int{add, add + 3}},
			skeleton.Node{Op: skeleton.Go, Body: body(fmt.Sprintf("closer%d", i+1), closer)})
		in = out
	}
	entry = append(append(entry, receives(in, len(entry), skeleton.Node{Op: skeleton.Step})...), end)
	first := body("entry", entry)
	p.Bodies = p.Bodies[:len(p.Bodies)-1]
	p.Bodies[0], first.ID = first, 0
	return p
}

// TestChainInParts proves a chain of three pools in parts, and refutes each mutant of its second one: half of them each day.
func TestChainInParts(t *testing.T) {
	step := func(n *skeleton.Node) { *n = skeleton.Node{Op: skeleton.Step, Next: n.Next} }
	for i, test := range []struct {
		name   string
		change func(closer, worker []skeleton.Node)
	}{
		{"right", nil},
		{"no Wait", func(closer, _ []skeleton.Node) { step(&closer[0]) }},
		{"not closed", func(closer, _ []skeleton.Node) { step(&closer[1]) }},
		{"closed twice", func(closer, _ []skeleton.Node) { closer[0] = closer[1] }},
		{"workers end after one element", func(_, worker []skeleton.Node) { worker[2].Next = []int{3} }},
		{"Done twice", func(_, worker []skeleton.Node) {
			worker[1].Next[1], worker[2].Op, worker[2].Object = 2, worker[3].Op, worker[3].Object
			worker[2].Delta, worker[2].Next = -1, []int{3}
		}},
	} {
		if i > 0 && !campaign.Due(t, i%2, 2) {
			continue
		}
		changed := 1
		if test.change == nil {
			changed = -1
		}
		p := chain(3, changed, test.change)
		whole, err := Lower(p, Options{AnyNumber: true, Leaks: true})
		if err != nil {
			t.Fatal(err)
		}
		if holds := inParts(t, p, whole, 0, time.Minute); holds != (test.change == nil) {
			t.Errorf("%s: proved is %t", test.name, holds)
		}
	}
}

// TestPartsOfSelect checks that nothing is known of a Select whose other objects are left out: its default may be chosen
// however much room there is.
func TestPartsOfSelect(t *testing.T) {
	c, d := &skeleton.Object{Kind: skeleton.Chan, Name: "c"}, &skeleton.Object{Kind: skeleton.Chan, Name: "d", Cap: 1}
	p := program([]*skeleton.Object{c, d}, []skeleton.Node{
		{Op: skeleton.Select, Cases: []skeleton.Case{{Object: d, Send: true}}, Default: true, Next: []int{1, 2}},
		{Op: skeleton.Close, Object: c},
		{Op: skeleton.Close, Object: c},
		{Op: skeleton.End},
	})
	p.Bodies[0].Nodes[0].Next = []int{1, 2}
	p.Bodies[0].Nodes[1].Next = []int{3}
	l, m := model(t, p, Options{AnyNumber: true, Leaks: true, Part: &Part{About: []*skeleton.Object{c}, Keep: []*skeleton.Object{c}}})
	if bytes.Contains(l.Text, []byte("d_n")) {
		t.Errorf("the other channel is there:\n%s", l.Text)
	}
	if r, err := m.Check(context.Background(), systems.Options{Algorithm: "bws"}); err != nil || r.Verdict != systems.Safe {
		t.Errorf("%v %v", r, err)
	}
	p.Bodies[0].Nodes[2] = &skeleton.Node{ID: 2, Op: skeleton.Panic}
	_, m = model(t, p, Options{AnyNumber: true, Leaks: true, Part: &Part{}})
	if r, err := m.Check(context.Background(), systems.Options{Algorithm: "bws"}); err != nil || r.Verdict != systems.Unsafe {
		t.Errorf("the default is not chosen: %v %v", r, err)
	}
}

// TestLoosePart checks that a result of an operation that is kept gets any value where it is assigned from a variable that is not.
func TestLoosePart(t *testing.T) {
	p := randgo.Parse(t, "chan c, var v a b\nset v = b; go 1 ok = v\nif ok = true -> x y; x: panic; y: recv c => ok")
	_, m := model(t, p, Options{AnyNumber: true, Leaks: true, Part: &Part{Keep: p.Objects, Loose: true}})
	r, err := m.Check(context.Background(), systems.Options{Algorithm: "bws"})
	if err != nil || r.Verdict != systems.Unsafe {
		t.Errorf("the panic is not found: %v %v", r, err)
	}
}

// TestGateInPart checks that nothing is known of a gate whose channel is left out: who waits behind it may be blocked for ever.
func TestGateInPart(t *testing.T) {
	p := randgo.Parse(t, "chan q 1, chan c\ngo 1; send q; recv c; recv q\nx: select recv q default -> y x; y: send c")
	for _, keep := range [][]*skeleton.Object{p.Objects, p.Objects[1:]} {
		_, m := model(t, p, Options{AnyNumber: true, Leaks: true, Part: &Part{About: p.Objects, Keep: keep}})
		r, err := m.Check(context.Background(), systems.Options{Algorithm: "bws"})
		if err != nil || r.Verdict != systems.Unsafe {
			t.Errorf("%d objects are kept: %v %v", len(keep), r, err)
		}
	}
}

// BenchmarkChain proves chains of pools for any number of workers in each, leaks included.
func BenchmarkChain(b *testing.B) {
	for pools := 1; pools <= 5; pools++ {
		b.Run(fmt.Sprint(pools), func(b *testing.B) {
			p := chain(pools, -1, nil)
			for b.Loop() {
				whole, err := Lower(p, Options{AnyNumber: true, Leaks: true})
				if err != nil {
					b.Fatal(err)
				}
				if !inParts(b, p, whole, 0, time.Minute) {
					b.Fatal("not proved")
				}
			}
		})
	}
}

// TestBefore checks that a part which is asked about accesses has the objects of operations in front of them, on any way and in any
// body, and no others.
func TestBefore(t *testing.T) {
	for text, want := range map[string]string{
		"mutex m, mutex n\nlock m; unlock m; write; lock n":                                                          "m",
		"mutex m, mutex n, chan c\ngo 1; send c\nlock m; if -> a b; b: lock n; end; a: unlock m; read":               "m",
		"chan c, chan d\ngo 1; x: send c; if -> x y; y: send d\nx: recv d; write -> x":                               "d",
		"waitgroup wg, chan c, chan d\nadd wg 1; select recv c, recv d -> x y; x: read; y: end":                      "wg c d",
		"mutex m, mutex n, chan c\ngo 1; x: if -> y z; y: lock m; unlock m -> x; z: write; send c\nlock n; unlock n": "m",
	} {
		p := randgo.Parse(t, text)
		var names []string
		for _, o := range Before(p, p.Cells[0]).Keep {
			names = append(names, o.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: it keeps %q, want %q", text, got, want)
		}
		if x := Before(p, &skeleton.Cell{}); len(x.Keep) > 0 {
			t.Errorf("%s: in front of no access it keeps %v", text, x.Keep)
		}
	}
}

// TestNear checks which objects a part about the first one has at each distance.
func TestNear(t *testing.T) {
	for text, want := range map[string]string{
		"chan c, mutex m, chan d, once o\nlock m; send c; unlock m; recv d\nlock m; unlock m": "c m, c m, c m d",
		"chan c, waitgroup wg, waitgroup xg\nadd wg 1; recv c; wait xg":                       "c xg, c xg, c wg xg",
		"mutex m, mutex n\nlock m; unlock m\nlock n; unlock n":                                "m, m, m",
		"chan c, chan d, mutex m\nselect recv c, recv d -> x y; x: lock m; end; y: end":       "c m, c m, c d m",
	} {
		p := randgo.Parse(t, text)
		var all []string
		for distance := Loosest; distance <= Furthest; distance++ {
			var names []string
			for _, o := range Near(p, p.Objects[:1], distance).Keep {
				names = append(names, o.Name)
			}
			all = append(all, strings.Join(names, " "))
		}
		if got := strings.Join(all, ", "); got != want {
			t.Errorf("%s: it keeps %q, want %q", text, got, want)
		}
	}
}
