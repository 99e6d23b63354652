// This file tests what follows from verdicts, against its meaning.

package bench

import "testing"

// truths are all programs there are: with so many threads or more an error can be
// reached; never, if 0.
func truths() []int { return []int{0, 1, 2, 3, 4, 5} }

func truth(from, bound int) string {
	if from > 0 && bound >= from {
		return Unsafe
	}
	return Safe
}

// TestBelief adds every set of three verdicts about up to four threads, and any
// number of them, and compares what follows with what holds for each program for
// which they are true.
func TestBelief(t *testing.T) {
	type said struct {
		verdict string
		bound   int
	}
	var all []said
	bounds := []int{1, 2, 3, 4, Any}
	for _, n := range bounds {
		all = append(all, said{Safe, n}, said{Unsafe, n})
	}
	all = append(all, said{Unknown, 1}, said{Error, 1})
	for _, x := range all {
		for _, y := range all {
			for _, z := range all {
				var b, rest Belief
				b.Add(x.verdict, x.bound)
				rest.Add(y.verdict, y.bound)
				rest.Add(z.verdict, z.bound)
				b.Join(rest)
				var possible []int
				for _, from := range truths() {
					ok := true
					for _, s := range []said{x, y, z} {
						ok = ok && (s.verdict == Unknown || s.verdict == Error || truth(from, s.bound) == s.verdict)
					}
					if ok {
						possible = append(possible, from)
					}
				}
				if b.Consistent() != (len(possible) > 0) {
					t.Fatalf("%v: consistent is %v", []said{x, y, z}, b.Consistent())
				}
				for _, n := range bounds {
					want := ""
					for i, from := range possible {
						if v := truth(from, n); i == 0 {
							want = v
						} else if v != want {
							want = ""
							break
						}
					}
					if got := b.Expects(n); len(possible) > 0 && got != want {
						t.Fatalf("%v: expects %q for %d threads, want %q", []said{x, y, z}, got, n, want)
					}
				}
			}
		}
	}
}

// TestWrong checks that a row is wrong if and only if it and the belief cannot both
// be true.
func TestWrong(t *testing.T) {
	for _, from := range truths() {
		for _, upTo := range []int{0, 1, 2, 3, Any} {
			b := Belief{SafeUpTo: upTo, UnsafeFrom: from}
			if !b.Consistent() {
				continue
			}
			for _, verdict := range []string{Safe, Unsafe, Unknown, Error} {
				for _, threads := range []int{0, 1, 2, 3, 4} {
					for _, cut := range []bool{false, true} {
						r := Row{Verdict: verdict, Threads: threads, Cut: cut && threads > 0}
						r.Expected = r.expects(b)
						both := b
						both.Add(verdict, r.holds())
						if r.Wrong() == both.Consistent() {
							t.Errorf("%+v: %s for %d threads, cut %v: expected %q, wrong %v", b, verdict, threads, cut, r.Expected, r.Wrong())
						}
					}
				}
			}
		}
	}
}
