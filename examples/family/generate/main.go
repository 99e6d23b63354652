// Command generate writes members of a family of programs, or of finite state machines, to
// files, each with the answer that is expected of it:
//
//	go run ./examples/family/generate -o DIR flags 4 8 12
//
// writes DIR/flags-4.bp, DIR/flags-8.bp and DIR/flags-12.bp. Machines are written to files
// that end in .smv, programs that read inputs to files that end in .c. Without arguments it lists the families.
package main

// This file defines the command.

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/ijit/ijit/examples/family"
)

func main() {
	dir := flag.String("o", ".", "the `directory` to write to; it is created if need be")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: generate [-o directory] family size...")
		flag.PrintDefaults()
		list(flag.CommandLine.Output())
	}
	flag.Parse()
	if flag.NArg() == 0 {
		list(os.Stdout)
		return
	}
	if err := write(os.Stdout, *dir, flag.Arg(0), flag.Args()[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// list lists the families.
func list(w io.Writer) {
	for _, f := range family.Every() {
		fmt.Fprintf(w, "%-17s  %s\n", f.Name, f.Doc)
	}
	for _, m := range family.Machines() {
		fmt.Fprintf(w, "%-17s  %s\n", m.Name, m.Doc)
	}
	for _, e := range family.ECAFamilies() {
		fmt.Fprintf(w, "%-17s  %s\n", e.Name, e.Doc)
	}
}

// write writes the members of a family with the given sizes and says their names.
func write(w io.Writer, dir, name string, sizes []string) error {
	f, found := family.Named(name)
	file, ending := f.File, "bp"
	if !found {
		if m, found := family.MachineNamed(name); found {
			file, ending = m.File, "smv"
		} else if e, found := family.ECANamed(name); found {
			file, ending = e.File, "c"
		} else {
			return fmt.Errorf("there is no family %q", name)
		}
	}
	if len(sizes) == 0 {
		return errors.New("no size is given, such as 4 8 12")
	}
	var all []int
	for _, text := range sizes {
		k, err := strconv.Atoi(text)
		if err != nil || k < 1 || k > largest {
			return fmt.Errorf("%q is no size from 1 to %d", text, largest)
		}
		all = append(all, k)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, k := range all {
		path := filepath.Join(dir, fmt.Sprintf("%s-%d.%s", name, k, ending))
		if err := os.WriteFile(path, []byte(file(k)), 0o666); err != nil {
			return err
		}
		fmt.Fprintln(w, path)
	}
	return nil
}

// largest is more than anybody can check, and little enough to write down.
const largest = 10_000
