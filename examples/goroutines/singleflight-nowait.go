//go:build ignore

// entry: Lookup

// A singleflight group: who is not the first caller takes the value without waiting for it.
package main

import (
	"errors"
	"fmt"
	"sync"
)

type call struct {
	wg    sync.WaitGroup
	value string
	err   error
}

type group struct {
	mu    sync.Mutex
	calls map[string]*call
}

func (g *group) Do(key string, f func() (string, error)) (string, error) {
	g.mu.Lock()
	if c, ok := g.calls[key]; ok {
		g.mu.Unlock()
		return c.value, c.err // want: race
	}
	c := &call{}
	c.wg.Add(1)
	g.calls[key] = c
	g.mu.Unlock()

	c.value, c.err = f()
	c.wg.Done()

	g.mu.Lock()
	if g.calls[key] == c {
		delete(g.calls, key)
	}
	g.mu.Unlock()
	return c.value, c.err
}

// Forget lets the next caller call the function, even if another one has not ended.
func (g *group) Forget(key string) {
	g.mu.Lock()
	delete(g.calls, key)
	g.mu.Unlock()
}

type directory struct {
	group group
	load  func(name string) (string, error)
}

// find returns the address of a name. A failure is not kept for others.
func (d *directory) find(name string) (string, error) {
	return d.group.Do(name, func() (string, error) {
		address, err := d.load(name)
		if err != nil {
			d.group.Forget(name)
		}
		return address, err
	})
}

// Lookup lets so many callers ask for the same name.
func Lookup(callers int, name string, load func(name string) (string, error)) (failed int) {
	d := &directory{group{calls: make(map[string]*call)}, load}
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range callers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if _, err := d.find(name); err != nil {
				mu.Lock()
				failed++
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	return failed
}

func main() {
	failed := Lookup(4, "host", func(name string) (string, error) {
		return "", errors.New("no address of " + name)
	})
	fmt.Println(failed, "failed")
}
