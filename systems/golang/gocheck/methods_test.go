// This file tests that nothing is proved where the library calls methods of the code on values that are not seen.

package gocheck

import "testing"

// methods has tests that give values with methods to libraries, which hand them on or make others of their types. One whose
// name begins with TestFine does nothing wrong.
const methods = `package methods

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"time"
)

func hang() {
	select {} // blocks
}

type own struct{}

func (own) Done() <-chan struct{}             { hang(); return nil }
func (own) Err() error                        { return nil }
func (own) Deadline() (t time.Time, ok bool)  { return }
func (own) Value(any) any                     { hang(); return nil }

type files struct{}

func (files) Open(string) (fs.File, error) { hang(); return nil, fs.ErrNotExist }

type writer struct{}

func (writer) Write(p []byte) (int, error) { hang(); return len(p), nil }

type text struct{}

func (text) String() string { hang(); return "" }

type decoded struct{ n int }

func (*decoded) UnmarshalJSON([]byte) error { hang(); return nil }

type plain struct{ n int }

func (p *plain) UnmarshalJSON([]byte) error { return nil }

func TestAfter(t *testing.T) {
	context.AfterFunc(own{}, func() {}) // blocks
}

func TestValue(t *testing.T) {
	context.WithValue(own{}, 1, 2).Value(3) // blocks
}

func TestWithout(t *testing.T) {
	context.WithoutCancel(own{}).Value(3) // blocks
}

func TestSub(t *testing.T) {
	f, _ := fs.Sub(files{}, "a")
	f.Open("b") // blocks
}

func TestReplacer(t *testing.T) {
	strings.NewReplacer("a", "b").WriteString(writer{}, "a") // blocks
}

func TestRecovered(t *testing.T) {
	defer func() {
		fmt.Fprint(io.Discard, recover()) // blocks
	}()
	panic(text{})
}

func TestDecoded(t *testing.T) {
	var m map[string][]*decoded
	json.Unmarshal([]byte("{\"B\":[1]}"), &m) // blocks
}

func TestFineDecoded(t *testing.T) {
	var m map[string][]*plain
	json.Unmarshal([]byte("{\"B\":[1]}"), &m)
}

func TestFineSub(t *testing.T) {
	f, _ := fs.Sub(fs.FS(nil), "a")
	_ = f
}
`

func TestMethods(t *testing.T) { checkTests(t, "methods", methods, 0) }
