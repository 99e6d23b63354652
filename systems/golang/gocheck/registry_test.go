// This file tests that nothing is proved, for any number of goroutines, of maps whose elements are not all closed once.

package gocheck

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/lower"
)

// A change is a program that begins as another one, with parts of the text replaced.
type change struct {
	name    string
	replace []string // old, new, old, new ..
	few     string   // the kind that goes wrong with three goroutines; "" if that needs more of them
}

// write writes a program to a file and returns its folder.
func (c *change) write(t *testing.T, text string) string {
	t.Helper()
	for i := 0; i < len(c.replace); i += 2 {
		if strings.Count(text, c.replace[i]) != 1 {
			t.Fatalf("%s: the program is another one: %s", c.name, c.replace[i])
		}
		text = strings.Replace(text, c.replace[i], c.replace[i+1], 1)
	}
	dir, err := campaign.Folder(map[string]string{"a.go": text})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// proves reports whether the abstraction of any number of goroutines, without what is known of few, shows that nothing
// goes wrong.
func proves(t *testing.T, dir, entry string, limit time.Duration) bool {
	t.Helper()
	code, entries, err := Load(t.Context(), Options{Dir: dir, Patterns: []string{"a.go"}, Entries: []string{entry}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := code.Skeleton(t.Context(), entries[0], golang.Options{AnyNumber: true, Rolled: true})
	if err != nil {
		t.Fatal(err)
	}
	l, err := lower.Lower(p, lower.Options{AnyNumber: true, Leaks: true})
	if err != nil {
		t.Fatal(err)
	}
	m, err := systems.Input{Name: "a.bp", Reader: bytes.NewReader(l.Text)}.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	debug.FreeOSMemory() // what other questions have left counts
	r, err := m.Check(ctx, systems.Options{Algorithm: partsBy, Memory: 8 << 30})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdict == systems.Safe
}

// briefly is how long a proof is looked for that should not be found; those that are found take half a second.
func briefly() time.Duration {
	if os.Getenv(campaign.Variable) != "" {
		return 20 * time.Second
	}
	return time.Second
}

const (
	put    = "\tb.next++\n\tb.subs[b.next] = c\n\treturn b.next, c\n"
	closes = "\tfor _, c := range b.subs {\n\t\tclose(c)\n\t}\n\tclear(b.subs)\n"
	leave  = "\tdelete(b.subs, id)\n"
	locks  = "\tb.mu.Lock()\n\tdefer b.mu.Unlock()\n\tif b.closed {\n"
	fields = "\tnext   int\n"
)

// wrong are changes of the broadcaster of examples/goroutines by which it goes wrong.
func wrong() []change {
	return []change{
		{"increment without lock", []string{put, "\tb.subs[b.next] = c\n\treturn b.next, c\n", locks, "\tb.next++\n" + locks}, "deadlock"},
		{"number taken without lock", []string{put, "\tb.subs[id] = c\n\treturn id, c\n", locks, "\tid = b.next + 1\n\tb.next = id\n" + locks}, "deadlock"},
		{"lock given back between", []string{put, "\tb.next = n + 1\n\tid = b.next\n\tb.subs[id] = c\n\treturn id, c\n", locks, "\tb.mu.Lock()\n\tn := b.next\n\tb.mu.Unlock()\n" + locks}, "deadlock"},
		{"lock given back between, by a call", []string{put, "\tn := b.next\n\tb.yield()\n\tb.next = n + 1\n\tid = b.next\n\tb.subs[id] = c\n\treturn id, c\n", "func (b *broadcaster) Leave", "func (b *broadcaster) yield() {\n\tb.mu.Unlock()\n\tb.mu.Lock()\n}\n\nfunc (b *broadcaster) Leave"}, "deadlock"},
		{"lock for reading", []string{"\tmu     sync.Mutex\n", "\tmu     sync.RWMutex\n", locks, strings.Replace(strings.Replace(locks, "Lock", "RLock", 1), "Unlock", "RUnlock", 1)}, "deadlock"},
		{"leaves for another", []string{leave, "\tdelete(b.subs, id-1)\n"}, "deadlock"},
		{"leaves for the next", []string{put, strings.Replace(put, "[b.next]", "[b.next-1]", 1)}, "deadlock"},
		{"constant key", []string{put, strings.Replace(put, "[b.next]", "[1]", 1)}, "deadlock"},
		{"half the key", []string{put, strings.Replace(put, "[b.next]", "[b.next/2]", 1)}, "deadlock"},
		{"reset", []string{leave, leave + "\tb.next = 0\n"}, ""},
		{"decremented", []string{leave, leave + "\tb.next--\n"}, ""},
		{"one number for two", []string{put, "\tif b.next == 0 || len(b.subs) > 1 {\n\t\tb.next++\n\t}\n\tb.subs[b.next] = c\n\treturn b.next, c\n"}, "deadlock"},
		{"put twice", []string{put, "\tb.next++\n\tb.subs[b.next] = c\n" + put}, "close"},
		{"two maps", []string{put, "\tb.more[b.next] = c\n" + put, fields, fields + "\tmore   map[int]chan string\n", closes, closes + "\tfor _, c := range b.more {\n\t\tclose(c)\n\t}\n",
			"subs: make(map[int]chan string)", "subs: make(map[int]chan string), more: make(map[int]chan string)"}, "close"},
		{"deleted before", []string{closes, "\tfor id := range b.subs {\n\t\tdelete(b.subs, id)\n\t}\n" + closes}, "deadlock"},
		{"cleared before", []string{closes, "\tclear(b.subs)\n" + closes}, "deadlock"},
		{"closed twice", []string{closes, "\tfor _, c := range b.subs {\n\t\tclose(c)\n\t}\n" + closes}, "close"},
		{"left and closed", []string{leave, "\tclose(b.subs[id])\n"}, "close"},
		{"replaced", []string{closes, "\tfor id := range b.subs {\n\t\tb.subs[id] = make(chan string)\n\t}\n" + closes}, "deadlock"},
		{"added again", []string{closes, "\tfor id, c := range b.subs {\n\t\tclose(c)\n\t\tdelete(b.subs, id)\n\t\tb.subs[id] = c\n\t}\n"}, ""},
		{"moved", []string{"\tfor _, c := range b.subs {\n\t\tselect {", "\tfor id, c := range b.subs {\n\t\tb.subs[id+1000] = c\n\t\tselect {"}, ""},
		{"closed by each", []string{leave, "\tif b.subs[id] != nil {\n\t\tclose(b.subs[id])\n\t}\n"}, "close"},
		{"left out", []string{closes, "\tfor id, c := range b.subs {\n\t\tif id == 1 {\n\t\t\tcontinue\n\t\t}\n\t\tclose(c)\n\t}\n"}, "deadlock"},
		{"not to the end", []string{closes, "\tfor _, c := range b.subs {\n\t\tclose(c)\n\t\tbreak\n\t}\n"}, "deadlock"},
		{"late", []string{"\tb.closed = true\n", ""}, "deadlock"},
		{"narrow", []string{fields, "\tnext   uint8\n", put, strings.Replace(strings.ReplaceAll(put, "b.next, c", "int(b.next), c"), "++", " += 128", 1), "\tsubs   map[int]chan string\n", "\tsubs   map[uint8]chan string\n", "delete(b.subs, id)", "delete(b.subs, uint8(id))", "subs: make(map[int]chan string)", "subs: make(map[uint8]chan string)"}, ""},
	}
}

// broadcaster returns the text of the broadcaster that is right.
func broadcaster(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "examples", "goroutines", "broadcaster-fixed.go"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRegistryWrong checks that a map is not taken to have the channel of each goroutine once where it does not.
func TestRegistryWrong(t *testing.T) {
	campaign.Turn(t, 1, 2)
	text := broadcaster(t)
	all := wrong()
	step := campaign.Every(t, len(all), 1)
	for i := campaign.Today(2*step) / 2; i < len(all); i += step { // on every second day
		c := all[i]
		t.Run(c.name, func(t *testing.T) {
			dir := c.write(t, text)
			if proves(t, dir, "Announce", briefly()) {
				t.Error("proved")
			}
			if c.few == "" || os.Getenv(campaign.Variable) == "" {
				return
			}
			debug.FreeOSMemory()
			r, err := Run(t.Context(), Options{Dir: dir, Patterns: []string{"a.go"}, Entries: []string{"Announce"}, Kinds: []string{"leak", "deadlock", "close"}, Threads: 3, Timeout: 100 * time.Second, Memory: 8 << 30})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(r.Findings, func(f render.Finding) bool { return isPossible(f) && f.Kind == c.few }) {
				t.Errorf("no %s with a few goroutines: %v", c.few, found(r.Findings))
			}
		})
	}
}

// TestPointersWrong checks the same where the keys are pointers.
func TestPointersWrong(t *testing.T) {
	campaign.Turn(t, 0, 2)
	own := []string{"(id int, c chan string)", "(s *sub)", "\tc = make(chan string, 1)\n", "\ts = &sub{make(chan string, 1)}\n", "close(c)\n\t\treturn 0, c\n", "close(s.c)\n\t\treturn s\n",
		put, "\tb.subs[s] = true\n\treturn s\n", "Leave(id int)", "Leave(s *sub)", leave, "\tdelete(b.subs, s)\n", "\tid, c := b.Subscribe()\n\tfor text := range c {", "\ts := b.Subscribe()\n\tfor text := range s.c {", "b.Leave(id)", "b.Leave(s)",
		"\tfor _, c := range b.subs {\n\t\tselect {\n\t\tcase c <-", "\tfor s := range b.subs {\n\t\tselect {\n\t\tcase s.c <-", closes, "\tfor s := range b.subs {\n\t\tclose(s.c)\n\t}\n\tclear(b.subs)\n",
		fields + "\tsubs   map[int]chan string\n}\n", "\tsubs   map[*sub]bool\n}\n\ntype sub struct{ c chan string }\n", "make(map[int]chan string)", "make(map[*sub]bool)"}
	all := []change{
		{"closed twice", append(own[:len(own):len(own)], "\t\tclose(s.c)\n\t}\n", "\t\tclose(s.c)\n\t}\n\tfor s := range b.subs {\n\t\tclose(s.c)\n\t}\n"), ""},
		{"one channel for two", append(own[:len(own):len(own)], "&sub{make(chan string, 1)}", "b.reuse()", "func (b *broadcaster) Leave", "func (b *broadcaster) reuse() *sub {\n\tb.mu.Lock()\n\tdefer b.mu.Unlock()\n\tif b.last == nil {\n\t\tb.last = make(chan string, 1)\n\t}\n\treturn &sub{b.last}\n}\n\nfunc (b *broadcaster) Leave", "\tclosed bool\n", "\tclosed bool\n\tlast   chan string\n"), ""},
		{"exchanged", append(own[:len(own):len(own)], "\tb.subs[s] = true\n", "\tif b.last != nil {\n\t\ts.c = b.last.c\n\t}\n\tb.last = s\n\tb.subs[s] = true\n", "\tclosed bool\n", "\tclosed bool\n\tlast   *sub\n"), ""},
		{"deleted before", append(own[:len(own):len(own)], "\tfor s := range b.subs {\n\t\tclose", "\tfor s := range b.subs {\n\t\tdelete(b.subs, s)\n\t}\n\tfor s := range b.subs {\n\t\tclose"), ""},
	}
	step := campaign.Every(t, len(all), 1)
	for i := campaign.Today(2*step) / 2; i < len(all); i += step { // on every second day
		c := all[i]
		t.Run(c.name, func(t *testing.T) {
			if proves(t, c.write(t, broadcaster(t)), "Announce", briefly()) {
				t.Error("proved")
			}
		})
	}
}

// TestDecidedInCircles checks that no execution is lost where a channel that is made for one struct is stored in another
// one first: which struct it decides would be the one that decides it.
func TestDecidedInCircles(t *testing.T) {
	campaign.Turn(t, 1, 2)
	c := change{name: "circle"}
	dir := c.write(t, `package main

import "sync"

type sub struct{ c chan int }

func Run(n int) {
	var mu sync.Mutex
	subs := map[*sub]bool{}
	var last *sub
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s := &sub{}
			c := make(chan int)
			mu.Lock()
			if last != nil {
				last.c = c
			}
			s.c = c
			last = s
			subs[s] = true
			mu.Unlock()
		}()
	}
	wg.Wait()
	mu.Lock()
	for s := range subs {
		if c := s.c; c != nil {
			close(c)
		}
	}
	mu.Unlock()
}

func main() { Run(2) }
`)
	if proves(t, dir, "Run", briefly()) {
		t.Error("proved")
	}
}
