// This file tests what is made of skeletons when they are written: copies of copies, loops that poll, and loops around Wait of a Cond.

package reduce

import (
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/randgo"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// nodes prints the nodes of bodies.
func nodes(p *skeleton.Program) string {
	var bodies []string
	for _, b := range p.Bodies {
		var list []string
		for _, n := range b.Nodes {
			list = append(list, n.String())
		}
		bodies = append(bodies, strings.Join(list, "; "))
	}
	return strings.Join(bodies, "\n")
}

// A step is a program with what is made of its nodes; empty if they stay as they are.
type step struct{ why, program, want string }

func check(t *testing.T, do func(p *skeleton.Program), list []step) {
	t.Helper()
	for _, x := range list {
		p := randgo.Parse(t, x.program)
		if x.want == "" {
			x.want = nodes(p)
		}
		if do(p); nodes(p) != x.want {
			t.Errorf("%s: it becomes\n%s\nwant\n%s", x.why, nodes(p), x.want)
		}
		if err := skeleton.Check(p); err != nil {
			t.Errorf("%s: %v", x.why, err)
		}
	}
}

func TestFold(t *testing.T) {
	const vars = "chan c, var v f t, local x f t, local y f t\n"
	check(t, func(p *skeleton.Program) {
		for _, b := range p.Bodies {
			fold(b)
		}
	}, []step{
		{"a copy", vars + "set x = *; set y = x; if y = t -> a b; a: send c; b: end", "0: step do y.2 := * -> 1; 1: branch y.2 = t -> 2 3; 2: send c#0 -> 3; 3: end"},
		{"a copy behind an operation", vars + "recv c => ok with x = ok; set y = x; if y = t -> a b; a: send c; b: end", "0: recv c#0 => ok.0 do y.2 := ok.0 -> 1; 1: branch y.2 = t -> 2 3; 2: send c#0 -> 3; 3: end"},
		{"a copy of a copy", vars + "set x = ok; set y = x; set ok = y; if ok = true -> a b; a: send c; b: end", "0: step do y.2 := ok.0 -> 1; 1: step do ok.0 := y.2 -> 2; 2: branch ok.0 = true -> 3 4; 3: send c#0 -> 4; 4: end"},
		{"it is read again", vars + "set x = *; set y = x; if x = t -> a b; a: if y = t -> a b; b: end", ""},
		{"it is read by a timer", "chan c, ticking k, local x f t, local y f t\nset x = *; set y = x; recv k when x = t; if y = t -> a b; a: send c; b: end", ""},
		{"it is read by a case", "chan c, ticking k, local x f t, local y f t\nset x = *; set y = x; select recv c, recv k when x = t -> d d; d: if y = t -> a b; a: send c; b: end", ""},
		{"it is read by another value", vars + "set x = *; set y = x; set v = if x = t then f else y; if y = t -> a b; a: send c; b: end", ""},
		{"it is an argument", vars + "set x = *; set y = x; go 1 ok = x; if y = t -> a b; a: send c; b: end\nif ok = true -> a b; a: end; b: end", ""},
		{"two ways lead there", vars + "if -> a b; a: set x = *; b: set y = x; if y = t -> d e; d: send c; e: end", ""},
		{"others see where it goes", vars + "set x = *; set v = x", ""},
		{"others see where it comes from", vars + "set v = *; set x = v; if x = t -> a b; a: send c; b: end", ""},
		{"a result takes its place", vars + "recv c => y with x = *; set y = x; if y = t -> a b; a: send c; b: end", ""},
		{"it is a result", vars + "recv c => x; set y = x; if y = t -> a b; a: send c; b: end", ""},
		{"the other one gets a value there", vars + "set x = * also y = f; set y = x; if y = t -> a b; a: send c; b: end", ""},
		{"more than a copy", vars + "set x = *; set y = x also v = t; if y = t -> a b; a: send c; b: end", ""},
		{"no copy", vars + "set x = *; set y = if x = t then f else t; if y = t -> a b; a: send c; b: end", ""},
		{"of a branch", vars + "a: if x = t -> b d; b: set y = x; if y = t -> a d; d: end", "0: branch x.1 = t -> 1 2; 1: step do y.2 := x.1 -> 3; 2: end; 3: branch y.2 = t -> 0 2"},
		{"what is never reached", vars + "send c; end; a: recv c -> a", "0: send c#0 -> 1; 1: end"},
	})
}

func TestUnused(t *testing.T) {
	p := randgo.Parse(t, "chan c, ticking k, var s f t, local a f t, local b f t, local d f t, local e f t, local f f t, local g f t, local h f t, local i f t, local j f t\n"+
		"if a = t and not b = t -> x y; x: recv k when d = t; recv c => e; y: set f = if g = t or h = t then t else i; select recv c, recv k when ok = true -> z z; z: end")
	unused(p)
	var names []string
	for i, v := range p.Bodies[0].Locals {
		if names = append(names, v.Name); v.ID != i {
			t.Errorf("%s has number %d, want %d", v.Name, v.ID, i)
		}
	}
	if got := strings.Join(names, " "); got != "ok a b d e f g h i" {
		t.Errorf("%s are left", got)
	}
}

func TestPolls(t *testing.T) {
	check(t, polls, []step{
		{"a default", "chan q\nx: select recv q default -> y x; y: end", "0: branch * -> 2 3; 1: end; 2: select [recv q#0] default -> 1 0; 3: select [recv q#0] polls -> 1"},
		{"a timer", "chan q, ticking k\nx: select recv q, recv k -> y x; y: end", "0: branch * -> 2 3; 1: end; 2: select [recv q#0] [recv k#1] -> 1 0; 3: select [recv q#0] [recv nil#2] polls -> 1 0"},
		{"a timer in front", "chan q, ticking k\nx: select recv k, recv q -> x y; y: end", "0: branch * -> 2 3; 1: end; 2: select [recv k#1] [recv q#0] -> 0 1; 3: select [recv nil#2] [recv q#0] polls -> 0 1"},
		{"others see what is done", "chan q, var v f t\nx: select recv q default -> y z; z: set v = t; if v = f -> x x; y: end", "0: branch * -> 4 5; 1: step do v@0 := t -> 2; 2: branch v@0 = f -> 0 0; 3: end; 4: select [recv q#0] default -> 3 1; 5: select [recv q#0] default polls loop 1 -> 3 6; 6: step loop 1 do v@0 := t -> 7; 7: branch v@0 = f loop 1 -> 5 5"},
		{"others see it by a lock", "chan q, mutex m\nx: select recv q default -> y z; z: trylock m => ok; if ok = true -> u x; u: unlock m -> x; y: end", "0: branch * -> 5 6; 1: trylock m#1 => ok.0 -> 2; 2: branch ok.0 = true -> 3 0; 3: unlock m#1 -> 0; 4: end; 5: select [recv q#0] default -> 4 1; 6: select [recv q#0] default polls loop 1 -> 4 7; 7: trylock m#1 loop 1 => ok.0 -> 8; 8: branch ok.0 = true loop 1 -> 9 6; 9: unlock m#1 loop 1 -> 6"},
		{"others may see which case", "chan q, chan e, ticking k\nx: select recv q, recv k -> y z; z: select send e default -> x x; y: end", "0: branch * -> 3 4; 1: select [send e#1] default -> 0 0; 2: end; 3: select [recv q#0] [recv k#2] -> 2 1; 4: select [recv q#0] [recv k#2] polls loop 1 -> 2 5; 5: select [send e#1] default loop 1 -> 4 4"},
		{"both would poll by a default", "chan q, chan e\nx: select recv q default -> y z; z: select send e default -> x x; y: end", ""},
		{"with a lock", "chan q, mutex m, local w f t\nx: select recv q default -> y z; z: lock m; set w = t; unlock m -> x; y: end", "0: branch * -> 5 6; 1: lock m#1 -> 2; 2: step do w.1 := t -> 3; 3: unlock m#1 -> 0; 4: end; 5: select [recv q#0] default -> 4 1; 6: select [recv q#0] polls -> 4"},
		{"with a lock others see what is done", "chan q, mutex m, var v f t\nx: select recv q default -> y z; z: lock m; set v = t; unlock m -> x; y: end", ""},
		{"both would poll", "chan q, chan e\nx: select recv q default -> y z; z: select recv e -> x; y: end", ""},
		{"it may leave the loop", "chan q\nx: select recv q default -> y z; z: if -> x y; y: end", ""},
		{"it waits", "chan q, chan e\nx: select recv q default -> y z; z: recv e -> x; y: end", ""},
		{"nothing else leads on", "ticking k\nx: select recv k -> x", ""},
		{"no timer", "chan q, chan e\nx: select recv q, recv e -> y x; y: end", ""},
		{"two loops", "chan q, var v f t\nx: select recv q default -> u z; z: set v = t -> x; u: select recv q default -> y w; w: set v = f -> u; y: end", "0: branch * -> 5 6; 1: step do v@0 := t -> 0; 2: branch * -> 8 9; 3: step do v@0 := f -> 2; 4: end; 5: select [recv q#0] default -> 2 1; 6: select [recv q#0] default polls loop 1 -> 2 7; 7: step loop 1 do v@0 := t -> 6; 8: select [recv q#0] default -> 4 3; 9: select [recv q#0] default polls loop 2 -> 4 10; 10: step loop 2 do v@0 := f -> 9"},
	})
}

func TestRounds(t *testing.T) {
	const wait = "lock m; x: if v = t -> z y; y: cond-enter c; unlock m; cond-wait c; lock m -> x; z: unlock m"
	check(t, rounds, []step{
		{"somebody signals for ever", "mutex m, cond c, var v f t\ngo 1; " + wait + "\nx: signal c -> x", "0: go 1() -> 1; 1: lock m#0 -> 2; 2: branch v@0 = t round 1 -> 7 3; 3: cond-enter c#1 round 1 -> 4; 4: unlock m#0 round 1 -> 5; 5: cond-wait c#1 round 1 -> 6; 6: lock m#0 round 1 -> 2; 7: unlock m#0 -> 8; 8: end\n0: signal c#1 -> 0; 1: end"},
		{"somebody signals to all for ever", "mutex m, cond c, var v f t\ngo 1; " + wait + "\nx: broadcast c; if -> x y; y: end", "0: go 1() -> 1; 1: lock m#0 -> 2; 2: branch v@0 = t round 1 -> 7 3; 3: cond-enter c#1 round 1 -> 4; 4: unlock m#0 round 1 -> 5; 5: cond-wait c#1 round 1 -> 6; 6: lock m#0 round 1 -> 2; 7: unlock m#0 -> 8; 8: end\n0: broadcast c#1 -> 1; 1: branch * -> 0 2; 2: end"},
		{"somebody signals once", "mutex m, cond c, var v f t\ngo 1; " + wait + "\nsignal c", ""},
		{"many signal once", "mutex m, cond c, var v f t\na: go 1; if -> a b; b: " + wait + "\nsignal c", "0: go 1() -> 1; 1: branch * -> 0 2; 2: lock m#0 -> 3; 3: branch v@0 = t round 1 -> 8 4; 4: cond-enter c#1 round 1 -> 5; 5: unlock m#0 round 1 -> 6; 6: cond-wait c#1 round 1 -> 7; 7: lock m#0 round 1 -> 3; 8: unlock m#0 -> 9; 9: end\n0: signal c#1 -> 1; 1: end"},
		{"goroutines of many signal once", "mutex m, cond c, var v f t\na: go 1; if -> a b; b: " + wait + "\ngo 2\nsignal c", "0: go 1() -> 1; 1: branch * -> 0 2; 2: lock m#0 -> 3; 3: branch v@0 = t round 1 -> 8 4; 4: cond-enter c#1 round 1 -> 5; 5: unlock m#0 round 1 -> 6; 6: cond-wait c#1 round 1 -> 7; 7: lock m#0 round 1 -> 3; 8: unlock m#0 -> 9; 9: end\n0: go 2() -> 1; 1: end\n0: signal c#1 -> 1; 1: end"},
		{"goroutines that start each other", "mutex m, cond c, var v f t\ngo 1; " + wait + "\ngo 2\nsignal c; go 1", "0: go 1() -> 1; 1: lock m#0 -> 2; 2: branch v@0 = t round 1 -> 7 3; 3: cond-enter c#1 round 1 -> 4; 4: unlock m#0 round 1 -> 5; 5: cond-wait c#1 round 1 -> 6; 6: lock m#0 round 1 -> 2; 7: unlock m#0 -> 8; 8: end\n0: go 2() -> 1; 1: end\n0: signal c#1 -> 1; 1: go 1() -> 2; 2: end"},
		{"another one is signalled for ever", "mutex m, cond c, cond d, var v f t\ngo 1; " + wait + "\nx: signal d -> x", ""},
		{"it sends in the loop", "mutex m, cond c, chan e, var v f t\ngo 1; lock m; x: if v = t -> z y; y: cond-enter c; unlock m; cond-wait c; lock m; send e -> x; z: unlock m\nx: signal c -> x", ""},
		{"it takes another lock in the loop", "mutex m, mutex n, cond c, var v f t\ngo 1; lock m; x: if v = t -> z y; y: cond-enter c; unlock m; cond-wait c; lock m; lock n -> x; z: unlock m\nx: signal c -> x", ""},
		{"no loop", "mutex m, cond c\ngo 1; lock m; cond-enter c; unlock m; cond-wait c; lock m; unlock m\nx: signal c -> x", ""},
		{"two loops", "mutex m, cond c, var v f t\ngo 1; lock m; x: if v = t -> z y; y: cond-enter c; unlock m; cond-wait c; lock m -> x; z: if v = f -> u w; w: cond-enter c; unlock m; cond-wait c; lock m -> z; u: unlock m\nx: signal c -> x", "0: go 1() -> 1; 1: lock m#0 -> 2; 2: branch v@0 = t round 1 -> 7 3; 3: cond-enter c#1 round 1 -> 4; 4: unlock m#0 round 1 -> 5; 5: cond-wait c#1 round 1 -> 6; 6: lock m#0 round 1 -> 2; 7: branch v@0 = f round 2 -> 12 8; 8: cond-enter c#1 round 2 -> 9; 9: unlock m#0 round 2 -> 10; 10: cond-wait c#1 round 2 -> 11; 11: lock m#0 round 2 -> 7; 12: unlock m#0 -> 13; 13: end\n0: signal c#1 -> 0; 1: end"},
	})
}

// TestDelays checks whether a goroutine that stays somewhere, where it hangs, delays one that waits for the first object, at once or by
// others in between.
func TestDelays(t *testing.T) {
	for _, x := range []struct {
		program string
		want    bool
	}{
		{"mutex o\nlock o; if -> s g; s: hang; g: unlock o\nlock o; unlock o", true},
		{"mutex o\nlock o; unlock o; if -> s g; s: hang; g: end\nlock o; unlock o", false},
		{"rwmutex o\nrlock o; if -> s g; s: hang; g: runlock o\nlock o", true},
		{"rwmutex o\nrlock o; runlock o; if -> s g; s: hang; g: end\nlock o", false},
		{"mutex o\ntrylock o; if -> s g; s: hang; g: end\nlock o", true},
		{"once o\nonce-begin o -> a b; a: if -> s g; s: hang; g: once-end o; b: end\nonce-begin o -> a b; a: once-end o; b: end", true},
		{"once o\nonce-begin o -> a b; b: if -> s g; s: hang; g: end; a: once-end o\nonce-begin o -> a b; a: once-end o; b: end", false},
		{"waitgroup o\nif -> s g; s: hang; g: add o -1\nwait o", true},
		{"waitgroup o\nadd o -1; if -> s g; s: hang; g: end\nwait o", false},
		{"cond o\nif -> s g; s: hang; g: signal o\ncond-enter o; cond-wait o", true},
		{"cond o\nif -> s g; s: hang; g: broadcast o\ncond-enter o; cond-wait o", true},
		{"cond o\nsignal o; if -> s g; s: hang; g: end\ncond-enter o; cond-wait o", false},
		{"chan o\nif -> s g; s: hang; g: recv o\nsend o", true},
		{"chan o\nrecv o; if -> s g; s: hang; g: end\nsend o", false},
		{"chan o\nif -> s g; s: hang; g: send o\nsend o", false},
		{"chan o\nif -> s g; s: hang; g: send o\nrecv o", true},
		{"chan o\nif -> s g; s: hang; g: close o\nrecv o", true},
		{"chan o\nif -> s g; s: hang; g: cancel o\nrecv o", true},
		{"chan o\nif -> s g; s: hang; g: recv o\nrecv o", false},
		{"chan o, chan e\nif -> s g; s: hang; g: select recv o, send e -> x x; x: end\nsend o", true},
		{"chan o, chan e\nif -> s g; s: hang; g: recv o\nselect send o, recv e -> x x; x: end", true},
		{"chan o, chan e\nif -> s g; s: hang; g: close o\nselect recv e, recv o -> x x; x: end", true},
		{"chan o, chan e\nif -> s g; s: hang; g: send o\nselect send o, send e -> x x; x: end", false},
		{"chan o\nif -> s g; s: hang; g: go 1\nsend o\nrecv o", true},
		{"chan o\ngo 1; if -> s g; s: hang; g: end\nsend o\nrecv o", false},
		{"chan o, chan e\nif -> s g; s: hang; g: send e\nrecv e; send o\nrecv o", true},
		{"chan o, chan e\nif -> s g; s: hang; g: send e\nsend o; recv e\nrecv o", false},
		{"mutex o, chan e\nif -> s g; s: hang; g: send e\nlock o; recv e; unlock o\nlock o", true},
	} {
		p := randgo.Parse(t, x.program)
		if got := newDelays(p).delay(func(n *skeleton.Node) bool { return n.Op == skeleton.Hang },
			func(o *skeleton.Object) bool { return o == p.Objects[0] }); got != x.want {
			t.Errorf("%s: %v", x.program, got)
		}
	}
}
