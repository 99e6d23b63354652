// This file defines the command as a tool of go vet: go vet -vettool=$(which ijit) ./...

package command

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck"
)

// The go command asks a tool three things: what it is (-V=full), which flags it takes (-flags), and to
// analyse the package that a file describes (FILE.cfg). That is the protocol of
// golang.org/x/tools/go/analysis/unitchecker.

// isVet reports whether the arguments are a call by go vet.
func isVet(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := len(args) - 1
	commands := slices.ContainsFunc(args[:last], func(a string) bool { return !strings.HasPrefix(a, "-") })
	return args[0] == "-V=full" || args[0] == "-flags" || !commands && strings.HasSuffix(args[last], ".cfg")
}

// A vetConfig is what the go command says of a package.
type vetConfig struct {
	ID                        string
	Dir                       string
	ImportPath                string
	GoFiles                   []string
	VetxOnly                  bool   // only facts for other packages are asked for; there are none
	VetxOutput                string // the file of these facts
	Stdout                    string // the file that is standard output
	SucceedOnTypecheckFailure bool
}

// vet answers the go command, and returns the exit code.
func (sh *shell) vet(args []string) int {
	flags := flag.NewFlagSet("ijit", flag.ContinueOnError)
	flags.SetOutput(sh.stderr)
	kinds := flags.String("check", "", "what to ask: "+strings.Join(gocheck.Kinds(), ","))
	threads := flags.Int("threads", gocheck.DefaultThreads, "goroutines of each go statement in a loop")
	timeout := flags.Duration("timeout", 0, "the time for a package")
	asJSON := flags.Bool("json", false, "print JSON")
	var err error
	switch args[0] {
	case "-V=full":
		err = sh.vetVersion()
	case "-flags":
		err = sh.vetFlags(flags)
	default:
		if flags.Parse(args) != nil {
			return exitUsage
		}
		o := gocheck.Options{Threads: *threads, Timeout: *timeout, Memory: defaultMemory().bytes}
		if *kinds != "" {
			o.Kinds = strings.Split(*kinds, ",")
		}
		var found bool
		if found, err = sh.vetPackage(flags.Arg(0), o, *asJSON); found {
			return exitError
		}
	}
	if err != nil {
		fmt.Fprintln(sh.stderr, err)
		return exitError
	}
	return exitSafe
}

// vetVersion says what the tool is. The go command keeps results as long as that does not change.
func (sh *shell) vetVersion() error {
	name, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	_, err = fmt.Fprintf(sh.stdout, "%s version devel buildID=%x\n", filepath.Base(name), h.Sum(nil))
	return err
}

func (sh *shell) vetFlags(flags *flag.FlagSet) error {
	type flagDoc struct {
		Name  string
		Bool  bool
		Usage string
	}
	var list []flagDoc
	flags.VisitAll(func(f *flag.Flag) {
		b, ok := f.Value.(interface{ IsBoolFlag() bool })
		list = append(list, flagDoc{f.Name, ok && b.IsBoolFlag(), f.Usage})
	})
	return json.NewEncoder(sh.stdout).Encode(list)
}

// vetPackage checks a package, and reports whether something was found that ends with an exit code.
func (sh *shell) vetPackage(config string, o gocheck.Options, asJSON bool) (found bool, err error) {
	text, err := os.ReadFile(config)
	if err != nil {
		return false, err
	}
	var c vetConfig
	if err := json.Unmarshal(text, &c); err != nil {
		return false, fmt.Errorf("%s: %w", config, err)
	}
	if c.VetxOutput != "" {
		if err := os.WriteFile(c.VetxOutput, nil, 0o666); err != nil {
			return false, err
		}
	}
	if c.VetxOnly {
		return false, nil
	}
	out := sh.stdout
	if c.Stdout != "" {
		f, err := os.Create(c.Stdout)
		if err != nil {
			return false, err
		}
		defer f.Close()
		out = f
	}
	report := &gocheck.Report{}
	if c.hasEntries() {
		o.Dir, o.Patterns = c.Dir, []string{"."}
		if c.ImportPath == "command-line-arguments" {
			o.Patterns = c.GoFiles
		}
		o.Only = func(e *golang.Entry) bool { return slices.Contains(c.GoFiles, e.Site.Pos.Filename) }
		o.Absolute = true
		report, err = gocheck.Run(sh.ctx, o)
		if err != nil {
			if c.SucceedOnTypecheckFailure {
				return false, nil
			}
			return false, err
		}
	}
	type diagnostic struct {
		Category string `json:"category"`
		Posn     string `json:"posn"`
		Message  string `json:"message"`
	}
	list := []diagnostic{}
	for _, f := range report.Findings {
		if f.Verdict == systems.Unsafe.String() {
			head, more := headline(&f)
			message := f.Kind + ": " + head
			if more != "" {
				message += ": " + more
			}
			if f.Kind == "race" && len(f.Others) > 0 {
				message += fmt.Sprintf(" (with %s:%d)", f.Others[0].File, f.Others[0].Line)
			}
			list = append(list, diagnostic{f.Kind, f.GoPlace.String(), message})
		}
	}
	if asJSON {
		doc := map[string]map[string][]diagnostic{}
		if len(list) > 0 {
			doc[c.ID] = map[string][]diagnostic{"ijit": list}
		}
		e := json.NewEncoder(out)
		e.SetEscapeHTML(false)
		e.SetIndent("", "\t")
		return false, e.Encode(doc)
	}
	for _, d := range list {
		fmt.Fprintf(sh.stderr, "%s: %s\n", d.Posn, d.Message)
	}
	return len(list) > 0, nil
}

// hasEntries reports whether a package has tests or a function main. To know that without types saves the
// loading of all other packages.
func (c *vetConfig) hasEntries() bool {
	for _, name := range c.GoFiles {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			continue // the go command has complained already
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if ok && fn.Recv == nil && (strings.HasPrefix(fn.Name.Name, "Test") || fn.Name.Name == "main" && f.Name.Name == "main") {
				return true
			}
		}
	}
	return false
}
