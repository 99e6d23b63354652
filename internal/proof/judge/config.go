// This file defines configurations: what they are, when two are the same, and
// how they are printed.

package judge

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// A Thread is the local state of one thread: the procedure it executes, which is
// the one its program counter lies in, and those that wait for their calls to
// return. Locals has a value for each local of the procedure, parameters first.
type Thread struct {
	PC      int
	Locals  []bool
	Callers []Frame // outermost first; none outside of calls
	// Holds says that the thread has moved last and that the global atomic of a file
	// that is concurrent by convention is true: the others stand still.
	Holds bool
}

// A Frame is a procedure that waits for a call to return.
type Frame struct {
	PC     int // of the call
	Locals []bool
}

// A Config is a configuration: the values of the shared variables and a
// multiset of threads. A thread that has reached the end of main stays. The
// slices of a Config are shared with other configurations; do not change them.
type Config struct {
	Shared  []bool
	Threads []Thread
	// Inside is the index of the thread that is inside an atomic section or holds up
	// the others, or -1. It follows from the threads, so it does not distinguish
	// configurations, and a configuration handed to the judge need not have it
	// right.
	Inside int
}

// compareThreads orders threads by program counter, then by locals, then by
// callers, then by whether they hold up others.
func compareThreads(a, b Thread) int {
	if c := cmp.Compare(a.PC, b.PC); c != 0 {
		return c
	}
	if c := compareValues(a.Locals, b.Locals); c != 0 {
		return c
	}
	if c := slices.CompareFunc(a.Callers, b.Callers, compareFrames); c != 0 {
		return c
	}
	return compareValues([]bool{a.Holds}, []bool{b.Holds})
}

func compareFrames(a, b Frame) int {
	if c := cmp.Compare(a.PC, b.PC); c != 0 {
		return c
	}
	return compareValues(a.Locals, b.Locals)
}

func compareValues(a, b []bool) int {
	return slices.CompareFunc(a, b, func(x, y bool) int {
		switch {
		case x == y:
			return 0
		case y:
			return -1
		default:
			return 1
		}
	})
}

// Key returns a string that two configurations of one program share if and
// only if they are equal as multisets.
func (c Config) Key() string {
	threads := c.Threads
	if !slices.IsSortedFunc(threads, compareThreads) {
		threads = slices.Clone(threads)
		slices.SortFunc(threads, compareThreads)
	}
	return string(appendKey(nil, c.Shared, threads))
}

// appendKey encodes sorted threads. The lengths of the valuations need not be
// encoded: they follow from the program and from the program counters.
func appendKey(dst []byte, shared []bool, threads []Thread) []byte {
	dst = appendBits(dst, shared)
	for _, t := range threads {
		dst = appendThread(dst, t)
	}
	return dst
}

// appendThread encodes a thread, from the inside out. Each frame says whether
// another one follows, the first one also whether the thread holds up others.
func appendThread(dst []byte, t Thread) []byte {
	f := t.frame()
	head := uint64(f.PC) << 1
	if t.Holds {
		head++
	}
	for k := len(t.Callers); ; k-- {
		dst = binary.AppendUvarint(dst, head<<1|uint64(min(k, 1)))
		dst = appendBits(dst, f.Locals)
		if k == 0 {
			return dst
		}
		f = t.Callers[k-1]
		head = uint64(f.PC)
	}
}

func appendBits(dst []byte, values []bool) []byte {
	var word byte
	for i, v := range values {
		if v {
			word |= 1 << (i % 8)
		}
		if i%8 == 7 || i == len(values)-1 {
			dst = append(dst, word)
			word = 0
		}
	}
	return dst
}

// String shows the configuration as <g | pc:l, pc:l>, values in order of
// declaration.
func (c Config) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<%s |", bits(c.Shared))
	for i, t := range c.Threads {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, " %s", t)
	}
	b.WriteByte('>')
	return b.String()
}

// String shows the thread as pc:l, behind its callers, outermost first: pc:l/pc:l,
// and with a ! if it holds up others.
func (t Thread) String() string {
	var b strings.Builder
	for _, f := range t.Callers {
		fmt.Fprintf(&b, "%d:%s/", f.PC, bits(f.Locals))
	}
	fmt.Fprintf(&b, "%d:%s", t.PC, bits(t.Locals))
	if t.Holds {
		b.WriteByte('!')
	}
	return b.String()
}

func bits(values []bool) string {
	b := make([]byte, len(values))
	for i, v := range values {
		b[i] = '0'
		if v {
			b[i] = '1'
		}
	}
	return string(b)
}

// frame returns the procedure that t executes.
func (t Thread) frame() Frame { return Frame{t.PC, t.Locals} }

// at returns t at another place of the same procedure.
func (t Thread) at(pc int) Thread {
	t.PC = pc
	return t
}

// frames yields all procedures of t, outermost first, with their index.
func (t Thread) frames() iter.Seq2[int, Frame] {
	return func(yield func(int, Frame) bool) {
		for k, f := range t.Callers {
			if !yield(k, f) {
				return
			}
		}
		yield(len(t.Callers), t.frame())
	}
}

// withLocals returns t with other locals of frame k.
func (t Thread) withLocals(k int, locals []bool) Thread {
	if k == len(t.Callers) {
		t.Locals = locals
		return t
	}
	t.Callers = slices.Clone(t.Callers)
	t.Callers[k].Locals = locals
	return t
}

// with returns c with thread i replaced by t.
func (c Config) with(i int, t Thread) Config {
	threads := slices.Clone(c.Threads)
	threads[i] = t
	return Config{Shared: c.Shared, Threads: threads}
}

// without returns c with thread i gone.
func (c Config) without(i int) Config {
	threads := make([]Thread, 0, len(c.Threads)-1)
	threads = append(append(threads, c.Threads[:i]...), c.Threads[i+1:]...)
	return Config{Shared: c.Shared, Threads: threads}
}

// plus returns c with one more thread, the last.
func (c Config) plus(t Thread) Config {
	threads := make([]Thread, 0, len(c.Threads)+1)
	threads = append(append(threads, c.Threads...), t)
	return Config{Shared: c.Shared, Threads: threads}
}
