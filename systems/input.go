// This file defines what kinds of input there are and how one is distinguished from the
// other.

package systems

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/source"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/circuits/smv"
)

// A Kind is a kind of input.
type Kind string

const (
	ByName    Kind = ""    // the name decides, as for Open
	ByContent Kind = "?"   // the content decides, as far as it can
	ProgramBP Kind = "bp"  // a Boolean program
	SystemTTS Kind = "tts" // a thread-transition system
	ModelSMV  Kind = "smv" // a model in the language of NuSMV
	Circuit   Kind = "aig" // a circuit in AIGER, as text or binary
	ProgramC  Kind = "c"   // an event-condition-action program in C
)

// An Input is where a model comes from, and how it is read.
type Input struct {
	Name   string    // of the file; used in messages
	Reader io.Reader // to read from instead of the file, if not nil
	Kind   Kind
	// Memory is how many bytes the process may use meanwhile, 0 for no limit. Reading fails
	// with ErrMemory where it takes more.
	Memory uint64
	// Dialect says how = and != bind in a Boolean program: "satabs" or "bebop". Where it is "",
	// the program says it; what the dialects read differently in one that does not is an error.
	Dialect string
	// Readers are the user's own. A name with the extension of one says what the input is, as for Kind ByName.
	Readers []ijit.Reader
	// OldBool lets 0 and 1 be Booleans in a model, as in old versions of SMV.
	OldBool bool
}

// ErrMemory says that reading was given up for want of memory.
var ErrMemory = errors.New("the input takes more memory than is allowed")

// Open reads the model. It gives up, with the error of ctx, when ctx is done.
func (x Input) Open(ctx context.Context) (*Model, error) {
	if x.Reader != nil {
		in, _, err := source.Reader(x.Name, x.Reader, source.MaxStream)
		if err != nil {
			return nil, err
		}
		return x.read(ctx, in)
	}
	f, err := source.Open(x.Name, source.MaxStream)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := x.read(ctx, f.Reader)
	if err != nil || !m.is(tables) {
		return m, err
	}
	return m, m.ReadTarget(source.Prop(x.Name))
}

// read reads a model from an unpacked text.
func (x Input) read(ctx context.Context, in *bufio.Reader) (m *Model, err error) {
	kind := x.Kind
	if i := slices.IndexFunc(x.Readers, x.reads); kind == ByName && i >= 0 {
		return x.own(ctx, &x.Readers[i], in)
	}
	switch {
	case kind == ByContent:
		head, _ := in.Peek(source.Head) // what went wrong is met again when reading
		kind = sniff(head)
	case kind == ByName:
		kind = named(x.Name)
	}
	if err := x.misfit(kind); err != nil {
		return nil, err
	}
	r := &meteredReader{in, ctx, algorithms.NewMeter(ctx, x.Memory, nil)}
	switch kind {
	case SystemTTS:
		return model(ijit.ReadTTS(x.Name, r, r.room))
	case ProgramBP:
		return x.program(r)
	}
	m = &Model{Model: ijit.Model{Name: x.Name}}
	sum := sha256.New()
	text := io.TeeReader(r, sum)
	if kind == Circuit {
		err = m.readCircuit(text, x.Memory)
	} else if m.source, err = source.All(x.Name, text); err == nil {
		if kind == ModelSMV {
			err = m.readSMV(x.OldBool)
		} else {
			err = m.readC()
		}
	}
	m.Sum = hex.EncodeToString(sum.Sum(nil))
	return m, err
}

// reads reports whether a reader of the user's own is for the name.
func (x Input) reads(r ijit.Reader) bool {
	return path.Ext(strings.TrimSuffix(x.Name, ".gz")) == r.Extension
}

// own reads a model by a reader of the user's own.
func (x Input) own(ctx context.Context, r *ijit.Reader, in *bufio.Reader) (*Model, error) {
	if err := x.misfit(Kind(r.Name)); err != nil {
		return nil, err
	}
	sum := sha256.New()
	text := io.TeeReader(&meteredReader{in, ctx, algorithms.NewMeter(ctx, x.Memory, nil)}, sum)
	m, err := model(r.Read(x.Name, text))
	if err == nil {
		m.Name, m.Sum = cmp.Or(m.Name, x.Name), cmp.Or(m.Sum, hex.EncodeToString(sum.Sum(nil)))
	}
	return m, err
}

// model returns the model of a reader of package ijit.
func model(m *ijit.Model, err error) (*Model, error) {
	if err != nil {
		return nil, err
	}
	if m.TTS != nil {
		return &Model{Model: *m, Form: TransitionSystem{}}, nil
	}
	return &Model{Model: *m, Form: BooleanProgram{}, source: m.Text, warnings: m.Program.File.Warnings}, nil
}

// program reads a Boolean program.
func (x Input) program(r io.Reader) (*Model, error) {
	options, err := x.dialect()
	if err != nil {
		return nil, err
	}
	m, err := model(ijit.ReadProgram(x.Name, r, options...))
	if err == nil {
		m.Form = BooleanProgram{reparse: func() (*parser.File, error) { return parser.ParseFile(x.Name, m.Text, options...) }}
	}
	return m, err
}

// named returns the kind that a name says.
func named(name string) Kind {
	if ijit.IsTTS(name) {
		return SystemTTS
	}
	switch path.Ext(strings.TrimSuffix(name, ".gz")) {
	case ".smv":
		return ModelSMV
	case ".aig", ".aag":
		return Circuit
	case ".c":
		return ProgramC
	}
	return ProgramBP
}

// tree returns the syntax tree of a program.
func (x Input) tree(text []byte) (*parser.File, error) {
	options, err := x.dialect()
	if err != nil {
		return nil, err
	}
	return parser.ParseFile(x.Name, text, options...)
}

// dialect returns what the parser is told of the dialect.
func (x Input) dialect() ([]parser.Option, error) {
	if x.Dialect == "" {
		return nil, nil
	}
	d, found := parser.DialectNamed(x.Dialect)
	if !found {
		return nil, usage("--dialect %s: choose %s or %s", x.Dialect, parser.DialectSATABS, parser.DialectBebop)
	}
	return []parser.Option{parser.WithDialect(d)}, nil
}

// misfit refuses a flag that says nothing of what the input is.
func (x Input) misfit(kind Kind) error {
	switch {
	case x.Dialect != "" && kind != ProgramBP:
		return usage("--dialect is about Boolean programs, and %s is none", x.Name)
	case x.OldBool && kind != ModelSMV:
		return usage("--old-bool is about models in the language of NuSMV, and %s is none", x.Name)
	}
	return nil
}

// Format returns the canonical text of a Boolean program, which need not have a main
// procedure; or of a model in the language of NuSMV, if the kind or the name says so, or, as for
// [ByContent], the text. The input is src, whatever x says of where it comes from.
func (x Input) Format(src []byte) ([]byte, error) {
	kind := x.Kind
	switch kind {
	case ByName:
		kind = named(x.Name)
	case ByContent:
		kind = sniff(src)
	}
	if err := x.misfit(kind); err != nil {
		return nil, err
	}
	switch {
	case kind == ModelSMV:
		return smv.Format(x.Name, src)
	case kind != ProgramBP:
		return nil, usage("%s: there is a canonical form of programs and of models in the language of NuSMV only", x.Name)
	}
	f, err := x.tree(src)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = parser.Fprint(&b, f)
	return b.Bytes(), err
}

// sniff tells a TTS, whose first word is a number or whose first line is a comment in its own
// style, a circuit, which begins with the name of its format, a model, which has a module, and
// C, which has lines that begin with its words, from a program.
func sniff(head []byte) Kind {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), " \t\r\n")
	switch {
	case declaration().Match(head):
		return ProgramC
	case len(head) > 0 && (head[0] == '#' || '0' <= head[0] && head[0] <= '9'):
		return SystemTTS
	case bytes.HasPrefix(head, []byte("aig ")) || bytes.HasPrefix(head, []byte("aag ")):
		return Circuit
	case module().Match(head):
		return ModelSMV
	}
	return ProgramBP
}

// module is how the first module of a model begins.
var module = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\s*MODULE\s`) })

// declaration is how a line of C begins that declares something.
var declaration = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\s*(#\s*include\b|extern\s|int\s+\w+\s*[=;(\[])`)
})

// A meteredReader reads until a limit is met.
type meteredReader struct {
	r     io.Reader
	ctx   context.Context
	meter *algorithms.Meter
}

// room reports whether as many bytes more can be taken.
func (m *meteredReader) room(bytes uint64) error {
	if !m.meter.Room(bytes) {
		return cmp.Or(m.ctx.Err(), ErrMemory)
	}
	return nil
}

func (m *meteredReader) Read(p []byte) (int, error) {
	if m.meter.Stop() {
		return 0, cmp.Or(m.ctx.Err(), ErrMemory)
	}
	return m.r.Read(p)
}
