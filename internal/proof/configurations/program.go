// This file defines what the checker knows of a Boolean program. The judge executes
// the statements; what an atomic section is, is said here.

package configurations

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// A Program answers for a Boolean program.
//
// A shared state is a valuation of the shared variables, and whether some thread is
// inside an atomic section: then only that thread moves, a statement at a time. In
// big steps a section that only concerns the thread inside is passed in one step.
// Sections that touch other threads, which no step of one thread can describe, and
// in small steps all sections, are entered. Either way the same errors are reached.
type Program struct {
	*judge.Claim
	ctx   context.Context
	start func(yield func(config) bool) error
	cover *config      // the target, if there is one
	whole *judge.Judge // with the steps that are asked about, if deadlocks are; nil for other questions

	shareds names[shared]
	locals  names[judge.Thread]
	known   map[[2]int][]rule
	alone   map[int]bool // by where a section begins: it only concerns one thread
	calls   map[*parser.Proc][]*call
}

// NewProgram reads the question of a document about a program, and which variables are said to
// have no influence on the answer. The context is that of [Program.Check], too.
func NewProgram(ctx context.Context, f *parser.File, d *proof.Document) (*Program, error) {
	q, e := &d.Question, &d.Evidence
	if q.Copies && f.Threads == nil {
		return nil, proof.Reject("only summaries are about any number of copies, of threads that begin with the program")
	}
	p, err := newProgram(ctx, f, q)
	if err != nil {
		return nil, err
	}
	if p.Targeted && p.Meeting == nil {
		target, err := configOf(p, q.Target)
		if err != nil {
			return nil, fmt.Errorf("target: %w", err)
		}
		p.cover = &target
	}
	if err := p.LeaveOut(e.Irrelevant); err != nil {
		return nil, err
	}
	switch {
	case !e.Insensitive && e.Frames != nil:
		return nil, proof.Reject("there are frames, though it is known who called")
	case e.Insensitive:
		if err := p.forget(e.Frames); err != nil {
			return nil, err
		}
	}
	if err := p.LeaveDead(e.Dead); err != nil {
		return nil, err
	}
	switch {
	case (len(p.Irrelevant)+len(p.Dead) > 0 || e.Insensitive) && (p.cover != nil || e.Trace != nil):
		return nil, proof.Reject("variables and callers are irrelevant to a proof about assertions or labels, to nothing else")
	}
	return p, p.begin(q)
}

func newProgram(ctx context.Context, f *parser.File, q *proof.Question) (*Program, error) {
	asked, err := judge.NewClaim(f, q)
	if err != nil {
		return nil, err
	}
	p := &Program{Claim: asked, ctx: ctx, known: map[[2]int][]rule{}, alone: map[int]bool{}}
	if q.Asks == proof.Deadlock {
		p.whole = p.Judge
		if !p.Small {
			p.whole, err = judge.New(f, judge.Big)
		}
	}
	return p, err
}

// A shared is the shared state of a program.
type shared struct {
	values []bool
	inside bool // some thread is in an atomic section
}

// names numbers states by their text.
type names[T any] struct {
	ids   map[string]int
	texts []string
	all   []T
}

func (n *names[T]) id(text string, x T) int {
	id, ok := n.ids[text]
	if !ok {
		if n.ids == nil {
			n.ids = map[string]int{}
		}
		id = len(n.all)
		n.ids[text] = id
		n.texts, n.all = append(n.texts, text), append(n.all, x)
	}
	return id
}

// SharedText writes the values of the shared variables.
func SharedText(values []bool) string { return bits(values) }

// bits writes a valuation.
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

// valuation reads n bits.
func valuation(text string, n int) ([]bool, error) {
	if len(text) != n || strings.Trim(text, "01") != "" {
		return nil, proof.Reject("%q is not a valuation of %d variables", text, n)
	}
	values := make([]bool, n)
	for i := range values {
		values[i] = text[i] == '1'
	}
	return values, nil
}

// Shared reads the values of the shared variables.
func (p *Program) Shared(text string) ([]bool, error) { return valuation(text, len(p.File.Globals)) }

func (p *Program) shared(text string) (int, error) {
	if id, ok := p.shareds.ids[text]; ok {
		return id, nil
	}
	g, inside := strings.CutSuffix(text, proof.InsideMark)
	values, err := valuation(g, len(p.File.Globals))
	if err != nil {
		return 0, fmt.Errorf("shared state %q: %w", text, err)
	}
	return p.sharedID(values, inside), nil
}

func (p *Program) sharedID(values []bool, inside bool) int {
	values = zeroed(p.File.Globals, values, p.Irrelevant)
	text := bits(values)
	if inside {
		text += proof.InsideMark
	}
	return p.shareds.id(text, shared{values, inside})
}

func (p *Program) local(text string) (int, error) {
	if id, ok := p.locals.ids[text]; ok {
		return id, nil
	}
	t, err := p.Thread(text)
	if err != nil {
		return 0, fmt.Errorf("local state %q: %w", text, err)
	}
	id := p.localID(t)
	if p.locals.texts[id] != text && len(p.Irrelevant)+len(p.Dead) == 0 {
		return 0, proof.Reject("local state %q is not written as %s", text, p.locals.texts[id])
	}
	return id, nil
}

// Thread reads the frames of a thread, outermost first.
func (p *Program) Thread(text string) (judge.Thread, error) {
	var t judge.Thread
	var called *parser.Proc // by the frame before
	for part := range strings.SplitSeq(text, proof.FrameMark) {
		number, values, _ := strings.Cut(part, ":")
		pc, err := strconv.Atoi(number)
		at, ok := p.Judge.Location(pc)
		if err != nil || !ok {
			return t, proof.Reject("there is no program counter %s", number)
		}
		f := judge.Frame{PC: pc}
		if f.Locals, err = valuation(values, len(at.Proc.Locals)); err != nil {
			return t, err
		}
		if t.Locals != nil {
			t.Callers = append(t.Callers, judge.Frame{PC: t.PC, Locals: t.Locals})
			if called != at.Proc {
				return t, proof.Reject("there is no call of %s in front of program counter %d", at.Proc.Name, pc)
			}
		}
		t.PC, t.Locals, called = f.PC, f.Locals, nil
		if call, ok := at.Op.(*parser.Call); ok {
			called = call.Proc.Proc
		}
	}
	return t, nil
}

// zeroed returns values with 0 for those of vars that are out.
func zeroed(vars []*parser.Var, values []bool, out map[*parser.Var]bool) []bool {
	copied := false
	for i, v := range vars {
		if values[i] && out[v] {
			if !copied {
				values, copied = slices.Clone(values), true
			}
			values[i] = false
		}
	}
	return values
}

// localID returns the number of a local state. Those that only differ in irrelevant or dead locals have one: they have
// the same steps and the same errors.
func (p *Program) localID(t judge.Thread) int {
	if len(p.Irrelevant)+len(p.Dead) > 0 {
		frame := func(f judge.Frame) judge.Frame {
			at, _ := p.Judge.Location(f.PC)
			values := zeroed(at.Proc.Locals, f.Locals, p.Irrelevant)
			return judge.Frame{PC: f.PC, Locals: zeroed(at.Proc.Locals, values, p.Dead[f.PC])}
		}
		t.Locals = frame(judge.Frame{PC: t.PC, Locals: t.Locals}).Locals
		t.Callers = slices.Clone(t.Callers)
		for i, f := range t.Callers {
			t.Callers[i] = frame(f)
		}
	}
	return p.locals.id(ThreadText(t), t)
}

// ThreadText writes the frames of a thread, as [Program.Thread] reads them.
func ThreadText(t judge.Thread) string {
	var text []byte
	frame := func(f judge.Frame) {
		text = strconv.AppendInt(text, int64(f.PC), 10)
		if len(f.Locals) > 0 {
			text = append(append(text, ':'), bits(f.Locals)...)
		}
	}
	for _, f := range t.Callers {
		frame(f)
		text = append(text, proof.FrameMark...)
	}
	frame(judge.Frame{PC: t.PC, Locals: t.Locals})
	return string(text)
}

// inside reports whether t is in an atomic section: of the procedure that it executes,
// or of one that called it from there.
func (p *Program) inside(t judge.Thread) bool {
	at, _ := p.Judge.Location(t.PC)
	return at.Inside || slices.ContainsFunc(t.Callers, func(f judge.Frame) bool {
		at, _ := p.Judge.Location(f.PC)
		return at.Inside
	})
}

func (p *Program) sharedText(s int) string { return p.shareds.texts[s] }
func (p *Program) localText(l int) string  { return p.locals.texts[l] }

func (p *Program) initial(yield func(config) bool) error { return p.start(yield) }

func (p *Program) environment(int) []rule { return nil }

func (p *Program) leaving(int) (bag, bool) { return nil, false }

func (p *Program) target() (config, bool) {
	if p.cover == nil {
		return config{}, false
	}
	return *p.cover, true
}

// stuck reports whether c is a deadlock. Inside of a section that is one step there are none: it is passed, or not begun.
func (p *Program) stuck(c config) (bool, error) {
	s := p.shareds.all[c.shared]
	if p.whole == nil || s.inside && !p.Small {
		return false, nil
	}
	at := judge.Config{Shared: s.values, Inside: -1}
	for _, l := range bagOfCounts(c.threads) {
		at.Threads = append(at.Threads, p.locals.all[l])
	}
	return p.deadlocked(at)
}

func (p *Program) deadlocked(c judge.Config) (bool, error) {
	stuck, err := p.whole.Deadlocked(p.ctx, c)
	if errors.Is(err, judge.ErrSection) {
		err = proof.Reject("a step from %v is too large to be looked at", c)
	}
	return stuck, err
}

func (p *Program) wrong(l int) string {
	if pc := p.locals.all[l].PC; p.Watch[pc] {
		return fmt.Sprintf("label %s is reached at %s", p.Label, p.Place(pc))
	}
	return ""
}

func (p *Program) rules(s, l int) ([]rule, error) {
	rules, ok := p.known[[2]int{s, l}]
	if ok {
		return rules, nil
	}
	from, t := p.shareds.all[s], p.locals.all[l]
	_, begins := p.Op(t.PC).(*parser.AtomicBegin)
	inside := p.inside(t)
	var err error
	switch {
	case inside != from.inside:
		// While a thread is inside a section, no other moves.
	case begins && !inside && !p.Small && p.concernsOne(t.PC):
		rules, err = p.pass(from, t)
	default:
		rules, err = p.statement(from, t)
	}
	if err != nil {
		return nil, err
	}
	p.known[[2]int{s, l}] = rules
	return rules, nil
}

// statement returns the rules of the one statement at which t is.
func (p *Program) statement(from shared, t judge.Thread) ([]rule, error) {
	var rules []rule
	how := othersOf(p.Op(t.PC))
	err := p.execute(from, []judge.Thread{t}, func(o judge.Outcome) {
		if o.Error != nil {
			if p.Assertions {
				rules = append(rules, p.failure(o.Error.PC))
			}
			return
		}
		r := rule{to: p.sharedID(o.Next.Shared, p.stays(o)), others: how, at: p.Place(t.PC)}
		for _, x := range o.Next.Threads {
			if p.Forgets {
				x.Callers = nil
			}
			r.makes = append(r.makes, p.localID(x))
		}
		if how != none {
			r.moves = p.moves(from, t, r.to, r.makes[0], how)
		}
		slices.Sort(r.makes)
		rules = append(rules, r)
	})
	if err != nil || !p.Forgets {
		return rules, err
	}
	if err := p.keeps(t); err != nil {
		return nil, err
	}
	returned, err := p.returns(from, t)
	return append(rules, returned...), err
}

func (p *Program) failure(pc int) rule {
	return rule{fails: p.Fails(pc)}
}

// stays reports whether the thread that moved is inside a section afterwards.
func (p *Program) stays(o judge.Outcome) bool {
	return !o.Gone && p.inside(o.Next.Threads[0])
}

// execute lets the first of threads execute its statement.
func (p *Program) execute(from shared, threads []judge.Thread, each func(judge.Outcome)) error {
	return p.Judge.Execute(p.ctx, judge.Config{Shared: from.values, Threads: threads}, 0, func(o judge.Outcome) bool {
		each(o)
		return true
	})
}

// moves returns where other threads may be after t has moved to local state l and
// the shared state is to. Each of them is looked at alone: the semantics lets them
// choose on their own.
func (p *Program) moves(from shared, t judge.Thread, to, l int, how others) func(int) ([]int, error) {
	known := map[int][]int{}
	return func(other int) ([]int, error) {
		after, ok := known[other]
		if ok {
			return after, nil
		}
		err := p.execute(from, []judge.Thread{t, p.locals.all[other]}, func(o judge.Outcome) {
			if o.Error != nil || p.localID(o.Next.Threads[0]) != l || p.sharedID(o.Next.Shared, p.stays(o)) != to {
				return
			}
			if x := p.localID(o.Next.Threads[1]); !slices.Contains(after, x) && !(how == one && x == other) {
				after = append(after, x)
			}
		})
		if err != nil {
			return nil, err
		}
		known[other] = after
		return after, nil
	}
}

// othersOf says how other threads take part in a statement.
func othersOf(op parser.Op) others {
	switch op := op.(type) {
	case *parser.Broadcast:
		return all
	case *parser.Signal:
		return one
	case *parser.Assign:
		if slices.ContainsFunc(op.Lhs, func(r *parser.Ref) bool { return r.Passive }) {
			return all
		}
	}
	return none
}
