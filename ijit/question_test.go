// This file tests which questions can be asked.

package ijit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/ijit"
)

// TestQuestions checks what is wrong with questions, or what is reached by at most three configurations.
func TestQuestions(t *testing.T) {
	const (
		program   = "decl x; void main() begin L: x := *; M: assert(x); atomic { N: skip; } end"
		calls     = "void main() begin f(); end void f() begin L: skip; end void g() begin K: skip; end"
		recursive = "void main() begin main(); end"
		slam      = "void main() begin SLIC_ERROR: skip; end"
		threads   = "decl x := 0; void thread1() begin x := 1; end void thread2() begin assert(!x); end"
		system    = "2 2\n0 0 -> 1 1\n"
	)
	for _, test := range []struct {
		name, text string
		question   ijit.Question
		want       string
	}{
		{"x.bp", program, ijit.Question{}, "error"},
		{"x.bp", program, ijit.Question{Label: "N"}, "error"},
		{"x.bp", program, ijit.Question{Label: "K"}, "x.bp: there is no label K"},
		{"x.bp", program, ijit.Question{Label: "L", Deadlock: true}, "ask one"},
		{"x.bp", program, ijit.Question{Target: "some@L,some@M", Initial: "2"}, "error"},
		{"x.bp", program, ijit.Question{Target: "some@L,some@M"}, "no error"},
		{"x.bp", program, ijit.Question{Target: "some@N"}, "label N is inside of an atomic section"},
		{"x.bp", program, ijit.Question{Target: "some@K"}, "there is no label K"},
		{"x.bp", program, ijit.Question{Target: "L@some"}, "write some@L"},
		{"x.bp", program, ijit.Question{Target: "one"}, "target one"},
		{"x.bp", program, ijit.Question{Target: "9|0"}, "shared states are numbered from 1 to"},
		{"x.bp", program, ijit.Question{Initial: "3", Threads: 2}, "initial 3 starts more than 2 threads"},
		{"x.bp", program, ijit.Question{Initial: "0|0"}, "initial 0|0: a program starts with one, many"},
		{"x.bp", program, ijit.Question{Threads: -1}, "it is at least 1"},
		{"x.bp", program, ijit.Question{UpFront: true}, "error"},
		{"x.bp", calls, ijit.Question{Label: "L"}, "error"},
		{"x.bp", calls, ijit.Question{Label: "K"}, "no error"},
		{"x.bp", calls, ijit.Question{Target: "1|1"}, "have no numbers"},
		{"x.bp", recursive, ijit.Question{}, "a transition system has no stack"},
		{"x.bp", slam, ijit.Question{}, "error"},
		{"x.bp", threads, ijit.Question{}, "error"},
		{"x.bp", threads, ijit.Question{Initial: "2"}, "the threads of the program begin by themselves"},
		{"x.tts", system, ijit.Question{}, "there is no target"},
		{"x.tts", system, ijit.Question{Target: "1|1"}, "error"},
		{"x.tts", system, ijit.Question{Target: "1|1", Initial: "1|0"}, "no error"},
		{"x.tts", system, ijit.Question{Target: "1|2"}, "out of range"},
		{"x.tts", system, ijit.Question{Target: "1|1", Initial: "0|0,0", Threads: 1}, "starts more than 1 threads"},
		{"x.tts", system, ijit.Question{Target: "1|1", Initial: "many"}, "error"},
		{"x.tts", system, ijit.Question{Target: "1|1", Initial: "5|0"}, "initial 5|0"},
		{"x.tts", system, ijit.Question{Label: "L"}, "a transition system has no labels"},
		{"x.tts", system, ijit.Question{Target: "1|1", Atomicity: ijit.Small}, "its edges"},
		{"x.tts", system, ijit.Question{Deadlock: true}, "error"},
	} {
		m, err := ijit.Read(test.name, strings.NewReader(test.text))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		switch s, err := m.Space(test.question); {
		case err != nil:
			got = err.Error()
		default:
			_, run := depthFirst(s)
			got = map[bool]string{true: "error", false: "no error"}[run != nil]
			if run == nil {
				break
			}
			if a, err := s.Unsafe(t.Context(), run); err != nil || !a.Checked && !test.question.Deadlock || a.Property == nil {
				t.Errorf("%s, %+v: the answer %+v is not checked: %v", test.text, test.question, a, err)
			}
		}
		if fmt.Sprint(got) != test.want && (!strings.Contains(got, test.want) || test.want == "error") {
			t.Errorf("%s, %+v: %s, want %s", test.text, test.question, got, test.want)
		}
	}
	if _, err := (&ijit.Model{Name: "x"}).Space(ijit.Question{}); err == nil {
		t.Error("a model of another kind has a space")
	}
}
