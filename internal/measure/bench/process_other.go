// This file defines what is known of a process on other systems. Where there are
// no groups of processes, the process itself is killed.

//go:build !unix

package bench

import (
	"os"
	"os/exec"
	"strconv"
)

func isolate(*exec.Cmd) {}

func status(s *os.ProcessState) string { return strconv.Itoa(s.ExitCode()) }

func peakBytes(*os.ProcessState) uint64 { return 0 }
