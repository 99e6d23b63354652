package allsat
import ("testing";"math/rand/v2";"time";"fmt")
func TestHard(t *testing.T) {
	for _, n := range []int{20,40,60,80,100,150,200} {
	for fam:=0; fam<4; fam++ {
		for seed := range 3 {
		r := rand.New(rand.NewPCG(uint64(seed),uint64(n)))
		var cs []*Formula
		var unk []int
		vals := make([]uint64, Words(2*n))
		x0 := make([]uint64, Words(2*n))
		for i := range x0 { x0[i]=r.Uint64() }
		for i := range n {
			unk = append(unk,i)
			pick := func() *Formula {
				v := r.IntN(n)
				if fam==1 { v=(i+r.IntN(5))%n }
				f := Var(v)
				if r.IntN(2)==0 {f=Not(f)}
				return f }
			var e *Formula
			switch { 
			case fam==3: e = Or(pick(),pick(),pick())
			case fam == 2: e = Xor(pick(), And(pick(), pick()))
			default:
			switch r.IntN(4) {
			case 0: e = And(pick(),Or(pick(),pick()))
			case 1: e = Or(pick(),And(pick(),pick()))
			case 2: e = Ite(pick(),pick(),pick())
			case 3: e = Xor(pick(), pick())
			}}
			if fam==3 { cs = append(cs, e); for k:=0;k<2;k++{ cs=append(cs, Or(pick(),pick(),pick())) }; continue }
			cs = append(cs, Eq(Var(n+i), e))
			Valuation(vals).Set(n+i, CompileExpr(e).Eval(x0)==One)
		}
		q := Compile(And(cs...), unk)
		start := time.Now()
		s := &Scratch{Stop: func() bool { return time.Since(start) > 3*time.Second }}
		sat := q.Satisfiable(vals, s)
		d1 := time.Since(start)
		start = time.Now()
		c := q.AppendCubes(nil, vals, s)
		fmt.Println(n, fam, seed, "sat", sat, s.Stopped(), d1, "cubes", len(c)/2/len(vals), time.Since(start))
	}}}
}
