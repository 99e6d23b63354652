// This file tests the choice between images and pre-images.

package bws_test

import (
	"iter"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/testing/cases"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A short system meets a limit while it looks for what fails, and answers less than all.
type short struct {
	tts.PreimageSystem[uint32]
	meter *algorithms.Meter
}

func (s short) Failing(func(uint32) bool, func() bool) iter.Seq[tts.Edge[uint32]] {
	s.meter.Fail(algorithms.Memory)
	return func(func(tts.Edge[uint32]) bool) {}
}

// TestBWSShortImages checks that an answer that was cut short by a limit of the run proves
// nothing, though the search that asked has limits of its own.
func TestBWSShortImages(t *testing.T) {
	p, err := parser.Parse("options.bp", []byte(family.Options(30)), parser.Both)
	if err != nil {
		t.Fatal(err)
	}
	m, cancel := cases.Meter(time.Minute)
	defer cancel()
	jit := converter.NewJIT(image.New(p, image.Big, m.Stop))
	got := bws.Search(tts.Problem[uint32]{
		System: short{jit, m}, Initial: jit.System.Initial(1),
		Target: tts.Target[uint32]{Fails: func(uint32) bool { return true }},
	}, bws.EitherImages, m, nil)
	if got.Verdict != algorithms.Unknown || got.Reason != algorithms.Memory {
		t.Errorf("%v(%s)", got.Verdict, got.Reason)
	}
}
