//go:build ignore

// A service: Stop closes the channel that only Start makes.
package goroutines

import (
	"sync"
	"testing"
)

type component interface {
	Start()
	Stop()
}

type updater struct {
	quit chan struct{}
	wg   sync.WaitGroup
}

func (u *updater) Start() {
	u.quit = make(chan struct{})
	u.wg.Go(func() {
		<-u.quit
	})
}

func (u *updater) Stop() {
	close(u.quit) // want: close
	u.wg.Wait()
}

type application struct {
	components []component
}

func (a *application) Run(enabled bool) {
	for _, c := range a.components {
		if enabled {
			c.Start()
		}
	}
	for _, c := range a.components {
		c.Stop()
	}
}

func TestApplication(t *testing.T) {
	for _, enabled := range []bool{true, false} {
		a := &application{components: []component{&updater{}}}
		a.Run(enabled)
	}
}
