// This file defines series: the rows of a log by algorithm and version, for
// comparing them.

package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/systems"
)

// A SeriesName says which rows belong to a series.
type SeriesName struct {
	Algorithm, Via string
	Threads        int // 0 for any bound
}

// ParseSeries reads a name such as bws/jit or, for one bound, bfs/jit@3. What has no
// versions is named alone.
func ParseSeries(text string) (SeriesName, error) {
	var n SeriesName
	name, bound, bounded := strings.Cut(text, "@")
	var ok bool
	if n.Algorithm, n.Via, ok = strings.Cut(name, "/"); !ok {
		n.Via = noVersion
	}
	if n.Algorithm == "" || n.Via == "" {
		return n, usage("%q names no series; a name is ALGORITHM/VIA, such as bws/jit, or bfs/jit@3 for one bound on threads", text)
	}
	if bounded {
		var err error
		if n.Threads, err = strconv.Atoi(bound); err != nil || n.Threads < 1 {
			return n, usage("%q: behind @ stands a bound on threads", text)
		}
	}
	return n, nil
}

func (n SeriesName) String() string {
	text := n.Algorithm
	if n.Via != noVersion {
		text += "/" + n.Via
	}
	if n.Threads > 0 {
		text += "@" + strconv.Itoa(n.Threads)
	}
	return text
}

// SeriesOf lists the series that rows belong to, in the order of the library, other
// programs last; an algorithm with several bounds has one for each.
func SeriesOf(rows []Row) []SeriesName {
	bounds := map[string][]int{}
	for _, r := range rows {
		if !slices.Contains(bounds[r.Series()], r.Threads) {
			bounds[r.Series()] = append(bounds[r.Series()], r.Threads)
		}
	}
	var names []SeriesName
	for _, r := range rows {
		n := SeriesName{Algorithm: r.Algorithm, Via: r.Via}
		if len(bounds[r.Series()]) > 1 {
			n.Threads = r.Threads
		}
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	algorithm := func(n SeriesName) int {
		if at := slices.IndexFunc(systems.Algorithms(), func(a systems.Algorithm) bool { return a.Name == n.Algorithm }); at >= 0 {
			return at
		}
		return len(systems.Algorithms())
	}
	via := func(n SeriesName) int {
		version, exact := unmarkExact(n.Via)
		at := 2 * slices.Index([]systems.Via{systems.TTS, systems.JIT, systems.BP}, systems.Via(version))
		if exact {
			at++
		}
		return at
	}
	slices.SortFunc(names, func(a, b SeriesName) int {
		return cmp.Or(cmp.Compare(algorithm(a), algorithm(b)), cmp.Compare(a.Algorithm, b.Algorithm),
			cmp.Compare(a.Threads, b.Threads), cmp.Compare(via(a), via(b)))
	})
	return names
}

// A Series holds one row, the newest, for each question and bound.
type Series struct {
	Name SeriesName
	Rows []Row // in the order of the log, by the first row about a question
	Old  int   // older rows that were left out
}

type pointKey struct {
	instanceKey
	threads int
}

func (r *Row) pointKey() pointKey { return pointKey{instanceKey{r.SHA256, r.Question}, r.Threads} }

// Newest returns the rows of a series.
func Newest(rows []Row, n SeriesName) *Series {
	s := &Series{Name: n}
	at := map[pointKey]int{}
	for _, r := range rows {
		if r.Algorithm != n.Algorithm || r.Via != n.Via || n.Threads > 0 && r.Threads != n.Threads {
			continue
		}
		if i, old := at[r.pointKey()]; old {
			s.Rows[i] = r
			s.Old++
			continue
		}
		at[r.pointKey()] = len(s.Rows)
		s.Rows = append(s.Rows, r)
	}
	return s
}

// Select returns the rows of a series. It is a wrong use to name one without rows.
func Select(rows []Row, n SeriesName) (*Series, error) {
	s := Newest(rows, n)
	if len(s.Rows) == 0 {
		var names []string
		for _, n := range SeriesOf(rows) {
			names = append(names, n.String())
		}
		return nil, usage("there are no runs of %v; there are %s", n, strings.Join(names, ", "))
	}
	return s, nil
}

// A Match is what some series have about the same instance. Rows that a series lacks
// are nil.
type Match struct {
	Name string
	Rows []*Row
}

// MatchUp brings together the rows of series about the same question and bound. Of
// series with a bound on threads and series without, the bounds do not matter,
// unless one has several.
func MatchUp(series ...*Series) ([]Match, error) {
	bounded, unbounded := false, false
	for _, s := range series {
		for _, r := range s.Rows {
			bounded = bounded || r.Threads > 0
			unbounded = unbounded || r.Threads == 0
		}
	}
	var matches []Match
	at := map[pointKey]int{}
	for i, s := range series {
		for n := range s.Rows {
			r := &s.Rows[n]
			k := r.pointKey()
			if bounded && unbounded {
				k.threads = 0
			}
			m, found := at[k]
			if !found {
				m = len(matches)
				at[k] = m
				matches = append(matches, Match{pointName(r), make([]*Row, len(series))})
			}
			if matches[m].Rows[i] != nil {
				return nil, usage("%v has runs with several bounds on threads; name one, such as %v@%d", s.Name, s.Name, r.Threads)
			}
			matches[m].Rows[i] = r
		}
	}
	return matches, nil
}

// pointName names what a row is about.
func pointName(r *Row) string {
	text := questionName(r.Instance, r.Question)
	if r.Threads > 0 {
		text += fmt.Sprintf(" (%s)", threadsText(r.Threads))
	}
	return text
}

// questionName names a file and, if it is not the usual one, the question.
func questionName(path string, q Question) string {
	if q.Initial != standardInitial(isTTS(path)) {
		path += " from " + q.Initial
	}
	if q.Label != "" {
		path += " label " + q.Label
	}
	return path
}
