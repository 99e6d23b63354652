// This file defines other programs that are measured beside the algorithms.

package bench

import (
	"cmp"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/systems"
)

// ToolHelp describes how another program is named and how its verdict is read.
const ToolHelp = `--tool measures another program in the same way: --tool 'NAME=COMMAND', where {file}
in the command stands for the file. No shell is involved; quotes keep words with blanks
together, and sh -c '...' is a command too. The program is stopped at the limits, it
is not told of them. A command with {threads} is run for each bound on live threads;
one without is taken to answer for any number of threads. Of the questions that a list or
a flag asks, it gets those for which the command has a place: {label}, {target}, {initial};
a word such as --label={label} is left out where there is none.

--safe 'NAME=RULE' and --unsafe 'NAME=RULE' say how its verdict is known. A rule is
exit codes, such as 20 or 1,3, or a regular expression between slashes that a line of
the output matches, such as '/^VERIFICATION FAILED/'. UNSAFE is looked for first. If
neither is found, exit code 0 is UNKNOWN and any other an error. Without rules the exit
codes are those of ijit: 0 SAFE, 10 UNSAFE, 30 UNKNOWN.

  ijit bench suite -o runs.csv --algorithms bws --tool 'old=./ijit-old check {file}' \
    --tool 'esbmc=esbmc {file}' --safe 'esbmc=/SUCCESSFUL/' --unsafe 'esbmc=/FAILED/'
`

// A Tool is another program.
type Tool struct {
	Name    string
	Program string // the command, the rules and which build it is, for the log

	path         string
	words        []string
	safe, unsafe rule
	unknown      rule
}

// A rule says by what a verdict is known.
type rule struct {
	text   string
	codes  []string
	output *regexp.Regexp
}

// placeholders are what stands in a command for parts of a question.
func placeholders(j *Job) map[string]string {
	i := j.Instance
	return map[string]string{
		"{file}":    i.Path,
		"{threads}": strconv.Itoa(j.Threads),
		"{label}":   i.Label,
		"{target}":  i.Target,
		"{initial}": i.Initial,
	}
}

// ParseTools reads tools, and the rules for their verdicts.
func ParseTools(commands, safe, unsafe []string) ([]*Tool, error) {
	var tools []*Tool
	for _, text := range commands {
		t, err := parseTool(text)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(tools, func(u *Tool) bool { return u.Name == t.Name }) {
			return nil, usage("--tool %s: there are two tools of this name", t.Name)
		}
		tools = append(tools, t)
	}
	for _, r := range []struct {
		flag  string
		texts []string
		of    func(*Tool) *rule
	}{
		{"--safe", safe, func(t *Tool) *rule { return &t.safe }},
		{"--unsafe", unsafe, func(t *Tool) *rule { return &t.unsafe }},
	} {
		for _, text := range r.texts {
			name, value, _ := strings.Cut(text, "=")
			at := slices.IndexFunc(tools, func(t *Tool) bool { return t.Name == name })
			if at < 0 {
				return nil, usage("%s %s: there is no --tool %s", r.flag, text, name)
			}
			if r.of(tools[at]).text != "" {
				return nil, usage("%s %s: there are two rules; a rule can have several exit codes, and a regular expression can have a|b", r.flag, text)
			}
			parsed, err := parseRule(value)
			if err != nil {
				return nil, usage("%s %s: %v", r.flag, text, err)
			}
			*r.of(tools[at]) = parsed
		}
	}
	for _, t := range tools {
		if t.safe.text == "" && t.unsafe.text == "" {
			t.safe, t.unsafe, t.unknown = exitRule(Safe), exitRule(Unsafe), exitRule(Unknown)
		}
		sum, err := hashFile(t.path)
		if err != nil {
			return nil, err
		}
		t.Program += fmt.Sprintf(", SAFE by %s, UNSAFE by %s, build %s", t.safe, t.unsafe, sum[:12])
	}
	return tools, nil
}

func exitRule(verdict string) rule {
	code := exitCode(verdict)
	return rule{text: code, codes: []string{code}}
}

func (r rule) String() string {
	switch {
	case r.text == "":
		return "nothing"
	case r.output == nil:
		return "exit " + r.text
	}
	return r.text
}

func isAlgorithm(name string) bool {
	return slices.ContainsFunc(systems.Algorithms(), func(a systems.Algorithm) bool { return a.Name == name })
}

func parseTool(text string) (*Tool, error) {
	name, command, found := strings.Cut(text, "=")
	switch {
	case !found || !regexp.MustCompile(`^[\w.+-]+$`).MatchString(name):
		return nil, usage("--tool %s: want NAME=COMMAND; a name has letters, digits, and any of _.+-", text)
	case isAlgorithm(name):
		return nil, usage("--tool %s: an algorithm has this name", text)
	case !strings.Contains(command, "{file}"):
		return nil, usage("--tool %s: the command must say where the file stands, by {file}", text)
	}
	words, err := splitWords(command)
	if err != nil {
		return nil, usage("--tool %s: %v", text, err)
	}
	t := &Tool{Name: name, words: words, Program: command}
	if t.path, err = exec.LookPath(words[0]); err != nil {
		return nil, usage("--tool %s: %v", text, err)
	}
	return t, nil
}

// splitWords splits a command at blanks. What stands between quotes, single or double
// ones, is not split.
func splitWords(text string) ([]string, error) {
	var words []string
	var quote rune
	open := false // a word is
	for _, r := range text {
		switch {
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			open = false
			continue
		case r == quote:
			quote = 0
			continue
		}
		if !open {
			words = append(words, "")
			open = true
		}
		if quote == 0 && (r == '\'' || r == '"') {
			quote = r
			continue
		}
		words[len(words)-1] += string(r)
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c is not closed", quote)
	}
	return words, nil
}

func parseRule(text string) (rule, error) {
	r := rule{text: text}
	if inner, ok := strings.CutPrefix(text, "/"); ok && len(inner) > 1 && strings.HasSuffix(inner, "/") {
		var err error
		r.output, err = regexp.Compile("(?m)" + inner[:len(inner)-1])
		return r, err
	}
	for code := range strings.SplitSeq(text, ",") {
		if n, err := strconv.ParseUint(code, 10, 8); err != nil || strconv.FormatUint(n, 10) != code {
			return r, fmt.Errorf("want exit codes, such as 0 or 1,3, or a regular expression between slashes")
		}
		r.codes = append(r.codes, code)
	}
	return r, nil
}

// jobs returns the runs of a tool on an instance; asks reports whether the command has a
// place for all that is asked of it.
func (t *Tool) jobs(i *Instance, bounds []int) (jobs []*Job, asks bool) {
	usual, err := usualQuestion(i)
	if err != nil {
		return nil, false
	}
	has := func(name string) bool {
		return slices.ContainsFunc(t.words, func(w string) bool { return strings.Contains(w, name) })
	}
	if i.Label != usual.Label && !has("{label}") || i.Target != usual.Target && !has("{target}") || i.Initial != usual.Initial && !has("{initial}") {
		return nil, false
	}
	for _, n := range i.bounds(has("{threads}"), bounds) {
		jobs = append(jobs, &Job{Instance: i, Algorithm: t.Name, Via: noVersion, Threads: n, Tool: t})
	}
	return jobs, true
}

// usualQuestion is what a file is asked that nothing is said about.
func usualQuestion(i *Instance) (Question, error) {
	var q Question
	if i.TTS {
		var err error
		if q.Target, err = target(i.Path); err != nil {
			return q, err
		}
	}
	return q.normal(i.TTS), nil
}

// nothing stands for a part of a question that is empty. No argument can have it.
const nothing = "\x00"

// process returns the process of a run.
func (t *Tool) process(j *Job, c Conditions) *process {
	p := &process{path: t.path, timeout: c.Timeout, memory: c.Memory}
	var pairs []string
	for name, value := range placeholders(j) {
		pairs = append(pairs, name, cmp.Or(value, nothing))
	}
	replace := strings.NewReplacer(pairs...)
	for _, w := range t.words {
		if w = replace.Replace(w); !strings.Contains(w, nothing) {
			p.args = append(p.args, w)
		}
	}
	return p
}

// read fills in what the tool answered.
func (t *Tool) read(r *Row, e *exit) {
	// The tool need not have looked at more threads.
	r.Cut = r.Threads > 0
	switch {
	case e.killed != "":
		r.Verdict, r.Reason, r.Detail = Unknown, e.killed, fmt.Sprintf("stopped at the limit of %s", limitName(e.killed))
	case strings.HasPrefix(e.status, "signal"):
		r.Verdict, r.Detail = Error, crashText(string(e.stderr))
	case t.unsafe.holds(e):
		r.Verdict = Unsafe
	case t.safe.holds(e):
		r.Verdict = Safe
	case e.status == "0" || t.unknown.holds(e):
		r.Verdict, r.Detail = Unknown, "no rule for SAFE or UNSAFE holds"
	default:
		r.Verdict, r.Detail = Error, crashText(string(e.stderr))
	}
}

// holds reports whether a process ended as the rule says.
func (r *rule) holds(e *exit) bool {
	if r.output != nil {
		return r.output.Match(e.stdout) || r.output.Match(e.stderr)
	}
	return slices.Contains(r.codes, e.status)
}
