// This file defines the table of the effects of functions of libraries.

package models

import (
	_ "embed" // of the tables
	"maps"
	"strings"
	"sync"

	"github.com/ijit/ijit/parser/golang/effect"
)

//go:embed library.txt
var library string

//go:embed override.txt
var override string

// ByHand returns the effects that people wrote down: of functions whose sources do not say enough, and of libraries beside the
// standard one.
func ByHand() effect.Table { return read(override) }

// Effects returns the table of the effects of functions of which there is no code. A function that is not in it may do anything.
var Effects = sync.OnceValue(func() effect.Table {
	t := read(library)
	maps.Copy(t, read(override))
	return t
})

func read(text string) effect.Table {
	t, err := effect.Read(strings.NewReader(text))
	if err != nil {
		panic(err) // the text is a part of this package
	}
	return t
}
