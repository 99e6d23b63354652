// This file tests what the parser keeps of comments.

package parser

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOrigins(t *testing.T) {
	for _, test := range []struct {
		comment string
		want    *Origin
	}{
		{"file ./main.c line 58 function main", &Origin{"./main.c", 58, "main"}},
		{"file <built-in-additions> line 27", &Origin{"<built-in-additions>", 27, ""}},
		{"file /tmp/alloc1.c line 11 column 25 function c::malloc1", &Origin{"/tmp/alloc1.c", 11, "c::malloc1"}},
		{"file /tmp/alloc1.c line 11 column 25", &Origin{"/tmp/alloc1.c", 11, ""}},
		{"file a b.c line 1", &Origin{"a b.c", 1, ""}},
		{"file online line 3 line 4", &Origin{"online line 3", 4, ""}},
		{"file a.c line 7 function operator ()", &Origin{"a.c", 7, "operator ()"}},
		{"file a.c line x", nil},
		{"file a.c line 99999999999999999999", nil},
		{"file a.c", nil},
		{"a file a.c line 1", nil},
		{"file a.c line 1 and more", nil},
		{"no predicates changed", nil},
		{"", nil},
	} {
		if diff := cmp.Diff(test.want, parseOrigin(test.comment)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.comment, diff)
		}
		if test.want != nil {
			if diff := cmp.Diff(test.want, parseOrigin(test.want.String())); diff != "" {
				t.Errorf("%q read back (-want +got):\n%s", test.want, diff)
			}
		}
	}
}

func TestMeanings(t *testing.T) {
	for comment, want := range map[string]string{
		"1 == m":                    "1 == m",
		"LOCAL -- 1 == m":           "1 == m",
		"LOCAL-- 1 == m":            "1 == m",
		"GLOBAL  --  x -- > 0":      "x -- > 0",
		"LOCAL -- SHARED -- a":      "a",
		"LOCAL":                     "LOCAL",
		"LOCALE -- a":               "LOCALE -- a",
		"MTX == ((signed int)TRUE)": "MTX == ((signed int)TRUE)",
		"":                          "",
	} {
		if got := parseMeaning(comment); got != want {
			t.Errorf("parseMeaning(%q) = %q, want %q", comment, got, want)
		}
	}
}

// TestComments tests which comment belongs to what.
func TestComments(t *testing.T) {
	f := parseText(t, `
// file before.c line 1
decl a; // 1 == m
decl b, // LOCAL -- b == 2
     c; // c == 3
decl d, e; // whose?
decl f; // file f.c line 6
decl /* in front */ g; /* behind
   and on */ decl h;
// file head.c line 7
void main() begin // file begin.c line 8 function begin
	decl l; // LOCAL -- l
	l1: skip; // first
	// file a.c line 10 function f
	// TO Predicates: a
	l2: skip; /* second */ l3: skip; // file trailing.c line 11
	l4: skip;
	// file a.c line 12
	// file a.c line 13
	l5:
	l6:
	// file a.c line 14
	PC7: skip;
	l8: // file a.c line 15
	skip;
	// file a.c line 16
	if a then // head
		// file a.c line 17
		skip; // inner
		// file a.c line 18
	else // dropped
		skip;
	fi; // dropped
	if a then goto l1; fi; // branch
	if a then
		// file a.c line 19
		goto l1; // jump
	fi // tail
	while a do // loop
	od; // dropped
	atomic { // block
		skip; } // dropped
	a := 1 // not behind it
		constrain a; // constrained
	// file end.c line 20
end // end
void last() begin
	skip;
	// text
	skip
	// own line
end
`)
	var got []string
	for _, v := range append(append([]*Var{}, f.Globals...), f.Main.Locals...) {
		got = append(got, v.Name+": "+v.Meaning)
	}
	var add func(list []*Stmt)
	add = func(list []*Stmt) {
		for _, s := range list {
			line := ""
			if s.Origin != nil {
				line = s.Origin.String()
			}
			got = append(got, line+" | "+s.Comment)
			switch op := s.Op.(type) {
			case *If:
				for _, arm := range op.Arms {
					add(arm.Body)
				}
				add(op.Else)
			case *While:
				add(op.Body)
			case *Atomic:
				add(op.Body)
			}
		}
	}
	for _, p := range f.Procs {
		add(p.Body)
	}
	want := []string{
		"a: 1 == m", "b: b == 2", "c: c == 3", "d: ", "e: ", "f: file f.c line 6", "g: behind and on", "h: ", "l: l",
		"file begin.c line 8 function begin | first",
		"file a.c line 10 function f | second",
		" | file trailing.c line 11",
		" | ",
		"file a.c line 14 | ",
		"file a.c line 15 | ",
		"file a.c line 16 | head",
		"file a.c line 17 | inner",
		"file a.c line 18 | ",
		" | branch", " | ",
		" | tail", "file a.c line 19 | jump",
		" | loop",
		" | block", " | ",
		" | constrained",
		" | ", " | ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
