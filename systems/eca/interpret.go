// This file defines the interpreter: the judge of what others say about a program. It follows
// the tree, as slowly as that is, and has no part in any analysis.

package eca

import "slices"

// A Machine executes a program, one turn of the loop at a time.
type Machine struct {
	File *File
	// Values has the values of variables by Var.ID. The caller may set them between turns.
	Values []int32
	// Read is how many inputs were read so far.
	Read int

	input func() (int32, bool)
	step  *Step
	rule  Pos // the innermost branch that is executed
}

// A Step is what happens before the loop, or in a turn of it.
type Step struct {
	Inputs    []int32   // that were read
	Rules     []Pos     // the conditions of the branches that did something, without doubles
	Changes   []Change  // of globals, and of what the next turn sees, by Var.ID
	Outputs   []int32   // that were printed
	Results   []int32   // that functions returned to main
	Reached   []Reached // in order
	Overflows []Pos     // of operators whose result is no int: C leaves all that follows undefined
	Status    Status
}

// A Change is a variable with a new value.
type Change struct {
	Var      *Var
	Old, New int32
}

// Reached is a label that was reached when so many inputs had been read.
type Reached struct {
	Label  *Label
	Inputs int
}

// A Status says how a step ended.
type Status uint8

const (
	Running Status = iota // the loop begins its next turn
	Starved               // an input is missing
	Ended                 // the program ended
)

func (s Status) String() string { return [...]string{"running", "starved", "ended"}[s] }

// NewMachine returns a machine that has not executed anything.
func NewMachine(f *File) *Machine {
	m := &Machine{File: f, Values: make([]int32, len(f.Vars))}
	for _, v := range f.Vars {
		m.Values[v.ID] = v.Init
	}
	return m
}

// Start executes what is in front of the loop. Inputs come from the function, which says
// whether there is one.
func (m *Machine) Start(input func() (int32, bool)) *Step {
	body := m.File.Main.Body
	return m.execute(body[:len(body)-1], input)
}

// Turn executes the body of the loop once.
func (m *Machine) Turn(input func() (int32, bool)) *Step {
	body := m.File.Main.Body
	return m.execute(body[len(body)-1].(*Loop).Body, input)
}

// Run executes a program from its start on some inputs: first what is in front of the loop, then
// turns. The last step is the one in which the program ends or in which an input is missing, or a
// turn behind all inputs that asks for none.
func Run(f *File, inputs []int32) []*Step {
	m := NewMachine(f)
	input := func() (int32, bool) {
		if m.Read == len(inputs) {
			return 0, false
		}
		return inputs[m.Read], true
	}
	steps := []*Step{m.Start(input)}
	for steps[len(steps)-1].Status == Running {
		before := m.Read
		steps = append(steps, m.Turn(input))
		if m.Read == before && (m.Read == len(inputs) || len(steps) > 2*len(inputs)+2) {
			break
		}
	}
	return steps
}

func (m *Machine) execute(body []Stmt, input func() (int32, bool)) *Step {
	m.step, m.input, m.rule = &Step{}, input, Pos{}
	before := slices.Clone(m.Values)
	switch m.body(body, nil) {
	case leave, stop:
		m.step.Status = Ended
	case starve:
		m.step.Status = Starved
	}
	for _, v := range m.File.Vars {
		if (v.Func == nil || v.State) && before[v.ID] != m.Values[v.ID] {
			m.step.Changes = append(m.step.Changes, Change{v, before[v.ID], m.Values[v.ID]})
		}
	}
	return m.step
}

// A control says where an execution goes on.
type control uint8

const (
	next   control = iota
	leave          // behind the call
	stop           // nowhere
	starve         // nowhere, as an input is missing
)

// body executes statements. A value that they return gets to result, unless that is nil.
func (m *Machine) body(body []Stmt, result *int32) control {
	for _, s := range body {
		if c := m.stmt(s, result); c != next {
			return c
		}
	}
	return next
}

func (m *Machine) stmt(s Stmt, result *int32) control {
	switch s := s.(type) {
	case *Assign:
		m.set(s.Var, m.eval(s.Value))
	case *Read:
		value, ok := m.input()
		if !ok {
			return starve
		}
		m.Read++
		m.step.Inputs = append(m.step.Inputs, value)
		m.Values[s.Var.ID] = value
	case *If:
		return m.branch(s, result)
	case *Call:
		return m.call(s, result == nil)
	case *Return:
		if s.Value != nil && result != nil {
			*result = m.eval(s.Value)
			if s.Value.Op == Const {
				m.fired()
			}
		}
		return leave
	case *Reach:
		m.step.Reached = append(m.step.Reached, Reached{s.Label, m.Read})
	case *Exit:
		return stop
	case *Print:
		m.step.Outputs = append(m.step.Outputs, m.eval(s.Value))
		m.fired()
	case *Loop:
		panic("eca: a loop inside of a statement")
	}
	return next
}

func (m *Machine) branch(s *If, result *int32) control {
	outer := m.rule
	defer func() { m.rule = outer }()
	for i := range s.Branches {
		if m.eval(s.Branches[i].Cond) != 0 {
			m.rule = s.Branches[i].Pos
			return m.body(s.Branches[i].Body, result)
		}
	}
	if len(s.Else) > 0 {
		m.rule = s.Else[0].Position()
	}
	return m.body(s.Else, result)
}

// call executes a call. In main, what is returned is a result of the step.
func (m *Machine) call(s *Call, inMain bool) control {
	args := make([]int32, len(s.Args)) // all are evaluated before any is assigned
	for i, arg := range s.Args {
		args[i] = m.eval(arg)
	}
	for i, v := range s.Func.Params {
		m.Values[v.ID] = args[i]
	}
	var result int32
	if c := m.body(s.Func.Body, &result); c == stop || c == starve {
		return c
	}
	if s.Result != nil {
		m.set(s.Result, result)
		if inMain {
			m.step.Results = append(m.step.Results, result)
		}
	}
	return next
}

func (m *Machine) set(v *Var, value int32) {
	if m.Values[v.ID] != value && v.Func == nil {
		m.fired()
	}
	m.Values[v.ID] = value
}

// fired notes that the branch that is executed does something.
func (m *Machine) fired() {
	if m.rule != (Pos{}) && !slices.Contains(m.step.Rules, m.rule) {
		m.step.Rules = append(m.step.Rules, m.rule)
	}
}

func (m *Machine) eval(e *Expr) int32 {
	switch e.Op {
	case Const:
		return e.Value
	case Load:
		return m.Values[e.Var.ID]
	case And:
		return truth(m.eval(e.X) != 0 && m.eval(e.Y) != 0)
	case Or:
		return truth(m.eval(e.X) != 0 || m.eval(e.Y) != 0)
	}
	var value int32
	var overflow bool
	if e.Y == nil {
		value, overflow = unaryValue(e.Op, m.eval(e.X))
	} else {
		value, overflow = binaryValue(e.Op, m.eval(e.X), m.eval(e.Y))
	}
	if overflow {
		m.step.Overflows = append(m.step.Overflows, e.Position())
	}
	return value
}
