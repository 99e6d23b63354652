// This file defines what people name: places, variables, and where threads are.

package simulate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// Places returns the locations of a label or of a line.
func (s *Simulation) Places(name string) ([]int, error) {
	if pcs, found := s.program.Labelled(name); found {
		return pcs, nil
	}
	line, err := strconv.Atoi(name)
	if err != nil {
		return nil, fmt.Errorf("there is no label %s", name)
	}
	var pcs []int
	for _, n := range s.program.Nodes {
		if n != nil && n.Stmt != nil && n.Pos.Line == line {
			pcs = append(pcs, n.PC)
		}
	}
	if pcs == nil {
		return nil, fmt.Errorf("there is no statement in line %d", line)
	}
	return pcs, nil
}

// Set gives a variable another initial value: x if it is shared, t1.x if it is that of
// thread 1.
func (s *Simulation) Set(ctx context.Context, name string, value int) error {
	if len(s.states) > 1 {
		return errors.New("values can be set only before the first step")
	}
	first := *s.states[0].Config
	vars, owner := s.program.File.Globals, -1
	if thread, own, ok := strings.Cut(name, "."); ok {
		id, err := strconv.Atoi(strings.TrimPrefix(thread, "t"))
		if owner = slices.Index(first.IDs, id); err != nil || owner < 0 {
			return fmt.Errorf("there is no thread %s", thread)
		}
		vars, name = s.program.File.Main.Locals, own
	}
	i := slices.IndexFunc(vars, func(v *parser.Var) bool { return v.Name == name })
	switch {
	case value != 0 && value != 1:
		return errors.New("a variable is 0 or 1")
	case i < 0:
		return fmt.Errorf("there is no variable %s", name)
	case vars[i].Init != parser.InitAny:
		return fmt.Errorf("%s begins with a value that the program gives it", name)
	case owner < 0:
		first.Shared = slices.Clone(first.Shared)
		first.Shared[i] = value == 1
	default:
		first.Threads = slices.Clone(first.Threads)
		t := &first.Threads[owner]
		t.Locals = slices.Clone(t.Locals)
		t.Locals[i] = value == 1
	}
	if err := s.judge.Replay(ctx, []judge.Config{first.Config}, -1, s.options.Copies, 0); err != nil {
		return err
	}
	s.Begin(&State[*Config]{Config: &first})
	return nil
}

// Where returns where the threads are. The error is that of ctx.
func (s *Simulation) Where(ctx context.Context) ([]Position, error) {
	can, err := s.Enabled(ctx)
	if err != nil {
		return nil, err
	}
	now := s.Now().Config
	var out []Position
	for i, id := range now.IDs {
		n := s.program.Nodes[now.Threads[i].PC]
		x := Position{Thread: id, Line: n.Pos.Line, Text: n.Text(), Enabled: slices.Contains(can, id), Ended: len(n.Out) == 0}
		x.Bounded = !x.Ended && n.Out[0].Kind == parser.SpawnEdge && s.options.Threads > 0
		out = append(out, x)
	}
	return out, nil
}
