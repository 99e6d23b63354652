// This file defines the text of conditions, with constants folded.

package lower

import "strings"

func not(x string) string {
	switch {
	case x == "0":
		return "1"
	case x == "1":
		return "0"
	case x == "*":
		return "*"
	case strings.HasPrefix(x, "!"):
		return x[1:]
	}
	return "!" + x
}

func and(list ...string) string { return join(list, " & ", "0", "1") }

func or(list ...string) string { return join(list, " | ", "1", "0") }

// join returns the operands but those that change nothing, in brackets if there are several.
func join(list []string, op, decides, neutral string) string {
	var kept []string
	for _, x := range list {
		switch x {
		case decides:
			return decides
		case neutral:
		default:
			kept = append(kept, x)
		}
	}
	switch len(kept) {
	case 0:
		return neutral
	case 1:
		return kept[0]
	}
	return "(" + strings.Join(kept, op) + ")"
}

func choose(cond, a, b string) string {
	switch {
	case cond == "1" || a == b && !strings.Contains(a, "*"):
		return a
	case cond == "0":
		return b
	}
	return "(" + cond + " ? " + a + " : " + b + ")"
}

// bare removes the brackets around a whole condition.
func bare(x string) string {
	if !strings.HasPrefix(x, "(") {
		return x
	}
	depth := 0
	for i, c := range x {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 && i < len(x)-1 {
				return x
			}
		}
	}
	return x[1 : len(x)-1]
}
