//go:build ignore

// A bank that locks all accounts for a report, in the order of their names.
package goroutines

import (
	"sync"
	"testing"
)

type account struct {
	mu      sync.Mutex
	balance int
}

type bank struct {
	accounts map[string]*account
}

func (b *bank) total() int {
	sum := 0
	for _, name := range []string{"ann", "bob"} {
		a := b.accounts[name]
		a.mu.Lock()
		defer a.mu.Unlock()
		sum += a.balance
	}
	return sum
}

func TestBank(t *testing.T) {
	b := &bank{accounts: map[string]*account{"ann": {balance: 1}, "bob": {balance: 2}}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if b.total() != 3 {
				t.Error("wrong sum")
			}
		}()
	}
	wg.Wait()
}
