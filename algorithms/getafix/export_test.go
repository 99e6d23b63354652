// This file opens the package to its tests.

package getafix

// CompareAtFirst sets how many globals searches of several rounds compare at first, and
// returns how many these were.
func CompareAtFirst(n int) (was int) {
	was, firstCompared = firstCompared, n
	return was
}
