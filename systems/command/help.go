// This file defines the command help: pages about topics, and the help of other commands.

package command

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/ijit/ijit/docs"
	"github.com/ijit/ijit/internal/show/render"
	messages "github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/systems"
)

// helpCommand is ijit help TOPIC.
type helpCommand struct {
	Topic string `arg:"" help:"A topic, or a command."`
}

// Run prints the page of a topic. What is about a command does not come here.
func (c *helpCommand) Run(sh *shell, command *kong.Context) error {
	text := docs.Text(c.Topic)
	switch {
	case c.Topic == topicSchema:
		text = docs.Schema()
	case text == "":
		names := append(commandNames(command.Model.Node), topicSchema)
		for _, t := range docs.Topics() {
			names = append(names, t.Name)
		}
		return &systems.UsageError{Message: fmt.Sprintf("there is no topic or command %q; %s", c.Topic, cmp.Or(messages.DidYouMean(c.Topic, names), "ijit help lists them"))}
	}
	if sh.width > 0 && c.Topic != topicSchema { // for people
		return render.Markdown(sh.stdout, docs.Page(c.Topic), render.Options{Width: min(sh.width, render.DefaultWidth), Color: sh.color})
	}
	_, err := io.WriteString(sh.stdout, text)
	return err
}

// topicSchema is the topic whose page is no text for people.
const topicSchema = "schema"

// isTopic reports whether a word is a topic.
func isTopic(word string) bool {
	return word == topicSchema || slices.ContainsFunc(docs.Topics(), func(t docs.Topic) bool { return t.Name == word })
}

// helpArguments returns the arguments to parse: help algorithms stands for algorithms, and
// help COMMAND for COMMAND --help. What is no command is left as it is.
func helpArguments(args, commands []string) []string {
	switch {
	case len(args) == 0 || args[0] != "help":
		return args
	case len(args) == 2 && args[1] == "algorithms":
		return args[1:]
	case len(args) == 2 && (isTopic(args[1]) || !slices.Contains(commands, args[1]) && !strings.HasPrefix(args[1], "-")), len(args) > 1 && args[1] == "--":
		return args
	}
	return append(slices.Clip(args[1:]), "--help")
}

// help prints the help of a command; that of ijit itself lists the topics.
func help(o kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(o, ctx); err != nil || ctx.Selected() != nil {
		return err
	}
	text := "\nTopics:\n"
	for _, t := range docs.Topics() {
		text += fmt.Sprintf("  %-12s  %s.\n", t.Name, t.Title)
	}
	text += fmt.Sprintf("  %-12s  %s.\n", topicSchema, "JSON Schema of the JSON output")
	_, err := fmt.Fprint(ctx.Stdout, text+"\nRun \"ijit help <topic>\" for a page about a topic.\n")
	return err
}
