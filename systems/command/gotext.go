// This file defines the answer about Go programs in words.

package command

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/gocheck"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// A goText is a report that is printed for people.
type goText struct {
	sh           *shell
	report       *gocheck.Report
	asked        []string // kinds; all if there are none
	full         bool     // executions are shown in full
	seconds      float64
	certificates []goCertificate
	sources      map[string][]string
}

// meanings says what kinds of findings are, and what is proved where there is none.
func goMeaning(kind string) (wrong, proved string) {
	switch kind {
	case "leak":
		return "a goroutine can be blocked here for ever", "no goroutine is blocked for ever"
	case "deadlock":
		return "all goroutines can be blocked for ever, one of them here", "never are all goroutines blocked"
	case "close":
		return "a channel can be closed or sent on when it must not be", "no send on a closed channel, no close of a closed or nil one"
	case "lock":
		return "a lock is a copy of another one, or can be unlocked while it is not held", "no unlock of a lock that is not held, and no copy of a lock"
	case "waitgroup":
		return "a WaitGroup can be misused", "no negative counter, no Add beside Wait"
	case "race":
		return "two goroutines can access a variable at the same time", "no two goroutines access it at the same time, one of them writing"
	}
	return "this panic can be reached", "this panic is not reached"
}

func (g *goText) print() error {
	r, out := g.report, g.sh.stdout
	for _, e := range r.Explained {
		if err := g.explain(&e); err != nil {
			return err
		}
	}
	for _, x := range groups(r.Findings) {
		if err := g.findings(x); err != nil {
			return err
		}
	}
	g.open()
	g.proved()
	g.unproved()
	if len(r.Unmodelled) > 0 {
		fmt.Fprintln(out, "not modelled:")
		for _, n := range r.Unmodelled {
			effect := n.Effect
			if len(n.Opens) > 0 {
				effect += " (open: " + kindsText(n.Opens) + ")"
			}
			fmt.Fprintf(out, "  %s: %s: %s\n", placed(n.GoPlace), n.What, effect)
		}
		fmt.Fprintln(out)
	}
	if len(r.Unjudged) > 0 {
		fmt.Fprintln(out, "not judged, since data decide whether these panics are reached:")
		for _, p := range r.Unjudged {
			fmt.Fprintf(out, "  %s: %s\n", placed(p), p.Operation)
		}
		fmt.Fprintln(out)
	}
	_, err := fmt.Fprintln(out, g.lastLine())
	return err
}

// placed writes a place that may have none.
func placed(p render.GoPlace) string {
	if p.Line == 0 {
		return cmp.Or(p.Function, p.File, "-")
	}
	return p.String()
}

// A cause is findings that have one reason: the same is said of each.
type cause []render.Finding

// shown reports whether a finding is shown with its execution: one that the code contradicts is not.
func shown(f *render.Finding) bool {
	return f.Verdict == systems.Unsafe.String() || f.Reason == gocheck.Unconfirmed
}

// groups puts findings together that have one cause, and causes for which one execution is enough: operations of which
// each is blocked when the others are, and races of one access with several others.
func groups(list []render.Finding) [][]cause {
	var causes []cause
	at := map[string]int{}
	for _, f := range list {
		if !shown(&f) {
			continue
		}
		key := strings.Join(append([]string{f.Verdict, f.Kind, reason(&f), fmt.Sprint(f.Confirmed)}, f.Entries...), "\n")
		if i, known := at[key]; known && (f.Kind == "deadlock" || f.Kind == "leak") {
			causes[i] = append(causes[i], f)
			continue
		}
		at[key] = len(causes)
		causes = append(causes, cause{f})
	}
	var all [][]cause
	at = map[string]int{}
	for _, c := range causes {
		f := &c[0]
		places := []string{f.GoPlace.String()}
		for _, p := range f.Others {
			places = append(places, p.String())
		}
		slices.Sort(places)
		key := f.Kind + strings.Join(slices.Compact(places), " ")
		if f.Kind == "race" {
			key = fmt.Sprint(f.GoPlace, f.Confirmed, f.Entries)
		}
		i, known := at[key]
		if !known || f.Kind != "deadlock" && f.Kind != "leak" && f.Kind != "race" {
			i = len(all)
			at[key] = i
			all = append(all, nil)
		}
		all[i] = append(all[i], c)
	}
	return all
}

// reason returns what a message says of the object for which a goroutine waits, without where the others are.
func reason(f *render.Finding) string {
	why, _, _ := strings.Cut(f.Message, ": ")
	for _, names := range []string{"nobody sends to ", "nobody receives from ", "the buffer of ", "the counter of "} {
		if strings.HasPrefix(why, names) {
			return why
		}
	}
	return f.Message
}

// findings prints causes that share an execution.
func (g *goText) findings(group []cause) error {
	out := g.sh.stdout
	for i, c := range group {
		f := &c[0]
		head, message := headline(f)
		if i == 0 || f.Kind != "race" { // the races of a group are of one access
			if f.Verdict != systems.Unsafe.String() {
				head = "possibly: " + head
			}
			fmt.Fprintf(out, "%s: %s: %s\n", f.GoPlace, f.Kind, head)
			if line := g.line(f.GoPlace); line != "" {
				fmt.Fprintf(out, "      %s\n", line)
			}
		}
		if f.Kind == "race" && len(f.Others) > 0 && f.Others[0] != f.GoPlace {
			fmt.Fprintf(out, "  with %s\n", f.Others[0])
			if line := g.line(f.Others[0]); line != "" {
				fmt.Fprintf(out, "      %s\n", line)
			}
		}
		if f.Kind != "race" || strings.HasPrefix(message, "a goroutine") { // that of a race begins with the name of a function
			message = sentence(message)
		}
		if message != "" {
			fmt.Fprintf(out, "  %s.\n", chain(strings.TrimSuffix(message, ".")))
		}
		if same := c[1:]; len(same) > 0 {
			var list []render.GoPlace
			for _, f := range same {
				list = append(list, f.GoPlace)
			}
			fmt.Fprintf(out, "  It is the same at %s: %s.\n", count(len(list), "other place"), places(list))
		}
	}
	f := &group[0][0]
	var facts []string
	if len(group) == 1 && f.Kind != "race" {
		for _, p := range f.Others {
			if slices.ContainsFunc(group[0][1:], func(same render.Finding) bool { return same.GoPlace == p }) {
				continue // it is said already
			}
			if p == f.GoPlace {
				facts = append(facts, "So is another goroutine, at the same operation.")
				continue
			}
			facts = append(facts, fmt.Sprintf("Blocked for ever, too: %s: %s", p, p.Operation))
		}
	}
	if f.TimeOut != nil {
		facts = append(facts, fmt.Sprintf("It takes a time-out at %s: %s", f.TimeOut, f.TimeOut.Operation))
	}
	if f.Confirmed {
		how := ""
		if strings.HasSuffix(f.Call, ")") && !strings.HasSuffix(f.Call, "()") {
			how = ", with made-up arguments, " + f.Call + ","
		}
		facts = append(facts, "Confirmed: the Go code was run with this schedule"+cmp.Or(how, ",")+" and it happened.")
	} else if f.Verdict == systems.Unsafe.String() {
		facts = append(facts, "It depends on no data, and on nothing that is not modelled.")
	} else if f.Unconfirmed != "" {
		facts = append(facts, "Possible, not confirmed: "+f.Unconfirmed+".")
	} else {
		facts = append(facts, "Possible, not confirmed: it may depend on what the model leaves open, and the code was not run.")
	}
	facts = append(facts, fmt.Sprintf("It happens in %s, for instance so:", list(f.Entries)))
	fmt.Fprintf(out, "  %s\n\n", strings.Join(facts, "\n  "))
	var lanes strings.Builder
	if err := render.GoLanes(&lanes, f, render.Options{Full: g.full, Width: max(g.sh.width-4, 0), Color: g.sh.color}); err != nil {
		return err
	}
	for line := range strings.Lines(lanes.String()) {
		if _, err := io.WriteString(out, "    "+line); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(out)
	return err
}

// headline says what a finding is, and what else is to be said of it.
func headline(f *render.Finding) (head, more string) {
	switch f.Kind {
	case "close", "lock", "waitgroup", "panic": // which are several things
		return f.Message, ""
	}
	wrong, _ := goMeaning(f.Kind)
	return wrong, f.Message
}

// sentence makes the first letter a capital if a sentence begins with a word.
func sentence(text string) string {
	if first, _, _ := strings.Cut(text, " "); strings.ContainsAny(first, ".()_") || text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// chain writes a long message about several goroutines with one in a line.
func chain(message string) string {
	const most = 100
	head, who, found := strings.Cut(message, ": ")
	if !found || len(message) <= most {
		return message
	}
	return head + ":\n      " + strings.ReplaceAll(who, "; ", "\n      ")
}

// line returns a line of a source.
func (g *goText) line(p render.GoPlace) string {
	lines, read := g.sources[p.File]
	if !read {
		lines = fileLines(p.File) // without it there is the operation
		if g.sources == nil {
			g.sources = map[string][]string{}
		}
		g.sources[p.File] = lines
	}
	if p.Line < 1 || p.Line > len(lines) {
		return p.Operation
	}
	return strings.TrimSpace(lines[p.Line-1])
}

// places writes places, the file once.
func places(list []render.GoPlace) string {
	const most = 12
	var words []string
	file := ""
	for i, p := range list {
		if i == most {
			words = append(words, fmt.Sprintf("and %d more", len(list)-most))
			break
		}
		word := fmt.Sprintf("%d:%d", p.Line, p.Col)
		if p.File != file {
			file = p.File
			word = p.String()
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// list writes names.
func list(names []string) string {
	const most = 5
	if n := len(names); n > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", n-most)
	}
	return strings.Join(names, ", ")
}

// open prints what is not decided, once for each reason.
func (g *goText) open() {
	type reason struct {
		message string
		kinds   []string
		entries []string
	}
	var reasons []*reason
	for _, f := range g.report.Findings {
		if shown(&f) {
			continue
		}
		at := slices.IndexFunc(reasons, func(r *reason) bool { return r.message == f.Message })
		if at < 0 {
			at = len(reasons)
			reasons = append(reasons, &reason{message: f.Message})
		}
		r := reasons[at]
		r.kinds = append(r.kinds, f.Kind)
		for _, e := range f.Entries {
			if !slices.Contains(r.entries, e) {
				r.entries = append(r.entries, e)
			}
		}
	}
	for _, r := range reasons {
		fmt.Fprintf(g.sh.stdout, "not decided in %s (%s): %s\n", list(r.entries), strings.Join(r.kinds, ", "), r.message)
	}
	if len(reasons) > 0 {
		fmt.Fprintln(g.sh.stdout)
	}
}

// proved prints what does not go wrong.
func (g *goText) proved() {
	out := g.sh.stdout
	print := func(title string, state ledger.State) {
		of := map[ledger.Kind][]render.GoPlace{}
		for _, c := range g.report.Claims {
			if c.State == state {
				of[c.Kind] = append(of[c.Kind], c.GoPlace)
			}
		}
		if len(of) == 0 {
			return
		}
		fmt.Fprintln(out, title)
		for _, k := range gocheck.Kinds() {
			if list := of[ledger.Kind(k)]; len(list) > 0 {
				_, proved := goMeaning(k)
				fmt.Fprintf(out, "  %-9s  %s: %s\n             %s\n", k, count(len(list), "operation"), proved, places(list))
			}
		}
	}
	print("proved for any number of goroutines:", ledger.Proved)
	title := "seen up to bounds only:"
	if b := g.report.Bounds; b != nil {
		title = "seen up to " + b.String() + ":"
	}
	print(title, ledger.Bounded)
	if len(g.report.Proved) > 0 {
		fmt.Fprintf(out, "  That is for all schedules and all data, in executions that begin in %s (ijit help go).\n", g.entries())
		if g.report.Alone {
			fmt.Fprintf(out, "  Not asked: what a test meets that another one has left in package variables, or does at the same time.\n")
		}
		if g.report.GivenNew {
			fmt.Fprintf(out, "  Not asked: what happens if a lock that it is given is held then, a channel is closed, or a WaitGroup counts already.\n")
		}
		if fails := g.report.Fails; len(fails) > 0 {
			fmt.Fprintf(out, "  Not asked: what goroutines do when the test has ended at %s.\n", places(fails))
		}
		runs, entries := 0, 0
		for _, e := range g.report.Entries {
			if runs += e.Runs; e.Runs > 0 {
				entries++
			}
		}
		if runs > 0 {
			fmt.Fprintf(out, "  Besides, the code of %s was run along %s: nothing went wrong.\n", things(entries, "entry"), count(runs, "random schedule"))
		}
		if len(g.certificates) > 0 {
			g.certified()
		}
		fmt.Fprintln(out)
	}
}

// certified says what the certificates are about. There is one entry.
func (g *goText) certified() {
	fmt.Fprintf(g.sh.stdout, "  %s:\n", count(len(g.certificates), "certificate"))
	for _, c := range g.certificates {
		fmt.Fprintf(g.sh.stdout, "    ijit validate %s %s  # %s\n", c.Program, c.Certificate, c.About)
	}
	var about, not []string
	for _, k := range gocheck.Kinds() {
		kind := ledger.Kind(k)
		switch {
		case slices.Contains(g.report.Entries[0].Certified, kind):
			about = append(about, k)
		case slices.ContainsFunc(g.report.Proved, func(p gocheck.Proof) bool { return p.Kind == kind }):
			not = append(not, k)
		}
	}
	text := "  That is about " + strings.Join(about, ", ")
	if len(not) > 0 {
		text += ", and not about " + strings.Join(not, ", ")
	}
	fmt.Fprintln(g.sh.stdout, text+".")
}

// kindsText lists kinds of claims.
func kindsText(kinds []ledger.Kind) string {
	var list []string
	for _, k := range kinds {
		list = append(list, string(k))
	}
	return strings.Join(list, ", ")
}

// unproved says why there is no proof for any number of goroutines, of entries where nothing was found.
func (g *goText) unproved() {
	wrong := map[string]bool{}
	for _, f := range g.report.Findings {
		for _, e := range f.Entries {
			wrong[e] = true
		}
	}
	for _, e := range g.report.Entries {
		if e.Detail != "" && !wrong[e.Function] {
			fmt.Fprintf(g.sh.stdout, "%s: not proved for any number of goroutines: %s\n\n", e.Function, e.Detail)
		}
	}
}

func (g *goText) entries() string {
	var names []string
	for _, e := range g.report.Entries {
		names = append(names, e.Function)
	}
	return list(names)
}

// things counts, with the plural of entry.
func things(n int, thing string) string {
	if thing == "entry" && n != 1 {
		return fmt.Sprintf("%d entries", n)
	}
	return count(n, thing)
}

// lastLine says all in one line.
func (g *goText) lastLine() string {
	r := g.report
	wrong := map[string]int{}
	open := 0
	for _, f := range r.Findings {
		if f.Verdict == systems.Unsafe.String() {
			wrong[f.Kind]++
		} else {
			open++
		}
	}
	var found []string
	for _, k := range gocheck.Kinds() {
		if wrong[k] > 0 {
			found = append(found, fmt.Sprintf("%d %s", wrong[k], k))
		}
	}
	fields := []string{string(r.Verdict())}
	if r.Bounds != nil {
		fields[0] = "SAFE up to " + r.Bounds.String()
	}
	if len(found) > 0 {
		fields = append(fields, strings.Join(found, ", "))
	}
	if open > 0 {
		fields = append(fields, things(open, "open question"))
	}
	if len(found)+open == 0 {
		fields = append(fields, "nothing found")
	}
	if len(g.asked) > 0 {
		fields = append(fields, "only "+strings.Join(g.asked, ", ")+" asked")
	}
	if n := len(r.Suppressed); n > 0 {
		fields = append(fields, fmt.Sprintf("%d suppressed", n))
	}
	if n := len(r.Claims); n > 0 {
		fields = append(fields, fmt.Sprintf("%d of %s proved", len(r.Proved), count(n, "claim")))
	}
	fields = append(fields, r.Language, things(len(r.Entries), "entry"), fmt.Sprintf("%.2fs", g.seconds))
	return strings.Join(fields, "  ")
}

// explain prints the Boolean program of an entry beside the Go code.
func (g *goText) explain(e *gocheck.Explained) error {
	width := 0
	for _, l := range e.Lines {
		width = max(width, len([]rune(l.Go)))
	}
	width = min(width, 50)
	fmt.Fprintf(g.sh.stdout, "%s\n", e.Entry)
	for _, l := range e.Lines {
		left := []rune(l.Go)
		if len(left) > width {
			left = append(left[:width-1], '…')
		}
		line := fmt.Sprintf("  %s%s | %s", string(left), strings.Repeat(" ", width-len(left)), l.Text)
		if _, err := fmt.Fprintln(g.sh.stdout, strings.TrimRight(line, " ")); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(g.sh.stdout)
	return err
}
