// This file tests what the printer makes of comments, blank lines and groups
// of declarations.

package parser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// commented is a program in canonical form with comments wherever they stay.
const commented = `// What it is for.
//
// want: SAFE
//	want:   indented

// the lock
decl locked := 0; // somebody holds it
decl high, low; // a count

decl named, // x == 0
  other;

/* the main thread,
     which does
   the work */
void main() begin // opening
  // a local
  decl mine := 1; // it is mine

  // holds everywhere
  enforce mine; // always

  // paragraph one

  skip; // behind
  //unspaced

  // file main.c line 3 column 5 function main
  skip;
  if mine then // if
    skip;

    // before elsif
  elsif locked then // elsif
    // nothing
  else // else
    skip;
    // before fi
  fi; // fi
  if mine then
    goto l; // jump
  fi;
  while 1 do // do
    skip;
    // before od
  od; // od
  atomic { // open
    skip;
  } // close
  l: skip;

  // before end
end // main

// The other one.
void f() begin
  // nothing at all
end

// footer

/* last words */
`

// TestPrintComments prints programs as people write them. Where there is no
// second text, the first one is canonical already.
func TestPrintComments(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"everywhere", commented, ""},
		{"blank lines", "\n\n// a\n\n\n// b\n\n\ndecl x;\n\n\n\ndecl y;\nvoid main() begin\n\n decl z;\n\n\n skip;\n\n\n\n skip;\n\n end\n\n\n\nvoid f() begin\n\nskip; end\n\n\n\n",
			"// a\n\n// b\n\ndecl x;\n\ndecl y;\n\nvoid main() begin\n  decl z;\n\n  skip;\n\n  skip;\nend\n\nvoid f() begin\n  skip;\nend\n"},
		{"moved block comment", "void main() begin\n\t\t/* a\n\t\t * b\n\n\t\t   c */ skip; /* d\n e */\nend\n",
			"void main() begin\n  /* a\n   * b\n\n     c */\n  skip; // d e\nend\n"},
		{"inside", "void /* a */ main() begin l: // b\n assume( // c\n 1); /* d */ // e\n skip end /* f */;\n",
			"/* a */\nvoid main() begin\n  // b\n  // c\n  l: assume(1); // d\n  // e\n  skip;\nend\n/* f */\n"},
		{"initialisers", "decl a, b, c;\nvoid main() begin\n  // start\n  b := 0; // low\n  // file a.c line 1\n  c := *;\n\n  PC0: skip;\nend\n",
			"// start\n// low\n// file a.c line 1\ndecl a, b := 0, c;\n\nvoid main() begin\n  PC0: skip;\nend\n"},
		{"header of a procedure", "// head\n\nvoid main() begin\n  skip;\nend\ndecl x;",
			"// head\n\ndecl x;\n\nvoid main() begin\n  skip;\nend\n"},
		{"enforce", "void main() begin\n// a\nenforce 1; // b\n\n// c\nenforce 0; // d\nend",
			"void main() begin\n  // a\n  // b\n\n  // c\n  enforce 1 & 0; // d\nend\n"},
		{"no mark", "decl x; void main() begin print(x); end", "decl x;\n\nvoid main() begin\n  skip;\nend\n"},
		{"mark", "// head\n// dialect: satabs\n// of the file\n\nvoid main() begin skip; end",
			"// dialect: satabs\n// head\n// of the file\n\nvoid main() begin\n  skip;\nend\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := test.want
			if want == "" {
				want = test.src
			}
			if diff := cmp.Diff(want, parseText(t, test.src).String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestPrintDeep tests that what is nested deep does not make a long text.
func TestPrintDeep(t *testing.T) {
	const depth, statements = 900, 1000
	src := "void main() begin " + strings.Repeat("while * do ", depth) + "/* a\n * b */\n" + strings.Repeat("skip;\n", statements) + strings.Repeat("od; ", depth) + "end"
	if n, most := len(parseText(t, src).String()), 20*len(src); n > most {
		t.Errorf("%d bytes are printed as %d, want %d at most", len(src), n, most)
	}
}

// TestLongDeclarations tests where long declarations are broken.
func TestLongDeclarations(t *testing.T) {
	names := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf("g%02d", i))
		}
		return strings.Join(list, ", ")
	}
	const procedure = "\n\nvoid main() begin\nend\n"
	for n := 1; n <= 45; n++ {
		for _, comment := range []string{"", " // all"} {
			text := parseText(t, "decl "+names(n)+";"+comment+procedure).String()
			for line := range strings.Lines(text) {
				if len(line) > maxColumns+len(" // all")+1 {
					t.Errorf("%d variables: long line %q", n, line)
				}
			}
			if lines := strings.Count(text, "\n") - strings.Count(procedure, "\n"); lines != (n-1)/19 && comment == "" {
				t.Errorf("%d variables take %d more lines:\n%s", n, lines, text)
			}
		}
	}
}

// TestCommentsAnywhere puts comments and blank lines between the tokens of real
// programs: none may be lost, and the tree stays the same through printing.
func TestCommentsAnywhere(t *testing.T) {
	sources := []string{everything, canonical, string(template(2))}
	for _, pattern := range []string{"../examples/*.bp", "../shared/suites/*/*.bp", "../../shared/suites/*/*.bp"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if filepath.Base(name) == "prec.bp" {
				continue // it has two readings
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sources = append(sources, string(src))
		}
	}
	for _, src := range sources {
		parseText(t, src)
	}
	pieces := []string{"// c\n", "\n//c  d\n", "/* e */", "/* f\n\t g */", "\n\n", "\n", "// file a.c line 3\n",
		"\n// file b.c line 4 column 5\n", "// dialect: bebop\n", "/* dialect: satabs */", "//\n", "\n\n// h\n\n"}
	rapid.Check(t, func(t *rapid.T) {
		src := rapid.SampledFrom(sources).Draw(t, "source")
		s := newScanner(src)
		var offsets []int
		for tok := s.next(); ; tok = s.next() {
			offsets = append(offsets, tok.offset)
			if tok.kind == lexer.EOF {
				break
			}
		}
		places := rapid.SliceOfN(rapid.IntRange(0, len(offsets)-1), 1, 8).Draw(t, "places")
		inserted := map[int]string{}
		for _, i := range places {
			inserted[offsets[i]] += rapid.SampledFrom(pieces).Draw(t, "piece")
		}
		var b strings.Builder
		last := 0
		for _, offset := range offsets {
			b.WriteString(src[last:offset])
			b.WriteString(inserted[offset])
			last = offset
		}
		b.WriteString(src[last:])
		text := b.String()
		f, err := ParseFile("test.bp", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		checkRoundTrip(t, f)
		checkComments(t, text, f)
	})
}
