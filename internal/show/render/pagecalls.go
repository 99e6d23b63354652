// This file defines how calls that have returned are folded on a page.

package render

import (
	"iter"
	"math/big"
)

// A pageCall is a call that has returned: a row for all of it, behind which those of its steps can be hidden.
type pageCall struct {
	row   *pageRow
	at    int  // where that is among the rows of the page
	calls *row // the step that calls
	begin int  // which one that is
	end   int  // the step that returns
}

// pageCalls are the calls on a page that have returned.
type pageCalls struct {
	page *page
	of   folding
	open []pageCall // the steps of these are being added, of the innermost one last
	step int        // how many steps there were
	last *row       // the step before
}

// pageRows returns the rows for a page, and which of them are calls that can be folded. If there are too many
// steps for a page, a call that returns is a row without an inside.
func (t *Trace) pageRows(p *page, all bool) (iter.Seq[*row], *pageCalls) {
	if t.Len().Cmp(big.NewInt(mostPageRows)) > 0 {
		return t.rows(all), &pageCalls{page: p}
	}
	return t.rows(true), &pageCalls{page: p, of: t.fold(t.All())}
}

// next is to be called before the row of a step is added.
func (c *pageCalls) next(t *Trace, r *row, lane map[int]int, all bool) {
	c.close(t, lane)
	if end, returns := c.of[c.step]; returns {
		x := &pageRow{Thread: r.Thread, Mentions: " ", Cells: make([]pageCell, len(lane))}
		x.Open = all || t.Lasso && c.step <= t.Loop && t.Loop <= end
		c.open = append(c.open, pageCall{x, len(c.page.Rows), r, c.step, end})
		c.page.add(x, pageChanges{})
		c.page.Folds = true
	}
	c.step++
	c.last = r
}

// close ends the calls that the last step has returned from.
func (c *pageCalls) close(t *Trace, lane map[int]int) {
	for n := len(c.open) - 1; n >= 0 && c.open[n].end == c.step-1; n-- {
		call := c.open[n]
		c.open = c.open[:n]
		s := *call.calls.Step
		s.State = c.last.State
		whole := &row{Step: &s, before: call.calls.before, inside: big.NewInt(int64(call.end - call.begin))}
		t.finish(whole)
		t.pageStep(call.row, whole, lane)
		call.row.Number = call.calls.number + "\u2013" + c.last.number
		first := c.page.Rows[call.at+1] // the step that calls
		call.row.Line, call.row.Source, call.row.CSource = first.Line, first.Source, first.CSource
		call.row.Inside = len(c.page.Rows) - 1 - call.at
	}
}
