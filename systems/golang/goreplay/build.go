// This file defines how a rewritten program is built.

package goreplay

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/version"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

//go:embed _ijitreplay/*.go
var hookFiles embed.FS

// A Program is Go code that was rewritten and built. It can be run many times, also by
// several goroutines at once. Close removes it.
type Program struct {
	source   *source
	sites    []*site // by number, from 1
	files    map[string][]byte
	tmp      string
	tools    toolchain
	flags    []string // for modules of an older version of the language
	foreign  bool     // there are packages with timers in other modules, which are not rewritten
	more     sync.Mutex
	binary   string // built when it is first asked for, as the others
	race     string // with the race detector
	profiler string // with the profile of leaked goroutines

	attempting sync.Mutex
	attempts   map[[2]string][]attempt // by binary and entry
}

// Build rewrites a package, given by its directory, or a Go file, for the entries
// named: tests, main, or other functions whose parameters can be made up. The user's files stay as
// they are.
func Build(ctx context.Context, path string, entries ...string) (*Program, error) {
	tmp, err := os.MkdirTemp("", "ijitreplay")
	if err != nil {
		return nil, err
	}
	p := &Program{sites: make([]*site, 1), files: map[string][]byte{}, attempts: map[[2]string][]attempt{}, tmp: tmp}
	if err := p.build(ctx, path, entries); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// Close removes what was built.
func (p *Program) Close() error { return os.RemoveAll(p.tmp) }

func (p *Program) build(ctx context.Context, path string, entries []string) error {
	var err error
	if p.source, err = find(path, entries, p.tmp); err != nil {
		return err
	}
	if p.tools, err = p.source.toolchain(ctx); err != nil {
		return err
	}
	overlay := filepath.Join(p.tmp, "list.json")
	if err := writeOverlay(overlay, p.source.overlay); err != nil {
		return err
	}
	packages, err := p.source.list(ctx, overlay)
	if err != nil {
		return err
	}
	if err := p.rewrite(packages); err != nil {
		return err
	}
	p.raise(packages)
	return nil
}

// Binary returns the binary without detectors. The first call builds it.
func (p *Program) Binary(ctx context.Context) (_ string, err error) {
	p.more.Lock()
	defer p.more.Unlock()
	if p.binary == "" {
		p.binary, err = p.compile(ctx, "program", nil)
	}
	return p.binary, err
}

// raise lets modules call the hooks whose go.mod names a version of the language without type parameters. What code
// means has not changed between.
func (p *Program) raise(packages []*listed) {
	const needed = "go1.18"
	for _, l := range packages {
		if !l.ours() || l.Module == nil || version.Compare("go"+cmp.Or(l.Module.GoVersion, "1.16"), needed) >= 0 {
			continue
		}
		if flag := "-gcflags=" + l.Module.Path + "/...=-l -lang=" + needed; !slices.Contains(p.flags, flag) {
			p.flags = append(p.flags, flag)
		}
	}
}

// Detector returns the binary with the race detector. The first call builds it; the first of all on a machine builds
// the standard library with it.
func (p *Program) Detector(ctx context.Context) (_ string, err error) {
	p.more.Lock()
	defer p.more.Unlock()
	if p.race == "" {
		p.race, err = p.compile(ctx, "race", nil, "-race")
	}
	return p.race, err
}

// Profiler returns the binary with the profile of leaked goroutines, which is an experiment of Go 1.26, and part of
// later versions. The first call builds it; the first of all on a machine builds the standard library with the
// experiment, for half a minute.
func (p *Program) Profiler(ctx context.Context) (_ string, err error) {
	p.more.Lock()
	defer p.more.Unlock()
	if p.profiler != "" {
		return p.profiler, nil
	}
	var env []string
	switch {
	case version.Compare(p.tools.version, "go1.26") < 0:
		return "", fmt.Errorf("%s does not have it", p.tools.version)
	case version.Compare(p.tools.version, "go1.27") < 0:
		env = []string{"GOEXPERIMENT=" + strings.TrimPrefix(p.tools.experiments+",goroutineleakprofile", ",")}
	}
	p.profiler, err = p.compile(ctx, "profiler", env, "-ldflags=-s -X ijitreplay.profile=goroutineleak")
	return p.profiler, err
}

// rewrite rewrites all files of the main module.
func (p *Program) rewrite(packages []*listed) error {
	exports := map[string]string{}
	for _, l := range packages {
		exports[l.ImportPath] = l.Export
	}
	read := func(name string) ([]byte, error) {
		if made, ok := p.source.overlay[name]; ok {
			name = made
		}
		return os.ReadFile(name)
	}
	p.foreign = slices.ContainsFunc(packages, func(l *listed) bool { return !l.Standard && !l.ours() && slices.Contains(l.Imports, "time") })
	for _, l := range slices.Backward(packages) { // the variant for tests has more files, and comes later
		if !l.ours() || !slices.ContainsFunc(l.GoFiles, func(f string) bool { return p.files[filepath.Join(l.Dir, f)] == nil }) {
			continue
		}
		fset, files, info, err := l.check(exports, read)
		if err != nil {
			return err
		}
		for _, f := range files {
			name := fset.PositionFor(f.Package, false).Filename
			if p.files[name] != nil || slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` }) {
				continue
			}
			text, err := read(name)
			if err != nil {
				return err
			}
			in := &instrumenter{fset: fset, info: info, name: name, commaOK: map[*ast.UnaryExpr]bool{}}
			in.text = text
			in.line = func(offset int) (int, int) {
				at := fset.PositionFor(fset.File(f.Package).Pos(offset), false)
				return at.Line, at.Column
			}
			in.add = func(s *site) int { p.sites = append(p.sites, s); return len(p.sites) - 1 }
			if original := p.source.origin[name]; original != "" {
				in.name = original
			}
			if l.Dir == p.source.dir {
				in.entries = p.source.tests
			}
			p.files[name] = in.file(f)
		}
	}
	return nil
}

// file rewrites a file.
func (in *instrumenter) file(f *ast.File) []byte {
	in.open(in.offset(f.Name.End()), "; import ijitreplay_ \"ijitreplay\"")
	for _, d := range f.Decls {
		in.walk(d)
	}
	text := in.render(0, len(in.text))
	if in.name != in.fset.PositionFor(f.Package, false).Filename {
		text = "//line " + in.name + ":1:1\n" + text
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return []byte(text + "\nvar _ = ijitreplay_.At\n")
}

// compile builds a binary with the rewritten files. Of flags that are given twice the last one counts.
func (p *Program) compile(ctx context.Context, name string, env []string, flags ...string) (string, error) {
	overlay := filepath.Join(p.tmp, "overlay.json")
	if err := p.write(p.tmp, overlay); err != nil {
		return "", err
	}
	binary := filepath.Join(p.tmp, name)
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	args := []string{"build"}
	if p.source.test {
		args = []string{"test", "-c", "-vet=off"}
	}
	args = append(args, "-ldflags=-s", "-gcflags=-l") // linked in half the time; and stacks have the calls that are inlined otherwise
	args = slices.Concat(args, flags, p.flags, []string{"-o", binary}, p.source.args)
	if _, err := p.source.goCommand(ctx, overlay, env, args...); err != nil {
		return "", err
	}
	return binary, nil
}

// write writes the rewritten files and the hooks into a directory, and the overlay that
// names them.
func (p *Program) write(dir, overlay string) error {
	replace := map[string]string{}
	for i, name := range slices.Sorted(maps.Keys(p.files)) {
		made := filepath.Join(dir, fmt.Sprintf("%d_%s", i, filepath.Base(name)))
		if err := os.WriteFile(made, p.files[name], 0o666); err != nil {
			return err
		}
		replace[name] = made
	}
	entries, err := hookFiles.ReadDir("_ijitreplay")
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := hookFiles.ReadFile("_ijitreplay/" + e.Name())
		if err != nil {
			return err
		}
		made := filepath.Join(dir, "hook_"+e.Name())
		if err := os.WriteFile(made, text, 0o666); err != nil {
			return err
		}
		replace[filepath.Join(p.tools.root, "src", "ijitreplay", e.Name())] = made
	}
	return writeOverlay(overlay, replace)
}

func writeOverlay(name string, replace map[string]string) error {
	text, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o666)
}
