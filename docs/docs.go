// Package docs holds the reference pages of ijit, one Markdown file each. They are read in
// the repository, and printed by ijit help.
//
// Whatever a page shows is run by tests: programs by those of package examples, commands by
// those of cmd/ijit.
package docs

import (
	"embed"
	"regexp"
	"strings"
)

//go:embed *.md schema.json
var pages embed.FS

// A Topic is what a page is about.
type Topic struct {
	Name  string // the page is Name.md
	Title string
}

// Topics lists the pages, in the order in which one may want to read them.
func Topics() []Topic {
	topics := []Topic{{Name: "language"}, {Name: "tts"}, {Name: "smv"}, {Name: "eca"}, {Name: "c"}, {Name: "tutorial-c"}, {Name: "go"}, {Name: "ltl"}, {Name: "designs"}, {Name: "concurrency"}, {Name: "certificates"}, {Name: "json"}, {Name: "step"}, {Name: "mu"}, {Name: "sat"}, {Name: "measure"}, {Name: "analyses"}}
	for i, t := range topics {
		first, _, _ := strings.Cut(Page(t.Name), "\n")
		topics[i].Title = strings.TrimPrefix(first, "# ")
	}
	return topics
}

// Text returns the page of a topic for a terminal: as it is written, with links by their
// words alone. It is "" if there is no such topic.
func Text(topic string) string {
	link := regexp.MustCompile(`\[([^\]\n]+)\]\([^)\s]+\)`)
	return strings.ReplaceAll(link.ReplaceAllString(Page(topic), "$1"), `\|`, "|")
}

// Schema returns the JSON Schema of what the command prints as JSON.
func Schema() string { return file("schema.json") }

// Page returns the page of a topic as it is written, "" if there is no such topic.
func Page(topic string) string { return file(topic + ".md") }

func file(name string) string {
	text, err := pages.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(text)
}
