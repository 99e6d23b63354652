// This file defines walks through models in the language of NuSMV.

package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/circuits/machine"
)

// openModel begins a walk through a model.
func (c *stepCommand) openModel(sh *shell, m *machine.Machine) (stepper, error) {
	err := refuse("not for models", given{"--copies", c.Copies > 1}, given{"--threads", c.Threads > 0}, given{"--wrap", c.Wrap}, given{"--ilp32", c.ILP32})
	if err != nil {
		return nil, err
	}
	w, err := machine.NewWalk(m, c.Seed)
	if err != nil {
		return nil, &systems.UsageError{Message: fmt.Sprintf("%s: %v", c.File, err)}
	}
	return &modelStepper{w, sh, c.File}, nil
}

// A modelStepper is a walk through a model with those who drive it.
type modelStepper struct {
	*machine.Walk
	sh   *shell
	file string
}

// obey runs one command.
func (s *modelStepper) obey(words []string) error {
	if len(words) == 0 {
		return s.move(1)
	}
	if n, err := strconv.Atoi(words[0]); err == nil && len(words) == 1 {
		return s.move(n)
	}
	switch rest := words[1:]; verb(words[0]) {
	case "undo":
		n, err := number(rest, 1)
		if err == nil && s.Undo(n) < n {
			err = errors.New("this is the beginning")
		}
		return err
	case "random":
		n, err := number(rest, 1)
		for moved := true; err == nil && moved && n > 0; n-- {
			moved, err = s.Random(s.sh.ctx)
		}
		return err
	case "go":
		return s.reach(strings.Join(rest, " "))
	case "error":
		return s.fail()
	case "set":
		err := s.First(cmp.Or(strings.Join(rest, " "), "TRUE"))
		if err == nil {
			s.successors()
		}
		return err
	case "input":
		err := s.Steps(cmp.Or(strings.Join(rest, " "), "TRUE"))
		if err == nil {
			s.successors()
		}
		return err
	case "state":
		w := s.Waves()
		_, err := fmt.Fprintln(s.sh.stdout, render.Position(&render.Waves{Waves: w}, w.Positions-1))
		return err
	case "trace":
		return s.trace(rest)
	case "help":
		_, err := io.WriteString(s.sh.stdout, stepHelp)
		return err
	}
	return errors.New("there is no such command; help lists them")
}

// move goes to one of the states that are listed.
func (s *modelStepper) move(n int) error {
	ways, _, err := s.Ways(s.sh.ctx)
	switch {
	case err != nil:
		return err
	case ways == 0:
		return errors.New("no state comes next")
	case n < 1 || n > ways:
		return fmt.Errorf("the states are numbered from 1 to %d", ways)
	}
	return s.Go(s.sh.ctx, n, 0)
}

// reach goes to a state in which an expression holds.
func (s *modelStepper) reach(text string) error {
	if text == "" {
		return errors.New("an expression is expected, such as x = 3")
	}
	ctx, cancel := context.WithTimeout(s.sh.ctx, longestSearch)
	defer cancel()
	found, complete, err := s.Reach(ctx, text)
	switch {
	case found:
		return nil
	case complete:
		return errors.New("no way leads there from here")
	case err != nil || s.sh.ctx.Err() != nil:
		return err
	}
	return fmt.Errorf("no way was found in %v", longestSearch)
}

// fail goes to the end of a run that violates a property.
func (s *modelStepper) fail() error {
	ctx, cancel := context.WithTimeout(s.sh.ctx, longestSearch)
	defer cancel()
	p, err := s.Fail(ctx)
	if err == nil {
		fmt.Fprintf(s.sh.stdout, "      a run on which %s is false\n", p.Text)
	}
	return err
}

// steps shows the states from the one on to which the i-th step leads, and what can come next. The first step leads to the first state.
func (s *modelStepper) steps(i int) {
	for n := max(i, 0); n+1 < len(s.States()); n++ {
		changes, inputs := s.Step(n)
		fmt.Fprintf(s.sh.stdout, "%4d      %s\n", n, with(changes, inputs))
	}
	s.successors()
}

// with adds the inputs of a step to what it changes.
func with(changes, inputs string) string {
	if inputs == "" {
		return changes
	}
	return changes + "  by " + inputs
}

// successors shows what can come next.
func (s *modelStepper) successors() {
	ways, more, err := s.Ways(s.sh.ctx)
	if err != nil {
		return // interrupted
	}
	for i := range ways {
		changes, inputs := s.Effect(i)
		fmt.Fprintf(s.sh.stdout, "   > %3d  %s\n", i+1, with(changes, inputs))
	}
	switch {
	case more:
		fmt.Fprintf(s.sh.stdout, "          and more; input EXPR lists those in which it holds, set EXPR first states\n")
	case ways == 0:
		fmt.Fprintf(s.sh.stdout, "          no state comes next\n")
	}
}

// trace shows the run so far.
func (s *modelStepper) trace(words []string) error {
	format, found := render.Formats()[0], true
	if len(words) > 0 {
		format, found = render.FormatNamed(words[0])
	}
	if !found || format.Waves == nil || len(words) > 1 {
		return fmt.Errorf("a format is expected: %s", render.WavesFormatNames())
	}
	return format.Waves(s.sh.stdout, &render.Waves{Waves: s.Waves(), File: s.file}, render.Options{Width: s.sh.width, Color: s.sh.color})
}
