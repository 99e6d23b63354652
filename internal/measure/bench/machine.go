// This file defines what a machine and a program are called in a log.

package bench

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Machine describes this machine, without its name.
func Machine() string {
	cpu := runtime.GOARCH + " CPU"
	if f, err := os.Open("/proc/cpuinfo"); err == nil {
		defer f.Close()
		for in := bufio.NewScanner(f); in.Scan(); {
			name, value, _ := strings.Cut(in.Text(), ":")
			if value = strings.TrimSpace(value); strings.TrimSpace(name) == "model name" && value != "" {
				cpu = value
				break
			}
		}
	}
	return fmt.Sprintf("%s x%d, %s/%s", cpu, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
}

// Version tells the program in the file exe from any other: two builds of one
// version may differ in what was changed since.
func Version(text, exe string) (string, error) {
	sum, err := hashFile(exe)
	if err != nil {
		return "", err
	}
	return text + ", build " + sum[:12], nil
}
