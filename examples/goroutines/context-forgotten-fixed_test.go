//go:build ignore

// A poller: the goroutine ends with its context.
package goroutines

import (
	"context"
	"testing"
)

type task struct{ name string }

type poller struct {
	tasks chan task
	done  []string
}

func (p *poller) run(ctx context.Context) {
	for {
		select {
		case t := <-p.tasks:
			p.handle(ctx, t)
		case <-ctx.Done():
			return
		}
	}
}

func (p *poller) handle(ctx context.Context, t task) {
	if ctx.Err() == nil {
		p.done = append(p.done, t.name)
	}
}

func (p *poller) Submit(ctx context.Context, name string) error {
	select {
	case p.tasks <- task{name}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func TestPoller(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	p := &poller{tasks: make(chan task)}
	go p.run(ctx)
	for _, name := range []string{"index", "sweep"} {
		if err := p.Submit(ctx, name); err != nil {
			t.Error(err)
		}
	}
}
