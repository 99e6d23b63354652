//go:build ignore

// A handshake: client and server both wait for the greeting of the other before they send theirs.
package goroutines

import (
	"errors"
	"testing"
)

type message struct {
	kind    string
	version int
}

type peer struct {
	name string
	in   <-chan message
	out  chan<- message
}

func pipe() (client, server *peer) {
	up, down := make(chan message), make(chan message)
	return &peer{"client", down, up}, &peer{"server", up, down}
}

func (p *peer) expect(kind string) error {
	m, ok := <-p.in // want: deadlock
	if !ok || m.kind != kind {
		return errors.New(p.name + ": no " + kind)
	}
	return nil
}

func (p *peer) greet() { p.out <- message{"hello", 1} }

func (p *peer) dial() error {
	err := p.expect("hello")
	p.greet()
	return err
}

func (p *peer) accept() error {
	err := p.expect("hello")
	p.greet()
	return err
}

func TestHandshake(t *testing.T) {
	client, server := pipe()
	result := make(chan error)
	go func() { result <- server.accept() }()
	if err := client.dial(); err != nil {
		t.Error(err)
	}
	if err := <-result; err != nil {
		t.Error(err)
	}
}
