// This file defines waveforms in the format VCD.

package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// A Waveform is the values of signals in the frames of a run.
type Waveform struct {
	Scope   string // a name for the whole
	Comment string
	Frames  int
	Signals []Signal
}

// A Signal is a value that changes. Dots in its name are levels of a hierarchy.
type Signal struct {
	Name   string
	Width  int      // in bits, or 0 for values that are names
	Values []string // by frame: digits 0, 1 and x, the most significant first, or a name; "" if unknown
}

// VCD writes a waveform as a value change dump (IEEE 1364-2005, section 18), one nanosecond a
// frame. Values that are names are strings, which the standard does not have and viewers take.
func VCD(w io.Writer, wave Waveform) error {
	out := bufio.NewWriter(w)
	if wave.Comment != "" {
		fmt.Fprintf(out, "$comment %s $end\n", strings.ReplaceAll(wave.Comment, "$end", "$ end"))
	}
	fmt.Fprintf(out, "$timescale 1 ns $end\n$scope module %s $end\n", word(wave.Scope))
	var scopes []string
	for i, s := range wave.Signals {
		path := strings.Split(s.Name, ".")
		name := path[len(path)-1]
		scopes = enter(out, scopes, path[:len(path)-1])
		kind, width, bits := "wire", max(1, s.Width), ""
		if s.Width == 0 {
			kind = "string"
		} else if s.Width > 1 {
			bits = fmt.Sprintf(" [%d:0]", s.Width-1)
		}
		fmt.Fprintf(out, "$var %s %d %s %s%s $end\n", kind, width, code(i), word(name), bits)
	}
	enter(out, scopes, nil)
	fmt.Fprint(out, "$upscope $end\n$enddefinitions $end\n")
	for frame := range wave.Frames {
		fmt.Fprintf(out, "#%d\n", frame)
		if frame == 0 {
			fmt.Fprintln(out, "$dumpvars")
		}
		for i, s := range wave.Signals {
			if frame == 0 || s.at(frame) != s.at(frame-1) {
				fmt.Fprintln(out, s.change(frame)+code(i))
			}
		}
		if frame == 0 {
			fmt.Fprintln(out, "$end")
		}
	}
	fmt.Fprintf(out, "#%d\n", wave.Frames)
	return out.Flush()
}

// enter closes scopes and opens others, so that those of a path are open.
func enter(out io.Writer, open, path []string) []string {
	same := 0
	for same < len(open) && same < len(path) && open[same] == path[same] {
		same++
	}
	fmt.Fprint(out, strings.Repeat("$upscope $end\n", len(open)-same))
	for _, name := range path[same:] {
		fmt.Fprintf(out, "$scope module %s $end\n", word(name))
	}
	return path
}

// at returns the value of a frame.
func (s Signal) at(frame int) string {
	if frame >= len(s.Values) {
		return ""
	}
	return s.Values[frame]
}

// change returns a value as the file has it in front of the code of its signal.
func (s Signal) change(frame int) string {
	v := s.at(frame)
	switch {
	case s.Width == 0:
		return "s" + word(v) + " "
	case v == "":
		v = "x"
	}
	if s.Width == 1 {
		return v
	}
	return "b" + v + " "
}

// word returns a name without blanks, which end a word of the format.
func word(name string) string {
	if name == "" {
		return "_"
	}
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == ' ' {
			return '_'
		}
		return r
	}, name)
}

// code returns the short name of a signal: a number whose digits are the printable characters.
func code(i int) string {
	const first, count = '!', '~' - '!' + 1
	text := string(rune(first + i%count))
	for i /= count; i > 0; i /= count {
		i--
		text += string(rune(first + i%count))
	}
	return text
}
