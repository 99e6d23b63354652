// This file defines programs and their parts.

package skeleton

import "go/token"

// A Program is the skeleton of what one entry reaches.
type Program struct {
	Entry   string // the function that begins: TestPool, main
	Objects []*Object
	Vars    []*Var // the shared ones
	Cells   []*Cell
	Bodies  []*Body // Bodies[0] is the entry's
	Alone   []Site  // accesses to memory that cannot be part of a race; they are no nodes
	Notes   []Note
	Sizes   []Size
	// MayFault says that some pointer that is dereferenced may be nil, or an index out of range, as far as the
	// extraction knows.
	MayFault bool
	// Given says that goroutines synchronise by something that the entry is given, which is taken to be new.
	Given bool
}

// Nodes returns how many nodes the bodies have.
func (p *Program) Nodes() (n int) {
	for _, b := range p.Bodies {
		n += len(b.Nodes)
	}
	return n
}

// A Site is a place in the Go program.
type Site struct {
	Pos  token.Position
	Func string // the function it lies in, as a person names it: (*Pool).Run
	Text string // the operation as it is written: p.mu.Lock()
}

// A Kind is what an object is.
type Kind uint8

// The kinds of objects.
const (
	Mutex Kind = iota
	RWMutex
	Chan
	WaitGroup
	Once
	Cond
)

// Unknown is the capacity of a channel of which nothing is known, and the argument of such an Add.
const Unknown = -1 << 31

// An Object is something that goroutines synchronise by.
type Object struct {
	ID   int // its index in Program.Objects
	Kind Kind
	Name string // as a person would call it: p.mu, results
	Site Site   // where it is made
	Cap  int    // of a Chan; may be Unknown: sending is then taken never to block

	External bool // a Chan that the environment may close at any time: a context with a deadline
	Ticking  bool // a Chan that may have an element at any time: a timer that is going to fire, a signal
	TimesOut bool // a Chan that is External, or Ticking for a timer: what is received says that some time is up
	NilChan  bool // the nil channel
	Quiet    bool // how a library waits: no finding is at an operation on it
}

// A Var is data with few values.
type Var struct {
	ID     int    // its index in Program.Vars or Body.Locals
	Name   string // as a person would call it: err, p.stopped
	Values []string
	Shared bool
	Init   Value // at the start of the program, or of the goroutine where it is no parameter; a Const or Any
}

// TestDone is the name of the cell that package testing writes to when a test ends.
const TestDone = "T.done"

// NilDereference is the message of the Panic of a pointer that is nil.
const NilDereference = "nil is dereferenced"

// A Cell is a memory location that goroutines may race for.
type Cell struct {
	ID   int // its index in Program.Cells
	Name string
	Site Site // where it is declared or allocated
	// Many says that it stands for the same part of many objects, Any for any element of an array: two goroutines may
	// well access different ones.
	Many, Any bool
}

// A Body is the code of goroutines: of the entry, or of a go statement in one calling context.
type Body struct {
	ID   int    // its index in Program.Bodies
	Name string // Run.func1
	Site Site   // the go statement
	// Service says that it is started before the entry, by an initialisation or TestMain: it may wait as long as the
	// program runs.
	Service bool
	Locals  []*Var
	Nodes   []*Node // Nodes[0] is the start
}

// A Node is one operation of a goroutine.
type Node struct {
	ID int // its index in Body.Nodes
	Op Op
	Site
	// Next are the nodes that follow: one, but for Branch (if the condition holds, if not), Select (for each case, and
	// for the default if there is one), OnceBegin (the first caller, the others), and End, Exit, Panic, Hang (none).
	// Send, Close and Add have a second one where a deferred call may recover if they fail: then that is no failure of
	// the program, but for Add, whose counter stays negative.
	Next []int

	Object *Object
	// When says while what holds a Ticking channel may have an element, of Recv: while the timer is going to fire. It
	// is asked in the step of the operation. nil is always.
	When    Expr
	Delta   int      // of Add; may be Unknown
	Lowers  bool     // of Add of an Unknown number: it may be negative
	Result  *Var     // of TryLock, TryRLock (got it) and Recv (not closed), with values false, true; or nil
	Cond    Expr     // of Branch
	Cases   []Case   // of Select
	Ends    bool     // of Branch: it begins another iteration (Next[0]) of a loop that ends by itself, or leaves the loop
	Default bool     // of Select
	Body    *Body    // of Go
	Args    []Assign // of Go: what the locals of the new goroutine begin with; right sides are the creator's
	Cell    *Cell    // of Access
	Write   bool     // of Access
	Atomic  bool     // of Access: no race with one that is atomic, too; of Step: it is an operation of package atomic
	Message string   // of Panic
	// Polls says of Select that its goroutine polls: timers wake it, or a default lets it go on, and then it only comes
	// back. In Loop 0 the cases of timers are those of the nil channel, and there is no default: who is blocked for
	// ever never ends.
	Polls bool
	// Loop is the number, from 1 on in its body, of a loop that polls, which all of its nodes have: they are one place,
	// which a goroutine leaves by the cases of others. 0 for nodes that are none of one.
	Loop int
	// Round is the number, from 1 on in its body, of a loop around Wait of a Cond from which its goroutine may be woken
	// for ever in vain: all of its nodes are one place as well. 0 for nodes that are of none.
	Round int
	// Covered says of Access that the goroutine may hold a lock of which it is not known which one it is, and that the
	// same is so of the variable. Two such accesses may well be protected.
	Covered bool
	// Open says of Hang that the goroutine may as well go on, and of Exit that an error ends the program that nobody
	// asks about, such as an index out of range. Nothing is said of executions that come here.
	Open bool
	// Failed says of the End of the entry that it is a test that gives up there: by Fatal, or another way to
	// runtime.Goexit.
	Failed bool
	Fault  bool     // of Panic: the runtime panics, since nil is dereferenced, an index is out of range or the like
	Do     []Assign // data that change in the same step
}

// A Case is a way to leave a Select.
type Case struct {
	Site   Site
	Send   bool // or else receive
	Object *Object
	When   Expr // of a receive from a Ticking channel: see Node
	Result *Var // of a receive: not closed
	Do     []Assign
}

// A Note says what the skeleton leaves out, or does not have exactly.
type Note struct {
	Site   Site
	What   string // call of (*sql.DB).Query
	Effect string // what it is taken to do, for people: nobody decides anything by it
	Opens  Opens
}

// Opens is a set of what cannot be said of a program because of a note, however much of the skeleton is explored. The
// empty set is that of a note about executions that the skeleton has beside those of the program.
type Opens uint8

const (
	// OpensBlocked: a goroutine may stop there for ever, or synchronise with others: who is blocked for ever is open.
	OpensBlocked Opens = 1 << iota
	// OpensRaces: memory may be accessed that others access.
	OpensRaces
	// OpensFailures: executions may be missing in which an operation fails.
	OpensFailures

	OpensNothing Opens = 0
	// OpensAll: executions may be missing, of which nothing is known.
	OpensAll = OpensBlocked | OpensRaces | OpensFailures
)

// Has reports whether all of others is in the set.
func (o Opens) Has(others Opens) bool { return o&others == others }

// A Size is a number that the Go program leaves open and the skeleton fixes.
type Size struct {
	Site  Site
	What  string // len(items)
	Value int
	// Iterations says that it is how many of a loop are executed: the first ones.
	Iterations bool
}
