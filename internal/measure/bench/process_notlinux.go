// This file defines what is done where a child cannot be made to end with its
// parent: it ends by its own limits.

//go:build unix && !linux

package bench

import "syscall"

func endWithParent(*syscall.SysProcAttr) {}
