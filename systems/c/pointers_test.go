// This file tests pointers with several targets, and pointers to functions.

package c

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser/diagnostic"
)

const (
	before = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n_Bool __VERIFIER_nondet_bool(void);\nvoid __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"
	many   = " int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }"
)

// A small program, with any for what may be anything, and what is said of it: a verdict, or the refusal with its line.
type small struct{ text, want string }

// decide checks small programs: of many in a table a half or a third each day.
func decide(t *testing.T, o Options, programs map[string]small) {
	t.Helper()
	for _, name := range campaign.Part(t, programs, min(4, max(1, len(programs)/3))) {
		test := programs[name]
		text := before + strings.ReplaceAll(test.text, "any", "__VERIFIER_nondet_bool()")
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		a, err := Check(ctx, "x.c", []byte(text), o)
		cancel()
		var list diagnostic.List
		switch {
		case errors.As(err, &list):
			if got := list[0].Error(); !strings.HasPrefix(got, "x.c:"+test.want[:1]) || !strings.Contains(got, test.want[min(3, len(test.want)):]) {
				t.Errorf("%s: %v, want %s", name, err, test.want)
			}
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case a.Verdict.String() != test.want:
			t.Errorf("%s: %v(%s) %s, want %s", name, a.Verdict, a.Reason, a.Detail, test.want)
		}
	}
}

// TestInitialElements: elements of global arrays have the values that they are given.
func TestInitialElements(t *testing.T) {
	const walk = " unsigned i, k; void *f(void *x) { k = (k + 1) % 3; return 0; } int main(void) { pthread_t t; while (any) pthread_create(&t, 0, f, 0); i = k % 3; "
	decide(t, Options{Threads: 2}, map[string]small{
		"numbers":        {"int a[4] = {1, 2, 3};" + walk + "assert(a[i] == (int)i + 1 && a[i + 1] != 1); }", "SAFE"},
		"not 0":          {"int a[4] = {1, 2, 3};" + walk + "assert(a[i] != 2); }", "UNSAFE"},
		"0 behind them":  {"int a[9] = {1, 2, 3};" + walk + "assert(a[i + 3] == 0); }", "SAFE"},
		"a text":         {"char a[] = \"abc\";" + walk + "assert(a[i] == 'a' + (int)i); }", "SAFE"},
		"its end":        {"char a[8] = \"xy\";" + walk + "assert(a[2 + i] == 0 && a[i % 2] != 0); }", "SAFE"},
		"truth":          {"_Bool a[4] = {0, 2};" + walk + "assert(!a[i] || i == 1); assert(a[1] == 1); }", "SAFE"},
		"by their index": {"int a[9] = {[4] = 7};" + walk + "assert(a[i + 2] == 0 || i == 2); assert(a[4] == 7); }", "SAFE"},
		"of a part":      {"struct { int a[3], b; } s = {{1, 2, 3}, 4};" + walk + "assert(s.a[i] == (int)i + 1 && s.b == 4); }", "SAFE"},
		"negative":       {"signed char a[3] = {-1, -2, -3};" + walk + "assert(a[i] == -(int)i - 1); }", "SAFE"},
		"not constant":   {"int x; int a[3] = {1, 2, 3};" + walk + "a[i] = 5; assert(a[0] == 1 || i == 0); assert(a[i] == 5); }", "SAFE"},
	})
}

// TestPointers has pointers with several targets, and pointers to functions.
func TestPointers(t *testing.T) {
	decide(t, Options{}, map[string]small{
		"an atomic pointer": {"struct s { int v; } x, y; _Atomic(struct s *) p = &x; void *f(void *a) { struct s *q = p; q->v++; p = &y; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); struct s *q = p; assert(q == &x || y.v == 0); }", "SAFE"},
		// Objects.
		"one of two is written":      {"int x, y; int main(void) { int *p = any ? &x : &y; *p = 1; assert(x + y == 1); }", "SAFE"},
		"either may be":              {"int x, y; int main(void) { int *p = any ? &x : &y; *p = 1; assert(x == 0); }", "UNSAFE"},
		"the other one":              {"int x, y; int main(void) { int *p = any ? &x : &y; *p = 1; assert(y == 0); }", "UNSAFE"},
		"two names of one":           {"int x; int main(void) { int *p = &x, *q = &x; *p = 1; *q = 2; assert(*p == 2); }", "SAFE"},
		"two names of one, perhaps":  {"int x, y; int main(void) { int *p = &x, *q = any ? &x : &y; *p = 1; *q = 2; assert(*p == 1); }", "UNSAFE"},
		"two names, told apart":      {"int x, y; int main(void) { int *p = &x, *q = any ? &x : &y; *p = 1; *q = 2; assert(p == q || *p == 1); }", "SAFE"},
		"set twice":                  {"int x, y; int main(void) { int *p = &x; *p = 1; p = &y; *p = 2; assert(x == 1 && y == 2); }", "SAFE"},
		"set later in a loop":        {"int x, y; int main(void) { int *p = &x; for (int i = 0; i < 2; i++) { *p = 5; p = &y; } assert(x == 5 && y == 5); }", "SAFE"},
		"set later in a loop, seen":  {"int x, y; int main(void) { int *p = &x; for (int i = 0; i < 2; i++) { *p = 5; p = &y; } assert(y == 0); }", "UNSAFE"},
		"a pointer to a pointer":     {"int x, y; int main(void) { int *p = &x, *q = &y, **r = any ? &p : &q; *r = &y; *p = 1; assert(x == 1 || y == 1); assert(p != &x || x == 1); }", "SAFE"},
		"set by a pointer to it":     {"int x, y; int main(void) { int *p = &x, *q = &y, **r = any ? &p : &q; *r = &y; *p = 1; assert(x == 1); }", "UNSAFE"},
		"set by a call":              {"int x, y; void s(int **p, int *to) { *p = to; } int main(void) { int *p, *q; s(&p, &x); s(&q, &y); *p = 1; assert(x == 1 && y == 0); *q = 2; assert(*p == 1); }", "SAFE"},
		"returned":                   {"int x, y; int *g(int c) { if (c) return &x; return &y; } int main(void) { *g(1) = 1; *g(0) = 2; assert(x == 1 && y == 2); }", "SAFE"},
		"an argument stays":          {"struct s { int x; }; int g(int v, struct s *p) { p->x = 5; return v; } int main(void) { struct s s; s.x = 1; assert(g(s.x, &s) == 1); }", "SAFE"},
		"an argument that changes":   {"int g(int v, int *p) { *p = 5; return v; } int main(void) { int x = 1, y = 2; int *p = any ? &x : &y; assert(g(x, p) == 1); assert(x + y == 7 || x + y == 6); }", "SAFE"},
		"parts":                      {"struct s { int a, b; } x, y; int main(void) { struct s *p = any ? &x : &y; int *q = &p->b; *q = 3; p->a = 1; assert(x.a + y.a == 1 && x.b + y.b == 3 && *q == p->b); }", "SAFE"},
		"a list":                     {"struct n { int v; struct n *next; } a, b, c; int main(void) { a.next = &b; b.next = any ? &c : 0; c.v = 7; struct n *p = &a; int s = 0; while (p) { s += p->v; p = p->next; } assert(s == 0 || s == 7); }", "SAFE"},
		"a list, its end":            {"struct n { int v; struct n *next; } a, b, c; int main(void) { a.next = &b; b.next = any ? &c : 0; c.v = 7; struct n *p = &a; int s = 0; while (p) { s += p->v; p = p->next; } assert(s == 0); }", "UNSAFE"},
		"an array of pointers":       {"int x, y; int main(void) { int *a[2]; a[0] = &x; a[1] = &y; *a[1] = 4; assert(y == 4 && x == 0); }", "SAFE"},
		"an index that is not known": {"int x, y; int *a[2] = { &x, &y }; int main(void) { int i = any & 1; *a[i] = 4; assert(x == 0); }", "UNSAFE"},
		"an index, told":             {"int x, y; int *a[2] = { &x, &y }; int main(void) { int i = any & 1; *a[i] = 4; assert(i == 1 ? y == 4 && x == 0 : x == 4); }", "SAFE"},
		"structures by index":        {"struct s { int v; } s[3]; int main(void) { int i = any + any; s[i].v = 1; assert(s[0].v + s[1].v + s[2].v == 1); }", "SAFE"},
		"an element in two ways":     {"struct s { int v; } s[2]; int main(void) { struct s *p = s, *q = &s[0]; p[1].v = 2; p->v = 1; assert(p == q && q->v == 1 && s[1].v == 2); }", "SAFE"},
		"initial values":             {"struct in { int *p; int k; }; int x, y; struct { struct in in[2]; int *q; } s = { .in = { { &x, 1 }, { .k = 2, .p = &y } }, .q = &s.in[1].k }; int main(void) { *s.q = 3; *s.in[1].p = 4; assert(s.in[1].k == 3 && y == 4 && x == 0); }", "SAFE"},
		"initial values of a local":  {"int x, y; struct in { int *p; int k, l; }; int main(void) { struct in a[2] = { [1] = { .k = 2, .p = &y } }; assert(a[0].p == 0 && a[1].l == 0 && a[1].k == 2); *a[1].p = 3; assert(y == 3); }", "SAFE"},
		"what was allocated":         {"int x; int main(void) { int *p = malloc(sizeof(int)); *p = 1; int *q = any ? p : &x; *q = 5; assert(*p == 1 || x == 0); }", "SAFE"},
		"what was allocated, hit":    {"int x; int main(void) { int *p = malloc(sizeof(int)); *p = 1; int *q = any ? p : &x; *q = 5; assert(*p == 1); }", "UNSAFE"},
		"an array for a parameter":   {"int b[2]; int g(int a[2]) { a[0] = 3; a = &a[0]; return a[0] + a[1]; } int main(void) { assert(g(b) == 3 && b[0] == 3); }", "SAFE"},
		"arrays in arrays":           {"int (*p)[2], m[2][2]; struct s { char c; int v[3]; } s; int main(void) { int i = 1; p = &m[1]; m[i][0] = 7; (*p)[1] = 6; int *r = m[1], *q = s.v; q[1] = 4; assert(*r == 7 && r[1] == 6 && s.v[1] == 4 && s.v == q); }", "SAFE"},
		"nothing outside":            {"int x; int main(void) { int *p = any ? &x : 0; if (p || any) { assert(p != &x); } }", "UNSAFE"},
		"an object and its first":    {"struct s { int a, b; } s; int main(void) { void *p = &s, *q = &s.a; assert(p != q); }", "UNSAFE"},

		// What C leaves open.
		"nothing":                   {"int x; int main(void) { int *p = 0; *p = 1; assert(0); }", "UNKNOWN"},
		"nothing on a branch":       {"int x; int main(void) { int *p = any ? &x : 0; if (any) { *p = 1; assert(p == &x); } assert(x == 0); }", "UNSAFE"},
		"nothing, where it counts":  {"int x; int main(void) { int *p = any ? &x : 0; *p = 1; assert(x == 1); }", "SAFE"},
		"tested first":              {"int x, y; int main(void) { int *p = any ? &x : any ? &y : 0; if (p) { *p = 1; assert(x + y == 1); } else assert(x + y == 0); }", "SAFE"},
		"nothing is not one of two": {"int x, y; int main(void) { int *p = any ? &x : any ? &y : 0; if (p != &x && p != &y) assert(p != 0); }", "UNSAFE"},

		// Threads.
		"published":                 {"int a, b, *now = &a; void *f(void *q) { assert(*now == 0 || *now == 7); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); b = 7; now = &b; return 0; }", "SAFE"},
		"published too early":       {"int a = 7, b, *now = &a; void *f(void *q) { assert(*now == 7); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); now = &b; b = 7; return 0; }", "UNSAFE"},
		"changed before its use":    {"int a, b, *now = &a; void *f(void *q) { int *p = now; int *r = now; assert(p == r); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); now = &b; return 0; }", "UNSAFE"},
		"changed after it was read": {"int a, b, *now = &a; void *f(void *q) { *now = 1; assert(b == 0); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); now = &b; return 0; }", "UNSAFE"},
		"set by another one later":  {"int a, *now; void *f(void *q) { if (now) { *now = 1; assert(a == 0); } return 0; } void *g(void *q) { now = &a; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); return 0; }", "UNSAFE"},
		"an old value is written":   {"int a, b, *now = &a; void *f(void *q) { int v = *now; *now = v + 1; assert(a + b <= 1); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); now = &b; return 0; }", "SAFE"},
		"its own local":             {"void *f(void *q) { int x = 0, y = 0, *p = any ? &x : &y; *p = 1; assert(x + y == 1); return 0; }" + many, "SAFE"},
		"a local of another one":    {"int *now, x; void *f(void *q) { int y; int *p = any ? &x : &y; now = p; assert(1); return 0; }" + many, "6: a pointer to a local"},
		"a local for a thread":      {"int x; void *f(void *q) { assert(*(int *)q == 0); return 0; } int main(void) { int y; pthread_t t; pthread_create(&t, 0, f, any ? &x : &y); }", "6: a pointer to a local"},
		"one of two for a thread":   {"int x, y; void *f(void *q) { *(int *)q = 1; assert(x + y == 1); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, any ? &x : &y); }", "SAFE"},
		"two threads, two objects":  {"int x, y; void *f(void *q) { *(int *)q = 1; assert(y == 0); return 0; } int main(void) { pthread_t t; int *p = &x; pthread_create(&t, 0, f, p); p = &y; pthread_create(&t, 0, f, p); }", "UNSAFE"},
		"nothing for a thread":      {"int x; void *f(void *q) { if (q == 0) assert(0); return 0; } int main(void) { pthread_t t; int *p = 0; if (any) p = &x; pthread_create(&t, 0, f, p); }", "UNSAFE"},
		"two calls allocate":        {"int *make(void) { return malloc(sizeof(int)); } int *a, *b; void *f(void *p) { *(int *)p = 1; return 0; } int main(void) { pthread_t t; a = make(); b = make(); *a = 0; *b = 0; pthread_create(&t, 0, f, a); pthread_create(&t, 0, f, a); while (1) assert(*b == 0); }", "SAFE"},
		"a thread of many's thread": {"int *q; pthread_t t; void *h(void *a) { int *p = malloc(sizeof(int)); *p = 0; *p = *p + 1; assert(*p == 1); return 0; } void *g(void *a) { pthread_create(&t, 0, h, 0); return 0; } void *k(void *a) { pthread_create(&t, 0, g, 0); return 0; } int main(void) { pthread_create(&t, 0, g, 0); pthread_create(&t, 0, g, 0); pthread_create(&t, 0, k, 0); }", "6: objects that are allocated several times"},

		// Locks.
		"tried, and not had":      {"pthread_rwlock_t l; int x; void *f(void *a) { if (pthread_rwlock_tryrdlock(&l)) assert(x == 0); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_rwlock_wrlock(&l); x = 1; x = 0; pthread_rwlock_unlock(&l); }", "UNSAFE"},
		"read twice":              {"pthread_rwlock_t l; int x; void *f(void *a) { pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); assert(x == 0); pthread_rwlock_unlock(&l); return 0; } int main(void) { pthread_t t; pthread_rwlock_init(&l, 0); pthread_create(&t, 0, f, 0); pthread_rwlock_wrlock(&l); x = 1; x = 0; pthread_rwlock_unlock(&l); }", "SAFE"},
		"written without":         {"pthread_rwlock_t l; int x; void *f(void *a) { pthread_rwlock_rdlock(&l); x++; x--; pthread_rwlock_unlock(&l); pthread_rwlock_rdlock(&l); assert(x == 0); pthread_rwlock_unlock(&l); return 0; }" + many, "UNSAFE"},
		"a semaphore, tried":      {"#include <semaphore.h>\nsem_t s; int x; void *f(void *a) { if (sem_trywait(&s) == 0) { x++; assert(x == 1); x--; sem_post(&s); } return 0; } int main(void) { pthread_t t; sem_init(&s, 0, 1); while (1) pthread_create(&t, 0, f, 0); }", "SAFE"},
		"a semaphore of two":      {"#include <semaphore.h>\nsem_t s; int x; void *f(void *a) { if (sem_trywait(&s) == 0) { x++; assert(x == 1); x--; sem_post(&s); } return 0; } int main(void) { pthread_t t; sem_init(&s, 0, 2); while (1) pthread_create(&t, 0, f, 0); }", "UNSAFE"},
		"a lock of two":           {"pthread_mutex_t m, n; int x; void *f(void *a) { pthread_mutex_t *l = any ? &m : &n; pthread_mutex_lock(l); x = 1; x = 0; assert(x == 0); pthread_mutex_unlock(l); return 0; }" + many, "UNSAFE"},
		"both locks":              {"pthread_mutex_t m, n; int x; void *f(void *a) { int c = any; pthread_mutex_t *l = c ? &m : &n, *k = c ? &n : &m; pthread_mutex_lock(l); if (pthread_mutex_trylock(k) == 0) { x = 1; x = 0; assert(x == 0); pthread_mutex_unlock(k); } pthread_mutex_unlock(l); return 0; }" + many, "SAFE"},
		"one lock, two names":     {"pthread_mutex_t m; int x; void *f(void *a) { pthread_mutex_t *l = &m; pthread_mutex_lock(l); x = 1; x = 0; assert(x == 0); pthread_mutex_unlock(&m); return 0; }" + many, "SAFE"},
		"a lock for each object":  {"struct o { pthread_mutex_t m; int v; } a, b; void *f(void *q) { struct o *p = any ? &a : &b; pthread_mutex_lock(&p->m); p->v = 1; p->v = 0; assert(p->v == 0); pthread_mutex_unlock(&p->m); return 0; }" + many, "SAFE"},
		"the lock of the other":   {"struct o { pthread_mutex_t m; int v; } a, b; void *f(void *q) { struct o *p = any ? &a : &b; pthread_mutex_lock(&a.m); p->v = 1; p->v = 0; assert(p->v == 0); pthread_mutex_unlock(&a.m); return 0; } void *g(void *q) { pthread_mutex_lock(&b.m); b.v = 1; pthread_mutex_unlock(&b.m); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, g, 0); f(0); }", "UNSAFE"},
		"given back by the other": {"pthread_mutex_t m, n, *l = &m; int x; void *f(void *a) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(l); x = 0; assert(x == 0); return 0; }" + many, "UNSAFE"},
		"the lock was changed":    {"pthread_mutex_t m, n, *l = &m; int x; void *f(void *a) { pthread_mutex_lock(l); x = 1; x = 0; assert(x == 0); pthread_mutex_unlock(l); return 0; } void *g(void *a) { l = &n; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); }", "UNSAFE"},
		"locks by index":          {"pthread_mutex_t m[2]; int x[2]; void *f(void *a) { int i = any & 1; pthread_mutex_lock(&m[i]); int v = x[0]; x[0] = 1; x[0] = v; assert(x[0] == 0); pthread_mutex_unlock(&m[i]); return 0; }" + many, "UNSAFE"},

		// Functions.
		"one of two functions":   {"int g(int x) { return x + 1; } int h(int x) { return x + 2; } int main(void) { int (*p)(int) = any ? g : &h; int r = p(3); assert(r == 4 || r == 5); assert((p == g) == (r == 4)); }", "SAFE"},
		"either function":        {"int g(int x) { return x + 1; } int h(int x) { return x + 2; } int main(void) { int (*p)(int) = any ? g : h; assert((*p)(3) == 4); }", "UNSAFE"},
		"operations":             {"struct ops { int (*get)(void); void (*put)(int); }; int s; int get(void) { return s; } void put(int v) { s = v; } int none(void) { return -1; } struct ops a = { .put = put, .get = get }, b = { none, put }; int main(void) { struct ops *o = any ? &a : &b; o->put(4); int v = o->get(); assert(v == 4 || v == -1); }", "SAFE"},
		"operations, wrong":      {"struct ops { int (*get)(void); void (*put)(int); }; int s; int get(void) { return s; } void put(int v) { s = v; } int none(void) { return -1; } struct ops a = { .put = put, .get = get }, b = { none, put }; int main(void) { struct ops *o = any ? &a : &b; o->put(4); assert(o->get() == 4); }", "UNSAFE"},
		"a table":                {"int x; void g(void) { x += 1; } void h(void) { x += 2; } void (*table[])(void) = { g, h }; int main(void) { int i = any & 1; table[i](); assert(x == i + 1); }", "SAFE"},
		"a parameter":            {"int twice(int (*g)(int), int x) { return g(g(x)); } int inc(int x) { return x + 1; } int dbl(int x) { return x * 2; } int main(void) { assert(twice(inc, 3) == 5 && twice(dbl, 3) == 12); }", "SAFE"},
		"changed by another":     {"int x; void g(void) { } void h(void) { x = 1; } void (*p)(void) = g; void *f(void *a) { p(); assert(x == 0); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); p = h; }", "UNSAFE"},
		"tested, then changed":   {"int x; void g(void) { } void h(void) { x = 1; } void (*p)(void) = g; void *f(void *a) { if (p == g) { p(); assert(x == 0); } return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); p = h; }", "UNSAFE"},
		"read once":              {"int x; void g(void) { } void h(void) { x = 1; } void (*p)(void) = g; void *f(void *a) { void (*q)(void) = p; if (q == g) { q(); assert(x == 0); } return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); p = h; }", "SAFE"},
		"which thread":           {"int x; void *g(void *a) { return 0; } void *h(void *a) { x = 1; return 0; } int main(void) { pthread_t t; void *(*r)(void *) = any ? g : h; pthread_create(&t, 0, r, 0); assert(x == 0); }", "UNSAFE"},
		"which thread, told":     {"int x, c; void *g(void *a) { assert(c == 0); return 0; } void *h(void *a) { assert(c == 1); return 0; } int main(void) { pthread_t t; c = any & 1; void *(*r)(void *) = c ? h : g; pthread_create(&t, 0, r, 0); return 0; }", "SAFE"},
		"a name of two things":   {"int x; void *work(void *p) { return 0; } void *other(void *p) { x = 1; return 0; } int main(void) { pthread_t t; void *(*work)(void *) = other; pthread_create(&t, 0, work, 0); while (1) assert(x == 0); }", "UNSAFE"},
		"waiting for one of two": {"int x; void *g(void *a) { return 0; } void *h(void *a) { x = 1; return 0; } int main(void) { pthread_t t; void *(*r)(void *) = any ? g : h; pthread_create(&t, 0, r, 0); pthread_join(t, 0); assert(r == g || x == 1); }", "UNKNOWN"},
		"another type":           {"int g(int x) { return x; } int main(void) { int (*p)(long) = (int (*)(long))g; assert(p(1) == 1); }", "6: this may call g"},
		"itself":                 {"int (*p)(int); int g(int x) { return x ? p(x - 1) : 0; } int main(void) { p = g; assert(g(2) == 0); }", "6: the function g calls itself"},

		// What is not read.
		"a number for a pointer":          {"int x, y; int main(void) { long l = any; int *p = (int *)l; if (any) p = &y; *p = 5; assert(x == 0); }", "6: it is not known what this points to"},
		"a pointer for a number":          {"int main(void) { int x; long l = (long)&x; assert(l == 4096); }", "6: the number of an address"},
		"a pointer in a number":           {"long owner; void *f(void *a) { int me; owner = (long)&me; assert(owner == (long)&me); return 0; }" + many, "6: the number of an address"},
		"a parameter for a number":        {"int x; void *f(long a) { assert(a == 4096); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, (void *(*)(void *))f, &x); }", "6: the number of an address"},
		"its own for all":                 {"__thread int t; int *p = &t; int main(void) { *p = 1; assert(t == 1); }", "6: a pointer to a local"},
		"one that may be a number":        {"int x; int main(void) { int *p = (int *)4096, *q = &x; assert(p == q); }", "6: a pointer is not compared"},
		"the parameters of main":          {"int x; int main(int argc, char **argv) { char c, *p = &c; argv = any ? &p : argv; **argv = 1; assert(c == 1); }", "6: it is not known what this points to"},
		"printed":                         {"#include <stdio.h>\nint n; char *name(void) { n++; return \"a\"; } int main(void) { printf(\"%s\", name()); assert(n == 0); }", "UNSAFE"},
		"an order":                        {"int x, y; int main(void) { int *p = &x, *q = &y; if (q < p) assert(0); }", "6: pointers are compared"},
		"not known":                       {"int *outside(void); int x; int main(void) { int *p = any ? outside() : &x; *p = 1; assert(x == 1); }", "6: it is not known what this points to"},
		"defined elsewhere":               {"extern int *p; int x; int main(void) { if (any) p = &x; *p = 1; assert(x == 1); }", "6: it is not known what this points to"},
		"a part of a number":              {"int x = 256; int main(void) { char *c = (char *)&x; *c = 1; assert(x == 1); }", "6: this may point to x"},
		"another structure":               {"struct a { int x, y; } v; struct b { int y, x; }; int main(void) { struct b *p = (struct b *)&v; p->x = 1; assert(v.x == 1); }", "6: this may point to v"},
		"arithmetic":                      {"int a[3]; int main(void) { int *p = a; p++; assert(*p == 0); }", "6: arithmetic of"},
		"several allocated":               {"int *make(int n) { return malloc(n * sizeof(int)); } int main(void) { int *p = 0, *q; while (any) { q = make(2); assert(p != q); p = q; } }", "6: pointers to objects that are allocated"},
		"what a thread returns":           {"void *f(void *a) { return (void *)3; } int main(void) { pthread_t t; void *r = 0; pthread_create(&t, 0, f, 0); pthread_join(t, &r); assert(r == 0); }", "UNSAFE"},
		"what a thread returned":          {"int x = 5; void *f(void *a) { if (any) pthread_exit((void *)(long)(x + 1)); return (void *)(long)x; } int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); assert((long)r == 5 || (long)r == 6); }", "SAFE"},
		"what one of many returned":       {"void *f(void *a) { return a; } int main(void) { pthread_t t; void *r; for (int i = 0; i < 3; i++) { pthread_create(&t, 0, f, (void *)(long)i); pthread_join(t, &r); assert((long)r == i); } }", "UNKNOWN"},
		"what another one returned":       {"void *f(void *a) { return (void *)1; } void *g(void *a) { return (void *)2; } int main(void) { pthread_t t, u; void *r; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(u, &r); assert((long)r == 1); }", "UNSAFE"},
		"what a thread returns, not read": {"int x; void *f(void *a) { x = 1; return (void *)3; } int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); assert(x == 0); }", "UNSAFE"},
		"a thread that is not joined":     {"int x; void *f(void *a) { pthread_detach(pthread_self()); x = 1; assert(x == 0); return 0; }" + many, "UNSAFE"},
		"which thread this is":            {"pthread_t owner; void *f(void *a) { owner = pthread_self(); assert(owner == pthread_self()); return 0; }" + many, "UNKNOWN"},
		"a number by two names":           {"int x; pthread_t t, *q = &t; void *f(void *p) { x = 1; return 0; } void *g(void *p) { return 0; } int main(void) { pthread_create(&t, 0, f, 0); pthread_create(&*q, 0, g, 0); pthread_join(t, 0); assert(x == 1); }", "UNKNOWN"},
	})
}
