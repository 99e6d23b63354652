// This file tests and shows the package on relations that have nothing to do with
// programs.

package calculus_test

import (
	"fmt"
	"os"

	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// The transitive closure of a relation that is given as tuples.
func Example_closure() {
	file, err := syntax.Parse("closure.mu", []byte(`
		enum City { oslo, bonn, rome, bern, lima };
		bool Train(City a, City b);                  // given below
		mu bool Reach(City a, City b)
		  Train(a, b) | exists City c. Reach(a, c) & Train(c, b);
		forall City a. Reach(oslo, a) -> a != lima;  // no train to lima
		#ons Reach;
	`))
	if err != nil {
		fmt.Println(err)
		return
	}
	system, err := calculus.Compile(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	e := calculus.NewEvaluator(system, calculus.Options{})
	const oslo, bonn, rome, bern = 0, 1, 2, 3
	if err := e.DefineTuples("Train", []int{oslo, bonn}, []int{bonn, rome}, []int{rome, bern}); err != nil {
		fmt.Println(err)
	}
	if err := e.Run(os.Stdout); err != nil {
		fmt.Println(err)
	}
	reach, err := e.Value("Reach")
	if err != nil {
		fmt.Println(err)
		return
	}
	for t := range reach.All() {
		fmt.Println(t[0], "->", t[1])
	}
	// Output:
	// true
	// Reach: 6 tuples
	// oslo -> bonn
	// oslo -> rome
	// oslo -> bern
	// bonn -> rome
	// bonn -> bern
	// rome -> bern
}

// A puzzle: a farmer takes a wolf, a goat and a cabbage across a river, one at a
// time; wolf and goat must not be left alone, nor goat and cabbage.
func Example_puzzle() {
	file, err := syntax.Parse("river.mu", []byte(`
		enum Bank { left, right };
		class State { Bank farmer, wolf, goat, cabbage; };

		bool Good(State s)
		  (s.wolf = s.goat -> s.farmer = s.goat) & (s.goat = s.cabbage -> s.farmer = s.goat);

		bool Move(State s, State t)
		  s.farmer != t.farmer & Good(t) &
		  ( (s.wolf = t.wolf & s.goat = t.goat) & (s.cabbage = t.cabbage | s.cabbage = s.farmer & t.cabbage = t.farmer)
		  | (s.wolf = t.wolf & s.cabbage = t.cabbage) & s.goat = s.farmer & t.goat = t.farmer
		  | (s.goat = t.goat & s.cabbage = t.cabbage) & s.wolf = s.farmer & t.wolf = t.farmer );

		mu bool Reach(State s)
		  (s.farmer = left & s.wolf = left & s.goat = left & s.cabbage = left) |
		  exists State t. Reach(t) & Move(t, s);

		exists State s. Reach(s) & s.farmer = right & s.wolf = right & s.goat = right & s.cabbage = right;
		#ons Reach;
		#wit exists State s. Good(s) & !Reach(s);
	`))
	if err != nil {
		fmt.Println(err)
		return
	}
	system, err := calculus.Compile(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := calculus.NewEvaluator(system, calculus.Options{}).Run(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// true
	// Reach: 10 tuples
	// no witness
}
