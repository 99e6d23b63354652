// This file defines how programs are written as Go source.

package randgo

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Print writes programs as one file of a package, and notes the line of each statement. What they
// declare has a number behind its name where there are several.
func Print(pkg string, programs ...*Program) []byte { return printed(pkg, false, programs) }

// printed writes programs; those that are to be run call yield, which the package has to have, before
// each statement, and their deferred calls have lines of their own.
func printed(pkg string, run bool, programs []*Program) []byte {
	w := &writer{line: 2, run: run}
	for k, p := range programs {
		w.suffix = ""
		if len(programs) > 1 {
			w.suffix = "_" + strconv.Itoa(k) // work1 of program 23 is not work12 of program 3
		}
		w.program(p)
	}
	body := w.text.String()
	var imports []string
	for _, path := range []string{"context", "math/rand/v2", "os", "runtime", "sync", "sync/atomic", "testing", "time"} {
		name := path[strings.LastIndex(path, "/")+1:]
		if path == "math/rand/v2" {
			name = "rand"
		}
		if regexp.MustCompile(`\b` + name + `\.`).MatchString(body) {
			imports = append(imports, strconv.Quote(path))
		}
	}
	// The imports stand in one line, so that lines are known before the imports are.
	return []byte(fmt.Sprintf("package %s\nimport (%s)\n", pkg, strings.Join(imports, "; ")) + body)
}

// entry returns the name of the entry in a file of several programs.
func (p *Program) entry(suffix string) string {
	if p.Main {
		return "main"
	}
	return p.Name + suffix
}

type writer struct {
	text    strings.Builder
	run     bool
	line    int // the last one; the header has two
	depth   int
	suffix  string
	p       *Program
	globals []string
	params  []string        // of the function
	used    map[string]bool // in the entry, where everything but globals is declared
}

func (w *writer) print(format string, args ...any) int {
	fmt.Fprintf(&w.text, "%s%s\n", strings.Repeat("\t", w.depth), fmt.Sprintf(format, args...))
	w.line++
	return w.line
}

func (w *writer) program(p *Program) {
	w.p, w.globals, w.used = p, nil, map[string]bool{}
	for _, s := range p.Globals {
		w.globals = append(w.globals, s.X)
	}
	use := func(names ...string) {
		for _, name := range names {
			w.used[root(name)] = true
		}
	}
	entry := &Program{Body: p.Body}
	entry.each(func(s *Stmt) {
		if s.Op == Cancel {
			use(cancel(s.X))
		} else if s.Op != Make && s.Op != Closure && s.Op != Each && (s.Op != Set || s.Kind == Atomic) {
			use(s.X)
		}
		use(s.Args...)
		if s.Cond != nil {
			use(s.Cond.X)
		}
		for _, c := range s.Cases {
			use(c.X)
		}
	})
	for _, t := range p.Types {
		w.structure(t)
	}
	for _, s := range p.Globals {
		s.Line = w.print("var %s = %s", w.name(s.X), w.value(s))
	}
	for _, f := range p.Funcs {
		w.params = nil
		var params []string
		for _, x := range f.Params {
			w.params = append(w.params, x.Name)
			params = append(params, x.Name+" "+w.param(x))
		}
		recv := ""
		name := f.Name + w.suffix
		if f.Recv != nil {
			w.params = append(w.params, f.Recv.Name)
			recv = fmt.Sprintf("(%s %s) ", f.Recv.Name, w.param(f.Recv))
			name = f.Name
		}
		w.print("func %s%s(%s) {", recv, name, strings.Join(params, ", "))
		w.block(f.Body)
		w.print("}")
	}
	w.params = nil
	switch {
	case p.Main:
		w.print("func main() {")
	default:
		w.print("func %s(t *testing.T) {", p.entry(w.suffix))
	}
	w.block(p.Body)
	w.print("}")
}

// structure writes a type and the function that makes one.
func (w *writer) structure(t *Type) {
	name := t.Name + w.suffix
	w.print("type %s struct {", name)
	var values, conds []string
	for _, f := range t.Fields {
		w.print("\t%s %s", f.X, typeNames[f.Kind])
		switch f.Kind {
		case Chan:
			values = append(values, f.X+": "+w.value(f))
		case Cond:
			conds = append(conds, fmt.Sprintf("s.%s = sync.NewCond(&s.%s)", f.X, f.Args[0]))
		}
	}
	w.print("}")
	w.print("func new%s() *%s {", name, name)
	w.print("\ts := &%s{%s}", name, strings.Join(values, ", "))
	for _, line := range conds {
		w.print("\t%s", line)
	}
	w.print("\treturn s")
	w.print("}")
}

var typeNames = map[Kind]string{
	Mutex: "sync.Mutex", RWMutex: "sync.RWMutex", Locker: "sync.Locker", Chan: "chan int", NilChan: "chan int", WaitGroup: "sync.WaitGroup",
	Once: "sync.Once", Cond: "*sync.Cond", Context: "context.Context", Deadline: "context.Context", Ticker: "*time.Ticker", Flag: "bool", Atomic: "atomic.Bool", List: "[]int",
}

// byAddress reports whether a parameter for such a thing is a pointer to it.
func byAddress(k Kind) bool {
	return slices.Contains([]Kind{Mutex, RWMutex, WaitGroup, Once, Flag, Atomic, List}, k)
}

func (w *writer) param(x *Param) string {
	switch {
	case x.Kind == Struct:
		return "*" + x.Type + w.suffix
	case byAddress(x.Kind):
		return "*" + typeNames[x.Kind]
	}
	return typeNames[x.Kind]
}

// root returns the variable of an operand: s of s.mu.
func root(name string) string {
	name, _, _ = strings.Cut(name, ".")
	return name
}

// cancel returns the name of the cancel function of a context.
func cancel(ctx string) string { return strings.Replace(ctx, "ctx", "cancel", 1) }

// name writes an operand; a global has the number of its program.
func (w *writer) name(x string) string {
	r := root(x)
	if slices.Contains(w.globals, r) && !slices.Contains(w.params, r) {
		return r + w.suffix + x[len(r):]
	}
	return x
}

// arg writes an operand where it is passed on.
func (w *writer) arg(x string, k Kind) string {
	if (byAddress(k) || k == Locker) && !slices.Contains(w.params, x) {
		return "&" + w.name(x)
	}
	return w.name(x)
}

// value writes a new object.
func (w *writer) value(s *Stmt) string {
	switch s.Kind {
	case Chan:
		if s.N > 0 {
			return fmt.Sprintf("make(chan int, %d)", s.N)
		}
		return "make(chan int)"
	case NilChan:
		return "(chan int)(nil)"
	case Cond:
		return fmt.Sprintf("sync.NewCond(%s)", w.arg(s.Args[0], Mutex))
	case Context, Deadline:
		parent := "context.Background()"
		if len(s.Args) > 0 {
			parent = w.name(s.Args[0])
		}
		if s.Kind == Deadline {
			return fmt.Sprintf("context.WithTimeout(%s, time.Millisecond)", parent)
		}
		return fmt.Sprintf("context.WithCancel(%s)", parent)
	case Ticker:
		return "time.NewTicker(time.Millisecond)"
	case Flag:
		return "false"
	case Struct:
		return fmt.Sprintf("new%s()", s.Type+w.suffix)
	}
	return typeNames[s.Kind] + "{}"
}

// recursion prints a loop as a closure that calls itself until none is left.
func (w *writer) recursion(s *Stmt) {
	s.Line = w.print("{")
	w.print("var recurse func(int)")
	w.print("recurse = func(left int) {")
	w.print("if left == 0 {")
	w.print("return")
	w.print("}")
	w.block(s.Body)
	w.print("recurse(left - 1)")
	w.print("}")
	w.print("recurse(%d)", s.N)
	w.print("}")
}

func (w *writer) block(list []*Stmt) {
	w.depth++
	for _, s := range list {
		if w.run {
			w.text.WriteString("yield(); ")
		}
		w.stmt(s)
	}
	w.depth--
}

// called writes a statement that may stand behind go or defer, or that is only a call.
func (w *writer) called(s *Stmt) string {
	x := w.name(s.X)
	method := map[Op]string{
		Lock: "Lock", Unlock: "Unlock", RLock: "RLock", RUnlock: "RUnlock", Done: "Done", Wait: "Wait", Sleep: "Wait", Signal: "Signal", Broadcast: "Broadcast",
	}[s.Op]
	switch s.Op {
	case Close:
		return fmt.Sprintf("close(%s)", x)
	case Cancel:
		return w.name(cancel(s.X)) + "()"
	case Add:
		return fmt.Sprintf("%s.Add(%d)", x, s.N)
	case Call:
		var args []string
		name := s.X
		for _, f := range w.p.Funcs {
			if f.Recv == nil && f.Name == s.X {
				name = f.Name + w.suffix
			}
			if f.Name == s.X || f.Recv != nil && strings.HasSuffix(s.X, "."+f.Name) {
				for k, a := range s.Args {
					args = append(args, w.arg(a, f.Params[k].Kind))
				}
			}
		}
		if strings.Contains(name, ".") {
			name = w.name(name)
		}
		return fmt.Sprintf("%s(%s)", name, strings.Join(args, ", "))
	}
	return fmt.Sprintf("%s.%s()", x, method)
}

// literal writes a function literal with what stands before and behind it.
func (w *writer) literal(before string, s *Stmt, behind string) {
	s.Line = w.print("%sfunc() {", before)
	w.block(s.Body)
	w.print("}%s", behind)
}

func (w *writer) stmt(s *Stmt) {
	switch s.Op {
	case Make:
		w.declare(s)
	case Send:
		s.Line = w.print("%s <- 1", w.name(s.X))
	case Recv:
		s.Line = w.print("<-%s", w.name(s.X))
	case Set:
		s.Line = w.print("%s", w.set(s))
	case Push:
		s.Line = w.print("%s = append(%[1]s, 1)", w.content(s.X))
	case Pop:
		s.Line = w.print("%s = %[1]s[1:]", w.content(s.X))
	case Do:
		w.literal(w.name(s.X)+".Do(", s, ")")
	case WaitGo:
		w.literal(w.name(s.X)+".Go(", s, ")")
	case Go, Defer:
		word := "go "
		if s.Op == Defer {
			word = "defer "
		}
		switch {
		case s.Bare && w.run && s.Op == Defer:
			s.Line = w.print("defer func() { yield(); %s }()", w.called(s.Body[0]))
		case s.Bare:
			s.Line = w.print("%s%s", word, w.called(s.Body[0]))
		default:
			w.literal(word, s, "()")
		}
		if s.Bare {
			s.Body[0].Line = s.Line
		}
	case Closure:
		w.literal(s.X+" := ", s, w.unless(s.X))
	case If:
		s.Line = w.print("if %s {", w.condition(s.Cond))
		w.block(s.Body)
		if len(s.Else) > 0 {
			w.print("} else {")
			w.block(s.Else)
		}
		w.print("}")
	case Loop:
		if s.Recursive {
			w.recursion(s)
			break
		}
		s.Line = w.print("for range %d {", s.N)
		w.block(s.Body)
		w.print("}")
	case Forever:
		s.Line = w.print("for {")
		w.block(s.Body)
		w.print("}")
	case Range:
		s.Line = w.print("for range %s {", w.name(s.X))
		w.block(s.Body)
		w.print("}")
	case Each:
		var args []string
		for _, a := range s.Args {
			args = append(args, w.arg(a, s.Kind))
		}
		star := ""
		if byAddress(s.Kind) {
			star = "*"
		}
		s.Line = w.print("for _, %s := range []%s%s{%s} {", s.X, star, typeNames[s.Kind], strings.Join(args, ", "))
		w.params = append(w.params, s.X)
		w.block(s.Body)
		w.params = w.params[:len(w.params)-1]
		w.print("\t_ = %s", s.X)
		w.print("}")
	case Select:
		s.Line = w.print("select {")
		for _, c := range s.Cases {
			switch {
			case c.X == "":
				c.Line = w.print("default:")
			case c.Send:
				c.Line = w.print("case %s <- 1:", w.name(c.X))
			default:
				c.Line = w.print("case <-%s:", w.name(c.X))
			}
			w.block(c.Body)
		}
		w.print("}")
	case Return:
		s.Line = w.print("return")
	case Break:
		s.Line = w.print("break")
	case Continue:
		s.Line = w.print("continue")
	case Goexit:
		s.Line = w.print("runtime.Goexit()")
	case Exit:
		s.Line = w.print("os.Exit(0)")
	case Panic:
		s.Line = w.print("panic(%q)", "failed")
	default:
		s.Line = w.print("%s", w.called(s))
	}
}

// unless uses a variable that nothing else uses.
func (w *writer) unless(name string) string {
	if w.used[name] {
		return ""
	}
	return "; _ = " + name
}

func (w *writer) declare(s *Stmt) {
	switch {
	case s.Kind == Context || s.Kind == Deadline:
		s.Line = w.print("%s, %s := %s%s%s", s.X, cancel(s.X), w.value(s), w.unless(s.X), w.unless(cancel(s.X)))
	case strings.HasSuffix(w.value(s), "{}"):
		s.Line = w.print("var %s %s%s", s.X, typeNames[s.Kind], w.unless(s.X))
	default:
		s.Line = w.print("%s := %s%s", s.X, w.value(s), w.unless(s.X))
	}
}

func (w *writer) set(s *Stmt) string {
	switch {
	case s.Kind == Atomic:
		return fmt.Sprintf("%s.Store(%t)", w.name(s.X), s.Value)
	case slices.Contains(w.params, s.X):
		return fmt.Sprintf("*%s = %t", s.X, s.Value)
	}
	return fmt.Sprintf("%s = %t", w.name(s.X), s.Value)
}

// content writes the value of a variable.
func (w *writer) content(x string) string {
	if slices.Contains(w.params, x) {
		return "(*" + x + ")"
	}
	return w.name(x)
}

func (w *writer) condition(c *Condition) string {
	x, not := w.name(c.X), ""
	if c.Not {
		not = "!"
	}
	switch c.Test {
	case IsSet:
		if slices.Contains(w.params, c.X) {
			return not + "*" + x
		}
		return not + x
	case Filled:
		if c.Not {
			return fmt.Sprintf("len(%s) == 0", w.content(c.X))
		}
		return fmt.Sprintf("len(%s) > 0", w.content(c.X))
	case Loaded:
		return not + x + ".Load()"
	case Open:
		return fmt.Sprintf("_, ok := <-%s; %sok", x, not)
	case Try:
		return x + ".TryLock()"
	case TryRead:
		return x + ".TryRLock()"
	case Ended:
		return x + ".Err() != nil"
	case Swap:
		return x + ".CompareAndSwap(false, true)"
	}
	return "rand.IntN(2) == 0"
}
