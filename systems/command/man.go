// This file defines the manual page, which is made of the same structs as --help.

package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// manCommand is ijit man.
type manCommand struct{}

// Help is the text below the flags.
func (c *manCommand) Help() string {
	return "Where manual pages are looked for:\n\n" +
		"  ijit man > ~/.local/share/man/man1/ijit.1"
}

// Run prints the page.
func (c *manCommand) Run(command *kong.Context, sh *shell) error {
	_, err := io.WriteString(sh.stdout, manPage(command.Model))
	return err
}

// manPage writes the page, in the language of man(7).
func manPage(app *kong.Application) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH IJIT 1 \"\" \"%s\" \"User Commands\"\n", escapeRoff(versionText()))
	b.WriteString(".SH NAME\nijit \\- model checker for multithreaded Boolean programs\n" +
		".SH SYNOPSIS\n.B ijit\n.I COMMAND\n[flags] [arguments]\n.SH DESCRIPTION\n")
	paragraphs(&b, app.Help)
	b.WriteString(".SH COMMANDS\n")
	for _, c := range app.Children {
		fmt.Fprintf(&b, ".SS \"%s\"\n", escapeRoff(strings.TrimSuffix(c.Summary(), " [flags]")))
		paragraphs(&b, c.Help)
		for _, p := range c.Positional {
			fmt.Fprintf(&b, ".TP\n.I %s\n%s\n", escapeRoff(p.Name), escapeRoff(p.Help))
		}
		for _, f := range c.Flags {
			if f.Hidden || f.Name == "help" {
				continue
			}
			name := "\\fB\\-\\-" + escapeRoff(f.Name) + "\\fR"
			if f.Short != 0 {
				name = fmt.Sprintf("\\fB\\-%c\\fR, %s", f.Short, name)
			}
			if !f.IsBool() {
				name += "=\\fI" + escapeRoff(f.FormatPlaceHolder()) + "\\fR"
			}
			fmt.Fprintf(&b, ".TP\n%s\n%s\n", name, escapeRoff(f.Help))
		}
		paragraphs(&b, c.Detail)
	}
	return b.String()
}

// paragraphs writes text: what is indented as it stands, the rest filled.
func paragraphs(b *strings.Builder, text string) {
	for p := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if p = strings.Trim(p, "\n"); p == "" {
			continue
		}
		format := ".PP\n%s\n"
		if strings.HasPrefix(p, " ") || strings.Contains(p, "\n ") {
			format = ".PP\n.nf\n%s\n.fi\n"
		}
		fmt.Fprintf(b, format, escapeRoff(p))
	}
}

// escapeRoff keeps text from being taken for commands.
func escapeRoff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
