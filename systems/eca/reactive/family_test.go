// This file defines families of programs: one in whose states decision diagrams find a
// pattern, and two where there is none.

package reactive_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// switches returns a program with n switches, which inputs turn on and off independently of
// each other: 2^n states and more. That all are on, error_0, takes n inputs and one more to look. The
// light shines if the last switch that was used was turned on, so that it does though all are
// off, error_1, cannot be.
func switches(n int) string {
	var b strings.Builder
	b.WriteString("extern int __VERIFIER_nondet_int();\nint light = 0;\n")
	for i := range n {
		fmt.Fprintf(&b, "int a%d = 0;\n", i+1)
	}
	b.WriteString("int calculate_output(int input) {\n")
	for i := range n {
		word := "    } else if"
		if i == 0 {
			word = "    if"
		}
		fmt.Fprintf(&b, "%s(input == %d && a%d == 0) {\n        a%d = 1;\n        light = 1;\n        return 1;\n", word, i+1, i+1, i+1)
		fmt.Fprintf(&b, "    } else if(input == %d && a%d == 1) {\n        a%d = 0;\n        light = 0;\n        return 0;\n", i+1, i+1, i+1)
	}
	b.WriteString("    }\n    if(1")
	for i := range n {
		fmt.Fprintf(&b, " && a%d == 1", i+1)
	}
	b.WriteString(") {\n        error_0: assert(0);\n    }\n    if(light == 1")
	for i := range n {
		fmt.Fprintf(&b, " && a%d == 0", i+1)
	}
	b.WriteString(") {\n        error_1: assert(0);\n    }\n    return -2;\n}\n")
	loop(&b, n+1)
	return b.String()
}

// counter returns a program that counts inputs of 1 in n bits: 2^n states, each of which is the
// only new one of its turn, so that sets have nothing to gain. All bits are 1 after 2^n-1 inputs
// and one to look; error_1, that a bit is 2, cannot be.
func counter(n int) string {
	var b strings.Builder
	b.WriteString("extern int __VERIFIER_nondet_int();\n")
	for i := range n {
		fmt.Fprintf(&b, "int a%d = 0;\n", i+1)
	}
	b.WriteString("int calculate_output(int input) {\n")
	for i := range n {
		b.WriteString("    if(input == 1")
		for k := range i {
			fmt.Fprintf(&b, " && a%d == 1", k+1)
		}
		fmt.Fprintf(&b, " && a%d == 0) {\n", i+1)
		for k := range i {
			fmt.Fprintf(&b, "        a%d = 0;\n", k+1)
		}
		fmt.Fprintf(&b, "        a%d = 1;\n        return 1;\n    }\n", i+1)
	}
	b.WriteString("    if(a1 == 1")
	for i := range n - 1 {
		fmt.Fprintf(&b, " && a%d == 1", i+2)
	}
	b.WriteString(") {\n        error_0: assert(0);\n    }\n    if(a1 == 2) {\n        error_1: assert(0);\n    }\n    return -2;\n}\n")
	loop(&b, 2)
	return b.String()
}

// loop writes main.
func loop(b *strings.Builder, inputs int) {
	b.WriteString("int main() {\n    int output = -1;\n    while(1) {\n        int input = __VERIFIER_nondet_int();\n        if(input != 1")
	for i := range inputs - 1 {
		fmt.Fprintf(b, " && input != %d", i+2)
	}
	b.WriteString(") return -2;\n        output = calculate_output(input);\n    }\n}\n")
}

// machine returns a program whose reachable states are so many random valuations of a number
// of variables: each rule is about one state and one input. That is what large programs of the
// challenge are like. The labels are about further random valuations, and about some reachable
// ones, which an input without a rule looks at.
func machine(seed uint64, states, vars, inputs int) string {
	rng := rand.New(rand.NewPCG(seed, 1))
	values := make([]int, vars) // how many
	for i := range values {
		values[i] = 2 + rng.IntN(2)*rng.IntN(5)
	}
	seen := map[string]bool{}
	var all [][]int
	for len(all) < states+50 {
		s := make([]int, vars)
		for i := range s {
			s[i] = rng.IntN(values[i])
		}
		if key := fmt.Sprint(s); !seen[key] {
			seen[key] = true
			all = append(all, s)
		}
	}
	var b strings.Builder
	b.WriteString("extern int __VERIFIER_nondet_int();\n")
	for i, v := range all[0] {
		fmt.Fprintf(&b, "int a%d = %d;\n", i+1, v)
	}
	guard := func(s []int) {
		for _, i := range rng.Perm(vars) {
			if values[i] == 2 && s[i] == 0 {
				fmt.Fprintf(&b, "&&!(a%d==1)", i+1)
			} else {
				fmt.Fprintf(&b, "&&(a%d==%d)", i+1, s[i])
			}
		}
	}
	type rule struct{ from, input, to int }
	var rules []rule
	for s := range states {
		for i := range inputs {
			to := s*inputs + i + 1
			if to >= states {
				to = rng.IntN(states)
			}
			rules = append(rules, rule{s, i + 1, to})
		}
	}
	rng.Shuffle(len(rules), func(i, j int) { rules[i], rules[j] = rules[j], rules[i] })
	const part = 3000
	for first := (len(rules) - 1) / part * part; first >= 0; first -= part {
		fmt.Fprintf(&b, "int calculate_output%d(int input) {\n", first/part)
		for i, r := range rules[first:min(first+part, len(rules))] {
			if i > 0 {
				b.WriteString("    } else ")
			}
			fmt.Fprintf(&b, "    if((input==%d)", r.input)
			guard(all[r.from])
			b.WriteString(") {\n")
			for i, v := range all[r.to] {
				if all[r.from][i] != v {
					fmt.Fprintf(&b, "        a%d = %d;\n", i+1, v)
				}
			}
			fmt.Fprintf(&b, "        return %d;\n", 20+rng.IntN(5))
		}
		b.WriteString("    }\n")
		if first+part < len(rules) {
			fmt.Fprintf(&b, "    return calculate_output%d(input);\n}\n", first/part+1)
			continue
		}
		for i := range 60 {
			s := all[states+i%50]
			if i < 24 {
				s = all[rng.IntN(states)]
			}
			b.WriteString("    if(1")
			guard(s)
			fmt.Fprintf(&b, ") {\n        error_%d: assert(0);\n    }\n", i)
		}
		b.WriteString("    return -2;\n}\n")
	}
	text := strings.Replace(b.String(), "calculate_output0(int", "calculate_output(int", 1)
	b.Reset()
	b.WriteString(text)
	loop(&b, inputs+1)
	return b.String()
}
