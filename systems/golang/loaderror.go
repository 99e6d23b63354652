// This file defines what is said about packages that cannot be used.

package golang

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/ijit/ijit/parser/diagnostic"
)

// cannotLoad says in a line why the go command failed.
func cannotLoad(patterns []string, err error) error {
	why := err.Error()
	if _, after, found := strings.Cut(why, "stderr: "); found {
		why = strings.TrimPrefix(strings.TrimSpace(after), "go: ")
	}
	return fmt.Errorf("cannot load %s: %s", strings.Join(patterns, " "), why)
}

// inModule reports whether a folder belongs to a module.
func inModule(dir string) bool {
	cmd := exec.Command("go", "env", "GOMOD")
	cmd.Dir = dir
	out, err := cmd.Output()
	name := strings.TrimSpace(string(out))
	return err == nil && name != "" && name != os.DevNull
}

// errors returns what is wrong with the packages, with lines and carets.
func (r *reader) errors(patterns []string, loaded []*packages.Package) error {
	if len(loaded) == 0 {
		hint := ""
		if !inModule(r.dir) {
			hint = "\nhint: a package needs a go.mod (go mod init NAME); a single file does not: give its name"
		}
		return fmt.Errorf("no Go packages match %s%s", strings.Join(patterns, " "), hint)
	}
	var list diagnostic.List
	var other []string
	seen := map[string]bool{}
	code, unread := false, false
	all := func(p *packages.Package) {
		for _, e := range p.Errors {
			if unread && e.Kind == packages.TypeError { // it mostly follows from what cannot be parsed
				continue
			}
			d := r.diagnostic(e)
			key, place := e.Msg, ""
			if d != nil {
				key, place = d.String(), fmt.Sprint(d.File, d.Pos)
			}
			switch {
			case seen[key] || strings.Contains(e.Msg, "too many errors"):
			case d != nil && seen[place] && strings.HasPrefix(e.Msg, "could not import"): // it follows from the other error
			case d != nil:
				list = append(list, d)
			default:
				other = append(other, strings.TrimSpace(e.Msg)+constrained(e.Msg))
			}
			seen[key], seen[place] = true, true
		}
	}
	// What is wrong with packages that the go command has made mostly follows from the others.
	var own, made []*packages.Package
	packages.Visit(loaded, nil, func(p *packages.Package) {
		if generated(p) {
			made = append(made, p)
			return
		}
		own = append(own, p)
		code = code || len(p.Syntax) > 0
		unread = unread || slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return e.Kind == packages.ParseError })
	})
	for _, p := range own {
		all(p)
	}
	if len(list)+len(other) == 0 {
		for _, p := range made {
			all(p)
		}
	}
	if len(list) > diagnostic.MaxDiagnostics {
		list = list[:diagnostic.MaxDiagnostics]
	}
	switch {
	case len(list) > 0:
		return list
	case len(other) > 0:
		return fmt.Errorf("%s", strings.Join(other, "\n"))
	case !code:
		return fmt.Errorf("no Go files in %s: build constraints exclude all of them, or there are none", strings.Join(patterns, " "))
	}
	return nil
}

// constrained returns a hint about files that are left out.
func constrained(message string) string {
	if !strings.Contains(message, "build constraints exclude all Go files") {
		return ""
	}
	return "\nhint: give the name of a file to check it alone, or the tags in GOFLAGS=-tags=NAME, or the system in GOOS"
}

// diagnostic gives an error of the go command or the type checker its line; nil if it has no position.
func (r *reader) diagnostic(e packages.Error) *diagnostic.Diagnostic {
	parts := strings.Split(e.Pos, ":")
	if len(parts) < 3 {
		return nil
	}
	n := len(parts)
	line, err1 := strconv.Atoi(parts[n-2])
	col, err2 := strconv.Atoi(parts[n-1])
	file := strings.Join(parts[:n-2], ":")
	if err1 != nil || err2 != nil || file == "" {
		return nil
	}
	if !filepath.IsAbs(file) { // the go command shortens the names of files below its folder
		file = filepath.Join(r.dir, file)
	}
	message, hint := e.Msg, ""
	if r.alone && strings.HasPrefix(message, "undefined: ") {
		hint = "only this file is read; give the directory if other files of the package define it"
	}
	d := &diagnostic.Diagnostic{File: file, Pos: diagnostic.Pos{Line: line, Col: col}, Message: message, Hint: hint}
	if src, err := os.ReadFile(file); err == nil {
		if lines := strings.Split(string(src), "\n"); line >= 1 && line <= len(lines) {
			d.Source = lines[line-1]
		}
	}
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, file); err == nil && !strings.HasPrefix(rel, "..") {
			d.File = rel
		}
	}
	return d
}
