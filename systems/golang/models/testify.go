// This file defines the models of github.com/stretchr/testify.

package models

import (
	"strings"

	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
)

// testifyModels are those of packages assert and require. What require finds wrong ends the test.
func testifyModels() map[string]extract.Model {
	t := map[string]extract.Model{}
	checks := map[string]condition{
		"NoError": isNil, "Nil": isNil, "Error": isNotNil, "NotNil": isNotNil, "True": isTrue, "False": isFalse,
		"ErrorAs": errorAs, "Eventually": calledBack, "Never": calledBack, "Condition": calledBack,
		"Fail": func(*extract.Call) graph.Cond { return graph.Const(false) }, "FailNow": func(*extract.Call) graph.Cond { return graph.Const(false) },
	}
	for name, arg := range map[string]int{"Panics": 1, "NotPanics": 1, "PanicsWithValue": 2, "PanicsWithError": 2} {
		checks[name] = func(c *extract.Call) graph.Cond {
			caught := *c
			caught.Catch = true
			caught.Callback(c.Arg(arg, ""), "f", nil, nil)
			return graph.Either{}
		}
	}
	const others = `Equal NotEqual EqualValues NotEqualValues Exactly Len Empty NotEmpty Contains NotContains ElementsMatch Subset NotSubset Same NotSame
		ErrorIs NotErrorIs ErrorContains EqualError Zero NotZero Greater GreaterOrEqual Less LessOrEqual Positive Negative IsType Implements
		InDelta InEpsilon Regexp NotRegexp WithinDuration WithinRange JSONEq YAMLEq FileExists NoFileExists DirExists NoDirExists`
	for name := range strings.FieldsSeq(others) {
		checks[name] = func(*extract.Call) graph.Cond { return graph.Either{} }
	}
	for dir, model := range map[string]func(condition) extract.Model{"assert": assert, "require": require} {
		path := "github.com/stretchr/testify/" + dir
		t[path+".New"] = nothing
		for name, holds := range checks {
			for _, name := range []string{name, name + "f"} {
				t[path+"."+name], t["(*"+path+".Assertions)."+name] = model(holds), model(holds)
			}
		}
	}
	return t
}

// A condition is what a function checks of its arguments.
type condition func(c *extract.Call) graph.Cond

func assert(holds condition) extract.Model {
	return func(c *extract.Call) {
		formatArgs(c)
		if ok := holds(c); c.Result != nil {
			c.Returns(c.X.Chosen(c.Result, "", ok))
		}
	}
}

func require(holds condition) extract.Model {
	return func(c *extract.Call) {
		formatArgs(c)
		c.X.Branch(holds(c), func() {}, func() { c.X.Goexit(c) })
	}
}

// isNil is the condition that the argument is nil, or a pointer that is.
func isNil(c *extract.Call) graph.Cond {
	return c.Arg(1, "").Is(func(a *graph.Atom) graph.Truth {
		for a.Kind == graph.Box {
			a = a.Elem
		}
		return graph.Equal(a, c.X.Nil())
	})
}

func isNotNil(c *extract.Call) graph.Cond { return graph.Not(isNil(c)) }
func isTrue(c *extract.Call) graph.Cond   { return c.Arg(1, "").IsTrue() }
func isFalse(c *extract.Call) graph.Cond  { return graph.Not(isTrue(c)) }

// errorAs writes by the pointer that it is given, if there is such an error.
func errorAs(c *extract.Call) graph.Cond {
	if len(c.Types) > 2 {
		c.X.Branch(graph.Either{}, func() { c.X.Fill(c.Arg(2, ""), c.Types[2], c.Pos) }, func() {})
	}
	return graph.Either{}
}

// calledBack calls a function that returns whether the condition holds, any number of times.
func calledBack(c *extract.Call) graph.Cond {
	c.X.Again(func() { c.Callback(c.Arg(1, ""), "condition", nil, nil) })
	return graph.Either{}
}
