// This file defines a reader and checker of witnesses: those that are written are read again.

package aiger

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/ijit/ijit/allsat/aig"
)

// A WitnessReader reads a file of witnesses.
type WitnessReader struct{ scanner }

// NewWitnessReader returns a reader of a file, for which name stands in errors.
func NewWitnessReader(r io.Reader, name string) *WitnessReader {
	return &WitnessReader{newScanner(r, name)}
}

// Next reads the next witness, and returns io.EOF behind the last one. What may have any value
// is false. Where the loop of a run begins is not in the file, see [Witness.Check].
func (in *WitnessReader) Next(c *aig.Circuit) (*Witness, error) {
	s := &in.scanner
	w := &Witness{}
	ok, err := in.line()
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, io.EOF
	case len(s.text) != 1 || s.text[0]-'0' > 2:
		return nil, s.wrong("no status", "a witness begins with a line 0, 1 or 2")
	}
	w.Status = Status(s.text[0] - '0')
	if err := in.need("a property"); err != nil {
		return nil, err
	}
	properties := len(c.Bads)
	if w.Justice = len(s.text) > 0 && s.text[0] == 'j'; w.Justice {
		properties = len(c.Justices)
	}
	if len(s.text) < 2 || !w.Justice && s.text[0] != 'b' {
		return nil, s.wrong("no property", "the second line of a witness is b or j and a number")
	}
	if w.Property, err = strconv.Atoi(string(s.text[1:])); err != nil || w.Property < 0 || w.Property >= properties {
		return nil, s.wrong(fmt.Sprintf("the circuit has no property %s", s.word()), "")
	}
	run := &aig.Run{Loop: -1}
	for {
		if err := in.need("a line of values or the end"); err != nil {
			return nil, err
		}
		switch {
		case string(s.text) == "." && w.Status == Violated && run.Inputs == nil:
			return nil, s.wrong("the witness ends before the first frame", "")
		case string(s.text) == "." && w.Status == Violated:
			w.Run = run
			return w, nil
		case string(s.text) == ".":
			return w, nil
		case run.First == nil:
			run.First, err = in.bits(len(c.Latches), "latches")
			for i := range run.First {
				if s.text[i] == 'x' {
					run.First[i] = c.Latches[i].Reset == aig.True
				}
			}
		default:
			var frame []bool
			frame, err = in.bits(len(c.Inputs), "inputs")
			run.Inputs = append(run.Inputs, frame)
		}
		if err != nil {
			return nil, err
		}
	}
}

// line reads a line that is no comment.
func (in *WitnessReader) line() (bool, error) {
	for {
		ok, err := in.next()
		if !ok || err != nil || len(in.text) == 0 || in.text[0] != 'c' && in.text[0] != 'u' {
			return ok, err
		}
	}
}

func (in *WitnessReader) need(what string) error {
	ok, err := in.line()
	if err == nil && !ok {
		return in.wrong(fmt.Sprintf("the file ends where %s should be", what), "a witness ends in a line with a dot")
	}
	return err
}

// bits reads values.
func (in *WitnessReader) bits(n int, of string) ([]bool, error) {
	bits := make([]bool, 0, n)
	for in.at = range in.text {
		switch in.text[in.at] {
		case '0', '1', 'x':
			bits = append(bits, in.text[in.at] == '1')
		default:
			return nil, in.wrong(fmt.Sprintf("%q where a value should be", in.text[in.at]), "values are 0, 1 and x")
		}
	}
	if len(bits) != n {
		return nil, in.wrong(fmt.Sprintf("%d values for %d %s", len(bits), n, of), "")
	}
	return bits, nil
}

// Check checks that the run of a violated property violates it, and finds its loop. Nothing can
// be checked of other answers.
func (w *Witness) Check(c *aig.Circuit) error {
	if w.Status != Violated {
		return nil
	}
	w.Run.Loop = -1
	v, err := aig.Replay(c, w.Run)
	if err != nil {
		return err
	}
	if !w.Justice {
		for frame := range v.Len() {
			if v.At(c.Bads[w.Property].Lit, frame) {
				return nil
			}
		}
		return fmt.Errorf("bad state %d is not reached", w.Property)
	}
	err = errors.New("the run is no lasso: the state behind the last frame is not among those before")
	for frame := range v.Len() {
		run := *w.Run
		run.Loop = frame
		loop, wrong := aig.Replay(c, &run)
		if wrong != nil {
			continue // the state behind the last frame is another one
		}
		never := slices.IndexFunc(c.Justices[w.Property].Lits, func(l aig.Lit) bool { return !loop.Often(l) })
		if never < 0 {
			w.Run = &run
			return nil
		}
		err = fmt.Errorf("literal %d of justice property %d is never true on the loop", never, w.Property)
	}
	return err
}
