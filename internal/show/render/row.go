// This file defines the rows of a trace: what each step says, before it is laid
// out.

package render

import (
	"fmt"
	"iter"
	"math/big"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/show/trace"
)

// A row is one step, or a call that has returned.
type row struct {
	*trace.Step
	before  *trace.State
	number  string
	step    uint64 // the number without that of the statement in a section
	inner   bool   // one of several statements of a section that is one step
	first   bool   // the first of them
	last    bool   // the last of them
	changes []change
	// ends is what the failing step is: FAILS or REACHED, "" for other steps.
	ends string
	// inside is how many steps happen in the call, if they have no rows of their own.
	inside *big.Int
	// hidden is set if the step only goes on.
	hidden bool
	loops  bool // the steps from this one on are repeated for ever
}

// rows yields the steps of t. Unless all is set, a call that returns is one row if nothing
// but its thread moves meanwhile. With it, each call is shown at least once.
func (t *Trace) rows(all bool) iter.Seq[*row] {
	return func(yield func(*row) bool) {
		var fold folding
		met := map[*trace.Call]bool{}
		into := func(*trace.Call) bool { return false }
		sizes := t.sizes()
		switch {
		case all && sizes.all.n.Cmp(big.NewInt(mostRows)) <= 0:
			into = func(*trace.Call) bool { return true }
		case all:
			into = func(c *trace.Call) bool {
				again := met[c]
				met[c] = true
				return !again
			}
		default:
			fold = t.fold(t.Unfold(into))
		}
		before := &t.Initial
		number := numbering{depth: 1}
		i, until := -1, -1 // the last step of a call that is being folded
		var r *row
		for s := range t.Unfold(into) {
			i++
			if until >= i {
				number.next(s.Passing)
				if until > i {
					continue
				}
				r.State = s.State
			} else {
				r = &row{Step: &s, before: before, step: number.depth, loops: t.Lasso && i == t.Loop}
				r.number, r.inner, r.first = number.next(s.Passing)
				if end, folds := fold[i]; folds {
					until = end
					r.inside = big.NewInt(int64(end - i))
					continue
				}
			}
			if s.Inside != nil {
				size := sizes.of[s.Inside]
				number.skip(size, s.Passing)
				r.inside = size.n
			}
			t.finish(r)
			if r.last = r.inner && (!s.Passing || r.Fails); !yield(r) {
				return
			}
			before = &r.State
		}
	}
}

// mostRows is how many steps are shown one by one, if all are.
const mostRows = 1 << 20

// finish says what there is to say of a row.
func (t *Trace) finish(r *row) {
	r.changes = t.changes(r.before, &r.State)
	if r.Fails {
		r.ends = "FAILS"
		if t.Property != nil && t.Property.Kind != "assert" {
			r.ends = "REACHED"
		}
	}
	r.hidden = (r.Statement == "skip" || strings.HasPrefix(r.Statement, "goto ") && r.Goes.Line == 0) &&
		len(r.changes) == 0 && !r.Fails && !r.inner && r.Context == 0 && len(r.Woken) == 0 && !r.loops
}

// rise returns by how much the depth of calls of the thread grows, and the procedure
// that it is in then.
func (r *row) rise() (by int, proc string) {
	was, is := r.before.Thread(r.Thread), r.State.Thread(r.Thread)
	if was == nil || is == nil || r.Fails {
		return 0, ""
	}
	return is.Depth() - was.Depth(), is.Proc
}

// calls says which procedure the thread came to by a call or a return.
func (r *row) calls() string {
	if r.inside != nil {
		return "returns after " + magnitude(r.inside)
	}
	switch by, proc := r.rise(); {
	case by > 0:
		return "calls " + proc
	case by < 0:
		return "returns to " + proc
	}
	return ""
}

// begins says what begins with the step: the loop of a lasso, or a context, if contexts are
// counted.
func (r *row) begins() string {
	switch {
	case r.loops:
		return "the loop begins"
	case r.Context > 1:
		return fmt.Sprintf("context switch %d", r.Context-1)
	}
	return ""
}

// events says where the thread goes and what happened to threads.
func (r *row) events() []string {
	var es []string
	if text := r.begins(); text != "" {
		es = append(es, text)
	}
	if to := r.goes(); to != "" {
		es = append(es, "goes "+to)
	}
	if call := r.calls(); call != "" {
		es = append(es, call)
	}
	if r.Created != 0 {
		es = append(es, "creates "+threadName(r.Created))
	}
	if r.Ended {
		es = append(es, threadName(r.Thread)+" ends")
	}
	for _, id := range r.Woken {
		switch r.affected(id) {
		case "woken":
			es = append(es, "wakes "+threadName(id))
		case "moved":
			es = append(es, "moves "+threadName(id))
		}
	}
	return es
}

// conclusion says in a line what the trace ends in, if no step says so.
func (t *Trace) conclusion() string {
	p := t.Property
	switch {
	case t.Lasso && t.Loop == len(t.Steps):
		return "no thread can move: all stays so for ever"
	case t.Lasso:
		text := ""
		for r := range t.rows(true) {
			if r.loops {
				text = "the steps from " + r.number + " on are repeated for ever"
			}
		}
		return text
	}
	if p == nil || len(t.Steps) > 0 && t.Steps[len(t.Steps)-1].Fails {
		return ""
	}
	if p.Kind == "leak" && p.Pos.Line > 0 {
		return fmt.Sprintf("%s (line %d)", p.Text, p.Pos.Line)
	}
	text := fmt.Sprintf("REACHED: %s %s", p.Kind, p.Text)
	for _, x := range t.Final().Threads {
		if p.PC >= 0 && x.PC == p.PC {
			return text + ", by " + threadName(x.ID)
		}
	}
	return text
}

// goes says where the thread goes on, if the statement leaves a choice.
func (r *row) goes() string {
	switch r.Goes.Line {
	case 0:
		return ""
	case r.Pos.Line:
		return "to " + r.Goes.String()
	}
	return fmt.Sprintf("to line %d", r.Goes.Line)
}

// statement writes the statement with where it goes.
func (r *row) statement() string {
	if to := r.goes(); to != "" {
		return r.Statement + " -> " + strings.TrimPrefix(to, "to ")
	}
	return r.Statement
}

// depth returns how many calls of the thread that moves have not returned.
func (r *row) depth() int {
	if mover := r.before.Thread(r.Thread); mover != nil {
		return mover.Depth()
	}
	return 0
}

// indented writes a text, indented by the depth of calls.
func (r *row) indented(text string) string {
	const most = 12
	depth := r.depth()
	if depth > most {
		return strings.Repeat("  ", most) + fmt.Sprintf("(%d deep) ", depth) + text
	}
	return strings.Repeat("  ", depth) + text
}

// affected says what happened to another thread that the step concerned: woken if
// it went on, set if only its variables changed. In a transition system, which
// does not tell the two apart, it moved.
func (r *row) affected(id int) string {
	was, is := r.before.Thread(id), r.State.Thread(id)
	switch {
	case was == nil || is == nil || is.PC < 0:
		return "moved"
	case was.PC != is.PC:
		return "woken"
	}
	return "set"
}

// line writes the line of the input that a step stands in.
func (r *row) line() string {
	if r.Pos.Line == 0 {
		return ""
	}
	return strconv.Itoa(r.Pos.Line)
}
