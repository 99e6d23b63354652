// This file defines the answer in words: the properties, the statistics, and the
// last line.

package command

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/c"
	"github.com/ijit/ijit/systems/c/native"
)

// An answer is a result and what was asked.
type answer struct {
	*checkFlags
	file   string
	model  *systems.Model // nil if it could not be read in time
	result *systems.Result
	read   time.Duration // what reading the input took
	opened *opened
	// threaded is the answer about a C program with threads, of which result has the verdict; nil for other inputs.
	threaded *c.Answer
	text     []byte         // of such a program
	replayed *native.Result // what became of running it; nil if it was not
}

// opened has the model, nil before it was read. A run that is given up leaves it.
type opened = atomic.Pointer[systems.Model]

// code returns the exit code.
func (a *answer) code() int {
	switch r := a.result; {
	case r.Verdict == systems.Safe:
		return exitSafe
	case r.Verdict == systems.Unsafe:
		return exitUnsafe
	case r.Reason == systems.Crashed:
		return exitError
	}
	return exitUnknown
}

// print prints the answer and sets the exit code.
func (a *answer) print(sh *shell) error {
	sh.code = a.code()
	if text := a.result.Warning; text != "" {
		fmt.Fprintf(sh.stderr, "ijit: warning: %s\n", text)
	}
	sh.printFaults(a.result.Faults)
	if s := &a.result.Stats; a.SelfCheck && a.result.Verdict != systems.Unknown && !s.Replayed && !s.Validated {
		fmt.Fprintf(sh.stderr, "ijit: --selfcheck: there is no other check of this answer (%s)\n", algorithm(a.result))
	}
	if a.threaded != nil && a.threaded.Verdict == systems.Unknown && a.result.Trace != nil && len(a.show) > 0 {
		fmt.Fprintln(sh.stderr, "ijit: this path is no execution, and the predicates do not exclude it")
	}
	out, err := a.printTraces(sh)
	if err != nil {
		return err
	}
	if a.threaded != nil {
		if sh.json {
			return sh.printJSON(a.threadsDoc(len(a.show) > 0))
		}
		a.printThreads(out)
		return nil
	}
	if a.source != nil && len(a.source.Missing) > 0 {
		fmt.Fprintf(sh.stderr, "ijit: --source: these files are not in %s: %s\n", a.Source, strings.Join(a.source.Missing, ", "))
	}
	if sh.json {
		return sh.printJSON(a.doc(len(a.show) > 0))
	}
	if a.All || len(a.result.Properties) > 1 {
		a.printProperties(out)
	}
	for _, s := range a.result.Summaries {
		for _, c := range s.Cases {
			fmt.Fprintf(out, "summary: %s  %s\n", s.Proc, c)
		}
	}
	for _, c := range a.result.Cover {
		fmt.Fprintf(out, "cover: %s\n", c)
	}
	if a.Stats {
		for _, s := range a.stats() {
			fmt.Fprintf(out, "%s: %v\n", s.key, s.value)
		}
	}
	a.printInputs(out)
	switch r := a.result; {
	case r.Verdict == systems.Unknown && len(r.Properties) <= 1:
		fmt.Fprintf(out, "not decided: %s\n", a.why())
	case r.Verdict == systems.Safe && (r.Extent.Unit != "" || a.ofC()) && r.Detail != "":
		fmt.Fprintf(out, "proved: %s\n", r.Detail)
	case r.Verdict == systems.Unsafe && r.Trace == nil && r.Extent.Unit != "" && r.Detail != "":
		fmt.Fprintf(out, "no execution: %s\n", r.Detail)
	}
	_, err = fmt.Fprintln(out, a.lastLine())
	return err
}

// lastLine says all in one line.
func (a *answer) lastLine() string {
	r := a.result
	fields := []string{r.Verdict.String()}
	if a.model == nil { // what it was asked is not known
		return fmt.Sprintf("%s(%s)  not read  %.2fs", r.Verdict, r.Reason, r.Seconds)
	}
	if a.ofList() {
		if r.Verdict == systems.Unknown {
			fields[0] += "(" + string(r.Reason) + ")"
		}
		fields = append(append(fields, a.summary()), vacuous(a.result.Vacuous)...)
		fields = append(fields, algorithm(r), fmt.Sprintf("%.2fs", r.Seconds))
		return strings.Join(fields, "  ")
	}
	depth := fmt.Sprintf("depth %d", r.Depth)
	switch r.Verdict {
	case systems.Unsafe:
		if p := r.Property; p != nil && p.Found != nil { // how long the execution is, and its loop
			fields = append(fields, place(p)+" "+found(p))
			depth = ""
		} else {
			fields = append(fields, place(p))
		}
		if r.Extent.Unit != "" {
			fields = append(fields, r.Extent.String())
		}
		if r.Trace != nil { // it may be too long to write down
			depth = strings.TrimPrefix(depth+", "+count(r.Trace.MostThreads(), "thread"), ", ")
			if r.Longer {
				depth += " (a shorter one may exist)"
			}
		}
	case systems.Safe:
		fields = append(fields, a.scope())
	default:
		fields[0] += "(" + string(r.Reason) + ")"
		switch {
		case r.Property != nil && r.Property.Found == nil:
			fields = append(fields, place(r.Property))
		case r.Extent.Unit != "":
			fields = append(fields, r.Detail)
		case r.Threads == 0:
			fields = append(fields, "for any number of threads")
		default:
			fields = append(fields, "for at most "+count(r.Threads, "live thread"))
		}
		if r.Counted == "latch" && r.Depth > 0 {
			depth = fmt.Sprintf("no counterexample up to %d", r.Depth)
		}
	}
	if a.Fair {
		fields = append(fields, "with weak fairness")
	}
	fields = append(fields, vacuous(r.Vacuous)...)
	if r.Verdict == systems.Safe && r.Property != nil && r.Depth == 0 { // a search for cycles has none
		depth = ""
	}
	if depth != "" && (r.Depth > 0 || r.Threads > 0 || r.Verdict != systems.Safe && r.Extent.Unit == "") { // nor has a search backward
		fields = append(fields, depth)
	}
	states := count(r.States, cmp.Or(r.Counted, "state"))
	if n := r.Stats.LeftOut; n > 0 {
		states += " without " + count(n, "variable")
	}
	if r.Stats.DeadLocals > 0 {
		states += " up to dead locals"
	}
	fields = append(fields,
		algorithm(r),
		states,
		fmt.Sprintf("%.2fs", r.Seconds))
	return strings.Join(fields, "  ")
}

// vacuous returns the field of a line that says why an answer is about no execution, none
// if it is about some.
func vacuous(why string) []string {
	if why == "" {
		return nil
	}
	return []string{"vacuous: " + why}
}

// ofList reports whether the answer is one about several properties.
func (a *answer) ofList() bool { return a.model != nil && a.model.Lists() }

// ofC reports whether the answer is about a C program.
func (a *answer) ofC() bool { return a.model != nil && a.model.InC() }

// summary says in a line what is known of a finite state machine, or of a C program.
func (a *answer) summary() string {
	list := a.result.Properties
	if len(list) == 1 {
		return strings.Join(strings.Fields(place(&list[0])+" "+found(&list[0])), " ")
	}
	wrong, open := 0, 0
	for i := range list {
		switch list[i].Verdict {
		case systems.Unsafe:
			wrong++
		case systems.Unknown:
			open++
		}
	}
	text := fmt.Sprintf("%s  %d of %d properties false", a.file, wrong, len(list))
	switch {
	case a.ofC():
		return fmt.Sprintf("%s  %s reachable, %d unreachable, %d open", a.file, count(wrong, "label"), len(list)-wrong-open, open)
	case wrong+open == 0:
		return fmt.Sprintf("%s  all %d properties true", a.file, len(list))
	}
	if open > 0 {
		text += fmt.Sprintf(", %d open", open)
	}
	return text
}

// found says how a property was decided, "" if there is nothing to say.
func found(p *systems.Property) string {
	f := p.Found
	switch {
	case f == nil:
		return ""
	case p.Kind == "label" && p.Verdict == systems.Unsafe:
		return fmt.Sprintf("reached by %s (%s)", count(len(f.Inputs), "input"), f.Method)
	case p.Kind == "label" && p.Verdict == systems.Safe:
		return fmt.Sprintf("not reachable (%s)", f.Method)
	case p.Kind == "compute" && p.Verdict == systems.Safe:
		return fmt.Sprintf("is %s (%s)", f.Detail, f.Method)
	case p.Verdict == systems.Unsafe && f.Loop >= 0:
		return fmt.Sprintf("false (length %d, loop at %d)", f.Length, f.Loop)
	case p.Verdict == systems.Unsafe && f.Waves == nil && p.Kind != "ltl":
		return "false"
	case p.Verdict == systems.Unsafe:
		return fmt.Sprintf("false (length %d)", f.Length)
	case p.Verdict == systems.Safe && f.Bound > 0:
		return fmt.Sprintf("true (%s, bound %d)", f.Method, f.Bound)
	case p.Verdict == systems.Safe:
		return fmt.Sprintf("true (%s)", f.Method)
	case f.Reason == systems.Vacuous:
		return "not decided"
	case f.Bound >= 0:
		return fmt.Sprintf("no counterexample up to %d", f.Bound)
	}
	return f.Detail
}

// algorithm names the algorithm, if that chose among several the one that
// answered, and its version.
func algorithm(r *systems.Result) string {
	text := r.Algorithm
	if r.By != "" {
		text += ":" + r.By
	}
	if r.Via != "" {
		text += "/" + string(r.Via)
	}
	return text
}

// scope says for which runs a program is safe.
func (a *answer) scope() string {
	r := a.result
	switch {
	case r.Extent.Unit == "round":
		return "for any number of copies of its threads"
	case r.Extent.Unit != "":
		return "for any number of context switches" + r.Extent.Of()
	case r.States == 0 && r.Detail != "":
		return r.Detail
	case r.Counted == "location":
		return "for any depth of calls"
	case r.Counted == "element":
		return "for its one thread"
	case r.Threads == 0 && r.Cutoff > 0:
		return fmt.Sprintf("for any number of threads, with cutoff %d", r.Cutoff)
	case r.Threads == 0:
		return "for any number of threads"
	case r.Cut, r.MaxThreads == 0 && r.Initial == "many":
		return "for at most " + count(r.Threads, "live thread")
	case r.MaxThreads == 0: // they were not counted, but the bound kept none from being created
		return "for any number of threads"
	default:
		return "never more than " + count(r.MaxThreads, "live thread")
	}
}

// why says why there is no verdict.
func (a *answer) why() string { return a.because(a.result.Reason, a.result.Detail) }

// because puts a reason in words, if there is no detail.
func (a *answer) because(reason systems.Reason, detail string) string {
	switch {
	case detail != "":
		return detail
	case reason == systems.Timeout:
		return fmt.Sprintf("the time limit of %s was reached", a.Timeout)
	case reason == systems.Memory && a.Memory.bytes > 0:
		return fmt.Sprintf("the memory limit of %s was reached", a.Memory)
	case reason == systems.Interrupted:
		return "the run was interrupted"
	case reason == systems.Incomplete:
		return "the algorithm has come to its end, which proves nothing"
	case reason == systems.Crashed:
		return "an algorithm had an internal error"
	case reason == systems.Bound && a.Bound != nil:
		return fmt.Sprintf("there is no counterexample of at most %s; a larger --bound looks further", count(*a.Bound, "step"))
	default:
		return fmt.Sprintf("a limit was reached (%s)", reason)
	}
}

// place says where a property stands and what kind it is of.
func place(p *systems.Property) string {
	switch {
	case p == nil:
		return "?"
	case p.Kind == "target":
		return p.File + " target " + p.Text
	case p.Pos.Line == 0 && p.Found != nil:
		return p.File + " " + p.Kind
	case p.Kind == "deadlock":
		return strings.TrimRight(p.File+" deadlock "+p.Text, " ")
	case p.Kind == "leak" && p.Pos.Line == 0:
		return strings.TrimRight(p.File+" leak "+p.Text, " ")
	case p.Kind == "leak" && p.Text != "":
		return fmt.Sprintf("%s:%s leak %s", p.File, p.Pos, p.Text)
	case p.Kind == "label":
		return fmt.Sprintf("%s:%s label %s", p.File, p.Pos, p.Text)
	default:
		return fmt.Sprintf("%s:%s %s", p.File, p.Pos, p.Kind)
	}
}

// printProperties prints each property with its own verdict.
func (a *answer) printProperties(w io.Writer) {
	if a.ofC() {
		a.printLabels(w)
		return
	}
	for i := range a.result.Properties {
		p := &a.result.Properties[i]
		line := fmt.Sprintf("%-7s  %s", p.Verdict, place(p))
		switch {
		case p.Kind == "assert":
			line += "(" + p.Text + ")"
		case p.Found != nil:
			text := p.Text
			if p.Name != "" {
				text = p.Name + ": " + text
			}
			line = strings.Join(append([]string{line, text, found(p)}, vacuous(p.Found.Vacuous)...), "  ")
		}
		if p.Origin != nil {
			line += fmt.Sprintf("  %s:%d", p.Origin.File, p.Origin.Line)
			if p.Origin.Func != "" {
				line += " " + p.Origin.Func
			}
		}
		if p.Depth > 0 && p.Found == nil { // else it is in the initial state, or was not counted
			line += fmt.Sprintf("  depth %d", p.Depth)
		}
		fmt.Fprintln(w, line)
	}
	if len(a.result.Properties) == 0 && a.result.Verdict != systems.Unknown {
		fmt.Fprintln(w, "nothing that can fail is reachable in the control-flow graph")
	}
	fmt.Fprintln(w)
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %s", n, plural(thing))
}

// plural returns the plural of a word.
func plural(thing string) string {
	if strings.HasSuffix(thing, "ch") || strings.HasSuffix(thing, "x") {
		return thing + "es"
	}
	return thing + "s"
}
