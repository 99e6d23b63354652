// This file measures the formulas on families of programs.

package getafix_test

import (
	"fmt"
	"testing"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/getafix"
)

func BenchmarkFormulas(b *testing.B) {
	type instance struct {
		name, text string
	}
	var list []instance
	for _, n := range []int{40, 160, 800} {
		list = append(list, instance{fmt.Sprintf("levels%d", n), family.Levels(n)})
	}
	for _, n := range []int{8, 12} {
		list = append(list, instance{fmt.Sprintf("counter%d", n), family.RecursiveCounter(n, false)},
			instance{fmt.Sprintf("counter%d-parameters", n), family.RecursiveCounter(n, true)})
	}
	ways := map[string]calculus.Options{"": {}, "/semi-naive": {Strategy: calculus.SemiNaive}, "/definition": {Strategy: calculus.Definition}, "/schedule": {Schedule: true}}
	for _, i := range list {
		p, err := parser.Parse("program.bp", []byte(i.text), 0)
		if err != nil {
			b.Fatal(err)
		}
		for _, f := range getafix.Formulas() {
			for way, o := range ways {
				b.Run(i.name+"/"+f.Name+way, func(b *testing.B) {
					for b.Loop() {
						if _, _, err := getafix.Check(p, "REACH", f, o); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
