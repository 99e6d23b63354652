package allsat
import ("testing";"time";"fmt")
func TestThrash(t *testing.T) {
	for _, n := range []int{4,8,12,16,40,100} {
		// z=0: the core, a pigeon-hole formula, has no model; the disjunctions come first.
		var cs []*Formula
		var unk []int
		z := Var(0); unk = append(unk,0)
		next := 1
		v := func() *Formula { unk=append(unk,next); next++; return Var(next-1) }
		for range n { cs = append(cs, Or(v(), v(), z)) }
		var p [4][3]*Formula
		for i := range p { for j := range p[i] { p[i][j]=v() } ; cs = append(cs, Or(p[i][0],p[i][1],p[i][2],z)) }
		for j := range 3 { for i := range 4 { for k := range i { cs = append(cs, Or(Not(p[i][j]), Not(p[k][j]), z)) } } }
		cs = append(cs, Implies(z, And(cs...)))
		cs = append(cs, Not(z))
		// hide: z equal to w xor w2, 
		vals := make([]uint64, Words(next))
		q := Compile(And(cs...), unk)
		start := time.Now()
		s := &Scratch{Stop: func() bool { return time.Since(start) > 3*time.Second }}
		sat := q.Satisfiable(vals, s)
		fmt.Println(n, q, sat, s.Stopped(), time.Since(start))
		cs[len(cs)-1]=Or(Not(z), Not(z))
		cs = cs[:len(cs)-1]
		q = Compile(And(cs...), unk)
		start = time.Now()
		s = &Scratch{Stop: func() bool { return time.Since(start) > 3*time.Second }}
		sat = q.Satisfiable(vals, s)
		fmt.Println(n, q, sat, s.Stopped(), time.Since(start))
	}
}
