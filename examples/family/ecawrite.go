// This file defines how random event-condition-action programs are written: as the programs of
// the RERS challenges are.

package family

import (
	"fmt"
	"strconv"
	"strings"
)

// An ecaWriter writes the program of a machine.
type ecaWriter struct {
	*ecaMachine
	program
}

// ecaPart is how many rules a function has at most.
const ecaPart = 1000

func (w *ecaWriter) write() {
	w.line("extern int __VERIFIER_nondet_int();")
	w.line("extern void exit(int);")
	w.line("")
	for i := range w.Inputs {
		w.line("    int input%c = %d;", 'A'+i%26, i+1)
	}
	w.line("")
	for i, x := range w.vars {
		w.line("    int a%d = %d;", i, x.init)
	}
	if w.StyleB {
		w.styleB()
	} else {
		w.styleA()
	}
}

// parts returns, for each value of the selector, the rules about it, in functions of a size.
func (w *ecaWriter) parts() [][][]ecaRule {
	all := make([][][]ecaRule, len(w.vars[0].values))
	for i, value := range w.vars[0].values {
		for _, r := range w.rules {
			if r.tests[0].values[0] != value {
				continue
			}
			n := len(all[i])
			if n == 0 || len(all[i][n-1]) == ecaPart {
				all[i] = append(all[i], nil)
				n++
			}
			all[i][n-1] = append(all[i][n-1], r)
		}
	}
	return all
}

// styleA writes a program whose functions return what a rule returns.
func (w *ecaWriter) styleA() {
	var calls []string
	for i, parts := range w.parts() {
		for j := len(parts) - 1; j >= 0; j-- {
			w.line("")
			w.line("int calculate_output%d_%d(int input) {", i, j)
			for k, r := range parts[j] {
				word := "} else if"
				if k == 0 {
					word = "if"
				}
				w.line("    %s(%s) {", word, w.guardText(r))
				w.assignments(r)
				w.line("        return %d;", r.output)
			}
			w.line("    }")
			if j == len(parts)-1 {
				w.line("    return -2;")
			} else {
				w.line("    return calculate_output%d_%d(input);", i, j+1)
			}
			w.line("}")
		}
		if len(parts) > 0 {
			calls = append(calls, fmt.Sprintf("if((a0==%d)) {\n        output = calculate_output%d_0(input);\n    }", w.vars[0].values[i], i))
		}
	}
	w.line("")
	w.line("int calculate_output(int input) {")
	w.line("    int output = -2;")
	if !w.LabelsLast {
		w.checks()
	}
	w.line("    %s", strings.Join(calls, " else "))
	if w.LabelsLast {
		w.line("    if(output != -2) {")
		w.line("        return output;")
		w.line("    }")
		w.checks()
	}
	w.line("    return output;")
	w.line("}")
	w.line("")
	w.line("int main() {")
	w.line("    int output = -1;")
	w.line("    while(1) {")
	w.line("        int input = __VERIFIER_nondet_int();")
	w.line("        %s return -2;", w.invalid())
	w.line("        output = calculate_output(input);")
	w.line("    }")
	w.line("}")
}

// styleB writes a program in which a flag says that no rule has fired.
func (w *ecaWriter) styleB() {
	w.line("int cf = 1;")
	w.line("")
	w.line("void errorCheck() {")
	w.checks()
	w.line("}")
	all := w.parts()
	for i, parts := range all {
		for j, rules := range parts {
			w.line("")
			w.line("void calculate_outputm%d_%d(int input) {", i, j)
			for _, r := range rules {
				w.line("    if((cf==1 && (%s))) {", w.guardText(r))
				w.line("        cf = 0;")
				w.assignments(r)
				w.line(`        printf("%%d\n", %d); fflush(stdout);`, r.output)
				w.line("    }")
			}
			w.line("}")
		}
	}
	w.line("")
	w.line("void calculate_output(int input) {")
	w.line("    cf = 1;")
	w.line("    errorCheck();")
	for i, parts := range all {
		w.line("    if((cf==1 && (a0==%d))) {", w.vars[0].values[i])
		for j := range parts {
			w.line("        calculate_outputm%d_%d(input);", i, j)
		}
		w.line("    }")
	}
	w.line("    if(cf==1)")
	w.line(`        fprintf(stderr, "Invalid input: %%d\n", input);`)
	w.line("}")
	w.line("")
	w.line("int main() {")
	w.line("    while(1) {")
	w.line("        int input;")
	w.line(`        scanf("%%d", &input);`)
	w.line("        %s return -2;", w.invalid())
	w.line("        calculate_output(input);")
	w.line("    }")
	w.line("}")
}

// invalid returns the condition of inputs that end the program.
func (w *ecaWriter) invalid() string {
	var list []string
	for i := range w.Inputs {
		list = append(list, fmt.Sprintf("(input != %d)", i+1))
	}
	return "if(" + strings.Join(list, " && ") + ")"
}

// checks writes the tests of labels.
func (w *ecaWriter) checks() {
	for i, tests := range w.labels {
		w.line("    if(%s) {", w.testsText(tests))
		if w.StyleB {
			w.line("        cf = 0;")
			w.line("        assert(!%s);", ecaLabel(i))
		} else {
			w.line("        %s: assert(0);", ecaLabel(i))
		}
		w.line("    }")
	}
}

func (w *ecaWriter) guardText(r ecaRule) string {
	return fmt.Sprintf("((%s) && (input == %d))", w.testsText(r.tests), r.input)
}

// testsText returns a conjunction, in any order.
func (w *ecaWriter) testsText(tests []ecaTest) string {
	list := make([]string, len(tests))
	for i, j := range w.Perm(len(tests)) {
		list[i] = w.testText(&tests[j])
	}
	return strings.Join(list, " && ")
}

func (w *ecaWriter) testText(t *ecaTest) string {
	x := w.vars[t.v]
	switch {
	case t.other >= 0:
		return fmt.Sprintf("(a%d==a%d)", t.v, t.other)
	case len(t.values) == 1 && len(x.values) == 2 && t.values[0] == x.values[0]:
		return fmt.Sprintf("!(a%d==%d)", t.v, x.values[1])
	case t.values != nil:
		var list []string
		for _, value := range t.values {
			list = append(list, fmt.Sprintf("(a%d==%d)", t.v, value))
		}
		if len(list) == 1 {
			return list[0]
		}
		return "(" + strings.Join(list, " || ") + ")"
	case t.lo == noLow:
		return fmt.Sprintf("a%d <= %s", t.v, numeral(t.hi))
	case t.hi == noHigh:
		return fmt.Sprintf("%s < a%d", numeral(t.lo), t.v)
	}
	return fmt.Sprintf("((%s < a%d) && (%s >= a%d))", numeral(t.lo), t.v, numeral(t.hi), t.v)
}

func (w *ecaWriter) assignments(r ecaRule) {
	for _, a := range r.assigns {
		value := strconv.Itoa(int(a.value))
		if a.other >= 0 {
			value = fmt.Sprintf("a%d", a.other)
		}
		if a.steps != nil {
			value = fmt.Sprintf("a%d", a.v)
			for _, x := range a.steps {
				value = fmt.Sprintf("(%s %c %s)", value, x.op, numeral(x.c))
			}
		}
		w.line("        a%d = %s;", a.v, value)
	}
}

// numeral returns a constant, a negative one with a blank in front.
func numeral(c int32) string {
	if c < 0 {
		return " " + strconv.Itoa(int(c))
	}
	return strconv.Itoa(int(c))
}
