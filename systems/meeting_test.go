// This file tests targets that ask for different threads at labels at once.

package systems_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

// TestMeeting compares all algorithms that look for threads at labels with the judge.
func TestMeeting(t *testing.T) {
	var count [2]int
	for seed := range uint64(campaign.Size(t, 9, 2000)) {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 23)), randprog.Default())
		kinds, err := compareMeeting(src)
		if err != nil {
			small := randprog.Shrink(src, func(s string) bool { _, err := compareMeeting(s); return err != nil })
			_, err = compareMeeting(small)
			t.Fatalf("seed %d: %v\n%s", seed, err, small)
		}
		for i, n := range kinds {
			count[i] += n
		}
	}
	t.Logf("%d targets that are reached, %d that are not", count[0], count[1])
	if count[0] == 0 || count[1] == 0 {
		t.Error("the programs are all alike")
	}
}

// compareMeeting asks about labels of a program, and counts the answers: reached or not. Who
// answers for any number of threads may find an execution with more than the judge has.
func compareMeeting(src string) (kinds [2]int, err error) {
	ctx := context.Background()
	m, err := systems.Read("random.bp", strings.NewReader(src))
	if err != nil {
		return kinds, err
	}
	at := map[string][]int{}
	var names []string
	for _, n := range m.Program.Nodes {
		if n.Stmt == nil || n.Stmt.PC != n.PC {
			continue
		}
		for _, l := range n.Stmt.Labels {
			if n.Section != nil {
				return kinds, nil // it is not asked about
			}
			at[l.Name] = append(at[l.Name], n.PC)
			names = append(names, l.Name)
		}
	}
	if len(names) == 0 {
		return kinds, nil
	}
	first, last := names[0], names[len(names)-1]
	j, err := judge.New(m.Program.File, judge.Small)
	if err != nil {
		return kinds, err
	}
	const bound = 3
	for _, labels := range [][]string{{first}, {first, last}, {last, last}, {first, last, first}} {
		meets := func(c judge.Config) bool { return meets(c.Threads, labels, at) }
		want := false
		all := j.Walk(ctx, 1, bound, 1000, func(c judge.Config, _ int) { want = want || meets(c) })
		if !all.Complete {
			continue
		}
		target := "some@" + strings.Join(labels, ", some@")
		for _, name := range []string{"bfs", "symbolic", "ecut", "km", "akm", "directed", "bws", "auto"} {
			o := systems.Options{Algorithm: name, Target: target, SelfCheck: true, Certify: true}
			bounded := name == "bfs" || name == "symbolic"
			if bounded {
				o.Threads = bound
			}
			within := ctx
			if !bounded && name != "bws" && name != "auto" {
				within = campaign.Looks(300) // they may take long
			}
			r, err := m.Check(within, o)
			if err != nil {
				return kinds, fmt.Errorf("%s --target %s: %w", name, target, err)
			}
			if name == "bws" && r.Reason == systems.Unsupported {
				break // threads that cannot follow a step block it: then no other one need end
			}
			if r.Certificate != nil && r.Certificate.Err() == nil {
				if _, err := m.Validate(ctx, r.Certificate); err != nil {
					return kinds, fmt.Errorf("%s --target %s: %w", name, target, err)
				}
			} else if r.Verdict == systems.Unsafe || name == "bws" {
				return kinds, fmt.Errorf("%s --target %s: no certificate of %v", name, target, r.Verdict)
			}
			switch r.Verdict {
			case systems.Unknown:
				if bounded || name == "bws" || name == "auto" {
					return kinds, fmt.Errorf("%s --target %s: %s %s", name, target, r.Reason, r.Detail)
				}
			case systems.Safe:
				kinds[1]++
				if want {
					return kinds, fmt.Errorf("%s --target %s: SAFE", name, target)
				}
			case systems.Unsafe:
				kinds[0]++
				few := bounded || r.Trace.MostThreads() <= bound
				if !r.Stats.Replayed && within == ctx || !meets(r.Trace.Final().Config()) || few && !want {
					return kinds, fmt.Errorf("%s --target %s: UNSAFE, the judge says %v; replayed %v", name, target, want, r.Stats.Replayed)
				}
			}
		}
	}
	return kinds, nil
}

// meets reports whether different threads are at labels.
func meets(threads []judge.Thread, labels []string, at map[string][]int) bool {
	if len(labels) == 0 {
		return true
	}
	for i, t := range threads {
		if slices.Contains(at[labels[0]], t.PC) && meets(slices.Delete(slices.Clone(threads), i, i+1), labels[1:], at) {
			return true
		}
	}
	return false
}

// TestMeetingForged: a proof about two threads at a label is none about one thread there, nor
// is an execution to one thread there one to two.
func TestMeetingForged(t *testing.T) {
	m := read(t, "decl m := 0; void main() begin start_thread goto a; a: m := 1 constrain !m; b: skip; m := 0; end")
	two, one := "some@b,some@b", "some@b"
	for _, x := range []struct{ asked, claimed string }{{two, one}, {one, two}} {
		for _, name := range []string{"bws", "ecut", "bfs"} {
			r, err := m.Check(context.Background(), systems.Options{Algorithm: name, Target: x.asked, Certify: true})
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := r.Certificate.Write(&b); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			if forged := strings.Replace(text, `"`+x.asked+`"`, `"`+x.claimed+`"`, 1); forged != text {
				text = forged
			} else {
				t.Fatalf("%s does not say what was asked:\n%s", name, text)
			}
			c, err := systems.ReadCertificate(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := m.Validate(context.Background(), c); err == nil {
				t.Errorf("%s: %v about %s is taken for one about %s", name, r.Verdict, x.asked, x.claimed)
			}
		}
	}
}

// TestMeetingMisused: what is no such target.
func TestMeetingMisused(t *testing.T) {
	m := read(t, "void main() begin a: skip; atomic { b: skip; } end")
	for _, x := range []struct{ algorithm, target, want string }{
		{"", "some@a,some@nowhere", "no label nowhere"},
		{"", "some@a,some@b", "label b is inside of an atomic section"},
		{"", "t1@a", "write some@L"},
		{"", "some@", "write some@L"},
		{"pdr", "some@a", "pdr does not look for threads at labels"},
	} {
		_, err := m.Check(context.Background(), systems.Options{Algorithm: x.algorithm, Target: x.target})
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %s", x.target, err, x.want)
		}
	}
}
