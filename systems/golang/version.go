// This file defines which versions of Go decide what code means: of the language, and of how timers work.

package golang

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/version"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// Version returns the version of the language in which the packages that were asked for are written, as go1.26: the one
// in the go.mod of their module, or that of the go command for files without a module, and for files that are given by
// their names. A file may have another one, which its //go:build line names. If modules differ, they are separated by
// commas.
func (c *Code) Version() string {
	found := map[string]bool{}
	for _, p := range c.roots {
		v := version.Lang(p.Pkg.GoVersion())
		if v == "" {
			v = version.Lang(c.versions.toolchain)
		}
		found[v] = true
	}
	return strings.Join(slices.SortedFunc(maps.Keys(found), version.Compare), ", ")
}

// AsyncTimers reports whether timers in executions of an entry work as before Go 1.23, so that an element may stay in
// the channel of a timer that is stopped. The go line of the main module decides, unless the setting asynctimerchan is
// given: in a line godebug of go.mod, in a line //go:debug of the package, or in the environment variable GODEBUG.
func (c *Code) AsyncTimers(e *Entry) bool {
	pkg := e.fn.Package()
	if pkg == nil {
		return false
	}
	set := maps.Clone(c.versions.debug)
	for _, p := range c.roots {
		if strings.TrimSuffix(p.Pkg.Path(), "_test") == strings.TrimSuffix(pkg.Pkg.Path(), "_test") {
			maps.Copy(set, c.debug[p])
		}
	}
	goVersion := c.versions.module
	if v, ok := set["default"]; ok {
		goVersion = "go" + strings.TrimPrefix(v, "go")
	}
	maps.Copy(set, settings(strings.Split(c.versions.environment, ",")))
	if v, ok := set["asynctimerchan"]; ok {
		return v != "0"
	}
	return version.Compare(goVersion, "go1.23") < 0
}

// versions is what the go command and the main module say.
type versions struct {
	toolchain   string            // go1.26.1
	module      string            // the version of the main module or workspace; that of the toolchain if there is none
	debug       map[string]string // its godebug lines
	environment string            // GODEBUG
}

// findVersions asks the go command for the main module of a directory.
func findVersions(ctx context.Context, dir string) (*versions, error) {
	command := exec.CommandContext(ctx, "go", "env", "-json", "GOVERSION", "GOMOD", "GOWORK", "GODEBUG")
	command.Dir = dir
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	var env struct{ GOVERSION, GOMOD, GOWORK, GODEBUG string }
	if err := json.Unmarshal(out, &env); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	v := &versions{toolchain: env.GOVERSION, module: env.GOVERSION, debug: map[string]string{}, environment: env.GODEBUG}
	for _, name := range []string{env.GOWORK, env.GOMOD} {
		if name == "" || name == "off" || name == os.DevNull {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if v.module = "go1.16"; name == env.GOWORK {
			v.module = "go1.18"
		}
		v.read(text)
		break
	}
	return v, nil
}

// read reads the lines go and godebug of go.mod or go.work.
func (v *versions) read(text []byte) {
	block := ""
	for line := range bytes.Lines(text) {
		code, _, _ := strings.Cut(string(line), "//")
		words := strings.Fields(code)
		switch {
		case len(words) == 0, len(words) == 1 && words[0] != ")":
			continue
		case words[0] == ")":
			block = ""
			continue
		case len(words) == 2 && words[1] == "(":
			block = words[0]
			continue
		case block != "":
			words = append([]string{block}, words...)
		}
		switch words[0] {
		case "go":
			v.module = "go" + words[1]
		case "godebug":
			maps.Copy(v.debug, settings(words[1:]))
		}
	}
}

// settings returns those of a list of the form key=value.
func settings(list []string) map[string]string {
	found := map[string]string{}
	for _, s := range list {
		if key, value, ok := strings.Cut(strings.TrimSpace(s), "="); ok {
			found[key] = value
		}
	}
	return found
}

// debugLines returns the settings that lines //go:debug of a package give.
func debugLines(files []*ast.File) map[string]string {
	found := map[string]string{}
	for _, f := range files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if rest, ok := strings.CutPrefix(c.Text, "//go:debug "); ok && c.Pos() < f.Package {
					maps.Copy(found, settings([]string{rest}))
				}
			}
		}
	}
	return found
}
