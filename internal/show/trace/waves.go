// This file defines runs of finite state machines: the values of signals over time.

package trace

import "io"

// Waves are what the signals of a finite state machine are in the positions of a run: of a
// circuit, or of a system in the language of SMV.
type Waves struct {
	Signals   []Signal
	Positions int
	Loop      int // the position that follows the last one; -1 if the run ends there
	// Witness writes the run in the format of AIGER; it is nil for what is no circuit of AIGER.
	Witness func(io.Writer) error
}

// A Signal is a variable, a latch or an input over time.
type Signal struct {
	Name   string
	Input  bool     // read in a position, in contrast to what is part of the state
	Values []string // by position, as the input language writes them
	// Numeric says that by its type all values are numbers, from Least to Most. FALSE is 0, TRUE is 1.
	Numeric     bool
	Least, Most int64
	// Word is how many bits a word has, written 0ud8_255 or -0sd8_3; 0 for others.
	Word int
}

// Changed reports whether a signal has another value than in the position before.
func (s *Signal) Changed(position int) bool {
	return position == 0 || s.Values[position] != s.Values[position-1]
}
