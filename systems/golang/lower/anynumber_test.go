// This file tests what is proved for any number of goroutines: random skeletons are explored by the judge
// with a few goroutines, and nothing may be found there that was proved not to happen.

package lower

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randgo"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

func TestMain(m *testing.M) { campaign.Main(m) }

// insert puts a node in front of another one: every way there leads to the new node first.
func insert(b *skeleton.Body, at int, n skeleton.Node) int {
	n.ID = len(b.Nodes)
	for _, other := range b.Nodes {
		for i, next := range other.Next {
			if next == at {
				other.Next[i] = n.ID
			}
		}
	}
	n.Next = []int{at}
	b.Nodes = append(b.Nodes, &n)
	return n.ID
}

// multiply makes a skeleton start any number of goroutines at some of its go statements; some of them owe a
// WaitGroup a Done, for which the entry waits in the end.
func multiply(p *skeleton.Program, src *rand.Rand) {
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			if n.Op != skeleton.Go || n.ID == 0 || src.IntN(2) == 0 {
				continue
			}
			first := n.ID
			if src.IntN(2) == 0 {
				wg := &skeleton.Object{ID: len(p.Objects), Kind: skeleton.WaitGroup, Name: "owed"}
				p.Objects = append(p.Objects, wg)
				first = insert(b, n.ID, skeleton.Node{Op: skeleton.Add, Object: wg, Delta: 1})
				for _, end := range n.Body.Nodes {
					if end.Op == skeleton.End && end.ID > 0 && src.IntN(8) > 0 {
						insert(n.Body, end.ID, skeleton.Node{Op: skeleton.Add, Object: wg, Delta: -1})
					}
				}
				for _, end := range b.Nodes {
					if end.Op == skeleton.End {
						insert(b, end.ID, skeleton.Node{Op: skeleton.Wait, Object: wg})
					}
				}
			}
			again := &skeleton.Node{ID: len(b.Nodes), Op: skeleton.Branch, Cond: skeleton.Either{}, Next: []int{first, n.Next[0]}}
			n.Next = []int{again.ID}
			b.Nodes = append(b.Nodes, again)
		}
	}
}

// enter makes goroutines of a body count themselves while they are in some part of it; others wait until nobody is.
func enter(p *skeleton.Program, src *rand.Rand) {
	if src.IntN(3) > 0 {
		return
	}
	wg := &skeleton.Object{ID: len(p.Objects), Kind: skeleton.WaitGroup, Name: "inside"}
	p.Objects = append(p.Objects, wg)
	b := p.Bodies[src.IntN(len(p.Bodies))]
	first, last := 1+src.IntN(len(b.Nodes)), 1+src.IntN(len(b.Nodes))
	if first >= len(b.Nodes) || last >= len(b.Nodes) {
		return
	}
	insert(b, first, skeleton.Node{Op: skeleton.Add, Object: wg, Delta: 1})
	insert(b, last, skeleton.Node{Op: skeleton.Add, Object: wg, Delta: -1})
	b = p.Bodies[src.IntN(len(p.Bodies))]
	if at := 1 + src.IntN(len(b.Nodes)); at < len(b.Nodes) {
		insert(b, at, skeleton.Node{Op: skeleton.Wait, Object: wg})
	}
}

// tell makes what goroutines of a body do depend on a parameter.
func tell(p *skeleton.Program, src *rand.Rand) {
	b := p.Bodies[src.IntN(len(p.Bodies))]
	if b.ID == 0 || len(b.Nodes) < 2 {
		return
	}
	v := &skeleton.Var{ID: len(b.Locals), Name: "which", Values: []string{"one", "another"}, Init: skeleton.Const(0)}
	b.Locals = append(b.Locals, v)
	for _, creator := range p.Bodies {
		for _, n := range creator.Nodes {
			if n.Op == skeleton.Go && n.Body == b {
				n.Args = append(n.Args, skeleton.Assign{Var: v, Value: []skeleton.Value{skeleton.Const(0), skeleton.Const(1), skeleton.Any{}}[src.IntN(3)]})
			}
		}
	}
	other := 1 + src.IntN(len(b.Nodes)-1)
	is := insert(b, 1+src.IntN(len(b.Nodes)-1), skeleton.Node{Op: skeleton.Branch, Cond: skeleton.Is{Var: v, Value: src.IntN(2)}})
	b.Nodes[is].Next = append(b.Nodes[is].Next, other)
}

// crash makes goroutines of a body end the program at some place, or not.
func crash(p *skeleton.Program, src *rand.Rand) {
	b := p.Bodies[src.IntN(len(p.Bodies))]
	at := 1 + src.IntN(len(b.Nodes))
	if src.IntN(3) > 0 || at >= len(b.Nodes) {
		return
	}
	end := &skeleton.Node{ID: len(b.Nodes), Op: skeleton.Exit, Open: true}
	b.Nodes = append(b.Nodes, end)
	branch := insert(b, at, skeleton.Node{Op: skeleton.Branch, Cond: skeleton.Either{}})
	b.Nodes[branch].Next = append(b.Nodes[branch].Next, end.ID)
}

// spin makes goroutines of a body go round in a loop until a variable has a value, or a channel is closed, which others may see to.
func spin(p *skeleton.Program, src *rand.Rand) {
	b := p.Bodies[src.IntN(len(p.Bodies))]
	at := 1 + src.IntN(len(b.Nodes))
	if src.IntN(2) > 0 || at >= len(b.Nodes) {
		return
	}
	v := &skeleton.Var{ID: len(p.Vars), Name: "flag", Values: []string{"false", "true"}, Shared: true, Init: skeleton.Const(0)}
	p.Vars = append(p.Vars, v)
	back := src.IntN(at + 1) // it does what there is from there on again
	leave := insert(b, at, skeleton.Node{Op: skeleton.Branch, Cond: skeleton.Is{Var: v, Value: 1}})
	if src.IntN(3) == 0 {
		quit := &skeleton.Object{ID: len(p.Objects), Kind: skeleton.Chan, Name: "quit"}
		p.Objects = append(p.Objects, quit)
		*b.Nodes[leave] = skeleton.Node{ID: leave, Op: skeleton.Select, Cases: []skeleton.Case{{Object: quit}}, Default: true, Next: []int{at}}
	}
	if back == at {
		back = leave
	}
	b.Nodes[leave].Next = append(b.Nodes[leave].Next, back)
	for range src.IntN(3) {
		other := p.Bodies[src.IntN(len(p.Bodies))]
		if k := 1 + src.IntN(len(other.Nodes)); k < len(other.Nodes) {
			set := skeleton.Node{Op: skeleton.Step, Do: []skeleton.Assign{{Var: v, Value: skeleton.Const(src.IntN(2))}}}
			if n := b.Nodes[leave]; n.Op == skeleton.Select {
				set = skeleton.Node{Op: skeleton.Cancel, Object: n.Cases[0].Object}
			}
			insert(other, k, set)
		}
	}
}

func TestAnyNumberIsSound(t *testing.T) {
	proved := 0
	programs := campaign.Size(t, 10, 5000)
	for seed := range uint64(programs) {
		src := rand.New(rand.NewPCG(seed, 3))
		p := randgo.Skeleton(src)
		multiply(p, src)
		enter(p, src)
		tell(p, src)
		crash(p, src)
		if seed%2 > 0 {
			spin(p, src)
		}
		if seed%5 < 2 {
			randgo.Timers(src, p)
		}
		judged, err := randgo.Explore(p, randgo.Limits{Goroutines: 4, Configurations: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		if !judged.Complete {
			continue
		}
		l, m := model(t, p, Options{AnyNumber: true, Leaks: seed%3 > 0})
		r, err := m.Check(context.Background(), systems.Options{Algorithm: "bws", Timeout: 300 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		if seed%3 > 0 && r.Verdict != systems.Safe && !inParts(t, p, l, int(seed%2), 300*time.Millisecond) {
			continue
		}
		if seed%3 == 0 && r.Verdict != systems.Safe {
			continue
		}
		proved++
		wrong := judged.Stuck && seed%3 > 0
		for _, f := range judged.Findings {
			wrong = wrong || f.Kind != "leak" && f.Kind != "race" || f.Kind == "leak" && !f.Polls && seed%3 > 0
		}
		if wrong {
			var text bytes.Buffer
			skeleton.Fprint(&text, p)
			t.Errorf("seed %d: proved, but stuck %t and %v\n%s\n%s", seed, judged.Stuck, judged.Findings, &text, l.Text)
		}
	}
	t.Logf("%d of %d proved", proved, programs)
	if proved == 0 {
		t.Error("nothing is proved")
	}
}

// The default beside a send is possible if the channel is so large that its elements are not counted.
func TestLargeChannelIsFull(t *testing.T) {
	p := &skeleton.Program{Entry: "large", Objects: []*skeleton.Object{{Kind: skeleton.Chan, Name: "large", Cap: exact + 1}}}
	p.Bodies = []*skeleton.Body{{Name: "large", Nodes: []*skeleton.Node{
		{Op: skeleton.Select, Cases: []skeleton.Case{{Send: true, Object: p.Objects[0]}}, Default: true, Next: []int{0, 1}},
		{ID: 1, Op: skeleton.Panic},
	}}}
	for _, o := range []Options{{}, {AnyNumber: true, Leaks: true}, {AnyNumber: true}} {
		l, m := model(t, p, o)
		r, err := m.Check(context.Background(), systems.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != systems.Unsafe {
			t.Errorf("%+v: %v, but after %d sends the channel is full\n%s", o, r.Verdict, exact+1, l.Text)
		}
	}
}

// The worker pool is proved for any number of workers, with a certificate, and each mutant of it is refuted:
// a third of them each day.
func TestPoolAnyNumber(t *testing.T) {
	right := []skeleton.Node{{Op: skeleton.Wait}, {Op: skeleton.Close}, {Op: skeleton.End}}
	at := func(p *skeleton.Program, body, node int) *skeleton.Node { return p.Bodies[body].Nodes[node] }
	for i, test := range []struct {
		name   string
		mutate func(*skeleton.Program)
		kind   string // of a failure; empty if there is none
	}{
		{"right", func(*skeleton.Program) {}, ""},
		{"no Wait", func(p *skeleton.Program) { *at(p, 2, 0) = skeleton.Node{Op: skeleton.Step, Next: []int{1}} }, "close"},
		{"results are not closed", func(p *skeleton.Program) { *at(p, 2, 1) = skeleton.Node{ID: 1, Op: skeleton.Step, Next: []int{2}} }, "leak"},
		{"tasks are not closed", func(p *skeleton.Program) { *at(p, 3, 2) = skeleton.Node{ID: 2, Op: skeleton.Step, Next: []int{3}} }, "leak"},
		{"return at the first result", func(p *skeleton.Program) { at(p, 0, 6).Next[0] = 7 }, "leak"},
		{"Wait before the results are received", func(p *skeleton.Program) {
			wait := skeleton.Node{Op: skeleton.Wait, Object: p.Objects[2]}
			insert(p.Bodies[0], 5, wait)
			at(p, 0, 6).Next[0] = 5
		}, "leak"},
		{"no worker", func(p *skeleton.Program) {
			at(p, 0, 2).Next[0] = 3
			*at(p, 0, 1) = skeleton.Node{ID: 1, Op: skeleton.Add, Object: p.Objects[2], Delta: -1, Next: []int{2}}
		}, "leak"},
		{"results are closed twice", func(p *skeleton.Program) {
			*at(p, 2, 0) = *at(p, 2, 1)
			at(p, 2, 0).ID = 0
			at(p, 2, 0).Next = []int{1}
		}, "close"},
	} {
		if i > 0 && !campaign.Due(t, i%3, 3) {
			continue
		}
		for _, o := range []Options{{AnyNumber: true, Leaks: true}, {AnyNumber: true}} {
			p := pool(right...)
			test.mutate(p)
			l, m := model(t, p, o)
			safe := test.kind == "" || test.kind == "leak" && !o.Leaks
			r, err := m.Check(context.Background(), systems.Options{Algorithm: "bws", All: true, Certify: safe})
			if err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			if safe {
				if r.Verdict != systems.Safe || r.Certificate == nil {
					t.Errorf("%s, %+v: %v\n%s", test.name, o, r.Verdict, l.Text)
				}
				continue
			}
			found := false
			for _, x := range r.Properties {
				for _, f := range l.Failures {
					pcs, _ := m.Program.Labelled(f.Label)
					found = found || x.Verdict == systems.Unsafe && f.Kind == test.kind && slices.Contains(pcs, x.PC)
				}
			}
			if !found {
				t.Errorf("%s, %+v: %v without a failure of kind %s\n%s", test.name, o, r.Verdict, test.kind, l.Text)
			}
		}
	}
}
