// Package testmain has a TestMain that makes what tests need, and an initialisation with a goroutine for the whole program.
package testmain

import (
	"os"
	"testing"
)

var (
	ready  chan struct{}
	events = make(chan string)
	lines  = make(chan string)
)

func init() {
	go func() {
		for range lines {
		}
	}()
}

// setUp is a part of TestMain.
func setUp(m *testing.M) int {
	ready = make(chan struct{})
	close(ready)
	go func() {
		for range events {
		}
	}()
	defer close(events)
	return m.Run()
}

func TestMain(m *testing.M) { os.Exit(setUp(m)) }

func TestFineReady(t *testing.T) { <-ready }

func TestFineEvent(t *testing.T) {
	events <- "began"
	lines <- "began"
}

// A goroutine of the test is none of those.
func TestForgotten(t *testing.T) {
	more := make(chan string)
	go func() {
		for e := range more {
			events <- e
		}
	}()
	more <- "began"
}
