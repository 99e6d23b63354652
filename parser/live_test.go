// This file tests which locals are dead.

package parser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/parser"
)

func TestLive(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{"a := g; g := a;", "0:a 0:b 1:b 2:a 2:b"},
		{"a := 1; a := 0; g := a;", "0:a 0:b 1:a 1:b 2:b 3:a 3:b"},
		{"a := a; g := 1;", "0:a 0:b 1:a 1:b 2:a 2:b"}, // its value goes to what is dead
		{"a := b; b := 1; g := a;", "0:a 1:b 2:b 3:a 3:b"},
		{"a, b := b, a; g := a;", "0:a 1:b 2:a 2:b"},
		{"if a then g := 1; else g := b; fi;", "1:a 1:b 2:a 3:a 3:b"},
		{"while a do a := b; od;", "1:a 2:a 2:b"},
		{"assume(a); assert(b);", "1:a 2:a 2:b"},
		{"l: goto l, m; m: g := a;", "0:b 1:b 2:a 2:b"},
		{"dead a; g := a;", "0:a 0:b 1:b 2:a 2:b"},
		{"a$ := 1;", "0:b 1:b"},
		{"g := 1 constrain 'a;", "0:b 1:b"},
		{"a := * constrain 'a = b;", "1:b"},
		{"enforce a | g; skip;", "0:b 1:b"},
		{"start_thread goto m; end_thread; m: g := a;", "0:b 1:a 1:b 2:b 3:a 3:b"},
		{"start_thread f(a); g := b;", "1:a 2:a 2:b"},
		{"f(a); g := b;", ""}, // there are calls
	} {
		body := test.body
		src := "decl g; void main() begin decl a, b; " + body + " end void f(p) begin g := p; end"
		p, err := parser.Parse("x.bp", []byte(src), parser.Both|parser.Live)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, n := range p.Nodes {
			for _, v := range n.Dead {
				if n.Proc == p.File.Main {
					list = append(list, fmt.Sprintf("%d:%s", n.PC, v.Name))
				}
			}
		}
		if got := strings.Join(list, " "); got != test.want {
			t.Errorf("%s: dead are %s, want %s", body, got, test.want)
		}
	}
}
