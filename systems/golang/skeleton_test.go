// This file defines tests that compare operations with comments in the code.

package golang_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

var source = filepath.Join("testdata", "src")

// wanted has the programs whose operations comments name.
var wanted = sync.OnceValues(func() (*golang.Code, error) {
	return golang.Load(context.Background(), source, "./...")
})

// TestOperations compares the operations of all entries below testdata/src with the comments "want:" there: the
// operations that lie on a line, each once, sorted, or none, separated by semicolons. Steps, and branches on
// what is not known, are left out; lines with neither comment nor named entry are not looked at.
func TestOperations(t *testing.T) {
	c, err := wanted()
	if err != nil {
		t.Fatal(err)
	}
	entries, err := c.Entries("")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"fanIn", "keyed"} {
		more, err := c.Entries(name)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, more...)
	}
	got := map[string][]string{}
	for _, e := range entries {
		p, err := c.Skeleton(context.Background(), e, golang.Options{})
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		if err := skeleton.Check(p); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		for _, n := range p.Notes {
			t.Errorf("%s: note %s: %s", e.Name, n.What, n.Effect)
		}
		for _, b := range p.Bodies {
			for _, n := range b.Nodes {
				if n.Op == skeleton.Hang && n.Open && !n.Pos.IsValid() {
					t.Errorf("%s: a place of %s behind which no value is known", e.Name, b.Name)
				}
				if s := operation(n); s != "" {
					line := fmt.Sprintf("%s:%d", filepath.Base(n.Pos.Filename), n.Pos.Line)
					got[line] = append(got[line], s)
				}
			}
		}
	}
	for line, want := range wants(t, source) {
		slices.Sort(got[line])
		if have := slices.Compact(got[line]); !slices.Equal(have, want) {
			t.Errorf("%s: have %s, want %s", line, strings.Join(have, "; "), strings.Join(want, "; "))
		}
	}
}

// Skeletons for any number of goroutines, and with accesses, are sane. A sample of them has each entry with
// one option or none, another one each day.
func TestOptions(t *testing.T) {
	c, err := wanted()
	if err != nil {
		t.Fatal(err)
	}
	asked, step := 0, campaign.Every(t, 11, 1) // not a divisor of the number of options
	for _, name := range []string{"", "fanIn", "keyed", "spawn"} {
		entries, err := c.Entries(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			for _, o := range []golang.Options{{AnyNumber: true}, {Races: true}, {AnyNumber: true, Races: true}, {Size: 3}} {
				if asked++; asked%step != campaign.Today(step) {
					continue
				}
				p, err := c.Skeleton(t.Context(), e, o)
				if err != nil {
					t.Errorf("%s, %+v: %v", e.Name, o, err)
					continue
				}
				if err := skeleton.Check(p); err != nil {
					t.Errorf("%s, %+v: %v", e.Name, o, err)
				}
				for _, b := range p.Bodies {
					for _, n := range b.Nodes {
						if n.Op == skeleton.Access && !n.Pos.IsValid() {
							t.Errorf("%s, %+v: an access of %s has no place", e.Name, o, n.Cell.Name)
						}
					}
				}
			}
		}
	}
}

var want = regexp.MustCompile(`// want: (.*)`)

// wants returns the operations that the comments name, by line.
func wants(t *testing.T, dir string) map[string][]string {
	out := map[string][]string{}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(src), "\n") {
			if m := want.FindStringSubmatch(line); m != nil {
				list := strings.Split(m[1], "; ")
				slices.Sort(list)
				if m[1] == "none" {
					list = nil
				}
				out[fmt.Sprintf("%s:%d", filepath.Base(f), i+1)] = slices.Compact(list)
			}
		}
	}
	return out
}

// operation returns an operation without numbers.
func operation(n *skeleton.Node) string {
	switch n.Op {
	case skeleton.Step:
		return ""
	case skeleton.Branch:
		if is, ok := n.Cond.(skeleton.Is); ok {
			return "branch " + is.Var.Name
		}
		return "branch"
	case skeleton.Go:
		return "go " + n.Body.Name
	case skeleton.Select:
		var cases []string
		for _, c := range n.Cases {
			op := "recv "
			if c.Send {
				op = "send "
			}
			cases = append(cases, op+c.Object.Name)
		}
		return "select " + strings.Join(cases, ", ")
	}
	s := n.Op.String()
	if n.Op == skeleton.Add {
		s += fmt.Sprint(" ", n.Delta)
	}
	if n.Object != nil {
		s += " " + n.Object.Name
	}
	return s
}

// TryGo of a group with a limit starts a goroutine or does not, and never waits.
func TestTryGo(t *testing.T) {
	c, err := golang.Load(t.Context(), filepath.Join("..", "..", "examples", "goroutines"), "errgroup-limit-fixed_test.go")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := c.Entries("")
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Skeleton(t.Context(), entries[0], golang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tries := 0
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			if n.Op == skeleton.Select && n.Default && operation(n) == "select send w.tokens" {
				tries++
			}
			if n.Op == skeleton.Send && strings.Contains(n.Text, "TryGo") {
				t.Errorf("%s waits", n.Text)
			}
		}
	}
	if tries == 0 {
		t.Error("TryGo does not ask for room")
	}
}

// A recursion whose depth data decide.
const deep = `package deep

import (
	"sync"
	"testing"
)

var mu sync.Mutex

func down(n int) {
	if n > 0 {
		down(n - 1)
	}
	mu.Lock()
	mu.Unlock()
}

func Test(t *testing.T) {
	down(len(t.Name()))
	mu.Lock()
}
`

// A recursion that no known data end is followed for a while, and what is behind it is seen. Executions are missing.
func TestRecursionIsCut(t *testing.T) {
	p := skeletonOf(t, "deep")
	open, behind := false, false
	for _, n := range p.Bodies[0].Nodes {
		open = open || n.Op == skeleton.Hang && n.Open
		behind = behind || n.Op == skeleton.Lock && n.Pos.Line == 20
	}
	if !open || !behind || len(p.Notes) != 1 || p.Notes[0].Opens != skeleton.OpensAll {
		t.Errorf("open %t, behind %t, notes %v", open, behind, p.Notes)
	}
}

// A channel is closed of which nothing is known.
const unknown = `package unknown

import (
	"flag"
	"testing"
)

func Test(t *testing.T) {
	c := make(chan bool)
	go func() { close(any(flag.Lookup("c").Value).(chan bool)) }()
	<-c
}
`

// To close a channel of which nothing is known may end any wait, and is no close of a nil channel.
func TestUnknownChannel(t *testing.T) {
	p := skeletonOf(t, "unknown")
	if n := p.Bodies[1].Nodes[0]; n.Op != skeleton.Hang || !n.Open {
		var text strings.Builder
		skeleton.Fprint(&text, p)
		t.Errorf("the close is followed:\n%s", &text)
	}
}

// skeletonOf returns the skeleton of the test in a program.
func skeletonOf(t *testing.T, name string) *skeleton.Program {
	t.Helper()
	c := load(t, name)
	p, err := c.Skeleton(t.Context(), only(t, c, "Test"), golang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
