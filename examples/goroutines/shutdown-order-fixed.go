//go:build ignore

// A mail queue: main closes the queue and then waits until the worker has ended.
package main

import (
	"fmt"
	"os"
)

type mail struct {
	to   string
	text string
}

type mailer struct {
	queue chan mail
	ended chan struct{}
	sent  int
}

func newMailer() *mailer {
	m := &mailer{queue: make(chan mail, 8), ended: make(chan struct{})}
	go m.run()
	return m
}

func (m *mailer) run() {
	defer close(m.ended)
	for letter := range m.queue {
		if letter.to == "" {
			fmt.Fprintln(os.Stderr, "a letter without address")
			continue
		}
		m.sent++
	}
}

func (m *mailer) Send(to, text string) { m.queue <- mail{to, text} }

func (m *mailer) Shutdown() {
	close(m.queue)
	<-m.ended
}

func main() {
	m := newMailer()
	defer m.Shutdown()
	m.Send("frank@example.org", "hello")
	m.Send("grace@example.org", "hello")
}
