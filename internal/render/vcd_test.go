// This file defines tests of waveforms.

package render

import (
	"errors"
	"strings"
	"testing"
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

var errFull = errors.New("full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }
