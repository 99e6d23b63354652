// This file tests assertions that are checked one after the other.

package c

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/verdict"
)

// TestIndependent: many locks, each with a counter, of which the last one may be given back too soon. What one counter needs
// says nothing of the others.
func TestIndependent(t *testing.T) {
	for broken, want := range map[bool]verdict.Verdict{false: verdict.Safe, true: verdict.Unsafe} {
		var text, body strings.Builder
		text.WriteString(before)
		const n = 9
		for i := range n {
			fmt.Fprintf(&text, "int l%d, c%[1]d;\n", i)
			leave := "c%[1]d--; __sync_lock_release(&l%[1]d);\n"
			if broken && i == n-1 {
				leave = "__sync_lock_release(&l%[1]d); c%[1]d--;\n"
			}
			fmt.Fprintf(&body, "while (__sync_lock_test_and_set(&l%d, 1)) ; c%[1]d++; assert(c%[1]d == 1);\n"+leave, i)
		}
		text.WriteString("void *f(void *a) { while (1) {\n" + body.String() + "} }" + many)
		a, err := Check(t.Context(), "x.c", []byte(text.String()), Options{Certify: true, abstractOnly: true, apart: true})
		if err != nil || a.Verdict != want {
			t.Fatalf("broken %v: %v %v", broken, err, a)
		}
		if want == verdict.Safe && len(a.Certificate.Parts) != n {
			t.Errorf("%d proofs", len(a.Certificate.Parts))
		}
		if _, err := a.Certificate.Check(t.Context(), "x.c", []byte(text.String()), true); err != nil {
			t.Error(err)
		}
		if want == verdict.Safe { // all proofs are needed
			a.Certificate.Parts = a.Certificate.Parts[1:]
			if _, err := a.Certificate.Check(t.Context(), "x.c", []byte(text.String()), true); err == nil {
				t.Error("an assertion has no proof")
			}
		}
	}
}

// TestGrown: what bounds x is in another variable, which is not in the slice. That is seen only when the values of the
// search have been tried for x.
func TestGrown(t *testing.T) {
	const text = before + `unsigned char x, y, z, w;
void *f(void *a) { while (y < 3) { y = y + 1; x = (x + 1) % 8; } return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (1) { z = z + 1; w = w + z; assert(x != 4); } }`
	if a, err := Check(t.Context(), "x.c", []byte(text), Options{apart: true}); err != nil || a.Verdict != verdict.Safe {
		t.Errorf("%v %v", a, err)
	}
}
