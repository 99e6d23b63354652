// This file defines a bench: jobs that are run side by side into a log.

package bench

import (
	"context"
	"slices"
	"sync"
	"time"
)

// A Bench runs jobs.
type Bench struct {
	// Path is the file of this program, Name what it is called by.
	Path, Name string
	Conditions
	// SizesCommand are the arguments by which this program writes the sizes of a file,
	// by WriteSizes.
	SizesCommand []string
	Parallel     int  // runs at a time, at least 1
	Retry        bool // run again what ended in an error
	Log          *Log
	// Report, if set, is told of each row as soon as it is written. It is called by
	// one goroutine at a time.
	Report func(Row)

	mu     sync.Mutex
	status Status
}

// A Status says how far a bench is.
type Status struct {
	Jobs    int // all of them
	Before  int // of these, in the log before
	Done    int // of these, run now
	Running []Running
	Wall    time.Duration // what the runs that are done took
}

// A Running is a job in a process.
type Running struct {
	*Job
	Since time.Time
}

// Status returns how far the bench is.
func (b *Bench) Status() Status {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.status
	s.Running = slices.Clone(s.Running)
	return s
}

// Left estimates how long the rest takes, from the mean of what is done. It returns
// false where nothing is done yet.
func (s *Status) Left(now time.Time, parallel int) (time.Duration, bool) {
	if s.Done == 0 {
		return 0, false
	}
	mean := s.Wall / time.Duration(s.Done)
	left := time.Duration(s.Jobs-s.Before-s.Done) * mean
	for _, r := range s.Running {
		left -= min(now.Sub(r.Since), mean)
	}
	return left / time.Duration(parallel), true
}

// Run does the jobs that are not in the log, and returns the rows of all, in the
// order of the jobs. If ctx is done, the runs in flight are killed and not recorded,
// and the rows are those that there are.
func (b *Bench) Run(ctx context.Context, jobs []*Job) ([]Row, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	rows := make([]Row, len(jobs))
	var left []int
	done := newIndex(b.Log.Rows)
	for i, j := range jobs {
		r, found := done.find(j, b.Conditions)
		if !found || b.Retry && r.Verdict == Error {
			left = append(left, i)
			continue
		}
		r.Expected = r.expects(j.Instance.Belief)
		rows[i] = r
	}
	b.status = Status{Jobs: len(jobs), Before: len(jobs) - len(left)}

	next := make(chan int)
	var workers sync.WaitGroup
	for range min(b.Parallel, len(left)) {
		workers.Go(func() {
			for i := range next {
				r, err := b.one(ctx, jobs[i])
				if err != nil {
					cancel(err)
					return
				}
				rows[i] = r
			}
		})
	}
feed:
	for _, i := range left {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	workers.Wait()
	rows = slices.DeleteFunc(rows, func(r Row) bool { return r.Verdict == "" })
	return rows, context.Cause(ctx)
}

// one does a job and records it.
func (b *Bench) one(ctx context.Context, j *Job) (Row, error) {
	running := Running{j, time.Now()}
	b.mu.Lock()
	b.status.Running = append(b.status.Running, running)
	b.mu.Unlock()
	r, err := b.run(ctx, j)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.status.Running = slices.DeleteFunc(b.status.Running, func(x Running) bool { return x == running })
	if err == nil {
		err = b.Log.Append(r)
	}
	if err != nil {
		return Row{}, err
	}
	b.status.Done++
	b.status.Wall += r.Wall
	if b.Report != nil {
		b.Report(r)
	}
	return r, nil
}
