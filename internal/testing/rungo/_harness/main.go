// Command campaign runs one of the programs, waits until it has come to rest, and says which of its goroutines are
// blocked.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"campaign/hook"
)

// A program is one that is compiled in.
type program struct {
	main func()
	test func(*testing.T)
}

// A Blocked is a goroutine that waits.
type Blocked struct {
	Goroutine string
	State     string
	Line      int
}

const poll = 10 * time.Millisecond

func main() {
	testing.Init()
	patience := flag.Int("patience", 1, "by which the times to wait are multiplied")
	number := flag.Int("program", 0, "which program")
	flag.IntVar(&hook.Disturb, "disturb", 0, "how often goroutines are held up")
	flag.Parse()
	p := programs[*number]
	var ended atomic.Bool
	go func() {
		if p.main != nil {
			p.main()
			ended.Store(true)
			os.Exit(0) // whatever waits
		}
		rest := func(*testing.T) { // what follows the test; the process ends in another way
			ended.Store(true)
			select {}
		}
		match := func(pattern, name string) (bool, error) { return pattern == "" || pattern == name, nil }
		testing.Main(match, []testing.InternalTest{{Name: "TestX", F: p.test}, {Name: "TestRest", F: rest}}, nil, nil)
	}()
	rest, most := 25*(*patience), 70*(*patience)
	var last []Blocked
	quiet := 0
	for i := 0; ; i++ {
		time.Sleep(poll)
		blocked, active := look(*number)
		if active || !slices.Equal(blocked, last) {
			quiet, last = 0, blocked
		}
		if p.main != nil && ended.Load() {
			select {}
		}
		if quiet++; !active && (len(blocked) == 0 && quiet >= 4 && ended.Load() || quiet >= rest) {
			report(blocked, false)
		}
		if i == most {
			break
		}
	}
	// Some go on and on. Who does not is who has been where it is, and nobody has come there since.
	before, _ := look(*number)
	counts := hook.Counts
	for range most {
		time.Sleep(poll)
		now, _ := look(*number)
		before = slices.DeleteFunc(before, func(b Blocked) bool { return !slices.Contains(now, b) })
	}
	before = slices.DeleteFunc(before, func(b Blocked) bool {
		return slices.ContainsFunc(statements[*number][b.Line], func(k int) bool { return counts[k] != hook.Counts[k] })
	})
	if p.main != nil && ended.Load() {
		select {}
	}
	report(before, true)
}

func report(blocked []Blocked, live bool) {
	json.NewEncoder(os.Stdout).Encode(struct {
		Blocked []Blocked
		Live    bool
	}{blocked, live})
	os.Exit(0)
}

var (
	header  = regexp.MustCompile(`^goroutine (\d+) \[([^\],]*)`)
	waiting = regexp.MustCompile(`^(chan |select|sync\.|semacquire)`)
)

// look returns which goroutines of a program wait, and whether others go on.
func look(number int) (blocked []Blocked, active bool) {
	buffer := make([]byte, 1<<22)
	buffer = buffer[:runtime.Stack(buffer, true)]
	file := fmt.Sprintf("/p%d/p.go:", number)
	for _, stack := range strings.Split(string(buffer), "\n\n") {
		h := header.FindStringSubmatch(stack)
		at := strings.Index(stack, file)
		if h == nil || at < 0 || strings.Contains(stack, "main.look(") {
			continue
		}
		if h[2] == "coroutine" { // it is another goroutine's
			continue
		}
		// Where it was created is not where it is: a function of the library runs in a goroutine of its own.
		if created := strings.Index(stack, "\ncreated by"); created >= 0 && at > created {
			at = -1
		}
		b := Blocked{Goroutine: h[1], State: h[2]}
		if at >= 0 {
			digits := stack[at+len(file):]
			digits = digits[:strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' })]
			b.Line, _ = strconv.Atoi(digits)
		}
		switch {
		case !waiting.MatchString(h[2]):
			active = true
		case b.Line > 0:
			blocked = append(blocked, b)
		}
	}
	return blocked, active
}
