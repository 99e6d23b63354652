// This file tests summaries.

package bebop_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

func summaries(t *testing.T, text string) map[string][]string {
	t.Helper()
	r, err := bebop.Check(context.Background(), parse(t, text), bebop.Options{Summaries: true})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete {
		t.Fatal("not complete")
	}
	got := map[string][]string{}
	for _, s := range r.Summaries() {
		lines := []string{}
		for c := range s.Cases() {
			lines = append(lines, c.String())
		}
		slices.Sort(lines)
		got[s.Proc.Name] = lines
	}
	return got
}

func TestSummaries(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want map[string][]string
	}{
		"levels": {family.Levels(2), map[string][]string{
			"level1": {"1: g := !g"},
			"level2": {"1: g := !g"},
		}},
		"values": {`
decl g, h, {x == 0}, unused;
void main() begin
  decl r;
  r := f(*, *);
  r := f(r, 1);
end
bool f(a, b) begin
  if a then
    g := !g;
    return b;
  fi
  h := 1;
  {x == 0} := *;
  a := b;
end
`, map[string][]string{
			"f": {"!a: h := 1, {x == 0} := *, return *", "a & !b: g := !g, return 0", "a & b: g := !g, return 1"},
		}},
		"only what is called": {`
void main() begin
  decl l;
  l := 1;
  id(l);
  never(l);
end
void id(a) begin skip; end
bool never(a) begin assume(!a); return a; end
`, map[string][]string{"id": {"a: skip"}, "never": {}}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, summaries(t, test.text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
