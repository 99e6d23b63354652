// This file defines how the texts of a question are read.

package converter

import (
	"errors"
	"strconv"
	"strings"

	"github.com/ijit/ijit/tts"
)

// ErrorLabel is the label that programs made by SLAM have where an error is. It is
// what is asked about if nothing else is.
const ErrorLabel = "SLIC_ERROR"

// SomeThread is what stands in front of each label in a target that asks for different threads at labels at once, as in
// formulas.
const SomeThread = "some@"

// ParseLabels returns the labels of such a target, nil if it is a configuration.
func ParseLabels(target string) ([]string, error) {
	if !strings.Contains(target, "@") {
		return nil, nil
	}
	var labels []string
	for part := range strings.SplitSeq(target, ",") {
		label, some := strings.CutPrefix(strings.TrimSpace(part), SomeThread)
		if !some || label == "" {
			return nil, errors.New("write some@L for a thread at label L, and some@L1,some@L2 for two different ones at once")
		}
		labels = append(labels, label)
	}
	return labels, nil
}

// ParseCopies reads how many copies of main a program begins with, [tts.Omega] for unboundedly many, and returns
// that in the words of certificates, too.
func ParseCopies(spec string) (copies uint32, text string, err error) {
	switch spec {
	case "", "one":
		return 1, "one", nil
	case "many":
		return tts.Omega, "many", nil
	}
	n, err := strconv.ParseUint(spec, 10, 31)
	if err != nil || n == 0 {
		return 0, "", errors.New("a program starts with one, many, or a number of copies of main from 1 on; configurations such as 0|0 are for .tts files")
	}
	return uint32(n), spec, nil
}

// ParseInitial reads the initial configuration of a transition system, "one" or "" for 0|0 and "many" for 0/0, and
// returns its text, too.
func ParseInitial(spec string, t *tts.TTS) (c tts.Config[uint32], text string, err error) {
	switch spec {
	case "", "one":
		spec = "0|0"
	case "many":
		spec = "0/0"
	}
	if c, err = tts.ParseInitial(spec); err == nil {
		err = t.CheckConfig(c)
	}
	return c, spec, err
}
