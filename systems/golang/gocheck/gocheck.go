// This file defines what is asked and how a run goes: entry after entry, the time divided.

package gocheck

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Options says what is asked of Go code. The zero value of a field is the default.
type Options struct {
	Dir      string        // where the patterns are read; "" for the current folder
	Patterns []string      // packages, directories or files
	Entries  []string      // functions to begin with; none for all tests and functions main
	Kinds    []string      // nil for all of [Kinds]
	Threads  int           // goroutines of each go statement in a loop, in the bounded question
	Timeout  time.Duration // for all entries together; each takes what the others leave. 0 for DefaultTime an entry
	Memory   uint64        // bytes
	Certify  bool
	Explain  bool
	// Only keeps the entries for which it holds; nil for all.
	Only func(*golang.Entry) bool
	// Confirm runs the Go code along the executions that were found.
	Confirm bool
	// IgnoreTimeouts leaves open what goes wrong in an execution in which some time is up.
	IgnoreTimeouts bool
	// Absolute lets files have their whole paths in the report, not those from the current folder.
	Absolute bool
	Progress func(Progress)
}

// DefaultThreads and DefaultTime are used where nothing is asked.
const (
	DefaultThreads = 3
	DefaultTime    = 20 * time.Second // an entry
)

// questions is how many an entry has: whether an operation can go wrong, whether there are races, whether that holds
// for any number of goroutines, and whether the runtime panics.
const questions = 4

// Progress says how many questions are decided.
type Progress struct {
	Entry          string
	Question       string
	Decided, Asked int
}

// A NoEntryError says that there is nothing to begin with.
type NoEntryError struct{ Err error }

func (e *NoEntryError) Error() string { return e.Err.Error() }

// Load reads Go code, and returns the entries that the options ask for.
func Load(ctx context.Context, o Options) (*golang.Code, []*golang.Entry, error) {
	code, err := golang.Load(ctx, o.Dir, o.Patterns...)
	if err != nil {
		return nil, nil, err
	}
	entries, err := named(code, o.Entries)
	if left := code.Uncompiled(); err != nil && left != nil {
		return nil, nil, left
	}
	if err != nil {
		return nil, nil, &NoEntryError{err}
	}
	if o.Only != nil {
		entries = slices.DeleteFunc(entries, func(e *golang.Entry) bool { return !o.Only(e) })
	}
	return code, entries, nil
}

// named returns the entries of some names, each once.
func named(code *golang.Code, names []string) ([]*golang.Entry, error) {
	if len(names) == 0 {
		return code.Entries("")
	}
	var all []*golang.Entry
	for _, name := range names {
		list, err := code.Entries(name)
		if err != nil {
			return nil, err
		}
		for _, e := range list {
			if !slices.ContainsFunc(all, func(x *golang.Entry) bool { return x.Site == e.Site }) {
				all = append(all, e)
			}
		}
	}
	return all, nil
}

// Code is what skeletons are made of: [golang.Code].
type Code interface {
	Skeleton(ctx context.Context, e *golang.Entry, o golang.Options) (*skeleton.Program, error)
	TestsBeside(e *golang.Entry) bool
	Uncompiled() *golang.Uncompiled
	Version() string
}

// A run is the work on one report.
type run struct {
	Options
	code     Code
	entries  []*golang.Entry
	report   *Report
	kinds    []ledger.Kind // of claims that are asked about
	book     ledger.Book
	found    map[key]int      // index of a finding
	findings []render.Finding // what goes wrong in some execution of a model
	replays  map[key][]replay // of findings
	// doubtful are findings if they are confirmed: panics that data decide, and candidates.
	doubtful []render.Finding
	observed []render.Finding // in trials
	ignores  *ignores
	paths    map[string]string // of files, by what they are called
	decided  int
	asked    int
}

// Run asks all that the options say. The error is that of loading; limits end in a report that says what is open.
func Run(ctx context.Context, o Options) (*Report, error) {
	code, entries, err := Load(ctx, o)
	if err != nil {
		return nil, err
	}
	return Check(ctx, code, entries, o), nil
}

// newRun begins a report.
func newRun(code Code, entries []*golang.Entry, o Options) *run {
	o.Threads = cmp.Or(o.Threads, DefaultThreads)
	if len(o.Kinds) == 0 {
		o.Kinds = Kinds()
	}
	r := &run{Options: o, code: code, entries: entries, report: newReport(o.Threads), found: map[key]int{}, replays: map[key][]replay{}, paths: map[string]string{}}
	r.report.Language = code.Version()
	r.ignores = &ignores{shown: r.shown, files: map[string]map[int]*ignore{}}
	r.asked = questions * len(entries)
	for _, k := range o.Kinds {
		if k := ledger.KindOf(k); !slices.Contains(r.kinds, k) {
			r.kinds = append(r.kinds, k)
		}
	}
	return r
}

// Check asks about entries of code that is loaded.
func Check(ctx context.Context, code Code, entries []*golang.Entry, o Options) *Report {
	r := newRun(code, entries, o)
	begin := time.Now()
	for i, e := range entries {
		share := DefaultTime
		if o.Timeout > 0 {
			share = (o.Timeout - r.reserve() - time.Since(begin)) / time.Duration(len(entries)-i)
		}
		r.entry(ctx, e, share)
	}
	if left := code.Uncompiled(); left != nil {
		r.leave(left)
	}
	if o.Confirm {
		r.confirm(ctx, begin)
	}
	r.finish()
	if r.report.open() == 0 && len(o.Entries) == 0 && o.Only == nil {
		files := slices.Sorted(maps.Values(r.paths))
		r.report.Warnings = append(r.report.Warnings, r.ignores.unused(files, o.Kinds)...)
	}
	return r.report
}

// asks reports whether one of some kinds is asked about.
func (r *run) asks(kinds ...ledger.Kind) bool {
	return slices.ContainsFunc(kinds, func(k ledger.Kind) bool { return slices.Contains(r.kinds, k) })
}

// open begins the ledger of an entry.
func (r *run) open(entry string) *ledger.Ledger {
	l := ledger.New(entry)
	r.book = append(r.book, l)
	return l
}

// place returns an operation as reports have it.
func (r *run) place(s skeleton.Site) render.GoPlace {
	return render.GoPlace{File: r.shown(s.Pos.Filename), Line: s.Pos.Line, Col: s.Pos.Column, Function: s.Func, Operation: operation(s)}
}

// shown returns how a file is called: by its path from the current folder if it lies below.
func (r *run) shown(file string) string {
	name := file
	if wd, err := os.Getwd(); err == nil && filepath.IsAbs(file) && !r.Absolute {
		if rel, err := filepath.Rel(wd, file); err == nil && !strings.HasPrefix(rel, "..") {
			name = rel
		}
	}
	r.paths[name] = file
	return name
}

// add takes a finding in. What another entry has found, too, gets that entry's name.
func (r *run) add(entry string, f render.Finding) {
	k := keyOf(&f)
	if i, known := r.found[k]; known {
		old := &r.findings[i]
		old.Certain = old.Certain || f.Certain
		if !slices.Contains(old.Entries, entry) {
			old.Entries = append(old.Entries, entry)
		}
		return
	}
	f.Entries = []string{entry}
	if f.Others == nil {
		f.Others = []render.GoPlace{}
	}
	if f.Trace == nil {
		f.Trace = []render.GoStep{}
	}
	r.found[k] = len(r.findings)
	r.findings = append(r.findings, f)
}

// leave says of packages that do not compile that all claims about them are open.
func (r *run) leave(u *golang.Uncompiled) {
	at := render.GoPlace{File: u.Pos.Filename, Line: u.Pos.Line, Col: u.Pos.Column}
	for _, name := range u.Packages {
		r.open(name).Fail(at, "uncompiled", "it does not compile", r.kinds...)
	}
	r.report.Warnings = append(r.report.Warnings, "what does not compile is left out\n"+u.Error())
}

// reasonOf says why a context ended.
func reasonOf(ctx context.Context) (reason, detail string) {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return "timeout", "the time limit was reached"
	}
	return "interrupted", "the run was interrupted"
}

// finish takes in what became of the findings, and reads the report from the ledgers.
func (r *run) finish() {
	for _, f := range r.observed {
		r.replace(f)
	}
	for i := range r.findings {
		r.keep(&r.findings[i])
	}
	for i := range r.doubtful {
		if f := &r.doubtful[i]; f.Confirmed && !r.isFound(f) {
			r.keep(f)
		}
	}
	report := r.report
	for _, o := range r.book.Openings() {
		r.leaveOpen(o)
	}
	r.sort()
	report.Claims = r.book.Claims()
	for _, c := range report.Claims {
		if c.State == ledger.Proved {
			report.Proved = append(report.Proved, Proof{c.Kind, c.GoPlace})
		}
	}
	report.verdict, report.Bounds = r.book.Verdict()
	assumed := r.book.Assumptions()
	report.Assumptions, report.Alone, report.GivenNew = assumed.Texts(), assumed&ledger.TestsAlone != 0, assumed&ledger.GivenNew != 0
	report.Warnings = append(report.Warnings, r.ignores.wrong...)
}

// timedOut is the reason why a claim is open against which there is an execution with a time-out, where these are
// ignored.
const timedOut = "time-outs are ignored"

// keep adds a finding to the report: to what goes wrong if it is an execution of the code, or to that of it which
// comments suppress; otherwise it is open.
func (r *run) keep(f *render.Finding) {
	settle := (*ledger.Ledger).Refute
	if r.IgnoreTimeouts && f.TimeOut != nil {
		settle = (*ledger.Ledger).Doubt
		f.Verdict, f.Reason, f.Ignored = unknown, timedOut, "it takes a time-out at "+f.TimeOut.String()
	} else if f.Confirmed || f.Certain && f.Reason == "" {
		f.Verdict = unsafe
		r.report.Unjudged = slices.DeleteFunc(r.report.Unjudged, func(p render.GoPlace) bool {
			return f.Kind == "panic" && p.File == f.File && p.Line == f.Line && p.Col == f.Col
		})
		if f.Ignored = r.ignores.suppressed(r.paths, f); f.Ignored != "" {
			settle = (*ledger.Ledger).Ignore
		}
	} else {
		settle = (*ledger.Ledger).Doubt
		f.Verdict, f.Reason = unknown, cmp.Or(f.Reason, Unconfirmed)
	}
	for _, l := range r.book {
		if slices.Contains(f.Entries, l.Entry) {
			for _, at := range about(f) {
				settle(l, ledger.KindOf(f.Kind), at)
			}
		}
	}
	if f.Ignored != "" {
		r.report.Suppressed = append(r.report.Suppressed, *f)
	} else {
		r.report.Findings = append(r.report.Findings, *f)
	}
}

// leaveOpen adds to the report why claims of a kind are open in an entry, once for each reason.
func (r *run) leaveOpen(o ledger.Opening) {
	for i := range r.report.Findings {
		if f := &r.report.Findings[i]; f.Verdict == unknown && f.Kind == string(o.Kind) && f.Message == o.Detail {
			f.Entries = append(f.Entries, o.Entry)
			return
		}
	}
	f := render.Finding{Kind: string(o.Kind), Verdict: unknown, Message: o.Detail, Reason: o.Reason, Entries: []string{o.Entry}, Others: []render.GoPlace{}, Trace: []render.GoStep{}}
	for _, e := range r.report.Entries {
		if e.Function == o.Entry {
			f.GoPlace = e.GoPlace
		}
	}
	r.report.Findings = append(r.report.Findings, f)
}

// sort orders findings: what goes wrong first, each kind by its place.
func (r *run) sort() {
	for _, list := range [][]render.Finding{r.report.Findings, r.report.Suppressed} {
		slices.SortStableFunc(list, func(x, y render.Finding) int {
			return cmp.Or(strings.Compare(y.Verdict, x.Verdict), compareKeys(keyAt(&x), keyAt(&y)))
		})
	}
}

// compareKeys orders by place, and then by kind.
func compareKeys(x, y key) int {
	return cmp.Or(strings.Compare(x.file, y.file), cmp.Compare(x.line, y.line), cmp.Compare(x.col, y.col), cmp.Compare(rank(x.kind), rank(y.kind)))
}
