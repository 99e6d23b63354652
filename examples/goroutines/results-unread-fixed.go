//go:build ignore

// A hashing tool: a goroutine of its own hands out the jobs while main receives.
package main

import (
	"crypto/sha256"
	"fmt"
)

type digest struct {
	name string
	sum  [sha256.Size]byte
}

type hasher struct {
	jobs    chan string
	digests chan digest
}

func (h *hasher) work() {
	for name := range h.jobs {
		h.digests <- digest{name, sha256.Sum256([]byte(name))}
	}
}

func (h *hasher) submit(names []string) {
	for _, name := range names {
		h.jobs <- name
	}
	close(h.jobs)
}

func main() {
	h := &hasher{jobs: make(chan string), digests: make(chan digest)}
	for range 2 {
		go h.work()
	}
	names := []string{"a.txt", "b.txt", "c.txt", "d.txt"}
	go h.submit(names)
	for range names {
		d := <-h.digests
		fmt.Printf("%x  %s\n", d.sum[:4], d.name)
	}
}
