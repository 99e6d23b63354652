// This file defines the lock on a log. The system takes it back when the process ends,
// however it ends.

//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package bench

import (
	"errors"
	"os"
	"syscall"
)

// lock locks a file, and reports false if another process has locked it. Where a file
// system knows no locks it reports true.
func lock(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return !errors.Is(err, syscall.EWOULDBLOCK)
}
