//go:build ignore

// An actor: who waits for a reply also looks whether the actor has ended.
package goroutines

import (
	"errors"
	"testing"
)

var errStopped = errors.New("stopped")

type request struct {
	amount int
	reply  chan int
}

type actor struct {
	requests chan request
	quit     chan struct{}
	ended    chan struct{}
	balance  int
}

func startActor() *actor {
	a := &actor{requests: make(chan request, 4), quit: make(chan struct{}), ended: make(chan struct{})}
	go a.loop()
	return a
}

func (a *actor) loop() {
	defer close(a.ended)
	for {
		select {
		case r := <-a.requests:
			a.balance += r.amount
			r.reply <- a.balance
		case <-a.quit:
			return
		}
	}
}

func (a *actor) Deposit(amount int) (int, error) {
	r := request{amount, make(chan int, 1)}
	a.requests <- r
	select {
	case balance := <-r.reply:
		return balance, nil
	case <-a.ended:
		return 0, errStopped
	}
}

func TestActor(t *testing.T) {
	a := startActor()
	go close(a.quit)
	if _, err := a.Deposit(10); err != nil && err != errStopped {
		t.Error(err)
	}
	<-a.ended
}
