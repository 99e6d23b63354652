// This file defines the operations.

package skeleton

// An Op is what a node does.
type Op uint8

// The operations.
const (
	Step      Op = iota // only the node's assignments
	Branch              // to Next[0] if Cond holds, else to Next[1]
	Go                  // starts Body
	End                 // the goroutine ends
	Exit                // the program ends: main returns, os.Exit
	Panic               // a failure of the program: panic, a failed assertion
	Hang                // blocks, and nobody asks whether for ever: what is behind is unknown
	Lock                // of a Mutex or an RWMutex
	Unlock              //
	RLock               // of an RWMutex
	RUnlock             //
	Copied              // begins as a copy of another lock or WaitGroup: a failure, behind which the program may go on
	TryLock             //
	TryRLock            //
	Send                // to a Chan
	Recv                // from a Chan
	Close               // a failure if it is closed
	Cancel              // closes it unless it is closed: the cancel function of a context
	Select              // one of Cases
	Add                 // Delta to a WaitGroup; Done is -1
	Wait                // for a WaitGroup
	OnceBegin           // Next[0] for the first caller, Next[1] for others, after it is done
	OnceEnd             // the first caller is done
	CondEnter           // becomes one of those who wait for a Cond; its lock is still held
	CondWait            // blocks until woken
	Signal              //
	Broadcast           //
	Access              // reads or writes Cell
)

var opNames = [...]string{
	"step", "branch", "go", "end", "exit", "panic", "hang", "lock", "unlock", "rlock", "runlock",
	"copied", "trylock", "tryrlock", "send", "recv", "close", "cancel", "select", "add", "wait", "once-begin", "once-end",
	"cond-enter", "cond-wait", "signal", "broadcast", "access",
}

// String returns the name that print.go writes.
func (o Op) String() string { return opNames[o] }

// NoCopy reports whether it matters there whether the object is a copy of another one: a lock is taken, or a WaitGroup
// counts.
func (o Op) NoCopy() bool {
	switch o {
	case Lock, RLock, TryLock, TryRLock, Add, Wait:
		return true
	}
	return false
}

// Recoverable reports whether the operation may fail by a panic, so that the goroutine may go on behind that.
func (o Op) Recoverable() bool { return o == Send || o == Close || o == Add }

// Recovers reports whether the goroutine goes on by a second way if the operation fails.
func (n *Node) Recovers() bool { return len(n.Next) == 2 && n.Op.Recoverable() }

// Blocks reports whether a goroutine may have to wait there.
func (o Op) Blocks() bool {
	switch o {
	case Lock, RLock, Send, Recv, Select, Wait, OnceBegin, CondWait:
		return true
	}
	return false
}
