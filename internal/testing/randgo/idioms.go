// This file defines correct programs as they are often written.

package randgo

func one(op Op, x string) *Stmt              { return &Stmt{Op: op, X: x} }
func add(x string, n int) *Stmt              { return &Stmt{Op: Add, X: x, N: n} }
func makes(k Kind, x string) *Stmt           { return &Stmt{Op: Make, Kind: k, X: x} }
func channel(x string, n int) *Stmt          { return &Stmt{Op: Make, Kind: Chan, X: x, N: n} }
func set(x string) *Stmt                     { return &Stmt{Op: Set, X: x, Value: true} }
func starts(body ...*Stmt) *Stmt             { return &Stmt{Op: Go, Body: body} }
func deferring(s *Stmt) *Stmt                { return &Stmt{Op: Defer, Bare: true, Body: []*Stmt{s}} }
func loop(n int, body ...*Stmt) *Stmt        { return &Stmt{Op: Loop, N: n, Body: body} }
func forever(body ...*Stmt) *Stmt            { return &Stmt{Op: Forever, Body: body} }
func ranges(x string, body ...*Stmt) *Stmt   { return &Stmt{Op: Range, X: x, Body: body} }
func selects(cases ...*Case) *Stmt           { return &Stmt{Op: Select, Cases: cases} }
func receives(x string, body ...*Stmt) *Case { return &Case{X: x, Body: body} }
func sends(x string, body ...*Stmt) *Case    { return &Case{X: x, Send: true, Body: body} }
func otherwise(body ...*Stmt) *Case          { return &Case{Body: body} }
func call(f string, args ...string) *Stmt    { return &Stmt{Op: Call, X: f, Args: args} }
func when(t Test, x string, then ...*Stmt) *Stmt {
	return &Stmt{Op: If, Cond: &Condition{Test: t, X: x}, Body: then}
}
func unless(t Test, x string, then ...*Stmt) *Stmt {
	return &Stmt{Op: If, Cond: &Condition{Test: t, X: x, Not: true}, Body: then}
}

// An idiom writes the body of an entry.
type idiom struct {
	name  string
	write func(g *generator) []*Stmt
}

// idioms returns all of them. Each is correct: nothing blocks for ever, nothing fails, whatever
// is drawn.
func idioms() []idiom {
	return []idiom{
		{"counter", func(g *generator) []*Stmt {
			n := 1 + g.src.IntN(2)
			return []*Stmt{makes(Mutex, "mu"), makes(WaitGroup, "wg"), makes(Flag, "full"),
				add("wg", n),
				loop(n, starts(deferring(one(Done, "wg")), one(Lock, "mu"), when(IsSet, "full", one(Unlock, "mu"), one(Return, "")), set("full"), one(Unlock, "mu"))),
				one(Wait, "wg")}
		}},
		{"two locks", func(g *generator) []*Stmt {
			both := func(first, second string) []*Stmt {
				return []*Stmt{one(Lock, first), deferring(one(Unlock, first)), one(Lock, second), deferring(one(Unlock, second))}
			}
			return []*Stmt{makes(Mutex, "a"), makes(Mutex, "b"), makes(WaitGroup, "wg"), add("wg", 1),
				starts(append([]*Stmt{deferring(one(Done, "wg"))}, both("a", "b")...)...),
				one(Lock, "a"), one(Lock, "b"), one(Unlock, "b"), one(Unlock, "a"), one(Wait, "wg")}
		}},
		{"producer and consumer", func(g *generator) []*Stmt {
			return []*Stmt{channel("items", g.src.IntN(2)), channel("done", 0),
				starts(deferring(one(Close, "items")), loop(2, one(Send, "items"))),
				starts(deferring(one(Close, "done")), ranges("items")),
				one(Recv, "done")}
		}},
		{"pool", func(g *generator) []*Stmt {
			n := 1 + g.src.IntN(2)
			return []*Stmt{channel("jobs", 0), channel("results", g.src.IntN(3)), makes(WaitGroup, "wg"), add("wg", n),
				loop(n, starts(deferring(one(Done, "wg")), ranges("jobs", one(Send, "results")))),
				starts(loop(2, one(Send, "jobs")), one(Close, "jobs"), one(Wait, "wg"), one(Close, "results")),
				ranges("results")}
		}},
		{"semaphore", func(g *generator) []*Stmt {
			return []*Stmt{channel("slots", 1+g.src.IntN(2)), makes(WaitGroup, "wg"),
				loop(2, add("wg", 1), starts(deferring(one(Done, "wg")), one(Send, "slots"), one(Recv, "slots"))),
				one(Wait, "wg")}
		}},
		{"request with a deadline", func(g *generator) []*Stmt {
			return []*Stmt{makes(Deadline, "ctx"), deferring(one(Cancel, "ctx")), channel("result", 1),
				starts(one(Send, "result")),
				selects(receives("result"), receives("ctx.Done()"))}
		}},
		{"readers and a writer", func(g *generator) []*Stmt {
			return []*Stmt{makes(RWMutex, "rw"), makes(WaitGroup, "wg"), makes(Flag, "valid"), add("wg", 2),
				starts(deferring(one(Done, "wg")), one(RLock, "rw"), deferring(one(RUnlock, "rw")), when(IsSet, "valid", one(Return, ""))),
				starts(deferring(one(Done, "wg")), one(Lock, "rw"), set("valid"), one(Unlock, "rw")),
				one(RLock, "rw"), one(RUnlock, "rw"), one(Wait, "wg")}
		}},
		{"condition", func(g *generator) []*Stmt {
			wake := one([]Op{Signal, Broadcast}[g.src.IntN(2)], "ready")
			return []*Stmt{makes(Mutex, "mu"), {Op: Make, Kind: Cond, X: "ready", Args: []string{"mu"}}, makes(Flag, "full"),
				starts(one(Lock, "mu"), set("full"), wake, one(Unlock, "mu")),
				one(Lock, "mu"), forever(when(IsSet, "full", one(Break, "")), one(Sleep, "ready")), one(Unlock, "mu")}
		}},
		{"queue", func(g *generator) []*Stmt {
			n := 1 + g.src.IntN(2)
			return []*Stmt{makes(Mutex, "mu"), {Op: Make, Kind: Cond, X: "ready", Args: []string{"mu"}}, makes(List, "items"),
				starts(loop(n, one(Lock, "mu"), one(Push, "items"), one(Signal, "ready"), one(Unlock, "mu"))),
				loop(n, one(Lock, "mu"), forever(when(Filled, "items", one(Break, "")), one(Sleep, "ready")), one(Pop, "items"), one(Unlock, "mu"))}
		}},
		{"once", func(g *generator) []*Stmt {
			return []*Stmt{makes(Once, "once"), channel("stop", 0), makes(WaitGroup, "wg"),
				loop(2, &Stmt{Op: WaitGo, X: "wg", Body: []*Stmt{{Op: Do, X: "once", Body: []*Stmt{one(Close, "stop")}}}}),
				one(Recv, "stop"), one(Wait, "wg")}
		}},
		{"pipeline", func(g *generator) []*Stmt {
			return []*Stmt{channel("in", 0), channel("out", g.src.IntN(2)),
				starts(deferring(one(Close, "in")), loop(2, one(Send, "in"))),
				starts(deferring(one(Close, "out")), ranges("in", one(Send, "out"))),
				ranges("out")}
		}},
		{"quit", func(g *generator) []*Stmt {
			return []*Stmt{channel("work", g.src.IntN(2)), channel("quit", 0), makes(WaitGroup, "wg"), add("wg", 1),
				starts(deferring(one(Done, "wg")), forever(selects(receives("quit", one(Return, "")), receives("work")))),
				loop(1+g.src.IntN(2), one(Send, "work")), one(Close, "quit"), one(Wait, "wg")}
		}},
		{"cancelled sender", func(g *generator) []*Stmt {
			return []*Stmt{makes(Context, "ctx"), channel("out", 0), makes(WaitGroup, "wg"), add("wg", 1),
				starts(deferring(one(Done, "wg")), forever(selects(sends("out"), receives("ctx.Done()", one(Return, ""))))),
				one(Recv, "out"), one(Cancel, "ctx"), one(Wait, "wg")}
		}},
		{"polling a context", func(g *generator) []*Stmt {
			child := makes(Context, "ctx2")
			child.Args = []string{"ctx"}
			return []*Stmt{makes(Context, "ctx"), child, channel("done", 0),
				starts(deferring(one(Close, "done")), forever(when(Ended, "ctx2", one(Return, "")))),
				one(Cancel, []string{"ctx", "ctx2"}[g.src.IntN(2)]), one(Recv, "done")}
		}},
		{"stop flag", func(g *generator) []*Stmt {
			return []*Stmt{makes(Mutex, "mu"), makes(Flag, "stopped"), channel("done", 0),
				starts(deferring(one(Close, "done")), forever(one(Lock, "mu"), when(IsSet, "stopped", one(Unlock, "mu"), one(Return, "")), one(Unlock, "mu"))),
				one(Lock, "mu"), set("stopped"), one(Unlock, "mu"), one(Recv, "done")}
		}},
		{"first answer", func(g *generator) []*Stmt {
			return []*Stmt{channel("answers", 2), loop(2, starts(one(Send, "answers"))), one(Recv, "answers")}
		}},
		{"first error", func(g *generator) []*Stmt {
			return []*Stmt{channel("errs", 1), makes(WaitGroup, "wg"),
				loop(2, &Stmt{Op: WaitGo, X: "wg", Body: []*Stmt{when(Chance, "", selects(sends("errs"), otherwise()))}}),
				one(Wait, "wg"), selects(receives("errs"), otherwise())}
		}},
		{"try", func(g *generator) []*Stmt {
			return []*Stmt{makes(Mutex, "mu"), makes(WaitGroup, "wg"), add("wg", 2),
				loop(2, starts(deferring(one(Done, "wg")), when(Try, "mu", one(Unlock, "mu")))), one(Wait, "wg")}
		}},
		{"swap", func(g *generator) []*Stmt {
			return []*Stmt{makes(Atomic, "closed"), channel("stop", 0), makes(WaitGroup, "wg"), add("wg", 2),
				loop(2, starts(deferring(one(Done, "wg")), when(Swap, "closed", one(Close, "stop")))), one(Recv, "stop"), one(Wait, "wg")}
		}},
		{"ticker", func(g *generator) []*Stmt {
			return []*Stmt{makes(Ticker, "tick"), channel("quit", 0), channel("done", 0),
				starts(deferring(one(Close, "done")), forever(selects(receives("tick.C"), receives("quit", one(Return, ""))))),
				one(Close, "quit"), one(Recv, "done")}
		}},
		{"heartbeat", func(g *generator) []*Stmt {
			beat := forever(selects(receives("tick.C", selects(sends("beats"), otherwise())), receives("quit", one(Return, ""))))
			return []*Stmt{makes(Ticker, "tick"), channel("beats", g.src.IntN(2)), channel("quit", 0),
				starts(beat), loop(1+g.src.IntN(2), one(Recv, "beats")), one(Close, "quit")}
		}},
		{"channel as a lock", func(g *generator) []*Stmt {
			return []*Stmt{channel("sem", 1), channel("done", 2),
				loop(2, starts(one(Send, "sem"), one(Recv, "sem"), one(Send, "done"))), loop(2, one(Recv, "done"))}
		}},
		{"two ways", func(g *generator) []*Stmt {
			return []*Stmt{channel("ping", 0), channel("pong", g.src.IntN(2)),
				starts(ranges("ping", one(Send, "pong")), one(Close, "pong")),
				loop(1+g.src.IntN(2), one(Send, "ping"), one(Recv, "pong")), one(Close, "ping"), unless(Open, "pong", one(Return, ""))}
		}},
		{"all of them", func(g *generator) []*Stmt {
			return []*Stmt{channel("a", 0), channel("b", 0), makes(WaitGroup, "wg"),
				{Op: Each, Kind: Chan, X: "c", Args: []string{"a", "b"}, Body: []*Stmt{add("wg", 1), starts(deferring(one(Done, "wg")), one(Recv, "c"))}},
				{Op: Each, Kind: Chan, X: "c", Args: []string{"b", "a"}, Body: []*Stmt{one([]Op{Send, Close}[g.src.IntN(2)], "c")}},
				one(Wait, "wg")}
		}},
		{"broker", func(g *generator) []*Stmt {
			return []*Stmt{channel("in", 0), channel("stop", 0), channel("stopped", 0),
				starts(deferring(one(Close, "stopped")), forever(selects(receives("in"), receives("stop", one(Return, ""))))),
				starts(selects(sends("in"), receives("stopped"))),
				one(Send, "stop"), one(Recv, "stopped")}
		}},
		{"lock by hand over", func(g *generator) []*Stmt {
			return []*Stmt{makes(Mutex, "mu"), channel("c", 0), one(Lock, "mu"),
				starts(one(Unlock, "mu"), one(Send, "c")), one(Lock, "mu"), one(Recv, "c"), one(Unlock, "mu")}
		}},
		{"leaving the goroutine", func(g *generator) []*Stmt {
			return []*Stmt{makes(WaitGroup, "wg"), makes(Mutex, "mu"), add("wg", 1),
				starts(deferring(one(Done, "wg")), one(Lock, "mu"), deferring(one(Unlock, "mu")), when(Chance, "", one(Goexit, ""))),
				one(Wait, "wg"), one(Lock, "mu"), one(Unlock, "mu")}
		}},
	}
}
