// Package models defines what functions of libraries do, of which there is no code: which
// operations they are, what they return, and what they call.
//
// A model is a function that executes one call by means of package extract; models.go has the
// table of them, by the names of the functions. A function that is not in the table is noted as
// left out, unless it is known neither to synchronise nor to call back.
//
// # Files
//
//	models.go               the table
//	sync.go, syncmap.go, atomic.go
//	                        packages sync and sync/atomic
//	context.go, timer.go    package context; timers and tickers
//	time.go                 the rest of package time, signals, what ends the program
//	xsync.go                golang.org/x/sync: groups and semaphores
//	callback.go             functions that call back: sorting, formatting; what writes by pointers
//	errors.go               errors, and what they wrap
//	list.go                 package container/list, where the order of elements is of no matter
//	strings.go              functions of strings, for constants
//	testing.go, testify.go  package testing; assertions of testify
package models
