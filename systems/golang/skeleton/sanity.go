// This file defines what every skeleton satisfies, each condition with its name.

package skeleton

import "fmt"

// Check returns the first violation of what the comments of this package promise, or nil.
func Check(p *Program) error {
	if len(p.Bodies) == 0 {
		return fmt.Errorf("a program has a body")
	}
	for i, o := range p.Objects {
		if o.ID != i {
			return fmt.Errorf("object %s: its ID is not its index %d", o.Ref(), i)
		}
	}
	if err := variables(p.Vars, true); err != nil {
		return err
	}
	for i, b := range p.Bodies {
		if b.ID != i {
			return fmt.Errorf("body %s: its ID is not its index %d", b.Name, i)
		}
		if len(b.Nodes) == 0 {
			return fmt.Errorf("body %s has no start", b.Name)
		}
		if err := variables(b.Locals, false); err != nil {
			return fmt.Errorf("body %s: %w", b.Name, err)
		}
		for j, n := range b.Nodes {
			if n.ID != j {
				return fmt.Errorf("body %s, node %s: its ID is not its index %d", b.Name, n, j)
			}
			if err := p.node(b, n); err != nil {
				return fmt.Errorf("body %s, node %s: %w", b.Name, n, err)
			}
		}
	}
	return nil
}

func variables(vars []*Var, shared bool) error {
	for i, v := range vars {
		switch {
		case v.ID != i:
			return fmt.Errorf("variable %s: its ID is not its index %d", v, i)
		case v.Shared != shared:
			return fmt.Errorf("variable %s is declared in the wrong place", v)
		case len(v.Values) < 2:
			return fmt.Errorf("variable %s has fewer than two values", v)
		}
		switch x := v.Init.(type) {
		case Any:
		case Const:
			if int(x) < 0 || int(x) >= len(v.Values) {
				return fmt.Errorf("variable %s begins with a value that it does not have", v)
			}
		default:
			return fmt.Errorf("variable %s begins with neither a constant nor any value", v)
		}
	}
	return nil
}

// kinds lists the kinds of objects that an operation takes.
var kinds = map[Op][]Kind{
	Lock: {Mutex, RWMutex}, Unlock: {Mutex, RWMutex}, RLock: {RWMutex}, RUnlock: {RWMutex},
	TryLock: {Mutex, RWMutex}, Copied: {Mutex, RWMutex, WaitGroup}, TryRLock: {RWMutex}, Send: {Chan}, Recv: {Chan}, Close: {Chan}, Cancel: {Chan},
	Add: {WaitGroup}, Wait: {WaitGroup}, OnceBegin: {Once}, OnceEnd: {Once},
	CondEnter: {Cond}, CondWait: {Cond}, Signal: {Cond}, Broadcast: {Cond},
}

// node checks one node of a body.
func (p *Program) node(b *Body, n *Node) error {
	successors := 1
	switch n.Op {
	case Branch, OnceBegin:
		successors = 2
	case End, Exit, Panic, Hang:
		successors = 0
	case Select:
		successors = len(n.Cases)
		if n.Default {
			successors++
		}
	}
	if len(n.Next) != successors && !(len(n.Next) == 2 && n.Op.Recoverable()) {
		return fmt.Errorf("it has %d successors, not %d", len(n.Next), successors)
	}
	for _, next := range n.Next {
		if next < 0 || next >= len(b.Nodes) {
			return fmt.Errorf("successor %d does not exist", next)
		}
	}
	if err := p.object(n.Object, kinds[n.Op]); err != nil {
		return err
	}
	vars := func(v *Var) error { return p.owned(b, v) }
	if n.Op == Branch {
		if n.Cond == nil {
			return fmt.Errorf("it has no condition")
		}
		if err := condition(n.Cond, vars); err != nil {
			return err
		}
	}
	for _, c := range n.Cases {
		if err := p.object(c.Object, []Kind{Chan}); err != nil {
			return err
		}
		if err := fires(c.When, !c.Send, c.Object, vars); err != nil {
			return err
		}
		if err := assignments(c.Do, vars, vars); err != nil {
			return err
		}
		if err := result(c.Result, vars); err != nil {
			return err
		}
	}
	if err := fires(n.When, n.Op == Recv, n.Object, vars); err != nil {
		return err
	}
	switch n.Op {
	case Go:
		if n.Body == nil || n.Body.ID >= len(p.Bodies) || p.Bodies[n.Body.ID] != n.Body {
			return fmt.Errorf("it starts a body that is not of the program")
		}
		if err := assignments(n.Args, func(v *Var) error {
			if v.Shared {
				return fmt.Errorf("%s is no local variable", v)
			}
			return p.owned(n.Body, v)
		}, vars); err != nil {
			return err
		}
	case Access:
		if n.Cell == nil || n.Cell.ID >= len(p.Cells) || p.Cells[n.Cell.ID] != n.Cell {
			return fmt.Errorf("it accesses a cell that is not of the program")
		}
	}
	if err := result(n.Result, vars); err != nil {
		return err
	}
	return assignments(n.Do, vars, vars)
}

// fires checks the condition while which a channel may have an element: that of a timer, or what stands for it.
func fires(when Expr, receive bool, o *Object, vars func(*Var) error) error {
	switch {
	case when == nil:
		return nil
	case !receive || !o.Ticking && !o.NilChan && o.Cap != Unknown:
		return fmt.Errorf("its condition is not about a receive from a timer")
	}
	return condition(when, vars)
}

// object checks that an operation has an object of the program and of the kind that it takes.
func (p *Program) object(o *Object, allowed []Kind) error {
	if o == nil {
		if len(allowed) > 0 {
			return fmt.Errorf("it has no object")
		}
		return nil
	}
	if o.ID >= len(p.Objects) || p.Objects[o.ID] != o {
		return fmt.Errorf("%s is no object of the program", o.Ref())
	}
	for _, k := range allowed {
		if o.Kind == k {
			return nil
		}
	}
	return fmt.Errorf("it does not take a %s", o.Kind)
}

// owned checks that a variable is shared or local to the body.
func (p *Program) owned(b *Body, v *Var) error {
	list := b.Locals
	if v.Shared {
		list = p.Vars
	}
	if v.ID >= len(list) || list[v.ID] != v {
		return fmt.Errorf("%s is no variable of the body or the program", v)
	}
	return nil
}

func result(v *Var, vars func(*Var) error) error {
	if v == nil {
		return nil
	}
	if len(v.Values) != 2 {
		return fmt.Errorf("its result %s is not false or true", v)
	}
	return vars(v)
}

func assignments(list []Assign, left, right func(*Var) error) error {
	for i, a := range list {
		if err := left(a.Var); err != nil {
			return err
		}
		for _, other := range list[:i] {
			if other.Var == a.Var {
				return fmt.Errorf("%s is assigned twice", a.Var)
			}
		}
		if err := value(a.Value, a.Var, right); err != nil {
			return err
		}
	}
	return nil
}

func value(x Value, to *Var, vars func(*Var) error) error {
	switch x := x.(type) {
	case Any:
	case Const:
		if int(x) < 0 || int(x) >= len(to.Values) {
			return fmt.Errorf("%s has no value %d", to, int(x))
		}
	case Copy:
		if x.Map == nil && len(x.Var.Values) != len(to.Values) || x.Map != nil && len(x.Map) != len(x.Var.Values) {
			return fmt.Errorf("the values of %s and %s do not fit", x.Var, to)
		}
		for _, v := range x.Map {
			if v < 0 || v >= len(to.Values) {
				return fmt.Errorf("%s has no value %d", to, v)
			}
		}
		return vars(x.Var)
	case If:
		if err := condition(x.Cond, vars); err != nil {
			return err
		}
		if err := value(x.Then, to, vars); err != nil {
			return err
		}
		return value(x.Else, to, vars)
	default:
		return fmt.Errorf("%s is assigned nothing", to)
	}
	return nil
}

func condition(e Expr, vars func(*Var) error) error {
	all := func(xs []Expr) error {
		for _, x := range xs {
			if err := condition(x, vars); err != nil {
				return err
			}
		}
		return nil
	}
	switch e := e.(type) {
	case Either:
	case Is:
		if e.Value < 0 || e.Value >= len(e.Var.Values) {
			return fmt.Errorf("%s has no value %d", e.Var, e.Value)
		}
		return vars(e.Var)
	case Not:
		return condition(e.X, vars)
	case And:
		return all(e)
	case Or:
		return all(e)
	default:
		return fmt.Errorf("a condition is nothing")
	}
	return nil
}
