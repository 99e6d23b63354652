// This file defines the search for the name that was meant.

package diagnostic

// DidYouMean returns a hint with the candidate nearest to name, or "" if none
// is near.
func DidYouMean(name string, candidates []string) string {
	if len(name) > maxSuggest {
		return ""
	}
	best, bestDistance := "", max(1, (len(name)+1)/3)+1
	for _, c := range candidates {
		if len(c) > maxSuggest || c == name {
			continue
		}
		if d := editDistance(name, c, bestDistance); d < bestDistance && d < len(c) {
			best, bestDistance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return "did you mean " + best + "?"
}

// maxSuggest is the longest name worth a suggestion.
const maxSuggest = 64

// editDistance returns the number of letters to insert, delete, replace or
// swap with their neighbour to get from a to b, or some number >= limit if that
// many are needed (Damerau's distance in its restricted form).
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	var rows [3][maxSuggest + 1]int
	before, above, row := &rows[0], &rows[1], &rows[2]
	for j := 0; j <= len(b); j++ {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			least = min(least, d)
		}
		if least > limit {
			return limit
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
