// This file defines the tests of targets, initial configurations and
// configurations themselves.

package tts

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ijit/ijit/parser/diagnostic"
	"pgregory.net/rapid"
)

func TestParseConfigs(t *testing.T) {
	const w = Omega
	type locals = []Count[uint32]
	for _, test := range []struct {
		text    string
		initial bool
		want    Config[uint32]
		as      string // how it is printed, if otherwise than text
	}{
		{"3|", false, Config[uint32]{3, nil}, ""},
		{"3|1", false, Config[uint32]{3, locals{{1, 1}}}, ""},
		{"3|2,1,2", false, Config[uint32]{3, locals{{1, 1}, {2, 2}}}, "3|1,2,2"},
		{"0|0", true, Config[uint32]{0, locals{{0, 1}}}, ""},
		{"0|", true, Config[uint32]{0, nil}, ""},
		{"0/0", true, Config[uint32]{0, locals{{0, w}}}, ""},
		{"0/2,1", true, Config[uint32]{0, locals{{1, w}, {2, w}}}, "0/1,2"},
		{"1|0,0/73", true, Config[uint32]{1, locals{{0, 2}, {73, w}}}, ""},
		{"1|73,0/73", true, Config[uint32]{1, locals{{0, 1}, {73, w}}}, "1|0/73"},
		{"1|/73", true, Config[uint32]{1, locals{{73, w}}}, "1/73"},
		{"4294967294|4294967294", false, Config[uint32]{4294967294, locals{{4294967294, 1}}}, ""},
	} {
		parse := ParseTarget
		if test.initial {
			parse = ParseInitial
		}
		got, err := parse(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.text, diff)
		}
		if test.as == "" {
			test.as = test.text
		}
		if got.String() != test.as {
			t.Errorf("%s is printed as %v", test.text, got)
		}
		if err := got.Check(); err != nil {
			t.Errorf("%s: %v", test.text, err)
		}
	}
}

func TestParseConfigErrors(t *testing.T) {
	sys := mustRead(t, "5 20\n")
	const hint, initial = "\nhint: a target is written s|l1,l2,... or s| for a shared state alone",
		"\nhint: an initial configuration is written s|a,b for exactly these threads, s/a for any number of threads in a, or s|a,b/c"
	for _, test := range []struct{ text, want string }{
		{"", "target, column 1: a shared state is missing at the end" + hint},
		{"3", "target, column 2: no | behind the shared state\n3\n ^\nhint: write 3| for shared state 3 with any threads"},
		{"x|3", "target, column 1: \"x|3\" where a shared state should be\nx|3\n^" + hint},
		{"3/0", "target, column 2: \"/\" where | should be\n3/0\n ^\nhint: unboundedly many threads are for initial configurations; a target is written s|l1,l2,... or s| for a shared state alone"},
		{"3|1/0", "target, column 4: unexpected \"/0\"\n3|1/0\n   ^" + hint},
		{"3,1", "target, column 2: \",\" where | should be\n3,1\n ^" + hint},
		{"3|1,", "target, column 5: a local state is missing at the end\n3|1,\n    ^" + hint},
		{"3|,1", "target, column 3: \",1\" where a local state should be\n3|,1\n  ^" + hint},
		{"3|1 2", "target, column 4: unexpected \" 2\"\n3|1 2\n   ^" + hint},
		{"3|-1", "target, column 3: \"-1\" where a local state should be\n3|-1\n  ^" + hint},
		{"5|1", "target, column 1: shared state 5 is out of range\n5|1\n^\nhint: there are 5 shared states, 0 to 4"},
		{"4|1,20", "target, column 5: local state 20 is out of range\n4|1,20\n    ^\nhint: there are 20 local states, 0 to 19"},
		{"4294967295|", "target, column 1: number 4294967295 is too large for a state\n4294967295|\n^"},
		{"i3", "initial configuration, column 2: no threads are given\n3\n ^" + initial},
		{"i3/", "initial configuration, column 3: a local state is missing at the end\n3/\n  ^" + initial},
		{"i3/0/1", "initial configuration, column 4: unexpected \"/1\"\n3/0/1\n   ^" + initial},
		{"i3/0|1", "initial configuration, column 4: unexpected \"|1\"\n3/0|1\n   ^" + initial},
		{"i3|0/20", "initial configuration, column 5: local state 20 is out of range\n3|0/20\n    ^\nhint: there are 20 local states, 0 to 19"},
	} {
		parse, text := sys.ParseTarget, test.text
		if s, ok := strings.CutPrefix(text, "i"); ok {
			parse, text = sys.ParseInitial, s
		}
		_, err := parse(text)
		var e *diagnostic.Diagnostic
		if !errors.As(err, &e) {
			t.Errorf("%q: error is %T %v", test.text, err, err)
			continue
		}
		if diff := cmp.Diff(test.want, err.Error()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
	}
}

func TestReadProp(t *testing.T) {
	sys := mustRead(t, "5 20\n")
	for _, test := range []struct{ text, want string }{
		{"3|1,1", "3|1,1"},
		{"\uFEFF\n# a comment\r\n\t 3| the rest is ignored |\n$%&", "3|"},
		{"", "x.prop:1:1: the file holds no target\nhint: " + targetHint},
		{"\n \n", "x.prop:3:1: the file holds no target\nhint: " + targetHint},
		{"\n  4|21 x\r\n", "x.prop:2:5: local state 21 is out of range\n  4|21 x\n    ^\nhint: there are 20 local states, 0 to 19"},
	} {
		c, err := sys.ReadProp(strings.NewReader(test.text), "x.prop")
		got := c.String()
		if err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
	}
	c, err := ReadProp(strings.NewReader("999|999"), "x.prop")
	if err != nil || c.String() != "999|999" {
		t.Errorf("%v, %v", c, err)
	}
	if err := sys.CheckConfig(c); err == nil {
		t.Errorf("%v is a configuration of a system with 5 shared states", c)
	}
	if err := sys.CheckConfig(NewConfig[uint32](4, 0, 20)); err == nil {
		t.Error("local state 20 is one of 20")
	}
	if err := sys.CheckConfig(NewConfig[uint32](4, 0, 19)); err != nil {
		t.Error(err)
	}
	if _, err := ReadProp(stuck{}, "x.prop"); err == nil {
		t.Error("a reader that does not read gives a target")
	}
	var b strings.Builder
	if err := WriteProp(&b, c); err != nil || b.String() != "999|999\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

func FuzzTarget(f *testing.F) {
	for _, seed := range []string{"3|1,2", "3|", "0/0", "1|2,2/3,4", "1|/1", "x", "4294967295|4294967294", "1||", "0|0,"} {
		f.Add(seed)
	}
	sys := mustRead(f, "5 20\n")
	f.Fuzz(func(t *testing.T, text string) {
		target, terr := ParseTarget(text)
		c, err := ParseInitial(text)
		if terr == nil && (err != nil || c.Compare(target) != 0) {
			t.Fatalf("as a target %v, as an initial configuration %v, %v", target, c, err)
		}
		if err != nil {
			var e *diagnostic.Diagnostic
			if !errors.As(err, &e) || e.Pos.Col < 1 || e.Pos.Col > len(text)+1 || e.Error() == "" {
				t.Fatalf("%T %+v", err, err)
			}
			return
		}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		again, err := ParseInitial(c.String())
		if err != nil || again.Compare(c) != 0 {
			t.Fatalf("%v is read as %v, %v", c, again, err)
		}
		_, ranged := sys.ParseInitial(text)
		if (ranged == nil) != (sys.CheckConfig(c) == nil) {
			t.Fatalf("%v: %v but %v", c, ranged, sys.CheckConfig(c))
		}
	})
}

// Configurations are what multisets are.
func TestConfigLaws(t *testing.T) {
	locals := rapid.SliceOfN(rapid.Uint32Range(0, 3), 0, 6)
	rapid.Check(t, func(t *rapid.T) {
		a, b := locals.Draw(t, "a"), locals.Draw(t, "b")
		c, d := NewConfig(0, a...), NewConfig(0, b...)
		if err := errors.Join(c.Check(), d.Check()); err != nil {
			t.Fatal(err)
		}
		covers := true
		for l := range uint32(4) {
			n, m := count(a, l), count(b, l)
			covers = covers && n >= m
			if c.Count(l) != uint32(n) {
				t.Fatalf("%v counts %d threads in %d", c, c.Count(l), l)
			}
		}
		if c.Covers(d) != covers || int(c.Threads()) != len(a) {
			t.Fatalf("%v covers %v: %v; %d threads", c, d, c.Covers(d), c.Threads())
		}
		slices.Sort(a)
		slices.Sort(b)
		if (c.Compare(d) == 0) != slices.Equal(a, b) || c.Compare(d) != -d.Compare(c) {
			t.Fatalf("%v and %v compare as %d", c, d, c.Compare(d))
		}
		before := c.String()
		e := c.Clone()
		for _, l := range b {
			e.Locals = AddLocal(e.Locals, l, 1)
		}
		if !e.Covers(c) || !e.Covers(d) {
			t.Fatalf("%v does not cover %v and %v", e, c, d)
		}
		for _, l := range b {
			e.Locals = RemoveLocal(e.Locals, l)
		}
		if e.Compare(c) != 0 || c.String() != before {
			t.Fatalf("%s became %v, with %v and without it %v", before, c, d, e)
		}
	})
}

func count(list []uint32, l uint32) (n int) {
	for _, x := range list {
		if x == l {
			n++
		}
	}
	return n
}

func TestOmega(t *testing.T) {
	c := NewConfig[uint32](0, 1)
	c.Locals = AddLocal(c.Locals, 1, Omega)
	c.Locals = AddLocal(c.Locals, 1, 5)
	c.Locals = RemoveLocal(c.Locals, 1)
	c.Locals = RemoveLocal(c.Locals, 2)
	if c.Count(1) != Omega || c.Threads() != Omega {
		t.Errorf("%v", c)
	}
	d := Config[uint32]{0, AddLocal(AddLocal[uint32](nil, 1, Omega-1), 1, 1)}
	if d.Count(1) != Omega {
		t.Errorf("%d threads", d.Count(1))
	}
	e := Config[uint32]{0, []Count[uint32]{{1, Omega - 1}, {2, Omega - 1}}}
	if e.Threads() != Omega-1 {
		t.Errorf("%d threads, of a finite number", e.Threads())
	}
	if !c.Covers(NewConfig[uint32](0, 1, 1, 1)) || c.Covers(NewConfig[uint32](0, 2)) || c.Covers(NewConfig[uint32](1, 1)) {
		t.Errorf("%v covers the wrong configurations", c)
	}
	for _, bad := range []Config[uint32]{{0, []Count[uint32]{{1, 0}}}, {0, []Count[uint32]{{2, 1}, {1, 1}}}, {0, []Count[uint32]{{1, 1}, {1, 1}}}} {
		if bad.Check() == nil {
			t.Errorf("%v is canonical", bad)
		}
	}
}
