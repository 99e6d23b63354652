// This file defines what a source file looks like from outside.

package lint

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// MaxLines is how many lines a Go file may have. One that says what it defines in
// a sentence rarely needs so many.
const MaxLines = 700

// Files finds files that do not open with what they define, packages that have no
// doc, and files, tests included, that are too long. A file opens with
// "// This file defines ..." above its package clause, or with the doc of the
// package. Of a package with one file, what the file defines is the doc. A doc with a
// section "# Files" names each file there, and none that does not exist.
func Files(m *Module) ([]string, error) {
	var found []string
	for _, p := range m.Packages {
		documented := false
		for _, f := range p.Files {
			opens := len(f.Comments) > 0 && f.Comments[0].Pos() < f.Package &&
				strings.HasPrefix(f.Comments[0].Text(), "This file defines ")
			isDoc := f.Doc != nil && (len(p.Files) == 1 || !strings.HasPrefix(f.Doc.Text(), "This file defines "))
			documented = documented || isDoc
			if isDoc {
				found = append(found, m.listed(p, f.Doc.Text())...)
			}
			if !isDoc && !opens {
				found = append(found, fmt.Sprintf("%s: the file does not open with \"// This file defines\"", m.at(f.Package)))
			}
		}
		if !documented {
			found = append(found, fmt.Sprintf("%s: the package has no doc", p.Path))
		}
	}
	err := texts(m.Dir, func(name string, content []byte) {
		if n := strings.Count(string(content), "\n"); strings.HasSuffix(name, ".go") && n > MaxLines {
			found = append(found, fmt.Sprintf("%s: %d lines, at most %d", name, n, MaxLines))
		}
	})
	return found, err
}

// listed compares the files of a package with the section of its doc that lists them.
func (m *Module) listed(p *Package, doc string) []string {
	_, section, ok := strings.Cut(doc, "\n# Files\n")
	if !ok {
		return nil
	}
	section, _, _ = strings.Cut(section, "\n# ")
	names := map[string]bool{"doc.go": true}
	for _, name := range regexp.MustCompile(`\w+\.go\b`).FindAllString(section, -1) {
		names[name] = true
	}
	var found []string
	for _, f := range p.Files {
		name := filepath.Base(m.Fset.Position(f.Package).Filename)
		if !names[name] {
			found = append(found, fmt.Sprintf("%s: the doc of the package does not list the file %s", p.Path, name))
		}
		delete(names, name)
	}
	delete(names, "doc.go") // where another file has the doc
	for name := range names {
		found = append(found, fmt.Sprintf("%s: the doc of the package lists %s, which does not exist", p.Path, name))
	}
	return found
}

// A word does not belong into this repository.
type word struct {
	part    string // in lower case: of all that the pattern matches; it is found sooner
	pattern *regexp.Regexp
}

// forbidden are notes to oneself, and how, where and by whom something was written. They are put together here so that
// this file does not hold them.
func forbidden() []word {
	var list []word
	for _, w := range [][2]string{
		{"to" + "do", `\bTO` + `DO\b`}, {"fix" + "me", `\bFIX` + `ME\b`}, {"xx" + "x", `\bXX` + `X\b`}, {"ha" + "ck", `\bHA` + `CK\b`},
		{"/wo" + "rk/", `/wo` + `rk/`}, {"/tm" + "p/plan", `/tm` + `p/plan`}, {"/ho" + "me/", `/ho` + `me/\w`}, {"/ro" + "ot/", `/ro` + `ot/`},
		{"issue", `(?i)\bissue` + `s? #?\d`}, {"in th" + "is ", `(?i)\bin th` + `is (session|round|issue)\b`},
		{"clau" + "de", `(?i)\bclau` + `de\b`}, {"chat" + "gpt", `(?i)\bchat` + `gpt\b`}, {"cop" + "ilot", `(?i)\bcop` + `ilot\b`},
		{"language mod" + "el", `(?i)\blanguage mod` + `el`}, {"ai a", `(?i)\bAI (agent|assistant)`},
	} {
		list = append(list, word{w[0], regexp.MustCompile(w[1])})
	}
	return list
}

// Words finds words that do not belong into the repository, in all its text files.
func Words(dir string) ([]string, error) {
	var found []string
	words := forbidden()
	err := texts(dir, func(name string, content []byte) {
		lower := strings.ToLower(string(content))
		for _, w := range words {
			if !strings.Contains(lower, w.part) {
				continue
			}
			line := 0
			for text := range strings.Lines(string(content)) {
				line++
				if match := w.pattern.FindString(text); match != "" {
					found = append(found, fmt.Sprintf("%s:%d: %q", name, line, match))
				}
			}
		}
	})
	return found, err
}

// texts reads all files below dir that hold text, but those of version control.
func texts(dir string, read func(name string, content []byte)) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch {
		case d.Name() == ".git" && d.IsDir():
			return fs.SkipDir
		case d.Name() == ".git", !d.Type().IsRegular(): // it is a file in a linked work tree
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if strings.IndexByte(string(content[:min(len(content), 8000)]), 0) >= 0 {
			return nil
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		read(filepath.ToSlash(name), content)
		return nil
	})
}
