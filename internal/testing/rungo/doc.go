// Package rungo makes random Go programs in the way of real ones, runs them with the race detector, and says what went
// wrong.
//
// A program is some idioms with choices, of which some are right and some are wrong; its objects are at places such as
// variables, fields, maps and contexts, its numbers are written in several ways, some of its statements are inside of
// callbacks, loops and the like, and some small mistakes are made in the syntax tree. What a program does is not known
// before: it is run. A goroutine that waits when all have come to rest is blocked for ever, since no timer runs longer
// than a few milliseconds; where some go on and on, one that stays where it is while nobody comes there again.
//
// # Files
//
//	random.go   how a program is put together
//	idioms.go   what it does, and memory.go, services.go
//	place.go    where its objects are, and how numbers are written
//	wrappers.go what its statements are put into
//	mutate.go   small mistakes
//	check.go    whether it compiles
//	run.go      building and running
package rungo
