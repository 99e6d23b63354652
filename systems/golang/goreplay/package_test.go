// This file tests directories: packages of a module, with tests in and beside the package.

package goreplay_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/goreplay"
)

// module is a module with a lock order that two packages disagree on, a program, and a vendored
// package. The version of the language is one without type parameters.
const module = `
-- go.mod --
module example.com/m

go 1.17

require example.com/v v1.0.0
-- vendor/modules.txt --
# example.com/v v1.0.0
## explicit; go 1.17
example.com/v
-- vendor/example.com/v/v.go --
package v

func Call(f func()) { f() }
-- lock/lock.go --
package lock

import "sync"

type Pair struct {
	A, B sync.Mutex
}

func (p *Pair) Both(f func()) {
	p.A.Lock()
	defer p.A.Unlock()
	p.B.Lock()
	defer p.B.Unlock()
	f()
}
-- store/store.go --
package store

import (
	"example.com/m/lock"
	"example.com/v"
)

type Store struct {
	pair lock.Pair
	n    int
}

func (s *Store) Inc() { s.pair.Both(func() { v.Call(func() { s.n++ }) }) }

func (s *Store) Get() int {
	s.pair.B.Lock()
	defer s.pair.B.Unlock()
	s.pair.A.Lock()
	defer s.pair.A.Unlock()
	return s.n
}
-- store/inner_test.go --
package store

import "testing"

func TestInner(t *testing.T) {
	s := new(Store)
	done := make(chan bool)
	go func() { s.Inc(); close(done) }()
	s.Get()
	<-done
}
-- store/outer_test.go --
package store_test

import (
	"testing"

	"example.com/m/store"
)

func TestOuter(t *testing.T) {
	s := new(store.Store)
	done := make(chan bool)
	go func() { s.Inc(); close(done) }()
	s.Get()
	<-done
}
-- cmd/store/main.go --
package main

import "example.com/m/store"

func main() {
	s := new(store.Store)
	done := make(chan bool)
	go func() { s.Inc(); close(done) }()
	s.Get()
	<-done
}
`

func TestPackages(t *testing.T) {
	campaign.Turn(t, 3, 4)
	t.Parallel()
	files := map[string]string{}
	for _, file := range strings.Split(module, "\n-- ")[1:] {
		name, text, _ := strings.Cut(file, " --\n")
		files[name] = text
	}
	dir, err := campaign.Folder(files)
	if err != nil {
		t.Fatal(err)
	}
	lock, store := filepath.Join(dir, "lock", "lock.go"), filepath.Join(dir, "store", "store.go")
	programs := map[string][]string{"cmd/store": {"main"}}
	if campaign.Size(t, 1, 2) > 1 { // each is built
		programs["store"] = []string{"TestInner", "TestOuter"}
	}
	for name, entries := range programs {
		p, err := goreplay.Build(t.Context(), filepath.Join(dir, name), entries...)
		if err != nil {
			t.Fatal(name, err)
		}
		for _, entry := range entries {
			for _, at := range []goreplay.Place{{File: lock, Line: 12}, {File: store, Line: 18}} {
				o, err := p.Replay(t.Context(), entry, goreplay.Schedule{
					Steps: []goreplay.Step{{Goroutine: 1, File: lock, Line: 10}, {Goroutine: 0, File: store, Line: 16}},
					Want:  goreplay.Want{Kind: "deadlock", Place: at},
				})
				if err != nil {
					t.Fatal(err)
				}
				if !o.Confirmed || !o.Forced {
					t.Errorf("%s %s: %+v", name, entry, o)
				}
			}
		}
		p.Close()
	}
}
