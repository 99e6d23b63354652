// This file defines witnesses: what tools for AIGER answer.

package aiger

import (
	"bufio"
	"fmt"
	"io"

	"github.com/ijit/ijit/allsat/aig"
)

// A Status is an answer. Its values are those of the format.
type Status int

// Answers.
const (
	Holds    Status = iota // there is no run
	Violated               // there is a run
	Unknown
)

// A Witness is what is known of a property of a circuit.
type Witness struct {
	Status   Status
	Justice  bool // else a bad state
	Property int  // its number
	Run      *aig.Run
}

// Write writes a witness. It is about the circuit as [Write] writes it.
func (w *Witness) Write(out io.Writer, c *aig.Circuit) error {
	b := bufio.NewWriter(out)
	kind := 'b'
	if w.Justice {
		kind = 'j'
	}
	fmt.Fprintf(b, "%d\n%c%d\n", w.Status, kind, w.Property)
	if w.Status == Violated {
		run := c.ToConstrained(w.Run)
		writeBits(b, run.First)
		for _, frame := range run.Inputs {
			writeBits(b, frame)
		}
	}
	fmt.Fprintln(b, ".")
	return b.Flush()
}

func writeBits(out *bufio.Writer, bits []bool) {
	for _, b := range bits {
		digit := byte('0')
		if b {
			digit = '1'
		}
		out.WriteByte(digit)
	}
	out.WriteByte('\n')
}
