// This file tests that methods that libraries call of what they are given are found, however it gets there.

package gocheck

import (
	"slices"
	"strings"
	"testing"
)

// callbacks has tests as library has them.
const callbacks = `package callbacks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"expvar"
	"io"
	"log"
	"log/slog"
	"sync"
	"testing"
	"text/template"
)

var mu sync.Mutex

func again() {
	mu.Lock()
	mu.Lock() // blocks
}

// A fault locks whatever is asked of it, but as an error.
type fault struct{}

func (fault) Error() string { return "" }
func (fault) Is(error) bool { again(); return false }
func (fault) As(any) bool   { again(); return false }
func (fault) Unwrap() error { return nil }

// A slow error locks to say what it is.
type slow struct{ error }

func (slow) Error() string { again(); return "" }

// An outer error holds another one.
type outer struct{ in error }

func (o *outer) Error() string { return "" }
func (o *outer) Unwrap() error { return o.in }

var target *outer

func TestJoined(t *testing.T)         { _ = errors.Join(io.EOF, slow{}).Error() }                  // blocks
func TestJoinedFormatted(t *testing.T) { _ = fmt.Sprint(errors.Join(io.EOF, slow{})) }             // blocks
func TestIs(t *testing.T)             { _ = errors.Is(fault{}, io.EOF) }                           // blocks
func TestIsWrapped(t *testing.T)      { _ = errors.Is(fmt.Errorf("a: %w", fault{}), io.EOF) }      // blocks
func TestIsHeld(t *testing.T)         { _ = errors.Is(&outer{&outer{fault{}}}, io.EOF) }           // blocks
func TestIsJoined(t *testing.T)       { _ = errors.Is(errors.Join(io.EOF, fault{}), io.EOF) }      // blocks
func TestAs(t *testing.T)             { _ = errors.As(fmt.Errorf("a: %w", fault{}), &target) }     // blocks
func TestFineErrors(t *testing.T) {
	err := errors.Join(&outer{fault{}}, fmt.Errorf("a: %w", io.EOF))
	_ = fmt.Sprint(err.Error(), err)
	_ = errors.Is(fmt.Errorf("a: %w", io.EOF), io.EOF)
	_ = errors.As(fmt.Errorf("a: %w", &outer{slow{}}), &target)
}

type name string

func (*name) UnmarshalJSON([]byte) error { again(); return nil }
func (*name) String() string             { again(); return "" }

type named struct{ Name name }

type key struct{ n *int }

func (k key) MarshalText() ([]byte, error) { again(); return nil, nil }

type word string

func (word) String() string { again(); return "" }

type page struct{}

func (page) Title() string { again(); return "" }

// A context of the code is done when it likes.
type own struct{ context.Context }

func (own) Done() <-chan struct{} { return nil }

func TestDecoded(t *testing.T)  { _ = json.Unmarshal([]byte("{}"), &named{}) }                       // blocks
func TestKeys(t *testing.T)     { _, _ = json.Marshal(map[key]int{{new(int)}: 1}) }                  // blocks
func TestKnownKey(t *testing.T) { _ = fmt.Sprint(map[word]int{"a": 1}) }                             // blocks
func TestTemplate(t *testing.T) { template.Must(template.New("").Parse("{{.Title}}")).Execute(io.Discard, page{}) } // blocks
func TestFineField(t *testing.T) { _ = fmt.Sprint(&named{}) }

func TestOwnContext(t *testing.T) {
	ctx, cancel := context.WithCancel(own{t.Context()})
	defer cancel()
	<-ctx.Done() // blocks
}

// A logged writer logs each line that its logger writes.
type logged struct{ to **log.Logger }

func (w logged) Write(p []byte) (int, error) { (*w.to).Print("again"); return len(p), nil }

// An indirect writer waits where one of a library calls its own.
type indirect struct{ w io.Writer }

func (w indirect) Write(p []byte) (int, error) { return fmt.Fprint(w.w, string(p)) }

type locking struct{}

func (locking) Write(p []byte) (int, error) { again(); return len(p), nil }

type standard struct{}

func (standard) Write(p []byte) (int, error) { log.Print("again"); return len(p), nil }

type structured struct{ to **slog.Logger }

func (w structured) Write(p []byte) (int, error) { (*w.to).Info("again"); return len(p), nil }

type elsewhere struct{ to *log.Logger }

func (w elsewhere) Write(p []byte) (int, error) { w.to.Print("again"); return len(p), nil }

func TestLogged(t *testing.T) {
	var l *log.Logger
	l = log.New(logged{&l}, "", 0)
	l.Print("once") // blocks
}

func TestStandard(t *testing.T) {
	log.SetOutput(standard{}) // blocks
	log.Print("once")
}

func TestStructured(t *testing.T) {
	var l *slog.Logger
	l = slog.New(slog.NewTextHandler(structured{&l}, nil))
	l.Info("once") // blocks
}

func TestIndirect(t *testing.T) { fmt.Fprint(indirect{locking{}}, "a") } // blocks

func TestVariables(t *testing.T) {
	m := new(expvar.Map)
	m.Set("a", new(expvar.Int))
	m.Do(func(expvar.KeyValue) { m.Set("b", new(expvar.Int)) }) // blocks
}

func TestFineElsewhere(t *testing.T) {
	log.New(elsewhere{log.New(io.Discard, "", 0)}, "", 0).Print("once")
}
`

func TestCallbacks(t *testing.T) {
	blocks := slices.IndexFunc(strings.Split(callbacks, "\n"), func(line string) bool { return strings.HasSuffix(line, "Lock() // blocks") }) + 1
	checkTests(t, "callbacks", callbacks, blocks)
}
