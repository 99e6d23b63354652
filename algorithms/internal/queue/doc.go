// Package queue has a queue by small priorities, as searches need it that go on with what is
// nearest, or has fewest threads. Of equal priorities the oldest comes first. There is a list
// for each priority, so they should be dense.
//
// # Files
//
//	levels.go  Levels
package queue
