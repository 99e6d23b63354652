// This file defines the programs for any number of threads.

package family

import (
	"fmt"
	"slices"
	"strings"
)

// Toggles returns a program of k processes that each flip a bit of their own and
// take turns in a critical section. Whatever goes forward meets all 2^k
// valuations of the bits: a cover has as many elements, because there is one thread
// of each kind and nothing becomes unboundedly many. An error needs two threads
// in the section, and what leads to that are pairs, so a search backward looks at
// a number of configurations that is linear in k. The program is safe.
func Toggles(k int) string {
	k = max(k, 1)
	p := newProgram("%d processes flip a bit each, and take turns in a critical section.", k)
	p.line("decl lock := 0;")
	p.line("decl busy := 0;")
	p.line("")
	p.line("void main() begin")
	for i := range k {
		p.line("  start_thread process%d();", i)
	}
	p.line("end")
	for i := range k {
		p.line("")
		p.line("void process%d() begin", i)
		p.line("  decl bit := 0;")
		p.line("  while 1 do")
		p.line("    bit := !bit;")
		p.line("    lock := 1 constrain !lock;")
		p.line("    assert(!busy);")
		p.line("    busy := 1;")
		p.line("    busy := 0;")
		p.line("    lock := 0;")
		p.line("  od")
		p.line("end")
	}
	return p.String()
}

// Tournament returns a program of any number of players in a knockout tournament of
// k rounds: of two who have come to the same round, one goes on and one goes home.
// A player who is through all rounds stands for 2^k that began. The error is a
// player with three medals. There are two judges with one each; whoever had three
// would appoint four more, but nobody comes to have them.
//
// A search backward looks for all ways to bring together a winner: in which round
// how many players are, which is a partition of 2^k into powers of two; there are
// 10, 36, 202, 1828, 27338 for k = 3 to 7. That there never are three judges is hard to
// see: any two of them may be there together, and as far as numbers go, those
// appointed later make up for it. Forward, there are unboundedly many players in
// each round at once, and k steps to see it. The program is safe.
func Tournament(k int) string {
	k = max(k, 1)
	p := newProgram("A knockout tournament of %d rounds, for three medals of which there are two.", k)
	p.line("decl medal := 0; // a judge holds one out")
	var out []string
	for i := range k {
		p.line("decl out%d := 0; // a player has lost in round %d, and it is not known to whom", i, i)
		out = append(out, fmt.Sprintf("out%d", i))
	}
	p.line("")
	p.line("void main() begin")
	p.line("  start_thread judge();")
	p.line("  start_thread judge();")
	p.line("  while 1 do start_thread player(); od")
	p.line("end")
	p.line("")
	p.line("void judge() begin")
	p.line("  medal := 1 constrain !medal;")
	p.line("end")
	p.line("")
	p.line("void player() begin")
	for i := range k {
		p.line("  if * then")
		p.line("    out%d := 1 constrain !(%s);", i, strings.Join(out, " | "))
		p.line("    return;")
		p.line("  fi;")
		p.line("  out%d := 0 constrain out%d;", i, i)
	}
	for range 3 {
		p.line("  medal := 0 constrain medal;")
	}
	for range 4 {
		p.line("  start_thread judge();")
	}
	p.line("  assert(0);")
	p.line("end")
	return p.String()
}

// Options returns a program whose main thread sets k options one after the other, each to
// on or off, and then starts any number of workers, which take turns by a lock. An error is
// two workers in the section when all options are on. Forward, there are 2^k settings of
// the options. Backward, the one step that sets an option is undone, then the one before, so
// a search by pre-images comes to a number of configurations that is linear in k. It is
// the mirror of Startup, where one valuation leads on to one and 2^k may lead to it. The
// program is safe.
func Options(k int) string {
	k = max(k, 1)
	p := newProgram("%d options are set to on or off, then workers take turns.", k)
	p.line("decl lock := 0;")
	p.line("decl busy := 0;")
	p.shared("set", k)
	p.shared("on", k)
	p.line("")
	p.line("void main() begin")
	for i := range k {
		turn := ""
		if i > 0 {
			turn += fmt.Sprintf(" & set%d", i-1)
		}
		if i < k-1 {
			turn += fmt.Sprintf(" & !set%d", i+1)
		}
		p.line("  set%d, on%d := 1, * constrain !set%d & !on%d%s;", i, i, i, i, turn)
	}
	p.line("  while 1 do start_thread worker(); od")
	p.line("end")
	p.line("")
	p.line("void worker() begin")
	p.line("  while 1 do")
	p.line("    lock := 1 constrain !lock;")
	p.line("    assert(!(busy & %s));", strings.Join(slices.Concat(names("set", 0, k), names("on", 0, k)), " & "))
	p.line("    busy := 1;")
	p.line("    busy := 0;")
	p.line("    lock := 0;")
	p.line("  od")
	p.line("end")
	return p.String()
}

// Unconstrained returns a program of k shared variables that may begin with any values, and
// of which none can be left out. Forward, there are 2^k initial states. Backward, there are
// 2^(k-1) states in which the assertion fails, but each of half of them is four steps away
// from an initial one. Two threads err.
func Unconstrained(k int) string {
	k = max(k, 1)
	p := newProgram("%d variables begin with any values.", k)
	v := names("v", 0, k)
	p.line("decl %s;", strings.Join(v, ", "))
	p.line("")
	p.line("void main() begin")
	p.line("  start_thread worker();")
	if k > 1 {
		p.line("  %s := %s;", strings.Join(v[1:], ", "), strings.Join(v[:k-1], ", "))
	}
	p.line("end")
	p.line("")
	p.line("void worker() begin")
	p.line("  assume(v0);")
	p.line("  v%d := !v%d;", k-1, k-1)
	p.line("  assert(v%d);", k-1)
	p.line("end")
	return p.String()
}

// Startup returns a program whose main thread sets k flags one after the other and
// then starts any number of workers, which take turns by a test-and-set lock. Of
// the 2^k valuations of the flags k+1 are reachable, by any number of threads, and
// every algorithm has something to do for the lock; a translation of the whole
// program has every valuation at every statement. The program is safe.
func Startup(k int) string {
	k = max(k, 1)
	p := newProgram("%d flags are set one after the other, then workers take turns.", k)
	p.line("decl lock := 0;")
	p.line("decl busy := 0;")
	p.shared("up", k)
	p.line("")
	p.line("void main() begin")
	for i := range k {
		p.line("  up%d := 1;", i)
	}
	p.line("  while 1 do start_thread worker(); od")
	p.line("end")
	p.line("")
	p.line("void worker() begin")
	p.line("  decl was := 1; // what the lock was before this thread set it")
	p.line("  while 1 do")
	p.line("    was := 1;")
	p.line("    while was do")
	p.line("      was, lock := lock, 1;")
	p.line("    od")
	var all []string // the flags matter, or they would be left out
	for i := range k {
		all = append(all, fmt.Sprintf("up%d", i))
	}
	p.line("    assert(%s & !busy);", strings.Join(all, " & "))
	p.line("    busy := 1;")
	p.line("    busy := 0;")
	p.line("    lock := 0;")
	p.line("  od")
	p.line("end")
	return p.String()
}
