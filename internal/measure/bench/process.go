// This file defines processes that are run within limits.

package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ijit/ijit/systems"
)

// A process is a program to be run within limits that are enforced from outside.
type process struct {
	path    string
	args    []string      // with the name of the program
	timeout time.Duration // 0 for none
	memory  uint64        // 0 for no limit
}

// An exit is how a process ended.
type exit struct {
	stdout []byte // of both, the beginning and the end
	stderr []byte
	status string // exit code, or name of the signal
	killed string // why it was killed from here: timeout or memory
	wall   time.Duration
	cpu    time.Duration
	peak   uint64 // bytes resident; 0 if the system does not say
}

// graceTime and graceMemory return the limits of a process that should keep to others by
// itself.
func graceTime(timeout time.Duration) time.Duration {
	if timeout == 0 {
		return 0
	}
	return timeout + 2*time.Second + timeout/20
}

func graceMemory(limit uint64) uint64 {
	if limit == 0 {
		return 0
	}
	return limit + limit/4 + 64<<20
}

// How often the memory of a process is looked at, at first more often than later; and how much is kept of the beginning
// of what it writes, and how much of the end.
const (
	firstPoll = time.Millisecond
	lastPoll  = 50 * time.Millisecond
	keepBytes = 512 << 10
)

// run runs the process and waits for its end. An error means that there is nothing
// to record: the process could not be started, or ctx is done.
func (p *process) run(ctx context.Context) (exit, error) {
	runCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if p.timeout > 0 {
		late := time.AfterFunc(p.timeout, func() { cancel(errKilled(systems.Timeout)) })
		defer late.Stop()
	}
	var stdout, stderr ends
	cmd := exec.CommandContext(runCtx, p.path)
	cmd.Args = p.args
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = time.Second
	isolate(cmd)

	// Where the kernel ends a child with its parent, the thread that started it is
	// what counts as the parent.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return exit{}, err
	}
	own := ownPeak()
	done, watched := make(chan struct{}), make(chan uint64)
	go func() { watched <- p.watchMemory(cmd.Process.Pid, done, cancel) }()
	err := cmd.Wait()
	wall := time.Since(begin)
	close(done)
	seen := <-watched
	if ctx.Err() != nil {
		return exit{}, ctx.Err()
	}
	if cmd.ProcessState == nil {
		return exit{}, err
	}
	e := exit{
		stdout: stdout.Bytes(),
		stderr: stderr.Bytes(),
		status: status(cmd.ProcessState),
		wall:   wall,
		cpu:    cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		peak:   peakBytes(cmd.ProcessState),
	}
	if own > 0 && e.peak <= own+own/8 { // which Linux does not count to the byte
		e.peak = seen // the system's figure may be that of this process
	}
	var why errKilled
	if errors.As(context.Cause(runCtx), &why) && !cmd.ProcessState.Exited() {
		e.killed = string(why)
	}
	return e, nil
}

// watchMemory kills the process when it and its children hold more than it may. It returns the
// most that one of them was seen to have had.
func (p *process) watchMemory(pid int, done <-chan struct{}, cancel context.CancelCauseFunc) (peak uint64) {
	for wait := firstPoll; ; wait = min(2*wait, lastPoll) {
		now, most := family(pid)
		if peak = max(peak, most); p.memory > 0 && now > p.memory {
			cancel(errKilled(systems.Memory))
			return peak
		}
		select {
		case <-done:
			return peak
		case <-time.After(wait):
		}
	}
}

// family returns the bytes that a process and its children have resident, and the most that one of
// them has had; 0 if it is gone or the system does not say.
func family(pid int) (now, peak uint64) {
	now, peak = resident(strconv.Itoa(pid))
	children, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, path := range children {
		text, _ := os.ReadFile(path)
		for word := range strings.FieldsSeq(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				n, most := family(child)
				now, peak = now+n, max(peak, most)
			}
		}
	}
	return now, peak
}

// resident returns the bytes that a process has resident, and the most that it has had since it
// began to run its program.
func resident(pid string) (now, peak uint64) {
	text, _ := os.ReadFile("/proc/" + pid + "/status")
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		into := map[string]*uint64{"VmRSS": &now, "VmHWM": &peak}[name]
		if into != nil {
			fmt.Sscan(value, into)
			*into <<= 10 // it is in kB
		}
	}
	return now, peak
}

// ownPeak returns the most bytes that this process has had resident, 0 if the system does not say.
func ownPeak() uint64 {
	_, peak := resident("self")
	return peak
}

// errKilled is why a process was killed from here.
type errKilled systems.Reason

func (e errKilled) Error() string { return fmt.Sprintf("killed: limit of %s", string(e)) }

// An ends keeps the beginning and the end of what is written to it.
type ends struct{ first, last []byte }

func (b *ends) Write(text []byte) (int, error) {
	n := min(len(text), keepBytes-len(b.first))
	b.first = append(b.first, text[:n]...)
	if b.last = append(b.last, text[n:]...); len(b.last) > 2*keepBytes {
		b.last = append(b.last[:0], b.last[len(b.last)-keepBytes:]...)
	}
	return len(text), nil
}

// Bytes returns what was kept.
func (b *ends) Bytes() []byte { return slices.Concat(b.first, b.last) }
