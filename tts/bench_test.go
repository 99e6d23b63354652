// This file defines the benchmarks: reading and indexing large files, firing
// edges. The files are generated, in memory.

package tts

import (
	"bytes"
	"io"
	"math/rand/v2"
	"runtime"
	"strconv"
	"testing"
)

// A family of nets is given by its sizes, as real ones have them.
type family struct {
	numShared, numLocal uint32
	edges               int
	// every so-many-th edge has a list of transfers, 0 for none
	transfers int
	sorted    bool
}

// generate makes the text of a file. The same family always gives the same one.
func (f family) generate() []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	b := appendPair(nil, f.numShared, f.numLocal)
	b = append(b, '\n')
	for i := range f.edges {
		s := rng.Uint32N(f.numShared)
		if f.sorted {
			s = uint32(uint64(i) * uint64(f.numShared) / uint64(f.edges))
		}
		b = appendPair(b, s, rng.Uint32N(f.numLocal))
		b = append(b, " -> "...)
		b = appendPair(b, rng.Uint32N(f.numShared), rng.Uint32N(f.numLocal))
		if f.transfers > 0 && i%f.transfers == 0 {
			for range 8 {
				b = strconv.AppendUint(append(b, ' '), uint64(rng.Uint32N(f.numLocal)), 10)
				b = append(b, " ~> "...)
				b = strconv.AppendUint(b, uint64(rng.Uint32N(f.numLocal)), 10)
			}
		}
		b = append(b, '\n')
	}
	return b
}

var families = []struct {
	name string
	family
}{
	{"bugtracking", family{numShared: 50_000, numLocal: 755, edges: 82_000}},
	{"medical", family{numShared: 18_000, numLocal: 250, edges: 20_000}},
	{"dense", family{numShared: 33, numLocal: 203, edges: 12_000, sorted: true}},
	{"transfers", family{numShared: 500, numLocal: 500, edges: 20_000, transfers: 2}},
	{"100MB", family{numShared: 50_000, numLocal: 755, edges: 4_450_000}},
	{"100MB sorted", family{numShared: 50_000, numLocal: 755, edges: 4_450_000, sorted: true}},
}

// BenchmarkRead reads, sorts and indexes; B/op is what remains and what was
// needed on the way.
func BenchmarkRead(b *testing.B) {
	for _, f := range families {
		b.Run(f.name, func(b *testing.B) {
			text := f.generate()
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			runtime.GC()
			for b.Loop() {
				if _, err := Read(bytes.NewReader(text), f.name); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkScan only cuts the lines into words: the speed of the scanner.
func BenchmarkScan(b *testing.B) {
	text := families[len(families)-2].generate()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		lines := newLineReader(bytes.NewReader(text), anyRoom)
		lines.next() // the header
		s := scanner{}
		for {
			line, ok := lines.next()
			if !ok {
				break
			}
			s.b, s.i = line, 0
			s.number("a shared state", none)
			s.number("a local state", none)
			s.arrow()
			s.number("a shared state", none)
			if _, ok = s.number("a local state", none); !ok || s.peek() != '\n' {
				b.Fatal("not an edge")
			}
		}
	}
}

// BenchmarkBackward makes the backward index.
func BenchmarkBackward(b *testing.B) {
	for _, f := range families {
		b.Run(f.name, func(b *testing.B) {
			sys, err := Read(bytes.NewReader(f.generate()), f.name)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				sortedByTarget(sys.edges, sys.numShared)
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	f := families[len(families)-1]
	text := f.generate()
	sys, err := Read(bytes.NewReader(text), f.name)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := Write(io.Discard, sys, WriteOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAppendEdges asks for the edges of thread states at random.
func BenchmarkAppendEdges(b *testing.B) {
	for _, f := range families[:3] {
		b.Run(f.name, func(b *testing.B) {
			sys, err := Read(bytes.NewReader(f.generate()), f.name)
			if err != nil {
				b.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(3, 4))
			var asked []ThreadState[uint32]
			for range 1 << 12 {
				asked = append(asked, sys.edges[rng.IntN(len(sys.edges))].From,
					ThreadState[uint32]{rng.Uint32N(f.numShared), rng.Uint32N(f.numLocal)})
			}
			var edges []Edge[uint32]
			i := 0
			for b.Loop() {
				edges = sys.AppendEdges(edges[:0], asked[i&(1<<12-1)])
				i++
			}
		})
	}
}

// BenchmarkFire fires one edge of each kind in a configuration of seven threads.
func BenchmarkFire(b *testing.B) {
	for _, test := range []struct{ name, text string }{
		{"move", "2 8\n0 0 -> 1 1\n"},
		{"spawn", "2 8\n0 0 -> 1 1 +> 2\n"},
		{"all", "2 8\n0 0 -> 1 1 2 ~> 3 4 ~> 5 4 ~> 6\n"},
		{"one", "2 8\n0 0 -> 1 1 2 ?> 3 4 ?> 5 4 ?> 6\n"},
	} {
		sys := mustRead(b, test.text)
		e := &sys.Edges()[0]
		n := 0
		yield := func(c Config[uint32]) bool { n++; return true }
		b.Run(test.name+"/forward", func(b *testing.B) {
			b.ReportAllocs()
			c := NewConfig[uint32](0, 0, 2, 2, 4, 4, 6, 7)
			f := Firer[uint32]{System: sys}
			for b.Loop() {
				f.Fire(c, e, yield)
			}
		})
		b.Run(test.name+"/covering", func(b *testing.B) {
			b.ReportAllocs()
			c := NewConfig[uint32](1, 1, 2, 3, 3, 5, 6, 7)
			r := Reverser[uint32]{System: sys}
			for b.Loop() {
				r.CoverPre(c, e, yield)
			}
		})
	}
}
