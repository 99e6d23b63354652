// This file defines what programs do: goroutines, locks and channels as they are often written. Some are wrong, some
// are only with some numbers.

package rungo

import (
	"fmt"
	"regexp"
	"strconv"
)

// An idiom writes statements, with objects and numbers as [generator.place] takes them.
type idiom func(g *generator) string

// around returns a number that is n, or close to it.
func (g *generator) around(n int) string {
	return fmt.Sprintf("#%d#", max(0, n+g.pick(0, 0, 0, -1, -1, 1)))
}

// count returns how often something is done: mostly a few times.
func (g *generator) count() int {
	return g.pick(1, 2, 2, 3, 3, 4, 5, 7, 8, 9, 10, 12, 17, 33, 64, 100, 300)
}

// few returns a small number.
func (g *generator) few() int { return g.pick(1, 2, 2, 3, 3, 4, 5) }

// sub fills a text: words in capitals are replaced, also in what they are replaced by.
func sub(text string, pairs ...string) string {
	for k := 0; k < len(pairs); k += 2 {
		text = regexp.MustCompile(`\b`+pairs[k]+`\b`).ReplaceAllLiteralString(text, pairs[k+1])
	}
	return text
}

func idioms() []idiom {
	return []idiom{
		workers, sends, pool, deadline, timer, ticker, cancelled, server, cache, queue, once, lostLock, group, semaphore, pipeline, publish,
		transfer, copied, toggled, inflight, spinning, barrier, try, shared, remaining, dispatch, fires, callback, futures, batches, drained,
		leaving, chain, parents, pooled, iterated, request, nested, broadcast, results, stateful, loops, afterFunc, values, loopSends, variables,
	}
}

func workers(g *generator) string {
	n := g.few()
	return sub(`@mu sync.Mutex
@wg sync.WaitGroup
total := 0
$wg.Add(ADD)
for range #N# {
	go func() {
		defer $wg.Done()
		$mu.Lock()
		total++
		$mu.Unlock()
	}()
}
$wg.Wait()
_ = total
`, "ADD", g.around(n), "N", strconv.Itoa(n))
}

func sends(g *generator) string {
	n := g.count()
	return sub(`@ch chan int CAP
for i := range #N# {
	$ch <- i
}
CLOSE
for range READ {
	<-$ch
}
`, "CAP", g.around(n), "N", strconv.Itoa(n), "READ", g.around(n), "CLOSE", g.one("", "close($ch)"))
}

func pool(g *generator) string {
	n, w := g.count(), g.few()
	return sub(`@jobs chan int JCAP
@out chan int RCAP
@wg sync.WaitGroup
for range #W# {
	$wg.Add(1)
	go func() {
		defer $wg.Done()
		for j := range $jobs {
			$out <- j * 2
		}
	}()
}
FEED
go func() {
	$wg.Wait()
	close($out)
}()
total := 0
READ
_ = total
`, "JCAP", g.one("0", g.around(n)), "RCAP", g.one("0", g.around(n)), "W", strconv.Itoa(w),
		"FEED", g.one("go func() {\nfor i := range "+g.around(n)+" {\n$jobs <- i\n}\nclose($jobs)\n}()", "for i := range "+g.around(n)+" {\n$jobs <- i\n}\nclose($jobs)"),
		"READ", g.one("for v := range $out {\ntotal += v\n}", "for range "+g.around(n)+" {\ntotal += <-$out\n}"))
}

func deadline(g *generator) string {
	return sub(`@result chan int CAP
go func() {
	WORK
	$result <- 1
}()
select {
case <-$result:
case <-AFTER:
}
`, "CAP", g.one("0", "1"), "WORK", g.one("", "time.Sleep(time.Millisecond)", "time.Sleep(3 * time.Millisecond)"),
		"AFTER", g.one("time.After(time.Millisecond)", "time.NewTimer(2 * time.Millisecond).C", "time.Tick(time.Millisecond)"))
}

func timer(g *generator) string {
	return sub(`timer := time.NewTimer(time.Millisecond)
WAIT
if OK {
	DRAIN
}
AGAIN
`, "WAIT", g.one("", "<-timer.C", "time.Sleep(3 * time.Millisecond)"),
		"OK", g.one("!timer.Stop()", "timer.Stop()", "!timer.Reset(time.Millisecond)", "timer.Reset(time.Millisecond)"),
		"DRAIN", g.one("<-timer.C", "select {\ncase <-timer.C:\ndefault:\n}"),
		"AGAIN", g.one("", "timer.Reset(time.Millisecond)\n<-timer.C", "timer.Stop()\ntimer.Reset(time.Millisecond)\n<-timer.C", "<-timer.C"))
}

func ticker(g *generator) string {
	return sub(`tick := time.NewTicker(time.Millisecond)
@stop chan struct{} SCAP
@done chan struct{} 0
n := 0
go func() {
	defer close($done)
	LOOP
}()
time.Sleep(2 * time.Millisecond)
tick.Stop()
STOP
<-$done
_ = n
`, "SCAP", g.one("0", "1"), "LOOP", g.one("for range tick.C {\nn++\nif n == 2 {\nreturn\n}\n}", "for {\nselect {\ncase <-tick.C:\nn++\ncase <-$stop:\nreturn\n}\n}",
		"for {\nselect {\ncase <-tick.C:\nn++\ncase <-$stop:\nbreak\n}\nif n > 5 {\nreturn\n}\n}"),
		"STOP", g.one("close($stop)", "$stop <- struct{}{}", ""))
}

func cancelled(g *generator) string {
	return sub(`ctx, cancel := MAKE
@out chan int CAP
@wg sync.WaitGroup
$wg.Add(1)
go func() {
	defer $wg.Done()
	WORK
}()
READ
CANCEL
$wg.Wait()
_ = cancel
`, "MAKE", g.one("context.WithCancel(context.Background())", "context.WithTimeout(context.Background(), time.Millisecond)", "context.WithCancel(context.WithoutCancel(context.Background()))"),
		"CAP", g.one("0", "1", "3"),
		"WORK", g.one("for {\nselect {\ncase $out <- 1:\ncase <-ctx.Done():\nreturn\n}\n}", "for ctx.Err() == nil {\n$out <- 1\n}", "<-ctx.Done()", "select {\ncase <-ctx.Done():\n$out <- 1\ncase $out <- 2:\n}",
			"for i := 0; ; i++ {\nselect {\ncase $out <- i:\ndefault:\n}\nif ctx.Err() != nil {\nreturn\n}\n}"),
		"READ", g.one("<-$out", "", "for range #3# {\n<-$out\n}", "select {\ncase <-$out:\ncase <-ctx.Done():\n}"),
		"CANCEL", g.one("cancel()", "cancel()", "defer cancel()", ""))
}

func server(g *generator) string {
	n := g.count()
	body := sub(`type request struct {
	n     int
	reply chan int
}
@reqs chan request CAP
@stop chan bool 0
serve := func() {
	for {
		select {
		case r := <-$reqs:
			r.reply <- r.n * 2
		case <-$stop:
			return
		}
	}
}
for range #W# {
	go serve()
}
for i := range #N# {
	r := request{i, make(chan int, RCAP)}
	$reqs <- r
	READ
}
END
`, "CAP", g.one("0", "1", "5"), "W", strconv.Itoa(g.few()), "N", strconv.Itoa(n), "RCAP", g.one("0", "1"), "READ", g.one("<-r.reply", "<-r.reply", "select {\ncase <-r.reply:\ncase <-time.After(time.Millisecond):\n}", "if i%2 == 0 {\n<-r.reply\n}"),
		"END", g.one("close($stop)", "$stop <- true", "", "select {}", "for {\ntime.Sleep(time.Millisecond)\n}"))
	return body
}

func cache(g *generator) string {
	return sub(`@mu sync.RWMutex
@wg sync.WaitGroup
m := map[string]int{}
get := func(k string) int {
	$mu.RLock()
	defer $mu.RUnlock()
	return m[k]
}
put := func(k string, v int) {
	$mu.PUT()
	defer $mu.PUNLOCK()
	BODY
}
for i := range #N# {
	$wg.Add(1)
	go func() {
		defer $wg.Done()
		if get(strconv.Itoa(i)) == 0 {
			put(strconv.Itoa(i), i)
		}
	}()
}
$wg.Wait()
_ = len(m)
`, "PUNLOCK", "Unlock", "PUT", "Lock", "BODY", g.one("m[k] = v", "m[k] = v", "m[k] = get(k) + v", "if _, ok := m[k]; !ok {\nm[k] = v\n}"), "N", strconv.Itoa(g.few()))
}

func queue(g *generator) string {
	n := g.few()
	return sub(`@mu sync.Mutex
ready := sync.NewCond(LOCKER)
var items []int
done := make(chan bool)
go func() {
	defer close(done)
	for range #N# {
		$mu.Lock()
		WHILE len(items) == 0 {
			ready.Wait()
		}
		items = items[1:]
		$mu.Unlock()
	}
}()
for i := range PUT {
	$mu.Lock()
	items = append(items, i)
	WAKE
	$mu.Unlock()
}
<-done
`, "LOCKER", "&$mu", "N", strconv.Itoa(n), "PUT", g.around(n), "WHILE", g.one("for", "for", "if"), "WAKE", g.one("ready.Signal()", "ready.Broadcast()", "if len(items) == 1 {\nready.Signal()\n}"))
}

func once(g *generator) string {
	return sub(`@once sync.Once
@done chan struct{} 0
@wg sync.WaitGroup
stop := func() {
	$once.Do(func() { ACT })
}
for range #N# {
	$wg.Add(1)
	go func() {
		defer $wg.Done()
		CALL
	}()
}
<-$done
$wg.Wait()
`, "ACT", g.one("close($done)", "close($done)", "$done <- struct{}{}"), "N", strconv.Itoa(g.few()), "CALL", g.one("stop()", "stop()", "close($done)", "defer stop()"))
}

func lostLock(g *generator) string {
	return sub(`@mu sync.Mutex
work := func(n int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	$mu.Lock()
	UNLOCK
	if n == K {
		PANIC
	}
	LATE
	return nil
}
for i := range #N# {
	WORK
}
$mu.Lock()
$mu.Unlock()
`, "UNLOCK", g.one("defer $mu.Unlock()", "", ""), "LATE", g.one("", "$mu.Unlock()"), "K", strconv.Itoa(g.pick(1, 2, 5)), "N", strconv.Itoa(g.few()),
		"PANIC", g.one(`panic("bad")`, "var m map[int]int\nm[n] = 1", "xs := numbers(n)\nxs[n] = 1", "var p *config\np.n = n", "_ = any(n).(string)", "return errors.New(\"x\")", "runtime.Goexit()", "_ = 10 / (n - K)"),
		"WORK", g.one("_ = work(i)", "if err := work(i); err != nil {\nbreak\n}", "go work(i)"))
}

func group(g *generator) string {
	n := g.few()
	return sub(`@errs chan error CAP
for i := range #N# {
	go func() {
		if i == K {
			$errs <- errors.New("x")
			return
		}
		$errs <- nil
	}()
}
for range READ {
	if err := <-$errs; err != nil {
		BREAK
	}
}
`, "CAP", g.one("0", g.around(n)), "N", strconv.Itoa(n), "K", strconv.Itoa(g.pick(0, 1, 2, 9)), "READ", g.around(n), "BREAK", g.one("break", "return", "continue", ""))
}

func semaphore(g *generator) string {
	n := g.count()
	return sub(`@slots chan struct{} CAP
@wg sync.WaitGroup
for i := range #N# {
	ACQ
	$wg.Add(1)
	go func() {
		defer $wg.Done()
		defer func() { <-$slots }()
		if i%4 == 3 {
			EXIT
		}
	}()
}
$wg.Wait()
FULL
`, "CAP", strconv.Itoa(g.few()), "N", strconv.Itoa(min(n, 33)), "ACQ", "$slots <- struct{}{}", "EXIT", g.one("return", "runtime.Goexit()", "$slots <- struct{}{}"), "FULL", g.one("", "for range cap($slots) {\n$slots <- struct{}{}\n}", "for range cap($slots)+1 {\n$slots <- struct{}{}\n}"))
}

func pipeline(g *generator) string {
	n := g.count()
	return sub(`gen := func(done <-chan struct{}) <-chan int {
	out := make(chan int, CAP)
	go func() {
		defer close(out)
		for i := range #N# {
			SEND
		}
	}()
	return out
}
double := func(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for v := range in {
			out <- v * 2
		}
	}()
	return out
}
done := make(chan struct{})
END
for v := range STAGES {
	if v == K {
		break
	}
}
`, "CAP", g.one("0", "2"), "N", strconv.Itoa(n), "SEND", g.one("out <- i", "select {\ncase out <- i:\ncase <-done:\nreturn\n}"), "END", g.one("defer close(done)", "close(done)"), "STAGES", g.one("gen(done)", "double(gen(done))", "gen(done)"), "K", g.one("-1", "2", "1000", strconv.Itoa(n-1)))
}

func publish(g *generator) string {
	n := g.few()
	return sub(`@mu sync.Mutex
var subs []chan int
subscribe := func() chan int {
	c := make(chan int, CAP)
	$mu.Lock()
	defer $mu.Unlock()
	subs = append(subs, c)
	return c
}
publish := func(v int) {
	$mu.Lock()
	defer $mu.Unlock()
	for _, c := range subs {
		SEND
	}
}
@wg sync.WaitGroup
for range #N# {
	$wg.Add(1)
	c := subscribe()
	go func() {
		defer $wg.Done()
		RECV
	}()
}
for i := range #M# {
	publish(i)
}
for _, c := range subs {
	close(c)
}
$wg.Wait()
`, "CAP", g.one("0", "1", "4"), "SEND", g.one("c <- v", "select {\ncase c <- v:\ndefault:\n}"), "N", strconv.Itoa(n), "M", strconv.Itoa(g.few()), "RECV", g.one("for range c {\n}", "<-c", "for v := range c {\nif v == 1 {\nreturn\n}\n}", "for range c {\n$mu.Lock()\n$mu.Unlock()\n}"))
}
