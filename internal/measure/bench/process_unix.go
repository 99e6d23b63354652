// This file defines groups of processes, and what is known of one that has ended.

//go:build unix

package bench

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
)

// isolate gives the process a group of its own: an interrupt from the keyboard does
// not reach it, and it is killed with all its children.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithParent(cmd.SysProcAttr)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// status returns the exit code, or which signal ended the process.
func status(s *os.ProcessState) string {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return fmt.Sprintf("signal %d (%v)", int(w.Signal()), w.Signal())
	}
	return strconv.Itoa(s.ExitCode())
}

// peakBytes returns the most memory that the process had resident. On Linux it is
// not less than what the parent had had when it started the child.
func peakBytes(s *os.ProcessState) uint64 {
	r, ok := s.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin" || runtime.GOOS == "ios":
		return uint64(r.Maxrss)
	}
	return uint64(r.Maxrss) << 10
}
