// This file defines how the command starts and ends: signals, exit codes, and the
// error that should not happen.

package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/systems"
)

// Exit codes.
const (
	exitSafe    = 0
	exitError   = 1
	exitUsage   = 2
	exitUnsafe  = 10
	exitUnknown = 30
)

// Own is what a user adds to the command. Engines take part in all of it: they can be asked for by name, run beside the
// others, and are measured by ijit bench. Readers are for files with their extensions.
type Own struct {
	Readers []ijit.Reader
	Engines []ijit.Engine
}

// Main runs the command on the arguments of the process and exits.
func Main(own Own) { os.Exit(run(own)) }

func run(own Own) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals := make(chan os.Signal, 2)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // as nohup asks for
			signal.Notify(signals, s)
		}
	}
	go func() {
		<-signals
		cancel()
		<-signals
		fmt.Fprintln(os.Stderr, "ijit: interrupted twice; there is no answer")
		os.Exit(exitError)
	}()
	sh := &shell{
		ctx:      ctx,
		stdin:    os.Stdin,
		stdout:   os.Stdout,
		stderr:   os.Stderr,
		color:    isTerminal(os.Stdout) && os.Getenv("NO_COLOR") == "",
		terminal: isTerminal(os.Stderr),
		width:    textWidth(os.Getenv("COLUMNS"), os.Stdout),
		own:      own,
	}
	if isVet(os.Args[1:]) {
		return sh.vet(os.Args[1:])
	}
	return sh.main(os.Args[1:])
}

// A shell is what a command works with.
type shell struct {
	ctx      context.Context
	stdin    io.Reader
	stdout   io.Writer
	stderr   io.Writer
	color    bool   // on stdout
	terminal bool   // stderr is one
	width    int    // columns of text; 0 if unknown
	json     bool   // errors are answered as JSON
	file     string // one of several, which have an object a line
	code     int    // what to exit with
	own      Own
}

// cli is the command line.
type cli struct {
	Check      checkCommand      `cmd:"" help:"Decide whether an assertion can fail, or whether the properties of a model hold."`
	Go         goCommand         `cmd:"" help:"Check Go programs: goroutines that block for ever, misused channels, locks and WaitGroups, races."`
	Trace      traceCommand      `cmd:"" help:"Check, and show how the assertion or the property fails."`
	Step       stepCommand       `cmd:"" help:"Walk through executions of a program, step by step."`
	Validate   validateCommand   `cmd:"" help:"Check the certificate of an answer."`
	Explain    explainCommand    `cmd:"" help:"Say in words why nothing can fail, as a certificate has it."`
	Translate  translateCommand  `cmd:"" help:"Translate a program or a model to a transition system, AIGER or DIMACS."`
	Classify   classifyCommand   `cmd:"" help:"Measure event-condition-action programs in C: their size, operators, and variables by domain type."`
	Bench      benchCommand      `cmd:"" help:"Run algorithms on a suite of instances, into a CSV file."`
	Plot       plotCommand       `cmd:"" help:"Draw charts of what ijit bench measured."`
	Compare    compareCommand    `cmd:"" help:"Compare what ijit bench measured, as text and as a page of HTML."`
	Fmt        fmtCommand        `cmd:"" help:"Print Boolean programs and models (.smv) in canonical form."`
	Mu         muCommand         `cmd:"" help:"Run formulas of the fixed-point calculus, with or without a program."`
	Sat        satCommand        `cmd:"" help:"Decide a formula in DIMACS format, and check proofs that there is no model."`
	Algorithms algorithmsCommand `cmd:"" help:"List the algorithms."`
	Help       helpCommand       `cmd:"" help:"Explain a topic or a command."`
	Completion completionCommand `cmd:"" help:"Print code by which a shell completes ijit's commands and flags."`
	Man        manCommand        `cmd:"" help:"Print the manual page."`
	Version    versionCommand    `cmd:"" help:"Print the version."`

	PrintVersion kong.VersionFlag `name:"version" help:"Print the version."`
}

// allCommands returns the names of the commands.
func allCommands() (names []string) {
	for field := range reflect.TypeFor[cli]().Fields() {
		if _, ok := field.Tag.Lookup("cmd"); ok {
			names = append(names, strings.ToLower(field.Name))
		}
	}
	return names
}

// grammar returns what kong makes a parser of: the whole command line for what is about all commands. For any other
// command it has that one alone. To describe the others would take half of the time of a short call.
func grammar(args []string, completes bool) any {
	all := reflect.TypeFor[cli]()
	if completes || len(args) == 0 || args[0] == "help" || args[0] == "man" {
		return &cli{}
	}
	at := slices.Index(allCommands(), args[0])
	if at < 0 {
		return &cli{}
	}
	version, _ := all.FieldByName("PrintVersion")
	return reflect.New(reflect.StructOf([]reflect.StructField{all.Field(at), version})).Interface()
}

// helpPrinted is the panic by which kong's request to exit, after it has printed
// help, is turned into a return.
type helpPrinted struct{}

// main runs the command and returns its exit code.
func (sh *shell) main(args []string) (code int) {
	sh.json = slices.Contains(args, "--json")
	out := &stickyWriter{w: sh.stdout}
	sh.stdout = out
	defer func() {
		switch r := recover(); r.(type) {
		case nil:
		case helpPrinted:
			code = exitSafe
		default:
			sh.internalError(r, debug.Stack())
			code = sh.code
		}
		if out.err != nil {
			fmt.Fprintf(sh.stderr, "ijit: the output is not complete: %v\n", out.err)
			code = exitError
		}
	}()
	completes := os.Getenv("COMP_LINE") != ""
	if !completes {
		args = helpArguments(args, allCommands())
	}
	parser := sh.parser(grammar(args, completes))
	if completes {
		sh.complete(parser.Model)
		return exitSafe
	}
	command, err := parser.Parse(args)
	if out.err != nil { // it was asked for help
		return exitError
	}
	if err == nil {
		err = cmp.Or(emptyValue(command), repeated(command))
	}
	if err != nil {
		hint := "see ijit --help"
		if pe, ok := errors.AsType[*kong.ParseError](err); ok {
			command = pe.Context
		}
		switch {
		case command != nil && command.Selected() != nil:
			hint = "see ijit " + command.Selected().Name + " --help"
		case len(args) > 0 && path.Ext(args[0]) == ".go":
			hint = "ijit go " + args[0] + " checks it"
		case len(args) > 0 && path.Ext(args[0]) != "":
			hint = "ijit check " + args[0] + " checks it"
		}
		sh.fail(&systems.UsageError{Message: err.Error() + "; " + hint})
		return sh.code
	}
	if err := command.Run(sh); err != nil {
		sh.fail(err)
	}
	return sh.code
}

// parser returns the parser of a command line, which is a pointer to a struct as cli is.
func (sh *shell) parser(commandLine any) *kong.Kong {
	parser, err := kong.New(commandLine,
		kong.Name("ijit"),
		kong.Description("Checks multithreaded Boolean programs (.bp), thread-transition systems (.tts), models in the language of NuSMV (.smv), circuits (.aig) and event-condition-action programs in C (.c).\n\n"+
			"Exit codes: 0 SAFE, 10 UNSAFE, 30 UNKNOWN, 2 wrong use, 1 error."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.Help(help),
		kong.Vars{"version": versionText()},
		kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(duration)),
		kong.Writers(sh.stdout, sh.stderr),
		kong.Exit(func(int) { panic(helpPrinted{}) }),
	)
	if err != nil {
		panic(err)
	}
	return parser
}

// emptyValue refuses an argument or a flag such as --label= whose value is empty. It
// would be taken for one that is not given.
func emptyValue(command *kong.Context) error {
	for _, p := range command.Path {
		var value *kong.Value
		switch {
		case p.Flag != nil:
			value = p.Flag.Value
		case p.Positional != nil:
			value = p.Positional
		default:
			continue
		}
		empty := false
		switch v := value.Target.Interface().(type) {
		case string:
			empty = v == ""
		case []string:
			empty = len(v) == 0 || slices.Contains(v, "")
		}
		if empty {
			name := "<" + value.Name + ">"
			if p.Flag != nil {
				name = "--" + value.Name
			}
			return fmt.Errorf("%s: the value is empty", name)
		}
	}
	return nil
}

// repeated refuses a flag that has one value and is given several times: all but the last
// would have no effect.
func repeated(command *kong.Context) error {
	seen := map[*kong.Flag]bool{}
	for _, p := range command.Path {
		if p.Flag == nil || p.Flag.IsSlice() {
			continue
		}
		if seen[p.Flag] {
			return fmt.Errorf("--%s is given several times, and takes one value", p.Flag.Name)
		}
		seen[p.Flag] = true
	}
	return nil
}

// internalError reports what is a mistake in this program.
func (sh *shell) internalError(r any, stack []byte) {
	sh.code = exitError
	if sh.json {
		sh.printJSON(errorDoc{Schema: schema, Error: failure{Message: fmt.Sprint("internal error: ", r)}})
	}
	sh.report(fmt.Sprint("internal error: ", r), stack)
}

// report asks the user to report a panic.
func (sh *shell) report(text string, stack []byte) {
	fmt.Fprintf(sh.stderr, "ijit: %s\n"+
		"This is a mistake in ijit, not in your input. Please report it at\n"+
		"https://github.com/ijit/ijit/issues with the command, the input and what follows.\n"+
		"%s\n%s", text, versionText(), stack)
}

// printFaults reports panics of algorithms that kept no other algorithm from answering. Of one
// that panics about many properties, the first panic is enough.
func (sh *shell) printFaults(faults []*systems.Fault) {
	more := map[string]int{}
	for _, f := range faults {
		if more[f.Engine]++; more[f.Engine] == 1 {
			sh.report(f.String(), f.Stack)
		}
	}
	for _, engine := range slices.Sorted(maps.Keys(more)) {
		if n := more[engine]; n > 1 {
			fmt.Fprintf(sh.stderr, "ijit: %d internal errors in %s; this was the first\n", n, engine)
		}
	}
}
