// This file defines how the command writes its output: standard output, and files.

package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ijit/ijit/systems"
)

// A stickyWriter drops whatever follows a failed write, so that the failure need not be
// looked for after each write.
type stickyWriter struct {
	w   io.Writer
	err error // of the write that failed
}

func (s *stickyWriter) Write(text []byte) (n int, err error) {
	if s.err == nil {
		n, s.err = s.w.Write(text)
	}
	return n, s.err
}

// checkOutputs reports, before the work begins, that one of some files cannot be
// written. An empty path stands for no file.
func checkOutputs(paths ...string) error {
	for _, path := range paths {
		info, err := os.Stat(path)
		special := err == nil && !info.Mode().IsRegular() && !info.IsDir()
		if path == "" || special { // to open a pipe would be noticed at its other end
			continue
		}
		f, err := createOutput(path)
		if err != nil {
			return err
		}
		if err := f.discard(); err != nil {
			return err
		}
	}
	return nil
}

// checkExtension refuses a file for output whose name ends in what is none of the known
// extensions of that. A name without an extension says nothing.
func checkExtension(path string, known ...string) error {
	ext := filepath.Ext(path)
	info, err := os.Stat(path)
	special := err == nil && !info.Mode().IsRegular()
	if ext == "" || special || slices.Contains(known, ext) {
		return nil
	}
	return &systems.UsageError{Message: fmt.Sprintf("-o %s: choose a name that ends in %s", path, alternatives(known))}
}

// alternatives lists words: a, b or c.
func alternatives(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// replaceFile writes a file in one go: it is there as a whole, or as it was before.
// What is no regular file, such as /dev/stdout, is written directly.
func replaceFile(path string, write func(io.Writer) error) error {
	f, err := createOutput(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		return errors.Join(err, f.discard())
	}
	return f.commit()
}

// An outputFile is a new content of a file.
type outputFile struct {
	*os.File
	replaces string // the file that it becomes; empty if that is written directly
}

func createOutput(path string) (*outputFile, error) {
	perm := os.FileMode(0o666)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a directory; name a file", path)
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &outputFile{File: f}, err
	case err == nil:
		perm = info.Mode().Perm()
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
	}
	for i := range 1000 {
		// The mode is subject to the umask, which that of os.CreateTemp is not.
		f, err := os.OpenFile(fmt.Sprintf("%s.%d.tmp", path, i), os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if failed, ok := errors.AsType[*os.PathError](err); ok {
			failed.Path = path
		}
		return &outputFile{f, path}, err
	}
	return nil, fmt.Errorf("%s: too many temporary files beside it", path)
}

// commit ends the writing.
func (f *outputFile) commit() error {
	err := f.Close()
	switch {
	case f.replaces == "":
		return err
	case err != nil:
		return errors.Join(err, os.Remove(f.Name()))
	}
	return os.Rename(f.Name(), f.replaces)
}

// discard gives up the writing.
func (f *outputFile) discard() error {
	err := f.Close()
	if f.replaces != "" {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}
