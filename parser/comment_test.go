// This file tests what the parser keeps of comments.

package parser

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOrigins(t *testing.T) {
	for _, test := range []struct {
		comment string
		want    *Origin
	}{
		{"file ./main.c line 58 function main", &Origin{"./main.c", 58, 0, "main"}},
		{"file <built-in-additions> line 27", &Origin{"<built-in-additions>", 27, 0, ""}},
		{"file /tmp/alloc1.c line 11 column 25 function c::malloc1", &Origin{"/tmp/alloc1.c", 11, 25, "c::malloc1"}},
		{"file /tmp/alloc1.c line 11 column 25", &Origin{"/tmp/alloc1.c", 11, 25, ""}},
		{"file a b.c line 1", &Origin{"a b.c", 1, 0, ""}},
		{"file online line 3 line 4", &Origin{"online line 3", 4, 0, ""}},
		{"file a.c line 7 function operator ()", &Origin{"a.c", 7, 0, "operator ()"}},
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
decl d, e; // both
decl f; // file f.c line 6
decl /* in front */ g; /* behind
   and on */ decl h;
// file head.c line 7
void main() begin // file begin.c line 8 function begin
	decl l; // LOCAL -- l
	l1: skip; // first
	// file a.c line 10 column 3 function f
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
	elsif /* why */ b then // second head
	else // else

		skip;
	fi; // end of if
	if a then goto l1; fi; // branch
	if a then
		// file a.c line 19
		goto l1; // jump
	fi // tail
	while a do // loop

		// empty

	od; // end of loop
	atomic { // block
		skip; } // end of block
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
	add := func(what string, origin *Origin, lead []string, comment string) {
		line := what + ":"
		if origin != nil {
			line += " [" + origin.String() + "]"
		}
		for _, l := range lead {
			line += " " + strconv.Quote(l)
		}
		if comment != "" {
			line += " | " + comment
		}
		got = append(got, line)
	}
	addNotes := func(n Notes) { add("notes", nil, n.Close, n.Open) }
	var addAll func(list []*Stmt)
	addAll = func(list []*Stmt) {
		for _, s := range list {
			add("stmt", s.Origin, s.Lead, s.Comment)
			switch op := s.Op.(type) {
			case *If:
				for _, arm := range op.Arms {
					addAll(arm.Body)
					addNotes(arm.Notes)
				}
				addAll(op.Else)
				addNotes(op.ElseNotes)
			case *While:
				addAll(op.Body)
				addNotes(op.Notes)
			case *Atomic:
				addAll(op.Body)
				addNotes(op.Notes)
			}
		}
	}
	addVars := func(vars []*Var) {
		for _, v := range vars {
			add(v.Name+" "+v.Meaning, nil, v.Lead, v.Comment)
		}
	}
	addVars(f.Globals)
	for _, p := range f.Procs {
		add(p.Name, nil, p.Lead, p.Comment)
		addVars(p.Locals)
		addAll(p.Body)
		addNotes(p.Notes)
	}
	want := []string{
		`a 1 == m: "// file before.c line 1"`, "b b == 2:", "c c == 3:", "d :", "e : | both", "f file f.c line 6:",
		`g behind and on: "/* in front */"`, "h :",
		`main: "// file head.c line 7" | end`, "l l:",
		"stmt: | first",
		`stmt: [file a.c line 10 column 3 function f] "// TO Predicates: a" | second`,
		"stmt: | file trailing.c line 11",
		"stmt:",
		`stmt: [file a.c line 14] "// file a.c line 12" "// file a.c line 13"`,
		"stmt: [file a.c line 15]",
		"stmt: [file a.c line 16] | end of if",
		"stmt: [file a.c line 17] | inner",
		`notes: "// file a.c line 18" "/* why */" | head`,
		"notes: | second head", "stmt:", "notes: | else",
		"stmt: | branch", "stmt:", "notes:", "notes:",
		"stmt: | tail", "stmt: [file a.c line 19] | jump", "notes:", "notes:",
		"stmt: | end of loop", `notes: "// empty" | loop`,
		"stmt: | end of block", "stmt:", "notes: | block",
		`stmt: "// not behind it" | constrained`,
		`notes: "// file end.c line 20" | file begin.c line 8 function begin`,
		"last:", "stmt:", `stmt: "// text"`, `notes: "// own line"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
