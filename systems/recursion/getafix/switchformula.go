// This file defines the formula of bounded context switches, for stacks of any height.

package getafix

import (
	"fmt"
	"slices"
	"strings"
)

// switchTheory is the beginning of the text.
const switchTheory = `// Reachability in programs with recursive threads by at most k context switches.
//
// A run is a sequence of contexts 0, 1, ..., c: in context i, thread ti takes the
// globals from gi to what context i+1 begins with. Threads share nothing but these
// globals, so what a thread does depends on others only by the globals with which its
// contexts begin. The formula finds what each thread can make of them (Frame, Enter,
// Stop), and joins threads where the globals fit (Runs), so that a summary has locals
// of one thread only, and its globals only where that was interrupted:
//
//   Frame<c>_<d>   a procedure that began with (EL, EG) was interrupted d times since,
//                  with the globals o1, ..., od, and went on with i2, ..., i<d+1>; now
//                  it is at (pc, CL, CG). It does not matter which thread, or when.
//   Enter<c>_<r>   thread t is in its round r, a context of its own, and a procedure
//                  begins with (EL, EG); its rounds went from i1 to o1, from i2 to o2,
//                  ..., and began with ir.
//   Stop<c>_<r>    its rounds can be those from i1 to o1, ..., from ir to or.
//   Goal<c>_<r>    it reaches what is asked for in a round r that began with ir.
//   Runs<c>        the threads t0, ..., tc can take turns so that the globals are g0 in
//                  the beginning, and g1, ..., g<c+1> behind the contexts.
//   Reached<c>     what is asked for is reached in context c, which begins with gc.
//
// <c> is the number of the context up to which all is known. No clause refers to a
// later one, and each relation contains the one of the same name before it; so what
// was reached by fewer switches is where the search for more begins. Which procedures
// begin with what (Entered), with which globals threads begin (Begin), and how they go
// on when they were interrupted (Want) is only taken from runs that there are: but for
// that, Frame need not be exact, as Runs takes what fits.
//
// A call may return in a later round than that of the call: a return joins the i
// interruptions before the call and those of what was called. A thread that is
// interrupted goes on only in front of a step that others can see (Visible); steps
// that nobody sees can as well be taken before the interruption.
//
// After S. La Torre, P. Madhusudan, G. Parlato, "Analyzing recursive programs using a
// fixed-point calculus", PLDI 2009: the clauses are the same, but their relation has
// the states of all contexts, and the threads of all, as parameters of each summary.

`

// SwitchFormula returns the formula for up to k context switches. It asks nothing:
// Reached0, Reached1, ... are what there is to evaluate. For more than two threads, the
// text grows with k like the Fibonacci numbers, since any contexts may be those of a
// thread but for two in a row.
func SwitchFormula(threads, k int) Formula {
	w := &switchWriter{threads: threads}
	w.WriteString(switchTheory)
	for c := 0; c <= k; c++ {
		w.line("// ---- up to %d context switches\n", c)
		w.begin(c)
		for d := 1; d <= min(c/2, w.memory()); d++ {
			w.want(c, d)
		}
		w.entered(c)
		for d := 0; d <= c/2; d++ {
			w.frame(c, d)
		}
		w.mayReach(c)
		for r := 1; r <= c/2+1; r++ {
			w.enter(c, r)
			w.ends(c, r, "Stop")
			w.ends(c, r, "Goal")
		}
		w.runs(c)
		w.reached(c)
	}
	return Formula{"switches", "up to so many context switches, for stacks of any height", w.String()}
}

type switchWriter struct {
	strings.Builder
	threads int
}

// line writes a line, or more.
func (w *switchWriter) line(format string, args ...any) {
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

// memory is how many interruptions in a row Want tells apart. Two threads have to take
// turns, so that runs have all of them in order. With more it costs more than it saves.
func (w *switchWriter) memory() int {
	if w.threads == 2 {
		return 1 << 30
	}
	return 1
}

// numbered returns names with numbers.
func numbered(prefix string, from, to int) []string {
	var out []string
	for i := from; i <= to; i++ {
		out = append(out, name(prefix, i))
	}
	return out
}

// breaks returns the interruptions between two rounds: with which globals each begins,
// and with which ones it ends.
func breaks(from, to int) []string {
	var out []string
	for i := from; i < to; i++ {
		out = append(out, name("o", i), name("i", i+1))
	}
	return out
}

// rounds returns the globals of all rounds up to the beginning of round r.
func rounds(r int) []string { return append([]string{"i1"}, breaks(1, r)...) }

// comma joins lists of names.
func comma(lists ...[]string) string { return strings.Join(slices.Concat(lists...), ", ") }

// with returns declarations of names with a type.
func with(typ string, names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = typ + " " + n
	}
	return out
}

// name returns the name of a predicate or a variable with a number.
func name(s string, i int) string { return fmt.Sprint(s, i) }

func words(s string) []string { return strings.Split(s, ", ") }

// at returns an application of a predicate with two numbers.
func at(predicate string, c, n int, args ...[]string) string {
	return fmt.Sprintf("%s%d_%d(%s)", predicate, c, n, comma(args...))
}

// begin writes with which globals a thread can have its first round.
func (w *switchWriter) begin(c int) {
	w.line("bool Begin%d(Thread t, Global s_EG)", c)
	if c == 0 {
		w.line("  SharedInit(s_EG);\n")
		return
	}
	ts, gs := numbered("t", 0, c-1), numbered("g", 0, c-1)
	w.line("  Begin%d(t, s_EG)", c-1)
	w.line("| ( exists %s. Runs%d(%s) & t != %s );\n", comma(with("Thread", ts), with("Global", gs)), c-1,
		comma(ts, gs, words("s_EG")), strings.Join(ts, " & t != "))
}

// want writes how the last d interruptions of a thread can have been, from runs in
// which it has the next context.
func (w *switchWriter) want(c, d int) {
	br := breaks(1, d+1)
	w.line("bool Want%d_%d(%s)", c, d, comma(with("Global", br)))
	or := "  "
	if d <= (c-1)/2 {
		w.line("  %s", at("Want", c-1, d, br))
		or = "| "
	}
	ts := numbered("t", 0, c-1)
	for _, own := range w.contexts(c, d+1) {
		gs := numbered("g", 0, c)
		for i := range d {
			gs[own[i]+1], gs[own[i+1]] = br[2*i], br[2*i+1]
		}
		var bound, conditions []string
		for i, g := range gs {
			if g == name("g", i) {
				bound = append(bound, g)
			}
		}
		for i := own[0] + 1; i < c; i++ {
			conditions = append(conditions, same(own[0], i, slices.Contains(own, i)))
		}
		w.line("%s( exists %s. Runs%d(%s) & %s )", or, comma(with("Thread", ts), with("Global", bound)),
			c-1, comma(ts, gs), strings.Join(conditions, " & "))
		or = "| "
	}
	w.line(";\n")
}

// same says that two contexts are of the same thread, or are not.
func same(i, j int, equal bool) string {
	if equal {
		return fmt.Sprintf("t%d = t%d", i, j)
	}
	return fmt.Sprintf("t%d != t%d", i, j)
}

// contexts returns which n contexts can be the last ones of the thread of context c.
// With n = 0, which ones can be all of them.
func (w *switchWriter) contexts(c, n int) [][]int {
	if n == 1 {
		return [][]int{{c}}
	}
	var all [][]int
	if n == 0 && (w.threads > 2 || c < 2) {
		all = append(all, []int{c})
	}
	for before := c - 2; before >= 0; before-- {
		for _, own := range w.contexts(before, max(n-1, 0)) {
			all = append(all, append(slices.Clone(own), c))
		}
		if w.threads == 2 {
			break // there is nobody else
		}
	}
	return all
}

// entered writes with what procedures begin.
func (w *switchWriter) entered(c int) {
	w.line("mu bool Entered%d(Module s_mod, Local s_EL, Global s_EG)", c)
	w.line("  ( exists Thread t. (ThreadEntry(t, s_mod) & Begin%d(t, s_EG)) & LocalInit(s_mod, 0, s_EL) )", c)
	for d := 0; d <= c/2; d++ {
		br := breaks(1, d+1)
		w.line("| ( exists Module t_mod, PrCount t_pc, Local t_CL, Global t_CG.")
		w.line("      ( exists %s. %s )", comma(words("Local t_EL, Global t_EG"), with("Global", br)),
			at("Frame", c, d, words("t_mod, t_pc, t_CL, t_CG, t_EL, t_EG"), br))
		w.line("    & programCall(t_mod, s_mod, t_pc, t_CL, s_EL, t_CG) & CopyGlobals(s_mod, t_CG, s_EG) )")
	}
	w.line(";\n")
}

// frame writes the summaries of procedures with d interruptions.
func (w *switchWriter) frame(c, d int) {
	br := breaks(1, d+1)
	state := words("s_mod, s_pc, s_CL, s_CG, s_EL, s_EG")
	w.line("mu bool Frame%d_%d(%s)", c, d, comma(words("Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_EL, Global s_EG"), with("Global", br)))
	hints := words("s_mod < s_pc, s_pc < s_CL, s_CL ~+ s_EL, s_CL < s_CG, s_CG ~+ s_EG")
	for _, b := range br {
		hints = append(hints, "s_CG ~+ "+b)
	}
	w.line("  %s", comma(hints))
	or := "  "
	if c > 0 && d <= (c-1)/2 {
		w.line("  %s", at("Frame", c-1, d, state, br))
		or = "| "
	}
	if d == 0 {
		w.line("  // it begins\n%s( s_pc = 0 & s_CL = s_EL & s_CG = s_EG & Entered%d(s_mod, s_EL, s_EG) )", or, c)
	} else {
		out, in, m := name("o", d), name("i", d+1), min(d, w.memory())
		w.line("  // it goes on after an interruption")
		w.line("%s( ( %s & Free(s_mod, s_pc, %s) & Visible(s_mod, s_pc)", or, at("Frame", c, d-1, words("s_mod, s_pc, s_CL, "+out+", s_EL, s_EG"), breaks(1, d)), out)
		w.line("    & %s ) & s_CG = %s )", at("Want", c, m, breaks(d-m+1, d+1)), in)
	}
	w.line("  // a step inside of it\n| ( exists PrCount t_pc, Local t_CL, Global t_CG.")
	w.line("      %s", at("Frame", c, d, words("s_mod, t_pc, t_CL, t_CG, s_EL, s_EG"), br))
	w.line("    & programInt(s_mod, t_pc, s_pc, t_CL, s_CL, t_CG, s_CG) )")
	for i := 0; i <= d; i++ {
		w.line("  // a call at t that returns: %d interruptions before it, and %d until it returns", i, d-i)
		w.WriteString(strings.NewReplacer(
			"$caller", at("Frame", c, i, words("s_mod, t_pc, t_CL, t_CG, s_EL, s_EG"), breaks(1, i+1)),
			"$callee", at("Frame", c, d-i, words("u_mod, u_pc, u_CL, u_CG, u_EL, u_EG"), breaks(i+1, d+1)),
		).Replace(callText))
	}
	w.line(";\n")
}

const callText = `| ( exists Module u_mod, PrCount t_pc, PrCount u_pc, Global t_CG, Local u_EL, Global u_EG.
      ( exists Local t_CL.
          ( $caller
          & programCall(s_mod, u_mod, t_pc, t_CL, u_EL, t_CG)
          & CopyGlobals(u_mod, t_CG, u_EG) & SkipCall(s_mod, t_pc, s_pc) )
        & SetReturnTS(s_mod, u_mod, t_pc, u_pc, t_CL, s_CL, t_CG, s_CG) )
    & ( exists Local u_CL, Global u_CG.
          ( Exit(u_mod, u_pc) & $callee )
        & SetReturnUS(s_mod, u_mod, t_pc, u_pc, u_CL, s_CL, u_CG, s_CG) ) )
`

// mayReach writes whether some summary gets to the target, which is cheap to find out.
func (w *switchWriter) mayReach(c int) {
	w.line("// nothing is reached if this does not hold")
	w.line("bool MayReach%d()", c)
	or := "  "
	for d := 0; d <= c/2; d++ {
		br := breaks(1, d+1)
		w.line("%s( exists %s.", or, comma(words("Module s_mod, PrCount s_pc, Local s_CL, Global s_CG, Local s_EL, Global s_EG"), with("Global", br)))
		w.line("      target(s_mod, s_pc) & %s )", at("Frame", c, d, words("s_mod, s_pc, s_CL, s_CG, s_EL, s_EG"), br))
		or = "| "
	}
	w.line(";\n")
}

// enter writes how threads get into procedures in their round r.
func (w *switchWriter) enter(c, r int) {
	w.line("mu bool Enter%d_%d(%s)", c, r, comma(words("Thread t, Module s_mod, Local s_EL, Global s_EG"), with("Global", rounds(r))))
	w.line("  t < s_mod")
	or := "  "
	if r == 1 {
		w.line("  ( ThreadEntry(t, s_mod) & LocalInit(s_mod, 0, s_EL) & Begin%d(t, s_EG) & s_EG = i1 )", c)
		or = "| "
	}
	for e := 1; e <= r; e++ {
		w.line("%s( exists Module t_mod, PrCount t_pc, Local t_CL, Global t_CG.", or)
		w.line("      ( exists Local t_EL, Global t_EG. %s", at("Enter", c, e, words("t, t_mod, t_EL, t_EG"), rounds(e)))
		w.line("        & %s )", at("Frame", c, r-e, words("t_mod, t_pc, t_CL, t_CG, t_EL, t_EG"), breaks(e, r)))
		w.line("    & (programCall(t_mod, s_mod, t_pc, t_CL, s_EL, t_CG) & CopyGlobals(s_mod, t_CG, s_EG)) )")
		or = "| "
	}
	w.line(";\n")
}

// ends writes how round r of a thread ends: because it is interrupted (Stop), or where
// one wants to get (Goal).
func (w *switchWriter) ends(c, r int, what string) {
	globals, bound, last, condition := rounds(r), "PrCount s_pc, Local s_CL, Global s_CG", "s_CG", "target(s_mod, s_pc)"
	if what == "Stop" {
		last = name("o", r)
		globals, bound, condition = append(globals, last), "PrCount s_pc, Local s_CL", fmt.Sprintf("Free(s_mod, s_pc, %s)", last)
	}
	w.line("bool %s%d_%d(%s)", what, c, r, comma(words("Thread t"), with("Global", globals)))
	or := "  "
	for e := 1; e <= r; e++ {
		w.line("%s( exists Module s_mod, Local s_EL, Global s_EG. %s", or, at("Enter", c, e, words("t, s_mod, s_EL, s_EG"), rounds(e)))
		w.line("    & ( exists %s. %s & %s ) )", bound,
			at("Frame", c, r-e, words("s_mod, s_pc, s_CL, "+last+", s_EL, s_EG"), breaks(e, r)), condition)
		or = "| "
	}
	w.line(";\n")
}

func (w *switchWriter) runs(c int) {
	ts, gs := numbered("t", 0, c), numbered("g", 0, c+1)
	w.line("bool Runs%d(%s)", c, comma(with("Thread", ts), with("Global", gs)))
	w.line("  %s", w.context(c, "Stop", gs))
	w.line(";\n")
}

func (w *switchWriter) reached(c int) {
	ts, gs := numbered("t", 0, c), numbered("g", 0, c)
	w.line("bool Reached%d(%s)", c, comma(with("Thread", ts), with("Global", gs)))
	w.line("  %s", w.context(c, "Goal", gs))
	w.line(";\n")
}

// context says that there is a run up to context c, and that the thread that has that
// ends it in a way: for all contexts that can be its own.
func (w *switchWriter) context(c int, end string, gs []string) string {
	var s strings.Builder
	if c == 0 {
		s.WriteString("SharedInit(g0)")
	} else {
		fmt.Fprintf(&s, "Runs%d(%s) & %s", c-1, comma(numbered("t", 0, c-1), gs[:c+1]), same(c-1, c, false))
	}
	s.WriteString(" & (")
	or := "\n    "
	for _, own := range w.contexts(c, 0) {
		var globals []string
		for _, i := range own {
			globals = append(globals, gs[i:min(i+2, len(gs))]...)
		}
		s.WriteString(or + "( ")
		for i := range c - 1 {
			s.WriteString(same(i, c, slices.Contains(own, i)) + " & ")
		}
		s.WriteString(at(end, c, len(own), words(name("t", c)), globals) + " )")
		or = "\n  | "
	}
	s.WriteString(" )")
	return s.String()
}
