// Package silent has programs whose mistakes depend on what libraries do.
package silent

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"text/template"
	"time"
)

func same(x any) any { return reflect.ValueOf(x).Interface() }

func TestCloseOfUnknown(t *testing.T) {
	c := make(chan int)
	close(same(c).(chan int))
	n := 0
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() { n++; wg.Done() }()
	}
	wg.Wait()
}

type locked struct{ mu sync.Mutex }

func TestLockOfUnknown(t *testing.T) {
	a := make([]locked, 1)
	a[0].mu.Lock()
	b := slices.Clone(a)
	b[0].mu.Lock()
}

type reader struct{ n *int }

func (r reader) Read(p []byte) (int, error) { *r.n++; return 0, io.EOF }

// beside calls a function beside a goroutine that writes n.
func beside(f func(n *int)) {
	n := 0
	done := make(chan bool)
	go func() { n++; done <- true }()
	f(&n)
	<-done
}

func TestShuffle(t *testing.T) {
	beside(func(n *int) { rand.Shuffle(3, func(i, j int) { *n++ }) })
}

func TestFineShuffle(t *testing.T) {
	a := make([]int, 9)
	beside(func(*int) { rand.Shuffle(9, func(i, j int) { a[i], a[j] = a[j], a[i] }) })
}

func TestSortMany(t *testing.T) {
	a := []int{6, 5, 4, 3, 2, 1}
	beside(func(n *int) { sort.Slice(a, func(i, j int) bool { *n++; return a[i] < a[j] }) })
}

func TestCopyFrom(t *testing.T) {
	beside(func(n *int) { io.Copy(io.Discard, reader{n}) })
}

func TestReadByWrapper(t *testing.T) {
	beside(func(n *int) { bufio.NewReader(reader{n}).ReadString('x') })
}

func TestReadByList(t *testing.T) {
	beside(func(n *int) { io.ReadAll(io.MultiReader(strings.NewReader(""), reader{n})) })
}

func TestFineRead(t *testing.T) {
	beside(func(*int) { bufio.NewReader(strings.NewReader("")).ReadString('x') })
}

func TestClear(t *testing.T) {
	m := map[string]chan int{"a": make(chan int, 1)}
	c := m["a"]
	clear(m)
	if m["a"] == nil {
		<-c
	}
}

func TestFineClear(t *testing.T) {
	m := map[string]chan int{"a": make(chan int, 1)}
	c := m["a"]
	clear(m)
	m["a"] = c
	if m["a"] == nil {
		<-c
	}
}

func TestClearUnknown(t *testing.T) {
	d := make(chan int)
	m := map[string]bool{}
	for _, a := range os.Args {
		m[a] = true
	}
	clear(m)
	if !m["x"] {
		<-d
	}
}

func TestClearBeside(t *testing.T) {
	m := map[string]int{"a": 1}
	done := make(chan bool)
	go func() { clear(m); done <- true }()
	_ = m["a"]
	<-done
}

// The context of a test is done when the test has ended, before its cleanups.
func TestContextDone(t *testing.T) { <-t.Context().Done() }

func TestFineContext(t *testing.T) {
	ctx := t.Context()
	t.Cleanup(func() { <-ctx.Done() })
}

// What stop has kept from being called is not.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan bool)
	context.AfterFunc(ctx, func() { close(done) })()
	cancel()
	<-done
}

func TestFineStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan bool)
	stop := context.AfterFunc(ctx, func() { close(done) })
	cancel()
	if stop() {
		close(done)
	}
	<-done
}

// A deferred function is executed that goes over what its callers append to.
type flights struct {
	mu     sync.Mutex
	queued map[string]*flight
}

type flight struct{ chans []chan int }

func (f *flights) join() chan int {
	c := make(chan int, 1)
	f.mu.Lock()
	if one, ok := f.queued["k"]; ok {
		one.chans = append(one.chans, c)
		f.mu.Unlock()
		return c
	}
	one := &flight{[]chan int{c}}
	f.queued["k"] = one
	f.mu.Unlock()
	go f.serve(one)
	return c
}

func (f *flights) serve(one *flight) {
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.queued, "k")
		for _, c := range one.chans {
			c <- 1
		}
	}()
}

func TestFineFlight(t *testing.T) {
	f := &flights{queued: map[string]*flight{}}
	a := f.join()
	b := f.join()
	<-a
	<-b
}

// A part of a struct is stored to, and then all of it is loaded; or all of it, and then a part.
type holder struct{ c chan int }

func TestPartStored(t *testing.T) {
	a := holder{make(chan int, 1)}
	a.c = make(chan int)
	b := a
	b.c <- 1
}

func TestFinePartStored(t *testing.T) {
	a := holder{make(chan int)}
	a.c = make(chan int, 1)
	b := a
	b.c <- 1
}

func newHolder() holder { return holder{make(chan int)} }

func TestWholeStored(t *testing.T) {
	var a holder
	a.c = make(chan int, 1)
	a = newHolder()
	a.c <- 1
}

// Of an iterator nothing is known but that it yields in this goroutine.
func TestFineIterator(t *testing.T) {
	n := 0
	for line := range strings.SplitSeq(t.Name(), "\n") {
		n += len(line)
	}
	_ = n
}

func TestIteratorBeside(t *testing.T) {
	beside(func(n *int) {
		for range strings.SplitSeq(t.Name(), "\n") {
			*n++
		}
	})
}

type stopper struct {
	once sync.Once
	done chan bool
	last func()
}

// stop may be called by last, when it is called for the second time, and ends at once then.
func (s *stopper) stop() {
	first := false
	s.once.Do(func() { close(s.done); first = true })
	if first {
		s.last()
	}
}

func TestFineStopTwice(t *testing.T) {
	s := &stopper{done: make(chan bool)}
	s.last = s.stop
	go s.stop()
	<-s.done
}

func TestStopTwice(t *testing.T) {
	s := &stopper{done: make(chan bool)}
	s.last = func() { s.stop(); s.done <- true }
	go s.stop()
	<-s.done
}

// A variable to which nothing is ever stored is nil, and so are the elements of such a map.
func TestFineNilMapRecovered(t *testing.T) {
	var table map[string]map[string]int
	count := func(m map[string]int) { m["n"]++ }
	var mu sync.Mutex
	for range 2 {
		func() {
			defer func() { _ = recover() }()
			mu.Lock()
			defer mu.Unlock()
			count(table["a"])
			select {}
		}()
	}
}

func TestNilMapKeepsLock(t *testing.T) {
	var table map[string]func()
	var mu sync.Mutex
	for range 2 {
		func() {
			defer func() { _ = recover() }()
			mu.Lock()
			table["a"]()
			mu.Unlock()
		}()
	}
}

// Whether a deferred function recovers is what it does then.
func TestRecoverUnlessFinished(t *testing.T) {
	finished := true
	defer func() {
		if !finished {
			_ = recover()
		}
	}()
	panic("finished")
}

func TestFineRecoverByOuter(t *testing.T) {
	var mu sync.Mutex
	handle := false
	inner := func() {
		mu.Lock()
		defer func() {
			if handle {
				_ = recover()
				select {}
			}
			mu.Unlock()
		}()
		panic("not handled")
	}
	func() {
		defer func() {
			if recover() == nil {
				select {}
			}
		}()
		inner()
	}()
	mu.Lock()
}

// The second call returns nil.
func TestFineRecoverInLoop(t *testing.T) {
	defer func() {
		for recover() != nil {
		}
	}()
	panic("once")
}

func TestHandler(t *testing.T) {
	c := make(chan int)
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-c }))
	go http.Get(s.URL)
}

func TestFunctionInMap(t *testing.T) {
	c := make(chan int)
	f := template.FuncMap{"wait": func() string { <-c; return "" }}
	template.Must(template.New("").Funcs(f).Parse("{{wait}}")).Execute(io.Discard, nil)
}

// A template keeps the functions that it is given.
func TestNamedFunctionInMap(t *testing.T) {
	f := template.FuncMap{"name": func() string { return "" }}
	template.Must(template.New("").Funcs(f).Parse("{{name}}")).Execute(io.Discard, nil)
}

// TestListOfLibrary writes an element of what a library returned.
func TestListOfLibrary(t *testing.T) {
	parts := strings.Split(os.Getenv("LIST"), ",")
	done := make(chan struct{})
	go func() {
		parts[0] = "first"
		close(done)
	}()
	_ = parts[0]
	<-done
}

// TestListOfArgument writes an element of an array of which a library has returned a part.
func TestListOfArgument(t *testing.T) {
	line := []byte(os.Getenv("LINE"))
	text := bytes.TrimSpace(line)
	done := make(chan struct{})
	go func() {
		text[0] = 'x'
		close(done)
	}()
	line[0] = 'y'
	<-done
}

func TestFineListOfLibrary(t *testing.T) {
	parts := strings.Split(os.Getenv("LIST"), ",")
	var wg sync.WaitGroup
	for i, part := range parts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			parts[i] = strings.ToUpper(part)
		}()
	}
	wg.Wait()
}

// TestFineBehindFatal leaves a goroutine behind when it fails because of data.
func TestFineBehindFatal(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	if _, err := os.ReadFile("list"); err != nil {
		t.Fatal(err)
	}
	<-c
}

// TestBehindTimeout does so when a deadline comes first.
func TestBehindTimeout(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	select {
	case <-c:
	case <-time.After(time.Second):
		t.Fatal("no answer")
	}
}
