// This file defines the commands algorithms and version.

package command

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/ijit/ijit/systems"
)

// algorithmsCommand is ijit algorithms.
type algorithmsCommand struct {
	JSON bool `name:"json" help:"Print one JSON object."`
}

// algorithmsSchema is the version of what ijit algorithms --json prints.
const algorithmsSchema = "ijit.algorithms/1"

// algorithmsDoc is what ijit algorithms --json prints.
type algorithmsDoc struct {
	Schema     string         `json:"schema"`
	Algorithms []algorithmDoc `json:"algorithms"` // the default first
}

type algorithmDoc struct {
	Name     string `json:"name"`
	Doc      string `json:"doc"`
	Question string `json:"question"` // what it answers
	Cite     string `json:"cite"`
}

// Run prints what the library lists, so the list cannot be out of date.
func (c *algorithmsCommand) Run(sh *shell) error {
	if c.JSON {
		doc := algorithmsDoc{Schema: algorithmsSchema}
		for _, a := range systems.Algorithms(sh.own.Engines...) {
			doc.Algorithms = append(doc.Algorithms, algorithmDoc{a.Name, a.Doc, a.Question, a.Cite})
		}
		return sh.printJSON(doc)
	}
	for i, a := range systems.Algorithms(sh.own.Engines...) {
		name := a.Name
		if i == 0 {
			name += " (default)"
		}
		fmt.Fprintf(sh.stdout, "%s\n    %s\n", name, a.Doc)
		if a.Question != "" {
			fmt.Fprintf(sh.stdout, "    answers: %s\n", a.Question)
		}
		if a.Cite != "" {
			fmt.Fprintf(sh.stdout, "    source:  %s\n", a.Cite)
		}
	}
	return nil
}

// versionCommand is ijit version.
type versionCommand struct{}

// Run prints the version.
func (c *versionCommand) Run(sh *shell) error {
	_, err := fmt.Fprintln(sh.stdout, versionText())
	return err
}

// versionText says which version of the command this is and what built it.
func versionText() string {
	version, revision, modified := "(unknown)", "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = " " + s.Value[:min(12, len(s.Value))]
			case "vcs.modified":
				if s.Value == "true" {
					modified = " with changes"
				}
			}
		}
	}
	return fmt.Sprintf("ijit %s%s%s, %s %s/%s", version, revision, modified, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
