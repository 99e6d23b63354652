//go:build ignore

// A ledger: a transfer between an account and itself does nothing.
package goroutines

import (
	"sync"
	"testing"
)

type account struct {
	sync.Mutex
	owner   string
	balance int
}

type ledger struct {
	accounts []*account
}

func (l *ledger) Transfer(from, to *account, amount int) bool {
	if from == to {
		return true
	}
	from.Lock()
	defer from.Unlock()
	if from.balance < amount {
		return false
	}
	to.Lock()
	defer to.Unlock()
	from.balance -= amount
	to.balance += amount
	return true
}

func TestLedger(t *testing.T) {
	alice := &account{owner: "alice", balance: 100}
	bob := &account{owner: "bob"}
	l := &ledger{accounts: []*account{alice, bob}}
	if !l.Transfer(alice, bob, 30) {
		t.Error("alice has not enough")
	}
	if !l.Transfer(alice, alice, 10) {
		t.Error("alice has not enough for herself")
	}
}
