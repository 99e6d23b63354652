// Package campaign says how much of a long test runs.
//
// A campaign is a test of many cases: random programs, or all files of a suite. go test runs a
// sample that takes seconds, go test -short a part of that. The environment variable
// IJIT_CAMPAIGN asks for more: a number multiplies the samples, full runs every campaign
// at the size that its author chose for it.
package campaign

import (
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

// Variable is the name of the environment variable.
const Variable = "IJIT_CAMPAIGN"

// Size returns how many cases of a campaign to run, given how many its sample and the full
// campaign have. In a short test it is a fifth of the sample, but not less than 30 of it:
// campaigns test that their cases are of several kinds.
func Size(t testing.TB, sample, full int) int {
	t.Helper()
	switch text := os.Getenv(Variable); text {
	case "":
		if testing.Short() {
			return min(sample, max((sample+4)/5, 30))
		}
		return sample
	case "full":
		return full
	default:
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("%s=%s: a number from 1 on, or full", Variable, text)
		}
		return sample * n
	}
}

// Every returns the step at which to go through a list of n cases, so that a sample of them
// is run, spread over the list; 1 for all of them.
func Every(t testing.TB, n, sample int) int {
	t.Helper()
	return max(1, n/max(1, Size(t, sample, n)))
}

// Today returns which of n parts of a campaign to run, another one each day.
func Today(n int) int { return time.Now().YearDay() % n }

// Due reports whether to run part k of n that take turns, one each day; for more than the sample, all are due.
func Due(t testing.TB, k, n int) bool {
	t.Helper()
	return Size(t, 1, n) > 1 || k == Today(n)
}

// Turn ends a test that takes turns with others, one each day, unless it is test k of n; for more than the sample, all run.
func Turn(t testing.TB, k, n int) {
	t.Helper()
	if !Due(t, k, n) {
		t.Skip("its turn is on another day")
	}
}

// Part returns which cases of a table to run, in order: those named daily each day, and of the others one in so many
// days, another one each day, so that all are run within them. For more than the sample, all are run.
func Part[T any](t testing.TB, table map[string]T, days int, daily ...string) []string {
	t.Helper()
	var due []string
	others := 0
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if slices.Contains(daily, name) {
			due = append(due, name)
			continue
		}
		if Due(t, others%days, days) {
			due = append(due, name)
		}
		others++
	}
	if others+len(daily) != len(table) {
		t.Errorf("not all of %q are cases", daily)
	}
	if len(due) == 0 {
		t.Error("no case on this day")
	}
	return due
}

// Alone ends a test in a short run, which is for the race detector: it takes long, and what it runs is one goroutine.
func Alone(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("one goroutine: nothing for the race detector")
	}
}
