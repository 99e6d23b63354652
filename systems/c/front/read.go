// This file defines how files are read.

package front

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"modernc.org/cc/v4"

	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

//go:embed include/*.h
var headers embed.FS

// Options say how a file is read.
type Options struct {
	// Wrap has signed numbers wrap where C leaves open what happens.
	Wrap bool
	// ILP32 has long and pointers be of 32 bits, not of 64.
	ILP32 bool
	// Races has the steps of the program stay as they are, for [form.Program.Racing]; Race, if it is not "", has it ask about
	// races on an object with this name, and nothing else.
	Races bool
	Race  string

	whole bool // no step is put together with another one
}

// predefined is what a compiler knows before it reads the first line.
const predefined = `
#define __STDC__ 1
#define __STDC_VERSION__ 201112L
#define __STDC_HOSTED__ 1
#define __GNUC__ 4
#define __LONG_LONG_WIDTH__ 64
#define __CHAR_BIT__ 8
#define __PRETTY_FUNCTION__ __func__
#define __FUNCTION__ __func__
#define __extension__
#define __inline inline
#define __inline__ inline
#define __restrict restrict
#define __volatile__ volatile
#define __const const
#define __signed__ signed
`

// builtin is what the parser wants to be declared.
const builtin = `
int __predefined_declarator;
typedef __SIZE_TYPE__ __predefined_size_t;
typedef __WCHAR_TYPE__ __predefined_wchar_t;
typedef __PTRDIFF_TYPE__ __predefined_ptrdiff_t;
typedef void *__builtin_va_list;
`

// Read reads a C program. The error is a [diagnostic.List] that has all that the program needs and that is not read.
func Read(name string, text []byte, o Options) (*form.Program, error) {
	arch, sizes := "amd64", "#define __SIZE_TYPE__ unsigned long\n#define __PTRDIFF_TYPE__ long\n#define __LP64__ 1\n#define __x86_64__ 1\n"
	if o.ILP32 {
		arch, sizes = "386", "#define __SIZE_TYPE__ unsigned int\n#define __PTRDIFF_TYPE__ int\n#define __i386__ 1\n"
	}
	sizes += "#define __WCHAR_TYPE__ int\n"
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		return nil, err
	}
	include, err := fs.Sub(headers, "include")
	if err != nil {
		return nil, err
	}
	config := &cc.Config{ABI: abi, FS: include, FSOnly: true, SysIncludePaths: []string{"."}, IncludePaths: []string{"."}}
	ast, err := translate(config, []cc.Source{
		{Name: "<predefined>", Value: predefined + atomicMacros() + sizes},
		{Name: "<builtin>", Value: builtin + atomicFunctions()},
		{Name: name, Value: withMacros(text)},
	}, parseTime+time.Duration(len(text))*parseTimePerByte)
	if err != nil {
		return nil, wrong(name, text, err)
	}
	r := &reader{
		name: name, lines: strings.Split(string(text), "\n"), options: o,
		t: word.NewTerms(), functions: map[string]*cc.FunctionDefinition{},
		globals: map[*cc.Declarator]*object{}, initials: map[string]*cc.Initializer{},
		rounds: rounds{made: map[objectKey]*made{}, addressed: map[word.Variable]bool{}},
	}
	r.p = &form.Program{Terms: r.t}
	r.program(ast)
	if len(r.errors) > 0 {
		return nil, r.errors
	}
	if err := r.p.Sane(); err != nil {
		return nil, fmt.Errorf("internal error: %w", err)
	}
	return r.p, nil
}

const (
	// The parser takes far less time than this, or it does not end: behind some mistakes it reads the end of the file again
	// and again.
	parseTime        = 3 * time.Second
	parseTimePerByte = 5 * time.Microsecond
)

// translate parses and checks types. What the parser does with a file that it cannot cope with is an error.
func translate(config *cc.Config, sources []cc.Source, limit time.Duration) (*cc.AST, error) {
	type result struct {
		ast *cc.AST
		err error
	}
	done := make(chan result, 1)
	go func() {
		defer func() {
			if x := recover(); x != nil {
				done <- result{err: fmt.Errorf("the parser of C does not get along with this file: %v", x)}
			}
		}()
		ast, err := cc.Translate(config, sources)
		done <- result{ast, err}
	}()
	select {
	case r := <-done:
		return r.ast, r.err
	case <-time.After(limit):
		return nil, errors.New("the parser of C does not come to an end of this file: there is a mistake in it, which a compiler may show")
	}
}

var position = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.*?):(\d+):(\d+): (.*)$`) })

// wrong makes diagnostics of what the parser says.
func wrong(name string, text []byte, err error) error {
	lines := strings.Split(string(text), "\n")
	var list diagnostic.List
	for _, line := range strings.Split(err.Error(), "\n") {
		m := position().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		at, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		d := &diagnostic.Diagnostic{File: m[1], Pos: diagnostic.Pos{Line: at, Col: col}, Message: m[4]}
		if m[1] == name && at <= len(lines) {
			d.Show([]byte(lines[at-1]))
		}
		if list = append(list, d); len(list) == diagnostic.MaxDiagnostics {
			break
		}
	}
	if list == nil && strings.Contains(err.Error(), "cc.LabeledStatement") { // all that is said of it
		return errors.New(name + ": a label is there twice in a function")
	}
	if list == nil {
		return errors.New(name + ": " + err.Error())
	}
	return list
}

// A reader makes a program of a syntax tree.
type reader struct {
	name        string
	lines       []string
	options     Options
	t           *word.Terms
	p           *form.Program
	functions   map[string]*cc.FunctionDefinition
	globals     map[*cc.Declarator]*object
	threads     map[string]int // automata by what they run
	todo        []*pending
	handles     map[*object]*handle
	errors      diagnostic.List
	allocations []*allocation
	initials    map[string]*cc.Initializer // of what each thread has
	objects     int                        // that pointers point to
	params      map[int]*object            // what creators of threads set

	rounds
}

// pending is a thread's function that is to be made an automaton.
type pending struct {
	automaton *form.Automaton
	function  *cc.FunctionDefinition
	ancestors []*cc.FunctionDefinition // it, and what those run that create it
	started   bool                     // by pthread_create, with argument
	key       string
	argument  *value  // a pointer to one object, if that is known
	parameter *object // what the creator sets, else
	ended     *form.Global
	returned  word.Variable // what it returns, if there is ended
}

// A handle is a variable that pthread_create sets, and by which a thread is waited for.
type handle struct {
	creations int
	unsure    bool // which thread it names
	creator   *form.Automaton
	created   *form.Automaton
	ended     *form.Global
	joins     []*form.Edge
	returned  word.Variable
	reads     []*form.Edge // of returned
}

// refuse notes what is not read. It returns a value to go on with.
func (r *reader) refuse(n cc.Node, hint, message string, args ...any) value {
	r.add(r.at(r.origin(n), fmt.Sprintf(message, args...), hint))
	return r.integer(0)
}

func (r *reader) add(d *diagnostic.Diagnostic) {
	r.refused = append(r.refused, d)
	if slices.ContainsFunc(r.errors, func(old *diagnostic.Diagnostic) bool {
		return old.File == d.File && old.Pos == d.Pos && old.Message == d.Message
	}) {
		return
	}
	if len(r.errors) < diagnostic.MaxDiagnostics {
		r.errors = append(r.errors, d)
	}
}

// at returns what is wrong at a place.
func (r *reader) at(o form.Origin, message, hint string) *diagnostic.Diagnostic {
	d := &diagnostic.Diagnostic{File: o.File, Pos: diagnostic.Pos{Line: o.Line, Col: o.Col}, Message: message, Hint: hint}
	if o.File == r.name && o.Line >= 1 && o.Line <= len(r.lines) {
		d.Show([]byte(r.lines[o.Line-1]))
	}
	return d
}

func (r *reader) origin(n cc.Node) form.Origin {
	pos := n.Position()
	o := form.Origin{File: cmp.Or(pos.Filename, r.name), Line: pos.Line, Col: pos.Column}
	if pos.Filename == r.name && pos.Line >= 1 && pos.Line <= len(r.lines) {
		o.Text = strings.TrimSpace(r.lines[pos.Line-1])
	}
	return o
}

func (r *reader) program(ast *cc.AST) {
	for u := ast.TranslationUnit; u != nil; u = u.TranslationUnit {
		if d := u.ExternalDeclaration; d.Case == cc.ExternalDeclarationFuncDef {
			r.functions[d.FunctionDefinition.Declarator.Name()] = d.FunctionDefinition
		}
	}
	main := r.functions["main"]
	if main == nil {
		r.errors = append(r.errors, &diagnostic.Diagnostic{File: r.name, Message: "there is no function main"})
		return
	}
	for u := ast.TranslationUnit; u != nil; u = u.TranslationUnit {
		if d := u.ExternalDeclaration; d.Case == cc.ExternalDeclarationDecl {
			r.declareGlobals(d.Declaration)
		}
	}
	for _, o := range r.globals { // what another file defines may be anything at first
		if !o.defined {
			r.anything(o)
		}
	}
	r.keep(0)
	for r.again(main); r.grown && r.round < mostRounds; {
		r.again(main)
	}
	if r.grown {
		r.refuse(main.Declarator, "", "it is not found out what pointers point to")
	}
	for changed := true; changed; { // who is started by many is many
		changed = false
		for i, e := range r.p.Edges() {
			if r.p.Automata[i].Many && e.Start >= 0 && !r.p.Automata[e.Start].Many {
				r.p.Automata[e.Start].Many, changed = true, true
			}
		}
	}
	// Who waits for a thread by a variable that several are created in may go on at any time.
	for o, h := range r.handles {
		if len(h.joins) == 0 || h.creations == 1 && !h.unsure && !o.assigned && !h.creator.Many && !h.created.Many {
			continue
		}
		for _, e := range h.joins {
			e.Guard, e.Loose = word.True, "pthread_join does not wait"
		}
		for _, e := range h.reads {
			in := r.t.NewVariable("returned", 64, true)
			e.Inputs, e.Updates[0].Value, e.Loose = []word.Variable{in}, r.t.Var(in), unknownResult
		}
	}
	r.several()
	if len(r.errors) > 0 {
		return
	}
	for _, e := range r.p.Edges() {
		if e.Check != form.None {
			r.p.Checks++
		}
	}
	r.p.Mark()
	if err := r.p.Contract(); err != nil {
		var atomic *form.Atomic
		if errors.As(err, &atomic) {
			r.errors = append(r.errors, r.at(atomic.Origin, "an atomic section is not read: "+atomic.Why, "use a mutex"))
		}
		return
	}
	r.p.NameApart()
	if r.options.Races || r.options.Race != "" {
		r.p.Assume(form.AtomicApart)
	}
	if r.options.Race != "" && !r.p.AskRace(r.options.Race) {
		r.errors = append(r.errors, &diagnostic.Diagnostic{File: r.name, Message: "there is no object " + r.options.Race})
	}
	if !r.options.whole && !r.options.Races {
		r.p.Reduce()
	}
}
