// This file defines how a table is read from a file.

package tts

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"unsafe"

	"github.com/ijit/ijit/parser/diagnostic"
)

// Read reads a system in the format of .tts files. It streams: what it holds
// beside the system is one line. What is wrong with the file is a [diagnostic.List]
// with up to 20 places; name stands for the file in them. The label of an edge is
// its line, of several lines that are one edge the first.
func Read(r io.Reader, name string) (*TTS, error) { return ReadWithin(r, name, anyRoom) }

// ReadWithin is [Read] within a limit of memory: room is asked before as many bytes are
// taken as the system is large. Its error ends the reading and is wrapped.
func ReadWithin(r io.Reader, name string, room func(bytes uint64) error) (*TTS, error) {
	p := &tableReader{scanner: scanner{file: name}, lines: newLineReader(r, room), room: room}
	t, err := p.read()
	var errs diagnostic.List
	if err != nil && !errors.As(err, &errs) {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return t, err
}

func (p *tableReader) read() (*TTS, error) {
	lines := p.lines
	for {
		line, ok := lines.next()
		if !ok {
			break
		}
		p.line++
		if p.line == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF")) // a byte order mark
		}
		p.b, p.i = line, 0
		p.readLine()
		switch {
		case p.full || p.binary:
			return nil, p.errs
		case p.err != nil:
			return nil, p.err
		}
	}
	if err := lines.err; err != io.EOF {
		var own readError
		if !errors.As(err, &own) {
			return nil, err
		}
		p.errs = append(p.errs, &diagnostic.Diagnostic{File: p.file, Pos: diagnostic.Pos{Line: p.line + 1, Col: 1}, Message: err.Error()})
		return nil, p.errs
	}
	if p.build == nil {
		p.errs = append(p.errs, &diagnostic.Diagnostic{
			File: p.file, Pos: diagnostic.Pos{Line: max(p.line, 1), Col: 1}, Message: "the file holds no system", Hint: headerHint,
		})
	}
	if len(p.errs) > 0 {
		return nil, p.errs
	}
	p.addLone()
	return p.build.Build()
}

const (
	headerHint = "the first line gives the numbers of shared and of local states, as in: 5 20"
	edgeHint   = "an edge is written s l -> s' l', s l +> s' l' or s l ~> s' l'"

	secondHeader     = "a second header, or an edge without an arrow"
	secondHeaderHint = "the header stands once, at the beginning; " + edgeHint
)

// A tableReader reads the lines of a .tts file.
type tableReader struct {
	scanner
	lines               *lineReader
	room                func(bytes uint64) error
	err                 error  // of room
	numShared, numLocal uint32 // from the header
	build               *Builder
	lone                []loneLine
	// scratch for one edge, which the builder copies
	list   []Transfer
	effect Effect[uint32]
}

// A loneLine is a line s l ~> s' l'.
type loneLine struct {
	s, s1 uint32
	move  Transfer
	line  uint32
}

func (p *tableReader) readLine() {
	switch c := p.peek(); {
	case c == '\n':
	case p.build == nil:
		p.readHeader()
	case c-'0' <= 9:
		p.readEdge()
	case bytes.Equal(p.word(), []byte(wordTransient)):
		p.readTransient()
	default:
		p.errorf(p.i, edgeHint, "%s where an edge should begin", diagnostic.Quote(string(p.word())))
	}
}

func (p *tableReader) readHeader() {
	p.numShared, p.numLocal = math.MaxUint32, math.MaxUint32
	s, l, ok := p.headerNumbers()
	if ok {
		p.numShared, p.numLocal = s, l
	}
	p.build = NewBuilder(p.numShared, p.numLocal)
	p.build.room = p.room
}

func (p *tableReader) headerNumbers() (s, l uint32, ok bool) {
	start := p.i
	if p.peek()-'0' > 9 {
		p.errorf(p.i, headerHint, "%s where the header should be", diagnostic.Quote(string(p.word())))
		return 0, 0, false
	}
	s, ok = p.count("the number of shared states")
	if !ok {
		return 0, 0, false
	}
	if p.arrow() != 0 || p.dash() {
		p.errorf(start, headerHint, "the header is missing")
		return 0, 0, false
	}
	l, ok = p.count("the number of local states")
	if !ok {
		return 0, 0, false
	}
	if p.arrow() != 0 {
		p.errorf(start, headerHint, "the header is missing")
		return 0, 0, false
	}
	if p.peek() != '\n' {
		p.errorf(p.i, headerHint, "unexpected %s behind the header", diagnostic.Quote(string(p.word())))
		return 0, 0, false
	}
	if s == 0 || l == 0 {
		p.errorf(start, "", "a system needs at least one shared and one local state")
		return 0, 0, false
	}
	return s, l, true
}

// count reads a number of the header, which unlike a state may be the largest.
func (p *tableReader) count(what string) (uint32, bool) {
	if p.peek()-'0' > 9 {
		p.unexpected(what)
		return 0, false
	}
	n := uint64(0)
	start := p.i
	for ; p.b[p.i]-'0' <= 9; p.i++ {
		n = min(n*10+uint64(p.b[p.i]-'0'), math.MaxUint32+1)
	}
	if n > math.MaxUint32 {
		p.errorf(start, "", "number %s is larger than %d", digits(p.b[start:p.i]), uint32(math.MaxUint32))
		return 0, false
	}
	return uint32(n), true
}

func (p *tableReader) shared() (uint32, bool) { return p.number("a shared state", p.numShared) }
func (p *tableReader) local() (uint32, bool)  { return p.number("a local state", p.numLocal) }

func (p *tableReader) readEdge() {
	start := p.i
	e := Edge[uint32]{Label: uint32(p.line)}
	var ok bool
	if e.From.Shared, ok = p.shared(); !ok {
		return
	}
	if p.dash() {
		e.Kind = Environment
	} else if e.From.Local, ok = p.local(); !ok {
		return
	}
	switch p.arrow() {
	case '-':
		p.readMove(&e)
	case '+':
		p.readSpawn(&e)
	case '~':
		p.readLone(&e)
	default:
		if p.isHeader() {
			p.errorf(start, secondHeaderHint, secondHeader)
		} else {
			p.unexpectedArrow("->, +> or ~>")
		}
	}
}

func (p *tableReader) unexpectedArrow(what string) {
	if p.peek() == '\n' {
		p.errorf(p.behindWords(), edgeHint, "the line ends where %s should be", what)
	} else {
		p.errorf(p.i, edgeHint, "%s where %s should be", diagnostic.Quote(string(p.word())), what)
	}
}

// readMove reads on behind s l -> or s - ->.
func (p *tableReader) readMove(e *Edge[uint32]) {
	var ok bool
	if e.To.Shared, ok = p.shared(); !ok {
		return
	}
	switch {
	case p.dash():
		if e.Kind == Move {
			e.Kind = End
		}
	case e.Kind == Environment:
		p.errorf(p.i, "an edge without an active thread is written s - -> s' -; a new thread in l' is written s - -> s' - +> l'",
			"a thread that comes from nowhere")
		return
	default:
		if e.To.Local, ok = p.local(); !ok {
			return
		}
	}
	switch p.peek() {
	case '\n':
		p.build.Add(*e)
	case '+':
		if p.arrow() == 0 {
			p.unexpectedArrow("+>")
			return
		}
		child, ok := p.local()
		if ok && p.atEnd("an edge makes one new thread and then does nothing else") {
			p.effect = Effect[uint32]{Kind: Spawn, Child: child}
			e.Effect = &p.effect
			p.build.Add(*e)
		}
	default:
		p.readTransfers(e)
	}
}

// readTransfers reads a ~> b c ~> d ... or a ?> b c ?> d ... up to the end of the
// line.
func (p *tableReader) readTransfers(e *Edge[uint32]) {
	p.list = p.list[:0]
	kind := byte(0)
	for p.peek() != '\n' {
		a, ok := p.local()
		if !ok {
			return
		}
		at := p.i
		c := p.arrow()
		switch {
		case c != '~' && c != '?':
			p.i = at
			p.unexpectedArrow("~> or ?>")
			return
		case kind != 0 && c != kind:
			p.errorf(p.i-2, "all transfers of an edge are of one kind: ~> for every thread, ?> for one thread", "~> and ?> in one edge")
			return
		}
		kind = c
		if c == '~' && p.peek() == '!' {
			p.i++
			p.list = append(p.list, Transfer{a, Blocked})
			continue
		}
		b, ok := p.local()
		if !ok {
			return
		}
		p.list = append(p.list, Transfer{a, b})
	}
	p.effect = Effect[uint32]{Kind: All}
	if kind == '?' {
		p.effect.Kind = One
	}
	e.Effect = &p.effect
	p.build.Add(*e, p.list...)
}

// readSpawn reads on behind s l +>.
func (p *tableReader) readSpawn(e *Edge[uint32]) {
	if e.Kind == Environment {
		p.errorf(p.i-2, "a thread that appears on its own is written s - -> s' - +> l'", "+> needs an active thread")
		return
	}
	var ok bool
	if e.To.Shared, ok = p.shared(); !ok {
		return
	}
	child, ok := p.local()
	if !ok || !p.atEnd("behind +> there are no transfers") {
		return
	}
	e.To.Local = e.From.Local
	p.effect = Effect[uint32]{Kind: Spawn, Child: child}
	e.Effect = &p.effect
	p.build.Add(*e)
}

// readLone reads on behind s l ~>.
func (p *tableReader) readLone(e *Edge[uint32]) {
	if e.Kind == Environment {
		p.errorf(p.i-2, "~> says where threads in a local state go; without any it is s - -> s' -", "~> needs a local state")
		return
	}
	s1, ok := p.shared()
	if !ok {
		return
	}
	l1, ok := p.local()
	if !ok || !p.atEnd("each such line takes one local state along; write several lines") {
		return
	}
	if n := cap(p.lone); len(p.lone) == n {
		more := max(n/4, 64)
		if p.err = p.room(uint64(n+more) * uint64(unsafe.Sizeof(loneLine{}))); p.err != nil {
			return
		}
		p.lone = slices.Grow(p.lone, more)
	}
	p.lone = append(p.lone, loneLine{e.From.Shared, s1, Transfer{e.From.Local, l1}, e.Label})
}

// addLone adds the edges that the lone lines make up.
func (p *tableReader) addLone() {
	slices.SortFunc(p.lone, func(x, y loneLine) int {
		return cmp.Or(cmp.Compare(x.s, y.s), cmp.Compare(x.s1, y.s1), cmp.Compare(x.line, y.line))
	})
	for i := 0; i < len(p.lone); {
		first := p.lone[i]
		p.list = p.list[:0]
		for ; i < len(p.lone) && p.lone[i].s == first.s && p.lone[i].s1 == first.s1; i++ {
			p.list = append(p.list, p.lone[i].move)
		}
		p.build.Add(Edge[uint32]{
			From:   ThreadState[uint32]{Shared: first.s},
			To:     ThreadState[uint32]{Shared: first.s1},
			Kind:   Environment,
			Label:  first.line,
			Effect: &Effect[uint32]{Kind: All},
		}, p.list...)
	}
}

func (p *tableReader) readTransient() {
	p.i += len(wordTransient)
	if p.peek() == '\n' {
		p.unexpected("a shared state")
		return
	}
	for p.peek() != '\n' {
		s, ok := p.shared()
		if !ok {
			return
		}
		p.build.SetTransient(s)
	}
}
