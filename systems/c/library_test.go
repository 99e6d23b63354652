// This file tests what the program does not define, and loops about threads.

package c

import (
	"strings"
	"testing"
)

// TestUnrolled has loops that start threads and wait for them.
func TestUnrolled(t *testing.T) {
	const (
		work  = "pthread_t t[9]; int x; pthread_mutex_t m; void *w(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }\n"
		start = "for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, w, 0);"
		wait  = "for (int i = 0; i < 3; i++) pthread_join(t[i], 0);"
	)
	main := func(body string) string { return work + " int main(void) { int i; " + body + " }" }
	decide(t, Options{}, map[string]small{
		"all end":               {main(start + wait + "assert(x == 3);"), "SAFE"},
		"one is not waited for": {main(start + "for (int i = 0; i < 2; i++) pthread_join(t[i], 0); assert(x == 3);"), "UNSAFE"},
		"another one":           {main(start + "for (int i = 1; i < 3; i++) pthread_join(t[i], 0); assert(x == 3);"), "UNSAFE"},
		"at least two":          {main(start + "for (int i = 0; i < 2; i++) pthread_join(t[i], 0); assert(x >= 2);"), "SAFE"},
		"by another step":       {main("for (i = 0; i <= 4; i += 2) pthread_create(&t[i], 0, w, 0); for (i = 0; i < 6; i += 2) { pthread_join(t[i], 0); } assert(x == 3 && i == 6);"), "SAFE"},
		"what is left of it":    {main("for (i = 0; i < 3; i++) pthread_create(&t[i], 0, w, 0); assert(i != 3);"), "UNSAFE"},
		"ended before":          {main("for (i = 0; i < 3; i++) { if (any) break; pthread_create(&t[i], 0, w, 0); } assert(i == 3);"), "UNSAFE"},
		"where it ended":        {main("for (i = 0; i < 3; i++) { if (any) break; pthread_create(&t[i], 0, w, 0); } assert(x <= i);"), "SAFE"},
		"a round left out":      {main("for (i = 0; i < 3; i++) { if (i == 1) continue; pthread_create(&t[i], 0, w, 0); } pthread_join(t[0], 0); pthread_join(t[2], 0); assert(x == 2);"), "SAFE"},
		"counted in the body":   {main("for (i = 0; i < 3; i++) { pthread_create(&t[i], 0, w, 0); i++; } assert(i == 4);"), "SAFE"},
		"never":                 {main("for (i = 5; i < 3; i++) pthread_create(&t[i], 0, w, 0); assert(i == 5 && x == 0);"), "SAFE"},
		"in a table":            {main("struct { pthread_t t[2][2]; } s; for (i = 0; i < 2; i++) for (int j = 0; j < 2; j++) pthread_create(&s.t[i][j], 0, w, 0); for (i = 0; i < 2; i++) for (int j = 0; j < 2; j++) pthread_join(s.t[i][j], 0); assert(x == 4);"), "SAFE"},
		"not all of a table":    {main("struct { pthread_t t[2][2]; } s; for (i = 0; i < 2; i++) for (int j = 0; j < 2; j++) pthread_create(&s.t[i][j], 0, w, 0); for (i = 0; i < 2; i++) for (int j = 0; j < 1; j++) pthread_join(s.t[i][j], 0); assert(x == 4);"), "UNSAFE"},
		"given its number":      {"int seen[3]; pthread_t t[3]; void *w(void *a) { seen[(long)a] = 1; return 0; } int main(void) { for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, w, (void *)i); " + wait + " assert(seen[0] && seen[1] && seen[2]); }", "SAFE"},
	})
}

// TestMeetings has barriers, and functions that are called once.
func TestMeetings(t *testing.T) {
	const barrier = "pthread_barrier_t b; int x, y; void *f(void *a) { x++; pthread_barrier_wait(&b); assert(y == 1); return 0; }\n"
	const once = "pthread_once_t o = PTHREAD_ONCE_INIT; int n; void set(void) { n++; n += 10; } void *f(void *a) { pthread_once(&o, set); assert(n == 11); return 0; }"
	decide(t, Options{}, map[string]small{
		"two meet":             {barrier + "int main(void) { pthread_t t; pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, f, 0); y = 1; pthread_barrier_wait(&b); assert(x == 1); }", "SAFE"},
		"set too late":         {barrier + "int main(void) { pthread_t t; pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, f, 0); pthread_barrier_wait(&b); y = 1; }", "UNSAFE"},
		"one is enough":        {barrier + "int main(void) { pthread_t t; pthread_barrier_init(&b, 0, 1); pthread_create(&t, 0, f, 0); y = 1; }", "UNSAFE"},
		"twice":                {"pthread_barrier_t b; int x, y; void *f(void *a) { x = 1; pthread_barrier_wait(&b); y = x; pthread_barrier_wait(&b); return 0; } int main(void) { pthread_t t; pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, f, 0); pthread_barrier_wait(&b); pthread_barrier_wait(&b); x = 2; assert(y == 1); }", "SAFE"},
		"twice, and too early": {"pthread_barrier_t b; int x, y; void *f(void *a) { x = 1; pthread_barrier_wait(&b); y = x; pthread_barrier_wait(&b); return 0; } int main(void) { pthread_t t; pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, f, 0); pthread_barrier_wait(&b); x = 2; pthread_barrier_wait(&b); assert(y == 1); }", "UNSAFE"},
		"one is told":          {"pthread_barrier_t b; int told; void *f(void *a) { if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) { __VERIFIER_atomic_begin(); told++; __VERIFIER_atomic_end(); } return 0; } int main(void) { pthread_t t; pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); assert(told == 1); }", "SAFE"},
		"once":                 {once + many, "SAFE"},
		"once, by two":         {"pthread_once_t p; " + strings.Replace(once, "pthread_once(&o, set);", "pthread_once(any ? &o : &p, set);", 1) + many, "UNSAFE"},
		"not by all":           {strings.Replace(once, "pthread_once(&o, set);", "if (any) pthread_once(&o, set);", 1) + many, "UNSAFE"},
	})
}

// TestStatementsAsExpressions: the headers of the system make such of assertions.
func TestStatementsAsExpressions(t *testing.T) {
	decide(t, Options{}, map[string]small{
		"a value":  {"int x; int main(void) { int y = ({ x = 1; x + 1; }); assert(x == 1 && y == 2); }", "SAFE"},
		"wrong":    {"int x; int main(void) { int y = ({ x = 1; x + 1; }); assert(y == 1); }", "UNSAFE"},
		"an event": {"int x; int main(void) { ({ if (any) x = 1; }); assert(x == 0); }", "UNSAFE"},
		"none":     {"int x; int main(void) { int y = ({ x = 1; x + 1; }) + ({ int z = 1; z; }); assert(y == 3); }", "SAFE"},
	})
}
