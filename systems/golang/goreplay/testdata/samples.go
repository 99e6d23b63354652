//go:build ignore

// These are programs with a fault each. Above an entry there are schedules, lines
// "schedule: goroutine@mark ..", and what they lead to, lines "want: kind @mark", or do not, "never: kind @mark".
// Behind a leak "polls" says that the goroutine goes on, and only comes back; behind a race "ended" that it is with the end of the test.
// A step g@mark/k takes case k of a select statement, g@mark! is an access to memory, g@mark:op is one of several operations.
package samples

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

type account struct {
	sync.Mutex
	balance int
}

func transfer(from, to *account, n int) {
	from.Lock() // @from
	defer from.Unlock()
	to.Lock() // @to
	defer to.Unlock()
	from.balance -= n
	to.balance += n
}

// schedule: 0@go 1@from 0@second
// want: deadlock @to
// schedule: 0@go 1@from 0@second
// want: leak @first
func TestTransfer(t *testing.T) {
	a, b := &account{balance: 1}, &account{balance: 1}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { // @go
		defer wg.Done()
		transfer(a, b, 1)
	}()
	b.Lock() // @second
	a.Lock() // @first
	a.balance, b.balance = b.balance, a.balance
	a.Unlock()
	b.Unlock()
	wg.Wait()
}

// The goroutine is added and started in one call.
//
// schedule: 0@both:add 0@both:go 0@giveup/1
// want: leak @outcome
func TestSpawn(t *testing.T) {
	var wg sync.WaitGroup
	results := make(chan int)
	wg.Go(func() { // @both
		results <- 1 // @outcome
	})
	select { // @giveup
	case <-results:
	case <-time.After(time.Minute):
	}
}

// The answer comes after the deadline, and nobody takes it.
//
// schedule: 0@ask 0@late/1
// want: leak @answer
func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	answers := make(chan string)
	go func() { // @ask
		answers <- "yes" // @answer
	}()
	select {
	case a, ok := <-answers:
		t.Log(a, ok)
	case <-ctx.Done(): // @late
	}
}

// Two hurry to close. The first is the goroutine started last.
//
// schedule: 0@each 0@each 2@look/-1 1@look/-1 2@quit 1@quit
// want: close @quit
func TestClose(t *testing.T) {
	done := make(chan struct{})
	for range 2 {
		go func(c chan struct{}) { // @each
			select { // @look
			case <-c:
			default:
				close(c) // @quit
			}
		}(done)
	}
	<-done
}

// The stack of a send in a select shows the line of the select, and a deferred operation comes behind the failure.
//
// schedule: 0@sender 0@closes 1@held 1@sends/0
// want: close @sends
func TestSelectSends(t *testing.T) {
	var mu sync.RWMutex
	values, done := make(chan int), make(chan bool)
	go func() { // @sender
		mu.RLock() // @held
		defer mu.RUnlock()
		select {
		case values <- 1: // @sends
		case <-done:
		}
	}()
	close(values) // @closes
	<-done
}

type queue struct {
	mu    sync.Mutex
	ready *sync.Cond
	items []int
}

func (q *queue) take() int {
	q.mu.Lock() // @enter
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		q.ready.Wait() // @cond
	}
	item := q.items[0] // @item
	q.items = q.items[1:]
	return item
}

// Who was woken finds the queue empty again.
//
// schedule: 0@taker 1@enter 1@cond 0@putting 0@signal 0@put 0@take 0@enter 1@cond
// want: panic @item
func TestCond(t *testing.T) {
	q := new(queue)
	q.ready = sync.NewCond(&q.mu)
	go func() { q.take() }() // @taker
	q.mu.Lock()              // @putting
	q.items = append(q.items, 1)
	q.ready.Signal() // @signal
	q.mu.Unlock()    // @put
	q.take()         // @take
	q.ready.Broadcast()
	select {}
}

// The reader asks again while a writer waits.
//
// schedule: 0@outer 0@writer 1@write
// want: leak @inner
func TestReaders(t *testing.T) {
	var mu sync.RWMutex
	mu.RLock()  // @outer
	go func() { // @writer
		mu.Lock() // @write
		mu.Unlock()
	}()
	for range 3 {
		time.Sleep(time.Hour)
	}
	mu.RLock() // @inner
	mu.RUnlock()
	mu.RUnlock()
}

// schedule: 0@stopper 0@running! 1@stop 0@job
// want: close @job
func TestStopped(t *testing.T) {
	var stopped atomic.Bool
	jobs := make(chan func() error, 1)
	go func() { // @stopper
		stopped.Store(true)
		close(jobs) // @stop
	}()
	if !stopped.Load() { // @running
		jobs <- func() error { return errors.New("none") } // @job
	}
}

// Done is too much by one for the goroutine that errs.
//
// schedule: 0@add 0@work 1@early 1@deferred
// want: waitgroup @deferred
func TestDone(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)             // @add
	go func(fail error) { // @work
		defer wg.Done() // @deferred
		if fail != nil {
			wg.Done() // @early
		}
	}(errors.New("fails"))
	wg.Wait()
	time.Sleep(time.Second)
}

// Other deferred calls follow the one that panics.
//
// schedule: 0@add2 0@work2 1@locked2 1@early2 1@deferred2
// want: waitgroup @deferred2
func TestDoneAmongOthers(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Add(1)             // @add2
	go func(fail error) { // @work2
		mu.Lock() // @locked2
		defer mu.Unlock()
		defer wg.Done() // @deferred2
		if fail != nil {
			wg.Done() // @early2
		}
	}(errors.New("fails"))
	wg.Wait()
	time.Sleep(time.Second)
}

// The lock that is given back is not held on all ways.
//
// schedule: 0@try
// want: lock @give
func TestUnlock(t *testing.T) {
	var mu struct {
		sync.RWMutex
		n int
	}
	if mu.TryRLock() { // @try
		mu.RUnlock()
	}
	defer mu.RUnlock() // @give
}

// A counter is read beside the lock.
//
// schedule: 0@count 1@locked 1@write! 0@read!
// want: race @write @read
func TestRace(t *testing.T) {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() { // @count
		mu.Lock() // @locked
		n++       // @write
		mu.Unlock()
	})
	if n > 0 { // @read
		t.Log("early")
	}
	wg.Wait()
}

// The schedule can be followed, but two elements are written.
//
// schedule: 0@splitter:add 0@splitter:go 0@splitter:add 0@splitter:go 1@element! 2@element!
// never: race @element @element
func TestApart(t *testing.T) {
	list := make([]int, 2)
	var wg sync.WaitGroup
	for i := range list {
		wg.Go(func() { // @splitter
			list[i] = i // @element
		})
	}
	wg.Wait()
}

// The bubble says who is left in it.
//
// schedule:
// want: leak @forgotten
func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		go func() {
			c <- 1 // @forgotten
		}()
	})
}

// In a bubble what is due first goes first, however near the other one is.
//
// schedule:
// never: close @tardy
func TestBubbleTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int, 1)
		time.AfterFunc(time.Second+time.Nanosecond, func() { close(c) })
		time.Sleep(time.Second)
		synctest.Wait()
		c <- 1 // @tardy
	})
}

type events struct {
	once sync.Once
	c    chan fmt.Stringer
}

func (e *events) start() {
	e.once.Do(func() { // @once
		e.c = make(chan fmt.Stringer)
		go func() { // @loop
			for v := range e.c { // @range
				t, _ := v.(interface{ Time() time.Time })
				_ = t
			}
		}()
	})
}

// Nobody closes the channel that a goroutine ranges over.
//
// schedule: 0@once 0@loop 0@emit 1@range 0@emit 1@range
// want: leak @range
func TestRange(t *testing.T) {
	e := new(events)
	e.start()
	e.start()
	for range 2 {
		e.c <- time.Second // @emit
	}
}

// A subtest leaves a goroutine behind; a label, a nil channel and several cases are around it.
//
// schedule: 0@spawn 1@pick/1 1@stuck
// want: leak @stuck
func TestSubtest(t *testing.T) {
	var none chan int
	full := make(chan [2]int, 1)
	t.Run("sub", func(t *testing.T) {
		go func() { // @spawn
		loop:
			for {
				select { // @pick
				case n := <-none:
					t.Log(n)
				case full <- [2]int{
					1,
					2,
				}:
					full <- <-full
					full <- [2]int{} // @stuck
				case <-time.After(time.Hour):
					break loop
				}
			}
		}()
	})
}

// An entry that is no test, with parameters.
//
// schedule: 0@serve
// want: leak @requests
func Serve(ctx context.Context, requests chan int, n int) int {
	defer func() { recover() }()
	go func() { <-ctx.Done() }() // @serve
	for range n {
		n += <-requests // @requests
	}
	return n
}

// A goroutine that panics has not ended, though its deferred calls are executed.
//
// schedule: 0@failing 0@tell 1@told
// want: panic @fails
func TestFails(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { // @failing
		<-ctx.Done()   // @told
		panic("fails") // @fails
	}()
	cancel() // @tell
	select {}
}

// Nobody ends a loop with a timer, whose 10 s are 10 ms here.
//
// schedule: 0@polling 1@poll/0
// want: leak @poll polls
func TestPolls(t *testing.T) {
	stop := make(chan bool)
	var mu sync.Mutex
	n := 0
	go func() { // @polling
		for {
			select { // @poll
			case <-time.After(10 * time.Second):
				mu.Lock()
				n++
				mu.Unlock()
			case <-stop:
				return
			}
		}
	}()
}

// A function of the library is started, which has no steps of its own, beside a loop that never comes to rest.
//
// schedule: 0@ticks 0@tells:go 2@tells:close 1@asks/0
// want: leak @asks polls
func TestTold(t *testing.T) {
	told, cancel := context.WithCancel(context.Background())
	stop := make(chan bool)
	go func() { // @ticks
		for {
			select { // @asks
			case <-time.After(10 * time.Second):
			case <-stop:
				return
			}
		}
	}()
	go cancel() // @tells
	_ = told
}

// schedule: 0@starts 1@stores! 0@loads! 0@gives
// want: deadlock @gives
func TestAtomicOrder(t *testing.T) {
	var ready atomic.Bool
	c := make(chan int)
	go func() { // @starts
		ready.Store(true) // @stores
	}()
	if ready.Load() { // @loads
		c <- 1 // @gives
	}
}

// schedule: 0@runs 1@answers 0@ends 1@logs!
// want: race @logs ended
func TestEnded(t *testing.T) {
	c := make(chan int, 1)
	go func() { // @runs
		c <- 1               // @answers
		t.Logf("%d late", 1) // @logs
	}()
	<-c // @ends
}

// All is well here. It has what else is rewritten.
func TestFine(t *testing.T) {
	type message struct{ text string }
	c := make(chan error, 3)
	var words chan<- message = make(chan message, 1)
	words <- message{"one"}
	c <- nil
	c <- fmt.Errorf("two")
	var err, ok = <-c
	if err != nil || !ok {
		panic(err)
	} else if err := <-c; err == nil {
		panic("nil")
	}
	var mu sync.Mutex
	unlock := mu.Unlock
	mu.Lock()
	unlock()
	numbers := make(chan int)
	go func(to chan<- int, list ...int) {
		defer close(to)
		for i := 0; i < len(list); i++ {
			to <- list[i]
		}
	}(numbers, []int{1, 2, 3}...)
	sum := 0
	for n := range numbers {
		if n == 2 {
			continue
		}
		sum += n
	}
	go t.Log("a method")
	go generic(1, c)
	<-c
	var total atomic.Int64
	var group sync.WaitGroup
	for i := range 3 {
		group.Go(func() { total.Add(int64(i)) })
	}
	group.Wait()
	once := sync.OnceValue(func() int64 { return total.Load() })
	if atomic.AddInt64(new(int64), once()) != 3 || sum != 4 {
		panic(sum)
	}
	f := func() (n int) {
		select {
		case n := <-numbers:
			return n
		}
	}
	if f() != 0 {
		panic("a value")
	}
}

func generic[T any](_ T, c chan<- error) { c <- nil }
