// Package rungo makes random Go programs in the way of real ones, runs them, and says what went wrong.
package rungo
