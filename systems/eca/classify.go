// This file defines the measures of a program.

package eca

import "bytes"

// Measures is a row of Table 1 of Beyer and Stahlbauer (STTT 2014). Operators are counted as
// they are written. On the programs of RERS 2012 that we have, the operators are those of the
// table but for three comparisons, and the lines but for two: the main function was changed
// since.
type Measures struct {
	Class     string // ECA-EQ if all variables are of types BOOL and EQ, else ECA-MUL
	Lines     int    // that are not blank
	State     int    // globals that are used, also those that are never assigned
	Constants int    // different numbers in the source, without signs

	And, Or, Not int
	Equal        int // == and !=
	Order        int // <, <=, > and >=
	AddSub       int // + and -
	MulDiv       int // *, / and %

	// Types counts the variables of each domain type that are assigned. The table counts also
	// what returns and calls keep, and has no BOOL where numbers are compared.
	Types [OTHER + 1]int
}

// Classify measures a program.
func Classify(f *File) Measures {
	m := Measures{
		Class: "ECA-EQ", Lines: f.filled, Constants: f.constants,
		And: f.ops[And], Or: f.ops[Or], Not: f.ops[Not],
		Equal:  f.ops[Eq] + f.ops[Ne],
		Order:  f.ops[Lt] + f.ops[Le] + f.ops[Gt] + f.ops[Ge],
		AddSub: f.ops[Add] + f.ops[Sub] + f.ops[Neg],
		MulDiv: f.ops[Mul] + f.ops[Div] + f.ops[Rem],
	}
	for _, v := range f.Vars {
		if v.Func == nil && (v.Assigned || v.named) {
			m.State++
		}
		if v.Assigned {
			m.Types[v.Type]++
			if v.Type > EQ {
				m.Class = "ECA-MUL"
			}
		}
	}
	return m
}

// filledLines returns how many lines are not blank.
func filledLines(src []byte) int {
	n := 0
	for line := range bytes.Lines(src) {
		if len(bytes.TrimSpace(line)) > 0 {
			n++
		}
	}
	return n
}
