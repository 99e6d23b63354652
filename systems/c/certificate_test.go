// This file tests certificates: those of right answers are accepted, and nothing makes one of a wrong answer.

package c

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randpthread"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/c/certificate"
)

// examples returns the examples.
func examples(t *testing.T) map[string][]byte {
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "cthreads", "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatal("there are no examples: ", err)
	}
	texts := map[string][]byte{}
	for _, f := range files {
		if texts[f], err = os.ReadFile(f); err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

// TestCertificates: each answer about an example has a certificate, which is written, read and valid, and says nothing of any
// other one.
func TestCertificates(t *testing.T) {
	texts := examples(t)
	names := slices.Sorted(maps.Keys(texts))
	step := campaign.Every(t, len(names), len(names)/24) | 1 // a broken program is next to its twin
	for i := campaign.Today(step); i < len(names); i += step {
		name, text := names[i], texts[names[i]]
		a, err := Check(t.Context(), name, text, Options{Certify: true})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if a.Certificate == nil {
			t.Errorf("%s: there is no certificate: %s", name, a.NoCertificate)
			continue
		}
		var written bytes.Buffer
		if err := a.Certificate.Write(&written); err != nil {
			t.Fatal(err)
		}
		v, err := Validate(t.Context(), name, text, bytes.NewReader(written.Bytes()), nil, true)
		if err != nil || v.Verdict != a.Verdict {
			t.Errorf("%s: %v %+v", name, err, v)
			continue
		}
		d, err := certificate.Read(&written)
		if err != nil {
			t.Fatal(err)
		}
		for other, text := range texts {
			if other == name {
				continue
			}
			if d.SHA256 = certificate.Sum(text); d.Verdict == proof.Unsafe || len(d.Parts) > 0 {
				if _, err := d.Check(t.Context(), other, text, false); err == nil {
					t.Errorf("the certificate of %s is one of %s", name, other)
				}
			}
		}
	}
}

// wrongly changes a Boolean program in one place.
func wrongly(rng *rand.Rand, text string) string {
	places := regexp.MustCompile(`\*|\b[01]\b|!|constrain |\b(in|owns)_\d\$?|'?\b[slm]\d+\$?|goto \w+|&|\|`)
	lines := strings.Split(text, "\n")
	for range 100 {
		i := rng.IntN(len(lines))
		code, comment, _ := strings.Cut(lines[i], "//")
		all := places.FindAllStringIndex(code, -1)
		if len(all) == 0 || rng.IntN(20) == 0 && strings.Contains(code, ": ") {
			if label, rest, ok := strings.Cut(code, ": "); ok && !strings.HasPrefix(rest, "goto") {
				lines[i] = label + ": skip; //" + comment
				break
			}
			continue
		}
		at := all[rng.IntN(len(all))]
		old := code[at[0]:at[1]]
		bits := places.FindAllString(text, -1)
		instead := bits[rng.IntN(len(bits))]
		switch {
		case old == "constrain ":
			instead = "constrain " + fmt.Sprint(rng.IntN(2)) + " | "
		case old == "*", old == "0", old == "1":
			instead = fmt.Sprint(rng.IntN(2))
		case old == "!":
			instead = ""
		case old == "&":
			instead = "|"
		case old == "|":
			instead = "&"
		case strings.HasPrefix(old, "goto ") != strings.HasPrefix(instead, "goto "), !regexp.MustCompile(`[a-z]`).MatchString(instead), instead == "constrain ":
			continue
		}
		lines[i] = code[:at[0]] + instead + code[at[1]:] + "//" + comment
		break
	}
	return strings.Join(lines, "\n")
}

// TestWrongCertificates: a Boolean program that is changed until nothing fails in it, with a proof of that, is none of a
// program in which something does.
func TestWrongCertificates(t *testing.T) {
	safe, why := 0, map[string]int{}
	for seed := range uint64(campaign.Size(t, 20, 300)) {
		rng := rand.New(rand.NewPCG(seed, 8))
		text := []byte(randpthread.Program(rng))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		a, err := Check(ctx, "random.c", text, Options{abstractOnly: true, Certify: true})
		cancel()
		if err != nil || a.Verdict != verdict.Unsafe {
			continue
		}
		d, part := *a.Certificate, certificate.Part{}
		d.Verdict, d.Execution = proof.Safe, nil
		for _, p := range a.Predicates {
			part.Predicates = append(part.Predicates, certificate.Predicate{Bit: p.Bit, Expression: a.Program.Terms.String(p.Term)})
		}
		for range campaign.Size(t, 1, 5) {
			changed := a.Boolean
			var found *systems.Certificate
			for n := 0; n < 40 && found == nil; n++ {
				next := wrongly(rng, changed)
				if c, ok := certified(t, next); ok {
					changed, found = next, c
				}
			}
			if found == nil {
				continue
			}
			// As few changes as make it safe.
			old, lines := strings.Split(a.Boolean, "\n"), strings.Split(changed, "\n")
			for i := range lines {
				if now := lines[i]; now != old[i] {
					lines[i] = old[i]
					if c, _ := certified(t, strings.Join(lines, "\n")); c != nil {
						found = c
					} else {
						lines[i] = now
					}
				}
			}
			safe++
			part.Program, part.Proof = lines[:len(lines)-1], found.Document
			d.Parts = []certificate.Part{part}
			_, err = d.Check(t.Context(), "random.c", text, false)
			if _, rejected := errors.AsType[*proof.Rejected](err); !rejected {
				t.Fatalf("seed %d: %v: the certificate of a program that fails\n%s\n%s", seed, err, text, strings.Join(lines, "\n"))
			}
			why[regexp.MustCompile(`[0-9]+|(in|owns)_|\b[slm]\d`).ReplaceAllString(err.Error(), "")]++
		}
	}
	for w, n := range why {
		t.Log(n, w)
	}
	if safe == 0 {
		t.Error("no changed program is safe")
	}
}

// certified returns a certificate of a Boolean program, nil if it is not safe. ok is false if it is none.
func certified(t *testing.T, text string) (c *systems.Certificate, ok bool) {
	m, err := systems.Read("changed.bp", strings.NewReader(text))
	if err != nil {
		return nil, false
	}
	r, err := m.Check(t.Context(), systems.Options{AsFound: true, Certify: true, Timeout: time.Second})
	if err != nil || r.Verdict == verdict.Unknown {
		return nil, false
	}
	if r.Verdict != verdict.Safe || r.Certificate.Err() != nil {
		return nil, true
	}
	return r.Certificate, true
}
