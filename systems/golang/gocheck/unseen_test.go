// This file tests that nothing is proved where functions and methods of the code are called by values of which nothing is
// known, and in goroutines that begin with functions of libraries.

package gocheck

import (
	"strings"
	"testing"

	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// unseen has tests that get functions and values with methods back from reflection, have them in structs of libraries, or
// start functions of libraries with them. One whose name begins with TestFine does nothing wrong.
const unseen = `package unseen

import (
	"bufio"
	"crypto/cipher"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"testing"
	"time"
)

type hanging struct{ n int }

func (*hanging) String() string                { select {} }
func (*hanging) Write(p []byte) (int, error)   { select {} }
func (*hanging) XORKeyStream(to, from []byte)  { select {} }

type closer struct{ c chan int }

func (c *closer) String() string { close(c.c); return "" }
func (c *closer) Close() error   { close(c.c); return nil }
func (c *closer) shut()          { close(c.c) }
func (c *closer) Error() string  { return "" }

func TestInterface(t *testing.T) {
	fmt.Fprint(io.Discard, reflect.ValueOf(&hanging{}).Interface()) // blocks
}

func TestValue(t *testing.T) {
	fmt.Fprint(io.Discard, reflect.ValueOf(&hanging{})) // blocks
}

func TestElement(t *testing.T) {
	fmt.Fprint(io.Discard, reflect.ValueOf([]any{&hanging{}}).Index(0).Interface()) // blocks
}

func TestField(t *testing.T) {
	s := struct{ S fmt.Stringer }{&hanging{}}
	_ = reflect.ValueOf(s).Field(0).Interface().(fmt.Stringer).String() // blocks
}

func TestDescribed(t *testing.T) {
	c := &closer{make(chan int)}
	fmt.Fprint(io.Discard, reflect.ValueOf(c).Interface())
	close(c.c) // fails
}

func TestMethod(t *testing.T) {
	c := &closer{make(chan int)}
	reflect.ValueOf(c).Interface().(io.Closer).Close()
	close(c.c) // fails
}

func TestOwnInterface(t *testing.T) {
	c := &closer{make(chan int)}
	reflect.ValueOf(c).Interface().(interface{ shut() }).shut()
	close(c.c) // fails
}

func TestFunction(t *testing.T) {
	c := make(chan int)
	reflect.ValueOf(func() { close(c) }).Interface().(func())()
	close(c) // fails
}

func TestAs(t *testing.T) {
	c := &closer{make(chan int)}
	var found io.Closer
	if errors.As(fmt.Errorf("%w", c), &found) {
		found.Close()
	}
	close(c.c) // fails
}

func TestRead(t *testing.T) {
	x := &hanging{}
	done := make(chan bool)
	go func() { _ = reflect.ValueOf(x).Elem().Field(0).Int(); close(done) }()
	x.n++ // races
	<-done
}

func TestMap(t *testing.T) {
	m := map[int]int{}
	v, done := reflect.ValueOf(m), make(chan bool)
	go func() { _ = v.MapKeys(); close(done) }()
	m[1] = 1 // races
	<-done
}

func TestSlice(t *testing.T) {
	s := []int{1}
	v, done := reflect.ValueOf(s), make(chan bool)
	go func() { _ = v.Index(0).Int(); close(done) }()
	s[0] = 1 // races
	<-done
}

func TestStreamReader(t *testing.T) {
	r := cipher.StreamReader{S: &hanging{}, R: strings.NewReader("a")}
	r.Read(make([]byte, 1)) // blocks
}

func TestStreamWriter(t *testing.T) {
	w := cipher.StreamWriter{S: &hanging{}, W: io.Discard}
	w.Write(make([]byte, 1)) // blocks
}

func flush(rw bufio.ReadWriter) {
	rw.Flush() // blocks
}

func TestCopied(t *testing.T) {
	w := bufio.NewWriter(&hanging{})
	w.WriteByte(1)
	flush(bufio.ReadWriter{Writer: w})
}

func TestStartedReplace(t *testing.T) {
	c := make(chan int)
	go regexp.MustCompile("a").ReplaceAllStringFunc("a", func(string) string { close(c); return "" })
	close(c) // fails
}

func TestStartedUnmarshal(t *testing.T) {
	c, n := make(chan int), 0
	go json.Unmarshal([]byte("1"), &n)
	if n == 1 {
		close(c)
	}
	close(c) // fails
}

func TestStartedHandle(t *testing.T) {
	c := make(chan int)
	go http.HandleFunc("/", func(http.ResponseWriter, *http.Request) { close(c) })
	close(c) // fails
}

func TestFineStarted(t *testing.T) {
	go fmt.Sprint("a")
}

func TestFineKind(t *testing.T) {
	if reflect.ValueOf(3).Kind() != reflect.Int {
		t.Fail()
	}
}

func TestFineTime(t *testing.T) {
	t.Log(time.Now(), time.Now().Location())
}

var (
	total int
	adds  = func(n uint8) { total += int(n) }
	shows = func(n uint16) bool { return total == int(n) }
	twice = func(n uint32) uint32 { return 2 * n }
)

func called(f func(uint8))            { f(1) }
func calledAgain(f func(uint8))       { sort.Slice([]int{1}, func(i, j int) bool { f(1); return true }) }
func calledBack(f func(i, j int) bool) { sort.Slice([]int{1}, f) }
func calledToRead(f func(uint16) bool) { f(1) }
func calledPure(f func(uint32) uint32) { f(1) }

type plain struct{ n int }

func (p plain) Show() int { return p.n }

func shown(v interface{ Show() int })            { v.Show() }
func shut(v interface{ shut() })                 { v.shut() }
func described(v any)                            { fmt.Fprint(io.Discard, v) }
func numbered(v any)                             { _ = fmt.Sprintf("%d", v) }
func inMap(m map[string]any)                     { fmt.Fprint(io.Discard, m) }
func flushed(w *bufio.Writer)                    { w.Flush() }
func streamed(r cipher.StreamReader, p []byte)   { r.Read(p) }
func waits(d time.Time)                          { fmt.Fprint(io.Discard, d) }
func written(f *os.File)                         { fmt.Fprint(f, "a") }
func joined(b *strings.Builder)                  { fmt.Fprint(b, "a") }

var _ = []any{adds, shows, twice, plain{}}

func counts(call func(func())) {
	c, n := make(chan int), 0
	call(func() { n++ })
	if n == 1 {
		close(c)
	}
	close(c)
}
`

func TestUnseen(t *testing.T) { checkTests(t, "unseen", unseen, 0) }

// TestGivenFunction: what a function does is not lost that is given to one of which nothing is known.
func TestGivenFunction(t *testing.T) {
	code := programs(t)
	var closes []ledger.State
	for _, c := range Check(t.Context(), code, entries(t, code, "unseen", "counts"), Options{}).Claims {
		if c.Kind == ledger.Close {
			closes = append(closes, c.State)
		}
	}
	if len(closes) != 2 || closes[1] == ledger.Proved { // the second close may come behind the first
		t.Errorf("closes are %v", closes)
	}
}

// TestMayCall: what may be called by a value of which nothing is known is a function of its type that is used as a value, or
// a method of a type that is used in an interface, if it does more than to read.
func TestMayCall(t *testing.T) {
	code := programs(t)
	for entry, want := range map[string]string{
		"called": "init.func1", "calledAgain": "init.func1", "calledBack": "Test", "calledToRead": "", "calledPure": "",
		"shown": "", "shut": "(*closer).shut", "described": "String", "numbered": "", "inMap": "String",
		"flushed": "(*hanging).Write", "streamed": "(*hanging).XORKeyStream", "waits": "", "written": "", "joined": "",
	} {
		got := ""
		for _, n := range Check(t.Context(), code, entries(t, code, "unseen", entry), Options{}).Unmodelled {
			if _, name, ok := strings.Cut(n.Effect, "it may be of "); ok {
				got = name
			}
		}
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: may call %q, want %q", entry, got, want)
		}
	}
}
