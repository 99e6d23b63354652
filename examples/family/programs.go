// This file defines the programs for a bounded number of threads.

package family

import (
	"fmt"
	"strings"
)

// Flags returns a program with k shared flags that main sets one after the
// other, beside any number of watchers. Of the 2^k valuations k+1 are
// reachable, and with n live threads (k+3)·n(n+1)/2 states, while a translation
// of the whole program has every valuation at every statement. The program is
// safe.
func Flags(k int) string {
	k = max(k, 1)
	p := newProgram("%d flags are set one after the other: %d valuations are reachable.", k, k+1)
	p.shared("f", k)
	p.line("")
	p.line("void main() begin")
	p.line("  while * do start_thread watch(); od")
	for i := range k {
		p.line("  f%d := 1;", i)
	}
	p.line("end")
	p.line("")
	p.line("void watch() begin")
	order := []string{"!f0 | f0"} // all flags matter, or they would be left out
	for i := range k - 1 {
		order = append(order, fmt.Sprintf("(!f%d | f%d)", i+1, i))
	}
	p.line("  while 1 do assert(%s); od", strings.Join(order[min(1, k-1):], " & "))
	p.line("end")
	return p.String()
}

// Locals returns a program whose threads have k local flags each, which they
// set one after the other. Of the 2^k valuations k+1 are reachable. The program
// is safe.
func Locals(k int) string {
	k = max(k, 1)
	p := newProgram("Each thread sets %d flags of its own one after the other.", k)
	p.line("void main() begin")
	for i := range k {
		p.line("  decl f%d := 0;", i)
	}
	p.line("  while * do start_thread goto work; od")
	p.line("work:")
	for i := range k {
		p.line("  f%d := 1;", i)
	}
	var all []string
	for i := range k {
		all = append(all, fmt.Sprintf("f%d", i))
	}
	p.line("  assert(%s);", strings.Join(all, " & "))
	p.line("end")
	return p.String()
}

// Counter returns a program in which any number of threads increment a shared
// counter of k bits. All 2^k values are reachable. The program errs when all
// bits are 1, which takes 2^k - 1 increments in a row, so the shortest trace is
// exponentially long. More than 60 bits are 60.
func Counter(k int) string {
	k = min(max(k, 1), 60)
	p := newProgram("A counter of %d bits must not reach %d.", k, 1<<k-1)
	p.shared("b", k)
	bits := names("b", 0, k)
	sums := []string{"!b0"}
	for i := 1; i < k; i++ {
		sums = append(sums, fmt.Sprintf("b%d ^ (%s)", i, strings.Join(bits[:i], " & ")))
	}
	p.line("")
	p.line("void main() begin")
	p.line("  while * do start_thread goto tick; od")
	p.line("tick:")
	p.line("  while 1 do")
	p.line("    %s := %s;", strings.Join(bits, ", "), strings.Join(sums, ", "))
	p.line("    assert(!(%s));", strings.Join(bits, " & "))
	p.line("  od")
	p.line("end")
	return p.String()
}

// Ring returns a program of k stations, main being the first, that pass a token
// around. Who has the token may enter a critical section. The token is k flags,
// of which exactly one is set. All stations live only with at least k threads.
// The program is safe.
func Ring(k int) string {
	k = max(k, 1)
	p := newProgram("%d stations pass a token around.", k)
	p.line("decl busy := 0;")
	for i := range k {
		p.line("decl token%d := %d;", i, b2i(i == 0))
	}
	for i := range k {
		name := fmt.Sprintf("station%d", i)
		if i == 0 {
			name = "main"
		}
		p.line("")
		p.line("void %s() begin", name)
		for j := 1; i == 0 && j < k; j++ {
			p.line("  start_thread station%d();", j)
		}
		p.line("  while 1 do")
		p.line("    assume(token%d);", i)
		p.line("    assert(!busy);")
		p.line("    busy := 1;")
		p.line("    busy := 0;")
		if k > 1 {
			p.line("    token%d, token%d := 0, 1;", i, (i+1)%k)
		}
		p.line("  od")
		p.line("end")
	}
	return p.String()
}

// Crowd returns a program whose threads enter and leave a room that counts them
// in unary. It errs when k are in at the same time, so it is safe with fewer
// than k live threads and errs with k: k-1 is no cutoff.
func Crowd(k int) string {
	k = max(k, 1)
	p := newProgram("A room must not hold %d threads at the same time.", k)
	for i := range k {
		p.line("decl in%d := 0; // at least %d threads are in", i+1, i+1)
	}
	in := names("in", 1, k)
	p.line("")
	p.line("void main() begin")
	p.line("  while * do start_thread goto visitor; od")
	p.line("visitor:")
	p.line("  while 1 do")
	p.line("    %s := %s;", strings.Join(in, ", "), strings.Join(append([]string{"1"}, in[:k-1]...), ", "))
	p.line("    assert(!in%d);", k)
	p.line("    %s := %s;", strings.Join(in, ", "), strings.Join(append(in[1:k:k], "0"), ", "))
	p.line("  od")
	p.line("end")
	return p.String()
}

// Diamonds returns a program with an atomic section of k branches in a row,
// each of which may flip a bit: 2^k paths from its begin to its end, but no more
// than two states at each place in between. The program is safe.
func Diamonds(k int) string {
	k = max(k, 1)
	p := newProgram("%d branches in an atomic section flip two bits, or do not.", k)
	p.line("decl x := 0;")
	p.line("decl y := 0;")
	p.line("")
	p.line("void main() begin")
	p.line("  while * do start_thread goto flip; od")
	p.line("flip:")
	p.line("  while 1 do")
	p.line("    atomic {")
	for range k {
		p.line("      if * then x, y := !x, !y; fi")
	}
	p.line("    }")
	p.line("    assert(x = y);")
	p.line("  od")
	p.line("end")
	return p.String()
}
