// This file defines what is said about packages that cannot be used.

package golang

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/ijit/ijit/parser/diagnostic"
)

// errors returns what is wrong with the packages, with lines and carets.
func (r *reader) errors(patterns []string, loaded []*packages.Package) error {
	if len(loaded) == 0 {
		return fmt.Errorf("no Go packages match %s", strings.Join(patterns, " "))
	}
	var list diagnostic.List
	var other []string
	seen := map[string]bool{}
	code := false
	packages.Visit(loaded, nil, func(p *packages.Package) {
		code = code || len(p.Syntax) > 0 && !generated(p)
		for _, e := range p.Errors {
			d := r.diagnostic(e)
			key := e.Msg
			if d != nil {
				key = d.String()
			}
			switch {
			case seen[key] || strings.Contains(e.Msg, "too many errors"):
			case d != nil:
				list = append(list, d)
			default:
				other = append(other, strings.TrimSpace(e.Msg))
			}
			seen[key] = true
		}
	})
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
	if real := r.real[file]; real != "" {
		file = real
	}
	message, hint := e.Msg, ""
	if len(r.real) > 0 && strings.HasPrefix(message, "undefined: ") {
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
