//go:build ignore

// A greeting for everybody: the goroutines read a variable that the loop assigns.
package main

import (
	"fmt"
	"strings"
	"sync"
)

type greeter struct {
	mu    sync.Mutex
	lines []string
}

func (g *greeter) greet(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lines = append(g.lines, "hello, "+name)
}

func (g *greeter) greetAll(names []string) {
	var wg sync.WaitGroup
	var name string
	for _, name = range names { // want: race
		if name == "" {
			continue
		}
		name = strings.TrimSpace(name) // want: race
		wg.Add(1)
		go func() {
			defer wg.Done()
			g.greet(name)
		}()
	}
	wg.Wait()
}

func main() {
	g := &greeter{}
	g.greetAll([]string{"judy", " mallory", "niaj"})
	for _, line := range g.lines {
		fmt.Println(line)
	}
}
