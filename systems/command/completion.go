// This file defines how a shell completes command lines.
//
// The shell asks this program itself, by the variable COMP_LINE, so that what is completed
// is what this version understands. Where no answer is known, it completes names of files.

package command

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/ijit/ijit/docs"
	"github.com/ijit/ijit/systems"
)

// completionCommand is ijit completion.
type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is the text below the flags.
func (c *completionCommand) Help() string {
	return "Put one of these lines into the file behind it:\n\n" +
		"  source <(ijit completion bash)    ~/.bashrc\n" +
		"  source <(ijit completion zsh)     ~/.zshrc\n" +
		"  ijit completion fish | source     ~/.config/fish/config.fish"
}

// Run prints the code.
func (c *completionCommand) Run(sh *shell) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	exe = "'" + strings.ReplaceAll(exe, "'", `'\''`) + "'"
	const bash = "complete -o default -o bashdefault -C %s ijit\n"
	switch c.Shell {
	case "zsh":
		_, err = fmt.Fprintf(sh.stdout, "autoload -U +X bashcompinit && bashcompinit\n"+bash, shellWord(exe))
	case "fish":
		_, err = fmt.Fprintf(sh.stdout, `function __ijit_complete
    set -lx COMP_LINE (commandline -cp)
    set -l found (%s)
    if test (count $found) -gt 0
        printf '%%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c ijit -f -a '(__ijit_complete)'
`, exe)
	default:
		_, err = fmt.Fprintf(sh.stdout, bash, shellWord(exe))
	}
	return err
}

// shellWord quotes a word that is a command itself: the shell reads it twice.
func shellWord(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`, "`", "\\`").Replace(text) + `"`
}

// complete prints how the command line in the variable COMP_LINE may go on.
func (sh *shell) complete(app *kong.Application) {
	text := os.Getenv("COMP_LINE")
	if at, err := strconv.Atoi(os.Getenv("COMP_POINT")); err == nil && 0 <= at && at < len(text) {
		text = text[:at]
	}
	words := strings.Fields(text)
	if strings.HasSuffix(text, " ") {
		words = append(words, "")
	}
	for len(words) < 2 {
		words = append(words, "")
	}
	for _, c := range candidates(app.Node, words[1:]) {
		fmt.Fprintln(sh.stdout, c)
	}
}

// candidates returns what the last one of some words may become; none if that is not
// known, or is a file.
func candidates(node *kong.Node, words []string) []string {
	var flag *kong.Flag // whose value comes next
	last := words[len(words)-1]
	for _, w := range words[:len(words)-1] {
		switch {
		case flag != nil:
			flag = nil
		case strings.HasPrefix(w, "-"):
			flag = valueFlag(node, w)
		default:
			if at := slices.IndexFunc(node.Children, func(c *kong.Node) bool { return c.Name == w }); at >= 0 {
				node = node.Children[at]
			}
		}
	}
	var list []string
	switch {
	case flag != nil:
		list = valuesOf(flag.Value)
	case strings.HasPrefix(last, "-"):
		for _, f := range node.Flags {
			if !f.Hidden {
				list = append(list, "--"+f.Name)
			}
		}
	case len(node.Children) > 0:
		list = commandNames(node)
	case node.Name == "help":
		list = commandNames(node.Parent)
		for _, t := range docs.Topics() {
			list = append(list, t.Name)
		}
	case len(node.Positional) > 0:
		list = valuesOf(node.Positional[0])
	}
	return slices.DeleteFunc(list, func(c string) bool { return !strings.HasPrefix(c, last) })
}

func commandNames(node *kong.Node) (names []string) {
	for _, c := range node.Children {
		names = append(names, c.Name)
	}
	return names
}

// valueFlag returns the flag that a word is, if its value is the next word.
func valueFlag(node *kong.Node, word string) *kong.Flag {
	for _, f := range node.Flags {
		if !f.IsBool() && (word == "--"+f.Name || f.Short != 0 && word == "-"+string(f.Short)) {
			return f
		}
	}
	return nil
}

// valuesOf returns the values that a flag or an argument can have, none if there are many.
func valuesOf(v *kong.Value) []string {
	switch v.Name {
	case "algorithm", "algorithms":
		var names []string
		for _, a := range systems.Algorithms() {
			names = append(names, a.Name)
		}
		return names
	case "via":
		return []string{string(systems.JIT), string(systems.TTS), string(systems.BP)}
	}
	if v.Enum == "" {
		return nil
	}
	return v.EnumSlice()
}
