// This file defines processes that are run within limits.

package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/ijit/ijit/ijit"
)

// A process is a program to be run within limits that are enforced from outside,
// somewhat later than the process should have ended by itself.
type process struct {
	path    string
	args    []string      // with the name of the program
	timeout time.Duration // 0 for none
	grace   time.Duration // how much later it is killed
	memory  uint64        // 0 for no limit
}

// An exit is how a process ended.
type exit struct {
	stdout []byte
	stderr []byte // the beginning of it
	status string // exit code, or name of the signal
	killed string // why it was killed from here: timeout or memory
	wall   time.Duration
	cpu    time.Duration
	peak   uint64 // bytes resident; 0 if the system does not say
}

// grace returns how much later than its limit of time a process that should end by
// itself is killed.
func grace(timeout time.Duration) time.Duration { return 2*time.Second + timeout/20 }

// How much more memory than its limit a process may have, beside a quarter of the
// limit; how often that is looked at; and how much is kept of what a process writes.
const (
	graceBytes = 64 << 20
	pollTime   = 50 * time.Millisecond
	keepBytes  = 1 << 20
)

// run runs the process and waits for its end. An error means that there is nothing
// to record: the process could not be started, or ctx is done.
func (p *process) run(ctx context.Context) (exit, error) {
	runCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if p.timeout > 0 {
		late := time.AfterFunc(p.timeout+p.grace, func() { cancel(errKilled(ijit.Timeout)) })
		defer late.Stop()
	}
	var stdout, stderr head
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
	done := make(chan struct{})
	if p.memory > 0 {
		go p.watchMemory(cmd.Process.Pid, done, cancel)
	}
	err := cmd.Wait()
	wall := time.Since(begin)
	close(done)
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
	var why errKilled
	if errors.As(context.Cause(runCtx), &why) && !cmd.ProcessState.Exited() {
		e.killed = string(why)
	}
	return e, nil
}

// watchMemory kills the process when it holds much more than it may.
func (p *process) watchMemory(pid int, done <-chan struct{}, cancel context.CancelCauseFunc) {
	most := p.memory + p.memory/4 + graceBytes
	ticks := time.NewTicker(pollTime)
	defer ticks.Stop()
	for {
		select {
		case <-done:
			return
		case <-ticks.C:
			if residentBytes(pid) > most {
				cancel(errKilled(ijit.Memory))
				return
			}
		}
	}
}

// residentBytes returns the memory that a process has resident, 0 if it is gone or
// the system does not say.
func residentBytes(pid int) uint64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	var size, resident uint64
	if err == nil {
		fmt.Sscan(string(text), &size, &resident)
	}
	return resident * uint64(os.Getpagesize())
}

// errKilled is why a process was killed from here.
type errKilled ijit.Reason

func (e errKilled) Error() string { return fmt.Sprintf("killed: limit of %s", string(e)) }

// A head keeps the beginning of what is written to it.
type head struct{ bytes.Buffer }

func (h *head) Write(text []byte) (int, error) {
	h.Buffer.Write(text[:min(len(text), keepBytes-min(keepBytes, h.Len()))])
	return len(text), nil
}
