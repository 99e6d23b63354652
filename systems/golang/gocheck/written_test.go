// This file tests that nothing is proved of memory that a library writes, keeps, or has made.

package gocheck

import (
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// written has tests that give memory to libraries. One whose name begins with TestFine does nothing wrong.
const written = `package written

import (
	_ "embed"
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
	_ "unsafe"
)

//go:embed a.txt
var text string

//go:linkname processors runtime.ncpu
var processors int32

// stuck waits for ever if something holds.
func stuck(holds bool) {
	if holds {
		select {} // blocks
	}
}

type config struct {
	Done bool
	P    *int
	M    map[string]bool
	L    []bool
	Q    *config
	U    url.URL
}

func TestReader(t *testing.T) {
	b := make([]byte, 1)
	strings.NewReader("x").Read(b)
	stuck(b[0] == 'x') // blocks
}

func TestReadFull(t *testing.T) {
	b := make([]byte, 1)
	io.ReadFull(bufio.NewReader(strings.NewReader("x")), b)
	stuck(b[0] == 'x') // blocks
}

func TestHex(t *testing.T) {
	b := make([]byte, 1)
	hex.Decode(b, []byte("11"))
	stuck(b[0] == 0x11) // blocks
}

func TestBase64(t *testing.T) {
	b := make([]byte, 3)
	base64.StdEncoding.Decode(b, []byte("YWJj"))
	stuck(b[0] == 'a') // blocks
}

func TestPut(t *testing.T) {
	b := make([]byte, 4)
	binary.BigEndian.PutUint32(b, 3)
	stuck(b[3] == 3) // blocks
}

func TestAppendInt(t *testing.T) {
	b := make([]byte, 4)
	strconv.AppendInt(b[:0], 3, 10)
	stuck(b[0] == '3') // blocks
}

func TestRune(t *testing.T) {
	b := make([]byte, 4)
	utf8.EncodeRune(b, 'x')
	stuck(b[0] == 'x') // blocks
}

func TestStruct(t *testing.T) {
	var c struct{ A, B int32 }
	binary.Read(bytes.NewReader([]byte{1, 2, 3, 4, 5, 6, 7, 8}), binary.BigEndian, &c)
	stuck(c.A != 0) // blocks
}

func TestPointer(t *testing.T) {
	n := 0
	c := config{P: &n}
	json.Unmarshal([]byte("{\"P\":3}"), &c)
	stuck(n == 3) // blocks
}

func TestDeep(t *testing.T) {
	q := &config{}
	c := config{Q: q}
	json.Unmarshal([]byte("{\"Q\":{\"Done\":true}}"), &c)
	stuck(q.Done) // blocks
}

func TestMap(t *testing.T) {
	m := map[string]bool{}
	c := config{M: m}
	json.Unmarshal([]byte("{\"M\":{\"a\":true}}"), &c)
	stuck(m["a"]) // blocks
}

func TestSlice(t *testing.T) {
	l := make([]bool, 1)
	c := config{L: l}
	json.Unmarshal([]byte("{\"L\":[true]}"), &c)
	stuck(l[0]) // blocks
}

func TestTheirs(t *testing.T) {
	var c config
	json.Unmarshal([]byte("{\"U\":{\"Host\":\"a\"}}"), &c)
	stuck(c.U.Host == "a") // blocks
}

func TestBuffer(t *testing.T) {
	b := make([]byte, 0, 4)
	bytes.NewBuffer(b).WriteByte('x')
	stuck(b[:1][0] == 'x') // blocks
}

func TestScanner(t *testing.T) {
	buf := make([]byte, 100)
	s := bufio.NewScanner(strings.NewReader("abc"))
	s.Buffer(buf, 100)
	s.Scan()
	var wg sync.WaitGroup
	wg.Go(func() { _ = s.Bytes()[0] })
	buf[0] = 1 // race
	wg.Wait()
}

func TestVar(t *testing.T) {
	n := 0
	flag.IntVar(&n, "n", 1, "")
	n = 0
	flag.Parse()
	stuck(n == 1) // blocks
}

func TestVarRaces(t *testing.T) {
	n := 0
	flag.IntVar(&n, "n", 1, "")
	var wg sync.WaitGroup
	wg.Go(func() { flag.Parse() })
	n = 1 // race
	wg.Wait()
}

func TestLookup(t *testing.T) {
	n := 0
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.IntVar(&n, "n", 1, "")
	var wg sync.WaitGroup
	wg.Go(func() { _ = fs.Lookup("n").Value.String() })
	n = 1 // race
	wg.Wait()
}

func TestArgs(t *testing.T) {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	args := []string{"a", "b"}
	fs.Parse(args)
	fs.Args()[0] = "x"
	stuck(args[0] == "x") // blocks
}

func TestArgsRead(t *testing.T) {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	args := []string{"a", "b"}
	fs.Parse(args)
	u := fs.Args()
	var wg sync.WaitGroup
	wg.Go(func() { _ = u[0] })
	args[0] = "x" // race
	wg.Wait()
}

func TestSplit(t *testing.T) {
	s := []byte("a b")
	parts := bytes.Split(s, []byte(" "))
	var wg sync.WaitGroup
	wg.Go(func() { _ = parts[1][0] })
	s[2] = 1 // race
	wg.Wait()
}

func TestHeader(t *testing.T) {
	h := http.Header{}
	r := (&http.Request{Header: h}).WithContext(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		for range r.Header {
		}
	})
	h["a"] = nil // race
	wg.Wait()
}

func TestDelete(t *testing.T) {
	h := http.Header{"a": nil}
	r := (&http.Request{Header: h}).WithContext(context.Background())
	delete(r.Header, "a")
	stuck(len(h) == 0) // blocks
}

func TestFields(t *testing.T) {
	u := &url.URL{}
	u.UnmarshalBinary([]byte("http://a/b"))
	stuck(u.Host == "a") // blocks
}

func TestRecorder(t *testing.T) {
	w := httptest.NewRecorder()
	w.WriteHeader(204)
	stuck(w.Code == 204) // blocks
}

func TestMade(t *testing.T) {
	stuck(httptest.NewRecorder().Body != nil) // blocks
}

func TestPem(t *testing.T) {
	b, _ := pem.Decode([]byte("-----BEGIN A-----\n-----END A-----\n"))
	if b == nil {
		return
	}
	stuck(b.Type == "A") // blocks
}

func TestEmbedded(t *testing.T) {
	stuck(text != "") // blocks
}

func TestLinked(t *testing.T) {
	stuck(processors > 0) // blocks
}

func TestFineOther(t *testing.T) {
	b, c := make([]byte, 1), make([]byte, 1)
	strings.NewReader("x").Read(b)
	stuck(c[0] == 'x')
}

func TestFineWrite(t *testing.T) {
	var b bytes.Buffer
	s := []byte{1}
	var wg sync.WaitGroup
	wg.Go(func() { b.Write(s) })
	wg.Wait()
	stuck(s[0] == 2)
}

func TestFineUnread(t *testing.T) {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	n, m := fs.Int("n", 1, ""), 0
	var wg sync.WaitGroup
	wg.Go(func() { m++; _ = *n })
	wg.Wait()
	stuck(m == 2)
}

func TestFineUnexported(t *testing.T) {
	var c struct{ A, b bool }
	json.Unmarshal([]byte("{\"A\":true}"), &c)
	stuck(c.b)
}
`

func TestWritten(t *testing.T) { checkTests(t, "written", written, 0) }

// TestKept: a function of which nothing is known may write to what it was given before.
func TestKept(t *testing.T) {
	dir, err := campaign.Folder(map[string]string{"a.go": `package a

func Use(f func(*int)) {
	n := 1
	f(&n)
	n = 0
	f(nil)
	c := make(chan int)
	if n == 1 {
		close(c)
	}
	close(c)
}
`})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), Options{Dir: dir, Patterns: []string{"a.go"}, Entries: []string{"Use"}, Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	asked := false
	for _, c := range r.Claims {
		if c.Kind == ledger.Close && c.Line == 12 {
			if asked = true; c.State == ledger.Proved {
				t.Errorf("the second close is proved")
			}
		}
	}
	if !asked {
		t.Error("nothing is asked about the second close")
	}
}
