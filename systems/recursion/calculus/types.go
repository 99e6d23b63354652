// This file defines types and how their values are numbered and encoded.

package calculus

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// A TypeKind says what the values of a type are.
type TypeKind int

const (
	BoolType  TypeKind = iota // truth values
	EnumType                  // names, or the numbers of a range
	ClassType                 // records
	ArrayType                 // sequences of one length
)

// A Type has finitely many values, each of which is a row of Width bits.
type Type struct {
	Kind   TypeKind
	Name   string
	Low    int      // EnumType: the first number
	Size   int      // EnumType: how many values
	Names  []string // EnumType: of the values; nil for a range
	Fields []Field  // ClassType
	Elem   *Type    // ArrayType
	Length int      // ArrayType
	Width  int
	// sparse says that some rows of bits are no value.
	sparse bool
}

// A Field is a part of a record.
type Field struct {
	Name   string
	Type   *Type
	Offset int // of its first bit
}

// maxWidth limits the bits of a value.
const maxWidth = 1 << 16

func newEnum(name string, low, size int, names []string) *Type {
	return &Type{
		Kind: EnumType, Name: name, Low: low, Size: size, Names: names,
		Width: bits.Len(uint(size - 1)), sparse: size&(size-1) != 0,
	}
}

// add appends a field to a record and returns false if it is too wide.
func (t *Type) add(name string, f *Type) bool {
	t.Fields = append(t.Fields, Field{Name: name, Type: f, Offset: t.Width})
	t.Width += f.Width
	t.sparse = t.sparse || f.sparse
	return t.Width <= maxWidth
}

// field returns a field by its name.
func (t *Type) field(name string) (Field, bool) {
	for _, f := range t.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// String returns the type as it is written.
func (t *Type) String() string {
	if t.Kind == ArrayType {
		return fmt.Sprintf("%s[%d]", t.Elem, t.Length)
	}
	return t.Name
}

// values says which values an enum has, for messages.
func (t *Type) values() string {
	if t.Names == nil {
		return fmt.Sprintf("%d..%d", t.Low, t.Low+t.Size-1)
	}
	return strings.Join(t.Names, ", ")
}

// A Value is a value of a type.
type Value struct {
	Type *Type
	Bits []bool // the highest first
}

// Int returns the number of a truth value or of a value of an enum: its place in the
// list of names, or the number itself for a range. It is 0 for other types.
func (v Value) Int() int {
	if v.Type.Kind != BoolType && v.Type.Kind != EnumType {
		return 0
	}
	n := 0
	for _, b := range v.Bits {
		n <<= 1
		if b {
			n |= 1
		}
	}
	return n + v.Type.Low
}

// Field returns a part of a record, and false if there is no field of that name.
func (v Value) Field(name string) (Value, bool) {
	f, ok := v.Type.field(name)
	if !ok {
		return Value{}, false
	}
	return Value{f.Type, v.Bits[f.Offset : f.Offset+f.Type.Width]}, true
}

// Index returns an element of an array, and false if there is none.
func (v Value) Index(i int) (Value, bool) {
	if v.Type.Kind != ArrayType || i < 0 || i >= v.Type.Length {
		return Value{}, false
	}
	w := v.Type.Elem.Width
	return Value{v.Type.Elem, v.Bits[i*w : (i+1)*w]}, true
}

// String returns the value as it is written, or {f=1, g=start} for a record and
// [1, 0] for an array.
func (v Value) String() string {
	switch t := v.Type; t.Kind {
	case ClassType:
		var b strings.Builder
		for i, f := range t.Fields {
			part, _ := v.Field(f.Name)
			fmt.Fprintf(&b, "%s%s=%s", separator(i), f.Name, part)
		}
		return "{" + b.String() + "}"
	case ArrayType:
		var b strings.Builder
		for i := range t.Length {
			part, _ := v.Index(i)
			b.WriteString(separator(i) + part.String())
		}
		return "[" + b.String() + "]"
	default:
		if n := v.Int(); t.Names != nil && n < len(t.Names) {
			return t.Names[n]
		} else {
			return strconv.Itoa(n)
		}
	}
}

func separator(i int) string {
	if i == 0 {
		return ""
	}
	return ", "
}

// code returns the bits of number n of an enum or of bool.
func (t *Type) code(n int) []bool {
	row := make([]bool, t.Width)
	for i := range row {
		row[i] = (n-t.Low)>>(t.Width-1-i)&1 == 1
	}
	return row
}
