// This file defines tests of waveforms.

package render

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/show/trace"
)

func TestVCD(t *testing.T) {
	var b strings.Builder
	err := VCD(&b, Waveform{Scope: "main", Comment: "the loop begins at #1", Frames: 3, Signals: []Signal{
		{"turn", 1, []string{"0", "1", "1"}},
		{"p1.state", 0, []string{"idle", "try it", "try it"}},
		{"p1.q.count", 2, []string{"00", "00", "01"}},
		{"p2.x", 1, []string{"1", ""}},
		{"two words", 1, nil},
	}})
	const want = `$comment the loop begins at #1 $end
$timescale 1 ns $end
$scope module main $end
$var wire 1 ! turn $end
$scope module p1 $end
$var string 1 " state $end
$scope module q $end
$var wire 2 # count [1:0] $end
$upscope $end
$upscope $end
$scope module p2 $end
$var wire 1 $ x $end
$upscope $end
$var wire 1 % two_words $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
0!
sidle "
b00 #
1$
x%
$end
#1
1!
stry_it "
x$
#2
b01 #
#3
`
	if err != nil || b.String() != want {
		t.Errorf("%v\n%s", err, b.String())
	}
	if err := VCD(failing{}, Waveform{Frames: 1}); !errors.Is(err, errFull) {
		t.Error(err)
	}
	codes := map[string]bool{}
	for i := range 20000 {
		if c := code(i); codes[c] || len(c) > 3 {
			t.Fatalf("code %d is %q", i, c)
		} else {
			codes[c] = true
		}
	}
}

// TestDigital checks that signals are as wide as their types, whatever values they have in a run.
func TestDigital(t *testing.T) {
	for _, test := range []struct {
		s     trace.Signal
		width int
		want  string
	}{
		{trace.Signal{Values: []string{"TRUE", "", "FALSE"}, Numeric: true, Most: 1}, 1, "1  0"},
		{trace.Signal{Values: []string{"0", "1"}, Numeric: true, Most: 100}, 7, "0000000 0000001"},
		{trace.Signal{Values: []string{"0", "-3"}, Numeric: true, Least: -3, Most: 4}, 4, "0000 1101"},
		{trace.Signal{Values: []string{"-1", "0"}, Numeric: true, Least: -1}, 1, "1 0"},
		{trace.Signal{Values: []string{"-8", "-7"}, Numeric: true, Least: -8, Most: -1}, 4, "1000 1001"},
		{trace.Signal{Values: []string{"0", "0"}, Numeric: true}, 1, "0 0"},
		{trace.Signal{Values: []string{"9223372036854775807", "-9223372036854775808"}, Numeric: true, Least: math.MinInt64, Most: math.MaxInt64}, 64,
			"0" + strings.Repeat("1", 63) + " 1" + strings.Repeat("0", 63)},
		{trace.Signal{Values: []string{"0ud4_9", "", "0ud4_0"}, Word: 4}, 4, "1001  0000"},
		{trace.Signal{Values: []string{"-0sd70_1", "0sd70_5", "-0sd70_590295810358705651712"}, Word: 70}, 70,
			strings.Repeat("1", 70) + " " + strings.Repeat("0", 67) + "101 1" + strings.Repeat("0", 69)},
		{trace.Signal{Values: []string{"1", "5"}}, 0, "1 5"}, // another value of its type is a name
	} {
		if got := digital(&test.s); got.Width != test.width || strings.Join(got.Values, " ") != test.want {
			t.Errorf("%v: %d bits, %q; want %d, %q", test.s, got.Width, got.Values, test.width, test.want)
		}
	}
}

var errFull = errors.New("full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }
