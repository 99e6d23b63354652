// This file defines what check and trace do with C programs that have threads.

package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/c"
	"github.com/ijit/ijit/systems/c/native"
)

// threadsSchema is the version of what --json prints of a C program with threads.
const threadsSchema = "ijit.c/1"

// threadsDoc is what --json prints of a C program with threads.
type threadsDoc struct {
	Schema      string           `json:"schema"`
	File        string           `json:"file"`
	Verdict     string           `json:"verdict"` // SAFE, UNSAFE or UNKNOWN
	Reason      *string          `json:"reason"`  // of UNKNOWN
	Detail      *string          `json:"detail"`  // in words
	By          string           `json:"by"`      // "search" or "abstraction"
	Threads     *int             `json:"threads"` // bound on live threads; null for none
	Iterations  int              `json:"iterations"`
	Predicates  []predicateDoc   `json:"predicates"`
	Queries     int              `json:"queries"` // of the SAT solver
	States      int              `json:"states"`  // of the last search
	Assumptions []string         `json:"assumptions"`
	Undefined   *placeDoc        `json:"undefined"`       // where some execution comes to what C leaves open; null if none was met
	Depth       int              `json:"depth"`           // of the error, in steps, the failing one included
	Property    *propertyDoc     `json:"property"`        // what went wrong
	Trace       *render.TraceDoc `json:"trace,omitempty"` // of UNKNOWN, a path that is no execution and that is not excluded
	Seconds     float64          `json:"seconds"`
	// Races, with --races: of each object that locks do not protect, up to the first race.
	Races []raceDoc `json:"races,omitempty"`
	// Replay, with --replay: of UNSAFE, what became of running the compiled program along the execution.
	Replay *replayDoc `json:"replay,omitempty"`
}

type replayDoc struct {
	By        string `json:"by"`
	Confirmed bool   `json:"confirmed"`
	Detail    string `json:"detail,omitempty"` // why not
}

type raceDoc struct {
	Object  string `json:"object"`
	Verdict string `json:"verdict"`
}

// placeDoc is a place in the C program.
type placeDoc struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
	Text string `json:"text"`
}

type predicateDoc struct {
	Expression string `json:"expression"`
	Kind       string `json:"kind"` // shared, local or mixed
}

// withThreads returns the text of a C program that is to be checked as one with threads: one that creates some, or of which
// --as says so. Whatever cannot be read is for who reads the others to say.
func (a *answer) withThreads(sh *shell) (text []byte, ok bool) {
	asked := a.As == "c-threads"
	if !asked && (a.file == "-" || a.As != "c" && !(a.As == "auto" && strings.HasSuffix(a.file, ".c"))) {
		return nil, false
	}
	_, text, _, err := sh.readText(sh.ctx, a.file)
	return text, err == nil && (asked || createsThreads(text))
}

// threadedC returns the text of a C program with threads, nil if it is none.
func (sh *shell) threadedC(ctx context.Context, file string) []byte {
	if strings.HasSuffix(file, ".c") {
		if _, text, _, err := sh.readText(ctx, file); err == nil && createsThreads(text) {
			return text
		}
	}
	return nil
}

// refuseThreads refuses a C program with threads, with what to do instead.
func (sh *shell) refuseThreads(ctx context.Context, file, instead string) error {
	if sh.threadedC(ctx, file) == nil {
		return nil
	}
	return &systems.UsageError{Message: fmt.Sprintf("%s is a C program with threads; %s", file, instead)}
}

// createsThreads reports whether a C program is to be checked as one with threads.
func createsThreads(text []byte) bool { return bytes.Contains(text, []byte("pthread_create")) }

// findOtherwise checks a C program that is none of those with events, conditions and actions, as one of a single thread. If
// it is not read so either, or nothing is asked, the error stays.
func (a *answer) findOtherwise(ctx context.Context, sh *shell, o systems.Options, why error) error {
	if systems.Diagnostics(why) == nil || a.As != "auto" && a.As != "c" || !strings.HasSuffix(a.file, ".c") {
		return why
	}
	_, text, _, err := sh.readText(ctx, a.file)
	if err != nil {
		return why
	}
	err = a.findInThreads(ctx, sh, text, o)
	if _, wrong := errors.AsType[*systems.UsageError](err); wrong || systems.Diagnostics(err) != nil {
		return why
	}
	return err
}

// findInThreads checks a C program with threads.
func (a *answer) findInThreads(ctx context.Context, sh *shell, text []byte, o systems.Options) error {
	if err := a.uselessForThreads(); err != nil {
		return err
	}
	given, err := sh.predicates(ctx, a.Given)
	if err != nil {
		return err
	}
	begin := time.Now()
	r, err := c.Check(ctx, a.file, text, c.Options{
		Wrap: a.Wrap, ILP32: a.ILP32, Threads: o.Threads, Memory: o.Memory, SelfCheck: o.SelfCheck, Certify: o.Certify, Predicates: given, Algorithm: o.Algorithm, Keep: a.keep(), Races: a.Races,
		Progress: func(now *c.Answer) {
			if o.Progress != nil {
				phase := fmt.Sprintf("iteration %d, %s, %s", now.Iterations, count(len(now.Predicates), "predicate"), count(now.Queries, "question"))
				o.Progress(systems.Progress{Phase: phase, States: now.States, Elapsed: time.Since(begin)})
			}
		},
	})
	if errors.Is(err, c.ErrNoCheck) {
		return &systems.UsageError{Message: a.file + ": " + err.Error()}
	}
	if err != nil {
		return err
	}
	a.threaded, a.text = r, text
	depth := 0
	if r.Verdict == systems.Unsafe {
		depth = len(r.Trace.Steps)
		if a.Replay != "" {
			p := native.Program{Name: a.file, Text: text, Wrap: a.Wrap, ILP32: a.ILP32}
			a.replayed = p.Replay(ctx, a.Replay, r.Steps)
		}
	}
	a.result = &systems.Result{
		Answer:    ijit.Answer{Verdict: r.Verdict, Reason: r.Reason, Detail: r.Detail, By: r.By, Threads: r.Threads, Depth: depth, Checked: r.Checked},
		Algorithm: r.By, States: r.States, Seconds: r.Seconds,
	}
	a.result.Stats.Validated, a.result.Stats.Replayed = r.Checked && r.Verdict == systems.Safe, r.Verdict == systems.Unsafe
	a.result.Property, a.result.Trace = r.Failure, r.Trace
	return nil
}

// keep returns what writes the Boolean programs to a folder, if one is named.
func (a *answer) keep() func(int, string, systems.Verdict) error {
	if a.Programs == "" {
		return nil
	}
	return func(iteration int, text string, v systems.Verdict) error {
		if v != systems.Unknown {
			text = fmt.Sprintf("// want: %v\n%s", v, text)
		}
		if err := os.MkdirAll(a.Programs, 0o777); err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(a.file), ".c")
		return os.WriteFile(filepath.Join(a.Programs, fmt.Sprintf("%s.%d.bp", name, iteration)), []byte(text), 0o666)
	}
}

// predicates reads a file of predicates, if there is one.
func (sh *shell) predicates(ctx context.Context, name string) (f c.File, err error) {
	if name == "" {
		return f, nil
	}
	f.Name = name
	_, f.Text, _, err = sh.readText(ctx, name)
	return f, err
}

// uselessForThreads refuses flags that mean nothing for a C program with threads.
func (a *answer) uselessForThreads() error {
	for _, t := range a.show {
		if t.format.Write == nil {
			return &systems.UsageError{Message: fmt.Sprintf("the format %s does not show executions of threads; choose from %s", t.format.Name, render.TraceFormatNames())}
		}
	}
	f := a.checkFlags
	if f.Replay != "" && f.Races {
		return &systems.UsageError{Message: "--replay is about assertions that fail, which --races does not ask for: the compiled program does not notice a race"}
	}
	return refuse("not for C programs with threads",
		given{"--initial", f.Initial != ""}, given{"--target", f.Target != ""}, given{"--label", f.Label != ""}, given{"--deadlock", f.Deadlock},
		given{"--leak", f.Leak}, given{"--context-switches", f.Switches != nil}, given{"--parameterized", f.Any},
		given{"--rounds", f.Rounds != nil}, given{"--ltl", f.LTL != ""}, given{"--ctl", f.CTL != ""}, given{"--invar", f.Invar != ""}, given{"--fair", f.Fair}, given{"--property", f.Property != ""},
		given{"--bound", f.Bound != nil}, given{"--analysis", f.Analysis != ""}, given{"--sat-cmd", f.SATCmd != ""}, given{"--images", f.Images != ""},
		given{"--via", f.Via != ""}, given{"--all", f.All}, given{"--exact", f.Exact}, given{"--no-vacuous", f.NoVacuous}, given{"--print-cover", f.Cover},
		given{"--summaries", f.Summaries}, given{"--source", f.Source != ""}, given{"--old-bool", f.OldBool},
		given{"--stats", f.Stats}, given{"--dialect", f.Dialect != ""})
}

// threadsDoc returns the answer as a document.
func (x *answer) threadsDoc(withTrace bool) *threadsDoc {
	a, file := x.threaded, x.file
	d := &threadsDoc{Schema: threadsSchema, File: file, Verdict: a.Verdict.String(), By: a.By, Iterations: a.Iterations, Queries: a.Queries, States: a.States,
		Predicates: []predicateDoc{}, Assumptions: []string{}, Depth: x.result.Depth, Seconds: a.Seconds}
	if a.Verdict == systems.Unknown {
		reason := string(a.Reason)
		d.Reason = &reason
	}
	if a.Detail != "" {
		d.Detail = &a.Detail
	}
	if a.Threads > 0 {
		d.Threads = &a.Threads
	}
	for _, p := range a.Predicates {
		d.Predicates = append(d.Predicates, predicateDoc{a.Program.Terms.String(p.Term), p.Kind()})
	}
	for _, x := range a.Program.Assumptions {
		d.Assumptions = append(d.Assumptions, string(x))
	}
	for _, r := range a.Races {
		d.Races = append(d.Races, raceDoc{r.Object, r.Verdict.String()})
	}
	if o := a.Undefined; o != nil {
		d.Undefined = &placeDoc{o.File, o.Line, o.Col, o.Text}
	}
	if r := x.replayed; r != nil {
		d.Replay = &replayDoc{x.Replay, r.Confirmed, r.Detail}
	}
	if a.Failure != nil {
		p := newPropertyDoc(a.Failure)
		d.Property = &p
	}
	if withTrace && a.Trace != nil {
		d.Trace = render.Doc(x.trace(), render.Options{Full: x.Full})
	}
	return d
}

// confirmed says in a word what became of --replay.
func (x *answer) confirmed() []string {
	switch r := x.replayed; {
	case r == nil:
		return nil
	case r.Confirmed:
		return []string{"confirmed"}
	}
	return []string{"not confirmed"}
}

// printThreads prints the answer in words.
func (x *answer) printThreads(w io.Writer) {
	a := x.threaded
	for _, p := range a.Predicates {
		if a.Verdict != systems.Unsafe {
			fmt.Fprintf(w, "predicate: %s (%s)\n", a.Program.Terms.String(p.Term), p.Kind())
		}
	}
	for _, x := range a.Program.Assumptions {
		fmt.Fprintf(w, "assumed: %s\n", x)
	}
	if o := a.Undefined; o != nil && a.Verdict != systems.Unsafe {
		fmt.Fprintf(w, "undefined: %s:%d:%d: an execution comes to what C leaves open; what follows does not count: %s\n", o.File, o.Line, o.Col, o.Text)
	}
	if a.Verdict == systems.Safe && a.Detail != "" {
		fmt.Fprintf(w, "vacuous: %s\n", a.Detail)
	}
	if r := x.replayed; r != nil && r.Confirmed {
		fmt.Fprintf(w, "confirmed: the program that %s makes was run with this schedule, and the assertion failed\n", x.Replay)
	} else if r != nil {
		fmt.Fprintf(w, "not confirmed: %s\n", r.Detail)
	}
	verdict := a.Verdict.String()
	if a.Verdict == systems.Safe && x.Races {
		verdict += " from data races"
		for _, r := range a.Races {
			fmt.Fprintf(w, "no race: on %s\n", r.Object)
		}
	}
	scope := "for any number of threads"
	switch {
	case a.Verdict == systems.Unknown:
		if a.Detail != "" {
			fmt.Fprintf(w, "not decided: %s\n", a.Detail)
		}
		verdict += "(" + string(a.Reason) + ")"
	case a.Verdict == systems.Unsafe:
		scope = fmt.Sprintf("%s  depth %d", place(a.Failure), x.result.Depth)
	}
	if a.Threads > 0 && a.Verdict != systems.Unsafe {
		scope = "for at most " + count(a.Threads, "thread")
	}
	fmt.Fprintf(w, "%s  %s  by %s  %s, %s, %s  %.2fs\n", verdict, scope, a.By, count(len(a.Predicates), "predicate"), count(a.Iterations, "iteration"), count(a.States, "state"), a.Seconds)
}
