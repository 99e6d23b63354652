// This file tests what is found by itself where predicates of the program are not enough: tickets, comparisons, values.

package c

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/c/form"
)

// A claim is a program, and whether it is proved.
type claim struct {
	text string
	safe bool
}

// TestTickets: two threads never have the same ticket, unless one of the conditions for that is not met. The first program
// is checked each day, of the others all within four.
func TestTickets(t *testing.T) {
	const (
		lock = `atomic_uint next, serving; _Bool busy; int x;
void *f(void *a) { unsigned mine = atomic_fetch_add(&next, 1); while (serving != mine) ; assert(!busy); busy = 1; busy = 0; serving++; return 0; }`
		rounds = `atomic_uint next, serving; int n;
void *f(void *a) { while (1) { unsigned mine = atomic_fetch_add(&next, 1); while (serving != mine) ; n++; assert(n == 1); n--; serving++; } return 0; }`
		many = ` int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }`
	)
	claims := map[string]claim{
		"a lock":              {lock + many, true},
		"again and again":     {rounds + many, true},
		"set by main":         {lock + ` int main(void) { pthread_t t; next = serving = 7; while (1) pthread_create(&t, 0, f, 0); }`, true},
		"main, too":           {lock + ` int main(void) { pthread_t t; while (any) pthread_create(&t, 0, f, 0); f(0); }`, true},
		"copied":              {strings.Replace(lock, "while (serving != mine)", "unsigned copy = mine; mine = 0; while (serving != copy)", 1) + many, true},
		"compared as a copy":  {strings.Replace(lock, "while (serving != mine)", "unsigned copy = mine; while (serving != copy)", 1) + many, true},
		"by its copy only":    {strings.Replace(lock, "while (serving != mine) ;", "x = 1; unsigned copy = mine; x = 2; while (serving != copy) ; copy = mine; x = 3; if (serving != copy) abort();", 1) + many, true},
		"the number after it": {strings.ReplaceAll(strings.Replace(lock, "atomic_fetch_add(&next, 1)", "__sync_add_and_fetch(&next, 1)", 1), "serving;", "serving = 1;") + many, true},
		"set to another":      {strings.Replace(lock, "while (serving != mine)", "if (any) mine = 0; while (serving != mine)", 1) + many, false},
		"counted up":          {strings.Replace(lock, "while (serving != mine)", "if (any) mine++; while (serving != mine)", 1) + many, false},
		"drawn in two steps":  {strings.Replace(lock, "atomic_fetch_add(&next, 1)", "next; next = mine + 1", 1) + many, false},
		"two turns":           {strings.Replace(lock, "serving++", "serving++; serving++", 1) + many, false},
		"reset":               {strings.Replace(lock, "serving++", "serving++; if (any) next = 0", 1) + many, false},
		"drawn, then reset":   {lock + ` int main(void) { pthread_t t; unsigned mine = atomic_fetch_add(&next, 1); next = 0; while (any) pthread_create(&t, 0, f, 0); while (serving != mine) ; assert(!busy); busy = 1; busy = 0; serving++; }`, false},
		"of eight bits":       {strings.Replace(strings.ReplaceAll(lock, "atomic_uint", "_Atomic unsigned char"), "while (serving != mine)", "mine &= 255; while (serving != mine)", 1) + many, false},
		"of two kinds":        {strings.Replace(lock, "atomic_fetch_add(&next, 1)", "any ? atomic_fetch_add(&next, 1) : __sync_add_and_fetch(&next, 1)", 1) + many, false},
		"inherited":           {strings.Replace(lock, "assert(!busy)", "assert(!busy || (long)a)", 1) + ` void *g(void *a) { unsigned mine = (unsigned)(long)a; while (serving != mine) ; assert(!busy); busy = 1; busy = 0; return 0; } int main(void) { pthread_t t; unsigned mine = atomic_fetch_add(&next, 1); pthread_create(&t, 0, g, (void *)(long)mine); pthread_create(&t, 0, g, (void *)(long)mine); while (any) pthread_create(&t, 0, f, 0); }`, false},
	}
	for _, name := range campaign.Part(t, claims, 8, "a lock") {
		t.Run(name, func(t *testing.T) {
			proves(t, claims[name].text, claims[name].safe, true)
		})
	}
}

// proves checks a program, and the certificate if it is safe and has one.
func proves(t *testing.T, text string, safe, certify bool) *Answer {
	text = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n" +
		strings.ReplaceAll(text, "any", "__VERIFIER_nondet_int()")
	limit := 300 * time.Millisecond // to find no proof
	if safe {
		limit = time.Minute
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	a, err := Check(ctx, "x.c", []byte(text), Options{Certify: certify})
	if err != nil {
		t.Fatal(err)
	}
	if (a.Verdict == verdict.Safe) != safe {
		t.Fatalf("%v %s", a.Verdict, a.Detail)
	}
	if !safe || !certify {
		return a
	}
	if a.Certificate == nil {
		t.Fatal(a.NoCertificate)
	}
	if _, err := a.Certificate.Check(t.Context(), "x.c", []byte(text), true); err != nil {
		t.Error(err)
	}
	return a
}

// TestCounters: nobody uses what is freed when the last user is gone, unless one of the conditions for that is not met. The first
// program is checked each day, of the others all within five.
func TestCounters(t *testing.T) {
	const (
		user = `atomic_int users = 1; int freed;
static void put(void) { if (atomic_fetch_sub(&users, 1) == 1) freed = 1; }
void *f(void *a) { int n = users; while (n > 0) { if (atomic_compare_exchange_weak(&users, &n, n + 1)) { assert(!freed); put(); return 0; } } return 0; }`
		main = ` int main(void) { pthread_t t; while (any) pthread_create(&t, 0, f, 0); put(); }`
		left = ` void *g(void *a) { assert(!freed); put(); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, g, 0); while (any) pthread_create(&t, 0, f, 0); }`
	)
	claims := map[string]claim{
		"used by any":            {user + main, true},
		"main creates after it":  {user + strings.Replace(main, "put();", "put(); pthread_create(&t, 0, f, 0);", 1), true},
		"set to 1 by main":       {strings.Replace(user, "users = 1", "users", 1) + strings.Replace(main, "while", "users = 1; while", 1), true},
		"left to two":            {user + strings.Replace(left, "while", "pthread_create(&t, 0, g, 0); while", 1), false},
		"left, and given back":   {user + strings.Replace(left, "f, 0); }", "f, 0); put(); }", 1), false},
		"given back twice":       {user + strings.Replace(main, "put()", "put(); put()", 1), false},
		"used behind it":         {strings.Replace(user, "assert(!freed); put();", "put(); assert(!freed);", 1) + main, false},
		"counted though it is 0": {strings.Replace(user, "n > 0", "n >= 0", 1) + main, false},
		"counted in two steps":   {strings.Replace(user, "atomic_compare_exchange_weak(&users, &n, n + 1)", "users = n + 1", 1) + main, false},
		"counted by two":         {strings.Replace(user, "n + 1", "n + 2", 1) + main, false},
		"2 at first":             {strings.Replace(user, "users = 1", "users = 2", 1) + main, false},
	}
	for _, name := range campaign.Part(t, claims, len(claims)) {
		t.Run(name, func(t *testing.T) {
			if a := proves(t, claims[name].text, claims[name].safe, true); a.Verdict == verdict.Unknown {
				t.Log(a.Detail)
			}
		})
	}
}

// TestPatience: who keeps a ticket for so long that it is drawn again is in the assumptions, if the program does not see to it.
func TestPatience(t *testing.T) {
	const text = `unsigned next, serving; int n;
static unsigned __VERIFIER_atomic_draw(void) { GUARD; return next++; }
void *f(void *a) { unsigned mine = __VERIFIER_atomic_draw(); while (serving != mine) ; n = 1; assert(n == 1); n = 0; serving++; return 0; }
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }`
	guards := map[string]bool{"": true, "if (next == -1u) abort()": false, "if (next == 100) abort()": true}
	for _, guard := range campaign.Part(t, guards, len(guards)) {
		assumed := guards[guard]
		a := proves(t, strings.Replace(text, "GUARD", guard, 1), true, true)
		if slices.Contains(a.Program.Assumptions, form.Patient) != assumed {
			t.Errorf("%s: %v", guard, a.Program.Assumptions)
		}
	}
}

// TestComparisons: bounds that no condition of the program speaks of. The proof takes long, and is found on one day in four.
func TestComparisons(t *testing.T) {
	const text = `int next, len; _Bool l;
void *f(void *a) { int c = 0, end = 0; __VERIFIER_atomic_take(); if (next + 10 <= len) { c = next; next = end = next + 10; } l = 0;
while (c < end) { assert(0 <= c && c < len); c++; } return 0; }
int main(void) { pthread_t t; len = any; if (len <= 0) abort(); while (1) pthread_create(&t, 0, f, 0); }`
	const take = "void __VERIFIER_atomic_take(void) { if (l) abort(); l = 1; }\n"
	if campaign.Due(t, 0, 4) {
		proves(t, strings.Replace(text, "void *f", take+"void *f", 1), true, true)
	}
	proves(t, strings.Replace(strings.Replace(text, "next + 10 <= len", "next + 10 <= len + 1", 1), "void *f", take+"void *f", 1), false, true)
}

// TestValues: variables that have few values. The proof for three values takes long, and is found in the campaign only; that for
// two is found on one day in four.
func TestValues(t *testing.T) {
	campaign.Turn(t, 0, 2)
	const text = `unsigned next, serving; int n;
static unsigned __VERIFIER_atomic_draw(void) { if ((next + 1) % 3 == serving) return 3; unsigned r = next; next = (next + 1) % 3; return r; }
void *f(void *a) { unsigned mine = __VERIFIER_atomic_draw(); if (mine == 3) abort(); while (serving != mine) ; n++; assert(n == 1); n--; serving++; return 0; }
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }`
	if campaign.Size(t, 0, 1) > 0 {
		proves(t, text, true, false)
	}
	if campaign.Due(t, 2, 4) {
		proves(t, strings.NewReplacer("% 3", "% 2", "== 3", "== 2", "return 3", "return 2").Replace(text), true, false)
	}
	proves(t, strings.Replace(text, "serving++", "serving = (serving + 1) % 2", 1), false, true)
}

// TestWrapping: who adds again and again has one share of a counter that comes round to 0.
func TestWrapping(t *testing.T) {
	const text = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic unsigned char users; int freed;
void __VERIFIER_atomic_free(void) { if (users == 0) freed = 1; }
void *f(void *a) { while (1) { users++; assert(!freed); } }
void *g(void *a) { __VERIFIER_atomic_free(); return 0; }
int main(void) { pthread_t t; users = 1; while (1) { pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); } }`
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	a, err := Check(ctx, "x.c", []byte(text), Options{abstractOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if a.Verdict == verdict.Safe {
		t.Error("after 256 additions it is 0")
	}
}
