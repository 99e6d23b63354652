//go:build ignore

// entry: Serve

// A server for any number of clients: it stops after the first request that asks for it, and the
// other clients are left at their sends.
package main

import "fmt"

type clientRequest struct {
	client int
	stop   bool
}

type frontend struct {
	requests chan clientRequest
	stopped  chan struct{}
}

func (f *frontend) client(id int, stop bool) {
	f.requests <- clientRequest{id, stop} // want: leak
}

func (f *frontend) loop(handle func(clientRequest)) {
	defer close(f.stopped)
	for r := range f.requests {
		handle(r)
		if r.stop {
			return
		}
	}
}

// Serve serves n clients and one that stops it.
func Serve(n int, handle func(client int)) {
	f := &frontend{requests: make(chan clientRequest), stopped: make(chan struct{})}
	for id := range n {
		go f.client(id, false)
	}
	go f.client(n, true)
	f.loop(func(r clientRequest) { handle(r.client) })
}

func main() {
	Serve(3, func(client int) { fmt.Println("client", client) })
}
