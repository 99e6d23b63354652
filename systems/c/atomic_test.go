// This file tests atomic operations, and data races.

package c

import (
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/c/form"
)

func TestAtomic(t *testing.T) {
	const two = " int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0); "
	decide(t, Options{}, map[string]small{
		"add":                   {"_Atomic int x; void *f(void *a) { x++; return 0; }" + two + "assert(x == 2); }", "SAFE"},
		"add, not atomic":       {"int x; void *f(void *a) { x++; return 0; }" + two + "assert(x == 2); }", "UNSAFE"},
		"load, add, store":      {"_Atomic int x; void *f(void *a) { x = x + 1; return 0; }" + two + "assert(x == 2); }", "UNSAFE"},
		"compound":              {"_Atomic(int) x; void *f(void *a) { x += 2; return 0; }" + two + "assert(x == 4); }", "SAFE"},
		"a part":                {"struct { _Atomic int n; int m; } s, *p = &s; void *f(void *a) { p->n++; return 0; }" + two + "assert(s.n == 2); }", "SAFE"},
		"the other part":        {"struct { _Atomic int n; int m; } s, *p = &s; void *f(void *a) { p->m++; return 0; }" + two + "assert(s.m == 2); }", "UNSAFE"},
		"a type":                {"#include <stdatomic.h>\natomic_int x; void *f(void *a) { atomic_fetch_add(&x, 3); return 0; }" + two + "assert(atomic_load(&x) == 6); }", "SAFE"},
		"a pointer is none":     {"int y; _Atomic int x, *p = &x; void *f(void *a) { (*p)++; y++; return 0; }" + two + "assert(x == 2 && y == 2); }", "UNSAFE"},
		"fetch and add":         {"int x; void *f(void *a) { int v = __sync_fetch_and_add(&x, 1); assert(v == 0 || v == 1); return 0; }" + two + "assert(x == 2); }", "SAFE"},
		"add and fetch":         {"int x; void *f(void *a) { assert(__sync_add_and_fetch(&x, 1) != 0); return 0; }" + two + "}", "SAFE"},
		"what it was":           {"int x; void *f(void *a) { assert(__sync_fetch_and_add(&x, 1) != 1); return 0; }" + two + "}", "UNSAFE"},
		"in 8 bits":             {"unsigned char x = 255; int main(void) { assert(__sync_add_and_fetch(&x, 1) == 0 && __sync_fetch_and_sub(&x, 1) == 0 && x == 255); }", "SAFE"},
		"negative":              {"long x; int main(void) { __atomic_store_n(&x, -3, __ATOMIC_SEQ_CST); assert(__atomic_load_n(&x, 5) == -3 && __atomic_fetch_and(&x, 1, 0) < 0 && x == 1); }", "SAFE"},
		"compare and swap":      {"int x; void *f(void *a) { int v; do v = x; while (!__sync_bool_compare_and_swap(&x, v, v + 1)); return 0; }" + two + "assert(x == 2); }", "SAFE"},
		"what was compared":     {"int x = 3; int main(void) { assert(__sync_val_compare_and_swap(&x, 3, 4) == 3 && __sync_val_compare_and_swap(&x, 3, 5) == 4 && x == 4); }", "SAFE"},
		"expected":              {"int x = 3; int main(void) { int e = 2; assert(!__atomic_compare_exchange_n(&x, &e, 7, 0, 5, 5) && e == 3 && x == 3); assert(__atomic_compare_exchange_n(&x, &e, 7, 0, 5, 5) && e == 3 && x == 7); }", "SAFE"},
		"a weak one":            {"#include <stdatomic.h>\natomic_int x; int main(void) { int e = 0; assert(atomic_compare_exchange_weak(&x, &e, 1)); }", "UNSAFE"},
		"a strong one":          {"#include <stdatomic.h>\natomic_int x; int main(void) { int e = 0; assert(atomic_compare_exchange_strong(&x, &e, 1) && x == 1); }", "SAFE"},
		"of a local":            {"int main(void) { int x = 5; assert(__sync_fetch_and_add(&x, 1) == 5 && x == 6 && __sync_lock_test_and_set(&x, 9) == 6); }", "SAFE"},
		"a lock":                {"int l, x; void *f(void *a) { while (__sync_lock_test_and_set(&l, 1)) ; x++; assert(x == 1); x--; __sync_lock_release(&l); return 0; }" + many, "SAFE"},
		"a flag":                {"#include <stdatomic.h>\natomic_flag l = ATOMIC_FLAG_INIT; int x; void *f(void *a) { while (atomic_flag_test_and_set(&l)) ; x++; assert(x == 1); x--; atomic_flag_clear(&l); return 0; }" + many, "SAFE"},
		"a flag given too soon": {"#include <stdatomic.h>\natomic_flag l = ATOMIC_FLAG_INIT; int x; void *f(void *a) { while (atomic_flag_test_and_set(&l)) ; x++; atomic_flag_clear(&l); assert(x >= 1); x--; return 0; }" + many, "UNSAFE"},
		"pointers":              {"int a, b, *now = &a; void *f(void *p) { int *old = __atomic_exchange_n(&now, &b, 5); *old = 1; return 0; }" + two + "assert(a == 1 && now == &b); }", "SAFE"},
		"pointers, swapped":     {"int a, b, *now = &a; void *f(void *p) { if (__sync_bool_compare_and_swap(&now, &a, &b)) a++; return 0; }" + two + "assert(a == 1 && now == &b); }", "SAFE"},
		"the order of operands": {"int x; int main(void) { assert(__sync_fetch_and_add(&x, x + 2) == 0 && x == 2); }", "SAFE"},
	})
}

func TestRaces(t *testing.T) {
	decide(t, Options{Races: true}, map[string]small{
		"two writers":             {"int x; void *f(void *a) { x = 1; return 0; }" + many, "UNSAFE"},
		"one writer":              {"int x; void *f(void *a) { return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; }", "SAFE"},
		"a reader and a writer":   {"int x; void *f(void *a) { return (void *)(long)x; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; }", "UNSAFE"},
		"readers":                 {"int x; void *f(void *a) { int y = x; return 0; }" + many, "SAFE"},
		"before there are others": {"int x; void *f(void *a) { int y = x; return 0; } int main(void) { pthread_t t; x = 1; pthread_create(&t, 0, f, 0); }", "SAFE"},
		"behind a join":           {"int x; void *f(void *a) { x = 1; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); x = 2; }", "SAFE"},
		"a mutex":                 {"int x; pthread_mutex_t m; void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }" + many, "SAFE"},
		"given back too soon":     {"int x; pthread_mutex_t m; void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); x++; return 0; }" + many, "UNSAFE"},
		"another mutex":           {"int x; pthread_mutex_t m, n; void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; } void *g(void *a) { pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); }", "UNSAFE"},
		"atomic":                  {"_Atomic int x; void *f(void *a) { x++; return 0; }" + many, "SAFE"},
		"operations":              {"int x; void *f(void *a) { __sync_fetch_and_add(&x, 1); return 0; }" + many, "SAFE"},
		"a section":               {"int x; void *f(void *a) { __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); return 0; }" + many, "SAFE"},
		"a flag":                  {"int x; _Atomic int ready; void *f(void *a) { if (ready) x++; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; ready = 1; }", "SAFE"},
		"a flag set too soon":     {"int x; _Atomic int ready; void *f(void *a) { if (ready) x++; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); ready = 1; x = 1; }", "UNSAFE"},
		"elements apart":          {"int a[200]; void *f(void *p) { a[0] = 1; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); a[1] = 1; }", "SAFE"},
		"an element":              {"int a[200]; void *f(void *p) { a[1] = 1; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); a[1] = 1; }", "UNSAFE"},
		"parts apart":             {"struct { int a, b; } s; void *f(void *p) { s.a = 1; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); s.b = 1; }", "SAFE"},
		"by a pointer":            {"int x, y, *p = &y; void *f(void *q) { int *r = any ? &x : &y; *r = 1; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; }", "UNSAFE"},
		"an assertion that fails": {"int x; void *f(void *a) { assert(0); return 0; }" + many, "SAFE"},
		"handed over by a lock":   {"int l, x; void *f(void *a) { while (__sync_lock_test_and_set(&l, 1)) ; x++; __sync_lock_release(&l); return 0; }" + many, "SAFE"},
	})
}

// TestRacesAssume: what the answer about one object rests on is not forgotten with the next one.
func TestRacesAssume(t *testing.T) {
	campaign.Turn(t, 1, 2)
	text := before + `pthread_rwlock_t l; int x; _Atomic int ready; int y;
void *w(void *a) { pthread_rwlock_wrlock(&l); x = 1; pthread_rwlock_unlock(&l); return 0; }
void *r(void *a) { pthread_rwlock_rdlock(&l); int v = x; pthread_rwlock_unlock(&l); if (ready) y++; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, r, 0); y = 1; ready = 1; while (1) { pthread_create(&t, 0, w, 0); if (any) pthread_create(&t, 0, r, 0); } }`
	a, err := Check(t.Context(), "x.c", []byte(strings.ReplaceAll(text, "any", "__VERIFIER_nondet_bool()")), Options{Races: true})
	if err != nil {
		t.Fatal(err)
	}
	if a.Verdict != verdict.Unsafe { // two readers count y
		t.Fatalf("%v %s", a.Verdict, a.Detail)
	}
	text = strings.Replace(text, "if (ready) y++;", "if (ready) { int v = y; }", 1)
	if a, err = Check(t.Context(), "x.c", []byte(strings.ReplaceAll(text, "any", "__VERIFIER_nondet_bool()")), Options{Races: true, Certify: true}); err != nil {
		t.Fatal(err)
	}
	if a.Verdict != verdict.Safe || !slices.Contains(a.Program.Assumptions, form.Countable) {
		t.Fatalf("%v %s %v %v", a.Verdict, a.Detail, a.Races, a.Program.Assumptions)
	}
	if a.Certificate == nil {
		t.Fatal(a.NoCertificate)
	}
	text = strings.ReplaceAll(text, "any", "__VERIFIER_nondet_bool()")
	if _, err := a.Certificate.Check(t.Context(), "x.c", []byte(text), true); err != nil {
		t.Error(err)
	}
}
