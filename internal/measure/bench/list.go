// This file defines lists of instances with expected verdicts.

package bench

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/source"
)

// ListHelp describes the format of a list.
const ListHelp = `A list names an instance on each line, by columns. Columns are separated by
commas in a .csv, by tabs in a .tsv, and by tabs or blanks in a .txt. Lines that
begin with # are comments. The first line names the columns:

  file, program     the file, relative to the folder of the list; .bp may be left out
  verdict           what is expected: SAFE, UNSAFE, or nothing
  threads           the bound on live threads for which that is so, and by which
                    algorithms with a bound run; if empty, the verdict is for any
                    number of threads
  initial, target, label, atomic
                    the question, as for ijit check
  options           more of these in one column, such as: label ERR threads 2

Other columns are ignored, with a note. Without a line of names the columns are
file and verdict. An empty cell may be written -.
`

// isList reports whether a name is that of a list.
func isList(path string) bool {
	return slices.Contains([]string{".tsv", ".csv", ".txt"}, filepath.Ext(path))
}

// list reads a list.
func (s *Suite) list(path string) error {
	content, err := source.ReadFile(path)
	if err != nil {
		return err
	}
	var names, ignored []string
	n := 0
	for text := range strings.Lines(strings.TrimPrefix(string(content), "\uFEFF")) {
		n++
		if strings.TrimSpace(text) == "" || strings.HasPrefix(text, "#") {
			continue
		}
		cells, err := split(path, strings.TrimRight(text, "\r\n"))
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if names == nil {
			var isHeader bool
			if names, ignored, isHeader = header(cells); isHeader {
				continue
			}
		}
		e, err := parseEntry(names, cells)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
		e.path = beside(path, e.path)
		if err := s.add(e); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	if names == nil {
		return fmt.Errorf("%s names no instance", path)
	}
	if len(ignored) > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s: ignored columns: %s", path, strings.Join(ignored, ", ")))
	}
	if !slices.Contains(names, "verdict") {
		s.Notes = append(s.Notes, fmt.Sprintf("%s: there is no column verdict, so no verdict is expected", path))
	}
	return nil
}

// split splits a line into cells, in the way of the list's name.
func split(path, text string) ([]string, error) {
	var cells []string
	var err error
	switch ext := filepath.Ext(path); {
	case ext == ".csv":
		cells, err = csv.NewReader(strings.NewReader(text)).Read()
	case ext == ".tsv" || strings.Contains(text, "\t"):
		cells = strings.Split(text, "\t")
	default:
		cells = strings.Fields(text)
	}
	for i, c := range cells {
		if cells[i] = strings.TrimSpace(c); cells[i] == "-" {
			cells[i] = ""
		}
	}
	return cells, err
}

// header returns the names of the columns and those among them that are not known.
// A line that names no file is no header; the standard ones are then returned.
func header(cells []string) (names, ignored []string, isHeader bool) {
	for _, c := range cells {
		name := strings.ToLower(c)
		switch name {
		case "program", "instance", "path":
			name = "file"
		case "expected":
			name = "verdict"
		case "file", "verdict", "threads", "initial", "target", "label", "atomic", "options":
		default:
			ignored = append(ignored, c)
		}
		names = append(names, name)
	}
	if !slices.Contains(names, "file") {
		return []string{"file", "verdict"}, nil, false
	}
	return names, ignored, true
}

// parseEntry reads a line.
func parseEntry(names, cells []string) (entry, error) {
	var e entry
	if len(cells) > len(names) {
		return e, fmt.Errorf("%d columns, but %d names", len(cells), len(names))
	}
	for i, value := range cells {
		if value == "" {
			continue
		}
		if names[i] == "options" {
			// Both "label ERR" and "--label=ERR" are understood.
			words := strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == '=' })
			if len(words)%2 != 0 {
				return e, fmt.Errorf("options %q: want names and values by turns", value)
			}
			for k := 0; k < len(words); k += 2 {
				name := strings.TrimLeft(words[k], "-")
				known, err := e.set(name, words[k+1])
				if err == nil && (!known || name == "file" || name == "verdict") {
					err = fmt.Errorf("there is no option %q", name)
				}
				if err != nil {
					return e, err
				}
			}
			continue
		}
		if _, err := e.set(names[i], value); err != nil {
			return e, err
		}
	}
	if e.path == "" {
		return e, fmt.Errorf("no file is named")
	}
	return e, nil
}

// set sets what a column says.
func (e *entry) set(name, value string) (known bool, err error) {
	switch name {
	case "file":
		e.path = value
	case "verdict":
		switch v := strings.ToUpper(value); v {
		case Safe, Unsafe:
			e.verdict = v
		case Unknown, "?":
		default:
			err = fmt.Errorf("verdict %q: want SAFE or UNSAFE, or nothing", value)
		}
	case "threads":
		e.threads, err = parseThreads(value)
	case "initial":
		e.Initial = value
	case "target":
		e.Target = value
	case "label":
		e.Label = value
	case "atomic":
		if e.Atomic = value; value != "big" && value != "small" {
			err = fmt.Errorf("atomic %q: want big or small", value)
		}
	default:
		return false, nil
	}
	return true, err
}

// beside returns the file that a list names.
func beside(list, path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(list), path)
	}
	if isModel(path) {
		return path
	}
	for _, ext := range []string{".bp", ".tts"} {
		if _, err := os.Stat(path + ext); err == nil {
			return path + ext
		}
	}
	return path
}
