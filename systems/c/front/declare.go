// This file defines objects.

package front

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// An object is a variable of the program, or a part of one.
type object struct {
	name     string
	typ      cc.Type
	variable word.Variable // of a scalar, and of an array's elements
	signed   bool
	shared   bool
	atomic   bool               // each access to it is atomic
	fields   map[string]*object // of a structure, which are its parts
	parts    []*object          // in order: fields, or elements
	elements []*object          // of an array whose elements are structures, or which is short and only indexed by constants
	array    bool               // variable stands for all elements
	length   int
	targets  []*object // of a pointer, or of an array of such: what it may point to
	foreign  bool      // a pointer may have another value, too
	loaded   int       // the last round in which a pointer was read
	id       uint64    // of what a pointer points to: its address
	function *cc.FunctionDefinition
	opaque   map[string]*object
	assigned bool        // by an assignment
	defined  bool        // of a global: it is no other file's
	heap     *allocation // of what was allocated
	fresh    *allocation // the same, while it has no type yet
	// fixed is the value of a parameter that nobody assigns to, or None: it is that of the argument.
	fixed word.Term
}

// opaque are the types of the library, with what is in them.
var opaque = map[string][]struct {
	name  string
	width int
}{
	"pthread_mutex_t":    {{"", 1}},
	"pthread_spinlock_t": {{"", 1}},
	"pthread_rwlock_t":   {{"writing", 1}, {"readers", 32}},
	"sem_t":              {{"", 32}},
	"pthread_barrier_t":  {{"size", 32}, {"waiting", 32}, {"round", 1}},
	"pthread_once_t":     {{"", 8}},
	"pthread_cond_t":     {}, "pthread_attr_t": {}, "pthread_mutexattr_t": {}, "pthread_condattr_t": {}, "pthread_rwlockattr_t": {}, "pthread_barrierattr_t": {},
}

// place says where objects are made: in a thread, or for all of them.
type maker struct {
	r      *reader
	local  *form.Automaton // nil for globals
	zero   bool            // what has no initial value is 0
	values func(o *object, initial word.Term)
}

func (m *maker) variable(name string, width int, signed bool) word.Variable {
	v := m.r.t.NewVariable(name, width, signed)
	if m.local != nil {
		m.local.Locals = append(m.local.Locals, v)
	}
	return v
}

// width returns the number of bits of a type, 0 if it is no scalar that is read.
func (r *reader) width(t cc.Type) int {
	switch t.Kind() {
	case cc.Bool:
		return 1
	case cc.Ptr, cc.Array, cc.Function:
		if r.options.ILP32 {
			return 32
		}
		return 64
	case cc.Enum:
		return 32
	}
	if cc.IsIntegerType(t) && t.Size() >= 1 && t.Size() <= 8 {
		return int(t.Size()) * 8
	}
	return 0
}

func isSigned(t cc.Type) bool {
	return t.Kind() != cc.Bool && t.Kind() != cc.Ptr && cc.IsSignedInteger(t) && !(t.Kind() == cc.Enum && t.(*cc.EnumType).Min() >= 0)
}

// shortArray is how many elements an array has of which each is a variable where all indices are constants.
const shortArray = 64

// object makes an object. at is where it is declared.
func (m *maker) object(at cc.Node, name string, t cc.Type) *object {
	r := m.r
	o := &object{name: name, typ: t, shared: m.local == nil, atomic: isAtomic(element(t)), fixed: form.None}
	if def := t.Typedef(); def != nil {
		if parts, ok := opaque[def.Name()]; ok {
			o.opaque = map[string]*object{}
			for _, p := range parts {
				full := name
				if p.name != "" {
					full += "." + p.name
				}
				part := &object{name: full, shared: o.shared, fixed: form.None, variable: m.variable(full, p.width, false)}
				m.initialize(part, p.width, 0, true)
				o.opaque[p.name] = part
			}
			return o
		}
	}
	switch t.Kind() {
	case cc.Struct:
		o.fields = map[string]*object{}
		s := t.(*cc.StructType)
		for i := range s.NumFields() {
			f := s.FieldByIndex(i)
			if f.IsBitfield() {
				r.refuse(at, "", "bit-fields are not read")
				continue
			}
			o.fields[f.Name()] = m.object(at, name+"."+f.Name(), f.Type())
			o.parts = append(o.parts, o.fields[f.Name()])
		}
		return o
	case cc.Array:
		a := t.(*cc.ArrayType)
		elem := a.Elem()
		o.length = int(max(0, a.Len()))
		if elem.Typedef() != nil && (elem.Typedef().Name() == "pthread_t" || opaque[elem.Typedef().Name()] != nil) || elem.Kind() == cc.Struct || elem.Kind() == cc.Array || elem.Kind() == cc.Ptr && o.length > 0 && o.length <= shortArray {
			if o.length > shortArray && elem.Kind() != cc.ULong {
				r.refuse(at, "", "an array of %d elements that are no numbers is not read", o.length)
			}
			for i := range min(o.length, shortArray) {
				o.elements = append(o.elements, m.object(at, fmt.Sprintf("%s[%d]", name, i), elem))
			}
			o.parts = o.elements
			return o
		}
		w := r.width(elem)
		if w == 0 {
			break
		}
		o.array, o.signed = true, isSigned(elem)
		o.variable = r.t.NewVariable(name, w, o.signed)
		list := &r.p.Arrays
		if m.local != nil {
			list = &m.local.Arrays
		}
		*list = append(*list, form.Array{Variable: o.variable, Length: o.length, Zero: m.zero})
		return o
	}
	w := r.width(t)
	if w == 0 {
		r.refuse(at, "integers, _Bool, enumerations, structures, arrays and pointers are", "the type %s is not read", t)
		w = 32
	}
	o.signed = isSigned(t)
	o.variable = m.variable(name, w, o.signed)
	m.initialize(o, w, 0, m.zero)
	return o
}

func (m *maker) initialize(o *object, width int, value uint64, known bool) {
	initial := form.None
	if known {
		initial = m.r.t.Const(width, value)
	}
	m.values(o, initial)
}

func (r *reader) global() *maker {
	return &maker{r: r, zero: true, values: func(o *object, initial word.Term) {
		r.p.Globals = append(r.p.Globals, form.Global{Variable: o.variable, Initial: initial})
	}}
}

func (r *reader) declareGlobals(d *cc.Declaration) {
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		decl := l.InitDeclarator.Declarator
		if decl.IsThreadLocal() && l.InitDeclarator.Initializer != nil {
			r.initials[decl.Name()] = l.InitDeclarator.Initializer
		}
		if decl.IsTypename() || decl.Type().Kind() == cc.Function || decl.IsThreadLocal() {
			continue
		}
		o := r.globalOf(decl)
		o.defined = o.defined || !decl.IsExtern()
		if l.InitDeclarator.Initializer != nil {
			r.initial(o, l.InitDeclarator.Initializer)
		}
	}
}

// globalOf returns the object of a global, and makes it if there is none.
func (r *reader) globalOf(d *cc.Declarator) *object {
	o := r.globalNamed(d)
	if o == nil {
		o = r.global().object(d, d.Name(), d.Type())
	}
	r.globals[d] = o
	return o
}

// globalNamed returns the object of a global, whose declarations may be several; nil if there is none yet.
func (r *reader) globalNamed(d *cc.Declarator) *object {
	if o := r.globals[d]; o != nil {
		return o
	}
	for other, o := range r.globals {
		if other.Name() == d.Name() && other.Linkage() != cc.None && d.Linkage() != cc.None {
			return o
		}
	}
	return nil
}

// constant returns the value of an expression that is one.
func constant(e cc.ExpressionNode) (uint64, bool) {
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return uint64(v), true
	case cc.UInt64Value:
		return uint64(v), true
	case *cc.ZeroValue:
		return 0, true
	}
	return 0, false
}
