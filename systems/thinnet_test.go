// This file tests that certificates of large nets are small and checked fast.

package systems_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

// thinNet writes a net of components that pass messages on, each message with a value: a
// hub, and for each transition a chain of three steps back to it. Each component has one
// token; nothing else makes another one.
func thinNet(components, points, messages, transitions int) string {
	rng := rand.New(rand.NewPCG(1, 9))
	var b strings.Builder
	fresh := 2
	edge := func(s, l, to, after int) { fmt.Fprintf(&b, "%d %d -> %d %d\n", s, l, to, after) }
	at := func(component, point int) int { return 1 + component*points + point }
	message := func() int { return 1 + components*points + rng.IntN(messages) }
	from := 1 // shared state 1 is the initial one
	for i := range components {
		to := fresh
		if fresh++; i == components-1 {
			to = 0
		}
		edge(from, 0, to, at(i, 0))
		from = to
	}
	for i := range transitions {
		c := i % components
		edge(0, at(c, rng.IntN(points)), fresh, at(c, rng.IntN(points)))
		edge(fresh, message(), fresh+1, message())
		edge(fresh+1, 0, 0, message())
		fresh += 2
	}
	for range messages / 8 {
		edge(0, 0, 0, message())
	}
	return fmt.Sprintf("%d %d\n", fresh, 1+components*points+messages) + b.String()
}

// TestCertificateOfThinNet: what is in the shared states of a chain is not written down,
// which would be 400 MB for the full campaign.
func TestCertificateOfThinNet(t *testing.T) {
	campaign.Alone(t)
	transitions := campaign.Size(t, 6_000, 27_300)
	if testing.Short() {
		transitions = 3_000
	}
	m := readText(t, "thin.tts", thinNet(25, 10, 504, transitions))
	t.Log(m.TTS.NumShared(), "shared states,", m.TTS.NumLocal(), "local states,", len(m.TTS.Edges()), "edges")
	r, err := m.Check(context.Background(), systems.Options{Algorithm: "bws", Initial: "1/0", Target: "0|12,13", Certify: true})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != systems.Safe {
		t.Fatalf("%v(%s)", r.Verdict, r.Reason)
	}
	var text bytes.Buffer
	if err := r.Certificate.Write(&text); err != nil {
		t.Fatal(err)
	}
	c, err := systems.ReadCertificate(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if _, err := m.Validate(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	took := time.Since(begin)
	t.Logf("search %.2fs, %d bytes, check %v", r.Seconds, text.Len(), took)
	if text.Len() > 50_000 || took > 30*time.Second {
		t.Error("that is too much")
	}
	// Without a shared state that several ways lead to nothing is proved.
	c2 := &mutable{m, text.Bytes()}
	if why := c2.with(t, func(doc map[string]any) { set(t, doc, "evidence.excluding.0.shared", []string{"1"}) }); why == "" {
		t.Error("accepted without the hub")
	}
}
