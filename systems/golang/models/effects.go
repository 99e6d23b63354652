// This file defines the table of the effects of functions of libraries.

package models

import (
	"embed"
	"maps"
	"sync"

	"github.com/ijit/ijit/systems/golang/effect"
)

//go:embed library.txt override.txt
var texts embed.FS

// ByHand returns the effects that people wrote down: of functions whose sources do not say enough, and of libraries
// beside the standard one.
func ByHand() effect.Table { return read("override.txt") }

// effects returns the effects of functions of which there is no code. A function that is not in the table may do
// anything. Nobody may change the table, which is read once.
var effects = sync.OnceValue(func() effect.Table {
	t := read("library.txt")
	maps.Copy(t, ByHand())
	return t
})

func read(name string) effect.Table {
	f, err := texts.Open(name)
	if err != nil {
		panic(err) // it is a part of this package
	}
	defer f.Close()
	t, err := effect.Read(f)
	if err != nil {
		panic(err)
	}
	return t
}
