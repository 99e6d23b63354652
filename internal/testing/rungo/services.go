// This file defines idioms of goroutines that serve others: handlers, timers, batches, iterators.

package rungo

import "strconv"

func dispatch(g *generator) string {
	n := g.count()
	return sub(`type req struct {
	path string
	resp chan string
}
type handler func(r req)
@mu sync.Mutex
hits := 0
handlers := map[string]handler{
	"/a": func(r req) {
		$mu.Lock()
		hits++
		$mu.Unlock()
		r.resp <- "a"
	},
	"/b": func(r req) {
		$mu.Lock()
		if hits > K {
			RETURN
		}
		$mu.Unlock()
		r.resp <- "b"
	},
}
@reqs chan req CAP
go func() {
	for r := range $reqs {
		h, ok := handlers[r.path]
		if !ok {
			MISSING
		}
		GO h(r)
	}
}()
for i := range #N# {
	path := []string{"/a", "/b", "/c"}[i%MOD]
	r := req{path, make(chan string, RCAP)}
	$reqs <- r
	<-r.resp
}
END
`, "K", strconv.Itoa(g.pick(1, 2, 5, 1000)), "RETURN", g.one("return", "hits = 0", "$mu.Unlock()\nr.resp <- \"x\"\nreturn"), "RCAP", g.one("0", "1"), "CAP", g.one("0", "1"), "MISSING", g.one("close(r.resp)\ncontinue", "continue", "r.resp <- \"404\"\ncontinue", "break"), "GO", g.one("", "go"), "N", strconv.Itoa(n), "MOD", g.one("1", "2", "2", "3"), "END", g.one("close($reqs)", ""))
}

func fires(g *generator) string {
	return sub(`@done chan struct{} CAP
timer := time.AfterFunc(time.Millisecond, func() { FIRE })
PAUSE
if timer.Stop() {
	STOPPED
}
WAIT
`, "CAP", g.one("0", "1"), "FIRE", g.one("close($done)", "$done <- struct{}{}"), "PAUSE", g.one("", "time.Sleep(time.Millisecond)", "time.Sleep(3 * time.Millisecond)"), "STOPPED", g.one("", "close($done)", "return", "timer.Reset(time.Millisecond)"), "WAIT", g.one("<-$done", "", "<-$done\n<-$done"))
}

func callback(g *generator) string {
	return sub(`@mu sync.Mutex
n := 0
show := stringer(func() {
	$mu.Lock()
	defer $mu.Unlock()
	n++
})
$mu.Lock()
BEFORE
$mu.Unlock()
AFTER
`, "BEFORE", g.one("n++", "n++", "_ = fmt.Sprint(show)", "_ = fmt.Sprintf(\"%s\", show)", "_ = fmt.Sprint(n, any(show) == nil)", "log.New(io.Discard, \"\", 0).Println(show)"), "AFTER", g.one("_ = fmt.Sprint(show)", "_ = show.String()", "go show.String()", "xs := numbers(5)\nsort.Slice(xs, func(i, j int) bool {\nshow()\nreturn xs[i] < xs[j]\n})"))
}

func futures(g *generator) string {
	return sub(`async := func(f func() int) <-chan int {
	c := make(chan int, CAP)
	go func() {
		SEND
	}()
	return c
}
var waiting []<-chan int
for i := range #N# {
	waiting = append(waiting, async(func() int { return i }))
}
for _, c := range waiting {
	READ
}
`, "CAP", g.one("0", "1"), "SEND", g.one("c <- f()", "defer close(c)\nc <- f()", "c <- f()\nc <- f()"), "N", strconv.Itoa(g.count()), "READ", g.one("<-c", "<-c", "if v := <-c; v == 2 {\nbreak\n}", "<-c\n<-c", "for range c {\n}"))
}

func batches(g *generator) string {
	n := g.count()
	return sub(`@in chan int CAP
@flushed chan []int FCAP
go func() {
	var buf []int
	for v := range $in {
		buf = append(buf, v)
		if len(buf) == K {
			$flushed <- buf
			buf = nil
		}
	}
	LAST
	CLOSE
}()
for i := range #N# {
	$in <- i
}
close($in)
READ
`, "CAP", g.one("0", "2"), "FCAP", g.one("0", "1", strconv.Itoa(n)), "K", strconv.Itoa(g.pick(1, 2, 3, 5, 10)), "LAST", g.one("if len(buf) > 0 {\n$flushed <- buf\n}", ""), "CLOSE", g.one("close($flushed)", "close($flushed)", ""), "N", strconv.Itoa(n), "READ", g.one("for range $flushed {\n}", "<-$flushed"))
}

func drained(g *generator) string {
	n := g.count()
	return sub(`@ch chan int #N#
for i := 0; i < PUT; i++ {
	FILL
}
DRAIN
REST
`, "N", strconv.Itoa(n), "PUT", g.around(n), "FILL", g.one("$ch <- i", "select {\ncase $ch <- i:\ndefault:\nbreak\n}", "if len($ch) < cap($ch) {\n$ch <- i\n}"),
		"DRAIN", g.one("for len($ch) > 0 {\n<-$ch\n}", "loop:\nfor {\nselect {\ncase <-$ch:\ndefault:\nbreak loop\n}\n}", "for i := len($ch); i >= 0; i-- {\n<-$ch\n}", "for range len($ch) {\n<-$ch\n}"), "REST", g.one("", "", "<-$ch", "$ch <- 1"))
}

func leaving(g *generator) string {
	exit := "runtime.Goexit()"
	if !g.main {
		exit = g.one(exit, "t.FailNow()", "t.Fatal(\"x\")", "t.SkipNow()", "t.Error(\"x\")")
	}
	return sub(`@done chan bool CAP
@mu sync.Mutex
go func() {
	DEFER
	$mu.Lock()
	UNLOCK
	if len(os.Args) > K {
		EXIT
	}
	SEND
}()
READ
$mu.Lock()
$mu.Unlock()
`, "UNLOCK", g.one("defer $mu.Unlock()", "$mu.Unlock()"), "CAP", g.one("0", "1"), "DEFER", g.one("", "defer close($done)", "defer func() { $done <- true }()"), "K", g.one("0", "99"), "EXIT", exit, "SEND", g.one("", "$done <- true"), "READ", g.one("<-$done", "<-$done", ""))
}

func chain(g *generator) string {
	n := g.pick(2, 3, 5, 9, 20)
	return sub(`left := make(chan int, CAP)
first := left
for range #N# {
	right := make(chan int)
	go func(l, r chan int) {
		l <- 1 + <-r
	}(left, right)
	left = right
}
GIVE
<-first
`, "CAP", g.one("0", "1"), "N", strconv.Itoa(n), "GIVE", g.one("go func() { left <- 0 }()", "left <- 0", "close(left)", "go func(c chan int) { c <- 0 }(first)"))
}

func parents(g *generator) string {
	return sub(`parent, cancel := context.WithCancel(context.Background())
child, stop := context.WithTimeout(P1, 2*time.Millisecond)
defer stop()
@done chan error CAP
go func() {
	<-WATCH.Done()
	$done <- context.Cause(child)
}()
CANCEL
<-$done
_, _, _ = parent, child, cancel
`, "P1", g.one("parent", "parent", "context.WithoutCancel(parent)", "context.WithValue(parent, \"k\", 1)", "context.Background()"), "CAP", g.one("0", "1"), "WATCH", g.one("child", "parent"), "CANCEL", g.one("cancel()", "cancel()", "stop()", "context.AfterFunc(child, cancel)\nstop()", "defer cancel()"))
}

func pooled(g *generator) string {
	return sub(`@pool chan int #N#
for i := range FILL {
	$pool <- i
}
@wg sync.WaitGroup
use := func(bad bool) error {
	c := <-$pool
	if bad {
		RETURN
	}
	$pool <- c
	return nil
}
for i := range #M# {
	$wg.Go(func() { use(i == K) })
}
$wg.Wait()
use(false)
`, "N", strconv.Itoa(g.pick(1, 2, 3)), "FILL", g.around(g.pick(1, 2, 3)), "RETURN", g.one("return errors.New(\"bad\")", "defer func() { $pool <- c }()\nreturn errors.New(\"bad\")", "c++"), "M", strconv.Itoa(g.few()), "K", strconv.Itoa(g.pick(0, 1, 2)))
}

func iterated(g *generator) string {
	n := g.count()
	return sub(`@mu sync.Mutex
@ch chan int CAP
all := func(yield func(int) bool) {
	$mu.Lock()
	UNLOCK
	for i := range #N# {
		if !yield(i) {
			STOP
		}
	}
	LATE
}
for v := range all {
	if v == K {
		BREAK
	}
	BODY
}
for range all {
	break
}
`, "UNLOCK", g.one("defer $mu.Unlock()", ""), "CAP", g.around(n), "N", strconv.Itoa(n), "STOP", g.one("return", "$mu.Unlock()\nreturn", "break"), "LATE", g.one("", "$mu.Unlock()"), "K", g.one("-1", "1", "2"), "BREAK", g.one("break", "return", "continue"), "BODY", g.one("$ch <- v", "_ = v", "select {\ncase $ch <- v:\ndefault:\n}"))
}

func request(g *generator) string {
	return sub(`ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
defer cancel()
fetch := func(ctx context.Context, n int) (int, error) {
	@res chan int CAP
	go func() {
		time.Sleep(time.Duration(n) * time.Millisecond)
		SEND
	}()
	select {
	case v := <-$res:
		return v, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
for i := range #N# {
	if _, err := fetch(ctx, i); err != nil {
		break
	}
}
`, "CAP", g.one("0", "1"), "SEND", g.one("$res <- n", "select {\ncase $res <- n:\ncase <-ctx.Done():\n}", "select {\ncase $res <- n:\ndefault:\n}"), "N", strconv.Itoa(g.pick(1, 2, 3, 5)))
}

func nested(g *generator) string {
	return sub(`@a sync.Mutex
@b sync.Mutex
@wg sync.WaitGroup
$wg.Add(2)
go func() {
	defer $wg.Done()
	$a.Lock()
	$b.Lock()
	$b.Unlock()
	$a.Unlock()
}()
go func() {
	defer $wg.Done()
	$FIRST.Lock()
	defer $FIRST.Unlock()
	$SECOND.Lock()
	defer $SECOND.Unlock()
}()
$wg.Wait()
`, "FIRST", g.one("a", "b"), "SECOND", g.one("b", "a", "b"))
}

func broadcast(g *generator) string {
	return sub(`@mu sync.RWMutex
@start chan struct{} 0
@wg sync.WaitGroup
ready := false
for range #N# {
	$wg.Add(1)
	go func() {
		defer $wg.Done()
		<-$start
		$mu.RLock()
		defer $mu.RUnlock()
		if ready {
			INNER
		}
	}()
}
$mu.Lock()
ready = true
START
$mu.Unlock()
$wg.Wait()
`, "N", strconv.Itoa(g.few()), "INNER", g.one("return", "$mu.RLock()\n$mu.RUnlock()", "$mu.Lock()\n$mu.Unlock()"), "START", g.one("close($start)", "close($start)", "$start <- struct{}{}"))
}

func results(g *generator) string {
	n := g.few()
	return sub(`@wg sync.WaitGroup
out := make([]int, SIZE)
for i := range #N# {
	$wg.Add(1)
	go func() {
		defer $wg.Done()
		out[INDEX] = i
	}()
}
WAIT
total := 0
for _, v := range out {
	total += v
}
_ = total
`, "SIZE", g.around(n), "N", strconv.Itoa(n), "INDEX", g.one("i", "i", "i/2", "len(out)-1-i", "0"), "WAIT", g.one("$wg.Wait()", "$wg.Wait()", "defer $wg.Wait()"))
}

func stateful(g *generator) string {
	return sub(`const (
	idle = iota
	busy
	closed
)
@mu sync.Mutex
@events chan int CAP
state := idle
step := func() bool {
	$mu.Lock()
	defer $mu.Unlock()
	switch state {
	case idle:
		state = busy
	case busy:
		state = NEXT
	case closed:
		return false
	}
	EMIT
	return true
}
go func() {
	for step() {
	}
	close($events)
}()
for range $events {
	BODY
}
`, "CAP", g.one("0", "1"), "NEXT", g.one("closed", "closed", "idle"), "EMIT", g.one("$events <- state", "select {\ncase $events <- state:\ndefault:\n}"), "BODY", g.one("", "$mu.Lock()\n$mu.Unlock()", "step()"))
}

func loops(g *generator) string {
	n := g.count()
	return sub(`@ch chan int CAP
@mu sync.Mutex
go func() {
	for i := 0; i < #N#; i += STEP {
		$ch <- i
	}
	CLOSE
}()
count := 0
for {
	v, ok := <-$ch
	if !ok {
		break
	}
	count++
	if count == K {
		$mu.Lock()
	}
	_ = v
}
$mu.Lock()
$mu.Unlock()
`, "CAP", g.one("0", "1", "10"), "N", strconv.Itoa(n), "STEP", g.one("1", "1", "2", "3"), "CLOSE", g.one("close($ch)", "close($ch)", "close($ch)", ""), "K", strconv.Itoa(g.pick(0, 1, 5, n, n/2, n+1)))
}

func afterFunc(g *generator) string {
	return sub(`ctx, cancel := context.WithCancel(context.Background())
@mu sync.Mutex
cond := sync.NewCond(&$mu)
stopped := false
stop := context.AfterFunc(ctx, func() {
	LOCK
	stopped = true
	cond.Broadcast()
	UNLOCK
})
defer stop()
go func() {
	cancel()
}()
$mu.Lock()
for !stopped {
	cond.Wait()
}
$mu.Unlock()
`, "UNLOCK", "$mu.Unlock()", "LOCK", "$mu.Lock()")
}

func values(g *generator) string {
	return sub(`@latest atomic.Value
@done chan bool 0
go func() {
	for i := range #N# {
		$latest.Store(i)
	}
	close($done)
}()
WAIT
if v, ok := $latest.Load().(int); ok && v OP K {
	THEN
}
`, "N", strconv.Itoa(g.count()), "WAIT", g.one("<-$done", "<-$done", ""), "OP", g.one("==", ">=", "<"), "K", strconv.Itoa(g.pick(0, 1, 2)), "THEN", g.one("<-$done", "<-make(chan int)", "panic(\"late\")", "close($done)"))
}

func loopSends(g *generator) string {
	n := g.count()
	return sub(`@ch chan int CAP
xs := numbers(#N#)
sent := 0
for _, x := range xs {
	if x%MOD == 0 {
		$ch <- x
		sent++
	}
}
for range READ {
	<-$ch
}
`, "CAP", strconv.Itoa(g.pick(n, n/2, (n+1)/2, n/3+1, n/3)), "N", strconv.Itoa(n), "MOD", g.one("1", "2", "3"), "READ", g.one("sent", "sent", "len(xs)", "len($ch)"))
}

func variables(g *generator) string {
	return sub(`@mu sync.Mutex
var p *sync.Mutex
q := &$mu
if len(os.Args) > K {
	p = q
} else {
	p = new(sync.Mutex)
}
done := make(chan bool)
p.Lock()
go func() {
	q.Lock()
	q.Unlock()
	close(done)
}()
WAIT1
p.Unlock()
WAIT2
`, "K", g.one("0", "99"), g.one("WAIT1", "WAIT2"), "<-done", "WAIT1", "", "WAIT2", "")
}
