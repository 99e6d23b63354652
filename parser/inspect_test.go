// This file tests that Inspect visits each part of a tree once, in order.

package parser

import (
	"reflect"
	"slices"
	"testing"
)

// everyStatement has each kind of statement and of expression.
const everyStatement = `
decl g, h;
bool<2> f(a, b) begin
  enforce g | !h;
  if a then skip; elsif * then return a & 1, b; else return schoose[g, h], 0; fi
  while g != h do g, h := g ? h : a, b = a constrain 'g => 'h; od
  return a ^ g, b;
end
void t(c) begin assume(c); end
void main() begin
  decl x, y;
  l: x, y := f(y, !g);
  start_thread goto l;
  start_thread t(x | y);
  x$ := y$ & x constrain 'x$;
  atomic { assert(x); g := 1; }
  atomic_begin; dead x, y; atomic_end;
  if x then goto l; fi
  wait; signal; broadcast;
  f(0, 1);
  end_thread;
end
`

// partsOf returns the parts of a tree by reflection: whatever field holds them.
func partsOf(v reflect.Value, found *[]Syntax) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			partsOf(v.Elem(), found)
		}
	case reflect.Slice:
		for i := range v.Len() {
			partsOf(v.Index(i), found)
		}
	case reflect.Pointer:
		switch x := v.Interface().(type) {
		case *Var, *ProcRef, *Target, *Section, *Label, *Origin:
			return
		case Syntax:
			*found = append(*found, x)
		}
		if v.IsNil() {
			return
		}
		for i := range v.Elem().NumField() {
			if v.Elem().Type().Field(i).Type != reflect.TypeFor[*Proc]() {
				partsOf(v.Elem().Field(i), found)
			}
		}
	}
}

func TestInspect(t *testing.T) {
	f, err := ParseFile("program.bp", []byte(everyStatement))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range f.Procs {
		var want, got []Syntax
		partsOf(reflect.ValueOf(p), &want)
		Inspect(p, func(x Syntax) bool { got = append(got, x); return true })
		if !slices.Equal(want, got) { // fields are declared in the order of the text
			t.Errorf("%s: visited %d parts, want %d, or in another order", p.Name, len(got), len(want))
		}
		kinds := map[reflect.Type]bool{}
		for _, x := range got {
			if s, ok := x.(*Stmt); ok {
				kinds[reflect.TypeOf(s.Op)] = true
			}
			kinds[reflect.TypeOf(x)] = true
		}
		if p.Name == "main" && len(kinds) < 20 {
			t.Errorf("only %d kinds of parts", len(kinds))
		}
	}
}

// TestInspectPrunes checks that the parts of what f returns false for are left out,
// and that there is nothing to visit in no expression.
func TestInspectPrunes(t *testing.T) {
	f, err := ParseFile("program.bp", []byte(everyStatement))
	if err != nil {
		t.Fatal(err)
	}
	visited := 0
	Inspect(f.Main, func(x Syntax) bool {
		visited++
		return x == Syntax(f.Main)
	})
	if want := 1 + len(f.Main.Body); visited != want {
		t.Errorf("%d parts visited, want %d", visited, want)
	}
	Inspect(Expr(nil), func(Syntax) bool { t.Error("nil visited"); return true })
}
