// This file tests that a command is parsed by itself as it is among all commands.

package command

import (
	"fmt"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestGrammar tries a third of the ways to go on behind each command each day.
func TestGrammar(t *testing.T) {
	parse := func(commandLine any, args []string) (told string, commands int) {
		var out, errs strings.Builder
		parser := (&shell{stdout: &out, stderr: &errs}).parser(commandLine)
		defer func() {
			if r := recover(); r != nil {
				told = fmt.Sprintf("%s%s%T", &out, &errs, r)
			}
		}()
		commands = len(parser.Model.Children)
		context, err := parser.Parse(args)
		values := ""
		if context != nil && context.Selected() != nil {
			values = fmt.Sprintf("%+v", context.Selected().Target)
		}
		return fmt.Sprint(&out, &errs, err, values), commands
	}
	all := kong.Must(&cli{}, kong.Vars{"version": ""}).Model.Children
	if names := allCommands(); len(names) != len(all) {
		t.Fatalf("%d commands are %q", len(all), names)
	}
	for i, c := range all {
		if name := allCommands()[i]; name != c.Name {
			t.Errorf("command %q is %q", c.Name, name)
		}
		for k, rest := range []string{"", "--help", "--version", "--hep", "--no-such", "-x", "a", "a b", "a b c d e", "check", "--timeout=x a", "--jobs= a"} {
			if !campaign.Due(t, (i+k)%3, 3) {
				continue
			}
			args := append([]string{c.Name}, strings.Fields(rest)...)
			want, _ := parse(&cli{}, args)
			got, n := parse(grammar(args, false), args)
			if got != want {
				t.Errorf("ijit %s %s: by itself\n%s\namong all\n%s", c.Name, rest, got, want)
			}
			if whole := c.Name == "help" || c.Name == "man"; n > 1 != (whole) {
				t.Errorf("ijit %s %s: %d commands are described", c.Name, rest, n)
			}
		}
	}
	for _, args := range [][]string{nil, {"--help"}, {"chek"}, {"--json", "check"}, {""}, {"print-version"}} {
		if _, same := grammar(args, false).(*cli); !same {
			t.Errorf("ijit %q: not all commands are described", args)
		}
	}
	if _, same := grammar([]string{"check"}, true).(*cli); !same {
		t.Error("completion does not know all commands")
	}
}
