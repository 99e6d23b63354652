// Package render shows traces: as a table, in lanes, as JSON, as a sequence
// diagram.
//
// A trace is the answer that a person has to understand, so all renderers say the
// same things and say only what is new: the statement, where it stands (in C, if
// the program carries that), the variables that changed, the threads that
// appeared, ended or were woken, and the step that fails. A call that returns is one
// row, if nothing but its thread moves meanwhile, and steps that only go on have none.
// [Options.Full] shows each step, and adds the whole state behind it. On a page for a browser such a row can be
// unfolded.
//
// Steps are numbered as depths are counted. The statements of an atomic section
// that is one step share its number: 3.1, 3.2 and so on.
package render

import (
	"io"
	"strings"

	"github.com/ijit/ijit/internal/show/trace"
)

// A Trace is what is shown.
type Trace struct {
	*trace.Trace
	File string
	// Property is what the trace ends in.
	Property *trace.Property
	// Meaning returns the C predicate behind a variable, shared if proc is empty,
	// or "". It may be nil.
	Meaning func(proc, variable string) string
	// Text is the program; it may be nil.
	Text []byte

	meanings map[[2]string]string // what Meaning has said
}

// Options says how to show a trace. The zero value is the default.
type Options struct {
	Full   bool    // each step, and the whole state behind it
	Width  int     // columns of text; 0 for DefaultWidth
	Color  bool    // ANSI colours; never the only signal
	Source *Source // of the lines of the C program; may be nil
	// Lines returns those of a Go file; it may be nil.
	Lines func(name string) []string
}

// DefaultWidth is the width of text of which nothing else is known.
const DefaultWidth = 100

// A Format is a way to show a trace of a program or a system, a run of a finite state machine, or an
// execution of a C program or of a Go program.
type Format struct {
	Name string
	Doc  string
	Ext  string // of a file that holds it
	// Document says that nothing else can stand in that file.
	Document bool
	// Write writes a trace; it is nil if the format is none for traces.
	Write func(w io.Writer, t *Trace, o Options) error
	// Waves writes a run of a finite state machine; it is nil if the format is none for such runs.
	Waves func(w io.Writer, t *Waves, o Options) error
	// Turns writes an execution of a C program; it is nil if the format is none for these.
	Turns func(w io.Writer, t *Turns, o Options) error
	// Go writes the execution of a finding in a Go program; it is nil if the format is none for these.
	Go func(w io.Writer, f *Finding, o Options) error
}

// Formats returns all formats, the default first.
func Formats() []Format {
	return []Format{
		{"table", "one row a step", ".txt", false, Table, WavesTable, TurnsTable, nil},
		{"lanes", "one column for each thread", ".txt", false, Lanes, nil, nil, GoLanes},
		{"backward", "from the error back to the beginning, with the values of all visible variables", ".txt", false, Backward, nil, nil, nil},
		{"json", "for other programs", ".json", true, JSON, WavesJSON, TurnsJSON, nil},
		{"mermaid", "a sequence diagram", ".mmd", true, Mermaid, nil, TurnsMermaid, nil},
		{"html", "a page to be read in a browser, without a network", ".html", true, HTML, WavesHTML, TurnsHTML, GoHTML},
		{"sarif", "code flows for editors and code hosts (SARIF 2.1.0)", ".sarif", true, SARIF, nil, TurnsSARIF, nil},
		{"vcd", "a waveform, of .smv and .aig", ".vcd", true, nil, WavesVCD, nil, nil},
		{"witness", "a witness in the format of AIGER, of .aig", ".wit", true, nil, Witness, nil, nil},
	}
}

// FormatNames returns the names of all formats in one line.
func FormatNames() string { return names(func(Format) bool { return true }) }

// TraceFormatNames returns the names of the formats of traces in one line.
func TraceFormatNames() string { return names(func(f Format) bool { return f.Write != nil }) }

// WavesFormatNames returns the names of the formats of runs of finite state machines in one line.
func WavesFormatNames() string { return names(func(f Format) bool { return f.Waves != nil }) }

// TurnsFormatNames returns the names of the formats of executions of C programs in one line.
func TurnsFormatNames() string { return names(func(f Format) bool { return f.Turns != nil }) }

// GoFormatNames returns the names of the formats of executions of Go programs in one line.
func GoFormatNames() string { return names(func(f Format) bool { return f.Go != nil }) }

func names(wanted func(Format) bool) string {
	var list []string
	for _, f := range Formats() {
		if wanted(f) {
			list = append(list, f.Name)
		}
	}
	return strings.Join(list, ", ")
}

// FormatNamed returns the format of that name.
func FormatNamed(name string) (f Format, found bool) {
	for _, f := range Formats() {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}
