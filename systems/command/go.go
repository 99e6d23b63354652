// This file defines the command go: what can go wrong in Go programs.

package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/gocheck"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// goCommand is ijit go.
type goCommand struct {
	Packages       []string      `arg:"" name:"package" help:"A package, a directory or a Go file; ./... for all packages below. A single file, test or not, needs no go.mod."`
	Entry          []string      `sep:"none" placeholder:"NAME" help:"The function from which executions begin: TestPool, main, pool.Run or Pool.Run. May be given several times. Without it, all tests and functions main."`
	Check          []string      `placeholder:"KIND,..." help:"What to ask: leak, deadlock, close, lock, waitgroup, race, panic (all of them)."`
	Threads        *int          `placeholder:"N" help:"How many goroutines of each go statement in a loop the bounded question counts (3)."`
	Any            bool          `hidden:"" help:"The default: the exit code is 0 only if all holds of the code as it is."`
	AcceptBounds   bool          `help:"Let the exit code be 0, too, for what holds up to bounds: of goroutines, of numbers that were fixed or made smaller."`
	OnlyConfirmed  bool          `help:"Let the exit code be 10 only for what was confirmed by running the Go code."`
	IgnoreTimeouts bool          `help:"Leave out what only goes wrong in executions in which a timer fires or a deadline comes; the claims stay open."`
	Timeout        time.Duration `placeholder:"D" help:"The time for all entries together, such as 90s or 30m (20s an entry)."`
	Memory         size          `placeholder:"SIZE" help:"Leave a question open when more memory is in use, such as 500MB or 8GB (2GB)."`
	Certificate    string        `placeholder:"FILE" help:"Write a certificate of the proof for any number of goroutines to FILE, and the Boolean program that it is about beside it (.bp), for ijit validate; a proof in several parts has one for each (FILE-2, ...)."`
	JSON           bool          `name:"json" help:"Answer with one JSON object."`
	Trace          []traceFlag   `sep:"none" placeholder:"FORMAT=FILE" help:"Write the execution of each finding to FILE, those behind the first one to FILE-2 and so on: lanes, or html for a browser; sarif writes all findings. May be given several times."`
	SARIF          string        `name:"sarif" placeholder:"FILE" help:"Write the findings as SARIF 2.1.0, for editors and code hosts."`
	NoReplay       bool          `help:"Do not run the Go code. Without it, tests and main are executed: to confirm what is found, and where nothing is."`
	Full           bool          `help:"Show executions in full: all steps of all goroutines."`
	Explain        bool          `help:"Show the Boolean program of each entry beside the Go code."`
}

// Help is the text below the flags.
func (c *goCommand) Help() string {
	return "The exit code is 10 if something was found, else 30 if a question is open or the answer holds up to bounds only, else 0; 2 for wrong use, 1 for another error, such as a package that does not compile. " +
		"A finding is suppressed by a comment on its line or the line above: //ijit:ignore KIND reason. " +
		"See ijit help go. For go vet: go vet -vettool=$(which ijit) ./..."
}

// goSchema is the version of what ijit go --json prints.
const goSchema = "ijit.go/2"

// goDoc is what ijit go --json prints.
type goDoc struct {
	Schema   string   `json:"schema"`
	Packages []string `json:"packages"` // that were asked for
	Verdict  string   `json:"verdict"`  // UNSAFE if something was found, UNKNOWN if something is open, BOUNDED if it holds up to bounds, SAFE
	gocheck.Report
	Certificates []goCertificate `json:"certificates,omitempty"`
	Seconds      float64         `json:"seconds"`
}

// A goCertificate is a certificate and the program that it is about.
type goCertificate struct {
	Program     string `json:"program"` // the names of their files
	Certificate string `json:"certificate"`
	About       string `json:"about"` // what the assertions are about: objects, or races of a variable
}

// options turns the flags into options.
func (c *goCommand) options() (gocheck.Options, error) {
	o := gocheck.Options{
		Patterns: c.Packages, Entries: c.Entry, Kinds: c.Check, Timeout: c.Timeout,
		Memory: c.memory(), Certify: c.Certificate != "", Explain: c.Explain, Confirm: !c.NoReplay, IgnoreTimeouts: c.IgnoreTimeouts,
	}
	for _, k := range c.Check {
		if !slices.Contains(gocheck.Kinds(), k) {
			return o, &systems.UsageError{Message: fmt.Sprintf("--check %s: choose from %s", k, strings.Join(gocheck.Kinds(), ", "))}
		}
	}
	if c.Threads != nil {
		if o.Threads = *c.Threads; o.Threads < 1 {
			return o, &systems.UsageError{Message: fmt.Sprintf("--threads %d: the bound is at least 1", o.Threads)}
		}
	}
	if c.Timeout < 0 {
		return o, &systems.UsageError{Message: fmt.Sprintf("--timeout %s: a time limit is positive", c.Timeout)}
	}
	for _, t := range c.Trace {
		switch {
		case t.file == "" || t.file == "-":
			return o, &systems.UsageError{Message: fmt.Sprintf("--trace %s: name a file, such as --trace %s=%s; the answer has executions in lanes", t.format.Name, t.format.Name, "trace"+t.format.Ext)}
		case t.format.Name == "sarif" && c.SARIF == "":
			c.SARIF = t.file
		case t.format.Go == nil:
			return o, &systems.UsageError{Message: fmt.Sprintf("--trace %s: executions of Go programs are shown in %s; --sarif and --json have all findings", t.format.Name, render.GoFormatNames())}
		}
	}
	c.Trace = slices.DeleteFunc(c.Trace, func(t traceFlag) bool { return t.format.Go == nil })
	if c.Certificate == "-" || c.SARIF == "-" {
		return o, &systems.UsageError{Message: "--certificate and --sarif need files of their own, not -"}
	}
	if c.Certificate != "" && programBeside(c.Certificate) == c.Certificate {
		return o, &systems.UsageError{Message: fmt.Sprintf("--certificate %s: the certificate cannot have the name of its program", c.Certificate)}
	}
	return o, nil
}

// memory returns the limit for each question. Most of those that take more come to no answer in their time either.
func (c *goCommand) memory() uint64 {
	if c.Memory.bytes > 0 {
		return c.Memory.bytes
	}
	most := uint64(2e9)
	if all := defaultMemory().bytes; all > 0 {
		most = min(most, all)
	}
	return most
}

// Run checks.
func (c *goCommand) Run(sh *shell) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	outputs := []string{c.SARIF, c.Certificate}
	for _, t := range c.Trace {
		outputs = append(outputs, t.file)
	}
	if c.Certificate != "" {
		outputs = append(outputs, programBeside(c.Certificate))
	}
	if err := checkOutputs(outputs...); err != nil {
		return err
	}
	begin := time.Now()
	report, err := c.report(sh, o)
	if report == nil {
		return err
	}
	for _, w := range report.Warnings {
		fmt.Fprintf(sh.stderr, "ijit: warning: %s\n", w)
	}
	sh.code = c.exit(report)
	seconds := time.Since(begin).Seconds()
	if sh.json {
		err = sh.printJSON(goDoc{goSchema, c.Packages, string(report.Verdict()), *report, c.certificates(report), round(seconds, 1e-3)})
	} else {
		err = (&goText{sh: sh, report: report, asked: c.Check, full: c.Full, seconds: seconds, certificates: c.certificates(report)}).print()
	}
	if err != nil {
		return err
	}
	sh.printFaults(report.Faults)
	if err := c.write(sh, report); err != nil {
		fmt.Fprintf(sh.stderr, "ijit: %v\n", err) // the answer is there already
		sh.code = exitError
	}
	return nil
}

// exit returns the exit code for a report.
func (c *goCommand) exit(r *gocheck.Report) int {
	switch confirmed := slices.ContainsFunc(r.Findings, func(f render.Finding) bool { return f.Confirmed }); r.Verdict() {
	case ledger.Unsafe:
		if confirmed || !c.OnlyConfirmed {
			return exitUnsafe
		}
	case ledger.UpTo:
		if c.AcceptBounds {
			return exitSafe
		}
	case ledger.Safe:
		return exitSafe
	}
	return exitUnknown
}

// report asks. There is none after an internal error, which it has reported.
func (c *goCommand) report(sh *shell, o gocheck.Options) (report *gocheck.Report, err error) {
	if o.Memory > 0 {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(o.Memory / 10 * 9)))
		if os.Getenv("GOGC") == "" {
			// A question has a small heap. To collect it less often saves a fifth of the time, and the limit above
			// holds for large ones.
			defer debug.SetGCPercent(debug.SetGCPercent(400))
		}
	}
	progress := &goProgress{statusLine: statusLine{w: sh.stderr, terminal: sh.terminal}, begin: time.Now()}
	defer progress.start(progress.line)()
	o.Progress = progress.update
	// An interrupt, and the end of the time, are an answer of what is known by then.
	e := watch(context.WithoutCancel(sh.ctx), max(o.Memory, defaultMemory().bytes), func() error {
		code, entries, err := gocheck.Load(sh.ctx, o)
		if err != nil {
			return err
		}
		if c.Certificate != "" && len(entries) > 1 {
			return &systems.UsageError{Message: "--certificate: " + (&gocheck.EntriesError{Entries: entries}).Error()}
		}
		report = gocheck.Check(sh.ctx, code, entries, o)
		return nil
	})
	switch {
	case e.panicked != nil:
		sh.internalError(e.panicked, e.stack)
		return nil, nil
	case e.gaveUp != "":
		return nil, systems.ErrMemory
	}
	return report, e.err
}

// write writes the files that were asked for.
func (c *goCommand) write(sh *shell, r *gocheck.Report) error {
	if c.SARIF != "" {
		all := append(slices.Clone(r.Findings), r.Suppressed...)
		if err := replaceFile(c.SARIF, func(w io.Writer) error { return render.GoSARIF(w, all) }); err != nil {
			return err
		}
	}
	if err := c.traces(sh, r.Findings); err != nil {
		return err
	}
	if c.Certificate == "" {
		return nil
	}
	for i, names := range c.certificates(r) {
		x := r.Certificates[i]
		if err := replaceFile(names.Program, func(w io.Writer) error { _, err := w.Write(x.Program); return err }); err != nil {
			return err
		}
		if err := replaceFile(names.Certificate, x.Certificate.Write); err != nil {
			return err
		}
	}
	if len(r.Certificates) == 0 {
		why := "nothing was proved for any number of goroutines"
		if len(r.Proved) > 0 {
			why = "what was proved followed from a search of all configurations"
		}
		fmt.Fprintf(sh.stderr, "ijit: no certificate: %s\n", cmp.Or(r.Uncertified, why))
	}
	return nil
}

// certificates names the files of the certificates: FILE, FILE-2 and so on.
func (c *goCommand) certificates(r *gocheck.Report) []goCertificate {
	var list []goCertificate
	for i, x := range r.Certificates {
		name := numbered(c.Certificate, i)
		list = append(list, goCertificate{programBeside(name), name, x.About})
	}
	return list
}

// numbered returns the name of the i-th of several files: FILE, FILE-2 and so on.
func numbered(file string, i int) string {
	if i == 0 {
		return file
	}
	ext := filepath.Ext(file)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(file, ext), i+1, ext)
}

// traces writes the executions of findings in the formats that were asked for.
func (c *goCommand) traces(sh *shell, findings []render.Finding) error {
	o := render.Options{Full: c.Full, Lines: fileLines}
	for _, t := range c.Trace {
		n := 0
		for i := range findings {
			f := &findings[i]
			if len(f.Trace) == 0 {
				continue
			}
			name := numbered(t.file, n)
			if err := replaceFile(name, func(w io.Writer) error { return t.format.Go(w, f, o) }); err != nil {
				return err
			}
			fmt.Fprintf(sh.stderr, "ijit: wrote %s: %s %s\n", name, f.GoPlace, f.Kind)
			n++
		}
		if n == 0 {
			fmt.Fprintln(sh.stderr, "ijit: there is no trace to show: nothing was found that goes wrong in an execution")
		}
	}
	return nil
}

// fileLines returns the lines of a file, none if it cannot be read.
func fileLines(name string) []string {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimRight(string(text), "\n"), "\n")
}

// programBeside returns the name of the file of the program that a certificate is about.
func programBeside(certificate string) string {
	return strings.TrimSuffix(certificate, filepath.Ext(certificate)) + ".bp"
}

// A goProgress is the line about a check of Go code.
type goProgress struct {
	statusLine
	begin time.Time
	mu    sync.Mutex
	now   gocheck.Progress
}

func (p *goProgress) update(now gocheck.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = now
}

func (p *goProgress) line(now time.Time) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := fmt.Sprintf("%7s  ", now.Sub(p.begin).Round(time.Second))
	if p.now.Asked == 0 {
		return text + "reading the packages"
	}
	return text + fmt.Sprintf("%d of %d questions decided  %s: %s", p.now.Decided, p.now.Asked, p.now.Entry, p.now.Question)
}
