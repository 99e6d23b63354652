// This file tests that what the runtime makes panics of is found.

package gocheck

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/systems/golang"
)

// faulty has operations of which the runtime makes panics, at the lines with a comment.
const faulty = `package faulty

import (
	"sync"
	"testing"
)

func TestNone(t *testing.T) {
	var xs []int
	xs = xs[1:] // panics
	t.Log(xs)
}

func TestLength(t *testing.T) {
	xs := make([]int, 2)
	t.Log(xs[3:]) // panics
}

func TestUnused(t *testing.T) {
	xs := make([]int, 2)
	_ = xs[3:] // panics
}

func TestCapacity(t *testing.T) {
	xs := make([]int, 2, 4)
	n := 5
	t.Log(xs[:n-1])
	t.Log(xs[:n]) // panics
}

func TestPopped(t *testing.T) {
	var q []int
	c := make(chan int, 1)
	go func() { c <- 1 }()
	select {
	case v := <-c:
		q = append(q, v)
	default:
	}
	t.Log(q[1:]) // panics
}

func TestCounted(t *testing.T) {
	xs := []int{1, 2}
	for i := 0; i <= len(xs); i++ {
		t.Log(xs[i]) // panics
	}
}

func TestText(t *testing.T) {
	text := "abc"
	for i := 0; i < 5; i++ {
		t.Log(text[i:]) // panics
	}
}

func TestLetters(t *testing.T) {
	text := "abc"
	for i := 0; i <= len(text); i++ {
		t.Log(text[i]) // panics
	}
}

func TestNothing(t *testing.T) {
	var p *[3]int
	if len(t.Name()) > 3 {
		p = new([3]int)
	}
	t.Log(p[2]) // panics
}

func TestType(t *testing.T) {
	var held any = 1
	if len(t.Name()) > 3 {
		held = "text"
	}
	t.Log(held.(string)) // panics
}

func TestZero(t *testing.T) {
	n := 0
	if len(t.Name()) > 3 {
		n = 2
	}
	t.Log(1 / n) // panics
}

func TestRecovered(t *testing.T) {
	defer func() { _ = recover() }()
	var xs []int
	xs = xs[1:]
	t.Log(xs)
}

// many makes numbers count as smaller ones.
func many() {
	c := make(chan int)
	go func() {
		for range c {
		}
	}()
	for i := range 17 {
		c <- i
	}
	close(c)
}

func TestManyLocks(t *testing.T) {
	many()
	var locks [2]sync.Mutex
	for i := range 3 {
		locks[i].Lock() // panics
	}
}

func TestManyEmpty(t *testing.T) {
	many()
	locks := [0]*sync.Mutex{}
	lock := func(i int) {
		locks[i].Lock() // panics
	}
	go lock(0)
}

func TestManyText(t *testing.T) {
	many()
	text := "abc"
	for i := range 5 {
		t.Log(text[i:]) // panics
	}
}

func TestManyFine(t *testing.T) {
	many()
	var locks [17]sync.Mutex
	text := "abc"
	for i := range 17 {
		locks[i].Lock()
		t.Log(text[i%3:])
	}
}

func TestFine(t *testing.T) {
	q := []int{1, 2, 3}
	for len(q) > 0 {
		t.Log(q[0])
		q = q[1:]
	}
	room := make([]int, 0, 4)
	room = room[:4]
	var none []int
	array, text := [4]int{}, "abc"
	for i := range text {
		t.Log(text[i], text[i:])
	}
	var held any = text
	if name, ok := held.(string); ok {
		t.Log(name, held.(string))
	}
	if n := len(q); n != 0 {
		t.Log(1 / n)
	}
	t.Log(none[0:0], room[2:2:3], array[4:], text[3:])
}
`

func TestFaults(t *testing.T) {
	code := programs(t)
	var got, want []int
	for i, line := range strings.Split(faulty, "\n") {
		if strings.HasSuffix(line, "// panics") {
			want = append(want, i+1)
		}
	}
	for _, e := range entries(t, code, "faulty", "TestNone", "TestLength", "TestUnused", "TestCapacity", "TestPopped", "TestCounted", "TestText", "TestLetters", "TestNothing", "TestType", "TestZero", "TestRecovered", "TestManyLocks", "TestManyEmpty", "TestManyText", "TestManyFine", "TestFine") {
		run := newRun(code, []*golang.Entry{e}, Options{Confirm: true, Kinds: []string{"panic"}})
		q := run.question(e, time.Now().Add(time.Minute))
		if !q.extract(t.Context()) {
			t.Fatal(e.Name, "no skeleton")
		}
		for _, c := range q.candidates() {
			q.consider(t.Context(), c, time.Minute)
		}
		for _, f := range append(run.report.Findings, run.doubtful...) {
			if f.Verdict == unsafe {
				got = append(got, f.Line)
			}
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("panics in lines %v, want %v", got, want)
	}
}
