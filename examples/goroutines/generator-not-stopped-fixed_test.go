//go:build ignore

// Identifiers from a goroutine: the send and quit are cases of one select.
package goroutines

import "testing"

type generator struct {
	ids  chan int
	quit chan struct{}
}

func newGenerator() *generator {
	g := &generator{ids: make(chan int), quit: make(chan struct{})}
	go g.run()
	return g
}

func (g *generator) run() {
	for id := 1; ; id++ {
		select {
		case <-g.quit:
			return
		case g.ids <- id:
		}
	}
}

// Next returns another identifier.
func (g *generator) Next() int { return <-g.ids }

// Stop ends the goroutine.
func (g *generator) Stop() { close(g.quit) }

func TestGenerator(t *testing.T) {
	g := newGenerator()
	defer g.Stop()
	if a, b := g.Next(), g.Next(); a == b {
		t.Errorf("%d twice", a)
	}
}
