//go:build ignore

// entry: Collect

// A fan-in that closes the merged channel while goroutines still send to it.
package main

import (
	"fmt"
	"sync"
)

type event struct {
	source int
	text   string
}

func source(id int, texts []string) <-chan event {
	out := make(chan event)
	go func() {
		defer close(out)
		for _, text := range texts {
			out <- event{id, text}
		}
	}()
	return out
}

func merge(inputs []<-chan event) <-chan event {
	out := make(chan event)
	var wg sync.WaitGroup
	for _, in := range inputs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for e := range in {
				out <- e // want: close
			}
		}()
	}
	go func() {
		close(out)
	}()
	return out
}

// Collect receives from n sources until all have ended.
func Collect(n int, texts []string) (all []event) {
	var inputs []<-chan event
	for id := range n {
		inputs = append(inputs, source(id, texts))
	}
	for e := range merge(inputs) {
		all = append(all, e)
	}
	return all
}

func main() {
	all := Collect(3, []string{"start", "", "stop"})
	fmt.Println(len(all), "events")
}
