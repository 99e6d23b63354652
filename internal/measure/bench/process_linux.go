// This file defines what Linux alone offers: a child that ends with its parent.

package bench

import "syscall"

func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
