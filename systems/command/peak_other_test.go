//go:build !linux

package command

import "os"

// peakBytes returns 0: how much memory a process has used is asked on Linux only.
func peakBytes(*os.ProcessState) int64 { return 0 }

func ownPeakBytes() int64 { return 0 }
