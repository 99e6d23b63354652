// This file compares what programs compute with what a compiler makes of them.

package front_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/front"
)

const parameters = 6

// TestCompiled runs random programs of one thread, as a compiler makes them, and has what they print asserted.
func TestCompiled(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("there is no compiler to compare with: ", err)
	}
	dir := t.TempDir()
	for seed := range uint64(campaign.Size(t, 1, 300)) {
		var bodies []string
		for k := range uint64(20) { // so many in one file, since a compiler takes long to start
			bodies = append(bodies, body(rand.New(rand.NewPCG(seed, k)), int(k)))
		}
		file := filepath.Join(dir, "random.c")
		var all strings.Builder
		all.WriteString("#include <stdio.h>\n" + types)
		for k, b := range bodies {
			all.WriteString(functions(k))
			fmt.Fprintf(&all, "static void p%d(void) {\n%s\tprintf(\"%%lld\\n\", (long long)result);\n}\n", k, b)
		}
		all.WriteString("int main(void) {\n")
		for k := range bodies {
			fmt.Fprintf(&all, "\tp%d();\n", k)
		}
		all.WriteString("\treturn 0;\n}\n")
		if err := os.WriteFile(file, []byte(all.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		program := filepath.Join(dir, "random")
		if out, err := exec.Command(gcc, "-w", "-fwrapv", "-o", program, file).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		out, err := exec.Command(program).Output()
		if err != nil {
			t.Fatal(err)
		}
		values := strings.Fields(string(out))
		for k, b := range bodies {
			for _, op := range []string{"==", "!="} { // which fails, so the program comes to its end
				text := fmt.Sprintf("#include <assert.h>\n%s%sint main(void) {\n%s\tassert((long long)result %s %sLL);\n\treturn 0;\n}\n", types, functions(k), b, op, values[k])
				p, err := front.Read("random.c", []byte(text), front.Options{Wrap: true})
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				r := execution.Search(context.Background(), p, execution.Limits{Threads: 1, States: 1000})
				if fails := r.Trace != nil; fails != (op == "!=") || !fails && !r.Complete {
					t.Fatalf("complete %v, error %v, the compiler says %s\n%s\n%s", r.Complete, fails, values[k], text, p)
				}
			}
		}
	}
}

const types = `enum { A = 3, B, C = -2 };
struct pair { int left; unsigned char right; };
struct ops { int (*call)(int, unsigned); struct pair *to; };
`

// functions returns the functions that the k-th body calls, and what it points to.
func functions(k int) string {
	return fmt.Sprintf(`static int f%[1]d(int x, unsigned y) { return x %[2]s y; }
static int g%[1]d(int x, unsigned y) { return x - (int)y; }
static int apply%[1]d(int (*call)(int, unsigned), int *p) { *p += 3; return call(*p, 5); }
static int sum%[1]d(int a[4], int i) { a[i & 3] += 1; return a[0] + a[i & 1]; }
static struct pair near%[1]d = { .right = 9, .left = 4 }, far%[1]d[3] = { { 1 }, [2] = { 5, 6 } };
static struct pair turn%[1]d(struct pair a) { int k = a.left; a.left = a.right; a.right = k; return a; }
static struct ops all%[1]d[] = { { g%[1]d, &near%[1]d }, { .to = &far%[1]d[2], .call = &f%[1]d } };
`, k, []string{"+", "^", "*"}[k%3])
}

// body returns statements that compute result. What C leaves undefined does not happen in them.
func body(rng *rand.Rand, number int) string {
	var b strings.Builder
	types := []string{"int", "unsigned", "char", "unsigned char", "short", "long", "unsigned long", "_Bool", "long long", "unsigned short"}
	for i := range parameters {
		fmt.Fprintf(&b, "\t%s%s v%d = %d;\n", []string{"", "static ", "static volatile "}[rng.IntN(3)], types[rng.IntN(len(types))], i, rng.IntN(300)-100)
	}
	b.WriteString("\tint a[4];\n\ta[0] = 7; a[1] = -3; a[2] = 1000; a[3] = 5;\n\tstruct pair s;\n\ts.left = -9; s.right = 200;\n")
	target := func() string {
		return []string{"n[0]", "n[1]", "&near@.left", "&s.left", "&o->to->left", "n[v3 & 1]", "*r", "&m[v4 & 1].k", "p"}[rng.IntN(9)]
	}
	fmt.Fprintf(&b, "\tstruct { int k; } m[2] = { { 5 }, { .k = -6 } };\n\tint *n[] = { &m[0].k, &s.left };\n")
	fmt.Fprintf(&b, "\tstruct ops *o = v%d > v%d ? &all@[0] : all@;\n", rng.IntN(parameters), rng.IntN(parameters))
	b.WriteString("\tint *p = n[0], *q = v1 ? n[1] : &near@.left, **r = v2 & 1 ? &p : &q;\n\tint (*call)(int, unsigned) = v0 & 1 ? f@ : &g@;\n")
	variable := func() string {
		return []string{"v0", "v1", "v2", "v3", "v4", "v5", "s.left", "s.right", "a[v0 & 3]", "a[2]",
			"(*p)", "(*q)", "(**r)", "o->to->left", "o->to->right", "m[v1 & 1].k", "(*n[v2 & 1])"}[rng.IntN(17)]
	}
	var expression func(depth int) string
	expression = func(depth int) string {
		if rng.IntN(9) == 0 {
			return []string{"(p == q)", "(*r != p)", "(call == f@)", "(o == &all@[1])", "(o->call == g@)", "(&m[v0 & 1].k == p)"}[rng.IntN(6)]
		}
		if depth == 0 || rng.IntN(6) == 0 {
			return []string{variable(), variable(), "A", "B", "C", fmt.Sprint(rng.IntN(50)), "0x80000000u", "'a'", "2000000000"}[rng.IntN(9)]
		}
		x, y := expression(depth-1), expression(depth-1)
		switch rng.IntN(9) {
		case 0:
			return fmt.Sprintf("(%s %s ((%s) | 1))", x, []string{"/", "%"}[rng.IntN(2)], strings.ReplaceAll(y, "/", "+"))
		case 1:
			return fmt.Sprintf("(%s %s ((%s) & 7))", x, []string{"<<", ">>"}[rng.IntN(2)], y)
		case 2:
			return fmt.Sprintf("(%s ? %s : %s)", x, y, variable())
		case 3:
			return fmt.Sprintf("(%s)%s", types[rng.IntN(len(types))], x)
		case 4:
			return fmt.Sprintf("(%s(%s))", []string{"-", "~", "!", "+"}[rng.IntN(4)], x)
		case 5:
			return fmt.Sprintf("%s(%s, %s)", []string{"f@", "call", "(*call)", "o->call", "all@[v5 & 1].call"}[rng.IntN(5)], x, y)
		case 6:
			return fmt.Sprintf("(%s %s %s)", x, []string{"&&", "||"}[rng.IntN(2)], y)
		}
		return fmt.Sprintf("(%s %s %s)", x, []string{"+", "-", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">="}[rng.IntN(12)], y)
	}
	for k := range 4 {
		switch rng.IntN(8) { // pointers change
		case 0:
			fmt.Fprintf(&b, "\tp = %s;\n", target())
		case 1:
			fmt.Fprintf(&b, "\tif (%s) *r = %s; else r = %s ? &q : r;\n", expression(1), target(), expression(1))
		case 2:
			fmt.Fprintf(&b, "\to = %s ? &all@[1] : %s;\n\tq = &o->to->left;\n", expression(1), []string{"o", "&all@[v0 & 1]", "all@"}[rng.IntN(3)])
		case 3:
			fmt.Fprintf(&b, "\tcall = %s ? o->call : all@[%d].call;\n\tn[v%d & 1] = %s;\n", expression(1), rng.IntN(2), rng.IntN(parameters), target())
		case 6:
			fmt.Fprintf(&b, "\ts = %s;\n", []string{"near@", "*o->to", "far@[1]", "far@[v1 & 1]", "turn@(s)"}[rng.IntN(5)])
		case 7:
			fmt.Fprintf(&b, "\t%s = %s;\n", []string{"*o->to", "far@[v0 & 1]"}[rng.IntN(2)], []string{"s", "turn@(near@)", "turn@(*o->to)", "far@[v1 & 1]"}[rng.IntN(4)])
		case 5:
			fmt.Fprintf(&b, "\tv2 ^= sum@(a, %s);\n", variable())
		case 4:
			fmt.Fprintf(&b, "\tv1 += apply@(%s, %s);\n", []string{"call", "f@", "o->call"}[rng.IntN(3)], target())
		}
		x, y := rng.IntN(parameters/2), parameters/2+rng.IntN(parameters/2) // two variables
		switch rng.IntN(10) {
		case 5: // what has an effect, though its value may be constant
			fmt.Fprintf(&b, "\tv%d = (v%d = %d) %s %d;\n", x, y, rng.IntN(9), []string{"+", "*", "&&", "<", "^"}[rng.IntN(5)], rng.IntN(3))
		case 6:
			fmt.Fprintf(&b, "\tv%d = %d %s v%d++;\n", x, rng.IntN(2), []string{"&&", "||", "*", "&"}[rng.IntN(4)], y)
		case 7:
			fmt.Fprintf(&b, "\tif ((v%d = %s)) v%d -= (v%d--, 2);\n", x, expression(2), x, y)
		case 8:
			fmt.Fprintf(&b, "\tv%d = (%d ? v%d++ : --v%d) + (v%d = 3, 1);\n", x, rng.IntN(2), y, y, x)
		case 0:
			fmt.Fprintf(&b, "\tif (%s) %s = %s; else %s++;\n", expression(2), variable(), expression(2), variable())
		case 1:
			fmt.Fprintf(&b, "\tfor (int i = 0; i < %d; i++) { if (i == 3) continue; %s += i; }\n", rng.IntN(6), variable())
		case 2:
			fmt.Fprintf(&b, "\tswitch ((%s) & 3) { case 0: %s = 1; case 1: %s--; break; default: %s = 2; }\n", expression(2), variable(), variable(), variable())
		case 9:
			fmt.Fprintf(&b, "\tswitch (v%d & 1) { case 0: switch (v%d & 1) { case 1: v%d++; break; default: goto l%d; } v%d += 3; break; case 1: v%d = 4; l%d: v%d--; }\n", x, y, x, k, y, x, k, y)
		default:
			if op := []string{"=", "+=", "-=", "*=", "|=", "^=", "&=", "<<=", ">>=", "/=", "%="}[rng.IntN(11)]; op == "/=" || op == "%=" {
				fmt.Fprintf(&b, "\t%s %s %d;\n", variable(), op, 1+rng.IntN(9))
			} else if strings.HasSuffix(op, "<=") || strings.HasSuffix(op, ">=") {
				fmt.Fprintf(&b, "\t%s %s (%s)(%s & 7);\n", variable(), op, types[rng.IntN(len(types))], expression(2))
			} else {
				fmt.Fprintf(&b, "\t%s %s %s;\n", variable(), op, expression(3))
			}
		}
	}
	fmt.Fprintf(&b, "\t%s result = %s;\n", types[rng.IntN(len(types))], expression(3))
	return strings.ReplaceAll(b.String(), "@", fmt.Sprint(number))
}
