// Package lower makes Boolean programs of skeletons.
//
// # The idea
//
// Each body becomes a label in the one procedure of the program, and a go statement becomes
// start_thread goto. An operation that other goroutines can see is an atomic section together with
// the steps on locals behind it; so there is one location for each such operation, and choices are
// made before a goroutine comes to the next one, where it waits for one thing only.
//
//	Mutex        one bit
//	RWMutex      announced: a writer holds or waits, which keeps readers out; writer: it holds; readers: a number
//	Chan, cap 0  a sender offers an element (full) where none is, a receiver takes it (taken), and the
//	             sender goes on; of one place both are steps
//	Chan, cap k  a number of elements
//	close        a bit, if somebody closes the channel
//	Select       a choice between the cases that are ready; to send without buffer is to offer, and to
//	             withdraw the offer again
//	default      no case is known to be ready; where a partner would have to be parked it is always possible
//	WaitGroup    a number
//	Once         running, done
//	Cond         the number of goroutines asleep and of those woken that have not left yet; who comes later
//	             waits until these have left, so nobody is woken in the place of another
//	Exit         a bit by which who is blocked ends, and others stop
//	go with      the locals of the creator are kept in shared bits, which are 0 otherwise, while its copy
//	arguments    is made with the values of the new goroutine: one section
//	External     the channel may become closed whenever it is used
//	Ticking      a receive is possible at any time while its condition holds, which is asked in the section
//	Unknown cap  sending never waits, receiving never either: not exact
//
// # Invariant
//
// In front of each operation the bits of locals that nobody reads any more are 0. A local with a
// value that is known is not written before its section ends.
//
// # Exactness
//
// Places are compared up to the character #: a Boolean program has a location more for a pending
// offer, for a writer who waits, and for jumps behind sections. But for what Program.Why lists, the
// same assertions can fail, and at the same operations a goroutine can be blocked for ever, as in
// the skeleton. A default beside a channel without buffer needs an argument: its partner may have
// arrived without being parked, and nothing but a default sees the difference. Numbers without a
// bound of their own are followed up to 7; an execution that comes further starts goroutines
// until their bound cuts it off, and so nothing is said of it that could be wrong.
//
// An Add that raises the counter of a WaitGroup from zero while another goroutine is at Wait is a
// failure, behind which the program may go on.
//
// # Any number of goroutines
//
// A test for zero is not monotone. So the Wait of a WaitGroup, where Add and Done are in pairs (of one goroutine, or of
// one and who is started behind the Add), makes all goroutines disappear that still owe a Done, and Lock of an RWMutex
// those that hold a read lock (monotonic abstraction; Abdulla, Delzanno and Rezine, "Parameterized verification of
// infinite-state processes with global conditions", CAV 2007). An execution in which nobody disappears is one of the
// skeleton, so that what is proved is true of it. Numbers without a bound are followed up to 3, which stands for all
// above; channels of more than 7 elements are never known to be full or empty; Signal may wake several. What is blocked
// for ever becomes assertions of kind leak, see cores.go. If they hold, then there is no configuration in which no
// goroutine can move and some are blocked. A send that panics because the channel is closed while the sender is parked
// is not lost: a sender that comes only then fails, too.
//
// With Options.Part some assertions are asked of a program that leaves out the objects that matter less: the time for a
// chain of worker pools then grows with their number, and not with what their states can be together.
//
// With Options.Cell the only assertions are about races for one variable: a goroutine may stop in front of an access,
// and another one that comes to an access in conflict tells it. See race.go.
//
// # Example
//
//	mu.Lock()     work_0#: mu := 1 constrain !mu;
//	<-c           work_1#: atomic { assume(c_closed | c_full); if !c_closed then c_full, c_taken := 0, 1; fi }
//	mu.Unlock()   atomic { assert(mu); mu := 0; end_thread; }
//
// # Files
//
//	lower.go      Lower, its options and its result
//	slice.go      what does not matter is left out; constant.go branches that are decided
//	flow.go       what is live, what is in a loop, how many goroutines there are of a body
//	location.go   which nodes become one atomic section
//	state.go      how the code of a section goes on behind its operation
//	operation.go  the code of operations; channel.go of those on channels
//	object.go     the bits of objects; counter.go numbers; pairing.go who owes a WaitGroup a Done
//	cores.go      what is blocked for ever, for any number: rescue.go who can end a wait, held.go what
//	              goroutines hold, cycle.go who waits for whom,
//	              trap.go, gate.go loops in which a goroutine may go round for ever, and who waits for them
//	part.go       questions about some objects, asked without most of the others
//	variable.go   the bits of variables, conditions, assignments
//	statement.go  statements before they are text; formula.go conditions
//	dispatch.go   how a section leads to several locations
//	write.go      the text; names.go identifiers
//	pairs.go      the places that are asked about; race.go races as assertions, for any number;
//	              guarded.go variables that locks protect
package lower
