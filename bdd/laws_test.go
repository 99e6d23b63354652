// This file defines tests of laws that relate operations, on functions too large
// for truth tables.

package bdd

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// circuit builds a random function of the variables.
func circuit(m *Manager, r *rand.Rand, vars []Var, gates int) Node {
	nodes := make([]Node, 0, gates+len(vars))
	for _, v := range vars {
		nodes = append(nodes, m.Var(v))
	}
	for range gates {
		// Inputs from near each other, so that diagrams stay small.
		i := r.IntN(len(nodes))
		a, b := nodes[i], nodes[max(0, i-r.IntN(6))]
		switch r.IntN(4) {
		case 0:
			nodes = append(nodes, m.And(a, b))
		case 1:
			nodes = append(nodes, m.Xor(a, b))
		case 2:
			nodes = append(nodes, m.Diff(a, b))
		case 3:
			nodes = append(nodes, m.Ite(a, b, m.Not(nodes[r.IntN(len(nodes))])))
		}
	}
	return m.Xor(nodes[len(nodes)-1], m.Or(nodes[len(nodes)-2], nodes[len(nodes)-3]))
}

func TestLaws(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		m := New(Options{})
		vars := m.NewVars(32)
		x, y, z := vars[:16:16], make([]Var, 0), vars[20:]
		f, g, h := circuit(m, r, x, 40), circuit(m, r, x, 40), circuit(m, r, x[4:12], 20)
		if seed%2 != 0 { // in another order than that of their making
			m.Collect(f, g, h)
			m.mix(r, f, g, h)
		}
		some := slices.Clone(x)
		r.Shuffle(16, func(i, j int) { some[i], some[j] = some[j], some[i] })
		s, u := m.NewVarSet(some[:5]...), m.NewVarSet(some[3:9]...)
		y = append(y, some...)
		perm := m.NewRenaming(x, y)
		shift := m.NewRenaming(x[:10], z[:10])
		full := m.NewVarSet(x...)
		v := some[7]
		equal := func(law string, a, b Node) {
			t.Helper()
			if a != b || a == Invalid {
				t.Errorf("seed %d: %s: %v %v %v", seed, law, a, b, m.Err())
			}
		}
		equal("and-exists", m.AndExists(f, g, s), m.Exists(m.And(f, g), s))
		equal("image, shift", m.Image(f, g, s, shift), m.Rename(m.AndExists(f, g, s), shift))
		equal("image, permutation", m.Image(f, g, s, perm), m.Rename(m.AndExists(f, g, s), perm))
		equal("exists of union", m.Exists(m.Exists(f, s), u), m.Exists(f, m.Union(s, u)))
		equal("exists and forall", m.Forall(f, u), m.Not(m.Exists(m.Not(f), u)))
		equal("exists over or", m.Exists(m.Or(f, g), s), m.Or(m.Exists(f, s), m.Exists(g, s)))
		equal("forall below exists", m.Implies(m.Forall(f, s), m.Exists(f, s)), True)
		equal("rename back", m.Rename(m.Rename(f, perm), m.Inverse(perm)), f)
		equal("shift back", m.Rename(m.Rename(f, shift), m.Inverse(shift)), f)
		equal("rename over xor", m.Rename(m.Xor(f, g), perm), m.Xor(m.Rename(f, perm), m.Rename(g, perm)))
		equal("shannon", m.Ite(m.Var(v), m.Cofactor(f, v, true), m.Cofactor(f, v, false)), f)
		equal("compose", m.Compose(f, v, h), m.Ite(h, m.Cofactor(f, v, true), m.Cofactor(f, v, false)))
		equal("compose by quantification", m.Compose(m.Rename(f, m.NewRenaming([]Var{v}, z[:1])), z[0], h),
			m.AndExists(m.Rename(f, m.NewRenaming([]Var{v}, z[:1])), m.Equiv(m.Var(z[0]), h), m.NewVarSet(z[0])))
		swapped := m.Substitute(f, x, func() (gs []Node) {
			for _, w := range y {
				gs = append(gs, m.Var(w))
			}
			return gs
		}())
		equal("substitute variables", swapped, m.Rename(f, perm))
		equal("constrain", m.And(m.Constrain(f, g), g), m.And(f, g))
		equal("constrain over or", m.Constrain(m.Or(f, h), g), m.Or(m.Constrain(f, g), m.Constrain(h, g)))
		equal("restrict", m.And(m.Restrict(f, g), g), m.And(f, g))
		equal("conj", m.Conj(f, g, h), m.And(f, m.And(g, h)))
		equal("disj", m.Disj(f, g, h), m.Or(f, m.Or(g, h)))
		equal("identity relation", m.AndExists(m.Rename(f, shift), m.EqualVars(x[:10], z[:10]), m.NewVarSet(z[:10]...)), f)
		if m.Leq(f, g) != (m.Implies(f, g) == True) || !m.Leq(m.And(f, g), f) || m.Leq(f, False) != (f == False) {
			t.Errorf("seed %d: leq", seed)
		}
		sum := new(big.Int).Add(m.Count(m.And(f, g), full), m.Count(m.Or(f, g), full))
		if sum.Cmp(new(big.Int).Add(m.Count(f, full), m.Count(g, full))) != 0 {
			t.Errorf("seed %d: count", seed)
		}
		if m.Minus(m.Support(m.Exists(f, s)), m.Minus(m.Support(f), s)) != 0 || m.DependsOn(m.Exists(f, s), s) {
			t.Errorf("seed %d: support", seed)
		}
		if m.Size(f) != m.Size(m.Not(f)) || m.Size(f, g) > m.Size(f)+m.Size(g) || m.Size(f, f) != m.Size(f) {
			t.Errorf("seed %d: size", seed)
		}
		// The other manager has another order.
		other := New(Options{})
		other.NewVars(32)
		back := func(v Var) Var { return 31 - v }
		equal("transfer", m.Transfer(other, other.Transfer(m, f, back), back), f)
		if err := m.check(); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// Each cube of an ISOP is prime, and none can be left out.
func TestISOPIsPrimeAndIrredundant(t *testing.T) {
	for seed := range 30 {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		m := New(Options{})
		f := circuit(m, r, m.NewVars(7), 25)
		upper := m.Or(f, circuit(m, r, []Var{0, 2, 3, 6}, 9))
		m.Collect(f, upper)
		m.mix(r, f, upper)
		for _, bound := range []Node{f, upper} {
			var cubes []Cube
			for c := range m.ISOPBetween(f, bound) {
				cubes = append(cubes, slices.Clone(c))
			}
			for i, c := range cubes {
				rest := False
				for j, d := range cubes {
					if i != j {
						rest = m.Or(rest, m.Cube(d))
					}
				}
				if m.Leq(f, rest) {
					t.Errorf("seed %d: %v is redundant", seed, c)
				}
				if whole := m.Or(rest, m.Cube(c)); !m.Leq(f, whole) || !m.Leq(whole, bound) {
					t.Errorf("seed %d: the cubes are not between the bounds", seed)
				}
				for l := range c {
					if m.Leq(m.Cube(slices.Delete(slices.Clone(c), l, l+1)), bound) {
						t.Errorf("seed %d: %v is not prime", seed, c)
					}
				}
			}
		}
	}
}

func TestCountIsExact(t *testing.T) {
	m := New(Options{})
	vars := m.NewVars(2000)
	var x, y []Var
	for i := 0; i < 200; i += 2 {
		x, y = append(x, vars[5*i]), append(y, vars[5*i+5])
	}
	f := m.EqualVars(x, y)
	want := new(big.Int).Lsh(big.NewInt(1), 1900)
	if got := m.Count(f, m.NewVarSet(vars...)); got.Cmp(want) != 0 {
		t.Errorf("%v", got)
	}
	want.Sub(new(big.Int).Lsh(big.NewInt(1), 2000), want)
	if got := m.Count(m.Not(f), m.NewVarSet(vars...)); got.Cmp(want) != 0 {
		t.Errorf("complement: %v", got)
	}
}

func TestRootsKeepWhatTheyHold(t *testing.T) {
	m := New(Options{})
	m.NewVars(30)
	f, g, h := hard(m, 9), hard(m, 8), hard(m, 7)
	sizes := []int{m.Size(f), m.Size(g), m.Size(f, g, h)}
	first := m.RegisterVars(&f)
	second := m.RegisterVars(&g, &h)
	m.Collect()
	if m.Size(f) != sizes[0] || m.Size(g) != sizes[1] || m.Size(f, g, h) != sizes[2] || m.check() != nil {
		t.Fatal("a registered node is lost")
	}
	first.Unregister()
	first.Unregister()
	m.Collect()
	if m.NodeCount() >= sizes[2] || m.Size(g) != sizes[1] {
		t.Errorf("%d nodes are left", m.NodeCount())
	}
	f = hard(m, 9)
	second.Unregister()
	m.Collect(f)
	if n := m.NodeCount(); n < sizes[0] || n > sizes[0]+30 || m.Size(f) != sizes[0] {
		t.Errorf("%d nodes are left", n)
	}
}
