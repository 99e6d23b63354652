// This file defines a reader: of rules of which the states have names.

package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/tts"
)

// readRules reads rules, one in a line. Threads begin in the first states that are named. The last line has the error,
// a shared state with threads in local states:
//
//	free outside -> taken inside
//	taken inside -> free outside
//	never taken inside inside
func readRules(name string, text io.Reader) (*ijit.Model, error) {
	shared, local := numbers{}, numbers{}
	type move struct{ s, l, s1, l1 uint32 }
	var moves []move
	m := &ijit.Model{Name: name}
	lines := bufio.NewScanner(text)
	for at := 1; lines.Scan(); at++ {
		words := strings.Fields(lines.Text())
		switch {
		case len(words) == 0:
		case len(words) == 5 && words[2] == "->":
			moves = append(moves, move{shared.of(words[0]), local.of(words[1]), shared.of(words[3]), local.of(words[4])})
		case len(words) > 2 && words[0] == "never":
			m.Target = &ijit.Config{Shared: shared.of(words[1])}
			for _, l := range words[2:] {
				m.Target.Locals = tts.AddLocal(m.Target.Locals, local.of(l), 1)
			}
		default:
			return nil, fmt.Errorf("%s:%d:1: %q is no rule; write s l -> t m, or never s l m", name, at, lines.Text())
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	b := tts.NewBuilder(uint32(len(shared)), uint32(len(local)))
	for _, x := range moves {
		b.AddMove(x.s, x.l, x.s1, x.l1)
	}
	var err error
	if m.TTS, err = b.Build(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// numbers gives names numbers from 0 on.
type numbers map[string]uint32

func (n numbers) of(name string) uint32 {
	if _, known := n[name]; !known {
		n[name] = uint32(len(n))
	}
	return n[name]
}
