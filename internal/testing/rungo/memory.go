// This file defines idioms of goroutines that share memory.

package rungo

import "strconv"

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
