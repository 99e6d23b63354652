// This file defines one run of a rewritten program: its plan and its log.

package goreplay

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// variable names the plan to the hooks; see _ijitreplay/plan.go.
const variable = "IJIT_REPLAY"

// limit is how long a run may take; it takes so long only if something in it never stops.
const limit = 3 * time.Second

// An entry is a line of the log: what happened, and three numbers.
//
//	b g site      goroutine g begins an operation
//	w g site      it is seen blocked
//	e g site case it is done
//	g n g site    n is the number of the goroutine that g starts
//	s n id        n begins; the runtime's number is id
//	x n           n ends
//	q             main returns
//	u             the test has failed or was skipped
//	d step g site the schedule cannot be followed; the site is where g is instead: -1 if it has ended, notThere
//	r             all run free
//	f g site ms   at the end g is alive, in an operation since ms
//	l n           the profile of leaked goroutines has n of them
//	z quiet       the end; 1 if nothing moves any more
type entry struct {
	what    byte
	a, b, c int
}

// notThere says that no goroutine has the number: it is not controlled.
const notThere = -2

// A result is what is left of a run.
type result struct {
	log    []entry
	dump   string // of all goroutines at the end
	output string // what the process printed
	late   bool   // it had to be killed
}

// last returns the last entry of a kind.
func (r *result) last(what byte) (entry, bool) {
	for i := len(r.log) - 1; i >= 0; i-- {
		if r.log[i].what == what {
			return r.log[i], true
		}
	}
	return entry{}, false
}

// rests reports whether nothing moved any more in the end.
func (r *result) rests() bool {
	end, ok := r.last('z')
	return ok && end.a == 1
}

// profiled reports whether the leaked goroutines were looked for.
func (r *result) profiled() bool {
	_, ok := r.last('l')
	return ok
}

// restless reports whether the run was ended before the program came to rest.
func (r *result) restless() bool {
	end, ok := r.last('z')
	return ok && end.a == 0
}

// run runs a binary with a plan.
func (p *Program) run(ctx context.Context, binary, entry, plan string, size int) (*result, error) {
	dir, err := os.MkdirTemp(p.tmp, "run")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "plan")
	if err := os.WriteFile(name, []byte(plan), 0o666); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, 10*limit)
	defer cancel()
	var args []string
	if p.source.test {
		args = []string{"-test.run=^" + p.source.tests[entry] + "$", "-test.timeout=0", "-test.count=1"}
	}
	cmd := exec.CommandContext(limited, binary, args...)
	cmd.Dir = p.source.dir
	cmd.Env = append(os.Environ(), variable+"="+name, "GOTRACEBACK=all", "GORACE=atexit_sleep_ms=0", sizeVariable+"="+strconv.Itoa(size))
	cmd.WaitDelay = time.Second // grandchildren may hold the output open
	out := &head{left: 1 << 20}
	cmd.Stdout, cmd.Stderr = out, out
	err = cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && limited.Err() == nil {
		return nil, err
	}
	r := &result{output: out.String(), late: limited.Err() != nil}
	if text, err := os.ReadFile(name + ".dump"); err == nil {
		r.dump = string(text)
	}
	text, err := os.ReadFile(name + ".log")
	if err != nil {
		return nil, fmt.Errorf("the entry was not reached: %s", strings.TrimSpace(r.output))
	}
	r.log = readLog(text)
	return r, nil
}

func readLog(text []byte) []entry {
	var log []entry
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		f := strings.Fields(s.Text())
		if len(f) != 4 {
			break // the process ended while it wrote
		}
		var n [3]int
		for i := range n {
			n[i], _ = strconv.Atoi(f[i+1])
		}
		log = append(log, entry{f[0][0], n[0], n[1], n[2]})
	}
	return log
}

// A head keeps the first bytes that are written.
type head struct {
	bytes.Buffer
	left int
}

func (h *head) Write(text []byte) (int, error) {
	n := min(len(text), h.left)
	h.left -= n
	h.Buffer.Write(text[:n])
	return len(text), nil
}

// plan begins every plan.
func (p *Program) plan(mode string) string {
	return fmt.Sprintf("%s\nlimit %d\nsites %d\n", mode, limit.Milliseconds(), len(p.sites))
}
