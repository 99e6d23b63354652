//go:build ignore

// entry: Convert

// A pipeline: the channel behind a stage is not closed when its workers have ended.
package main

import (
	"fmt"
	"strings"
	"sync"
)

type record struct {
	line   string
	fields []string
}

func read(lines []string) <-chan record {
	out := make(chan record)
	go func() {
		defer close(out)
		for _, line := range lines {
			out <- record{line: line}
		}
	}()
	return out
}

// stage applies f in so many workers, but in one at least.
func stage(workers int, in <-chan record, f func(record) record) <-chan record {
	out := make(chan record)
	var wg sync.WaitGroup
	work := func() {
		defer wg.Done()
		for r := range in { // want: deadlock
			out <- f(r)
		}
	}
	wg.Add(1)
	go work()
	for i := 1; i < workers; i++ {
		wg.Add(1)
		go work()
	}
	return out
}

func split(r record) record {
	r.fields = strings.Split(r.line, ",")
	return r
}

func trim(r record) record {
	for i, f := range r.fields {
		r.fields[i] = strings.TrimSpace(f)
	}
	return r
}

// Convert splits and trims lines and counts the fields.
func Convert(workers int, lines []string) (fields int) {
	first := stage(workers, read(lines), split)
	for r := range stage(workers, first, trim) { // want: deadlock
		fields += len(r.fields)
	}
	return fields
}

func main() {
	lines := []string{"a, b", "c", "d, e, f"}
	for range 3 {
		lines = append(lines, lines...)
	}
	fmt.Println(Convert(2, lines), "fields")
}
