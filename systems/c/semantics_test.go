// This file tests what operations, conversions and jumps mean in C.

package c

import (
	"slices"
	"testing"

	"github.com/ijit/ijit/systems/c/form"
)

// TestNumbers: what numbers are behind operations, and which operations C leaves open.
func TestNumbers(t *testing.T) {
	const two = "int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); "
	const long = "long __VERIFIER_nondet_long(void); int main(void) { long x = __VERIFIER_nondet_long(), y = __VERIFIER_nondet_long(); "
	decide(t, Options{}, map[string]small{
		"a shift by what is unsigned":   {"int x = -8; int main(void) { x >>= 1u; assert(x == -4); }", "SAFE"},
		"and nothing else":              {"int x = -8; int main(void) { x >>= 1ul; assert(x > 0); }", "UNSAFE"},
		"a shift by a wide number":      {"unsigned long n; int main(void) { n = 1ul << 32; if (any) n = 2; int x = 1; x <<= n; assert(x == 4); }", "SAFE"},
		"the least number by -1":        {two + "if (x < 0 && y < 0) { int q = x / y; assert(q >= 0); } }", "SAFE"},
		"another one by -1":             {two + "if (x < 0 && y < 0) { int q = x / y; assert(q == 0); } }", "UNSAFE"},
		"a long sum":                    {long + "if (x > 0 && y > 0) { long z = x + y; assert(z > x); } }", "SAFE"},
		"a long sum that wraps":         {long + "unsigned long z = x; assert(z + 1 > z); }", "UNSAFE"},
		"a long difference":             {long + "if (x < 0 && y > 0) { long z = x - y; assert(z < 0); } }", "SAFE"},
		"a long difference, either way": {long + "if (x < 0) { long z = x - y; assert(z < 0); } }", "UNSAFE"},
		"a long negation":               {long + "if (x < 0) { long z = -x; assert(z > 0); } }", "SAFE"},
		"a long product":                {long + "if (x > 0) { long z = x * 4; assert(z > x); } }", "SAFE"},
		"a long product, either way":    {long + "long z = x * 4; assert(z >= x); }", "UNSAFE"},
		"what is drawn":                 {"int main(void) { int x = rand() % 10; assert(x >= 0 && x < 10); }", "SAFE"},
		"what may be drawn":             {"int main(void) { int x = rand() % 10; assert(x != 9); }", "UNSAFE"},
		"a negated conjunction":         {"int x = 6; int main(void) { int y = __sync_fetch_and_nand(&x, 3); assert(y == 6 && x == -3); assert(__atomic_nand_fetch(&x, 1, 5) == -2); }", "SAFE"},
		"operations by pointers":        {"int x = 3; int main(void) { int r, v = 5; __atomic_load(&x, &r, 5); __atomic_exchange(&x, &v, &v, 5); assert(r == 3 && v == 3 && x == 5); v = 6; r = 5; assert(__atomic_compare_exchange(&x, &r, &v, 0, 5, 5)); __atomic_store(&x, &r, 5); assert(x == 5); }", "SAFE"},
	})
	decide(t, Options{}, map[string]small{
		"an element that is not set":   {"int main(void) { int a[3]; a[0] = 0; assert(a[1] == 0); }", "UNKNOWN"},
		"an element that is set":       {"int main(void) { int a[3]; a[1] = 0; int i = 1; assert(a[i] == 0); }", "SAFE"},
		"an allocated one that is not": {"int main(void) { int *a = malloc(8); a[1] = 0; assert(a[0] == 0); }", "UNKNOWN"},
		"an allocated one that is":     {"int main(void) { int *a = malloc(8); a[1] = 0; a[0] = 3; assert(a[1] == 0); }", "SAFE"},
		"the type of what comes":       {"int n; int main(void) { __auto_type x = (unsigned char)(n++ + 257); assert(x == 1 && n == 1); }", "SAFE"},
		"it is evaluated":              {"int n; int main(void) { __auto_type x = n++; assert(n == 0); }", "UNSAFE"},
	})
	decide(t, Options{Wrap: true}, map[string]small{
		"a long sum, wrapped": {long + "if (x > 0 && y > 0) { long z = x + y; assert(z > x); } }", "UNSAFE"},
	})
}

// TestStructures has structures that are assigned, given and returned.
func TestStructures(t *testing.T) {
	const pair = "struct p { int x, y; } g, t[3]; struct p of(int x, int y) { struct p r; r.x = x; r.y = y; return r; } struct p sum(struct p a, struct p b) { a.x += b.x; a.y += b.y; return a; } "
	decide(t, Options{}, map[string]small{
		"a copy":                {pair + "int main(void) { struct p a = of(1, 2), b; b = a; a.x = 5; assert(b.x == 1 && b.y == 2); }", "SAFE"},
		"what is given":         {pair + "int main(void) { struct p a = of(1, 2), b = sum(a, of(3, 4)); assert(a.x == 1 && b.x == 4 && sum(b, b).y == 12); }", "SAFE"},
		"which one":             {pair + "int main(void) { struct p *q = any ? &g : &t[1]; *q = of(1, 2); struct p a = *q; assert(a.y == 2); assert(g.x == 0); }", "UNSAFE"},
		"the place is a part":   {pair + "int main(void) { t[0] = of(1, 0); t[t[0].x] = of(7, 8); t[t[0].x + 1] = t[1]; assert(t[2].y == 8); t[t[0].y] = of(2, 3); assert(t[0].x == 2 && t[0].y == 3); }", "SAFE"},
		"parts of parts":        {"struct p { struct { int a, b[2]; } q[2]; int *r; } g; int n; int main(void) { struct p l = { { { 1, { 2, 3 } }, { 4, { 5, 6 } } }, &n }; g = l; l.q[1].b[1] = 0; assert(g.q[1].b[1] == 6 && g.q[0].b[0] == 2 && g.r == &n); }", "SAFE"},
		"not at once":           {pair + "void *f(void *a) { g = of(1, 1); return 0; } int main(void) { pthread_t h; pthread_create(&h, 0, f, 0); struct p a = g; assert(a.x == a.y); }", "UNSAFE"},
		"under a lock":          {pair + "pthread_mutex_t m; void *f(void *a) { pthread_mutex_lock(&m); g = sum(g, of(1, 1)); pthread_mutex_unlock(&m); return 0; } int main(void) { pthread_t h; pthread_create(&h, 0, f, 0); pthread_mutex_lock(&m); struct p a = g; pthread_mutex_unlock(&m); assert(a.x == a.y); }", "SAFE"},
		"of a function unknown": {"struct p { int x; }; struct p what(void); int main(void) { struct p a = what(); assert(a.x == 0); }", "6: it is not known which structure"},
		"one of two":            {pair + "int main(void) { struct p a = any ? g : t[0]; assert(a.x == 0); }", "6: one of two structures"},
	})
}

// TestJumps: where programs go on.
func TestJumps(t *testing.T) {
	decide(t, Options{}, map[string]small{
		"into a switch":                 {"int main(void) { int x = 1; goto in; switch (x) { case 1: x = 7; in: assert(x == 7); } }", "UNSAFE"},
		"into a switch in a loop":       {"int main(void) { int x = 1; goto in; while (x < 3) { x++; continue; switch (x) { default: in: x = 2; } } assert(x == 2); }", "UNSAFE"},
		"an argument of the thread's":   {"__thread int own; void g(int x) { own = 5; assert(x == 0); } void *f(void *a) { own = 0; g(own); return 0; }" + many, "SAFE"},
		"it, behind it":                 {"__thread int own; void g(int x) { own = 5; assert(x == 5); } void *f(void *a) { own = 0; g(own); return 0; }" + many, "UNSAFE"},
		"a condition that is the value": {"int x; int main(void) { int y = x ?: 3; assert(y == 3); }", "6: a condition that is the value"},
	})
}

// TestThreads has threads that begin and end in many ways.
func TestThreads(t *testing.T) {
	const timed = "pthread_mutex_t m; pthread_cond_t c; int go, x; struct timespec when; void *f(void *a) { pthread_mutex_lock(&m); go = 1; x++; pthread_mutex_unlock(&m); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); "
	decide(t, Options{}, map[string]small{
		"one that creates itself":      {"int n; void *f(void *a) { pthread_t t; __VERIFIER_atomic_begin(); n++; assert(n < 3); __VERIFIER_atomic_end(); pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); }", "UNSAFE"},
		"two that create each other":   {"int n; void *g(void *a); void *f(void *a) { pthread_t t; n = 1; pthread_create(&t, 0, g, 0); pthread_join(t, 0); return 0; } void *g(void *a) { pthread_t t; assert(n == 1); pthread_create(&t, 0, f, 0); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); }", "SAFE"},
		"a counter that wraps":         {"int n; void *f(void *a) { __sync_fetch_and_add(&n, 1); assert(n < 8); return 0; } int main(void) { pthread_t t; for (unsigned char i = 250; i <= 255; i++) pthread_create(&t, 0, f, 0); }", "UNSAFE"},
		"a limit that nobody changes":  {"long n, most = 1000000; pthread_mutex_t m; void *f(void *a) { pthread_mutex_lock(&m); if (n < most) n++; assert(n <= most); pthread_mutex_unlock(&m); return 0; }" + many, "SAFE"},
		"one that somebody changes":    {"long n, most = 3; pthread_mutex_t m; void *f(void *a) { pthread_mutex_lock(&m); if (n < most) n++; assert(n <= 3); pthread_mutex_unlock(&m); most = 4; return 0; }" + many, "UNSAFE"},
		"one that is cancelled":        {"int pthread_cancel(pthread_t); void *f(void *a) { while (1) ; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_cancel(t); pthread_join(t, 0); assert(0); }", "6: pthread_cancel is not read"},
		"created by a function":        {"int x, y; void *f(void *a) { x = 1; return 0; } void *g(void *a) { y = 1; return 0; } void go(pthread_t *t, void *(*run)(void *)) { pthread_create(t, 0, run, 0); } int main(void) { pthread_t t[2]; go(t, f); go(&t[1], g); pthread_join(t[0], 0); pthread_join(t[1], 0); assert(x == 1 && y == 1); }", "SAFE"},
		"and one is not waited for":    {"int x, y; void *f(void *a) { x = 1; return 0; } void *g(void *a) { y = 1; return 0; } void go(pthread_t *t, void *(*run)(void *)) { pthread_create(t, 0, run, 0); } int main(void) { pthread_t t[2]; go(t, f); go(&t[1], g); pthread_join(t[1], 0); assert(x == 1 && y == 1); }", "UNSAFE"},
		"what writes to what it gets":  {"struct { int x; } s[2]; void fill(void *); int main(void) { fill(s); assert(s[0].x == 0); }", "6: the function fill"},
		"the time may be over":         {timed + "pthread_mutex_lock(&m); int r = 0; while (!go && r == 0) r = pthread_cond_timedwait(&c, &m, &when); assert(go); }", "UNSAFE"},
		"it is over, or it is woken":   {timed + "pthread_mutex_lock(&m); int r = 0; while (!go && r == 0) r = pthread_cond_timedwait(&c, &m, &when); assert(go || r == 110); }", "SAFE"},
		"a lock for some time":         {timed + "if (pthread_mutex_timedlock(&m, &when) == 0) { int y = x; assert(x == y); pthread_mutex_unlock(&m); } }", "SAFE"},
		"a lock that was not got then": {timed + "pthread_mutex_timedlock(&m, &when); int y = x; assert(x == y); }", "UNSAFE"},
	})
}

// TestOrder has expressions whose operands C may evaluate in any order.
func TestOrder(t *testing.T) {
	decide(t, Options{}, map[string]small{
		"a number that is changed twice":     {"int main(void) { int i = 1; i = i++ + 1; assert(i == 2); }", "6: main.i is changed in one operand"},
		"a sum":                              {"int x; int f(void) { x = 1; return 0; } int main(void) { int y = x + f(); assert(y == 0); }", "6: x is changed in one operand"},
		"a comparison":                       {"int x; int f(void) { x = 1; return 0; } int main(void) { assert(x == f()); }", "6: x is changed in one operand"},
		"two calls":                          {"int x; int f(void) { return x++; } int main(void) { int y = f() - f(); assert(y < 0); }", "6: x is changed in one operand"},
		"arguments":                          {"int f(int a, int b) { return a - b; } int main(void) { int i = 1; assert(f(i++, i) < 0); }", "6: main.i is changed in one operand"},
		"arguments of the library":           {"int main(void) { int i = 1; printf(\"%d %d\", i++, i); assert(i == 2); }", "6: main.i is changed in one operand"},
		"arguments of a thread":              {"pthread_t t[2]; int i; void *f(void *a) { assert(a == 0); return 0; } int main(void) { pthread_create(&t[i++], 0, f, (void *)(long)i); return 0; }", "6: i is changed in one operand"},
		"arguments of a wait":                {"pthread_cond_t c[2]; pthread_mutex_t m[3]; int i; int main(void) { pthread_mutex_lock(&m[1]); pthread_cond_wait(&c[i++], &m[i]); assert(i == 1); }", "6: i is changed in one operand"},
		"an index":                           {"int main(void) { int a[3] = { 0, 0, 0 }, i = 0; a[i] = i++; assert(a[0] == 0); }", "6: main.i is changed in one operand"},
		"by a pointer":                       {"int x, *p = &x; int f(void) { *p = 1; return 0; } int main(void) { int y = x + f(); assert(y == 0); }", "6: x is changed in one operand"},
		"the function that is called":        {"int f(int a) { return a; } int g(int a) { return 0; } int (*p)(int) = f; int h(void) { p = g; return 1; } int main(void) { assert(p(h()) == 1); }", "6: p is changed in one operand"},
		"values in braces":                   {"int main(void) { int i = 0; int a[2] = { i++, i++ }; assert(a[0] == 0); }", "6: main.i is changed in one operand"},
		"one behind the other":               {"int x; int f(void) { x = 1; return 1; } int main(void) { assert(!x && f() && x); int y = x ? x-- : 0; y = (x++, x); assert(y == 1); }", "SAFE"},
		"what nobody else changes":           {"int x, y; int f(void) { return ++x; } int g(void) { return ++y; } int main(void) { assert(f() + g() == 2); x = x + f(y); x += 2; y = x = 3; int a[2] = { 0, 0 }; a[0] = a[1]++; assert(y == 3 && a[1] == 1); }", "6: x is changed in one operand"},
		"assignments of what is computed":    {"int x, y; int f(void) { return ++x; } int g(void) { return ++y; } int main(void) { assert(f() + g() == 2); x += 2; y = x = x + 3; int a[2] = { 0, 0 }; a[0] = a[1]++; assert(y == 6 && a[1] == 1); }", "SAFE"},
		"structures":                         {"struct p { int x, y; } a, b, c; int main(void) { a.x = 1; c = b = a; assert(c.x == 1); }", "SAFE"},
		"arguments for what is not modelled": {"pthread_t t[2]; int i; void *f(void *a) { return 0; } int main(void) { pthread_create(&t[i++], 0, f, 0); assert(i == 1); }", "SAFE"},
	})
	for body, assumed := range map[string]bool{
		"x + y": true, "x": false, "(x == 0 ? y : 2)": false, "f() + y": true,
	} {
		a, err := Check(t.Context(), "x.c", []byte(before+"int x, y; int f(void) { return x; } void *g(void *a) { x = 1; y = 1; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, g, 0); int z = "+body+"; assert(z < 3); }"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(a.Program.Assumptions, form.LeftToRight) != assumed {
			t.Errorf("%s: %v", body, a.Program.Assumptions)
		}
	}
}
