// This file defines families of circuits.

package circuit_test

import (
	"fmt"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/ltl"
)

// counter returns a counter of so many bits that is bad when all are set.
func counter(bits int) *aig.Circuit {
	c := aig.New()
	all := make([]aig.Lit, bits)
	for i := range all {
		all[i] = c.Latch("", aig.Zero)
	}
	for i := range all {
		c.SetNext(i, c.Xor(all[i], c.All(all[:i]...)))
	}
	c.Bads = []aig.Named{{Lit: c.All(all...)}}
	return c
}

// ring returns n cells that pass a token around; in each step one cell that an input chooses
// moves, fairly. A user of each cell asks for what the token allows. It is bad if two have
// it; the formula says that the user of the first cell gets it when it asks. Without
// fairness (buggy) it may not.
func ring(n int, buggy bool) (*aig.Circuit, *ltl.Formula) {
	c := aig.New()
	width := 1
	for 1<<width < n {
		width++
	}
	var choice []aig.Lit
	for b := range width {
		choice = append(choice, c.Input(fmt.Sprint("run", b)))
	}
	var token, request, grant, ask, runs []aig.Lit
	for i := range n {
		first := aig.Zero
		if i == 0 {
			first = aig.One
		}
		token = append(token, c.Latch(fmt.Sprint("token", i), first))
		request = append(request, c.Latch(fmt.Sprint("request", i), aig.Zero))
		grant = append(grant, c.Latch(fmt.Sprint("grant", i), aig.Zero))
		ask = append(ask, c.Input(fmt.Sprint("ask", i)))
		chosen := aig.True
		for b := range width {
			chosen = c.And(chosen, choice[b].NotIf(i>>b&1 == 0))
		}
		runs = append(runs, chosen)
	}
	for i := range n {
		before := (i + n - 1) % n
		// A cell with the token grants it, and takes it back and passes it on, or passes it on.
		take := c.All(runs[i], token[i], request[i], grant[i].Not())
		back := c.All(runs[i], grant[i])
		pass := func(i int) aig.Lit { return c.All(runs[i], token[i], c.Or(request[i], grant[i]).Not()) }
		c.SetNext(3*i, c.Or(c.And(token[i], c.Or(pass(i), take).Not()), c.Or(pass(before), c.All(runs[before], grant[before]))))
		c.SetNext(3*i+1, c.And(c.Or(request[i], ask[i]), back.Not()))
		c.SetNext(3*i+2, c.And(c.Or(grant[i], take), back.Not()))
		if !buggy {
			c.Fairness = append(c.Fairness, runs[i])
		}
	}
	two := aig.False
	for i := range n {
		for j := range i {
			two = c.Or(two, c.And(grant[i], grant[j]))
		}
	}
	c.Bads = []aig.Named{{Lit: two}}
	atom := func(l aig.Lit) *ltl.Formula { return ltl.Atom(int(l)) }
	return c, ltl.Globally(ltl.Implies(atom(request[0]), ltl.Finally(atom(grant[0]))))
}

// twins returns two registers of n bits that are loaded with the same number, and rotate
// otherwise. It is bad if they are told apart by chains through both, in which each bit of one
// register meets a distant one of the other: no order that follows the chains is a good one.
func twins(n int) *aig.Circuit {
	c := aig.New()
	load := c.Input("load")
	var a, b, in []aig.Lit
	for range n {
		a, b = append(a, c.Latch("", aig.Zero)), append(b, c.Latch("", aig.Zero))
		in = append(in, c.Input(""))
	}
	chain := func(x, y []aig.Lit) aig.Lit {
		f := aig.False
		for i := range n {
			f = c.And(x[i], c.Or(f, y[(i+n/2)%n].Not()))
		}
		return f
	}
	for i := range n {
		for k, x := range [][]aig.Lit{a, b} {
			c.SetNext(2*i+k, c.Mux(load, in[i], x[(i+1)%n]))
		}
	}
	c.Bads = []aig.Named{{Lit: c.Xor(chain(a, b), chain(b, a))}}
	return c
}
