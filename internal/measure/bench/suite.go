// This file defines suites: what stands for a set of instances on the command line.

package bench

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/source"
)

// A Suite is a list of instances.
type Suite struct {
	Instances []*Instance
	// Notes are remarks for the user, such as about columns of a list that are not
	// known.
	Notes []string

	standard Question
	asked    map[instanceKey]*Instance
	hashes   map[string]string // by path
	repeated int
}

type instanceKey struct {
	sha256 string
	Question
}

// ReadSuite reads suites. Each name is a folder, for all programs and transition
// systems below it; a pattern such as "x/*.bp"; a list with expected verdicts
// (.tsv, .csv or .txt); or a single program, system or C program. The questions are those of
// standard where a list does not say otherwise.
func ReadSuite(names []string, standard Question) (*Suite, error) {
	s := &Suite{standard: standard, asked: map[instanceKey]*Instance{}, hashes: map[string]string{}}
	for _, name := range names {
		if err := s.read(name); err != nil {
			return nil, err
		}
	}
	if s.repeated > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d instances have the content and the question of another one; each is run once", s.repeated))
	}
	return s, nil
}

func (s *Suite) read(name string) error {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return s.folder(name)
	case err == nil && isList(name):
		return s.list(name)
	case err == nil && (isModel(name) || isC(name)):
		return s.add(entry{path: name})
	case err == nil:
		return fmt.Errorf("%s is none of: folder, .bp, .tts, .c, list (.tsv, .csv, .txt)", name)
	case !strings.ContainsAny(name, "*?["):
		return err
	}
	paths, err := filepath.Glob(name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	found := false
	for _, path := range paths {
		if isModel(path) || isC(path) {
			found = true
			if err := s.add(entry{path: path}); err != nil {
				return err
			}
		}
	}
	if !found {
		return fmt.Errorf("%s matches no .bp, .tts or .c file", name)
	}
	return nil
}

func (s *Suite) folder(name string) error {
	found := false
	err := filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !isModel(path) {
			return err
		}
		found = true
		return s.add(entry{path: path})
	})
	if err == nil && !found {
		err = fmt.Errorf("%s: there is no .bp and no .tts file below it", name)
	}
	return err
}

// isModel reports whether a name is that of a program or a transition system.
func isModel(path string) bool {
	ext := filepath.Ext(strings.TrimSuffix(path, ".gz"))
	return ext == ".bp" || ext == ".tts"
}

// isC reports whether a name is that of a C program. Those in a folder may be anything, such as
// the sources of Boolean programs.
func isC(path string) bool { return strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".c") }

func isTTS(path string) bool { return strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".tts") }

// An entry is an instance as it is written down.
type entry struct {
	path string
	Question
	threads int    // 0 if none is given
	verdict string // expected, "" if none is given
}

// add adds an instance.
func (s *Suite) add(e entry) error {
	path := filepath.Clean(e.path)
	sum, err := s.hash(path)
	if err != nil {
		return err
	}
	q := e.Question
	for _, f := range []struct{ to, from *string }{
		{&q.Initial, &s.standard.Initial},
		{&q.Target, &s.standard.Target},
		{&q.Label, &s.standard.Label},
		{&q.Atomic, &s.standard.Atomic},
	} {
		if *f.to == "" {
			*f.to = *f.from
		}
	}
	tts := isTTS(path)
	if tts && q.Target == "" {
		if q.Target, err = target(path); err != nil {
			return err
		}
	}
	q = q.normal(tts)
	belief, err := s.belief(path, tts, q, e)
	if err != nil {
		return err
	}
	i, repeated := s.asked[instanceKey{sum, q}]
	if !repeated {
		i = &Instance{Path: path, SHA256: sum, TTS: tts, Question: q}
		s.asked[instanceKey{sum, q}] = i
		s.Instances = append(s.Instances, i)
	}
	i.Belief.Join(belief)
	if !i.Belief.Consistent() {
		return fmt.Errorf("%s: the expected verdicts contradict one another: SAFE for %s, UNSAFE for %s",
			path, threadsText(i.Belief.SafeUpTo), threadsText(i.Belief.UnsafeFrom))
	}
	if slices.Contains(i.Threads, e.threads) {
		s.repeated++
	} else {
		i.Threads = append(i.Threads, e.threads)
	}
	return nil
}

// belief returns what is expected: what the list says or, if it says nothing, what
// the program itself does.
func (s *Suite) belief(path string, tts bool, q Question, e entry) (Belief, error) {
	var b Belief
	if e.verdict != "" {
		bound := Any
		if e.threads > 0 {
			bound = e.threads
		}
		b.Add(e.verdict, bound)
		return b, nil
	}
	if tts {
		return b, nil
	}
	wants, notes, err := readWants(path)
	if err != nil {
		return b, err
	}
	s.Notes = append(s.Notes, notes...)
	for _, w := range wants {
		w.Question = w.normal(false)
		// The verdict does not depend on what a step is.
		w.Atomic = q.Atomic
		if w.Question == q {
			b.Add(w.verdict, w.threads)
		}
	}
	return b, nil
}

// hash returns the SHA-256 of a file.
func (s *Suite) hash(path string) (string, error) {
	if sum, ok := s.hashes[path]; ok {
		return sum, nil
	}
	// What can be read once only, or without an end, is no instance.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is no regular file", path)
	}
	sum, err := hashFile(path)
	if err == nil {
		s.hashes[path] = sum
	}
	return sum, err
}

func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// target returns the target of a transition system, the first word of the .prop
// file beside it; "" if there is none.
func target(path string) (string, error) {
	text, err := source.ReadFile(source.Prop(path))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if words := strings.Fields(string(text)); err == nil && len(words) > 0 {
		return words[0], nil
	}
	return "", err
}

func threadsText(n int) string {
	switch n {
	case Any:
		return "any number of threads"
	case 1:
		return "1 thread"
	}
	return fmt.Sprintf("%d threads", n)
}
