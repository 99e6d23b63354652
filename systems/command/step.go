// This file defines the command step: a walk through executions, driven by a person or by
// a script.

package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/show/simulate"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/systems"
	threads "github.com/ijit/ijit/systems/c"
)

// stepCommand is ijit step.
type stepCommand struct {
	File    string `arg:"" help:"A Boolean program, a C program with threads or a model (.smv), which may be compressed by gzip."`
	Copies  int    `default:"1" placeholder:"N" help:"How many threads are in main at first (1)."`
	Threads int    `placeholder:"N" help:"Bound the threads that live at once. Without it there is no bound."`
	Seed    uint64 `placeholder:"N" help:"The seed of random walks (0)."`
	Wrap    bool   `help:"Of C: signed numbers wrap."`
	ILP32   bool   `name:"ilp32" help:"Of C: long and pointers have 32 bits."`
	dialectFlag
}

// Help is shown by ijit step --help.
func (c *stepCommand) Help() string { return "Commands are read from standard input:\n\n" + stepHelp }

const stepHelp = `  N         thread N makes a step; if it has several ways, they are shown
  N K       thread N makes a step, the K-th way
  (empty)   the thread that moved last makes a step
  undo K    take back K steps (1)
  random K  make K random steps (1), up to a breakpoint
  go PLACE  take the shortest way on which a thread comes to a line or a label
  error     go to the end of the execution that ijit check finds
  break PLACE, clear
            set a breakpoint at a line or a label; remove all
  set X=V   let the variable X, or tN.X, begin with V; before the first step
  input V   of C: let what may be anything, such as an input, be V, too
  state     show the values of all variables
  trace FORMAT
            show the execution so far (as a table)
  help, quit

Commands can be shortened to their first letter. A line with # is a comment.

Of a model (.smv) these are different:

  N         goes to the N-th of the states that are listed
  (empty)   goes to the first one
  go EXPR   take the shortest way to a state in which an expression holds
  set EXPR  list only first states in which it holds
  input EXPR
            list only steps in which it holds, which may have inputs and
            next(..); input alone lists all
`

// A walk is an execution that grows and shrinks at its end.
type walk interface {
	Trace() *trace.Trace
	// Path returns what tells the states apart.
	Path() []any
	Threads() []int
	At(thread int) int
	// Last returns the thread that moved last, 0 for none, and whether an assertion of it failed.
	Last() (thread int, failed bool)
	Where(ctx context.Context) ([]simulate.Position, error)
	Ways(ctx context.Context, thread int) (n int, more bool, err error)
	Go(ctx context.Context, thread, way int) error
	Undo(n int) int
	Random(ctx context.Context) (bool, error)
	Places(name string) ([]int, error)
	Reach(ctx context.Context, places []int) (found, complete bool, err error)
	Set(ctx context.Context, name string, value int) error
	// Try has what may be anything be a value, too.
	Try(value int) error
	// Fail goes to the end of the execution that a check finds.
	Fail(ctx context.Context) error
}

// A stepper obeys commands about a walk.
type stepper interface {
	// Path returns what tells the states apart.
	Path() []any
	obey(words []string) error
	// steps shows the steps from the i-th on, below 0 after the first state, and what can come next.
	steps(i int)
}

// A threadStepper is a walk through a program with those who drive it.
type threadStepper struct {
	walk
	sh     *shell
	shown  render.Trace // without the trace
	breaks map[int]bool // locations
	last   int          // thread that moved last
}

// Run reads commands until they end.
func (c *stepCommand) Run(sh *shell) error {
	if c.Copies < 1 {
		return &systems.UsageError{Message: fmt.Sprintf("--copies %d: there is at least 1", c.Copies)}
	}
	if c.File == "-" {
		return &systems.UsageError{Message: "the commands come from standard input; name a file"}
	}
	s, err := c.open(sh)
	if err != nil {
		return err
	}
	in, out := sh.stdin.(*os.File)
	return sh.walk(s, out && isTerminal(in))
}

// open begins the walk.
func (c *stepCommand) open(sh *shell) (stepper, error) {
	s := &threadStepper{sh: sh, breaks: map[int]bool{}, shown: render.Trace{File: c.File}}
	if text := sh.threadedC(sh.ctx, c.File); text != nil {
		return s, c.openC(s, text)
	}
	m, err := sh.openModel(sh.ctx, systems.Input{Name: c.File, Dialect: c.Dialect})
	if err != nil {
		return nil, err
	}
	switch f := m.Form.(type) {
	case *systems.CProgram:
		return nil, &systems.UsageError{Message: fmt.Sprintf("%s is a C program; ijit step walks through the Boolean program that ijit translate makes of it", c.File)}
	case systems.StateMachine:
		return c.openModel(sh, f.Machine)
	case systems.TransitionSystem:
		return nil, &systems.UsageError{Message: fmt.Sprintf("%s is a transition system; ijit step runs Boolean programs", c.File)}
	}
	if err := refuse("about C programs", given{"--wrap", c.Wrap}, given{"--ilp32", c.ILP32}); err != nil {
		return nil, err
	}
	sim, err := simulate.New(m.Program, simulate.Options{Copies: c.Copies, Threads: c.Threads, Seed: c.Seed})
	s.walk, s.shown.Meaning = &programWalk{sim, m, c}, m.Meaning
	return s, err
}

// openC begins a walk through a C program.
func (c *stepCommand) openC(s *threadStepper, text []byte) (err error) {
	if err := refuse("not for C programs with threads", given{"--copies", c.Copies > 1}, given{"--dialect", c.Dialect != ""}); err != nil {
		return err
	}
	s.shown.Text = text
	s.walk, err = threads.NewWalk(c.File, text, threads.Options{Wrap: c.Wrap, ILP32: c.ILP32, Threads: c.Threads}, c.Seed)
	return err
}

// A programWalk walks through a Boolean program.
type programWalk struct {
	*simulate.Simulation
	model   *systems.Model
	command *stepCommand
}

func (w *programWalk) Fail(ctx context.Context) error {
	r, err := w.model.Check(ctx, systems.Options{Initial: strconv.Itoa(w.command.Copies), Threads: w.command.Threads, Atomicity: systems.Small, Timeout: longestSearch})
	switch {
	case err != nil:
		return err
	case r.Trace == nil:
		return fmt.Errorf("no execution was found that ends in an error: %v %s", r.Verdict, cmp.Or(r.Detail, string(r.Reason)))
	}
	return w.Load(r.Trace)
}

func (w *programWalk) Try(int) error {
	return errors.New("the values of a Boolean program are 0 and 1, and both are tried")
}

// walk has a stepper obey commands; at a terminal with a prompt, and with mistakes forgiven.
func (sh *shell) walk(s stepper, terminal bool) error {
	if terminal {
		fmt.Fprintln(sh.stdout, "help lists the commands")
	}
	s.steps(-1)
	lines := bufio.NewScanner(interruptible(sh.ctx, sh.stdin))
	for {
		if terminal {
			fmt.Fprint(sh.stdout, "> ")
		}
		if !lines.Scan() {
			return lines.Err()
		}
		words := strings.Fields(lines.Text())
		switch {
		case len(words) > 0 && (words[0] == "quit" || words[0] == "q"):
			return nil
		case len(words) > 0 && strings.HasPrefix(words[0], "#"), len(words) == 0 && !terminal:
			continue
		}
		before := s.Path()
		err := s.obey(words)
		if err != nil && !terminal {
			return &systems.UsageError{Message: fmt.Sprintf("%s: %v", strings.Join(words, " "), err)}
		}
		if err != nil {
			fmt.Fprintln(sh.stderr, err)
		}
		// What is new is shown; after an undo, the last step.
		same, now := 0, s.Path()
		for same < min(len(before), len(now)) && before[same] == now[same] {
			same++
		}
		if same < max(len(before), len(now)) {
			s.steps(min(same-1, len(now)-2))
		}
	}
}

// verbs are the commands that are words.
var verbs = [...]string{"undo", "random", "go", "error", "break", "clear", "set", "input", "state", "trace", "help"}

// verb returns the command that a word is, of which the first letter is enough.
func verb(word string) string {
	for _, v := range verbs {
		if len(word) == 1 && strings.HasPrefix(v, word) {
			return v
		}
	}
	return word
}

// obey runs one command.
func (s *threadStepper) obey(words []string) error {
	if len(words) == 0 {
		return s.move(s.last, 0)
	}
	if id, err := strconv.Atoi(strings.TrimPrefix(words[0], "t")); err == nil {
		way, err := number(words[1:], 0)
		if err != nil {
			return err
		}
		return s.move(id, way)
	}
	switch rest := words[1:]; verb(words[0]) {
	case "undo":
		n, err := number(rest, 1)
		if err == nil && s.Undo(n) < n {
			err = errors.New("this is the beginning")
		}
		return err
	case "random":
		n, err := number(rest, 1)
		if err != nil {
			return err
		}
		return s.random(n)
	case "go":
		return s.reach(rest)
	case "error":
		return s.fail()
	case "input":
		n, err := value(strings.Join(rest, " "))
		if err != nil {
			return err
		}
		return s.Try(n)
	case "break":
		pcs, err := s.place(rest)
		for _, pc := range pcs {
			s.breaks[pc] = true
		}
		return err
	case "clear":
		clear(s.breaks)
		return nil
	case "set":
		return s.set(rest)
	case "state":
		return s.state()
	case "trace":
		return s.trace(rest)
	case "help":
		_, err := io.WriteString(s.sh.stdout, stepHelp)
		return err
	}
	return errors.New("there is no such command; help lists them")
}

// number reads the only word, if there is one.
func number(words []string, otherwise int) (int, error) {
	switch len(words) {
	case 0:
		return otherwise, nil
	case 1:
		if n, err := strconv.Atoi(words[0]); err == nil && n >= 1 {
			return n, nil
		}
	}
	return 0, errors.New("a number from 1 on is expected")
}

// move lets a thread make a step. If there are several ways and none is chosen, it shows
// them.
func (s *threadStepper) move(id, way int) error {
	ways, more, err := s.Ways(s.sh.ctx, id)
	switch {
	case err != nil:
		return err
	case !slices.Contains(s.Threads(), id):
		return fmt.Errorf("there is no thread %d", id)
	case ways == 0:
		return fmt.Errorf("thread %d cannot move", id)
	case way > ways:
		return fmt.Errorf("there are %d ways", ways)
	case way == 0 && ways == 1:
		way = 1
	}
	if way > 0 {
		s.last = id
		return s.Go(s.sh.ctx, id, way-1)
	}
	for i := range ways {
		effect, err := s.effect(id, i)
		if err != nil {
			return err
		}
		fmt.Fprintf(s.sh.stdout, "  %d %d  %s\n", id, i+1, effect)
	}
	if more {
		fmt.Fprintf(s.sh.stdout, "  and more\n")
	}
	return nil
}

// random makes random steps.
func (s *threadStepper) random(n int) error {
	for range n {
		moved, err := s.Random(s.sh.ctx)
		if err != nil {
			return err
		}
		if !moved {
			return nil // the line that says who can move says so
		}
		s.last, _ = s.Last()
		if s.breaks[s.At(s.last)] {
			return nil
		}
	}
	return nil
}

// longestSearch is how long the way to a place is looked for.
const longestSearch = 10 * time.Second

// reach goes to a place.
func (s *threadStepper) reach(words []string) error {
	pcs, err := s.place(words)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(s.sh.ctx, longestSearch)
	defer cancel()
	found, complete, err := s.Reach(ctx, pcs)
	switch {
	case found:
		s.last, _ = s.Last()
		return nil
	case complete && err == nil:
		return errors.New("no thread comes there from here")
	case s.sh.ctx.Err() != nil:
		return err
	}
	return fmt.Errorf("no way was found among %d configurations, or in %v", simulate.MostStates, longestSearch)
}

// place returns the locations that a word names.
func (s *threadStepper) place(words []string) ([]int, error) {
	if len(words) != 1 {
		return nil, errors.New("a line or a label is expected")
	}
	return s.Places(words[0])
}

// set gives a variable another initial value.
func (s *threadStepper) set(words []string) error {
	name, text, ok := strings.Cut(strings.Join(words, ""), "=")
	if !ok {
		return errors.New("X=V is expected, or tN.X=V for a variable of thread N")
	}
	n, err := value(text)
	if err != nil {
		return err
	}
	return s.Set(s.sh.ctx, name, n)
}

// value reads a value of a variable.
func value(text string) (int, error) {
	n, err := strconv.ParseInt(text, 0, 64)
	if err != nil {
		return 0, errors.New("a number is expected")
	}
	return int(n), nil
}

// fail goes to the end of the execution that a check finds.
func (s *threadStepper) fail() error {
	ctx, cancel := context.WithTimeout(s.sh.ctx, longestSearch)
	defer cancel()
	return s.Fail(ctx)
}

// steps shows the steps from the i-th on, below 0 after the first state, and who can move.
func (s *threadStepper) steps(i int) {
	_ = render.Steps(s.sh.stdout, s.rendered(), i, render.Options{Width: s.sh.width}) // what cannot be written is reported in the end
	s.enabled()
}

// rendered returns the execution so far for rendering.
func (s *threadStepper) rendered() *render.Trace {
	t := s.shown
	t.Trace = s.Trace()
	return &t
}

// enabled shows where each thread is, and whether it can move.
func (s *threadStepper) enabled() {
	out := s.sh.stdout
	if _, failed := s.Last(); failed {
		fmt.Fprintf(out, "      the assertion fails; undo goes back\n")
		return
	}
	at, err := s.Where(s.sh.ctx)
	if err != nil {
		return // interrupted
	}
	for _, x := range at {
		state := ""
		switch {
		case x.Enabled:
		case x.Ended:
			state = "at its end"
		case x.Bounded:
			state = "blocked by --threads"
		default:
			state = "blocked"
		}
		fmt.Fprintln(out, render.At(x.Thread, x.Line, x.Text, state, render.Options{Width: s.sh.width}))
	}
	if len(s.Threads()) == 0 {
		fmt.Fprintf(out, "      no thread is left\n")
	}
}

// effect says what one of a thread's moves does.
func (s *threadStepper) effect(id, way int) (string, error) {
	if err := s.Go(s.sh.ctx, id, way); err != nil {
		return "", err
	}
	defer s.Undo(1)
	t := s.rendered()
	return render.Effect(t, len(t.Steps)-1), nil
}

// state shows all variables.
func (s *threadStepper) state() error {
	t := s.rendered()
	_, err := fmt.Fprintln(s.sh.stdout, render.State(t, len(t.Steps)))
	return err
}

// trace shows the execution so far.
func (s *threadStepper) trace(words []string) error {
	format, found := render.Formats()[0], true
	if len(words) > 0 {
		format, found = render.FormatNamed(words[0])
	}
	if !found || format.Write == nil || len(words) > 1 {
		return fmt.Errorf("a format is expected: %s", render.TraceFormatNames())
	}
	return format.Write(s.sh.stdout, s.rendered(), render.Options{Width: s.sh.width, Color: s.sh.color})
}
