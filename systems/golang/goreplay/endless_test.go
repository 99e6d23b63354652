// This file tests that leaks are confirmed in programs that never come to rest.

package goreplay_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/goreplay"
)

// TestEndless confirms a fourteenth of the leaks, another one each day, since some programs spin until they are ended.
func TestEndless(t *testing.T) {
	campaign.Turn(t, 0, 2)
	t.Parallel() // they run until they have to be ended
	n := 0
	const file = "testdata/endless.go"
	all := readSamples(t, file)
	var entries []string
	for _, s := range all {
		if len(s.schedules) > 0 {
			entries = append(entries, s.entry)
		}
	}
	p, err := goreplay.Build(t.Context(), file, entries...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	if _, err := p.Profiler(t.Context()); err != nil {
		t.Fatal(err)
	}
	var replays sync.WaitGroup // all at once: they mostly wait
	for _, s := range all {
		for _, schedule := range s.schedules {
			if n++; !campaign.Due(t, n%7, 7) { // odd, since the test has every second day
				continue
			}
			replays.Go(func() {
				ctx := t.Context()
				if s.never { // it would go on with random schedules
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, 5*time.Second)
					defer cancel()
				}
				o, err := p.Replay(ctx, s.entry, schedule)
				switch {
				case err != nil:
					t.Error(err)
				case s.never && (o.Confirmed || !strings.Contains(o.Reason, "the profile of leaked goroutines has none at endless.go")):
					t.Errorf("%s, line %d: confirmed %v: %s%s", s.entry, schedule.Want.Line, o.Confirmed, o.Reason, o.Evidence)
				case !s.never && !(o.Confirmed && o.Forced && strings.Contains(o.Evidence, "(leaked)")):
					t.Errorf("%s, line %d: confirmed %v, forced %v: %s%s", s.entry, schedule.Want.Line, o.Confirmed, o.Forced, o.Reason, o.Evidence)
				}
			})
		}
	}
	replays.Wait()
}

// TestNoProfile tests what is said of a toolchain that has no profile of leaked goroutines.
func TestNoProfile(t *testing.T) {
	campaign.Turn(t, 2, 4) // as TestPackages, since it builds a program
	real, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\nif [ \"$1\" = env ]; then %[1]s \"$@\" | sed 's/^go1.*/go1.25.3/'; else exec %[1]s \"$@\"; fi\n", real)
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	program, err := campaign.Folder(map[string]string{"main.go": "package main\n\nfunc main() {}\n"})
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	p, err := goreplay.Build(t.Context(), filepath.Join(program, "main.go"), "main")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := p.Profiler(t.Context()); err == nil || err.Error() != "go1.25.3 does not have it" {
		t.Error(err)
	}
}
