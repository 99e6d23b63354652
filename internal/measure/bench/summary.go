// This file defines the summary of a bench.

package bench

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/ijit/ijit/systems"
)

// A Summary counts rows.
type Summary struct {
	Series []SeriesSummary // in the order of the rows
	// Wrong are the rows that contradict what was expected.
	Wrong []Row
	// Disagree are the questions about which runs contradict one another.
	Disagree []string
	Errors   int
}

// A SeriesSummary counts the rows of an algorithm in one version.
type SeriesSummary struct {
	Name                                               string
	Runs, Safe, Unsafe, Timeout, Memory, Other, Errors int
	CPU                                                time.Duration
	Peak                                               uint64
}

// Summarize counts rows. The expected verdicts are those in the rows.
func Summarize(rows []Row) *Summary {
	s := &Summary{}
	said := map[instanceKey]*Belief{}
	named := map[instanceKey]string{}
	var order []instanceKey
	for _, r := range rows {
		at := slices.IndexFunc(s.Series, func(x SeriesSummary) bool { return x.Name == r.Series() })
		if at < 0 {
			at = len(s.Series)
			s.Series = append(s.Series, SeriesSummary{Name: r.Series()})
		}
		s.Series[at].count(&r)
		if r.Verdict == Error {
			s.Errors++
		}
		if r.Wrong() {
			s.Wrong = append(s.Wrong, r)
		}
		q := instanceKey{r.SHA256, r.Question}
		if said[q] == nil {
			said[q], named[q] = &Belief{}, r.Instance
			order = append(order, q)
		}
		said[q].Add(r.Verdict, r.holds())
	}
	for _, q := range order {
		if b := said[q]; !b.Consistent() {
			s.Disagree = append(s.Disagree, fmt.Sprintf("%s: SAFE for %s, but UNSAFE for %s",
				named[q], threadsText(b.SafeUpTo), threadsText(b.UnsafeFrom)))
		}
	}
	return s
}

func (s *SeriesSummary) count(r *Row) {
	s.Runs++
	s.CPU += r.CPU
	s.Peak = max(s.Peak, r.Peak)
	switch {
	case r.Verdict == Safe:
		s.Safe++
	case r.Verdict == Unsafe:
		s.Unsafe++
	case r.Verdict == Error:
		s.Errors++
	case r.Reason == string(systems.Timeout):
		s.Timeout++
	case r.Reason == string(systems.Memory):
		s.Memory++
	default:
		s.Other++
	}
}

// Write writes the table of the series.
func (s *Summary) Write(w io.Writer) error {
	t := newTable("series", "runs", "SAFE", "UNSAFE", "timeout", "memory", "other", "error", "CPU s", "peak MB")
	for _, x := range s.Series {
		t.row(x.Name, x.Runs, x.Safe, x.Unsafe, x.Timeout, x.Memory, x.Other, x.Errors,
			fmt.Sprintf("%.2f", x.CPU.Seconds()), strconv.FormatUint((x.Peak+5e5)/1e6, 10))
	}
	return t.write(w)
}
