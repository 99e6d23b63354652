// This file tests that the tables of effects are about functions that exist, and about nearly all of them.

package models

import (
	"bytes"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/effect"
)

// TestTables checks that tables are read as they are written.
func TestTables(t *testing.T) {
	all := effects()
	var b bytes.Buffer
	if err := all.Write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := effect.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range all {
		if again[name].String() != e.String() {
			t.Errorf("%s: %s becomes %s", name, e, again[name])
		}
	}
	for _, text := range []string{"f\tblocks blocked", "f", "f\treads=16", "f\tkeeps=", "f\t-\nf\t-"} {
		if _, err := effect.Read(strings.NewReader(text)); err == nil {
			t.Errorf("%q is a table", text)
		}
	}
}

// TestListed checks that functions of packages that many programs import have a line or a model, and that lines that
// people wrote are about something.
func TestListed(t *testing.T) {
	campaign.Turn(t, 0, 4)
	loaded, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedExportFile}, "std")
	if err != nil {
		t.Fatal(err)
	}
	all, models := effects(), Models()
	exist := map[string]bool{"(error).Error": true}
	functions, listed := 0, 0
	for _, p := range loaded {
		if strings.Contains(p.PkgPath, "internal/") || strings.HasPrefix(p.PkgPath, "vendor/") || p.PkgPath == "unsafe" || p.Types == nil {
			continue
		}
		scope := p.Types.Scope()
		for _, name := range scope.Names() {
			switch o := scope.Lookup(name).(type) {
			case *types.Func:
				if !o.Exported() {
					continue
				}
				functions++
				exist[o.FullName()] = true
				if _, ok := all[o.FullName()]; ok || models[o.FullName()] != nil {
					listed++
				} else {
					t.Logf("not listed: %s", o.FullName())
				}
			case *types.TypeName:
				for _, typ := range []types.Type{o.Type(), types.NewPointer(o.Type())} {
					for m := range types.NewMethodSet(typ).Methods() {
						name, _, _ := strings.Cut(types.TypeString(typ, nil), "[") // tables leave type parameters out
						exist["("+name+")."+m.Obj().Name()] = true
					}
				}
			}
		}
	}
	if functions < 1000 || listed*100 < functions*99 {
		t.Errorf("%d of %d functions are listed", listed, functions)
	}
	for _, name := range slices.Sorted(maps.Keys(ByHand())) {
		path := strings.TrimLeft(name, "(*")
		if !exist[name] && !strings.HasPrefix(path, "internal/") && !strings.HasPrefix(path, "net.netFD") {
			t.Errorf("override.txt: there is no %s", name)
		}
	}
}
