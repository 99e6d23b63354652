// This file defines the sizes of the instances of a suite and of their translations
// up front.
//
// A translation is exponential in the number of variables, so it is made in a
// process within limits, like a run. The process writes what it knows as soon as it
// knows it: first the sizes of the program, then those of the translation.

package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
)

// Sizes are the sizes of a program and of a transition system. Those of the other
// kind are nil.
type Sizes struct {
	Program     *ProgramSizes     `json:"program,omitempty"`
	Translation *TranslationSizes `json:"translation,omitempty"`
	Error       string            `json:"error,omitempty"` // why there is no translation
	// Recursive says that there is none because a procedure calls itself.
	Recursive bool `json:"recursive,omitempty"`
}

// ProgramSizes are the sizes of a program.
type ProgramSizes struct {
	Shared int `json:"shared"` // variables
	Local  int `json:"local"`  // variables of the procedure that has most
	PCs    int `json:"pcs"`    // program counters of all procedures
}

// TranslationSizes are the sizes of a transition system.
type TranslationSizes struct {
	Shared int `json:"shared"` // states
	Local  int `json:"local"`  // states
	Edges  int `json:"edges"`
}

// WriteSizes measures the file at path and writes sizes as JSON, one object for the
// program and one for the transition system.
func WriteSizes(ctx context.Context, w io.Writer, path string) error {
	m, err := systems.Input{Name: path}.Open(ctx)
	if err != nil {
		return err
	}
	if err := m.Lower(); err != nil {
		return err
	}
	out := json.NewEncoder(w)
	t := m.TTS
	if m.Program != nil {
		p := m.Program
		sizes := &ProgramSizes{Shared: len(p.File.Globals), PCs: p.File.NumPCs}
		for _, proc := range p.File.Procs {
			sizes.Local = max(sizes.Local, len(proc.Locals))
		}
		if err := out.Encode(Sizes{Program: sizes}); err != nil {
			return err
		}
		translation, err := m.Translate(ctx, systems.TranslateOptions{})
		if err != nil {
			calls, ok := errors.AsType[*parser.InlineError](err)
			return out.Encode(Sizes{Error: err.Error(), Recursive: ok && calls.Recursive})
		}
		t = translation.TTS
	}
	return out.Encode(Sizes{Translation: &TranslationSizes{int(t.NumShared()), int(t.NumLocal()), t.NumEdges()}})
}

// sizes measures an instance in a process of its own: this program, asked by the
// arguments of SizesCommand.
func (b *Bench) sizes(ctx context.Context, i *Instance) (Sizes, error) {
	p := &process{
		path:    b.Path,
		args:    slices.Concat([]string{b.Name}, b.SizesCommand, []string{"--", i.Path}),
		timeout: b.Timeout,
		memory:  graceMemory(b.Memory),
	}
	e, err := p.run(ctx)
	if err != nil {
		return Sizes{}, err
	}
	var s Sizes
	d := json.NewDecoder(bytes.NewReader(e.stdout))
	for err == nil {
		err = d.Decode(&s) // what is not there is left as it is
	}
	switch {
	case e.killed != "" || !errors.Is(err, io.EOF):
		s.Translation = nil
		s.Error = overLimit
	case s.Translation == nil && s.Error == "":
		s.Error = crashText(string(e.stderr))
	}
	return s, nil
}

// overLimit stands for the sizes of what is too large.
const overLimit = "> limit"

// Table writes the sizes of the instances and the verdicts that are expected or
// known from the log. It returns what went wrong with single instances.
func (b *Bench) Table(ctx context.Context, w io.Writer, instances []*Instance, progress func(done int)) (notes []string, err error) {
	t := newTable("instance", "shared", "local", "pcs", "|G|", "|L|", "|R|", "verdict")
	known := map[instanceKey]Belief{}
	if b.Log != nil {
		for _, r := range b.Log.Rows {
			k := instanceKey{r.SHA256, r.Question}
			x := known[k]
			x.Add(r.Verdict, r.holds())
			known[k] = x
		}
	}
	limited := false
	for n, i := range instances {
		progress(n)
		s, err := b.sizes(ctx, i)
		if err != nil {
			return notes, err
		}
		row := []any{questionName(i.Path, i.Question), "", "", "", "", "", "", i.Belief.text(known[instanceKey{i.SHA256, i.Question}])}
		if p := s.Program; p != nil {
			row[1], row[2], row[3] = p.Shared, p.Local, p.PCs
		}
		switch {
		case s.Translation != nil:
			row[4], row[5], row[6] = s.Translation.Shared, s.Translation.Local, s.Translation.Edges
		case s.Error == overLimit:
			limited = true
			row[4], row[5], row[6] = overLimit, overLimit, overLimit
		case s.Recursive:
			row[4], row[5], row[6] = "-", "-", "-"
		default:
			row[4], row[5], row[6] = "-", "-", "-"
			notes = append(notes, fmt.Sprintf("%s: no translation: %s", i.Path, s.Error))
		}
		t.row(row...)
	}
	if limited {
		notes = append(notes, fmt.Sprintf("> limit: the translation takes more than %s or more memory than it may; see --timeout and --memory", b.Timeout))
	}
	return notes, t.write(w)
}

// text says in words what is believed, with what is known of it.
func (b Belief) text(known Belief) string {
	b.Join(known)
	switch {
	case !b.Consistent():
		return "CONTRADICTION"
	case b.UnsafeFrom > 0:
		return Unsafe
	case b.SafeUpTo == Any:
		return Safe
	case b.SafeUpTo > 0:
		return "SAFE for " + threadsText(b.SafeUpTo)
	}
	return "?"
}
