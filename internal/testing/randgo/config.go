// This file defines configurations.

package randgo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A configuration is all that a step depends on.
type configuration struct {
	objects    []object
	shared     []int
	goroutines []goroutine
}

// An object is the state of a skeleton's object. What its kind does not need is zero.
type object struct {
	held    bool // a Mutex; an RWMutex that a writer holds
	waiting bool // an RWMutex with a writer that keeps new readers out and waits for the others
	readers int  // of an RWMutex
	count   int  // elements of a Chan, counter of a WaitGroup
	closed  bool
	once    stage
}

type stage uint8

const (
	fresh stage = iota
	running
	done
)

// A goroutine is one that lives.
type goroutine struct {
	body, node int
	locals     []int
	announced  bool             // at Lock of an RWMutex: it is the writer that waits
	cond       *skeleton.Object // that it waits for since CondEnter
	woken      bool             // from there
}

// clone returns a configuration that shares nothing with c.
func (c *configuration) clone() *configuration {
	d := &configuration{slices.Clone(c.objects), slices.Clone(c.shared), slices.Clone(c.goroutines)}
	for i := range d.goroutines {
		d.goroutines[i].locals = slices.Clone(d.goroutines[i].locals)
	}
	return d
}

// sorted puts the goroutines in an order, since nothing depends on who is who, and returns the
// configuration as text.
func (c *configuration) sorted() string {
	type named struct {
		goroutine
		text string
	}
	var list []named
	for _, g := range c.goroutines {
		list = append(list, named{g, g.String()})
	}
	slices.SortFunc(list, func(a, b named) int { return strings.Compare(a.text, b.text) })
	var b strings.Builder
	fmt.Fprint(&b, c.objects, c.shared)
	for k, g := range list {
		c.goroutines[k] = g.goroutine
		b.WriteString(g.text)
	}
	return b.String()
}

func (g goroutine) String() string {
	cond := -1
	if g.cond != nil {
		cond = g.cond.ID
	}
	return fmt.Sprint("\n", g.body, g.node, g.locals, g.announced, cond, g.woken)
}
