package command

import (
	"os"
	"syscall"
)

// peakBytes returns the most memory that a process has used.
func peakBytes(p *os.ProcessState) int64 {
	return p.SysUsage().(*syscall.Rusage).Maxrss << 10
}
