// This file defines what a run is: a process that checks, and the row that is made
// of how it ended.

package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ijit/ijit/systems"
)

// An answer is what is read of what ijit check --json prints.
type answer struct {
	Schema  string `json:"schema"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason"`
	Detail  string `json:"detail"`
	Cut     bool   `json:"cut"`
	States  int    `json:"states"`
	Depth   int    `json:"depth"`
	Stats   struct {
		Fired int64 `json:"fired"`
	} `json:"stats"`
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
}

const answerSchema = "ijit.result/1"

// run does a job.
func (b *Bench) run(ctx context.Context, j *Job) (Row, error) {
	r := Row{
		Instance:  j.Instance.Path,
		SHA256:    j.Instance.SHA256,
		Question:  j.Instance.Question,
		Algorithm: j.Algorithm,
		Via:       j.Via,
		Threads:   j.Threads,
		Timeout:   b.Timeout,
		Memory:    b.Memory,
		Program:   b.Program,
		Machine:   b.Machine,
		Started:   time.Now().UTC().Truncate(time.Second),
	}
	p := b.process(&r)
	if j.Tool != nil {
		r.Program = j.Tool.Program
		p = j.Tool.process(j, b.Conditions)
	}
	e, err := p.run(ctx)
	if err != nil {
		return Row{}, err
	}
	r.Wall, r.CPU = e.wall.Round(time.Microsecond), e.cpu.Round(time.Microsecond)
	r.Peak, r.Exit = e.peak, e.status
	if j.Tool != nil {
		j.Tool.read(&r, &e)
	} else {
		r.read(&e)
	}
	r.Expected = r.expects(j.Instance.Belief)
	return r, nil
}

// process returns the process in which this program makes a run. It knows the limits, and
// should keep to them by itself.
func (b *Bench) process(r *Row) *process {
	args := []string{b.Name, "check", "--json"}
	if b.Timeout > 0 {
		args = append(args, "--timeout", b.Timeout.String())
	}
	if b.Memory > 0 {
		args = append(args, "--memory", strconv.FormatUint(b.Memory, 10))
	}
	return &process{
		path:    b.Path,
		args:    append(args, r.arguments()...),
		timeout: graceTime(b.Timeout),
		memory:  graceMemory(b.Memory),
	}
}

// exitCode returns the exit code that goes with a verdict.
func exitCode(verdict string) string {
	switch verdict {
	case Safe:
		return "0"
	case Unsafe:
		return "10"
	case Unknown:
		return "30"
	}
	return ""
}

// read fills in what the process answered or, if it did not, how it ended.
func (r *Row) read(e *exit) {
	var a answer
	err := json.Unmarshal(e.stdout, &a)
	switch {
	case e.killed != "":
		r.Verdict, r.Reason = Unknown, e.killed
		r.Detail = fmt.Sprintf("killed: it did not keep to its limit of %s", limitName(e.killed))
	case err == nil && a.Schema == answerSchema && a.Error == nil && exitCode(a.Verdict) == e.status:
		r.Verdict, r.Reason, r.Detail = a.Verdict, a.Reason, a.Detail
		r.Cut, r.States, r.Depth, r.Images = a.Cut, a.States, a.Depth, a.Stats.Fired
	case err == nil && a.Error != nil:
		r.Verdict, r.Detail = Error, a.Error.Message
	default:
		r.Verdict, r.Detail = Error, crashText(string(e.stderr))
	}
}

func limitName(reason string) string {
	if reason == string(systems.Timeout) {
		return "time"
	}
	return reason
}

// crashText returns the line that says most about the end of a process that did not
// answer.
func crashText(stderr string) string {
	first := ""
	for text := range strings.Lines(stderr) {
		text = strings.TrimSpace(text)
		for _, mark := range []string{"internal error: ", "panic: ", "fatal error: "} {
			if _, rest, found := strings.Cut(text, mark); found {
				return mark + rest
			}
		}
		if first == "" {
			first = text
		}
	}
	if first == "" {
		return "it ended without an answer"
	}
	return "it ended without an answer: " + first
}
