// This file defines the table of what functions of libraries do.

package models

import (
	"maps"

	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Library returns what is known of libraries.
func Library() extract.Library {
	return extract.Library{Models: Models(), Slices: slicesOfData, Lists: listModels(), Effects: effects(), Given: map[string]func(*extract.Extractor, *graph.Object){
		"context.Context": func(x *extract.Extractor, o *graph.Object) {
			newContext(x, o, nil, true)
			o.Model.(*contextModel).values.unknown = true
		},
	}}
}

// Models returns the models by the name of the function as package ssa prints it; of a generic function
// without type arguments. Function values that models make are atoms of kind Native;
// their names, and those of methods of interfaces that models make, are in the table as well.
func Models() map[string]extract.Model {
	t := map[string]extract.Model{}
	for _, part := range []map[string]extract.Model{syncModels(), syncMapModels(), atomicModels(), contextModels(), timeModels(), testingModels(), processModels(), callbackModels(), errorModels(), groupModels(), stringModels(), testifyModels()} {
		maps.Copy(t, part)
	}
	return t
}

// nothing is the model of functions that do not synchronise; results are anything.
func nothing(c *extract.Call) { c.X.ResultsUnknown(c) }

// operation returns the model of a method that is one operation on its receiver.
func operation(op skeleton.Op, kind skeleton.Kind) extract.Model {
	return func(c *extract.Call) { c.X.Operate(op, kind, c.Arg(0, ""), c.Pos, nil) }
}
