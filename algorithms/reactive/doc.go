// Package reactive decides which labels of an event-condition-action program can be reached
// (package eca), by sets of states, by states one by one, and by regions.
package reactive
