// This file tests measures.

package eca_test

import (
	"path/filepath"
	"testing"

	"github.com/ijit/ijit/systems/eca"
)

// TestTable1 compares with the rows of Table 1 of Beyer and Stahlbauer. The main functions of
// the files have three comparisons, and one line or two, more than those that the table is of.
func TestTable1(t *testing.T) {
	readSuite(t)
	for _, test := range []struct {
		name  string
		lines int // more than in the table
		want  eca.Measures
	}{
		{"Problem01.c", 2, eca.Measures{Class: "ECA-EQ", Lines: 587, State: 7, Constants: 17, And: 906, Or: 42, Not: 253, Equal: 1077, Types: [4]int{4, 5, 0, 0}}},
		{"Problem02.c", 2, eca.Measures{Class: "ECA-EQ", Lines: 608, State: 6, Constants: 18, And: 795, Or: 50, Not: 231, Equal: 993, Types: [4]int{3, 5, 0, 0}}},
		{"Problem04.c", 2, eca.Measures{Class: "ECA-EQ", Lines: 4809, State: 8, Constants: 19, And: 7369, Or: 768, Not: 1140, Equal: 8950, Types: [4]int{2, 13, 0, 0}}},
		{"Problem06.c", 2, eca.Measures{Class: "ECA-EQ", Lines: 9463, State: 30, Constants: 19, And: 12525, Or: 2295, Not: 4402, Equal: 15922, Types: [4]int{27, 14, 0, 0}}},
		{"Problem10.c", 1, eca.Measures{Class: "ECA-MUL", Lines: 518, State: 5, Constants: 111, And: 749, Or: 60, Equal: 651, Order: 296, AddSub: 152, MulDiv: 122, Types: [4]int{0, 5, 0, 1}}},
		{"Problem14.c", 1, eca.Measures{Class: "ECA-MUL", Lines: 740, State: 4, Constants: 160, And: 825, Or: 126, Equal: 785, Order: 343, AddSub: 174, MulDiv: 150, Types: [4]int{1, 5, 0, 1}}},
	} {
		test.want.Lines += test.lines
		test.want.Equal += 3
		if got := eca.Classify(read(t, filepath.Join(suite, test.name))); got != test.want {
			t.Errorf("%s:\n got %+v\nwant %+v", test.name, got, test.want)
		}
	}
}
