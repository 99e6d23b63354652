// This file defines how the Boolean program is written.

package lower

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A writer writes lines and notes where each comes from.
type writer struct {
	*translator
	out     bytes.Buffer
	written map[string]bool // labels of assertions
}

func (w *writer) line(o Origin, indent int, format string, args ...any) {
	fmt.Fprintf(&w.out, strings.Repeat("  ", indent)+format+"\n", args...)
	w.result.Lines = append(w.result.Lines, o)
}

// nowhere is the origin of a line that stands for no operation.
func nowhere() Origin { return Origin{Case: -1} }

// write writes the program.
func (t *translator) write() {
	t.dispatch()
	w := &writer{translator: t, written: map[string]bool{}}
	w.line(nowhere(), 0, "// The synchronisation of %s.", oneLine(t.Entry))
	for _, why := range t.result.Why {
		w.line(nowhere(), 0, "// Not exact: %s.", oneLine(why))
	}
	for _, o := range t.objects {
		w.declare(o.bits, zeros, fmt.Sprintf("%s, a %s", o.Name, o.Kind), 0)
	}
	for _, v := range t.shared {
		w.variable(v, v.Init, 0)
	}
	if t.exits {
		w.declare([]string{"exited"}, zeros, "the program has ended", 0)
	}
	t.cores.declare(w)
	t.monitor.declare(w)
	w.declare(t.kept, zeros, "keeps a local while a goroutine is started, 0 otherwise", 0)
	w.line(nowhere(), 0, "")
	w.line(nowhere(), 0, "void main() begin")
	for i, list := range t.locals {
		for _, v := range list {
			init := skeleton.Value(skeleton.Const(0))
			if i == 0 && t.flows[0].live[0][v.Var] {
				init = v.Init
			}
			w.variable(v, init, 1)
		}
	}
	for _, b := range t.extra {
		w.declare([]string{b.name}, zeros, b.meaning, 1)
	}
	w.declare(t.branch, zeros, "where to go on", 1)
	for _, l := range t.order {
		w.location(l)
	}
	if t.cuts != "" {
		w.line(nowhere(), 0, "")
		w.line(nowhere(), 0, "// what follows is not known: goroutines without end, so that nothing is said of this execution")
		w.line(nowhere(), 0, "%s:", t.cuts)
		w.line(nowhere(), 1, "start_thread goto %s;", t.cuts)
		w.line(nowhere(), 1, "goto %s;", t.cuts)
	}
	w.line(nowhere(), 0, "end")
	t.result.Text = w.out.Bytes()
	var failures []Failure
	for _, f := range t.result.Failures {
		if w.written[f.Label] {
			failures = append(failures, f)
		}
	}
	t.result.Failures = failures
}

func zeros(int) string { return "0" }

// declare writes the declaration of bits.
func (w *writer) declare(bits []string, init func(int) string, meaning string, indent int) {
	if len(bits) == 0 {
		return
	}
	var list []string
	for i, b := range bits {
		list = append(list, b+" := "+init(i))
	}
	w.line(nowhere(), indent, "decl %s; // %s", strings.Join(list, ", "), oneLine(meaning))
}

func (w *writer) variable(v *coded, init skeleton.Value, indent int) {
	digits := make([]string, len(v.bits))
	for i := range digits {
		digits[i] = "*"
	}
	if c, ok := init.(skeleton.Const); ok {
		digits = v.digits(int(c))
	}
	w.declare(v.bits, func(i int) string { return digits[i] }, fmt.Sprintf("%s: %s", v.Name, strings.Join(v.Values, ", ")), indent)
}

// initialise makes the code that excludes what the bits of variables cannot be.
func (t *translator) initialise() code {
	var c code
	for _, v := range append(t.shared[:len(t.shared):len(t.shared)], t.locals[0]...) {
		if _, any := v.Init.(skeleton.Any); any && (v.Shared || t.flows[0].live[0][v.Var]) {
			c = append(c, assume(v.valid(""))...)
		}
	}
	return c
}

// oneLine keeps text from ending a comment.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// location writes a location and the jumps behind it.
func (w *writer) location(l *location) {
	o := nowhere()
	if l.node != nil && l.part != "again" {
		o = Origin{Body: l.Body, Node: l.node, Case: l.choice, Begin: w.begins(l)}
	}
	if l.start {
		w.line(nowhere(), 0, "")
		w.line(nowhere(), 0, "// goroutine %s", oneLine(l.Body.Name))
		if label := l.at(); label != l.name {
			w.line(nowhere(), 0, "%s:", l.name)
		}
	}
	indent := 1
	if l.jumped || l.start || l.watched(w.Options) {
		w.line(o, 0, "%s:", l.at())
	}
	if l.node != nil && l.node.Pos.IsValid() {
		site := l.node.Site
		if l.choice >= 0 && l.node.Cases[l.choice].Site.Pos.IsValid() {
			site = l.node.Cases[l.choice].Site
		}
		function := ""
		if site.Func != "" {
			function = " function " + oneLine(site.Func)
		}
		w.line(o, indent, "// file %s line %d%s", filepath.Base(site.Pos.Filename), site.Pos.Line, function)
	}
	if !l.direct {
		c := w.resolve(l, l.code)
		comment := ""
		if l.node != nil {
			comment = " // " + w.words(l)
		}
		w.section(o, indent, c, comment)
	}
	for i, j := range l.jumps {
		to := nowhere()
		if l.stays() {
			// Who has not left the place is there between two steps, too.
			j = fmt.Sprintf("%s#%sgoes%d: %s", l.base(), l.part, i, j)
		}
		if l.direct {
			to = o
		}
		w.line(to, indent, "%s;", j)
	}
}

// begins reports whether the operation of a location begins there and always ends at another one.
func (t *translator) begins(l *location) bool {
	if l.part != "" {
		return false
	}
	o := l.node.Object
	return l.node.Op == skeleton.Send && t.objects[o.ID].full != "" || l.node.Op == skeleton.Lock && o.Kind == skeleton.RWMutex
}

// stays reports whether a location may lead to another one of the same place.
func (l *location) stays() bool {
	if l.node != nil && (l.node.Loop > 0 || l.node.Round > 0) {
		return true
	}
	for _, e := range l.exits {
		if l.node != nil && e.node == l.node && l.node.Op.Blocks() && l.part != "again" && e.part != "again" {
			return true
		}
	}
	return false
}

// watched reports whether a location is a place that others ask about.
func (l *location) watched(o Options) bool {
	return l.node != nil && (l.node.Op.Blocks() || l.node.Loop > 0 || l.node.Round > 0 || o.Races && l.node.Op == skeleton.Access)
}

// words says what the operation of a location is.
func (w *writer) words(l *location) string {
	text := l.node.Text
	if text == "" {
		text = l.node.Op.String()
		if l.node.Object != nil {
			text += " " + l.node.Object.Name
		}
	}
	if l.part != "" {
		text += ": " + l.part
	}
	return oneLine(text)
}

// section writes statements that are one step.
func (w *writer) section(o Origin, indent int, c code, comment string) {
	if len(c) == 2 && strings.HasPrefix(c[0].text, "assume(") && strings.Contains(c[1].text, ":=") && !strings.Contains(c[1].text, "constrain") {
		cond := strings.TrimSuffix(strings.TrimPrefix(c[0].text, "assume("), ")")
		c = code{{text: c[1].text + " constrain " + cond, origin: c[1].origin}}
	}
	for i, s := range c {
		if !s.alone || len(c) == 1 {
			continue
		}
		if i > 0 {
			w.section(o, indent, c[:i:i], comment)
			comment = ""
		}
		w.section(o, indent, c[i:i+1], comment)
		if i+1 < len(c) {
			w.section(o, indent, c[i+1:], "")
		}
		return
	}
	switch {
	case len(c) == 0:
		w.line(o, indent, "skip;%s", comment)
	case len(c) == 1 && c[0].cond == "" && c[0].label == "": // an assertion has a statement and a label for itself
		if o.Node != nil && c[0].origin.Node != o.Node { // nothing is left of the operation, but for what is behind it
			c[0].origin = o
		}
		w.statement(indent, c[0], comment)
	default:
		w.line(o, indent, "atomic {%s", comment)
		w.statements(indent+1, c)
		w.line(o, indent, "}")
	}
}

func (w *writer) statements(indent int, c code) {
	for _, s := range c {
		w.statement(indent, s, "")
	}
}

func (w *writer) statement(indent int, s *statement, comment string) {
	if s.cond == "" {
		label := ""
		if s.label != "" {
			w.written[s.label] = true
			label = s.label + ": "
		}
		w.line(s.origin, indent, "%s%s;%s", label, s.text, comment)
		return
	}
	w.line(s.origin, indent, "if %s then", bare(s.cond))
	w.statements(indent+1, s.then)
	if len(s.els) > 0 {
		w.line(s.origin, indent, "else")
		w.statements(indent+1, s.els)
	}
	w.line(s.origin, indent, "fi")
}
