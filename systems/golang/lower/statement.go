// This file defines the statements of an atomic section before they are text.

package lower

import "github.com/ijit/ijit/systems/golang/skeleton"

// A code is a list of statements.
type code []*statement

// A statement is a simple one, a condition with two branches, or the end of the section with the
// location where its thread goes on.
type statement struct {
	text      string
	label     string
	cond      string // of a branch
	then, els code
	exit      *location
	origin    Origin
	clean     bool // resets the bits that say where to go on
	local     bool // a branch on locals only
	alone     bool // a step for itself where it is not inside of a branch
}

// test makes a branch, or none where both sides are the same.
func test(cond string, then, els code) code {
	switch {
	case cond == "1" || then.equal(els):
		return then
	case cond == "0":
		return els
	}
	return code{{cond: cond, then: then, els: els, origin: Origin{Case: -1}}}
}

// pick makes a choice between alternatives, each of which begins with the condition for it.
func pick(list ...code) code {
	if len(list) == 0 {
		return code{plain("assume(0)")}
	}
	c := list[len(list)-1]
	for i := len(list) - 2; i >= 0; i-- {
		c = test("*", list[i], c)
	}
	return c
}

func plain(text string) *statement { return &statement{text: text, origin: Origin{Case: -1}} }

// assume makes the statement that waits for a condition, or none.
func assume(cond string) code {
	if cond == "1" {
		return nil
	}
	return code{plain("assume(" + bare(cond) + ")")}
}

// seq joins lists.
func seq(list ...code) code {
	var c code
	for _, x := range list {
		c = append(c, x...)
	}
	return c
}

func (c code) equal(d code) bool {
	if len(c) != len(d) {
		return false
	}
	for i, s := range c {
		r := d[i]
		if s.text != r.text || s.cond != r.cond || s.exit != r.exit || s.clean != r.clean || s.label != "" ||
			s.origin != r.origin || !s.then.equal(r.then) || !s.els.equal(r.els) {
			return false
		}
	}
	return true
}

// exits appends the locations to which a section leads, each once.
func (c code) exits(list []*location) []*location {
	for _, s := range c {
		known := s.exit == nil
		for _, l := range list {
			known = known || l == s.exit
		}
		if !known {
			list = append(list, s.exit)
		}
		list = s.els.exits(s.then.exits(list))
	}
	return list
}

// from notes for the statements of which nothing is noted that they stand for an operation.
func (c code) from(o Origin) code {
	for _, s := range c {
		if s.origin.Node == nil {
			s.origin = o
		}
		s.then.from(o)
		s.els.from(o)
	}
	return c
}

// fail makes an assertion.
func (s state) fail(kind string, n *skeleton.Node, number int, cond, message string) code {
	about := mentioned(n)
	if number >= 0 {
		about = []*skeleton.Object{n.Cases[number].Object}
	}
	return s.failAbout(about, kind, n, number, cond, message)
}

// fails makes the code of an operation that goes on where a condition holds, and fails otherwise: by an assertion, or
// by going on where the panic leads to from which a deferred call may recover. The counter of a WaitGroup stays
// negative then, which is a failure all the same.
func (s state) fails(kind string, n *skeleton.Node, number int, cond, message string, rest code) code {
	if n.Recovers() {
		behind := s.done(way{next: n.Next[1]}, true)
		if n.Op == skeleton.Add {
			behind = append(test("*", s.fail(kind, n, number, "0", message), nil), behind...)
			if o := s.objects[n.Object.ID]; o.negative != "" {
				behind = append(set([]assignment{{o.negative, "1"}}, "1"), behind...)
			}
		}
		return test(cond, rest, behind)
	}
	return seq(s.fail(kind, n, number, cond, message), rest)
}

// failAbout makes an assertion that mentions some objects. What nobody asks may fail, and the program goes on.
func (s state) failAbout(about []*skeleton.Object, kind string, n *skeleton.Node, number int, cond, message string) code {
	asked := s.Part.asks(about) && (s.monitor == nil || kind == "race") && (!Quiet(n) || kind == "leak")
	switch {
	case cond == "1":
		return nil
	case !asked && cond == "0":
		return code{plain("assume(0)")}
	case !asked:
		return nil
	}
	label := s.names.unique("fail_" + s.flow.name + "_" + kind)
	s.result.Failures = append(s.result.Failures, Failure{
		Label: label, Kind: kind, Body: s.flow.Body, Node: n, Case: number, Message: message, About: about,
	})
	return code{{text: "assert(" + bare(cond) + ")", label: label, origin: Origin{Body: s.flow.Body, Node: n, Case: number}}}
}
