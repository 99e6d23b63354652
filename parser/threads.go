// This file defines files whose threads are known by the names of procedures,
// as the inputs of Getafix are written: there is no start_thread, and each
// procedure thread1, thread2, ... is a thread.

package parser

import "strings"

// The names by which a file that is concurrent by convention says what its parts
// are.
const (
	threadPrefix = "thread"  // of the procedures that are threads; main is one, too
	initName     = "init"    // of the procedure that runs before they begin
	endInitLabel = "endinit" // of the last statement of init
	atomicName   = "atomic"  // of the global that keeps others from moving while it is true
)

// concurrent finds out whether the file is concurrent by convention. Then its
// Main is a procedure that is not written anywhere: it calls init, starts a
// thread in each of Threads, and ends.
func (r *resolver) concurrent() {
	f := r.file
	if r.starts {
		return
	}
	var threads []*Proc
	named := false
	for _, proc := range f.Procs {
		if r.called[proc] || r.procs[proc.Name] != proc {
			continue
		}
		switch {
		case strings.HasPrefix(proc.Name, threadPrefix):
			named = true
			threads = append(threads, proc)
		case proc.Name == "main":
			threads = append(threads, proc)
		}
	}
	if !named {
		return
	}
	f.Threads = threads
	f.Atomic = r.globals[atomicName]
	if init := r.procs[initName]; init != nil && !r.called[init] {
		f.Init = init
		r.warnEndInit(init)
	}
	f.Main = r.starter()
	f.Procs = append(f.Procs, f.Main)
}

// starter returns the procedure that starts the threads of a file that is
// concurrent by convention. What it does to a procedure has the position of that.
func (r *resolver) starter() *Proc {
	f := r.file
	name := "(start)"
	for r.procs[name] != nil {
		name = "(" + name + ")"
	}
	first := f.Threads[0]
	if f.Init != nil {
		first = f.Init
	}
	p := &Proc{Pos: first.Pos, Name: name, End: first.Pos}
	add := func(pos Pos, op Op) {
		p.Body = append(p.Body, &Stmt{Pos: pos, Proc: p, Op: op})
	}
	if f.Init != nil {
		add(f.Init.Pos, &Call{Proc: reference(f.Init), Args: anyArguments(f.Init)})
	}
	for _, t := range f.Threads {
		add(t.Pos, &StartThread{Proc: reference(t), Args: anyArguments(t)})
	}
	add(f.Threads[len(f.Threads)-1].Pos, &EndThread{})
	return p
}

func reference(p *Proc) *ProcRef { return &ProcRef{Pos: p.Pos, Name: p.Name, Proc: p} }

// anyArguments returns arguments for p that may have any value.
func anyArguments(p *Proc) []Expr {
	args := make([]Expr, p.Params)
	for i := range args {
		args[i] = &Star{Pos: p.Locals[i].Pos}
	}
	return args
}

// warnEndInit warns about a label endinit that has something behind it. The
// threads begin when init is over, not there.
func (r *resolver) warnEndInit(init *Proc) {
	for i, s := range init.Body {
		for _, l := range s.Labels {
			if l.Name == endInitLabel && i+1 < len(init.Body) {
				r.Warnf(l.Pos, "the threads begin at the end of init", "there are statements behind %s", endInitLabel)
			}
		}
	}
}

// IsStarter tells whether p is no procedure of the source but the Main of a file
// that is concurrent by convention.
func (f *File) IsStarter(p *Proc) bool { return p == f.Main && len(f.Threads) > 0 }
