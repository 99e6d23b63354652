// This file opens the package to its tests.

package contextbound

import (
	"context"
	"fmt"
	"slices"

	"github.com/ijit/ijit/parser"
)

// CheckSwitchesBy is CheckSwitches by some engines only.
func CheckSwitchesBy(ctx context.Context, p *parser.Program, label string, options SwitchOptions, names ...string) (*SwitchResult, error) {
	var some []engine
	for _, name := range names {
		i := slices.IndexFunc(engines(), func(e engine) bool { return e.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no engine %q", name)
		}
		some = append(some, engines()[i])
	}
	return checkSwitches(ctx, p, label, options, some)
}

// CheckRoundsComparing is CheckRounds with so many globals that are compared between rounds
// at first.
func CheckRoundsComparing(ctx context.Context, p *parser.Program, label string, options RoundOptions, compared int) (*RoundResult, error) {
	return checkRounds(ctx, p, label, options, compared)
}
