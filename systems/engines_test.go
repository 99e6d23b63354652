// This file tests the engines of the card against all algorithms.

package systems_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms/engines"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

// TestEngines has each engine of the card, and all side by side, answer what this package does about examples and random programs.
// Their answers are checked.
func TestEngines(t *testing.T) {
	files, err := filepath.Glob("../examples/*.bp")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	texts := map[string]string{}
	step := len(files) / campaign.Size(t, 6, len(files))
	for i := 0; i < len(files); i += step {
		text, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		texts[files[i]] = string(text)
	}
	for seed := range uint64(campaign.Size(t, 15, 1000)) {
		texts[fmt.Sprintf("seed%d.bp", seed)] = randprog.Generate(rand.New(rand.NewPCG(seed, 9)), randprog.Default())
	}
	count := map[string]int{}
	for name, text := range texts {
		m, err := ijit.Read(name, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		wide, err := systems.Read(name, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range []ijit.Question{{}, {Threads: 2}, {Threads: 2, Deadlock: true}} {
			if _, err := m.Space(q); err != nil {
				continue // recursion
			}
			want, err := wide.Check(t.Context(), systems.Options{Threads: q.Threads, Deadlock: q.Deadlock, Timeout: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			lists := [][]ijit.Engine{engines.All()}
			for _, e := range engines.All() {
				if e.Refuses(m, &q) == "" {
					lists = append(lists, []ijit.Engine{e})
				}
			}
			for _, list := range lists {
				engine(t, m, q, list, want.Verdict, count)
			}
		}
	}
	t.Log(count)
	for _, e := range engines.All() {
		if count[e.Name] == 0 {
			t.Errorf("%s answers nothing", e.Name)
		}
	}
}

// engine has engines answer a question, and counts who did.
func engine(t *testing.T, m *ijit.Model, q ijit.Question, list []ijit.Engine, want ijit.Verdict, count map[string]int) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	got, err := ijit.Check(ctx, list, m, q, ijit.Limits{}, nil)
	switch {
	case err != nil:
		t.Errorf("%s, %+v, %s: %v", m.Name, q, list[0].Name, err)
		return
	case got.Verdict == ijit.Unknown && got.Reason == "":
		t.Errorf("%s, %+v, %s: there is no reason", m.Name, q, list[0].Name)
		return
	case got.Verdict == ijit.Unknown || want == ijit.Unknown:
		return
	case got.Verdict != want:
		t.Errorf("%s, %+v: %s says %v, want %v\n%s", m.Name, q, got.By, got.Verdict, want, m.Text)
	}
	if !got.Checked && !q.Deadlock {
		t.Errorf("%s, %+v: the answer of %s, %v, is not checked: %v", m.Name, q, got.By, got.Verdict, got.Certificate.Err())
	}
	if got.Certificate.Err() == nil {
		if by := got.Certificate.Document.By.Algorithm; by != got.By {
			t.Errorf("the certificate is by %s, the answer by %s", by, got.By)
		}
		if err := m.Validate(t.Context(), got.Certificate); err != nil {
			t.Errorf("%s, %+v: %v", m.Name, q, err)
		}
	}
	count[got.By]++
}
