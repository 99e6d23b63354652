//go:build ignore

// A store of three tables: each of three operations locks two of them, in a circle.
package goroutines

import (
	"sync"
	"testing"
)

type table struct {
	sync.Mutex
	rows map[int]string
}

func newTable() *table { return &table{rows: map[int]string{}} }

type store struct {
	users, orders, stock *table
}

func (s *store) addOrder(id int, what string) {
	s.users.Lock()
	defer s.users.Unlock()
	s.orders.Lock() // want: deadlock
	defer s.orders.Unlock()
	s.orders.rows[id] = what
}

func (s *store) ship(id int) {
	s.orders.Lock()
	defer s.orders.Unlock()
	s.stock.Lock() // want: deadlock
	defer s.stock.Unlock()
	delete(s.stock.rows, id)
}

func (s *store) restock(id int, user string) {
	s.stock.Lock()
	defer s.stock.Unlock()
	s.users.Lock() // want: deadlock
	defer s.users.Unlock()
	s.stock.rows[id] = s.users.rows[id] + user
}

func TestStore(t *testing.T) {
	s := &store{users: newTable(), orders: newTable(), stock: newTable()}
	var wg sync.WaitGroup
	for _, operation := range []func(){
		func() { s.addOrder(1, "book") },
		func() { s.ship(1) },
		func() { s.restock(1, "carol") },
	} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			operation()
		}()
	}
	wg.Wait() // want: deadlock
}
