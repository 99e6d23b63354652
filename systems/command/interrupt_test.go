// This file tests what ends a run from outside: signals, and a limit that nothing
// in the run asks about.

package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

// large writes a program that takes longer than any test.
func large(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "large.bp")
	if err := os.WriteFile(path, []byte(toggles(34)), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// start starts the command and gives it some time to begin.
func start(t *testing.T, wait time.Duration, stdin io.Reader, args ...string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	cmd = exec.Command("ijit", args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	time.Sleep(wait)
	return cmd, stdout, stderr
}

// interrupted starts the command, sends it a signal, and reports whether it ends with the exit
// code and with an output that is right. When it has begun to listen and to explore depends
// on the machine: what is not right is tried again with more time. It returns the last output.
func interrupted(t *testing.T, stdin io.Reader, sig os.Signal, code int, right func(out string) bool, args ...string) (out string, ok bool) {
	t.Helper()
	for wait := 50 * time.Millisecond; wait < 10*time.Second; wait *= 2 {
		cmd, stdout, stderr := start(t, wait, stdin, args...)
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		got := finish(t, cmd)
		if out = stdout.String() + stderr.String(); got == code && right(out) {
			return out, true
		}
		out = fmt.Sprintf("exit code %d\n%s", got, out)
	}
	return out, false
}

// finish waits for the command and returns its exit code.
func finish(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
	case <-time.After(time.Minute):
		cmd.Process.Kill()
		t.Fatal("the command does not end")
	}
	return cmd.ProcessState.ExitCode()
}

func TestInterrupt(t *testing.T) {
	campaign.Turn(t, 2, 3)
	received := make(chan os.Signal, 1)
	signal.Notify(received, syscall.SIGHUP) // it may be ignored here, and what is ignored is inherited
	defer signal.Stop(received)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		right := func(out string) bool {
			return regexp.MustCompile(`(?m)^states: \d\d+$`).MatchString(out) &&
				regexp.MustCompile(`\nUNKNOWN\(interrupted\)  .*  [1-9]\d* states  [\d.]+s\n$`).MatchString(out)
		}
		if out, ok := interrupted(t, nil, sig, exitUnknown, right, "check", "--stats", large(t)); !ok {
			t.Errorf("%v: %s", sig, out)
		}
	}
}

// TestNoHangUp checks that a run goes on that is started to do so.
func TestNoHangUp(t *testing.T) {
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	cmd, stdout, _ := start(t, 50*time.Millisecond, nil, "check", "--timeout", "200ms", large(t))
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if finish(t, cmd); !strings.Contains(stdout.String(), "UNKNOWN(timeout)") {
		t.Errorf("the answer is\n%s", stdout)
	}
}

// TestInterruptInput checks that waiting for standard input can be interrupted.
func TestInterruptInput(t *testing.T) {
	for _, test := range []struct {
		args string
		code int
	}{
		{"check -", exitUnknown},
		{"check - --json", exitUnknown},
		{"translate -", exitError},
		{"fmt -", exitError},
	} {
		t.Run(test.args, func(t *testing.T) {
			t.Parallel() // all they do is wait
			in, out, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			defer out.Close()
			right := func(out string) bool { return strings.Contains(out, "interrupted") }
			if out, ok := interrupted(t, in, os.Interrupt, test.code, right, strings.Fields(test.args)...); !ok {
				t.Errorf("want exit code %d: %s", test.code, out)
			}
		})
	}
}

// TestWatchGivesUp checks that work which never ends is given up.
func TestWatchGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end := make(chan struct{})
		defer close(end)
		forever := func() error { <-end; return nil }
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if e := watch(ctx, 0, forever); e.gaveUp != systems.Timeout {
			t.Errorf("behind the limit of time: gave up for %q", e.gaveUp)
		}
		ctx, cancel = context.WithCancel(t.Context())
		cancel()
		if e := watch(ctx, 0, forever); e.gaveUp != systems.Interrupted {
			t.Errorf("interrupted: gave up for %q", e.gaveUp)
		}
	})
	var hold [][]byte
	e := watch(context.Background(), 32<<20, func() error {
		for len(hold) < 64 {
			hold = append(hold, bytes.Repeat([]byte{1}, 1<<20))
		}
		<-t.Context().Done() // it does not end by itself
		return nil
	})
	if e.gaveUp != systems.Memory || e.peak < 32<<20 {
		t.Errorf("behind the limit of memory: gave up for %q with a peak of %d", e.gaveUp, e.peak)
	}
}

// TestWatchWaits checks that an answer that comes soon behind the limit counts.
func TestWatchWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		want := errors.New("its own")
		e := watch(ctx, 0, func() error {
			<-ctx.Done()
			time.Sleep(graceTime - time.Millisecond)
			return want
		})
		if e.gaveUp != "" || e.err != want {
			t.Errorf("gave up for %q, error %v", e.gaveUp, e.err)
		}
	})
}

// TestPanic checks that a mistake in the program is reported as one.
func TestPanic(t *testing.T) {
	if e := watch(context.Background(), 0, func() error { panic("oh") }); e.panicked != "oh" || len(e.stack) == 0 {
		t.Errorf("in the background: panic %v", e.panicked)
	}
	var stderr bytes.Buffer
	sh := &shell{ctx: context.Background(), stdout: badWriter{}, stderr: &stderr}
	if code := sh.main([]string{"algorithms"}); code != exitError {
		t.Errorf("exit code %d, want %d", code, exitError)
	}
	if out := stderr.String(); !strings.Contains(out, "internal error: no such luck") || !strings.Contains(out, "report") {
		t.Errorf("the report is\n%s", out)
	}
}

// TestFaults checks that a panic of one algorithm beside others is reported, and that it is an
// error where there is no answer.
func TestFaults(t *testing.T) {
	var stderr bytes.Buffer
	sh := &shell{stderr: &stderr}
	fault := func(engine string) *systems.Fault {
		return &systems.Fault{Engine: engine, Value: "no such luck", Stack: []byte("main.go:7")}
	}
	sh.printFaults([]*systems.Fault{fault("bmc"), fault("pdr"), fault("bmc")})
	out := stderr.String()
	for _, want := range []string{"internal error in bmc: no such luck", "internal error in pdr", "main.go:7", "report", "2 internal errors in bmc"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in the report:\n%s", want, out)
		}
	}
	if n := strings.Count(out, "internal error in bmc"); n != 1 {
		t.Errorf("bmc is reported %d times:\n%s", n, out)
	}
	for want, r := range map[int]*systems.Result{
		exitSafe:    {Answer: ijit.Answer{Verdict: systems.Safe, Faults: []*systems.Fault{fault("bmc")}}},
		exitError:   {Answer: ijit.Answer{Reason: systems.Crashed}},
		exitUnknown: {Answer: ijit.Answer{Reason: systems.Bound}},
	} {
		if code := (&answer{checkFlags: &checkFlags{}, result: r}).code(); code != want {
			t.Errorf("%v(%s): exit code %d, want %d", r.Verdict, r.Reason, code, want)
		}
	}
}

type badWriter struct{}

func (badWriter) Write([]byte) (int, error) { panic("no such luck") }
