package render_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/docs"
	"github.com/ijit/ijit/internal/show/render"
)

// TestMarkdown checks each kind of block.
func TestMarkdown(t *testing.T) {
	const page = "# A *page* of `ijit`\n\nA paragraph with a [link](x.md#y), **bold `code`** and `a|b`,\nwhich goes on.\n" +
		"* an item that is long enough to go on in another line\n  which is its own\n* another\n\n" +
		"| name | what |\n|---|---|\n| `a|b` | one or \\| the other, at some length |\n| c | |\n\n" +
		"```bp x.bp\nvoid main() begin end\n\n```\n\n    indented | as it is\n"
	const want = `A *page* of ijit

A paragraph with a link, bold code and
a|b, which goes on.
* an item that is long enough to go on
  in another line which is its own
* another

name  what
a|b   one or | the other, at some length
c

x.bp:
    void main() begin end


    indented | as it is
`
	var b strings.Builder
	if err := render.Markdown(&b, page, render.Options{Width: 40}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestPagesOnTerminal checks that the reference pages fit, and that no sign of Markdown is left but in code.
func TestPagesOnTerminal(t *testing.T) {
	const width = 80
	sign := regexp.MustCompile("\\*\\*|\\]\\(|`")
	for _, topic := range docs.Topics() {
		var b strings.Builder
		if err := render.Markdown(&b, docs.Page(topic.Name), render.Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			if strings.HasPrefix(line, "    ") || strings.Contains(line, "  ") { // code, or a table, whose columns have a least width
				continue
			}
			if utf8.RuneCountInString(line) > width || sign.MatchString(line) {
				t.Errorf("%s: %s", topic.Name, line)
			}
		}
	}
}
