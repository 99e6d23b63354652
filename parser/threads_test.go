// This file tests files that are concurrent by convention.

package parser

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// procNames returns the names of procedures, for messages.
func procNames(procs []*Proc) string {
	var names []string
	for _, p := range procs {
		names = append(names, p.Name)
	}
	return strings.Join(names, " ")
}

// TestThreads checks which procedures are threads, and that everything else is
// left alone.
func TestThreads(t *testing.T) {
	const (
		global = "decl atomic, x;\n"
		one    = "void thread1() begin x := 1; end\n"
		two    = "void thread2() begin x := 0; end\n"
	)
	for _, test := range []struct {
		name, src string
		threads   string // "" if it is not concurrent by convention
		main      string
		init      string
	}{
		{"two threads", global + one + two, "thread1 thread2", "(start)", "-"},
		{"with init", global + two + "void init() begin endinit: skip; end " + one, "thread2 thread1", "(start)", "init"},
		{"main is a thread", global + one + "void main() begin skip; end", "thread1 main", "(start)", "-"},
		{"main is called", global + "void main() begin skip; end void thread() begin main(); end", "thread", "(start)", "-"},
		{"init is called", global + "void init() begin skip; end void thread() begin init(); end", "thread", "(start)", "-"},
		{"thread is called", global + one + "void thread2() begin thread1(); end", "thread2", "(start)", "-"},
		{"thread calls itself", global + "void thread1() begin thread1(); end", "thread1", "(start)", "-"},
		{"start_thread", global + one + "void main() begin start_thread thread1(); end void threads() begin skip; end", "", "main", "-"},
		{"start_thread goto", global + one + "void main() begin l: start_thread goto l; end", "", "main", "-"},
		{"all are called", global + one + "void main() begin thread1(); end", "", "main", "-"},
		{"no thread", global + "void main() begin init(); end void init() begin skip; end", "", "main", "-"},
		{"no main", global + "void f() begin skip; end", "", "-", "-"},
		{"no clash", global + one + "void {(start)}() begin skip; end", "thread1", "((start))", "-"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := ParseFile("test.bp", []byte(test.src))
			if err != nil {
				t.Fatal(err)
			}
			if got := procNames(f.Threads); got != test.threads {
				t.Errorf("threads: %s, want %s", got, test.threads)
			}
			if got := procName(f.Main); got != test.main {
				t.Errorf("main is %s, want %s", got, test.main)
			}
			if got := procName(f.Init); got != test.init {
				t.Errorf("init is %s, want %s", got, test.init)
			}
			if (f.Atomic != nil) != (test.threads != "") {
				t.Errorf("atomic is %v", f.Atomic)
			}
			if n := strings.Count(f.String(), "begin"); n != strings.Count(test.src, "begin") {
				t.Errorf("%d procedures are printed:\n%s", n, f)
			}
			checkRoundTrip(t, f)
		})
	}
}

// starterProgram has all that a starter can have to do.
const starterProgram = `decl atomic, x;
void init(a) begin atomic, x := 0, a; end
void thread1(b, c) begin
  decl l := 1;
  assert(!b | c | x | l);
end
bool main() begin return x; end`

// TestStarter checks the procedure that is not in the source, and its part of the
// control-flow graph.
func TestStarter(t *testing.T) {
	p, err := Parse("test.bp", []byte(starterProgram), Both)
	if err != nil {
		t.Fatal(err)
	}
	f := p.File
	if !f.IsStarter(f.Main) || f.IsStarter(f.Init) || f.IsStarter(f.Threads[1]) {
		t.Error("the starter is not told from others")
	}
	var got []string
	for pc := f.Main.Entry; pc <= f.Main.Exit; pc++ {
		n := p.Nodes[pc]
		text := fmt.Sprintf("%v %s", n.Pos, n.Text())
		for _, e := range n.Out {
			text += " " + e.Kind.String()
		}
		got = append(got, text)
	}
	want := []string{
		"2:6 init(*) call",
		"3:6 start_thread thread1(*, *) spawn",
		"7:6 start_thread main() spawn",
		"7:6 end_thread end",
		"2:6 end",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the starter is %q, want %q", got, want)
	}
	if p.Start != f.Main.Entry {
		t.Errorf("the program begins at %d, the starter at %d", p.Start, f.Main.Entry)
	}
	for _, thread := range f.Threads {
		if n := p.Nodes[thread.Entry]; !n.Reachable {
			t.Errorf("%s cannot be reached", thread.Name)
		}
		if out := p.Nodes[thread.Exit].Out; len(out) != 1 || out[0].Kind != EndEdge {
			t.Errorf("%s does not end at its end", thread.Name)
		}
	}
	in, err := p.Inline(InlineLimit)
	if err != nil {
		t.Fatal(err)
	}
	if calls := in.Calls(); len(calls) > 0 || len(in.Properties()) != 1 {
		t.Errorf("inlined, there are %d calls and %d assertions", len(calls), len(in.Properties()))
	}
}

// TestCheckThreads checks that the sanity checker looks at the starter.
func TestCheckThreads(t *testing.T) {
	for name, spoil := range map[string]func(f *File){
		"no threads":    func(f *File) { f.Threads = nil },
		"a thread less": func(f *File) { f.Threads = f.Threads[:1] },
		"no init":       func(f *File) { f.Init = nil },
		"other init":    func(f *File) { f.Init = f.Threads[0] },
		"other main":    func(f *File) { f.Main = f.Threads[1] },
		"atomic":        func(f *File) { f.Atomic = f.Globals[1] },
		"order":         func(f *File) { slices.Reverse(f.Threads) },
		"nothing":       func(f *File) { f.Main.Body = nil },
		"call twice":    func(f *File) { f.Main.Body[1] = f.Main.Body[0] },
		"call last":     func(f *File) { slices.Reverse(f.Main.Body) },
		"other":         func(f *File) { f.Main.Body[2].Op = &Skip{} },
	} {
		t.Run(name, func(t *testing.T) {
			f, err := ParseFile("test.bp", []byte(starterProgram))
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Check(); err != nil {
				t.Fatal(err)
			}
			spoil(f)
			if f.Check() == nil {
				t.Error("not noticed")
			}
		})
	}
}

func TestEndInit(t *testing.T) {
	const thread = "void thread1() begin skip; end "
	for src, want := range map[string]int{
		thread + "void init() begin endinit: skip; end":                            0,
		thread + "void init() begin skip; endinit: skip; skip; end":                1,
		"void main() begin init(); end void init() begin endinit: skip; skip; end": 0,
	} {
		f, err := ParseFile("test.bp", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Warnings) != want {
			t.Errorf("%d warnings about %s, want %d", len(f.Warnings), src, want)
		}
	}
}

func TestNoMain(t *testing.T) {
	_, err := Parse("test.bp", []byte("void thread1() begin f(); end void f() begin thread1(); end"), Post)
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"there is no procedure main", "without start_thread", "thread1, thread2"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
}

// TestDirect checks which programs the thread algorithms can run as they are.
func TestDirect(t *testing.T) {
	for src, want := range map[string]bool{
		"void main() begin skip; end":                                                                          true,
		"decl atomic := 0; void main() begin skip; end":                                                        true,
		"void thread1() begin skip; end":                                                                       true,
		"void main() begin f(); end void f() begin skip; end":                                                  false,
		"decl atomic := 0; void thread1() begin skip; end":                                                     false,
		"void thread1() begin skip; end void init() begin skip; end":                                           false,
		"decl atomic := 0; void thread1() begin skip; f: start_thread goto f; end void main() begin skip; end": true,
	} {
		p, err := Parse("test.bp", []byte(src), Post)
		if err != nil {
			t.Fatal(err)
		}
		if p.Direct() != want {
			t.Errorf("%s: direct is %t", src, !want)
		}
		q, err := p.WithoutCalls()
		if err != nil {
			t.Fatal(err)
		}
		if (p == q) != want || !q.Direct() {
			t.Errorf("%s: inlined: %t, and then direct: %t", src, p != q, q.Direct())
		}
	}
}

// TestRelevantAtomic checks that what the global atomic is assigned is never taken for
// a variable without influence.
func TestRelevantAtomic(t *testing.T) {
	const threads = `decl atomic := 0, x, y;
void thread1() begin decl l, m; atomic := x; l := m; y := l; f(); end
void f() begin skip; end `
	for src, want := range map[string]bool{
		threads: true,
		threads + "void main() begin thread1(); end": false,
	} {
		p, err := Parse("test.bp", []byte(src), Post)
		if err != nil {
			t.Fatal(err)
		}
		in, err := p.Inline(InlineLimit)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []*File{p.File, in.File} {
			relevant := Relevant(f)
			if relevant[f.Globals[0]] != want || relevant[f.Globals[1]] != want || relevant[f.Globals[2]] || relevant[f.Procs[0].Locals[1]] {
				t.Errorf("%v are relevant in %s", relevant, src)
			}
		}
	}
}
