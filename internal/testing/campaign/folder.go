// This file defines folders of programs that are the same in each run.

package campaign

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Folder writes files, by name, into a folder whose name depends on nothing but them, and returns it. Go keeps what it
// compiles by the folder: of programs in a new one it compiles each package in each run. The folder stays. Nobody may
// write into it.
func Folder(files map[string]string) (string, error) {
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(hash, "%q %q\n", name, files[name])
	}
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("ijit-test-%x", hash.Sum(nil)[:12]))
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return "", err
		}
		if have, err := os.ReadFile(name); err == nil && string(have) == text {
			continue
		}
		if err := write(name, text); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// write writes a file as a whole: another run of the test may read it.
func write(name, text string) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".tmp")
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if e := file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}
