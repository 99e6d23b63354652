// This file tests what is said of an answer that a limit kept from being told in full.

package systems

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

// TestUnfinished meets the limits behind the search: while the execution is written down,
// and while it is replayed. The verdict stays, and the phase and what ended it are said.
func TestUnfinished(t *testing.T) {
	late, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	interrupted, cancel := context.WithCancel(context.Background())
	cancel()
	m, err := Read("calls.bp", strings.NewReader("decl g := 0; void main() begin f(); assert(!g); end void f() begin g := 1; end"))
	if err != nil {
		t.Fatal(err)
	}
	for ctx, why := range map[context.Context]string{late: "the time was up while ", interrupted: "the run was interrupted while "} {
		for _, algorithm := range []string{"bebop", "bfs", "symbolic"} {
			c := checkOf(t, context.Background(), m, Options{Algorithm: algorithm})
			if err := c.algorithm.run(c); err != nil || c.result.Trace == nil {
				t.Fatalf("%s: %+v, %v", algorithm, c.result, err)
			}
			c.ctx, c.SelfCheck = ctx, true
			err := c.replay()
			if want := why + "the execution to the error was replayed"; err != nil || c.result.Verdict != Unsafe || c.result.Stats.Replayed || c.result.Detail != want || c.progress.Phase != "replay" {
				t.Errorf("%s: %+v, %v; want %s", algorithm, c.result, err, want)
			}
		}
		c := checkOf(t, context.Background(), m, Options{Algorithm: "bebop"})
		if err := c.algorithm.run(c); err != nil {
			t.Fatal(err)
		}
		c.ctx, c.result.Trace = ctx, nil
		err := c.unwind(endless{})
		if want := "no execution: " + why + written; err != nil || c.result.Verdict != Unsafe || c.result.Trace != nil || c.result.Detail != want || c.progress.Phase != "trace" {
			t.Errorf("%+v, %v; want %s", c.result, err, want)
		}
	}
}

// TestOutline shows an execution without what happens in calls, because that is too long. It
// is not replayed, and the answer says so.
func TestOutline(t *testing.T) {
	m, err := Read("calls.bp", strings.NewReader("decl g := 0; void main() begin f(); assert(!g); end void f() begin g := 1; end"))
	if err != nil {
		t.Fatal(err)
	}
	c := checkOf(t, context.Background(), m, Options{Algorithm: "bebop", SelfCheck: true, Certify: true})
	c.asWritten()
	r, err := bebop.Check(context.Background(), m.Program, bebop.Options{Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.conclude(decision{verdict: Unsafe, found: r.Findings, execution: long{r.Trace}}); err != nil {
		t.Fatal(err)
	}
	c.certifyTrace()
	got := c.result
	if got.Trace == nil || len(got.Trace.Steps) != 2 || got.Stats.Replayed || !strings.Contains(got.Detail, "without what happens in calls") || got.Certificate.Err() == nil {
		t.Errorf("%+v", got)
	}
}

// long is an execution that is too long to be written down in full.
type long struct{ *bebop.Trace }

func (long) Execution(context.Context, int) (*bebop.Execution, error) { return nil, bebop.ErrTooLong }

// endless is an execution that ends when it is told to.
type endless struct{}

func (endless) Execution(ctx context.Context, limit int) (*bebop.Execution, error) {
	return nil, ctx.Err()
}
func (endless) Outline(ctx context.Context, limit int) (*bebop.Execution, error) {
	return nil, ctx.Err()
}

// TestProp opens transition systems with the file of the target beside them.
func TestProp(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.tts", "b.spec.tts", "c.spec.tts", "none.tts"} {
		write(name, "2 2\n0 0 -> 1 1\n")
	}
	write("a.prop", "1|1")
	write("b.spec.prop", "1|0")
	write("b.spec.tts.prop", "0|1") // the shorter name comes first
	write("c.spec.tts.prop", "0|1")
	for name, want := range map[string]string{"a.tts": "1|1", "b.spec.tts": "1|0", "c.spec.tts": "0|1", "none.tts": ""} {
		m, err := Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if m.Target != nil {
			got = m.Target.String()
		}
		if got != want {
			t.Errorf("%s: the target is %q, want %q", name, got, want)
		}
	}
}

// blank reads as spaces.
type blank struct{}

func (blank) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// TestInputMemory reads more than there is room for.
func TestInputMemory(t *testing.T) {
	debug.FreeOSMemory() // what others have left would make room
	room := algorithms.NewMeter(context.Background(), 0, nil).Used() + 32<<20
	text := &io.LimitedReader{R: blank{}, N: 256 << 20}
	in := Input{Name: "blank.bp", Reader: text, Memory: room}
	if _, err := in.Open(context.Background()); !errors.Is(err, ErrMemory) {
		t.Errorf("%v, want %v", err, ErrMemory)
	}
	if read := 256<<20 - text.N; read > 128<<20 {
		t.Errorf("%d bytes were read, and there was room for %d", read, 32<<20)
	}
	late, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	in = Input{Name: "blank.bp", Reader: blank{}}
	if _, err := in.Open(late); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want the end of time", err)
	}
}
