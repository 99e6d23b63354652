// This file tests that what functions of the standard library do is neither forgotten nor made up.

package gocheck

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// library has tests that call the standard library. One whose name begins with TestFine does nothing wrong; of the others
// nothing may be proved of the lines with a comment.
const library = `package library

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"log"
	"math/big"
	"math/rand"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
)

func twice(f func()) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(f)
	}
	wg.Wait()
}

// A locker locks when somebody asks what it is.
type locker struct {
	mu sync.Mutex
	N  int
}

func (l *locker) again() {
	l.mu.Lock()
	l.mu.Lock() // blocks
}

func (l *locker) String() string               { l.again(); return "" }
func (l *locker) MarshalJSON() ([]byte, error) { l.again(); return nil, nil }
func (l *locker) Write(p []byte) (int, error)  { l.again(); return 0, nil }
func (l *locker) Len() int                     { l.again(); return 0 }
func (l *locker) Less(i, j int) bool           { return false }
func (l *locker) Swap(i, j int)                {}

func TestCalledReflected(t *testing.T) {
	c := make(chan int)
	close(c)
	reflect.ValueOf(func(f func()) { f() }).Interface().(func(func()))(func() {
		close(c) // closed
	})
}

func TestContains(t *testing.T) {
	xs := []int{1, 2}
	go func() { xs[0] = 3 }()
	t.Log(slices.Contains(xs, 2)) // races
}

type outer struct {
	name  string
	Inner *locker
	other *locker
}

func TestSprintField(t *testing.T)   { _ = fmt.Sprint(outer{Inner: &locker{}}) }    // blocks
func TestSprintSlice(t *testing.T)   { _ = fmt.Sprint([]*locker{{}}) }              // blocks
func TestSprintMap(t *testing.T)     { _ = fmt.Sprint(map[string]*locker{"a": {}}) } // blocks
func TestErrorf(t *testing.T)        { _ = fmt.Errorf("%v", []any{&locker{}}) }      // blocks
func TestMarshal(t *testing.T)       { json.Marshal([]any{&outer{Inner: &locker{}}}) } // blocks
func TestLogged(t *testing.T)        { log.New(&locker{}, "", 0).Println("a") }      // blocks
func TestFlush(t *testing.T) {
	w := bufio.NewWriter(&locker{})
	w.WriteString("a")
	w.Flush() // blocks
}
func TestMulti(t *testing.T)  { fmt.Fprintln(io.MultiWriter(os.Stdout, &locker{}), "a") } // blocks
func TestSorted(t *testing.T) { sort.Sort(sort.Reverse(&locker{})) }                      // blocks
func TestFineHidden(t *testing.T) { _ = fmt.Sprint(outer{other: &locker{}}) }
func TestFineOther(t *testing.T) { _ = strings.Repeat("a", (&locker{}).N) }

// TestKept gives away a function that is called later.
func TestKept(t *testing.T) {
	l := new(locker)
	http.HandleFunc("/", func(http.ResponseWriter, *http.Request) { l.again() })
	l.mu.Lock() // kept
	l.mu.Unlock()
}

func TestPipe(t *testing.T) {
	r, w, _ := os.Pipe()
	defer w.Close()
	r.Read(make([]byte, 1))
	var mu sync.Mutex
	mu.Lock() // waits
	mu.Unlock()
}

func TestScan(t *testing.T) {
	s := bufio.NewScanner(os.Stdin)
	s.Scan()
	var mu sync.Mutex
	mu.Lock() // waits
	mu.Unlock()
}

func TestReset(t *testing.T) {
	r, w, _ := os.Pipe()
	defer w.Close()
	b := bufio.NewReader(strings.NewReader("a"))
	b.Reset(r)
	b.ReadByte()
	var mu sync.Mutex
	mu.Lock() // waits
	mu.Unlock()
}

func TestFineReset(t *testing.T) {
	b := bufio.NewReader(strings.NewReader("a"))
	b.Reset(new(bytes.Buffer))
	b.ReadByte()
	var mu sync.Mutex
	mu.Lock()
	mu.Unlock()
}

func TestAccept(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return
	}
	l.Accept()
	var mu sync.Mutex
	mu.Lock() // waits
	mu.Unlock()
}

func TestServe(t *testing.T) {
	done := make(chan int)
	go func() {
		http.ListenAndServe("127.0.0.1:0", nil)
		close(done)
	}()
	<-done // waits
}

func TestCommand(t *testing.T) {
	exec.Command("cat").Run()
	var mu sync.Mutex
	mu.Lock() // waits
	mu.Unlock()
}

func TestStopped(t *testing.T) {
	c := make(chan os.Signal, 1)
	signal.Notify(c)
	signal.Stop(c)
	<-c // blocks
}

func TestFineSignal(t *testing.T) {
	c := make(chan os.Signal, 1)
	signal.Notify(c)
	<-c
	signal.Stop(c)
}

func TestBuffer(t *testing.T) {
	var b bytes.Buffer
	twice(func() {
		b.WriteString("a") // race
	})
}

func TestFineBuffer(t *testing.T) {
	var mu sync.Mutex
	var b bytes.Buffer
	twice(func() {
		mu.Lock()
		defer mu.Unlock()
		b.WriteString("a")
	})
}

func TestFineRead(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("a")
	twice(func() { _ = b.Len() })
}

func TestBuilderInMap(t *testing.T) {
	m := map[string]*strings.Builder{"a": {}}
	twice(func() {
		m["a"].WriteByte('a') // race
	})
}

func TestWriter(t *testing.T) {
	var w io.Writer = new(bytes.Buffer)
	twice(func() {
		fmt.Fprintln(w, "a") // race
	})
}

func TestBuffered(t *testing.T) {
	w := bufio.NewWriter(os.Stdout)
	twice(func() {
		w.WriteByte('a') // race
	})
}

func TestFineBuffered(t *testing.T) {
	w := bufio.NewWriter(os.Stdout)
	w.WriteByte('a')
	twice(func() { fmt.Println("a") })
	w.Flush()
}

func TestHash(t *testing.T) {
	h := sha256.New()
	twice(func() {
		h.Write(nil) // race
	})
}

func sum(h hash.Hash, s string) { io.WriteString(h, s) }

func TestHashGiven(t *testing.T) {
	h := sha256.New()
	twice(func() {
		sum(h, "a") // race: in io
	})
}

func TestCSV(t *testing.T) {
	w := csv.NewWriter(io.Discard)
	twice(func() {
		w.Write(nil) // race
	})
}

func TestRand(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	twice(func() {
		r.Intn(7) // race
	})
}

func TestFineRand(t *testing.T) { twice(func() { rand.Intn(7) }) }

func TestBig(t *testing.T) {
	x := big.NewInt(1)
	twice(func() {
		x.Add(x, x) // race
	})
}

func TestValues(t *testing.T) {
	v := url.Values{}
	twice(func() {
		v.Set("a", "b") // race
	})
}

func TestHeader(t *testing.T) {
	h := http.Header{}
	twice(func() {
		h.Set("a", "b") // race
	})
}

func TestEncoded(t *testing.T) {
	v := &struct{ P *locker }{&locker{}}
	twice(func() {
		v.P.N++ // race
		json.Unmarshal(nil, v)
	})
}

func TestFineLogger(t *testing.T) {
	l := log.New(io.Discard, "", 0)
	twice(func() { l.Println("a") })
}

func TestFineErrors(t *testing.T) {
	err := errors.Join(errors.New("a"), os.ErrClosed)
	twice(func() { _ = errors.Is(err, os.ErrClosed) })
}
`

func TestLibrary(t *testing.T) {
	blocks := slices.IndexFunc(strings.Split(library, "\n"), func(line string) bool { return strings.HasSuffix(line, "Lock() // blocks") }) + 1
	checkTests(t, "library", library, blocks)
}

// TestGiven checks that a function may be called that one of which nothing is known gets.
func TestGiven(t *testing.T) {
	code := programs(t)
	r := Check(t.Context(), code, entries(t, code, "library", "TestCalledReflected"), Options{Kinds: []string{"close"}, Timeout: time.Minute})
	if r.Verdict() == ledger.Safe {
		t.Errorf("proved %v", r.Proved)
	}
}

// checkTests checks that each test of a package is right where its name begins with TestFine, and that else no claim at its first line with
// a comment is proved, nor at another line; of one that blocks, none that it does not.
// A fifth of the tests of a package is checked each day.
func checkTests(t *testing.T, pkg, text string, another int) {
	code := programs(t)
	lines := strings.Split(text, "\n")
	n := 0
	for i, line := range lines {
		name, isTest := strings.CutPrefix(line, "func Test")
		if !isTest {
			continue
		}
		if n++; !campaign.Due(t, n%5, 5) {
			continue
		}
		name = "Test" + name[:strings.Index(name, "(")]
		t.Run(name, func(t *testing.T) {
			r := Check(t.Context(), code, entries(t, code, pkg, name), Options{Timeout: time.Minute})
			if fine := strings.HasPrefix(name, "TestFine"); fine != (r.verdict == ledger.Safe) {
				t.Errorf("line %d: the verdict is %s: %v", i+1, r.verdict, r.Unmodelled)
			}
			at := i
			for !strings.Contains(lines[at], " // ") && lines[at] != "}" {
				at++
			}
			blocks := strings.HasSuffix(lines[at], " // blocks")
			for _, c := range r.Claims {
				if c.State == ledger.Proved && c.Kind != ledger.Panic && (c.Kind == ledger.Blocked || !blocks) && (c.Line == at+1 && strings.Contains(lines[at], " // ") || c.Line == another) {
					t.Errorf("line %d: %s is proved", c.Line, c.Kind)
				}
			}
		})
	}
}
