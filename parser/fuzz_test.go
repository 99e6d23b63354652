// This file fuzzes the parser.

package parser

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/ijit/ijit/parser/diagnostic"
)

// FuzzParse checks for any text and either dialect that the parser returns,
// with a sane tree that survives printing, comments included, or with errors in
// order.
func FuzzParse(f *testing.F) {
	f.Add(everything)
	f.Add(canonical)
	f.Add(commented)
	f.Add(starterProgram)
	f.Add(string(template(2)))
	if data, err := os.ReadFile(errorFile); err == nil {
		for _, part := range strings.Split(string(data), "-- ") {
			f.Add(part)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, opts := range [][]Option{nil, {WithDialect(DialectSATABS)}, {WithDialect(DialectBebop)}} {
			file, err := ParseFile("fuzz.bp", []byte(src), opts...)
			if err == nil {
				checkRoundTrip(t, file)
				checkComments(t, src, file)
				continue
			}
			var list ErrorList
			if file != nil || !errors.As(err, &list) || len(list) == 0 || len(list) > diagnostic.MaxDiagnostics+1 {
				t.Fatalf("error is %#v", err)
			}
			for i, d := range list {
				if d.Message == "" || d.Pos.Line < 1 || d.Pos.Col < 1 || i > 0 && d.Pos.Before(list[i-1].Pos) {
					t.Fatalf("error %d of\n%v", i, err)
				}
			}
			if !strings.HasPrefix(list.Error(), "fuzz.bp:") {
				t.Fatalf("error does not name the file: %v", err)
			}
		}
	})
}
