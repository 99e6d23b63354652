// This file defines how configurations are written.

package configurations

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/proof"
)

// omegaMark is the count of unboundedly many threads.
const omegaMark = "w"

// threads reads l,l*3,l*w.
func threads(sys system, text string) ([]count, error) {
	var list []count
	if text == "" {
		return list, nil
	}
	total := 0
	for part := range strings.SplitSeq(text, ",") {
		name, times, counted := strings.Cut(part, "*")
		x := count{n: 1}
		var err error
		if counted && times == omegaMark {
			x.n = many
		} else if counted {
			if x.n, err = strconv.Atoi(times); err != nil || x.n < 1 || x.n > proof.MaxThreads {
				return nil, proof.Reject("%q: %q is no number of threads", text, times)
			}
		}
		if x.n != many {
			if total += x.n; total > proof.MaxThreads {
				return nil, proof.Reject("%q: more than %d threads", text, proof.MaxThreads)
			}
		}
		if x.local, err = sys.local(name); err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	slices.SortFunc(list, func(x, y count) int { return x.local - y.local })
	out := list[:1]
	for _, x := range list[1:] {
		switch last := &out[len(out)-1]; {
		case last.local != x.local:
			out = append(out, x)
		case last.n == many || x.n == many:
			last.n = many
		default:
			last.n += x.n
		}
	}
	return out, nil
}

// finite reads threads of which there are finitely many.
func finite(sys system, text string) ([]count, error) {
	out, err := threads(sys, text)
	if err == nil && size(out) == many {
		return nil, proof.Reject("%q: unboundedly many threads where there must be a number", text)
	}
	return out, err
}

// bagOf reads threads one by one.
func bagOf(sys system, text string) (bag, error) {
	list, err := finite(sys, text)
	if err != nil {
		return nil, err
	}
	if size(list) > proof.MaxApart {
		return nil, proof.Reject("%q: more than %d threads", text, proof.MaxApart)
	}
	return bagOfCounts(list), nil
}

// configOf reads s|l,l*3.
func configOf(sys system, text string) (config, error) {
	var c config
	s, list, ok := strings.Cut(text, "|")
	if !ok {
		return c, proof.Reject("%q is no configuration: there is no | behind the shared state", text)
	}
	var err error
	if c.shared, err = sys.shared(s); err == nil {
		c.threads, err = finite(sys, list)
	}
	return c, err
}

// show writes a configuration.
func show(sys system, c config) string {
	var b strings.Builder
	b.WriteString("<" + sys.sharedText(c.shared) + " |")
	for i, x := range c.threads {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(" " + sys.localText(x.local))
		switch {
		case x.n == many:
			b.WriteString("*" + omegaMark)
		case x.n > 1:
			fmt.Fprintf(&b, "*%d", x.n)
		}
	}
	return b.String() + ">"
}
