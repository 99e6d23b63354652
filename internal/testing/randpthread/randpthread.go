// Package randpthread makes random C programs with threads, for tests that compare what is said of them.
package randpthread

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Program returns a random program: one or two functions that threads run, any number of them or one, over three globals
// and a lock, with assertions of which many fail. In one of four, pointers say which object, lock or function it is; in
// another one, threads draw tickets, or use what is freed when nobody uses it.
func Program(rng *rand.Rand) string {
	kind := rng.IntN(4)
	g := &generator{Rand: rng, pointers: kind == 0, tickets: kind == 1, uses: kind == 2}
	var b strings.Builder
	b.WriteString("#include <pthread.h>\n#include <assert.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nvoid __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n")
	b.WriteString("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nunsigned readers;\n")
	for i := range 3 {
		fmt.Fprintf(&b, "%s g%d = %d;\n", []string{"int", "unsigned char", "_Bool"}[rng.IntN(3)], i, rng.IntN(2))
	}
	if g.pointers {
		b.WriteString("struct o { pthread_mutex_t m; int v; } h[2], *now = h;\nstatic int inc(int v) { return v + 1; }\nstatic int set(int v) { h[0].v = v; return 0; }\nint (*act)(int) = inc;\n")
	}
	if g.tickets {
		b.WriteString("unsigned char next, serving;\nint inside;\n")
	}
	if g.uses {
		b.WriteString("unsigned users = 1;\nint freed;\n")
	}
	functions := 1 + rng.IntN(2)
	for i := range functions {
		fmt.Fprintf(&b, "void *f%d(void *arg) {\n\tint x = %d, y = (long)arg;\n", i, rng.IntN(3))
		if g.pointers {
			fmt.Fprintf(&b, "\tstruct o *p = %s;\n\tint *q = x ? &x : &p->v;\n", g.target())
		}
		if g.tickets {
			b.WriteString("\tunsigned char k, l;\n")
		}
		g.block(&b, 3+rng.IntN(4), 1, false)
		fmt.Fprintf(&b, "\tassert(%s || %s);\n\treturn 0;\n}\n", g.expression(2), g.expression(1))
	}
	b.WriteString("int main() {\n\tpthread_t t;\n")
	for i := range functions {
		if rng.IntN(3) == 0 {
			fmt.Fprintf(&b, "\tpthread_create(&t, 0, f%d, (void *)%dL);\n", i, rng.IntN(3))
		} else {
			fmt.Fprintf(&b, "\twhile (__VERIFIER_nondet_int()) pthread_create(&t, 0, f%d, (void *)(long)%s);\n", i, []string{"0", "1", "g0"}[rng.IntN(3)])
		}
	}
	if g.uses {
		fmt.Fprintf(&b, "\tint last;\n\t%s\n", g.put("last"))
	}
	b.WriteString("\tf0(0);\n\treturn 0;\n}\n")
	return b.String()
}

type generator struct {
	*rand.Rand
	pointers bool
	tickets  bool
	uses     bool
}

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *generator) variable() string {
	if g.pointers && g.IntN(3) == 0 {
		return g.pick("p->v", "(*q)", "now->v", "h[0].v", "h[y & 1].v")
	}
	return g.pick("g0", "g1", "g2", "x", "y")
}

// target returns a pointer to an object.
func (g *generator) target() string {
	return g.pick("h", "&h[1]", "now", "(x ? h : &h[1])", "(__VERIFIER_nondet_int() ? now : h)")
}

// redirect has a pointer point to something else, or does something with it.
func (g *generator) redirect() string {
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("p = %s;", g.target())
	case 1:
		return fmt.Sprintf("now = %s;", g.pick("p", "&h[1]", g.target()))
	case 2:
		return fmt.Sprintf("q = %s;", g.pick("&p->v", "&x", "&y", "&now->v"))
	case 3:
		return fmt.Sprintf("act = %s;", g.pick("inc", "set", "(x ? inc : set)"))
	case 4:
		return fmt.Sprintf("x = act(%s);", g.variable())
	}
	return fmt.Sprintf("assert(%s);", g.pick("p == now", "q != &x", "act == inc", "p != h || *q == h->v"))
}

// ticket draws a ticket, waits for its turn, does what no two threads may do at once, or ends the turn; or all of it.
func (g *generator) ticket() string {
	k := g.pick("k", "k", "l")
	draw := fmt.Sprintf("__VERIFIER_atomic_begin(); if (next == 255) abort(); %s = next; next++; __VERIFIER_atomic_end();", k)
	wait := fmt.Sprintf(g.pick("while (%s != serving);", "if (serving != %s) abort();"), k)
	alone, end := g.pick("inside = 1; assert(inside == 1); inside = 0;", "assert(!inside); inside = 1; inside = 0;"), "serving++;"
	switch g.IntN(12) {
	case 0:
		return draw
	case 1:
		return wait
	case 2:
		return alone
	case 3:
		return end
	case 4:
		return g.pick("k = l;", "l = k;", "k = x;", "l = next;", "k++;")
	case 5:
		return draw + " " + wait + " " + alone
	}
	return draw + " " + wait + " " + alone + " " + end
}

// put ends a use.
func (g *generator) put(last string) string {
	return fmt.Sprintf("__VERIFIER_atomic_begin(); users--; %s = users == 0; __VERIFIER_atomic_end(); if (%[1]s) freed = 1;", last)
}

// use begins a use, looks whether it is freed, or ends the use; or all of it.
func (g *generator) use() string {
	get := g.pick("if (users == 0) abort(); users++;", "if (users == 0) abort(); users++;", "y = users; if (y == 0) abort(); users = y + 1;", "users++;")
	get = "__VERIFIER_atomic_begin(); " + get + " __VERIFIER_atomic_end();"
	if g.IntN(4) == 0 {
		get = "y = users; if (y == 0) abort(); __VERIFIER_atomic_begin(); if (users != y) abort(); users = y + 1; __VERIFIER_atomic_end();"
	}
	look := "assert(!freed);"
	switch g.IntN(8) {
	case 0:
		return get + " " + look
	case 1:
		return look
	case 2:
		return get + " " + g.put("x") + " " + g.pick(look, "")
	}
	return get + " " + look + " " + g.put("x")
}

func (g *generator) expression(depth int) string {
	if depth == 0 || g.IntN(3) == 0 {
		return g.pick(g.variable(), g.variable(), "0", "1", "2", "__VERIFIER_nondet_int()")
	}
	op := g.pick("+", "-", "==", "!=", "<", "<=", "&", "|", "^", "&&", "||")
	return fmt.Sprintf("(%s %s %s)", g.expression(depth-1), op, g.expression(depth-1))
}

func (g *generator) block(b *strings.Builder, n, depth int, atomic bool) {
	indent := strings.Repeat("\t", depth)
	for range n {
		if g.pointers && g.IntN(4) == 0 {
			fmt.Fprintf(b, "%s%s\n", indent, g.redirect())
			continue
		}
		if g.tickets && !atomic && g.IntN(3) == 0 {
			fmt.Fprintf(b, "%s%s\n", indent, g.ticket())
			continue
		}
		if g.uses && !atomic && g.IntN(3) == 0 {
			fmt.Fprintf(b, "%s%s\n", indent, g.use())
			continue
		}
		switch k := g.IntN(10); {
		case k < 3:
			fmt.Fprintf(b, "%s%s = %s;\n", indent, g.variable(), g.expression(1))
		case k < 5:
			fmt.Fprintf(b, "%s%s%s;\n", indent, g.variable(), g.pick("++", "--"))
		case k < 6 && g.IntN(4) == 0:
			fmt.Fprintf(b, "%sif (!(%s)) abort();\n", indent, g.expression(1))
		case k < 6:
			fmt.Fprintf(b, "%sassert(%s);\n", indent, g.expression(2))
		case k < 7 && depth < 3:
			fmt.Fprintf(b, "%sif (%s) {\n", indent, g.expression(1))
			g.block(b, 1+g.IntN(2), depth+1, atomic)
			fmt.Fprintf(b, "%s}\n", indent)
		case k < 8 && depth < 3 && !atomic:
			fmt.Fprintf(b, "%swhile (%s) {\n", indent, g.expression(1))
			g.block(b, 1+g.IntN(2), depth+1, atomic)
			fmt.Fprintf(b, "%s}\n", indent)
		case k < 8 && !atomic && g.IntN(2) == 0:
			fmt.Fprintf(b, "%s__VERIFIER_atomic_begin();\n%[1]sif (readers != 0) abort();\n", indent)
			g.block(b, 1+g.IntN(2), depth, true)
			fmt.Fprintf(b, "%s__VERIFIER_atomic_end();\n", indent)
		case k < 8 && !atomic && depth == 1:
			fmt.Fprintf(b, "%s__VERIFIER_atomic_begin(); readers++; __VERIFIER_atomic_end();\n", indent)
			g.block(b, 1+g.IntN(2), 2, false)
			fmt.Fprintf(b, "%s__VERIFIER_atomic_begin(); readers--; __VERIFIER_atomic_end();\n", indent)
		case k < 9 && !atomic:
			lock := "&m"
			if g.pointers {
				lock = g.pick("&m", "&p->m", "&now->m", "&h[x & 1].m")
			}
			fmt.Fprintf(b, "%spthread_mutex_lock(%s);\n", indent, lock)
			g.block(b, 1+g.IntN(2), depth, true)
			fmt.Fprintf(b, "%spthread_mutex_unlock(%s);\n", indent, lock)
		case !atomic:
			fmt.Fprintf(b, "%s__VERIFIER_atomic_begin();\n", indent)
			g.block(b, 1+g.IntN(2), depth, true)
			fmt.Fprintf(b, "%s__VERIFIER_atomic_end();\n", indent)
		}
	}
}
