// This file defines how programs are built and run along executions.

package native

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ijit/ijit/systems/c/execution"
)

//go:embed runtime/scheduler.c
var files embed.FS

// buildTime is for the compiler, runTime for the program.
const (
	buildTime = 30 * time.Second
	runTime   = 5 * time.Second
)

// A Program is a C file as it was checked.
type Program struct {
	Name        string
	Text        []byte
	Wrap, ILP32 bool
}

// A Result says whether the compiled program failed as an execution does.
type Result struct {
	Confirmed bool
	Detail    string // why not
}

// wrapped are the functions of the library of which the runtime has its own.
var wrapped = strings.Fields(`exit _exit abort rand sleep usleep pthread_create pthread_join pthread_exit
	pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock
	pthread_spin_init pthread_spin_lock pthread_spin_trylock pthread_spin_unlock
	pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_unlock
	sem_init sem_wait sem_trywait sem_post pthread_cond_wait pthread_barrier_init pthread_barrier_wait pthread_once`)

// Replay compiles a program by a compiler that takes the options of gcc, and runs it along an execution of it.
func (p *Program) Replay(ctx context.Context, compiler string, steps []execution.Step) *Result {
	r, err := p.replay(ctx, compiler, steps)
	switch {
	case err == nil:
		return r
	case ctx.Err() != nil:
		return &Result{Detail: "no time was left"}
	}
	return &Result{Detail: err.Error()}
}

// replay is Replay. The error is why the program was not run.
func (p *Program) replay(ctx context.Context, compiler string, steps []execution.Step) (*Result, error) {
	path, err := exec.LookPath(compiler)
	if err != nil {
		return nil, fmt.Errorf("%s is not installed", compiler)
	}
	dir, err := os.MkdirTemp("", "ijitnative")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "ijit-program")
	if err := p.build(ctx, path, dir, program); err != nil {
		return nil, err
	}
	l := newPlaces(p.Name, p.Text)
	points, arguments := entries(steps, l)
	lines, errs, err := source(program, l)
	if err != nil {
		return nil, fmt.Errorf("the debug information of the program is not read: %w", err)
	}
	file, report := filepath.Join(dir, "ijit-plan"), filepath.Join(dir, "ijit-report")
	if err := os.WriteFile(file, plan(points, lines, errs), 0o600); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, runTime+2*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, arguments...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "IJIT_PLAN="+file, "IJIT_REPORT="+report, fmt.Sprint("IJIT_SECONDS=", runTime.Seconds()))
	err = cmd.Run()
	said, _ := os.ReadFile(report)
	return judge(string(said), cmp.Or(ctx.Err(), err), steps, l), nil
}

// judge says what became of a run, by the kind, the number and the words of its report.
func judge(said string, err error, steps []execution.Step, l *places) *Result {
	asked, n := l.at(steps[len(steps)-1].Edge.Origin), 0
	kind, rest, _ := strings.Cut(strings.TrimSpace(said), " ")
	number, why, _ := strings.Cut(rest, " ")
	fmt.Sscan(number, &n)
	switch {
	case kind == "failed" && n == l.of(asked):
		return &Result{Confirmed: true}
	case kind == "failed" && n == 0:
		return &Result{Detail: fmt.Sprintf("the run fails at a place that is not known, not in %v", asked)}
	case kind == "failed":
		return &Result{Detail: fmt.Sprintf("the run fails in %v, not in %v", l.list[n-1], asked)}
	case kind == "stopped":
		if n == 0 { // the thread that is to fail has ended
			n = len(steps)
		}
		return &Result{Detail: fmt.Sprintf("the run does not come to step %d of %d, thread %d in %v: %s", n, len(steps), steps[n-1].Thread, l.at(steps[n-1].Edge.Origin), why)}
	}
	return &Result{Detail: fmt.Sprintf("the run ended early: %v", cmp.Or(err, errors.New("it said nothing")))}
}

// build compiles the program, and links it with the runtime.
func (p *Program) build(ctx context.Context, compiler, dir, program string) error {
	ctx, cancel := context.WithTimeout(ctx, buildTime)
	defer cancel()
	file, object, runtime := filepath.Join(dir, filepath.Base(p.Name)), filepath.Join(dir, "ijit-program.o"), filepath.Join(dir, "ijit-scheduler.c")
	scheduler, err := files.ReadFile("runtime/scheduler.c")
	if err := errors.Join(err, os.WriteFile(file, p.Text, 0o600), os.WriteFile(runtime, scheduler, 0o600)); err != nil {
		return err
	}
	// Where the source leaves it to the compiler whether an inline function is there, it is.
	compile := []string{"-x", "c", "-std=gnu11", "-fgnu89-inline", "-g", "-O0", "-w", "-fpermissive",
		"-fno-pie", "-fsanitize=thread", "-fsanitize-coverage=trace-pc", "-finstrument-functions", "-c", file, "-o", object}
	link := []string{"-O0", "-w", "-fno-pie", "-no-pie", "-pthread", runtime, object, "-o", program, "-Wl,--wrap=" + strings.Join(wrapped, ",--wrap=")}
	name := filepath.Base(compiler)
	if p.Wrap {
		compile = append(compile, "-fwrapv")
	}
	if p.ILP32 {
		name += " -m32"
		compile, link = append(compile, "-m32"), append(link, "-m32")
	}
	for _, args := range [][]string{compile, link} {
		cmd := exec.CommandContext(ctx, compiler, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %s", name, complaint(out, dir, cmp.Or(ctx.Err(), err)))
		}
	}
	return nil
}

// complaint is the first line of what a compiler says that is about an error.
func complaint(out []byte, dir string, err error) string {
	out = bytes.ReplaceAll(out, []byte(dir+"/"), nil)
	for line := range bytes.Lines(out) {
		if text := string(bytes.TrimSpace(line)); strings.Contains(text, "error:") || strings.Contains(text, "undefined reference") {
			return text
		}
	}
	return err.Error()
}
