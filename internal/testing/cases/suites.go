// This file defines the questions of the suites, and meters for tests.

package cases

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/tts"
)

// Suites is where the real inputs lie, seen from the folder of a search.
const Suites = "../../../shared/suites"

// A Row is one question with its known answer.
type Row struct {
	Name, file      string
	initial, target string
	Verdict         string
	Seconds         string // that bfc took
}

// Rows reads the questions of the suites.
func Rows(t testing.TB) []Row {
	t.Helper()
	var all []Row
	read := func(path string, each func(fields []string)) {
		f, err := os.Open(path)
		if err != nil {
			t.Skipf("the real inputs, shared/suites, do not lie beside the checkout: %v", err)
		}
		defer f.Close()
		for in := bufio.NewScanner(f); in.Scan(); {
			fields := strings.Split(in.Text(), "\t")
			if strings.HasPrefix(in.Text(), "#") || fields[0] == "file" {
				continue
			}
			each(fields)
		}
	}
	dir := filepath.Join(Suites, "coverability")
	read(filepath.Join(dir, "expected.tsv"), func(x []string) {
		all = append(all, Row{x[0] + " " + x[1], filepath.Join(dir, x[0]), x[1], x[2], x[3], x[4]})
	})
	dir = filepath.Join(Suites, "satabs")
	read(filepath.Join(dir, "expected-unbounded.tsv"), func(x []string) {
		file := filepath.Join(dir, x[0])
		prop, err := os.ReadFile(strings.TrimSuffix(file, "tts") + "prop")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, Row{x[0] + " " + x[1], file, x[1], strings.Fields(string(prop))[0], x[2], x[3]})
	})
	return all
}

// Open reads the system of a row and puts its question.
func (r Row) Open(t testing.TB) (*tts.TTS, tts.Problem[uint32]) {
	t.Helper()
	f, err := os.Open(r.file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sys, err := tts.Read(f, r.file)
	if err != nil {
		t.Fatal(err)
	}
	initial, err := sys.ParseInitial(r.initial)
	if err != nil {
		t.Fatal(err)
	}
	target, err := sys.ParseTarget(r.target)
	if err != nil {
		t.Fatal(err)
	}
	return sys, tts.Problem[uint32]{
		System:  sys,
		Initial: func(yield func(tts.Config[uint32]) bool) { yield(initial) },
		Target:  tts.Target[uint32]{Cover: []tts.Config[uint32]{target}},
	}
}

// Meter makes the meter of a search that decides in much less than that time.
func Meter(d time.Duration) (*algorithms.Meter, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	return algorithms.NewMeter(ctx, 4<<30, nil), cancel
}

// Looks makes the meter of a search that may be left undecided: it ends when it has looked at
// the limits n times. How much is done between two looks depends on the search.
func Looks(n int64) *algorithms.Meter {
	return algorithms.NewMeter(campaign.Looks(n), 4<<30, nil)
}
