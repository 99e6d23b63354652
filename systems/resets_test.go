// This file tests circuits in AIGER files whose resets are functions, by comparison with an
// evaluation of the file alone.

package systems

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// A plainCircuit is what an AIGER file says, in its literals: inputs, then latches, then
// conjunctions, each of which rests on what is before it.
type plainCircuit struct {
	inputs  int
	latches [][2]int // next, reset
	ands    [][2]int
	bad     int
}

func (c *plainCircuit) latch(i int) int { return 2 * (1 + c.inputs + i) }

func (c *plainCircuit) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "aag %d %d %d 0 %d 1\n", c.inputs+len(c.latches)+len(c.ands), c.inputs, len(c.latches), len(c.ands))
	for i := range c.inputs {
		fmt.Fprintln(&b, 2*(1+i))
	}
	for i, l := range c.latches {
		fmt.Fprintln(&b, c.latch(i), l[0], l[1])
	}
	fmt.Fprintln(&b, c.bad)
	for i, a := range c.ands {
		fmt.Fprintln(&b, c.latch(len(c.latches)+i), a[0], a[1])
	}
	return b.String()
}

// values returns the values of variables in a frame.
func (c *plainCircuit) values(inputs, state int) []bool {
	v := []bool{false}
	for i := range c.inputs {
		v = append(v, inputs>>i&1 != 0)
	}
	for i := range c.latches {
		v = append(v, state>>i&1 != 0)
	}
	for _, a := range c.ands {
		v = append(v, holds(v, a[0]) && holds(v, a[1]))
	}
	return v
}

func holds(values []bool, lit int) bool { return values[lit/2] != (lit%2 == 1) }

// begins reports whether a frame may be the first one.
func (c *plainCircuit) begins(v []bool) bool {
	for i, l := range c.latches {
		if l[1] != c.latch(i) && holds(v, l[1]) != holds(v, c.latch(i)) {
			return false
		}
	}
	return true
}

func (c *plainCircuit) next(v []bool) (state int) {
	for i, l := range c.latches {
		if holds(v, l[0]) {
			state |= 1 << i
		}
	}
	return state
}

// depth returns how many steps lead to a frame that is bad, -1 if none do.
func (c *plainCircuit) depth() int {
	seen, frontier := map[int]bool{}, []int{}
	for depth := 0; ; depth++ {
		var after []int
		visit := func(v []bool) bool {
			if holds(v, c.bad) {
				return true
			}
			if s := c.next(v); !seen[s] {
				seen[s] = true
				after = append(after, s)
			}
			return false
		}
		if depth == 0 {
			for frame := range 1 << (c.inputs + len(c.latches)) {
				v := c.values(frame&(1<<c.inputs-1), frame>>c.inputs)
				if c.begins(v) && visit(v) {
					return 0
				}
			}
		}
		for _, s := range frontier {
			for in := range 1 << c.inputs {
				if visit(c.values(in, s)) {
					return depth
				}
			}
		}
		if frontier = after; len(frontier) == 0 {
			return -1
		}
	}
}

// violates reports whether a witness is a run of the file to a frame that is bad.
func (c *plainCircuit) violates(witness string) bool {
	lines := strings.Split(witness, "\n")
	bits := func(text string) (n int) {
		for i := range text {
			n |= int(text[i]-'0') << i
		}
		return n
	}
	if len(lines) < 5 || len(lines[2]) != len(c.latches) {
		return false
	}
	state := bits(lines[2])
	for i, line := range lines[3:] {
		v := c.values(bits(line), state)
		if i == 0 && !c.begins(v) {
			return false
		}
		if lines[4+i] == "." {
			return holds(v, c.bad)
		}
		state = c.next(v)
	}
	return false
}

// randomResets makes a circuit in which resets rest on inputs, and on latches that are drawn before.
func randomResets(rng *rand.Rand) *plainCircuit {
	c := &plainCircuit{inputs: rng.IntN(3), latches: make([][2]int, 2+rng.IntN(3))}
	var pool []int
	for i := range c.inputs {
		pool = append(pool, 2*(1+i))
	}
	lit := func() int { return pool[rng.IntN(len(pool))] ^ rng.IntN(2) }
	and := func() {
		c.ands = append(c.ands, [2]int{lit(), lit()})
		pool = append(pool, c.latch(len(c.latches)+len(c.ands)-1))
	}
	for _, i := range rng.Perm(len(c.latches)) {
		reset := []int{0, 1, c.latch(i)}[rng.IntN(3)]
		if len(pool) > 0 && rng.IntN(3) > 0 {
			if rng.IntN(2) == 0 {
				and()
			}
			reset = lit()
		}
		c.latches[i][1] = reset
		pool = append(pool, c.latch(i))
	}
	for range 2 + rng.IntN(6) {
		and()
	}
	for i := range c.latches {
		c.latches[i][0] = lit()
	}
	and()
	c.bad = lit()
	return c
}

func TestResets(t *testing.T) {
	unsafe, deep := 0, 0
	for seed := range uint64(campaign.Size(t, 60, 5000)) {
		c := randomResets(rand.New(rand.NewPCG(seed, 5)))
		want := c.depth()
		m, err := Read("x.aag", strings.NewReader(c.String()))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, c)
		}
		for _, algorithm := range []string{"bmc", "kind", "pdr", "symbolic"} {
			o := Options{Algorithm: algorithm, SelfCheck: true}
			if algorithm == "bmc" {
				o.Bound = 20
			}
			r, err := m.Check(context.Background(), o)
			if err != nil {
				t.Fatalf("seed %d, %s: %v\n%s", seed, algorithm, err, c)
			}
			switch {
			case want >= 0:
				var witness bytes.Buffer
				if r.Verdict != Unsafe || algorithm != "pdr" && r.Property.Found.Length != want {
					t.Fatalf("seed %d, %s: %v, length %d; want %d\n%s", seed, algorithm, r.Verdict, r.Property.Found.Length, want, c)
				}
				if err := r.Property.Found.Waves.Witness(&witness); err != nil || !c.violates(witness.String()) {
					t.Fatalf("seed %d, %s: %v, the witness is\n%s\n%s", seed, algorithm, err, &witness, c)
				}
			case r.Verdict == Unsafe || r.Verdict == Unknown && algorithm != "bmc":
				t.Fatalf("seed %d, %s: %v(%s), want Safe\n%s", seed, algorithm, r.Verdict, r.Reason, c)
			}
		}
		if want >= 0 {
			unsafe++
		}
		if want > 0 {
			deep++
		}
	}
	if unsafe == 0 || deep == 0 {
		t.Errorf("%d circuits are unsafe, %d after a step", unsafe, deep)
	}
}
