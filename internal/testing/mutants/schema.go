// This file defines the files in which all mistakes are.

package mutants

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// apply returns a text in which mistakes can be made, by their numbers.
func apply(text []byte, list []*Mistake, numbers []int) []byte {
	type numbered struct {
		edit
		depth int // of what begins at one place, the widest is first; of what ends there it is last
	}
	var all []numbered
	for k, m := range list {
		width := m.edits[len(m.edits)-1].at - m.edits[0].at
		for _, e := range m.edits {
			if strings.Contains(e.text, "%") {
				e.text = strings.ReplaceAll(e.text, "%[1]d", fmt.Sprint(numbers[k]))
				e.text = strings.ReplaceAll(e.text, "%d", fmt.Sprint(numbers[k]))
			}
			depth := -width
			if e.last {
				depth = width
			}
			all = append(all, numbered{e, depth})
		}
	}
	// What ends at a place ends before anything begins there.
	slices.SortStableFunc(all, func(a, b numbered) int {
		switch {
		case a.at != b.at:
			return a.at - b.at
		case a.last != b.last && a.last:
			return -1
		case a.last != b.last:
			return 1
		}
		return a.depth - b.depth
	})
	// Of one width the last that began ends first.
	for i := 0; i < len(all); {
		k := i + 1
		for k < len(all) && all[k].at == all[i].at && all[k].last && all[i].last && all[k].depth == all[i].depth {
			k++
		}
		if all[i].last {
			slices.Reverse(all[i:k])
		}
		i = k
	}
	var out bytes.Buffer
	last := 0
	for _, e := range all {
		out.Write(text[last:e.at])
		out.WriteString(e.text)
		last = e.at
	}
	out.Write(text[last:])
	return out.Bytes()
}

// helper is the file that the changed ones call, for a package of a name. It notes which mistakes are come to.
func helper(pkg string, n int) []byte {
	return fmt.Appendf(nil, `package %s

import (
	"os"
	"strconv"
	"sync"
)

var (
	mutantNumber_ = func() int { n, err := strconv.Atoi(os.Getenv("IJIT_MUTANT")); if err != nil { return -1 }; return n }()
	mutantFile_   = os.Getenv("IJIT_MUTANTS_REACHED")
	mutantSeen_   [%d]bool
	mutantLock_   sync.Mutex
)

func mutant_(n int) bool {
	if mutantFile_ != "" && !mutantSeen_[n] {
		mutantLock_.Lock()
		defer mutantLock_.Unlock()
		mutantSeen_[n] = true
		if f, err := os.OpenFile(mutantFile_, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err == nil {
			f.WriteString(strconv.Itoa(n) + "\n")
			f.Close()
		}
	}
	return n == mutantNumber_
}

func mutantAdd_(n int) int {
	if mutant_(n) {
		return 1
	}
	return 0
}
`, pkg, max(n, 1))
}
