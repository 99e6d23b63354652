package silent

import (
	"context"
	"sync"
	"testing"
	"time"
)

type poller struct {
	mu    sync.Mutex
	polls int
	stop  chan struct{}
	limit int
}

func (p *poller) poll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.polls++
}

func (p *poller) run(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			p.poll()
		case <-ctx.Done():
			return
		case <-p.stop:
			return
		}
	}
}

// Nobody ends the loop: it is not blocked, but goes on for ever.
func TestPolls(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	p := &poller{stop: make(chan struct{})}
	go p.run(ctx)
	if t.Failed() {
		cancel()
	}
}

func TestFinePolls(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	p := &poller{stop: make(chan struct{})}
	go p.run(ctx)
}

func TestFinePollsWithDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	_ = cancel
	p := &poller{stop: make(chan struct{})}
	go p.run(ctx)
}

// A timer that is made anew in each iteration is as good as a ticker.
func TestPollsByTimers(t *testing.T) {
	p := &poller{stop: make(chan struct{})}
	go func() {
		for {
			select {
			case <-p.stop:
				return
			case <-time.After(time.Millisecond):
				p.poll()
			}
		}
	}()
}

// The loop ends by itself.
func TestFinePollsToLimit(t *testing.T) {
	p := &poller{stop: make(chan struct{}), limit: 3}
	go func() {
		for {
			select {
			case <-p.stop:
				return
			case <-time.After(time.Millisecond):
				if p.poll(); p.polls > p.limit {
					return
				}
			}
		}
	}()
}

// Another goroutine ends the loop, since it ticks.
func TestFineStoppedByTick(t *testing.T) {
	ticks, stop := make(chan bool), make(chan bool)
	go func() {
		<-ticks
		close(stop)
	}()
	go func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
				select {
				case ticks <- true:
				default:
				}
			}
		}
	}()
}

func (p *poller) sleepy(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		default:
		}
		p.poll()
		time.Sleep(time.Millisecond)
	}
}

func TestPollsByDefault(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	go new(poller).sleepy(ctx)
	if t.Failed() {
		cancel()
	}
}

func TestFinePollsByDefault(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go new(poller).sleepy(ctx)
}

func (p *poller) beats(ctx context.Context, out chan<- int) {
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Millisecond):
			select {
			case out <- n:
			default:
			}
		}
	}
}

// What it sends others wait for.
func TestPollsAndTells(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	out := make(chan int)
	go new(poller).beats(ctx, out)
	<-out
	if t.Failed() {
		cancel()
	}
}

func TestFinePollsAndTells(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := make(chan int)
	go new(poller).beats(ctx, out)
	<-out
}
