// Package skeleton is what is left of a Go program when everything but its synchronisation is
// taken away: goroutine bodies as control-flow graphs of operations on locks, channels and the
// like, with all calls inlined, and data only as variables with few values.
//
// It stands between Go and Boolean programs. What a Go expression means, which object a pointer
// leads to, and which data matter is decided before (package golang); how a channel becomes bits
// is decided after (package lower). Between them lies nothing but this:
//
//	object    a mutex, channel, WaitGroup .. as made by one allocation site in one calling
//	          context. A node names exactly one object; where a pointer may lead to several, a
//	          variable says to which, and a branch comes first.
//	variable  has two or more values, which are numbered from 0 and have names. It is shared
//	          (a field, a captured variable) or local to each goroutine of one body (a register).
//	body      what a go statement starts, or the entry; a graph of nodes. Node 0 is its start.
//	node      one operation with the places that follow. Operations that may block are
//	          marked by [Op.Blocks]; each node is one atomic step.
//
// # Meaning
//
// A configuration is the state of all objects, the values of the shared variables, and for each
// live goroutine its body, its node, and its local variables. The operations mean what the Go
// specification, package sync and the memory model say of programs without data races:
//
//	Mutex      held or not; Unlock of an unlocked one is a failure
//	RWMutex    a writer that waits keeps new readers out
//	           A lock that is a copy of another one is a failure: it does not keep out who holds that one.
//	Chan       a queue of Cap elements, and at Cap 0 a rendezvous; closed or not. Send to a
//	           closed one and Close of a closed one are failures. A channel that is External
//	           may be closed by the environment at any time (a deadline), a Ticking one has
//	           an element at any time (timers). A receive may be possible only while a condition
//	           holds: a timer that is stopped, or has fired, never has an element again. NilChan is the
//	           channel that blocks for ever.
//	WaitGroup  a counter; below zero is a failure. Wait blocks while it is not zero.
//	Once       new, running or done
//	Cond       goroutines that wait; Signal wakes one of them if there is any, Broadcast all
//
// A failure ends the program, but where a node has a successor for it; so does Exit; End ends one goroutine. The
// assignments of a node (Do) happen together, in the same step as its operation; all their right sides are read before.
//
// # Files
//
//	program.go   Program, Object, Var, Body, Node
//	op.go        the operations
//	expr.go      conditions and values
//	print.go     a skeleton as text
//	sanity.go    what every skeleton satisfies
package skeleton
