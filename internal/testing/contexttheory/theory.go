// Package contexttheory is the theory of one context as a formula of the fixed-point calculus, in which every stack is
// written out: what the engines for context bounds are compared with. One file.
package contexttheory

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/systems/recursion/getafix"
)

// contextTheory is the beginning of the text.
const contextTheory = `// One context of a program with recursive threads: what one of them can do while the
// others stand still.
//
// A configuration has the globals G and the stack of each thread: its height h, and for
// each procedure that the thread is in, outermost first, the module m, the place p and
// the locals l; the place is that of the call in all but the one on top, which has
// number h. What is above the top is 0. A thread that has ended has no stack.
// Ready0, Ready1, ... say in which configurations which thread goes on, Next0, Next1,
// ... which ones it may leave to the others. Whoever evaluates makes of the Next of a
// context the Ready of the one after it: so contexts are counted, and once there is
// nothing new, more of them cannot reach anything.
//
// Stacks have a bound, but only where a thread is interrupted. A call that returns in
// the same context is one step, by a summary, however deep it is: Path relates the
// states of a procedure to those in which it went on, or began, in this context, or in
// one before (Known), so it is about any thread. A procedure that returns in a later
// context than it was called in is in the stack then. Deep0, Deep1, ... say that a
// thread could have been interrupted in a stack that is higher than there is room for.
//
// Paths are found from the top of the stacks to the bottom: first those of procedures
// on top, then those of procedures that these return to, and so on.
//
// A thread stops in front of a step that others can see, as all steps before it might
// as well be in this context as in one after it. Where it stops otherwise it need not
// go on at all, so it counts as ended.

`

// Formula returns the formula of one context, given the largest height of the
// stack of each thread. Tests evaluate it again and again.
func Formula(heights ...int) getafix.Formula {
	w := &contextWriter{heights: heights, most: slices.Max(heights)}
	w.WriteString(contextTheory)
	w.line("enum Height { 0..%d }; // the last one is that of a thread that has ended", w.most)
	w.line("")
	w.line("bool Known(Module m, PrCount e, PrCount p, Local k, Local l, Global H, Global G);")
	for t := range heights {
		w.line("bool Ready%d(%s);", t, w.declare(w.config(nil)))
	}
	w.begin()
	for i := w.most - 1; i >= 0; i-- {
		for t := range heights {
			if i < heights[t] {
				w.top(t, i)
			}
		}
		w.path(i)
	}
	w.moves()
	for t, height := range heights {
		for i := 1; i < height; i++ {
			w.pushed(t, i)
		}
		w.next(t)
		w.deep(t)
	}
	return getafix.Formula{Name: "context", Doc: "what each thread can do while the others stand still", Text: w.String()}
}

// FirstContext returns the formula of one context as that of the first one, with the
// question whether the target is reached in it.
func FirstContext(heights ...int) getafix.Formula {
	f := Formula(heights...)
	w := &contextWriter{heights: heights}
	w.line("\n// ---- the first context")
	w.line("\nbool Known(Module m, PrCount e, PrCount p, Local k, Local l, Global H, Global G)\n  false;")
	for t := range heights {
		w.line("\nbool Ready%d(%s)\n  %s;", t, w.declare(w.config(nil)), w.about("Begin", nil))
	}
	w.line("\n// ---- the question\n\nHit();")
	f.Text += w.String()
	return f
}

type contextWriter struct {
	strings.Builder
	heights []int
	most    int
}

func (w *contextWriter) line(format string, args ...any) {
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

// A slot is room for a procedure in the stack of a thread: the variables of its module,
// its place and its locals.
type slot struct{ m, p, l string }

func slotAt(t, i int) slot {
	at := fmt.Sprintf("%d_%d", t, i)
	return slot{"m" + at, "p" + at, "l" + at}
}

func heightOf(t int) string { return fmt.Sprintf("h%d", t) }

// config returns the variables of a configuration, some of which are replaced.
func (w *contextWriter) config(replaced map[string]string) []string {
	all := []string{"G"}
	for t, n := range w.heights {
		all = append(all, heightOf(t))
		for i := range n {
			f := slotAt(t, i)
			all = append(all, f.m, f.p, f.l)
		}
	}
	for i, x := range all {
		if y, ok := replaced[x]; ok {
			all[i] = y
		}
	}
	return all
}

// declare returns variables with their types, which their first letters tell.
func (w *contextWriter) declare(names []string) string {
	types := map[byte]string{'G': "Global", 'H': "Global", 'h': "Height", 'm': "Module",
		'p': "PrCount", 'e': "PrCount", 'l': "Local", 'k': "Local"}
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = types[n[0]] + " " + n
	}
	return strings.Join(out, ", ")
}

// about returns an application to a configuration.
func (w *contextWriter) about(name string, replaced map[string]string) string {
	return fmt.Sprintf("%s(%s)", name, strings.Join(w.config(replaced), ", "))
}

// head begins the definition of a predicate of configurations: one thread after the
// other, each from the bottom of its stack, and last the globals.
func (w *contextWriter) head(name string) {
	all := w.config(nil)
	w.line("bool %s(%s)", name, w.declare(all))
	order := append(all[1:], "G")
	var hints []string
	for i := 1; i < len(order); i++ {
		hints = append(hints, order[i-1]+" < "+order[i])
	}
	w.line("  %s", strings.Join(hints, ", "))
}

// empty says that the stack of t is empty from number i on.
func (w *contextWriter) empty(t, i int) string {
	var s string
	for ; i < w.heights[t]; i++ {
		f := slotAt(t, i)
		s += fmt.Sprintf(" & %s = 0 & %s = 0 & Zero(%s)", f.m, f.p, f.l)
	}
	return s
}

func (w *contextWriter) begin() {
	w.line("\n// the threads begin")
	w.head("Begin")
	w.line("  SharedInit(G)")
	for t := range w.heights {
		f := slotAt(t, 0)
		w.line("& %s = 0 & ThreadEntry(%d, %s) & LocalInit(%s, %s, %s)%s", heightOf(t), t, f.m, f.m, f.p, f.l, w.empty(t, 1))
	}
	w.line(";")
}

// top writes where thread t goes on in the procedure of number i: at the beginning of
// the context, or because the one above it has returned.
func (w *contextWriter) top(t, i int) {
	w.line("\n// thread %d goes on in number %d of its stack", t, i)
	w.head(fmt.Sprintf("Top%d_%d", t, i))
	w.line("  ( %s & %s = %d )", w.about(fmt.Sprintf("Ready%d", t), nil), heightOf(t), i)
	if i+1 < w.heights[t] {
		f, above := slotAt(t, i), slotAt(t, i+1)
		w.line("| ( %s = %d%s", heightOf(t), i, w.empty(t, i+1))
		w.line("  & ( exists Global H, PrCount e, Local k, Module m1, PrCount e1, Local k1.")
		w.line("        %s", w.about(fmt.Sprintf("Top%d_%d", t, i+1), map[string]string{
			heightOf(t): fmt.Sprint(i + 1), "G": "H", f.p: "e", f.l: "k", above.m: "m1", above.p: "e1", above.l: "k1"}))
		w.line("      & Return%d(%s, e, k, %s, %s, m1, e1, k1, H, G) ) )", i+1, f.m, f.p, f.l)
	}
	w.line(";")
}

// path writes the paths in procedures that are called, or go on with a number of at
// least i.
func (w *contextWriter) path(i int) {
	w.line("\n// procedures that go on with number %d", i)
	w.line("bool Start%d(Module m, PrCount p, Local l, Global G)", i)
	or := "  "
	for t, n := range w.heights {
		if i >= n {
			continue
		}
		f := slotAt(t, i)
		used := map[string]string{f.m: "m", f.p: "p", f.l: "l", "G": "H"}
		rest := slices.DeleteFunc(w.config(used), func(s string) bool { return slices.Contains([]string{"m", "p", "l"}, s) })
		w.line("%s( exists %s. %s & Own(m, H, G) )", or, w.declare(rest), w.about(fmt.Sprintf("Top%d_%d", t, i), used))
		or = "| "
	}
	w.line(";")
	before := "Known"
	if i+1 < w.most {
		before = fmt.Sprintf("Path%d", i+1)
	}
	w.WriteString(strings.NewReplacer("$path", fmt.Sprintf("Path%d", i), "$before", before, "$start", fmt.Sprintf("Start%d", i)).Replace(pathText))
	if i > 0 {
		w.WriteString(strings.NewReplacer("$path", fmt.Sprintf("Path%d", i), "$return", fmt.Sprintf("Return%d", i)).Replace(returnText))
	}
}

const pathText = `
// from (e, k, H) to (p, l, G) in m
mu bool $path(Module m, PrCount e, PrCount p, Local k, Local l, Global H, Global G)
  m < e, e ~+ p, p < k, k ~+ l, l < H, H ~+ G
  $before(m, e, p, k, l, H, G)
| ( $start(m, p, l, G) & e = p & k = l & H = G )
  // a procedure begins, called by t
| ( p = 0 & e = p & k = l & H = G
  & ( exists Module t_m, PrCount t_p, Local t_l, Global t_G.
        ( exists PrCount t_e, Local t_k, Global t_H. $path(t_m, t_e, t_p, t_k, t_l, t_H, t_G) )
      & programCall(t_m, m, t_p, t_l, l, t_G) & Own(m, t_G, G) ) )
  // a step inside of it
| ( exists PrCount t_p, Local t_l, Global t_G.
      $path(m, e, t_p, k, t_l, H, t_G) & programInt(m, t_p, p, t_l, l, t_G, G) )
  // a call at t that returns: to the entry of u, by a path to an exit of u, and back
| ( exists Module u_m, PrCount t_p, PrCount u_p, Global t_G, Local u_k, Global u_H.
      ( exists Local t_l.
          ( $path(m, e, t_p, k, t_l, H, t_G)
          & programCall(m, u_m, t_p, t_l, u_k, t_G)
          & Own(u_m, t_G, u_H) & SkipCall(m, t_p, p) )
        & OwnReturnTS(m, u_m, t_p, u_p, t_l, l, t_G, G) )
    & ( exists Local u_l, Global u_G.
          ( Exit(u_m, u_p) & $path(u_m, 0, u_p, u_k, u_l, u_H, u_G) )
        & OwnReturnUS(m, u_m, t_p, u_p, u_l, l, u_G, G) ) );
`

const returnText = `
// from (e, k, H) in m it returns to (c, a) in n, which goes on in (p, l, G)
bool $return(Module n, PrCount c, Local a, PrCount p, Local l, Module m, PrCount e, Local k, Global H, Global G)
  n < c, c ~+ p, c < a, a ~+ l, l < m, m < e, e < k, k < H, H ~+ G
  exists PrCount x.
      ( SkipCall(n, c, p)
      & ( exists Local x_l, Global x_G, Global t_H.
            ( Exit(m, x) & $path(m, e, x, k, x_l, t_H, x_G) )
          & OwnReturnUS(n, m, c, x, x_l, l, x_G, G) & Own(m, H, t_H) ) )
    & OwnReturnTS(n, m, c, x, a, l, H, G);
`

// moves writes what can come of a path.
func (w *contextWriter) moves() {
	w.WriteString(`
// what is asked for is reached
bool Hit()
  exists Module m, PrCount e, PrCount p, Local k, Local l, Global H, Global G.
    target(m, p) & Path0(m, e, p, k, l, H, G);

// a thread may be interrupted in m, or in what that calls
mu bool MayStop(Module m)
  ( exists PrCount p, Global G. Free(m, p, G) )
| ( exists Module n, PrCount p, Local l, Local k, Global G. MayStop(n) & programCall(m, n, p, l, k, G) );

// a path, with all globals
bool Wide(Module m, PrCount e, PrCount p, Local k, Local l, Global H, Global G)
  exists Global t_G.
    ( exists Global t_H. Path0(m, e, p, k, l, t_H, t_G) & Own(m, H, t_H) )
  & ( Own(m, G, t_G) & Unused(m, H, G) );

// it stops
bool Stop(Module m, PrCount e, PrCount p, Local k, Local l, Global H, Global G)
  Wide(m, e, p, k, l, H, G) & (Free(m, p, G) & Visible(m, p));

// it stops, and does not go on
bool Leave(Module m, PrCount e, Local k, Global H, Global G)
  exists PrCount p, Local l. Wide(m, e, p, k, l, H, G) & (Free(m, p, G) & !Visible(m, p));

// it calls n, with locals a
bool Push(Module m, PrCount e, PrCount p, Local k, Local l, Global H, Global G, Module n, Local a)
  m < e, e ~+ p, e < k, k ~+ l, k < n, n < a, a < H, H ~+ G
  exists Local b. Wide(m, e, p, k, b, H, G) & ((programCall(m, n, p, b, a, G) & MayStop(n)) & Waits(m, p, b, l));
`)
}

// pushed writes where thread t begins with a procedure that gets number i.
func (w *contextWriter) pushed(t, i int) {
	f, above := slotAt(t, i-1), slotAt(t, i)
	used := map[string]string{heightOf(t): fmt.Sprint(i - 1), "G": "H", f.p: "e", f.l: "k", above.m: "0", above.p: "0", above.l: "k0"}
	from := w.about(fmt.Sprintf("Top%d_%d", t, i-1), used)
	if i > 1 {
		from = fmt.Sprintf("(%s | %s)", from, w.about(fmt.Sprintf("Pushed%d_%d", t, i-1), used))
	}
	w.line("\n// thread %d begins with number %d of its stack", t, i)
	w.head(fmt.Sprintf("Pushed%d_%d", t, i))
	w.line("  %s = %d & %s = 0", heightOf(t), i, above.p)
	w.line("& ( exists Global H, PrCount e, Local k.")
	w.line("      ( exists Local k0. Zero(k0) & %s )", from)
	w.line("    & Push(%s, e, %s, k, %s, H, G, %s, %s) );", f.m, f.p, f.l, above.m, above.l)
}

// next writes which configurations thread t leaves to others.
func (w *contextWriter) next(t int) {
	each := func(yield func(i int, name string)) {
		for i := range w.heights[t] {
			yield(i, fmt.Sprintf("Top%d_%d", t, i))
			if i > 0 {
				yield(i, fmt.Sprintf("Pushed%d_%d", t, i))
			}
		}
	}
	w.line("\n// thread %d leaves it to others", t)
	w.head(fmt.Sprintf("Next%d", t))
	or := "  "
	each(func(i int, name string) {
		f := slotAt(t, i)
		w.line("%s( exists Global H, PrCount e, Local k. %s", or, w.about(name, map[string]string{"G": "H", f.p: "e", f.l: "k"}))
		w.line("    & Stop(%s, e, %s, k, %s, H, G) )", f.m, f.p, f.l)
		or = "| "
	})
	w.line("| ( %s = %d%s & (", heightOf(t), w.most, w.empty(t, 0))
	or = "    "
	each(func(i int, name string) {
		used := map[string]string{"G": "H", heightOf(t): fmt.Sprint(i)}
		var bound []string
		for j := range w.heights[t] {
			f := slotAt(t, j)
			g := slot{fmt.Sprintf("m%d", j), fmt.Sprintf("e%d", j), fmt.Sprintf("k%d", j)}
			used[f.m], used[f.p], used[f.l] = g.m, g.p, g.l
			bound = append(bound, g.m, g.p, g.l)
		}
		w.line("%s( exists Global H, %s. %s", or, w.declare(bound), w.about(name, used))
		w.line("      & Leave(m%d, e%d, k%d, H, G) )", i, i, i)
		or = "  | "
	})
	w.line("  ) );")
}

func (w *contextWriter) deep(t int) {
	i := w.heights[t] - 1
	f := slotAt(t, i)
	from := w.about(fmt.Sprintf("Top%d_%d", t, i), nil)
	if i > 0 {
		from = fmt.Sprintf("(%s | %s)", from, w.about(fmt.Sprintf("Pushed%d_%d", t, i), nil))
	}
	w.line("\n// thread %d needs a higher stack", t)
	w.line("bool Deep%d()", t)
	w.line("  exists %s. %s", w.declare(w.config(nil)), from)
	w.line("  & ( exists PrCount p, Local l, Global H, Module m, Local k. Push(%s, %s, p, %s, l, G, H, m, k) );", f.m, f.p, f.l)
}
