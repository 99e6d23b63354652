//go:build ignore

// entry: Process

// A worker pool in which nobody waits for the workers before the results are closed.
package main

import (
	"fmt"
	"sync"
)

type result struct {
	job  string
	size int
}

type pool struct {
	jobs    chan string
	results chan result
	wg      sync.WaitGroup
}

func (p *pool) start() {
	p.wg.Add(1)
	go p.work()
}

func (p *pool) work() {
	defer p.wg.Done()
	for job := range p.jobs {
		p.results <- result{job, len(job)} // want: close
	}
}

func (p *pool) feed(jobs []string) {
	for _, job := range jobs {
		p.jobs <- job
	}
	close(p.jobs)
}

func (p *pool) finish() {
	close(p.results)
}

// Process handles the jobs by so many workers, but by one at least.
func Process(workers int, jobs []string) []result {
	p := &pool{jobs: make(chan string), results: make(chan result)}
	p.start()
	for i := 1; i < workers; i++ {
		p.start()
	}
	go p.feed(jobs)
	go p.finish()
	var all []result
	for r := range p.results {
		all = append(all, r)
	}
	return all
}

func main() {
	all := Process(3, []string{"fetch", "", "parse", "", "check", "store", "report"})
	fmt.Println(len(all), "results")
}
