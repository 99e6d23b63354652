// This file tests which counters are known to give out each number once.

package golang_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// put stores a channel at the next number.
const put = "mu.Lock(); next++; subs[next] = c; mu.Unlock()"

// numbers are programs with a counter, and whether one number is tracked.
var numbers = []struct {
	name, fields, put, more string
	want                    bool
}{
	{"locked", "next int", put, "", true},
	{"by two", "next uint64", strings.Replace(put, "next++", "next += 2", 1), "", true},
	{"named", "next id", put, "", true},
	{"sum", "next int", "mu.Lock(); n := next + 1; next = n; subs[n] = c; mu.Unlock()", "", true},
	{"elsewhere, too", "next int", put, "mu.Lock(); next++; mu.Unlock()", true},
	{"read elsewhere", "next int", put, "mu.Lock(); println(next); mu.Unlock()", true},
	{"not locked", "next int", "next++; mu.Lock(); subs[next] = c; mu.Unlock()", "", false},
	{"not locked elsewhere", "next int", put, "next++", false},
	{"another lock elsewhere", "next int", put, "other.Lock(); next++; other.Unlock()", false},
	{"one of two locks", "next int", "if n > 3 { mu.Lock(); defer mu.Unlock() } else { other.Lock(); defer other.Unlock() }; next++; subs[next] = c", "", false},
	{"read lock", "next int", strings.NewReplacer("mu.Lock", "rw.RLock", "mu.Unlock", "rw.RUnlock").Replace(put), "", false},
	{"write lock", "next int", strings.NewReplacer("mu.Lock", "rw.Lock", "mu.Unlock", "rw.Unlock").Replace(put), "", true},
	{"tried", "next int", strings.Replace(put, "mu.Lock()", "mu.TryLock()", 1), "", false},
	{"given back by another", "next int", put, "mu.Unlock(); mu.Lock()", false},
	{"given back between", "next int", "mu.Lock(); k := next; mu.Unlock(); mu.Lock(); next = k + 1; subs[next] = c; mu.Unlock()", "", false},
	{"given back between, by a call", "next int", "mu.Lock(); k := next; yield(); next = k + 1; subs[next] = c; mu.Unlock()", "", false},
	{"given back before", "next int", "mu.Lock(); mu.Unlock(); next++; mu.Lock(); subs[next] = c; mu.Unlock()", "", false},
	{"a receive between", "next int", "mu.Lock(); k := next; <-w; next = k + 1; subs[next] = c; mu.Unlock()", "", false},
	{"stored twice", "next int", "mu.Lock(); k := next; next = k + 1; subs[next] = c; next = k + 1; subs[next] = c; mu.Unlock()", "", false},
	{"reset", "next int", put, "mu.Lock(); next = 0; mu.Unlock()", false},
	{"set", "next int", put, "mu.Lock(); next = n; mu.Unlock()", false},
	{"decremented", "next int", put, "mu.Lock(); next--; mu.Unlock()", false},
	{"by a pointer", "next int", put, "p := &next; mu.Lock(); *p = 7; mu.Unlock()", false},
	{"by another function", "next int", put, "fmt.Sscan(\"7\", &next)", false},
	{"by an amount", "next int", strings.Replace(put, "next++", "next += n", 1), "", false},
	{"by nothing", "next int", strings.Replace(put, "next++", "next += 0", 1), "", false},
	{"far", "next uint64", strings.Replace(put, "next++", "next += 1 << 30", 1), "", false},
	{"narrow", "next uint8", put, "", false},
	{"32 bits", "next int32", put, "", false},
	{"another number", "next int", "mu.Lock(); next++; subs[next/2] = c; mu.Unlock()", "", false},
	{"part of the number", "next int", "mu.Lock(); next++; subs[int8(next)] = c; mu.Unlock()", "", false},
	{"copied", "next int", put, "mu.Lock(); subs = maps.Clone(subs); mu.Unlock()", false},
}

// numbersText returns a program with a function for each of them.
func numbersText() string {
	text := "package main\n\nimport (\n\"fmt\"\n\"maps\"\n\"sync\"\n)\n\ntype id int\n\nfunc main() { fmt.Println(maps.Clone(map[int]int{})) }\n"
	for i, test := range numbers {
		kind := strings.Fields(test.fields)[1]
		if strings.Contains(test.put, "int8") {
			kind = "int8"
		}
		text += fmt.Sprintf(`
func f%d(n int) {
	var %s
	var mu, other sync.Mutex
	var rw sync.RWMutex
	var w chan int
	yield := func() { mu.Unlock(); mu.Lock() }
	_, _, _, _ = &other, &rw, w, yield
	subs := map[%s]chan int{}
	for range n {
		go func() {
			c := make(chan int, 1)
			go func() { <-c }()
			%s
		}()
	}
	go func() {
		%s
	}()
	mu.Lock()
	rw.Lock()
	for _, c := range subs {
		close(c)
	}
	rw.Unlock()
	mu.Unlock()
}
`, i, test.fields, kind, test.put, test.more)
	}
	return text
}

// TestNumbers checks of which counters one number is tracked: the channel at that key of a map is closed once.
func TestNumbers(t *testing.T) {
	c := load(t, "numbers")
	for i, test := range numbers {
		p := anyNumber(t, c, fmt.Sprint("f", i))
		if known := slices.ContainsFunc(p.Vars, func(v *skeleton.Var) bool { return v.Name == "next tracked" }); known != test.want {
			t.Errorf("%s: it is known: %t", test.name, known)
		}
	}
}
