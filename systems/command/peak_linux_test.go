package command

import (
	"os"
	"syscall"
)

// peakBytes returns the most memory that a process has used.
func peakBytes(p *os.ProcessState) int64 {
	return p.SysUsage().(*syscall.Rusage).Maxrss << 10
}

// ownPeakBytes returns the most memory that this process has used. One that it starts is said to have used as much.
func ownPeakBytes() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return u.Maxrss << 10
}
