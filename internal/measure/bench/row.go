// This file defines the rows of the CSV file.

package bench

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Row is what is known about one run.
type Row struct {
	Instance string // path of the file
	SHA256   string
	Question
	Algorithm string
	Via       string
	Threads   int // bound on live threads, 0 for none
	Timeout   time.Duration
	Memory    uint64 // limit in bytes, 0 for none

	Verdict  string // SAFE, UNSAFE, UNKNOWN or ERROR
	Reason   string // of UNKNOWN
	Expected string // the verdict that was expected of this run, "" if none was
	Cut      bool   // the bound on threads blocked the creation of one
	Wall     time.Duration
	CPU      time.Duration // of all threads, user and system
	Peak     uint64        // bytes: the most memory that the process had resident; 0 if that was not seen
	States   int
	Depth    int
	Images   int64  // successors or predecessors that the algorithm was given
	Exit     string // exit code or signal
	Detail   string // why there is no verdict
	Program  string // version of this program
	Machine  string
	Started  time.Time
}

// A column is one column of the CSV file.
type column struct {
	name string
	get  func(*Row) string
	set  func(*Row, string) error
}

// columns returns the columns in their order.
func columns() []column {
	return []column{
		text("instance", func(r *Row) *string { return &r.Instance }),
		text("sha256", func(r *Row) *string { return &r.SHA256 }),
		text("algorithm", func(r *Row) *string { return &r.Algorithm }),
		text("via", func(r *Row) *string { return &r.Via }),
		number("threads", func(r *Row) *int { return &r.Threads }),
		text("initial", func(r *Row) *string { return &r.Initial }),
		text("target", func(r *Row) *string { return &r.Target }),
		text("label", func(r *Row) *string { return &r.Label }),
		text("atomic", func(r *Row) *string { return &r.Atomic }),
		seconds("timeout_s", func(r *Row) *time.Duration { return &r.Timeout }),
		number("memory_limit_bytes", func(r *Row) *uint64 { return &r.Memory }),
		text("verdict", func(r *Row) *string { return &r.Verdict }),
		text("reason", func(r *Row) *string { return &r.Reason }),
		text("expected", func(r *Row) *string { return &r.Expected }),
		{"cut", func(r *Row) string { return strconv.FormatBool(r.Cut) }, func(r *Row, s string) (err error) {
			r.Cut, err = strconv.ParseBool(s)
			return err
		}},
		seconds("wall_s", func(r *Row) *time.Duration { return &r.Wall }),
		seconds("cpu_s", func(r *Row) *time.Duration { return &r.CPU }),
		number("peak_bytes", func(r *Row) *uint64 { return &r.Peak }),
		number("states", func(r *Row) *int { return &r.States }),
		number("depth", func(r *Row) *int { return &r.Depth }),
		number("images", func(r *Row) *int64 { return &r.Images }),
		text("exit", func(r *Row) *string { return &r.Exit }),
		text("detail", func(r *Row) *string { return &r.Detail }),
		text("program", func(r *Row) *string { return &r.Program }),
		text("machine", func(r *Row) *string { return &r.Machine }),
		{"started", func(r *Row) string { return r.Started.UTC().Format(time.RFC3339) }, func(r *Row, s string) (err error) {
			r.Started, err = time.Parse(time.RFC3339, s)
			return err
		}},
	}
}

// text is a column of text. A row is one line, so line breaks become blanks.
func text(name string, field func(*Row) *string) column {
	return column{
		name,
		func(r *Row) string { return strings.NewReplacer("\r", " ", "\n", " ").Replace(*field(r)) },
		func(r *Row, s string) error { *field(r) = s; return nil },
	}
}

// number is a column of integers that are not negative.
func number[N int | int64 | uint64](name string, field func(*Row) *N) column {
	return column{
		name,
		func(r *Row) string { return fmt.Sprint(*field(r)) },
		func(r *Row, s string) error {
			n, err := strconv.ParseUint(s, 10, 63)
			*field(r) = N(n)
			return err
		},
	}
}

// seconds is a column of durations, written in seconds to the microsecond.
func seconds(name string, field func(*Row) *time.Duration) column {
	return column{
		name,
		func(r *Row) string { return strconv.FormatFloat(field(r).Seconds(), 'f', 6, 64) },
		func(r *Row, s string) error {
			x, err := strconv.ParseFloat(s, 64)
			if err == nil && !(0 <= x && x < 1e9) {
				err = fmt.Errorf("%s seconds make no sense", s)
			}
			*field(r) = time.Duration(x * 1e9).Round(time.Microsecond)
			return err
		},
	}
}

func columnNames() []string {
	var names []string
	for _, c := range columns() {
		names = append(names, c.name)
	}
	return names
}

// record returns the cells of r.
func (r *Row) record() []string {
	var cells []string
	for _, c := range columns() {
		cells = append(cells, c.get(r))
	}
	return cells
}

// parseRow reads what record returns.
func parseRow(cells []string) (Row, error) {
	var r Row
	for i, c := range columns() {
		if err := c.set(&r, cells[i]); err != nil {
			return r, fmt.Errorf("column %s: %w", c.name, err)
		}
	}
	return r, nil
}

// Series names the algorithm and its version.
func (r *Row) Series() string { return SeriesName{Algorithm: r.Algorithm, Via: r.Via}.String() }

// TTS reports whether the instance is a transition system.
func (r *Row) TTS() bool { return isTTS(r.Instance) }

// Decided reports whether the run found a verdict.
func (r *Row) Decided() bool { return r.Verdict == Safe || r.Verdict == Unsafe }

// asked is the bound that the run was given.
func (r *Row) asked() int {
	if r.Threads == 0 {
		return Any
	}
	return r.Threads
}

// holds is the bound for which the verdict holds: without one if the bound of a
// safe run never mattered.
func (r *Row) holds() int {
	if r.Verdict == Safe && !r.Cut {
		return Any
	}
	return r.asked()
}

// expects returns the verdict that follows from b for the run, "" if none does. It
// differs from the verdict of the run if and only if both cannot be true.
func (r *Row) expects(b Belief) string {
	if v := b.Expects(r.holds()); v != "" {
		return v
	}
	return b.Expects(r.asked())
}

// Contradict reports whether the verdicts of two runs about a question cannot both be true.
func Contradict(a, b *Row) bool {
	var both Belief
	both.Add(a.Verdict, a.holds())
	both.Add(b.Verdict, b.holds())
	return !both.Consistent()
}

// Wrong reports whether the verdict contradicts the expected one.
func (r *Row) Wrong() bool { return r.Decided() && r.Expected != "" && r.Expected != r.Verdict }

// arguments returns the arguments by which this program makes the run, without
// limits.
func (r *Row) arguments() []string {
	args := []string{"--algorithm", r.Algorithm}
	via, exact := unmarkExact(r.Via)
	if via != noVersion {
		args = append(args, "--via", via)
	}
	if exact {
		args = append(args, "--exact")
	}
	add := func(flag, value, standard string) {
		if value != standard {
			args = append(args, flag+"="+value)
		}
	}
	if r.Threads > 0 {
		args = append(args, fmt.Sprintf("--threads=%d", r.Threads))
	}
	tts := isTTS(r.Instance)
	add("--initial", r.Initial, standardInitial(tts))
	add("--target", r.Target, "")
	add("--label", r.Label, "")
	add("--atomic", r.Atomic, standardAtomic(tts))
	return append(args, "--", r.Instance)
}

// Command returns the command that repeats the run by hand, without limits. That of
// another program is not known from its row.
func (r *Row) Command() string {
	if !isAlgorithm(r.Algorithm) {
		return fmt.Sprintf("tool %s on %s", r.Algorithm, r.Instance)
	}
	words := []string{"ijit", "check"}
	for _, w := range r.arguments() {
		if w == "--" && !strings.HasPrefix(r.Instance, "-") {
			continue
		}
		if strings.ContainsAny(w, " |'\"$*?&;<>()[]\\") {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}
