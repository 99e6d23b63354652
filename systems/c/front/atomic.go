// This file defines operations that are one step although they read and write.

package front

import (
	"regexp"
	"strings"
	"sync"

	"modernc.org/cc/v4"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// atomicAttribute marks types as _Atomic, which the parser does not keep.
const atomicAttribute = "ijit_atomic"

// atomicMacros returns the operations of GCC in terms of a few. What they return is cast to the type of the object.
func atomicMacros() string {
	var b strings.Builder
	b.WriteString("#define _Atomic __attribute__((" + atomicAttribute + `))
#define _AtomiC(type) _Atomic type
#define __sync_synchronize() ((void)0)
#define __atomic_thread_fence(order) ((void)0)
#define __atomic_signal_fence(order) ((void)0)
#define __sync_lock_test_and_set(p, v) ((__typeof__(*(p)))__ijit_exchange(p, v))
#define __sync_lock_release(p) ((void)__ijit_exchange(p, 0))
#define __sync_val_compare_and_swap(p, old, v) ((__typeof__(*(p)))__ijit_swapped(p, old, v))
#define __sync_bool_compare_and_swap(p, old, v) __ijit_swap(p, old, v)
#define __atomic_load_n(p, order) ((__typeof__(*(p)))__ijit_load(p))
#define __atomic_store_n(p, v, order) ((void)__ijit_store(p, v))
#define __atomic_exchange_n(p, v, order) ((__typeof__(*(p)))__ijit_exchange(p, v))
#define __atomic_compare_exchange_n(p, old, v, weak, success, failure) __ijit_compare_exchange(p, old, v, weak)
#define __atomic_test_and_set(p, order) ((_Bool)__ijit_exchange(p, 1))
#define __atomic_clear(p, order) ((void)__ijit_store(p, 0))
#define __atomic_load(p, to, order) ((void)(*(to) = __atomic_load_n(p, order)))
#define __atomic_store(p, v, order) __atomic_store_n(p, *(v), order)
#define __atomic_exchange(p, v, to, order) ((void)(*(to) = __atomic_exchange_n(p, *(v), order)))
#define __atomic_compare_exchange(p, old, v, weak, success, failure) __atomic_compare_exchange_n(p, old, *(v), weak, success, failure)
`)
	for _, op := range []string{"add", "sub", "or", "and", "xor", "nand"} {
		b.WriteString(strings.ReplaceAll(`#define __sync_fetch_and_OP(p, v) ((__typeof__(*(p)))__ijit_fetch_OP(p, v))
#define __sync_OP_and_fetch(p, v) ((__typeof__(*(p)))__ijit_OP_fetch(p, v))
#define __atomic_fetch_OP(p, v, order) ((__typeof__(*(p)))__ijit_fetch_OP(p, v))
#define __atomic_OP_fetch(p, v, order) ((__typeof__(*(p)))__ijit_OP_fetch(p, v))
`, "OP", op))
	}
	return b.String()
}

// atomicFunctions declares these few: they take and return what has the bits of the object.
func atomicFunctions() string {
	var b strings.Builder
	for _, f := range []string{"fetch_add", "fetch_sub", "fetch_or", "fetch_and", "fetch_xor", "fetch_nand", "add_fetch", "sub_fetch", "or_fetch", "and_fetch", "xor_fetch",
		"nand_fetch", "exchange", "swapped", "load", "store"} {
		b.WriteString("unsigned long __ijit_" + f + "();\n")
	}
	b.WriteString("_Bool __ijit_swap();\n_Bool __ijit_compare_exchange();\n")
	return b.String()
}

// atomicSpecifier is _Atomic(type), of types that are no pointers.
var atomicSpecifier = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b_Atomic(\s*\([^*()]*\))`) })

// atomicPointer is the same of a pointer, of which the word has to stand behind the type.
var atomicPointer = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b_Atomic\s*\(([^()]*\*\s*)\)`) })

// withMacros has _Atomic(type) be a macro, and all behind it stay where it is.
func withMacros(text []byte) []byte {
	return atomicPointer().ReplaceAll(atomicSpecifier().ReplaceAll(text, []byte("_AtomiC$1")), []byte("$1 _Atomic "))
}

// isAtomic reports whether each access to an object of a type is atomic.
func isAtomic(t cc.Type) bool {
	a := t.Attributes()
	return a != nil && a.IsAttrSet(atomicAttribute)
}

// atomically makes one step of what do does.
func (f *frame) atomically(n cc.Node, do func()) {
	f.beginAtomic(n)
	do()
	f.endAtomic(n)
}

// allAtomic reports whether all that an expression may designate is accessed atomically.
func allAtomic(list []place) bool {
	for _, p := range list {
		if !p.object.atomic {
			return false
		}
	}
	return len(list) > 0
}

// atomicOperation evaluates a call of one of atomicFunctions.
func (f *frame) atomicOperation(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	pointer, ok := args[0].Type().Decay().(*cc.PointerType)
	if !ok {
		return f.refuse(x, "give it a pointer to a number", "an atomic operation of %s is not read", args[0].Type()), true
	}
	typ, list := pointer.Elem(), f.deref(args[0])
	if s, ok := typ.(*cc.StructType); ok && s.NumFields() == 1 { // an atomic_flag of the system's headers
		typ = s.FieldByIndex(0).Type()
		for i, p := range list {
			list[i] = place{p.when, p.object.fields[s.FieldByIndex(0).Name()], form.None}
		}
	}
	if f.width(typ) == 0 {
		return f.refuse(x, "give it a pointer to a number", "an atomic operation of %s is not read", args[0].Type()), true
	}
	// The arguments are evaluated before, and are about what is the thread's own.
	operand := func(i int) value { return f.convert(f.value(args[i]), args[i].Type(), typ) }
	ops := map[string]word.Op{"add": word.Add, "sub": word.Sub, "or": word.Or, "and": word.And, "xor": word.Xor}
	apply := func(op string, a, b word.Term) value {
		if op == "nand" {
			return value{term: f.t.Not(f.t.Binary(word.And, a, b))}
		}
		return value{term: f.t.Binary(ops[op], a, b)}
	}
	result := f.integer(0)
	switch before, after, _ := strings.Cut(name, "_"); {
	case name == "load":
		result = f.loadAtomic(x, list)
	case name == "store":
		v := operand(1)
		f.atomically(x, func() { f.assign(x, list, v) })
	case name == "exchange":
		v := operand(1)
		f.atomically(x, func() {
			result = f.loadKept(x, list)
			f.assign(x, list, v)
		})
	case name == "swap", name == "swapped":
		old, v := operand(1), operand(2)
		now, equal := f.exchange(x, list, old, v, word.True)
		if result = now; name == "swap" {
			result = value{term: equal}
		}
	case name == "compare_exchange":
		expected := f.deref(args[1])
		old, v := f.load(x, expected), operand(2)
		if old.term != form.None && f.t.Width(old.term) != f.width(typ) {
			return f.refuse(x, "", "an atomic operation of %s and %s is not read", args[0].Type(), args[1].Type()), true
		}
		may := word.True
		if k, ok := constant(args[3]); !ok || k != 0 { // a weak one may fail for no reason
			may = f.anything(x, 1, false)
		}
		now, equal := f.exchange(x, list, old, v, may)
		from, done := f.at, f.node()
		f.edge(from, done, f.origin(x), equal, nil)
		f.goOn(from)
		if e := f.emit(f.origin(x), f.t.Not(equal)); e != nil {
			f.assign(x, expected, now)
			f.goTo(done, f.origin(x))
		}
		f.goOn(done)
		result = value{term: equal}
	case before == "fetch":
		v := operand(1)
		f.atomically(x, func() {
			result = f.loadKept(x, list)
			f.assign(x, list, apply(after, result.term, v.term))
		})
	case after == "fetch":
		v := operand(1)
		f.atomically(x, func() {
			now := f.loadKept(x, list)
			result = apply(before, now.term, v.term)
			f.assign(x, list, result)
		})
	default:
		return result, false
	}
	return result, true
}

func (f *frame) loadAtomic(n cc.Node, list []place) (v value) {
	f.atomically(n, func() { v = f.load(n, list) })
	return v
}

// loadKept is a load of a value that is used behind an assignment to what it was loaded from.
func (f *frame) loadKept(n cc.Node, list []place) value {
	v := f.load(n, list)
	if len(list) == 1 && !list[0].object.shared {
		v.term = f.kept(n, v.term, list[0].object.signed)
	}
	return v
}

// exchange is a step that sets what a pointer points to to v if it is old and may is 1. It returns what it was, and whether
// it was set.
func (f *frame) exchange(n cc.Node, list []place, old, v value, may word.Term) (now value, done word.Term) {
	r := f.temporary(1, false)
	f.atomically(n, func() {
		now = f.loadKept(n, list)
		f.comparable(n, word.Eq, now, old)
		yes, no, after := f.node(), f.node(), f.node()
		f.branch(f.origin(n), f.t.And(may, f.t.Eq(now.term, old.term)), yes, no)
		f.goOn(yes)
		f.assign(n, list, v)
		f.emit(f.origin(n), word.True, set(r, word.True))
		f.goTo(after, f.origin(n))
		f.goOn(no)
		f.emit(f.origin(n), word.True, set(r, word.False))
		f.goTo(after, f.origin(n))
		f.goOn(after)
	})
	return now, f.t.Var(r)
}
