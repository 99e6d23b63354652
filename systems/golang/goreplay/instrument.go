// This file defines where hooks go in expressions: calls and channel operations.

package goreplay

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// An instrumenter rewrites one file.
type instrumenter struct {
	edits
	fset    *token.FileSet
	info    *types.Info
	name    string // of the original file
	add     func(*site) int
	entries map[string]string // the functions that may begin, if they are in this package: the values
	commaOK map[*ast.UnaryExpr]bool
}

// A hook is what to do with calls of a function of a library.
type hook struct {
	op     string
	wrap   string   // the hook that takes the function; if empty, by arguments and results
	second string   // the operation that comes after it at the same place
	args   []string // hooks that take arguments
}

// hooks returns the hook of a function; the zero hook for most.
func hooks(name string) hook {
	if strings.HasPrefix(name, "sync/atomic.") || strings.HasPrefix(name, "(*sync/atomic.") {
		return hook{op: "atomic"}
	}
	switch name {
	case "(*sync.Mutex).Lock", "(*sync.RWMutex).Lock", "(sync.Locker).Lock":
		return hook{op: "lock"}
	case "(*sync.Mutex).Unlock", "(*sync.RWMutex).Unlock", "(sync.Locker).Unlock":
		return hook{op: "unlock"}
	case "(*sync.RWMutex).RLock":
		return hook{op: "rlock"}
	case "(*sync.RWMutex).RUnlock":
		return hook{op: "runlock"}
	case "(*sync.Mutex).TryLock", "(*sync.RWMutex).TryLock":
		return hook{op: "trylock"}
	case "(*sync.RWMutex).TryRLock":
		return hook{op: "tryrlock"}
	case "(*sync.WaitGroup).Add", "(*sync.WaitGroup).Done":
		return hook{op: "add"}
	case "(*sync.WaitGroup).Wait", "(*golang.org/x/sync/errgroup.Group).Wait":
		return hook{op: "wait"}
	case "(*sync.WaitGroup).Go":
		return hook{op: "go", wrap: "WaitGroupGo", second: "add"}
	case "(*golang.org/x/sync/errgroup.Group).Go":
		return hook{op: "go", wrap: "SpawnErr"}
	case "(*golang.org/x/sync/errgroup.Group).TryGo":
		return hook{op: "go", wrap: "TrySpawnErr"}
	case "(*golang.org/x/sync/semaphore.Weighted).Acquire":
		return hook{op: "acquire"}
	case "(*golang.org/x/sync/semaphore.Weighted).TryAcquire":
		return hook{op: "tryacquire"}
	case "(*golang.org/x/sync/semaphore.Weighted).Release":
		return hook{op: "release"}
	case "(*sync.Once).Do":
		return hook{op: "once", wrap: "Once", second: "once-end"}
	case "(*sync.Cond).Wait":
		return hook{op: "cond-wait", wrap: "Wait", second: "lock"}
	case "(*sync.Cond).Signal":
		return hook{op: "signal"}
	case "(*sync.Cond).Broadcast":
		return hook{op: "broadcast"}
	case "sync.NewCond":
		return hook{args: []string{"Locker("}}
	case "time.Sleep":
		return hook{op: "sleep", wrap: "Sleep"}
	case "os.Exit":
		return hook{op: "exit"}
	case "time.After", "time.NewTimer", "(*time.Timer).Reset":
		return hook{args: []string{"Scale("}}
	case "time.Tick", "time.NewTicker", "(*time.Ticker).Reset":
		return hook{args: []string{"ScaleTick("}}
	case "time.AfterFunc":
		return hook{op: "go", args: []string{"Scale(", "Spawn(%d, "}}
	case "context.AfterFunc":
		return hook{op: "go", args: []string{"", "Spawn(%d, "}}
	case "context.WithTimeout", "context.WithTimeoutCause":
		return hook{args: []string{"", "Scale("}}
	case "context.WithDeadline", "context.WithDeadlineCause":
		return hook{args: []string{"", "Deadline("}}
	case "(*testing.T).Run", "(*testing.B).Run":
		return hook{args: []string{"", "Inline("}}
	}
	return hook{}
}

// rt is how a rewritten file names the package of the hooks.
const rt = "ijitreplay_."

func (in *instrumenter) offset(p token.Pos) int { return in.fset.PositionFor(p, false).Offset }

// site makes a site of the text from lo to hi.
func (in *instrumenter) site(op string, lo, hi, key token.Pos) *site {
	at := func(p token.Pos) token.Position {
		q := in.fset.PositionFor(p, false)
		q.Filename = in.name
		return q
	}
	return &site{op: op, text: string(in.text[in.offset(lo):in.offset(hi)]), start: at(lo), end: at(hi), key: at(key)}
}

func (in *instrumenter) walk(n ast.Node) {
	if n != nil {
		ast.Inspect(n, in.visit)
	}
}

// visit rewrites a node and says whether its children remain to be visited.
func (in *instrumenter) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		return in.call(n)
	case *ast.SelectorExpr: // a method value; calls do not come here
		if f, ok := in.info.Uses[n.Sel].(*types.Func); ok && in.info.Selections[n] != nil {
			if h := hooks(f.FullName()); h.op != "" && h.wrap == "" && h.args == nil {
				in.wrap(n, h, n.Sel.Pos(), n.End())
				return false
			}
		}
	case *ast.UnaryExpr:
		if n.Op == token.ARROW && in.isChan(n.X) {
			name := "Recv"
			if in.commaOK[n] {
				name = "Recv2"
			}
			s := in.site("recv", n.Pos(), n.End(), n.OpPos)
			s.timers = []bool{in.isTimer(n.X)}
			lo := in.offset(n.OpPos)
			in.list = append(in.list, edit{lo, lo + 2, fmt.Sprintf("%s%s(%d, ", rt, name, in.add(s)), false})
			in.walk(n.X)
			in.close(in.offset(n.X.End()), ")")
			return false
		}
	case *ast.AssignStmt:
		if len(n.Lhs) == 2 && len(n.Rhs) == 1 {
			in.markOK(n.Rhs[0])
		}
	case *ast.ValueSpec:
		if len(n.Names) == 2 && len(n.Values) == 1 {
			in.markOK(n.Values[0])
		}
	case *ast.CompositeLit:
		if t := in.info.TypeOf(n); t != nil && types.TypeString(t, nil) == "sync.Cond" && len(n.Elts) == 1 {
			if kv, ok := n.Elts[0].(*ast.KeyValueExpr); ok {
				in.open(in.offset(kv.Value.Pos()), rt+"Locker(")
				in.walk(kv.Value)
				in.close(in.offset(kv.Value.End()), ")")
				return false
			}
		}
	default:
		return in.statement(n)
	}
	return true
}

func (in *instrumenter) markOK(e ast.Expr) {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		in.commaOK[u] = true
	}
}

// isChan reports whether e is a channel whose type a hook can infer.
func (in *instrumenter) isChan(e ast.Expr) bool {
	t := in.info.TypeOf(e)
	if t == nil {
		return false
	}
	if _, isParam := types.Unalias(t).(*types.TypeParam); isParam {
		return false
	}
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// isTimer reports whether something may come from a channel because time passes.
func (in *instrumenter) isTimer(e ast.Expr) bool {
	if c, ok := in.info.TypeOf(e).Underlying().(*types.Chan); ok && types.TypeString(c.Elem(), nil) == "time.Time" {
		return true
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && in.callee(call) == "(context.Context).Done"
}

// callee returns the full name of the function that is called, if it is known.
func (in *instrumenter) callee(call *ast.CallExpr) string {
	var id *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return ""
	}
	switch f := in.info.Uses[id].(type) {
	case *types.Func:
		return f.FullName()
	case *types.Builtin:
		return f.Name()
	}
	return ""
}

// call rewrites a call.
func (in *instrumenter) call(call *ast.CallExpr) bool {
	name := in.callee(call)
	if name == "close" && in.isChan(call.Args[0]) {
		id := in.add(in.site("close", call.Pos(), call.End(), call.Lparen))
		in.list = append(in.list, edit{in.offset(call.Pos()), in.offset(call.Lparen) + 1, fmt.Sprintf("%sClose(%d, ", rt, id), false})
		in.walk(call.Args[0])
		return false
	}
	h := hooks(name)
	if h.op == "" && isCancel(in.info.TypeOf(call.Fun)) && in.info.Types[call.Fun].IsValue() {
		h = hook{op: "cancel"}
	}
	if h.op != "" && h.args == nil {
		in.wrap(call.Fun, h, call.Lparen, call.End())
	} else {
		in.function(call.Fun)
	}
	id := 0
	if h.op != "" && h.args != nil {
		id = in.add(in.site(h.op, call.Pos(), call.End(), call.Lparen))
	}
	for i, arg := range call.Args {
		if i >= len(h.args) || h.args[i] == "" || call.Ellipsis.IsValid() {
			in.walk(arg)
			continue
		}
		text := h.args[i]
		if strings.Contains(text, "%d") {
			text = fmt.Sprintf(text, id)
		}
		in.open(in.offset(arg.Pos()), rt+text)
		in.walk(arg)
		in.close(in.offset(arg.End()), ")")
	}
	return false
}

// wrap puts a hook around a function that is called.
func (in *instrumenter) wrap(f ast.Expr, h hook, key, end token.Pos) {
	signature, ok := in.info.TypeOf(f).Underlying().(*types.Signature)
	if !ok || signature.Results().Len() > 1 || signature.Params().Len() > 3 || signature.Variadic() {
		in.function(f)
		return
	}
	name := h.wrap
	if name == "" {
		name = fmt.Sprintf("F%d%d", signature.Params().Len(), signature.Results().Len())
	}
	id := in.add(in.site(h.op, f.Pos(), end, key))
	if h.second != "" {
		s := in.site(h.second, f.Pos(), end, key)
		s.second = true
		in.add(s)
	}
	in.open(in.offset(f.Pos()), fmt.Sprintf("%s%s(%d, ", rt, name, id))
	in.function(f)
	in.close(in.offset(f.End()), ")")
}

// function walks an expression that is called, and is no method value.
func (in *instrumenter) function(f ast.Expr) {
	if sel, ok := ast.Unparen(f).(*ast.SelectorExpr); ok {
		in.walk(sel.X)
	} else {
		in.walk(f)
	}
}

// isCancel reports whether t is the type of functions that cancel a context.
func isCancel(t types.Type) bool {
	if t == nil {
		return false
	}
	name := types.TypeString(t, nil)
	return name == "context.CancelFunc" || name == "context.CancelCauseFunc"
}
