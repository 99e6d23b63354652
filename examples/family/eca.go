// This file defines the list of families of event-condition-action programs, and those whose
// answers can be said in general.

package family

import (
	"fmt"
	"strings"
)

// An ECAFamily is a C program with a parameter k, from 1 on, that reads inputs in an endless
// loop and has labels which must not be reached, as the programs of the RERS challenges.
type ECAFamily struct {
	Name    string
	Doc     string // what grows with k, and what does not
	Program func(k int) (text string, labels []Outcome)
}

// An Outcome is the answer about a label.
type Outcome struct {
	Label   string
	Verdict string // SAFE, UNSAFE, or UNKNOWN to the generator
	Inputs  int    // the least number that lead to the label, if it can be reached
}

// String returns what a want line says.
func (o Outcome) String() string {
	text := o.Verdict + " label=" + o.Label
	if o.Inputs > 0 {
		text += fmt.Sprintf(" inputs=%d", o.Inputs)
	}
	return text
}

// ECAFamilies returns the families of event-condition-action programs.
func ECAFamilies() []ECAFamily {
	random := func(size func(k int) ECASize) func(int) (string, []Outcome) {
		return func(k int) (string, []Outcome) { return ECA(size(k)) }
	}
	return []ECAFamily{
		{
			Name:    "switches",
			Doc:     "k switches, 2^k states in small diagrams",
			Program: ecaSwitches,
		},
		{
			Name: "automaton",
			Doc:  "400 k states without a pattern, in large diagrams",
			Program: random(func(k int) ECASize {
				return ECASize{Variables: 20, Values: 6, Rules: 400 * k, Inputs: 4, Labels: 60, Exact: true, Jumps: true, Seed: 1}
			}),
		},
		{
			Name:    "intervals",
			Doc:     "k numbers with thousands of values each, of which two intervals matter",
			Program: ecaIntervals,
		},
		{
			Name:    "odometer",
			Doc:     "a counter of k decimal digits; it takes 10^k inputs to a label",
			Program: ecaOdometer,
		},
		{
			Name: "rers-eq",
			Doc:  "about 1000 k lines as in RERS 2012, class ECA-EQ",
			Program: random(func(k int) ECASize {
				return ECASize{Variables: 11, Values: 6, Rules: 220 * k, Inputs: 6, Labels: 60, LabelsLast: true, Seed: 1}
			}),
		},
		{
			Name: "rers-mul",
			Doc:  "about 1000 k lines as in RERS 2012, class ECA-MUL",
			Program: random(func(k int) ECASize {
				return ECASize{Variables: 6, Values: 5, Products: 1, Rules: 200 * k, Inputs: 6, Labels: 60, Seed: 1}
			}),
		},
		{
			Name: "rers-modular",
			Doc:  "about 1000 k lines as in RERS 2013: many variables and functions, and a flag",
			Program: random(func(k int) ECASize {
				return ECASize{StyleB: true, Variables: 20 + 10*k, Values: 5, Rules: 170 * k, Inputs: 6, Labels: 60, Seed: 1}
			}),
		},
	}
}

// ECANamed returns the family of that name.
func ECANamed(name string) (f ECAFamily, found bool) {
	for _, f := range ECAFamilies() {
		if f.Name == name {
			return f, true
		}
	}
	return ECAFamily{}, false
}

// File returns the program with lines that say what is expected of it.
func (f ECAFamily) File(k int) string {
	text, labels := f.Program(k)
	var b strings.Builder
	fmt.Fprintf(&b, "// Family %s, k = %d: %s.\n//\n", f.Name, k, f.Doc)
	whole := "SAFE"
	for _, o := range labels {
		switch {
		case o.Verdict == "UNSAFE":
			whole = o.Verdict
		case o.Verdict == "UNKNOWN" && whole == "SAFE":
			whole = o.Verdict
		}
	}
	fmt.Fprintf(&b, "// want: %s\n", whole)
	for _, o := range labels {
		if o.Verdict != "UNKNOWN" {
			fmt.Fprintf(&b, "// want: %s\n", o)
		}
	}
	return b.String() + "\n" + text
}

// ecaSwitches returns a program with k switches, which inputs turn on and off independently
// of each other. That all are on takes k inputs, and one more, 0, to look. The light shines if the last
// switch that was used was turned on, so that it does though all are off cannot be.
func ecaSwitches(k int) (string, []Outcome) {
	p := &program{}
	p.line("extern int __VERIFIER_nondet_int();")
	p.line("")
	p.line("int light = 0;")
	on, off := "input == 0", "input == 0 && light == 1"
	for i := range k {
		p.line("int a%d = 0;", i)
		on += fmt.Sprintf(" && a%d == 1", i)
		off += fmt.Sprintf(" && a%d == 0", i)
	}
	p.line("")
	p.line("int calculate_output(int input) {")
	for i := range k {
		word := "    } else if"
		if i == 0 {
			word = "    if"
		}
		p.line("%s(input == %d && a%d == 0) {", word, i+1, i)
		p.line("        a%d = 1;", i)
		p.line("        light = 1;")
		p.line("        return 1;")
		p.line("    } else if(input == %d && a%d == 1) {", i+1, i)
		p.line("        a%d = 0;", i)
		p.line("        light = 0;")
		p.line("        return 0;")
	}
	p.line("    }")
	p.line("    if(%s) {", on)
	p.line("        error_0: assert(0);")
	p.line("    }")
	p.line("    if(%s) {", off)
	p.line("        error_1: assert(0);")
	p.line("    }")
	p.line("    return -2;")
	p.line("}")
	p.ecaMain()
	return p.String(), []Outcome{{"error_0", "UNSAFE", k + 1}, {"error_1", "SAFE", 0}}
}

// ecaIntervals returns a program with k numbers. Each is in one of two intervals, low and
// high, and has thousands of values there. So there are more states than can be searched, but only
// 2^k combinations of intervals. No number gets negative.
func ecaIntervals(k int) (string, []Outcome) {
	p := &program{}
	p.line("extern int __VERIFIER_nondet_int();")
	p.line("")
	high, labels := "a0 > 1000", []Outcome{{"error_0", "UNSAFE", k + 1}}
	for i := range k {
		p.line("int a%d = 1;", i)
		if i > 0 {
			high += fmt.Sprintf(" && a%d > 1000", i)
		}
		labels = append(labels, Outcome{fmt.Sprintf("error_%d", i+1), "SAFE", 0})
	}
	p.line("")
	p.line("int calculate_output(int input) {")
	p.line("    if(%s) {", high)
	p.line("        error_0: assert(0);")
	p.line("    }")
	for i := range k {
		p.line("    if(a%d <= 0) {", i)
		p.line("        error_%d: assert(0);", i+1)
		p.line("    }")
	}
	p.line("    if(input == 0) {")
	p.line("        return 0;")
	for i := range k {
		p.line("    } else if(input == %d && 0 < a%d && 1000 >= a%d) {", 2*i+1, i, i)
		p.line("        a%d = ((a%d * 7) + 1000);", i, i)
		p.line("        return 1;")
		p.line("    } else if(input == %d && 1000 < a%d) {", 2*i+1, i)
		p.line("        a%d = (((a%d %% 997) / 2) + 1);", i, i)
		p.line("        return 2;")
		p.line("    } else if(input == %d && 1000 < a%d && 8000 >= a%d) {", 2*i+2, i, i)
		p.line("        a%d = ((a%d * 3) / 2);", i, i)
		p.line("        return 3;")
	}
	p.line("    }")
	p.line("    return -2;")
	p.line("}")
	p.ecaMain()
	return p.String(), labels
}

// ecaOdometer returns a program with k decimal digits. An input adds one, another one sets all
// of them to 0. Another one looks whether all are 9: that takes as many inputs as there are values.
func ecaOdometer(k int) (string, []Outcome) {
	p := &program{}
	p.line("extern int __VERIFIER_nondet_int();")
	p.line("")
	all, inputs := "input == 3", 1
	for i := range k {
		p.line("int a%d = 0;", i)
		all += fmt.Sprintf(" && a%d == 9", i)
		inputs = min(inputs*10, 1e15)
	}
	p.line("")
	p.line("int calculate_output(int input) {")
	carry := "input == 1"
	for i := range k {
		for digit := range 9 {
			p.line("    if(%s && a%d == %d) {", carry, i, digit)
			for j := range i {
				p.line("        a%d = 0;", j)
			}
			p.line("        a%d = %d;", i, digit+1)
			p.line("        return %d;", digit+1)
			p.line("    }")
		}
		carry += fmt.Sprintf(" && a%d == 9", i)
	}
	p.line("    if(input == 2) {")
	for i := range k {
		p.line("        a%d = 0;", i)
	}
	p.line("        return 0;")
	p.line("    }")
	p.line("    if(%s) {", all)
	p.line("        error_0: assert(0);")
	p.line("    }")
	p.line("    if(input == 3 && a0 == 10) {")
	p.line("        error_1: assert(0);")
	p.line("    }")
	p.line("    return -2;")
	p.line("}")
	p.ecaMain()
	return p.String(), []Outcome{{"error_0", "UNSAFE", inputs}, {"error_1", "SAFE", 0}}
}

// ecaMain writes the loop.
func (p *program) ecaMain() {
	p.line("")
	p.line("int main() {")
	p.line("    int output = -1;")
	p.line("    while(1) {")
	p.line("        int input = __VERIFIER_nondet_int();")
	p.line("        output = calculate_output(input);")
	p.line("    }")
	p.line("}")
}
