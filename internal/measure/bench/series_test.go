// This file tests series.

package bench

import (
	"fmt"
	"strings"
	"testing"
)

func seriesRow(name, algorithm, via string, threads, states int) Row {
	return Row{Instance: name, SHA256: name, Question: Question{Initial: "one", Atomic: "big"}, Algorithm: algorithm, Via: via, Threads: threads, States: states}
}

func TestSeries(t *testing.T) {
	rows := []Row{
		seriesRow("a.bp", "bfs", "jit", 2, 1),
		seriesRow("a.bp", "bfs", "jit", 3, 2),
		seriesRow("a.bp", "bfs", "tts", 3, 3),
		seriesRow("a.bp", "bws", "jit", 0, 4),
		seriesRow("b.bp", "bws", "jit", 0, 5),
		seriesRow("a.bp", "bws", "jit", 0, 6),
		seriesRow("a.bp", "bfs", "tts", 2, 7),
		seriesRow("a.bp", "bfs", "jit-exact", 2, 10),
	}
	others := append([]Row{seriesRow("a.bp", "minisat", "-", 0, 8), seriesRow("a.bp", "bebop", "-", 0, 9)}, rows[3])
	if got := fmt.Sprint(SeriesOf(others)); got != "[bws/jit bebop minisat]" {
		t.Error(got)
	}
	if got := fmt.Sprint(SeriesOf(rows)); got != "[bfs/jit-exact bfs/tts@2 bfs/jit@2 bfs/tts@3 bfs/jit@3 bws/jit]" {
		t.Error(got)
	}
	// match describes what comes together: the states of each row.
	match := func(names ...string) string {
		var list []*Series
		for _, text := range names {
			n, err := ParseSeries(text)
			if err != nil {
				return err.Error()
			}
			s, err := Select(rows, n)
			if err != nil {
				return err.Error()
			}
			list = append(list, s)
		}
		matches, err := MatchUp(list...)
		if err != nil {
			return err.Error()
		}
		var out []string
		for _, m := range matches {
			text := m.Name
			for _, r := range m.Rows {
				if r == nil {
					text += " -"
				} else {
					text += fmt.Sprint(" ", r.States)
				}
			}
			out = append(out, text)
		}
		return strings.Join(out, "; ")
	}
	for names, want := range map[string]string{
		"bfs/jit bfs/tts":         "a.bp (2 threads) 1 7; a.bp (3 threads) 2 3",
		"bfs/jit@3 bfs/tts":       "a.bp (3 threads) 2 3; a.bp (2 threads) - 7",
		"bfs/jit@3 bws/jit":       "a.bp (3 threads) 2 6; b.bp - 5",
		"bfs/jit bws/jit":         "bfs/jit has runs with several bounds on threads; name one, such as bfs/jit@3",
		"bws/jit":                 "a.bp 6; b.bp 5",
		"bfs/jit@2 bfs/jit-exact": "a.bp (2 threads) 1 10",
		"bws/bp":                  "there are no runs of bws/bp; there are bfs/jit-exact, bfs/tts@2, bfs/jit@2, bfs/tts@3, bfs/jit@3, bws/jit",
		"bws":                     "there are no runs of bws; there are",
		"/jit":                    `"/jit" names no series`,
		"bfs/jit@many":            "behind @ stands",
	} {
		if got := match(strings.Fields(names)...); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", names, got, want)
		}
	}
	n, _ := ParseSeries("bws/jit")
	if s, _ := Select(rows, n); s.Old != 1 {
		t.Errorf("%d older rows", s.Old)
	}
}
