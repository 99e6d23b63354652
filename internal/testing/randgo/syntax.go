// This file defines the syntax tree of Go programs.

package randgo

// A Program is a Go program of one entry with what it uses.
type Program struct {
	Name    string  // of the entry; Main: it is main
	Main    bool    // the end of the entry ends the program
	Types   []*Type // structs
	Globals []*Stmt // each a Make
	Funcs   []*Func // functions and methods, which the entry and other ones call
	Body    []*Stmt
}

// A Type is a struct type.
type Type struct {
	Name   string
	Fields []*Stmt // each a Make; one that is embedded has no X
}

// A Func is a function, or a method of a struct.
type Func struct {
	Name   string
	Recv   *Param // or nil
	Params []*Param
	Body   []*Stmt
}

// A Param is a parameter. It stands for an object, or for a struct.
type Param struct {
	Name string
	Kind Kind
	Type string // of a Struct
}

// A Kind is what a name stands for.
type Kind uint8

// The kinds.
const (
	Mutex Kind = iota
	RWMutex
	Locker // a parameter for a Mutex
	Chan
	NilChan
	WaitGroup
	Once
	Cond
	Context
	Deadline // a Context that ends some time
	Ticker
	Flag
	Atomic // a Flag
	List   // a slice
	Struct
)

// An Op is what a statement does.
type Op uint8

// The statements.
const (
	Make      Op = iota // X := an object of Kind; N the capacity of a Chan, Args the lock of a Cond or the parent of a Context, Type of a Struct
	Lock                // X.Lock()
	Unlock              //
	RLock               //
	RUnlock             //
	Send                // X <- 1
	Recv                // <-X
	Close               // close(X)
	Cancel              // the cancel function of the Context X
	Add                 // X.Add(N)
	Done                // X.Done()
	Wait                // X.Wait(), of a WaitGroup
	Sleep               // X.Wait(), of a Cond
	Signal              //
	Broadcast           //
	Set                 // X = Value
	Push                // X = append(X, 1), of a List
	Pop                 // X = X[1:]
	Do                  // X.Do(func() { Body }), of a Once
	WaitGo              // X.Go(func() { Body }), of a WaitGroup
	Go                  // go func() { Body }(), or go f(x) if Body is one Call and Bare
	Defer               // the same with defer; with one statement and Bare, that
	Call                // X(Args)
	Closure             // X := func() { Body }
	If                  // if Cond { Body } else { Else }
	Loop                // for range N { Body }
	Forever             // for { Body }
	Range               // for range X { Body }
	Each                // for _, X := range [](Kind){Args} { Body }
	Select              // its Cases; one without X is the default
	Return              //
	Break               //
	Continue            //
	Goexit              // runtime.Goexit()
	Exit                // os.Exit(0)
	Panic               //
)

// A Stmt is a statement.
type Stmt struct {
	Op    Op
	X     string // what it is about: mu, s.mu, ctx.Done(), a function
	Kind  Kind
	Type  string
	N     int
	Value bool
	Bare  bool
	Args  []string
	Cond  *Condition
	Body  []*Stmt
	Else  []*Stmt
	Cases []*Case
	Line  int // where it begins; of a block: the line of its first word

	Recursive bool // of a Loop: a closure that calls itself
}

// A Test is what a condition asks.
type Test uint8

// The tests.
const (
	Chance  Test = iota // rand.IntN(2) == 0
	IsSet               // X, a Flag
	Loaded              // X.Load(), an Atomic
	Open                // _, ok := <-X; ok
	Try                 // X.TryLock()
	TryRead             // X.TryRLock()
	Ended               // X.Err() != nil, of a Context
	Swap                // X.CompareAndSwap(false, true), of an Atomic
	Filled              // len(X) > 0, of a List
)

// A Condition is what an If asks.
type Condition struct {
	Test Test
	X    string
	Not  bool // of IsSet, Loaded and Open
}

// A Case is one of a Select.
type Case struct {
	Send bool
	X    string
	Body []*Stmt
	Line int
}

// lists calls f for each list of statements of the program, which may be changed.
func (p *Program) lists(f func(list *[]*Stmt)) {
	var walk func(list *[]*Stmt)
	walk = func(list *[]*Stmt) {
		f(list)
		for _, s := range *list {
			if !s.Bare {
				walk(&s.Body)
			}
			walk(&s.Else)
			for _, c := range s.Cases {
				walk(&c.Body)
			}
		}
	}
	for _, fn := range p.Funcs {
		walk(&fn.Body)
	}
	walk(&p.Body)
}

// each calls f for each statement of the program.
func (p *Program) each(f func(s *Stmt)) {
	p.lists(func(list *[]*Stmt) {
		for _, s := range *list {
			f(s)
			if s.Bare {
				f(s.Body[0])
			}
		}
	})
}

// Spins reports whether a program has a loop in which there is nothing but questions. Extraction takes such
// loops to end, as they do where the number of iterations is data.
func (p *Program) Spins() bool {
	found := false
	p.each(func(s *Stmt) {
		if s.Op != Forever {
			return
		}
		idle := true
		(&Program{Body: s.Body}).each(func(s *Stmt) {
			data := s.Op == If && (s.Cond.Test == Chance || s.Cond.Test == IsSet || s.Cond.Test == Loaded || s.Cond.Test == Swap || s.Cond.Test == Filled || s.Cond.Test == Ended)
			idle = idle && (data || s.Op == Set || s.Op == Push || s.Op == Pop || s.Op == Break || s.Op == Return || s.Op == Continue)
		})
		found = found || idle
	})
	return found
}
