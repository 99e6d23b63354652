// This file tests the judge on programs with known answers.

package randgo

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

func TestExplore(t *testing.T) {
	for _, x := range []struct{ name, program, want string }{
		{"one lock twice", `
			mutex m
			lock m; lock m; unlock m`,
			"leak 0:1 in 1"},
		{"two locks in two orders", `
			mutex a, mutex b
			go 1; lock a; lock b; unlock b; unlock a
			lock b; lock a; unlock a; unlock b`,
			"leak 0:2 in 3, leak 1:1 in 3"},
		{"two locks in one order", `
			mutex a, mutex b
			go 1; lock a; lock b; unlock b; unlock a
			lock a; lock b; unlock b; unlock a`,
			""},
		{"unlock of an unlocked lock", `
			mutex m
			go 1; lock m; unlock m
			unlock m`,
			"lock 0:2 in 4, lock 1:0 in 2"},
		{"trylock", `
			mutex m
			go 1; trylock m => ok; if ok = true -> a b; a: panic; b: end
			lock m`,
			"panic 0:3 in 4"},
		{"trylock of a lock that is held", `
			mutex m
			lock m; trylock m => ok; if ok = true -> a b; a: panic; b: end`,
			""},
		{"two readers", `
			rwmutex m
			go 1; rlock m; rlock m; runlock m; runlock m
			rlock m; runlock m`,
			""},
		{"a writer between a reader's two locks", `
			rwmutex m
			go 1; rlock m; rlock m; runlock m; runlock m
			lock m; unlock m`,
			"leak 0:2 in 3, leak 1:0 in 3"},
		{"a writer waits for a reader only", `
			rwmutex m
			go 1; rlock m; runlock m
			lock m; unlock m`,
			""},
		{"tryrlock beside a writer that waits", `
			rwmutex m
			go 1; rlock m; tryrlock m => ok; if ok = true -> a b; a: runlock m; runlock m; end; b: panic
			lock m; unlock m`,
			"panic 0:7 in 6"},
		{"a writer's unlock of a lock that is read", `
			rwmutex m
			rlock m; unlock m`,
			"lock 0:1 in 2"},
		{"a reader's unlock too many", `
			rwmutex m
			lock m; runlock m`,
			"lock 0:1 in 3"},
		{"a rendezvous", `
			chan c
			go 1; send c
			recv c`,
			""},
		{"nobody receives", `
			chan c
			go 1; if -> a b; a: recv c; b: end
			send c`,
			"leak 1:0 in 2"},
		{"a goroutine is not its own partner", `
			chan c
			select send c, recv c -> a a; a: end`,
			"leak 0:0 in 0"},
		{"room in a buffer", `
			chan c 1
			send c; send c`,
			"leak 0:1 in 1"},
		{"what is in a buffer when its channel is closed", `
			chan c 1
			send c; close c; recv c => ok; if ok = true -> a b; a: recv c => ok; if ok = true -> b x; b: panic; x: end`,
			""},
		{"what is in no buffer when its channel is closed", `
			chan c 1
			close c; recv c => ok; if ok = true -> a b; a: panic; b: end`,
			""},
		{"double close", `
			chan c
			go 1; close c
			close c`,
			"close 0:1 in 3, close 1:0 in 3"},
		{"close of nil", `
			nil c
			close c`,
			"close 0:0 in 1"},
		{"nil channels", `
			nil c
			go 1; select recv c, send c default -> a a b; a: panic; b: send c
			recv c`,
			"leak 0:3 in 2, leak 1:0 in 1"},
		{"send to a closed channel", `
			chan c 1
			go 1; send c
			close c`,
			"close 0:1 in 3"},
		{"close of a channel with a sender that waits", `
			chan c
			go 1; send c
			close c`,
			"close 0:1 in 3"},
		{"a case that sends to a closed channel", `
			chan c, chan d
			close c; select recv d, send c default -> a a b; b: panic; a: end`,
			"close 0:1 case 1 in 2"},
		{"cancel twice", `
			chan c
			cancel c; cancel c; recv c`,
			""},
		{"two selects meet", `
			chan c, chan d
			go 1; select send c, recv d -> a a; a: end
			select recv c, send d -> a a; a: end`,
			""},
		{"default beside what is ready", `
			chan c 1
			send c; select recv c default -> a b; b: panic; a: end`,
			""},
		{"default before the partner comes", `
			chan c
			go 1; select recv c default -> a a; a: end
			send c`,
			"leak 1:0 in 2"},
		{"a deadline", `
			external c
			recv c; recv c; select recv c default -> a b; b: panic; a: end`,
			""},
		{"a default before a deadline", `
			external c
			select recv c default -> a b; b: panic; a: end`,
			"panic 0:1 in 2"},
		{"a timer", `
			ticking c 1
			recv c => ok; if ok = true -> a b; b: panic; a: recv c; select recv c default -> x y; y: panic; x: end`,
			"panic 0:5 in 5"},
		{"a waitgroup", `
			waitgroup w
			add w 2; go 1; go 1; wait w
			add w -1`,
			""},
		{"a waitgroup with one done too few", `
			waitgroup w
			add w 2; go 1; wait w
			add w -1`,
			"leak 0:2 in 2"},
		{"a waitgroup below zero", `
			waitgroup w
			go 1; add w 1; wait w
			add w -1`,
			"waitgroup 1:0 in 2"},
		{"once", `
			once o
			go 1; once-begin o -> a b; a: once-end o; b: end
			once-begin o -> a b; a: once-end o; b: end`,
			""},
		{"once in itself", `
			once o
			go 1; once-begin o -> a b; a: once-begin o -> b b; b: once-end o
			once-begin o -> a b; a: panic; b: end`,
			"leak 0:2 in 2, leak 1:0 in 2, panic 1:1 in 3"},
		{"a wake-up that is lost", `
			mutex m, cond c
			go 1; lock m; cond-enter c; unlock m; cond-wait c; lock m; unlock m
			lock m; signal c; unlock m`,
			"leak 0:4 in 7"},
		{"a signal before the wait, and a flag", `
			mutex m, cond c, var v no yes
			go 1; lock m; x: if v = yes -> b a; a: cond-enter c; unlock m; cond-wait c; lock m -> x; b: unlock m
			lock m; set v = yes; signal c; unlock m`,
			""},
		{"a signal for two", `
			mutex m, cond c
			go 1; go 1; signal c
			cond-enter c; cond-wait c`,
			"leak 1:1 in 4"},
		{"the end of the program", `
			chan c
			go 1; exit
			recv c`,
			""},
		{"the end of the entry", `
			chan c
			go 1; end
			recv c`,
			"leak 1:0 in 1"},
		{"a failure ends the program", `
			chan c
			go 1; panic
			recv c`,
			"panic 0:1 in 2"},
		{"a program that never ends", `
			chan c
			go 1; a: step -> a
			recv c`,
			"leak 1:0 in 1"},
		{"one who can be helped", `
			chan c
			go 1; a: if -> a b; b: send c
			recv c`,
			""},
		{"more goroutines than the limit", `
			chan c
			a: go 1 -> a
			recv c`,
			"cut"},
		{"a race", `
			mutex m
			go 1; lock m; write; unlock m; read
			lock m; write; unlock m; read`,
			"race 0:2 1:3 in 5, race 0:4 1:1 in 5"},
		{"data by chance", `
			var v a b c
			set v = *; if v = b -> x y; x: panic; y: if v = c -> x z; z: end`,
			"panic 0:2 in 3"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var lines []string
			for _, line := range strings.Split(strings.TrimSpace(x.program), "\n") {
				lines = append(lines, strings.TrimSpace(line))
			}
			p := Parse(t, strings.Join(lines, "\n"))
			r, err := Explore(p, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if got := show(r); got != x.want || !r.Complete {
				t.Errorf("got  %s (complete: %t)\nwant %s", got, r.Complete, x.want)
			}
		})
	}
}

// What is carried through a channel is read behind what the sender assigns.
func TestExploreCarries(t *testing.T) {
	p := Parse(t, "chan c, var v no yes, var w no yes\ngo 1; send c\nrecv c; if w = yes -> a b; a: panic; b: end")
	p.Bodies[0].Nodes[1].Do = []skeleton.Assign{{Var: p.Vars[0], Value: skeleton.Const(1)}}
	p.Bodies[1].Nodes[0].Do = []skeleton.Assign{{Var: p.Vars[1], Value: skeleton.Copy{Var: p.Vars[0]}}}
	r, err := Explore(p, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := show(r), "panic 1:2 in 4"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A search that meets its limit says so and reports no leak.
func TestExploreLimit(t *testing.T) {
	p := Parse(t, "mutex m\nlock m; lock m")
	r, err := Explore(p, Limits{Configurations: 1})
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete || len(r.Findings) > 0 {
		t.Errorf("complete: %t, %s", r.Complete, show(r))
	}
}

func TestExploreIsDeterministic(t *testing.T) {
	for seed := range uint64(10) {
		p := Skeleton(rand.New(rand.NewPCG(seed, 22)))
		first, err := Explore(p, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		second, err := Explore(p, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(first, second) {
			t.Errorf("seed %d: %s, then %s", seed, show(first), show(second))
		}
	}
}

// show returns findings as text: kind, body, node, and the number of steps.
func show(r *Result) string {
	var list []string
	for _, f := range r.Findings {
		s := fmt.Sprintf("%s %d:%d", f.Kind, f.Body, f.Node)
		if f.Case >= 0 {
			s += fmt.Sprintf(" case %d", f.Case)
		}
		if f.Kind == "race" {
			s += fmt.Sprintf(" %d:%d", f.Other.Body, f.Other.Node)
		}
		list = append(list, fmt.Sprintf("%s in %d", s, len(f.Trace)))
	}
	if r.Cut {
		list = append(list, "cut")
	}
	return strings.Join(list, ", ")
}
