// This file defines how the command reads its input: files, standard input, and
// sizes.

package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/ijit/ijit/internal/source"
	"github.com/ijit/ijit/systems"
)

// stdinName is what messages call the standard input.
const stdinName = "stdin"

// An input is a file, or the standard input if the path is "-".
type input struct {
	io.ReadCloser
	name string // in messages
}

// open opens an input.
func (sh *shell) open(ctx context.Context, path string) (*input, error) {
	if path == "-" {
		return &input{io.NopCloser(interruptible(ctx, sh.stdin)), stdinName}, nil
	}
	f, err := os.Open(path)
	return &input{f, path}, err
}

// readText returns the text of an input, and whether it is compressed.
func (sh *shell) readText(ctx context.Context, path string) (name string, text []byte, packed bool, err error) {
	in, err := sh.open(ctx, path)
	if err != nil {
		return path, nil, false, err
	}
	defer in.Close()
	text, packed, err = source.Read(in.name, in)
	return in.name, text, packed, err
}

// openModel reads a model.
func (sh *shell) openModel(ctx context.Context, x systems.Input) (*systems.Model, error) {
	x.Readers = sh.own.Readers
	if x.Name == "-" {
		in, err := sh.open(ctx, x.Name)
		if err != nil {
			return nil, err
		}
		x.Name, x.Reader = in.name, in
		if x.Kind == systems.ByName {
			x.Kind = systems.ByContent
		}
	}
	return x.Open(ctx)
}

// A dialectFlag is --dialect.
type dialectFlag struct {
	Dialect string `placeholder:"NAME" help:"How = and != bind in a Boolean program: satabs (loosest) or bebop (tighter than &). Without this flag the program says it; what both read differently in one that does not is an error. See ijit help language."`
}

// A given is a flag, and whether it was given.
type given struct {
	flag string
	is   bool
}

// refuse reports that a flag was given that would have no effect.
func refuse(why string, flags ...given) error {
	for _, f := range flags {
		if f.is {
			return &systems.UsageError{Message: f.flag + " is " + why}
		}
	}
	return nil
}

// kind returns the value of --as.
func kind(as string) systems.Kind {
	switch as {
	case "auto":
		return systems.ByName
	case "eca":
		return systems.Kind("c")
	}
	return systems.Kind(as)
}

// interruptible reads from r in the background: a terminal or a pipe may have
// nothing to read for as long as it likes, which must not keep an interrupt
// waiting.
func interruptible(ctx context.Context, r io.Reader) io.Reader {
	in, out := io.Pipe()
	go func() {
		_, err := io.Copy(out, r)
		out.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { out.CloseWithError(ctx.Err()) })
	return in
}

// duration reads a time such as 90s or 30m.
func duration(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("duration", &text); err != nil {
		return err
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		hint := "90s, 30m or 1h30m"
		if _, err := strconv.ParseFloat(text, 64); err == nil {
			hint = text + "s for seconds"
		}
		return fmt.Errorf("%q is not a time; write %s", text, hint)
	}
	target.SetInt(int64(d))
	return nil
}

// A size is a number of bytes on the command line, and how it was written there.
type size struct {
	bytes uint64
	text  string
}

func (s size) String() string {
	if s.text != "" {
		return s.text
	}
	return sizeText(s.bytes)
}

// units of a size. As elsewhere, KiB is 1024 bytes and kB is 1000; a lone K is the
// former, as it is for ulimit and dd.
func unit(word string) (bytes float64, ok bool) {
	switch strings.ToLower(word) {
	case "", "b":
		return 1, true
	case "kb":
		return 1e3, true
	case "mb":
		return 1e6, true
	case "gb":
		return 1e9, true
	case "tb":
		return 1e12, true
	case "k", "kib":
		return 1 << 10, true
	case "m", "mib":
		return 1 << 20, true
	case "g", "gib":
		return 1 << 30, true
	case "t", "tib":
		return 1 << 40, true
	}
	return 0, false
}

// UnmarshalText reads a size such as 200MiB, 4GB or 1048576.
func (s *size) UnmarshalText(text []byte) error {
	number := strings.TrimRight(string(text), "BKMGTbikmgt ")
	bytes, ok := unit(strings.TrimSpace(string(text)[len(number):]))
	n, err := strconv.ParseFloat(number, 64)
	if !ok || err != nil {
		return fmt.Errorf("%q is not a size; a size is written 200MiB, 4GB or 1048576", text)
	}
	if n *= bytes; n < 1 || n >= math.MaxInt64 || math.IsNaN(n) {
		return fmt.Errorf("a size of %s makes no sense", text)
	}
	*s = size{uint64(n), string(text)}
	return nil
}

// sizeText writes a number of bytes for people.
func sizeText(n uint64) string {
	const units = "KMGT"
	if n < 1<<10 {
		return fmt.Sprintf("%d B", n)
	}
	v, i := float64(n)/1024, 0
	for ; v >= 1024 && i < len(units)-1; i++ {
		v /= 1024
	}
	return fmt.Sprintf("%.1f %ciB", v, units[i])
}
