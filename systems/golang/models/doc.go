// Package models defines what functions of libraries do, of which there is no code: which
// operations they are, what they return, and what they call.
//
// A model is a function that executes one call by means of package extract; models.go has the table of them, by the
// names of the functions. Functions without a model have a line each in library.txt, which is derived from the sources
// of the standard library, or in override.txt, which is written by hand: effects.go reads them. Of a function that is
// in none of the tables nothing is known.
//
// # Files
//
//	models.go               the table of models
//	effects.go              the tables of effects
//	generate                the command that derives one
//	sync.go, syncmap.go, atomic.go
//	                        packages sync and sync/atomic
//	context.go, values.go   package context
//	timer.go                timers and tickers
//	time.go                 the rest of package time, signals, what ends the program
//	xsync.go                golang.org/x/sync: groups and semaphores
//	callback.go             functions that call back: sorting, formatting; what writes by pointers; reflection
//	errors.go               errors, and what they wrap
//	list.go                 package container/list, where the order of elements is of no matter
//	strings.go              functions of strings, for constants
//	testing.go, testify.go  package testing; assertions of testify
package models
