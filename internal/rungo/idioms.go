// This file defines what programs do: goroutines, locks and channels as they are often written. Some are wrong, some are only with some numbers.

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

func transfer(g *generator) string {
	acc, fill := "account", "account{}"
	if g.chance(2) {
		acc, fill = "*account", "new(account)"
	}
	return sub(`type account struct {
	mu sync.Mutex
	n  int
}
accounts := [N]ACC{}
for i := range accounts {
	accounts[i] = FILL
}
move := func(from, to int) {
	accounts[from].mu.Lock()
	defer accounts[from].mu.Unlock()
	accounts[to].mu.Lock()
	defer accounts[to].mu.Unlock()
	accounts[from].n--
	accounts[to].n++
}
@wg sync.WaitGroup
for i := range N {
	$wg.Go(func() { move(FROM) })
}
$wg.Wait()
`, "ACC", acc, "FILL", fill, "N", strconv.Itoa(g.pick(2, 2, 3, 5, 10)), "FROM", g.one("i, (i+1)%len(accounts)", "min(i, (i+1)%len(accounts)), max(i, (i+1)%len(accounts))", "0, i", "i, max(0, i-1)", "i, len(accounts)-1"))
}

func copied(g *generator) string {
	star, addr := "", ""
	if g.chance(2) {
		star, addr = "*", "&"
	}
	return sub(`type counter struct {
	mu sync.Mutex
	n  int
}
inc := func(c STAR counter) {
	c.mu.Lock()
	c.n++
	UNLOCK
}
var c counter
LOCK
list := []counter{c, c}
for i := range list {
	inc(ADDR list[i])
}
for _, x := range list {
	inc(ADDR x)
}
inc(ADDR c)
inc(ADDR c)
`, "STAR", star, "UNLOCK", g.one("c.mu.Unlock()", "c.mu.Unlock()", ""), "LOCK", g.one("", "", "c.mu.Lock()"), "ADDR", addr)
}

func toggled(g *generator) string {
	n := g.count()
	return sub(`@in chan int 0
@out chan int OCAP
@quit chan bool 0
go func() {
	for i := range #N# {
		$in <- i
	}
	close($quit)
}()
go func() {
	for range READ {
		<-$out
	}
}()
var pending []int
for {
	var send chan int
	first := 0
	if len(pending) > 0 {
		send, first = $out, pending[0]
	}
	select {
	case v := <-$in:
		pending = append(pending, v)
	case send <- first:
		pending = pending[1:]
	case <-$quit:
		QUIT
	}
}
`, "OCAP", g.one("0", "2"), "N", strconv.Itoa(min(n, 17)), "READ", g.around(min(n, 17)), "QUIT", g.one("return", "for _, v := range pending {\n$out <- v\n}\nreturn", "break"))
}

func inflight(g *generator) string {
	return sub(`type call struct {
	done chan struct{}
	n    int
}
@mu sync.Mutex
calls := map[string]*call{}
do := func(k string) int {
	$mu.Lock()
	if c, ok := calls[k]; ok {
		UNLOCK1
		<-c.done
		return c.n
	}
	c := &call{done: make(chan struct{})}
	calls[k] = c
	$mu.Unlock()
	c.n = len(k)
	FINISH
	$mu.Lock()
	delete(calls, k)
	$mu.Unlock()
	return c.n
}
@wg sync.WaitGroup
for i := range #N# {
	$wg.Go(func() { do(string(rune('a' + i%K))) })
}
$wg.Wait()
`, "UNLOCK1", g.one("$mu.Unlock()", "$mu.Unlock()", "defer $mu.Unlock()"), "FINISH", g.one("close(c.done)", "close(c.done)", "defer close(c.done)", "c.done <- struct{}{}"), "N", strconv.Itoa(g.few()), "K", g.one("1", "2", "3"))
}

func spinning(g *generator) string {
	return sub(`@stop atomic.Bool
@done chan bool CAP
@n atomic.Int64
go func() {
	for !$stop.Load() {
		$n.Add(1)
		PAUSE
	}
	$done <- true
}()
for $n.Load() < K {
	runtime.Gosched()
}
STOP
<-$done
`, "CAP", g.one("0", "1"), "PAUSE", g.one("runtime.Gosched()", "time.Sleep(time.Millisecond)"), "K", strconv.Itoa(g.pick(0, 1, 2, 5)), "STOP", g.one("$stop.Store(true)", "$stop.CompareAndSwap(false, true)", "$stop.Swap(true)", "if $n.Load() > 3 {\n$stop.Store(true)\n}", "$stop.CompareAndSwap(true, false)"))
}

func barrier(g *generator) string {
	n := g.few()
	return sub(`@mu sync.Mutex
@open chan struct{} 0
@wg sync.WaitGroup
arrived := 0
for range #N# {
	$wg.Add(1)
	go func() {
		defer $wg.Done()
		$mu.Lock()
		arrived++
		if arrived == K {
			close($open)
		}
		$mu.Unlock()
		<-$open
	}()
}
$wg.Wait()
`, "N", strconv.Itoa(n), "K", g.around(n))
}

func try(g *generator) string {
	return sub(`@mu sync.Mutex
@wg sync.WaitGroup
n := 0
for range #N# {
	$wg.Add(1)
	go func() {
		defer $wg.Done()
		if $mu.TryLock() {
			n++
			UNLOCK
			return
		}
		ELSE
	}()
}
$wg.Wait()
$mu.Lock()
n++
$mu.Unlock()
`, "N", strconv.Itoa(g.few()), "UNLOCK", g.one("$mu.Unlock()", "defer $mu.Unlock()", ""), "ELSE", g.one("", "$mu.Lock()\nn++\n$mu.Unlock()", "n++"))
}

func shared(g *generator) string {
	kind := g.IntN(7)
	decl := []string{"var b bytes.Buffer", "var b strings.Builder", "b := map[string]int{}", "var b []int", "b := list.New()", "b := struct{ x, y int }{}", "b := make([]int, 4)"}[kind]
	write := []string{`b.WriteString("x")`, `b.WriteByte('x')`, `b["a"] = i`, `b = append(b, i)`, `b.PushBack(i)`, g.one("b.x = i", "b.y++"), g.one("b[i%4] = i", "b[0]++")}[kind]
	read := []string{"_ = b.Len()", "_ = b.String()", `_ = len(b)`, "for range b {\n}", "_ = b.Len()", "_ = b.x", "_ = b[g0]"}[kind]
	return sub(`@mu sync.Mutex
@wg sync.WaitGroup
g0 := 1
DECL
for i := range #N# {
	$wg.Add(1)
	go func() {
		defer $wg.Done()
		LOCK
		WRITE
		UNLOCK
	}()
}
WAIT
READ
_, _ = g0, b
`, "DECL", decl, "UNLOCK", "$mu.Unlock()", "LOCK", "$mu.Lock()", "WRITE", write, "READ", read, "N", strconv.Itoa(g.pick(1, 2, 3)), "WAIT", g.one("$wg.Wait()", "$wg.Wait()", "$mu.Lock()\ndefer $mu.Unlock()"))
}

func remaining(g *generator) string {
	n := g.few()
	return sub(`@left atomic.Int32
@done chan struct{} CAP
$left.Store(int32(START))
for range #N# {
	go func() {
		if $left.Add(-1) == 0 {
			END
		}
	}()
}
<-$done
`, "CAP", g.one("0", "1"), "START", g.around(n), "N", strconv.Itoa(n), "END", g.one("close($done)", "$done <- struct{}{}"))
}

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
