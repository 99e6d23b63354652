// This file defines the limit of memory that holds when none is given.

package command

import (
	"bufio"
	"os"
	"strconv"
	"strings"
)

// defaultMemory is most of the memory that the process can have: of the machine's,
// or of its control group's if that is less. Running out is an answer, UNKNOWN, and
// not the end of the process or of its neighbours. It is 0, for no limit, where the
// system does not say.
func defaultMemory() size {
	total := memTotal("/proc/meminfo")
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil && (total == 0 || n < total) {
			total = n
		}
	}
	return size{bytes: total / 10 * 8}
}

// memTotal reads the line "MemTotal: N kB", 0 if there is none.
func memTotal(path string) uint64 {
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		words := strings.Fields(in.Text())
		if len(words) == 3 && words[0] == "MemTotal:" && words[2] == "kB" {
			if n, err := strconv.ParseUint(words[1], 10, 54); err == nil {
				return n << 10
			}
		}
	}
	return 0
}
